"""The json protocol, byte for byte as it was when the golden sessions were recorded."""

import ast
import json
import re
import typing
from pathlib import Path

import pytest

import rr_net
from rr_net import link
from rr_net.link.refusals import code_of
from rr_rules.kernel import errors
from tests.support.golden.sessions import FOLDER, SESSIONS, played, recorded

UNHEARD = {
    # Faults of a game or of a file: no line of a player's is answered with them.
    "rules_error", "bad_chance", "bad_transcript", "endless_step", "no_such_clause",
    # The room asks whether there is a game, and who is asked, before the table can say so.
    "game_is_over", "wrong_request",
    # Nobody can provoke a fault of the host's own program.
    "fault",
    # It takes a crowd of new keys, or two keys with the same words.
    "too_many_new", "two_keys",
}  # fmt: skip
NUMBERED = re.compile(r"\(line \d+\)")
LINE = re.compile(r"\w+ ([<>]) (\{.*\})")


@pytest.mark.slow
@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_goes_as_it_was_recorded(name):
    now, then = played(name).splitlines(), recorded(name).splitlines()
    for number, (line, golden) in enumerate(zip(now, then, strict=False), 1):
        assert line == golden, f"{name}.txt, line {number}"
    assert len(now) == len(then)


def test_every_file_is_a_session_and_every_session_has_one():
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in SESSIONS}
    assert len(SESSIONS) == 18


def messages(mark):
    """All messages of one direction, in all sessions."""
    for name in SESSIONS:
        for line in recorded(name).splitlines():
            found = LINE.fullmatch(line)
            if found and found[1] == mark:
                yield json.loads(NUMBERED.sub("[]", found[2]))


@pytest.mark.parametrize(("mark", "union"), [(">", link.FromPlayer), ("<", link.FromRoom)])
def test_every_kind_of_message_occurs(mark, union):
    models = typing.get_args(typing.get_args(union)[0])
    kinds = {model.model_fields["type"].default for model in models}
    assert kinds - {message.get("type") for message in messages(mark)} == set()


def test_every_act_of_the_host_occurs():
    acts = typing.get_args(link.Host.model_fields["act"].annotation)
    assert {m["act"] for m in messages(">") if m.get("type") == "host"} == set(acts)


@pytest.mark.slow
def test_every_refusal_occurs():
    heard = {message["code"] for message in messages("<") if message["type"] == "error"}
    assert heard == (refusals() | complaints()) - UNHEARD


def refusals():
    """Every code that something of the table's is refused with."""
    codes = set()
    for path in Path(rr_net.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="Refused" | "_refuse") | ast.Attribute(attr="_refuse"),
                    args=[ast.Constant(value=str(code)), ast.Constant() | ast.JoinedStr()
                          | ast.Name() | ast.Call()],
                ):  # fmt: skip
                    codes.add(code)
                case ast.Call(
                    func=ast.Name(id="Problem") | ast.Attribute(attr="Problem"),
                    keywords=[ast.keyword(value=ast.Constant(value=str(code))), _],
                ):
                    codes.add(code)
    assert {"wrong_code", "bad_line", "too_fast"} <= codes
    return codes


def complaints():
    """Every code for what the rules refuse."""
    kinds = [each for each in vars(errors).values() if isinstance(each, type)]
    return {code_of(each("")) for each in kinds if issubclass(each, errors.RulesError)}


def test_games_of_every_kind_come_to_their_audit():
    ends = [m for m in messages("<") if m["type"] == "outcome" and m["verified"]]
    assert len({end["commitment"] for end in ends}) >= 9
    games = {m["game"] for m in messages("<") if m["type"] == "view"}
    assert games == {"pebbles", "regicide", "rune", "runes-regulations"}
    assert any(end["roles"] for end in ends)
    assert any(end["together"] for end in ends)
