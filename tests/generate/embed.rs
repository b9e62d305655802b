//! Random embedded presenters, with schemas that mostly agree with the one around them.

use super::presenter::{Scene, child};
use super::rng::Rng;
use super::types::{self, Field, Shape, Style, Type, json};
use super::{models, unions};

/// The `embeds` member of a presenter. Where it asks for it, `root` becomes wider, and `data`
/// becomes the type of data that fits the embedded presenters too.
pub fn embeds(
    rng: &mut Rng,
    scene: Scene<'_>,
    root: &mut Type,
    data: &mut Type,
    level: usize,
) -> Option<String> {
    let chance = [40, 35, 0][level];
    let mut embeds = Vec::new();
    for _ in 0..2 {
        if rng.chance(chance) {
            // Data can be made to fit one schema; a second one for the same key would refuse it.
            let scene = Scene { free: scene.free && embeds.is_empty(), ..scene };
            let (key, file) = embed(rng, scene, item(root), item(data), level);
            embeds.push(format!("{{\"key\":{},\"presenter\":{file}}}", json(&key)));
        }
    }
    (!embeds.is_empty()).then(|| format!("\"embeds\":[{}]", embeds.join(",")))
}

pub fn item(ty: &mut Type) -> &mut Type {
    match ty.shape {
        Shape::Array(_) => match &mut ty.shape {
            Shape::Array(element) => element,
            _ => unreachable!("it was matched"),
        },
        _ => ty,
    }
}

/// The key of an embed and the presenter's file.
fn embed(
    rng: &mut Rng,
    scene: Scene<'_>,
    root: &mut Type,
    data: &mut Type,
    level: usize,
) -> (String, String) {
    if models::is_model(root) {
        return models::embed(rng, scene, root, data, level);
    }
    let key = rng.pick(scene.pool);
    match &mut root.shape {
        Shape::Object(fields, _) if !fields.is_empty() && rng.chance(75) => {
            let field = prefer_objects(rng, fields);
            // Whether a default of the parent fits the child nobody has said.
            field.ty.default = None;
            let own_data = match &data.shape {
                Shape::Object(all, _) => all.iter().find(|f| f.key == field.key),
                _ => None,
            };
            let mut own_data = own_data.map_or_else(|| field.ty.clone(), |field| field.ty.clone());
            let tag = rng.pick(&unions::TAGS);
            let tag =
                (rng.chance(20) && unions::can_have_tag(item(&mut field.ty), tag)).then_some(tag);
            if let Some(tag) = tag {
                unions::add_tag(rng, item(&mut own_data), tag);
            }
            let scene = Scene { strings: rng.chance(15), ..scene };
            let (file, mut ty) = match inner_fields(&field.ty) {
                Some(inner) if rng.chance(75) => narrower(rng, scene, inner, own_data, level),
                _ if takes_objects_in_a_union(&field.ty) => {
                    (same_union(rng, scene, &field.ty, level), own_data)
                }
                _ if scene.free || rng.chance(5) => wider(rng, scene, &mut field.ty, level),
                _ => (child(rng, scene, Shape::Any.into(), level + 1).0, own_data),
            };
            surround(rng, scene, &mut field.ty, tag);
            ty.nullable |= unions::takes_null(&field.ty) && rng.chance(50);
            if scene.strings {
                // As likely as not.
                let members = vec![ty.clone(), Shape::String.into()];
                ty = Type { shape: Shape::Union(members), ..ty };
            }
            let key = field.key.clone();
            give(rng, scene, data, &key, ty);
            (key, file)
        }
        // Of a strict object every other key is an error.
        Shape::Object(_, mode) if *mode != "strict" || rng.chance(5) => {
            let (file, ty) = fresh(rng, scene, level);
            give(rng, scene, data, &key, ty);
            (key, file)
        }
        Shape::Any if scene.free => {
            let (file, ty) = fresh(rng, scene, level);
            give(rng, scene, data, &key, ty);
            (key, file)
        }
        // There may be objects in a union or a record; who knows what they hold.
        _ => (key, child(rng, scene, Shape::Any.into(), level + 1).0),
    }
}

pub fn prefer_objects<'f>(rng: &mut Rng, fields: &'f mut [Field]) -> &'f mut Field {
    let objects: Vec<usize> =
        (0..fields.len()).filter(|&at| inner_fields(&fields[at].ty).is_some()).collect();
    let at = if objects.is_empty() || rng.chance(20) {
        rng.below(fields.len())
    } else {
        rng.pick(&objects)
    };
    &mut fields[at]
}

/// The fields of an object, or of the objects of an array.
pub fn inner_fields(ty: &Type) -> Option<&[Field]> {
    match &ty.shape {
        Shape::Object(fields, _) => Some(fields),
        Shape::Array(element) => match &element.shape {
            Shape::Object(fields, _) if !element.nullable => Some(fields),
            _ => None,
        },
        _ => None,
    }
}

/// Makes the parent's type of embedded data another one, which takes it all the same.
fn surround(rng: &mut Rng, scene: Scene<'_>, ty: &mut Type, tag: Option<&str>) {
    if let Shape::Object(fields, _) = &mut item(ty).shape {
        for field in fields {
            if rng.chance(15) {
                field.ty = unions::in_other_words(rng, field.ty.clone());
            }
        }
    }
    let inside = item(ty);
    if let Some(tag) = tag {
        *inside = unions::tagged(rng, inside.clone(), tag);
    } else if let Shape::Object(fields, _) = &inside.shape
        && rng.chance(10)
    {
        inside.shape = unions::record(rng, fields);
    } else if rng.chance(15) {
        *inside = unions::around(rng, scene.pool, inside.clone(), None);
    }
    if scene.strings || rng.chance(15) {
        let also = scene.strings.then_some(Shape::String);
        *ty = unions::around(rng, scene.pool, ty.clone(), also);
    }
}

fn takes_objects_in_a_union(ty: &Type) -> bool {
    let is_object = |member: &Type| matches!(member.shape, Shape::Object(..));
    matches!(&ty.shape, Shape::Union(members) if members.iter().any(is_object))
}

/// A child whose root is a union like the parent's.
fn same_union(rng: &mut Rng, scene: Scene<'_>, parent: &Type, level: usize) -> String {
    let mut root = Type { optional: false, default: None, describe: None, ..parent.clone() };
    if let Shape::Union(members) = &mut root.shape {
        for member in members {
            if let Shape::Object(fields, mode) = &mut member.shape {
                // What tells the objects apart stays.
                let tells = |key: &str| key == "kind" || unions::TAGS.contains(&key);
                fields.retain(|field| tells(&field.key) || rng.chance(75));
                rng.shuffle(fields);
                if *mode == "strict" {
                    *mode = "strip";
                }
            }
        }
    }
    let root = if rng.chance(50) { unions::in_other_words(rng, root) } else { root };
    let scene = Scene { free: false, ..scene };
    child(rng, scene, root, level + 1).0
}

/// A child whose schema is much like the parent's of the same value. `ty` is the type of the data.
pub fn narrower(
    rng: &mut Rng,
    scene: Scene<'_>,
    fields: &[Field],
    mut ty: Type,
    level: usize,
) -> (String, Type) {
    let item_shape = if rng.chance(15) {
        Shape::Any
    } else if rng.chance(12) {
        unions::record(rng, fields)
    } else {
        let own = alike(rng, scene, fields);
        Shape::Object(own, types::mode(rng, scene.style))
    };
    let scene = Scene { free: false, ..scene };
    let (file, own_data) = child(rng, scene, item_shape.into(), level + 1);
    // The data has what the child alone declares as well.
    if let Shape::Object(all, mode) = &mut item(&mut ty).shape
        && let Shape::Object(own, own_mode) = own_data.shape
    {
        if own_mode == "strict" {
            *mode = "strict";
            all.retain(|field| own.iter().any(|o| o.key == field.key));
        }
        for field in own {
            if *mode != "strict" && !all.iter().any(|f| f.key == field.key) {
                all.push(field);
            }
        }
    }
    (file, ty)
}

/// Some of the fields, in another order, with other options, and perhaps one more.
fn alike(rng: &mut Rng, scene: Scene<'_>, fields: &[Field]) -> Vec<Field> {
    let mut own = Vec::new();
    for field in fields {
        if rng.chance(25) {
            continue;
        }
        let mut ty = field.ty.clone();
        // A type says of itself whether it casts; the data is the same.
        ty.cast = None;
        ty.optional |= rng.chance(25);
        ty.nullable |= rng.chance(25);
        match rng.weighted(&[76, 20, 4]) {
            // A default of the same type fits both, or there is none.
            0 if rng.chance(20) => ty.default = Some(types::constant(rng, &field.ty)),
            0 if rng.chance(50) => ty.default = None,
            0 => {}
            1 => {
                ty.shape = Shape::Any;
                ty.default = None;
            }
            _ if field.ty.default.is_some() => ty.default = None,
            // Now and then one that refuses what the parent accepts.
            _ => {
                ty.shape = Shape::String;
                ty.default = None;
            }
        }
        // What the parent writes of itself is not there for the child.
        ty.optional |= field.ty.default.is_some() && rng.chance(90);
        match rng.weighted(&[75, 17, 8]) {
            0 => {}
            1 => ty = unions::in_other_words(rng, ty),
            _ => ty = unions::around(rng, scene.pool, ty, None),
        }
        own.push(Field { key: field.key.clone(), ty });
    }
    rng.shuffle(&mut own);
    let key = rng.pick(scene.pool);
    if rng.chance(30) && !fields.iter().any(|f| f.key == key) {
        let mut ty = types::random(rng, scene.pool, scene.style, 0);
        ty.optional = rng.chance(60);
        ty.default = rng.chance(30).then(|| types::constant(rng, &ty));
        own.insert(rng.below(own.len() + 1), Field { key, ty });
    }
    own
}

/// A child of which the parent only says that there is something.
fn wider(rng: &mut Rng, scene: Scene<'_>, parent: &mut Type, level: usize) -> (String, Type) {
    let (file, mut ty) = fresh(rng, scene, level);
    parent.shape = match ty.shape {
        Shape::Array(_) if rng.chance(50) => {
            Shape::Array(Box::new(Type { nullable: rng.chance(10), ..Shape::Any.into() }))
        }
        _ => Shape::Any,
    };
    if matches!(parent.shape, Shape::Array(_)) && !parent.nullable {
        ty.nullable = false;
    }
    ty.optional = parent.optional;
    (file, ty)
}

/// A child with a schema of its own, or none.
fn fresh(rng: &mut Rng, scene: Scene<'_>, level: usize) -> (String, Type) {
    let item_shape = if rng.chance(25) {
        Shape::Any
    } else {
        let depth = rng.below(2);
        // A child's odd types fail more often than they show something.
        let style = if rng.chance(70) { Style::Tame } else { scene.style };
        Shape::Object(types::fields(rng, scene.pool, style, depth), types::mode(rng, style))
    };
    let scene = Scene { free: true, ..scene };
    let (file, item_data) = child(rng, scene, item_shape.into(), level + 1);
    let mut ty = item_data;
    if rng.chance(40) {
        ty = Shape::Array(Box::new(ty)).into();
    }
    ty.nullable = rng.chance(15);
    ty.optional = rng.chance(25);
    (file, ty)
}

/// Data of the type `data` gets a member of the type `ty`.
pub fn give(rng: &mut Rng, scene: Scene<'_>, data: &mut Type, key: &str, ty: Type) {
    if !matches!(data.shape, Shape::Object(..)) {
        let fields = types::fields(rng, scene.pool, Style::Tame, 0);
        data.shape = Shape::Object(fields, "passthrough");
    }
    let Shape::Object(fields, _) = &mut data.shape else { unreachable!("it was made one") };
    match fields.iter_mut().find(|field| field.key == key) {
        Some(field) => field.ty = ty,
        None => {
            let at = rng.below(fields.len() + 1);
            fields.insert(at, Field { key: key.to_owned(), ty });
        }
    }
}
