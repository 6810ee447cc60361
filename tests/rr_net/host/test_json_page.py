"""docs/json.md names all views and errors, and its session plays as it is printed.

Messages and fields stand there by `make docs`.
"""

import ast
import dataclasses
import json
import re
from pathlib import Path

import pytest

from rr_net import link
from rr_net.link.refusals import CODES, code_of
from rr_rules.kernel import errors
from rr_rules.kernel.game import CardText, Outcome, Reason
from rr_rules.regicide import view as regicide
from rr_rules.regicide.state import RegicideEvent
from rr_rules.registry import CannotLoad
from rr_rules.rune import view as rune
from rr_rules.rune.state import RuneEvent
from rr_rules.runes_regulations.state.view import (
    FenceSlot,
    LawnCard,
    LogEvent,
    NefariousView,
    RoleStep,
    SeatView,
    Spun,
    View,
    Waiting,
)
from tests.support.docs import json_page
from tests.support.rr_net.jsonexample import COMING_IN, Script, example_room, matches
from tests.support.tasks import beside

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "json.md").read_text("utf-8")
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|")
# What it takes to lose a game's rules is no answer to a line of somebody's.
NOT_ANSWERED = {"rules_error", "bad_chance", "bad_transcript", "endless_step", "no_such_clause"}


def fields_under(text, heading):
    """The first column of the table under a heading."""
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no heading {heading}"
    rows = [found for line in match[1].splitlines() if (found := ROW.match(line))]
    return {name for found in rows for name in re.findall(r"`([a-z_]+)`", found[1])}


def test_every_message_has_one_heading_and_one_example():
    for direction, union in (("send", link.FromPlayer), ("hear", link.FromRoom)):
        start = DOCUMENT.index(f"\n## What you {direction}\n")
        part = DOCUMENT[start : DOCUMENT.index("\n## ", start + 1)]
        kinds = [json_page.kind_of(model) for model in json_page.members(union)]
        assert re.findall(r"^### `(\w+)`", part, re.MULTILINE) == kinds
        assert re.findall(r'^\{"type": "(\w+)"', part, re.MULTILINE) == kinds


def test_no_part_of_a_message_is_forgotten():
    offered = {each for each in vars(link).values() if json_page.is_object(each)}
    models = {*offered, CardText}  # a value of the rules that stands in a message
    whole = {*json_page.members(link.FromPlayer), *json_page.members(link.FromRoom)}
    parts = {part for model in whole for part in parts_of(model)}
    values_of_the_rules = {CardText}
    assert models | values_of_the_rules == {*whole, *parts, link.Message}


def parts_of(model):
    for name in json_page.fields_of(model):
        if (part := json_page.inner(model, name)) is not None:
            yield from (part, *parts_of(part))


class Silent(link.Message):
    """Says nothing of its field."""

    word: str


def test_a_field_without_a_docstring_is_refused():
    with pytest.raises(ValueError, match=r"Silent\.word has no docstring"):
        json_page.field_table(Silent, Silent.model_fields, "silent", has_defaults=False)


def test_every_field_of_the_view_and_of_an_event_is_explained():
    text, named = view_of("Runes & Regulations")
    for value in (
        View,
        SeatView,
        LawnCard,
        FenceSlot,
        Spun,
        Waiting,
        Reason,
        Outcome,
        NefariousView,
    ):
        assert fields_named(value) <= named, value
    assert set(RoleStep._fields) <= named
    assert fields_under(text, "An event") == set(LogEvent._fields)


YOUNG = {
    "Regicide": (regicide, {"RegicideView", "RegicideSeatView", "Enemy", "Played"}, RegicideEvent),
    "Rune": (
        rune,
        {"RuneView", "RuneSeatView", "Cell", "CardOnTable", "AreaView", "RuneSettings"},
        RuneEvent,
    ),
}


@pytest.mark.parametrize("game", YOUNG)
def test_every_field_of_the_other_views_and_their_events_is_explained(game):
    module, parts, event = YOUNG[game]
    text, named = view_of(game)
    for part in parts:
        assert fields_named(getattr(module, part)) <= named, part
    assert fields_under(text, f"The view of {game}") >= fields_named(getattr(module, f"{game}View"))
    assert set(event._fields) <= named


def view_of(game):
    """The section about a game's view, and all that it names."""
    start = DOCUMENT.index(f"\n## The view of {game}\n")
    text = DOCUMENT[start : DOCUMENT.index("\n## ", start + 1)]
    return text, set(re.findall(r"`([a-z_]+)`", text))


def fields_named(value):
    return {field.name for field in dataclasses.fields(value)}


def refusal_codes():
    """Every code that a `Refused` or a `Problem` of ours is made with."""
    for path in sorted((ROOT / "rr_net").rglob("*.py")):
        if "fairness" in path.parts:
            continue  # what is refused there is a file, in words
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refused"), args=[ast.Constant(value=str(code)), *_]
                ):
                    yield code
                case ast.Call(func=ast.Attribute(attr="Problem"), keywords=[
                        ast.keyword(arg="code", value=ast.Constant(value=str(code))), *_
                ]):  # fmt: skip
                    yield code
                case ast.Call(func=ast.Name(id="_refuse") | ast.Attribute(attr="_refuse"),
                              args=[ast.Constant(value=str(code)), *_]):  # fmt: skip
                    yield code


def test_every_error_code_is_explained():
    codes = set(refusal_codes())
    assert {"wrong_code", "bad_line", "line_too_long"} <= codes
    rules = {each for each in vars(errors).values() if isinstance(each, type)} | {CannotLoad}
    codes |= {code_of(each("")) for each in rules if issubclass(each, errors.RulesError)}
    assert codes - NOT_ANSWERED == CODES.keys()


def session():
    """The example: (mark, message) for each line."""
    block = DOCUMENT[DOCUMENT.index("\n## A whole session") :].split("```")[1]
    lines = block.splitlines()[1:]
    assert all(line[:2] in {"> ", "< "} for line in lines)
    return [(line[0], json.loads(line[2:])) for line in lines]


async def test_the_session_plays_as_it_is_printed():
    async with example_room() as place:
        script = Script(place)
        async with beside(script.run()) as running:
            await place.settle()
            for mark, message in session():
                if mark == ">":
                    assert not script.heard, "more was heard than is printed"
                    await script.says(message)
                else:
                    await script.waits()
                    assert matches(message, script.heard.popleft()), message
            assert not script.heard
        assert running.result() == 0


def test_the_session_is_a_whole_game():
    said = [message for mark, message in session() if mark == ">"]
    heard = [message["type"] for mark, message in session() if mark == "<"]
    assert tuple(said[: len(COMING_IN)]) == COMING_IN
    assert said[-1]["type"] == "leave"
    assert "answer" in {message["type"] for message in said}
    kinds = {"hello", "lobby", "cards", "events", "view", "pending", "chat", "outcome", "bye"}
    assert set(heard) == kinds | {"notice"}
    assert heard[-1] == "bye"


def test_a_session_that_differs_is_seen():
    shown = {"a": [1, 2, "..."], "b": {"c": 1, "...": "..."}}
    assert matches(shown, {"a": [1, 2, 3], "b": {"c": 1, "d": 2}})
    assert not matches(shown, {"a": [1, 3], "b": {"c": 1}})
    assert not matches(shown, {"a": [1, 2], "b": {"d": 1}})
    assert not matches(shown, {"a": [1, 2], "b": {"c": 1}, "e": 1})
