"""The messages of docs/json.md, from `rr_net.link`, each with an example of the golden sessions.

A field's meaning is the docstring below it; what it may be is told from its annotation. A message
within another one has its own table under the name of the field that holds it.
"""

import ast
import inspect
import json
import typing
from dataclasses import is_dataclass
from functools import cache
from types import NoneType, UnionType

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from rr_net import link
from rr_net.link.refusals import CODES
from tests.support.docs.examples import example
from tests.support.docs.made import quoted, table

WORDS = {str: "text", int: "number", float: "number", bool: "truth value"}
MANY = {str: "texts", int: "numbers"}
EMPTY = {str: "", int: 0, float: 0.0, bool: False}


def members(union):
    """The messages of a union, in its order."""
    return typing.get_args(typing.get_args(union)[0])


def sent():
    return "\n".join(message(model, ">") for model in members(link.FromPlayer))


def heard():
    return "\n".join(message(model, "<") for model in members(link.FromRoom))


def codes():
    return table(("code", "when"), [(f"`{code}`", when) for code, when in CODES.items()])


# --- one message ----------------------------------------------------------------------------------


def message(model, mark):
    kind = kind_of(model)
    parts = [f"### `{kind}`", *paragraphs(model)]
    if fields := fields_of(model):
        parts.append(field_table(model, fields, kind, has_defaults=mark == ">").strip())
    parts.append(f"```json\n{json.dumps(example(kind, mark), ensure_ascii=False)}\n```")
    parts += [part for field in fields for part in nested(f"{kind}.{field}", inner(model, field))]
    return "\n\n".join(parts) + "\n"


def nested(path, model):
    """The table of what a field holds, and of what that holds."""
    if model is None:
        return
    fields = fields_of(model)
    yield f"#### In `{path}`"
    yield from paragraphs(model)
    yield field_table(model, fields, path, has_defaults=False).strip()
    for field in fields:
        yield from nested(f"{path}.{field}", inner(model, field))


def field_table(model, fields, path, *, has_defaults):
    meanings, rows = docstrings(model), []
    for name, field in fields.items():
        if name not in meanings:
            raise ValueError(f"{model.__name__}.{name} has no docstring: expected a sentence")
        default = [default_of(field)] if has_defaults else []
        rows.append((f"`{name}`", type_of(field, f"{path}.{name}"), *default, meanings[name]))
    return table(("field", "type", *(["default"] if has_defaults else []), "meaning"), rows)


def kind_of(model):
    return model.model_fields["type"].default


def fields_of(model):
    """The fields of a message, or of a value of the rules that stands in one."""
    if is_dataclass(model):
        hints = typing.get_type_hints(model)
        return {name: FieldInfo.from_annotation(hint) for name, hint in hints.items()}
    return {name: field for name, field in model.model_fields.items() if name != "type"}


def inner(model, name):
    """The message or the value that a field holds, or a list of which it holds."""
    annotation = fields_of(model)[name].annotation
    for each in (annotation, *within(annotation)):
        if is_object(each):
            return each
    return None


def is_object(annotation):
    is_class = isinstance(annotation, type)
    return is_class and (issubclass(annotation, BaseModel) or is_dataclass(annotation))


def within(annotation):
    return [each for arg in typing.get_args(annotation) for each in (arg, *within(arg))]


# --- words ----------------------------------------------------------------------------------------


def paragraphs(model):
    return [" ".join(each.split()) for each in inspect.getdoc(model).split("\n\n")]


@cache
def docstrings(model):
    """By field, the docstring below it."""
    [body] = ast.parse(inspect.getsource(model)).body
    found = {}
    for node, after in zip(body.body, body.body[1:], strict=False):
        match node, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split()).replace("|", "\\|")
    return found


def default_of(field):
    if field.is_required():
        return ""
    default = field.default_factory() if field.default is PydanticUndefined else field.default
    return f"`{json.dumps(default)}`"


def type_of(field, path):
    """A type in words, with the bounds that the field sets."""
    words = type_words(field.annotation, path)
    least, most = bound(field, "ge"), bound(field, "le")
    below, length = bound(field, "lt"), bound(field, "max_length")
    most = below - 1 if below is not None else most
    if least is not None:
        words += f", {least} to {most}" if most is not None else f", {least} or more"
    if length is not None:
        words += f", {length} {'characters' if words == 'text' else 'of them'} at most"
    return words


def bound(field, name):
    kinds = (annotated_types.BaseMetadata,)
    found = [getattr(each, name, None) for each in field.metadata if isinstance(each, kinds)]
    return next((each for each in found if each is not None), None)


def type_words(annotation, path):
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, UnionType):
        return " or ".join(type_words(each, path) for each in arguments)
    if annotation is NoneType:
        return "null"
    if origin is typing.Literal:
        return f"{quoted(arguments[:-1])} or {quoted(arguments[-1:])}"
    if origin is tuple:
        return list_words(arguments[0], path)
    if is_object(annotation):
        return f"[object](#{anchor(path)})"
    return WORDS.get(annotation, "object")


def list_words(item, path):
    if is_object(item):
        return f"list of [objects](#{anchor(path)})"
    return f"list of {MANY.get(item, 'pairs of texts')}"


def anchor(path):
    return f"in-{path.replace('.', '')}"
