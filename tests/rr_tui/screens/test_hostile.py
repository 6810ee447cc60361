"""Text from people in every place of the interface where it is shown."""

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rr_net.link import Notice, Person
from rr_tui.app import UNHEARD
from rr_tui.screens.game import GameScreen
from rr_tui.terminal.modes import NoticeStyle
from tests.support.fakeclock import passes
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    FakeLink,
    cards,
    chat,
    ended,
    game,
    lobby,
    log,
    pending,
    person,
    problem,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import ask, option

MARKUP = ("[/b] [TODO]", "[@click=app.quit]x", "[$primary] [b ]] %s {9}")

CONTROLS = (
    "\x1b]0;owned\x07",
    "\x1b[31mred",
    "\x9b31mred",
    "\x1bPq#0\x1b\\",
    "a\x00b\x07c\x08d",
    "\u202eevil\u202c",
    "\u200bzero\u200dwidth",
    "tag\U000e0041\U000e0042",
    "line\u2028break\u2029end",
    "e" + "\u0301" * 30,
    "new\nline\r\ttab",
)

# Everything that the driver may say: where the cursor goes, how a cell looks, the modes it sets.
OURS = re.compile(
    rb"\x1b\[\d*(;\d+)?[HC]|\x1b\[[\d;]*m|\x1b\[\?\d+[hl]|\x1b\[\?2026\$p|\x1b\[5n|\x1b\[2[23];0t"
    rb"|\x1b>|\x1b\(B\x0f|\x1b\]2;[ -~]*\x07"
)


def people_named(name):
    seats = tuple(s.model_copy(update={"name": name}) for s in views.people())
    persons = (Person(name=name, seat=1, is_host=False, admitted=False, fingerprint=name),)
    return {"seats": seats, "people": persons, "notes": (name,), "invite": name}


def a_game_full_of(text):
    """Every message of a game with the same text wherever people can write one."""
    deck = cards()
    faces = tuple(replace(c, name=text, text=text, flavour=text) for c in deck.cards)
    question = ask(
        option(0, "cast", "hand", 0, 0, label=text),
        option(1, "pass", label=text),
        prompt=text,
        source=faces[0].id,
    )
    return (
        welcome(table=text),
        lobby("playing", **people_named(text)),
        deck.model_copy(update={"cards": faces}),
        log(text, "{1} " + text, clause="RR-TURN-01"),
        chat(text, text),
        Notice(text=text),
        problem(text),
        seen(),
        pending(question),
    )


async def walk_everywhere(sat, text):
    """Opens everything that shows text from people; returns all that was on the screen."""
    shown = [sat.text]
    for keys in (["l"], ["c"], ["i"], ["m"], ["r"], ["?"], ["ctrl+p"]):
        await sat.press(*keys)
        shown.append(sat.text)
        await sat.press("escape")
    await sat.hear(pending(None, 8, window=views.open_window(about=text)), seen(number=8))
    shown.append(sat.text)
    await sat.hear(ended(text=text, verdict=text, bundle=text), lobby("over", **people_named(text)))
    shown.append(sat.text)
    await sat.hear(lobby("lobby", **people_named(text)))
    shown.append(sat.text)
    await sat.hear(welcome(admitted=False, table=text), lobby("lobby", people=()))
    return [*shown, sat.text]


@pytest.mark.slow
@pytest.mark.attack("T32")
@pytest.mark.parametrize("text", MARKUP)
async def test_markup_from_people_is_shown_as_it_was_typed(text):
    async with sitting(FakeLink(*a_game_full_of(text)), size=(120, 40)) as sat:
        shown = await walk_everywhere(sat, text)
        assert not sat.session.task.done()
        places = [number for number, picture in enumerate(shown) if text in picture]
        assert len(places) >= len(shown) - 3


@pytest.mark.attack("T32")
async def test_markup_in_chat_does_nothing_but_show():
    async with sitting(FakeLink(*game(views.cast_phase())), mouse=True) as sat:
        await sat.hear(chat("Bob", "[@click=app.leave]press me[/] [b]bold[/b]"))
        assert "Bob: [@click=app.leave]press me[/] [b]bold[/b]" in sat.text
        row = next(y for y, line in enumerate(sat.terminal.text) if "press me" in line)
        column = sat.terminal.text[row].index("press me") + 2
        sat.session.driver.feed(f"\x1b[<0;{column};{row + 1}M\x1b[<0;{column};{row + 1}m".encode())
        await sat.rest()
        assert isinstance(sat.screen, GameScreen)


@pytest.mark.slow
@pytest.mark.attack("T31")
@pytest.mark.parametrize(
    "text", ["".join(CONTROLS[:6]), "".join(CONTROLS[6:])], ids=["sequences", "formats"]
)
@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
async def test_no_control_character_of_people_reaches_the_wire(text, glyphs):
    async with sitting(
        FakeLink(*a_game_full_of(text)), size=(120, 40), glyphs=glyphs, bell=False
    ) as sat:
        await walk_everywhere(sat, text)
        rest = OURS.sub(b"", sat.terminal.sent)
        assert not re.search(rb"[\x00-\x1f\x7f]", rest)
        plain = rest.decode("utf-8")
        assert not [c for c in plain if "\x80" <= c <= "\x9f" or c in "\u202e\u200b\u2028\u200d"]
        assert plain.count("\u0301\u0301\u0301") == 0
        if glyphs == "ascii":
            assert plain.isascii()
        assert not sat.session.task.done()


@pytest.mark.attack("T31")
async def test_a_name_never_reaches_the_windows_title():
    async with sitting(FakeLink(*a_game_full_of("Bobby")), title=True) as sat:
        await sat.hear(seen(number=9), pending(views.cast_phase(), 9))
        await passes(UNHEARD + 1)
        titles = re.findall(rb"\x1b\]2;([ -~]*)\x07", sat.terminal.sent)
        assert b"Your turn - Runes table" in titles
        assert not [title for title in titles if b"Bobby" in title]


@pytest.mark.attack("T31")
async def test_a_name_at_the_door_is_a_number_in_the_title_and_plain_in_the_notice():
    link = FakeLink(welcome(is_host=True), lobby("lobby", doorkeeper=True))
    async with sitting(link, title=True, notify=True) as sat:
        sat.app.notices = NoticeStyle.ITERM
        sat.session.driver.feed(b"\x1b[O")
        outside = person("B;4;1\x1b]0;mine\x07by", -1, admitted=False)
        await sat.hear(lobby("lobby", doorkeeper=True, people=(*lobby().people, outside)))
        assert b"\x1b]2;(1 at the door) Runes table\x07" in sat.terminal.sent
        notices = re.findall(rb"\x1b\]9;(.*?)\x07", sat.terminal.sent)
        assert notices == [b"At the door: B,4,1]0,mineby, not let in, otter-lamp"]
        assert not sat.session.task.done()


# --- nothing in the interface reads markup: held by the source ------------------------------------

ROOT = Path(__file__).parents[3] / "rr_tui"
MARKUP_READERS = frozenset({"from_markup", "render_markup", "assemble", "to_content"})
SHOWERS = frozenset({"Static", "Label", "notify", "name_window", "set_title", "Tooltip", "Button"})
WORD_HOLDERS = frozenset(
    {"title", "sub_title", "tooltip", "border_title", "border_subtitle", "placeholder"}
)


def faults(source):
    """What a source does that could read text from people as markup, or name a window by it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) as call:
                if name in MARKUP_READERS:
                    found.append(name)
                if name in SHOWERS and not all(map(is_our_own, call.args)):
                    found.append(f"{name}(...)")
                found += [
                    k.arg for k in call.keywords if k.arg == "markup" and not is_false(k.value)
                ]
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                if name in WORD_HOLDERS and not is_our_own(value):
                    found.append(f".{name} = ...")
    return found


def is_our_own(value):
    """A constant, by itself or by its name in capitals."""
    constant = isinstance(value, ast.Constant)
    return constant or (isinstance(value, ast.Name) and value.id.isupper())


def is_false(value):
    return isinstance(value, ast.Constant) and value.value is False


@pytest.mark.attack("T32")
def test_no_source_of_the_interface_reads_markup():
    found = {
        str(path.relative_to(ROOT)): faults(path.read_text("utf-8")) for path in ROOT.rglob("*.py")
    }
    # Our own frame, our own words, and a key of the player's own, which Textual shows as it is.
    # What names a window or stands in a notice is checked once more where it is written.
    allowed = {"widgets/menu.py": [".title = ..."], "screens/front.py": [".title = ..."],
               "screens/history.py": [".title = ..."], "dialogs/guide/search.py": [".title = ..."],
               "widgets/player_app.py": ["notify(...)", "name_window(...)"],
               "app.py": ["name_window(...)"], "terminal/app.py": ["set_title(...)"],
               "screens/lobby.py": [".placeholder = ..."]}  # fmt: skip
    assert {name: bad for name, bad in found.items() if bad and allowed.get(name) != bad} == {}


@pytest.mark.attack("T32")
@pytest.mark.parametrize(
    "source",
    [
        "Content.from_markup(chat.text)",
        "Static(f'{name} sits here')",
        "Static(name)",
        "self.notify(f'{name} left')",
        "Input(markup=True)",
        "widget.tooltip = person.name",
        "self.title = name",
        "app.name_window(f'{name}: your turn')",
    ],
)
def test_a_source_that_reads_markup_is_seen(source):
    assert faults(source)


@pytest.mark.attack("T32")
@pytest.mark.parametrize(
    "source", ["Static('words')", "self.title = TITLE", "name_window(YOUR_TURN)", "f(markup=False)"]
)
def test_our_own_words_pass(source):
    assert faults(source) == []
