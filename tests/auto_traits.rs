//! What servers rely on: types that cross threads, survive a caught panic, and are small.

use std::panic::{RefUnwindSafe, UnwindSafe};

use mcp_presenter::toon::{DecodeOptions, ToonError};
use mcp_presenter::{
    Action, Blocks, BuildErrors, Censor, Channel, Constant, Field, Frame, Presenter,
    PresenterBuilder, Progress, RedactionList, RenderError, Renderer, Report, Request, Response,
    Revision, RevisionError, Severity, Structured, Tool, ToolBuilder, ToolError, Type, Value,
    Warning,
};

fn crosses_threads<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

#[cfg(feature = "derive")]
#[test]
fn what_a_derived_presenter_is_made_of_crosses_threads() {
    crosses_threads::<(mcp_presenter::Schema, mcp_presenter::Nesting)>();
}

#[test]
fn every_type_crosses_threads() {
    crosses_threads::<Presenter>();
    crosses_threads::<PresenterBuilder>();
    crosses_threads::<Renderer>();
    crosses_threads::<Progress>();
    crosses_threads::<Request>();
    crosses_threads::<Report>();
    crosses_threads::<Blocks>();
    crosses_threads::<Frame<'static>>();
    crosses_threads::<RenderError>();
    crosses_threads::<BuildErrors>();
    crosses_threads::<Warning>();
    crosses_threads::<(Type, Field, Constant, Censor, RedactionList)>();
    crosses_threads::<(Structured, Value)>();
    crosses_threads::<(DecodeOptions, ToonError)>();
    crosses_threads::<(Action, Tool, ToolBuilder)>();
    crosses_threads::<(ToolError, Severity, Channel, Revision, RevisionError)>();
}

#[test]
fn a_response_goes_to_another_thread() {
    fn goes<T: Send>() {}
    goes::<Response<'static>>();
}

#[test]
fn handles_are_one_pointer() {
    assert_eq!(size_of::<RenderError>(), size_of::<usize>());
    assert_eq!(size_of::<ToonError>(), size_of::<usize>());
    assert_eq!(size_of::<Presenter>(), size_of::<usize>());
    assert_eq!(size_of::<Tool>(), size_of::<usize>());
}

#[cfg(feature = "serde")]
#[test]
fn a_typed_presenter_crosses_threads_whatever_its_values_do() {
    use mcp_presenter::{TypedPresenter, TypedPresenterBuilder};

    struct Local(#[expect(dead_code, reason = "of no thread but its own")] std::rc::Rc<u8>);

    impl serde::Serialize for Local {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_unit()
        }
    }

    crosses_threads::<(TypedPresenter<Local>, TypedPresenterBuilder<Local>)>();
    assert_eq!(size_of::<TypedPresenter<Local>>(), 2 * size_of::<usize>());
}
