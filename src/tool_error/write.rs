//! A tool's error as the text of a block.

use crate::blocks::notice::write_number;
use crate::blocks::output::Output;
use crate::emit::text::{ForeignText, Setting};

use super::ToolError;

impl ToolError {
    /// Writes the content of the block, escaped for its place in the same pass.
    pub(crate) fn write(&self, output: &mut Output) {
        output.own("<tool_error");
        if let Some(code) = &self.0.code {
            attribute(output, " code=\"", code);
        }
        if let Some(severity) = &self.0.severity {
            attribute(output, " severity=\"", severity.as_str());
        }
        output.own(">\n");
        element(output, "<message>", &self.0.message, "</message>\n");
        if !self.0.recovery.is_empty() {
            element(output, "<recovery>", &self.0.recovery, "</recovery>\n");
        }
        self.write_actions(output);
        self.write_details(output);
        if self.0.retry_after > 0 {
            output.own("<retry_after>");
            write_number(&mut output.buffer, self.0.retry_after);
            output.own(" seconds</retry_after>\n");
        }
        output.own("</tool_error>");
    }

    fn write_actions(&self, output: &mut Output) {
        if self.0.actions.is_empty() {
            return;
        }
        output.own("<available_actions>\n");
        for action in &self.0.actions {
            element(output, "  <action>", action, "</action>\n");
        }
        output.own("</available_actions>\n");
    }

    fn write_details(&self, output: &mut Output) {
        if self.0.details.is_empty() {
            return;
        }
        output.own("<details>\n");
        for (key, value) in &self.0.details {
            attribute(output, "  <detail key=\"", key);
            element(output, ">", value, "</detail>\n");
        }
        output.own("</details>\n");
    }
}

/// Writes an attribute, its closing quote included.
fn attribute(output: &mut Output, before: &str, value: &str) {
    output.own(before);
    output.foreign(&mut ForeignText::new(Setting::Attribute), value);
    output.own("\"");
}

fn element(output: &mut Output, before: &str, text: &str, after: &str) {
    output.own(before);
    output.foreign(&mut ForeignText::new(Setting::Element), text);
    output.own(after);
}
