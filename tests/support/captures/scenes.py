"""The scenes of an evening that captures are taken of, each by keys at a real room."""

import contextlib
import tempfile
from dataclasses import replace
from pathlib import Path

from rr_net import link
from rr_net.cli.front import FrontDesk
from rr_net.cli.past import PastDesk
from rr_net.fairness.base.manifest import Seated
from rr_net.history.book import open_book
from rr_net.history.ratings import rated_anew
from rr_net.host.around import look_around
from rr_net.host.places import TABLE, write_note
from rr_net.host.process import HostPlan
from rr_net.local.tutorial import Learning, LessonTable
from rr_net.replay.branch import Branching
from rr_net.replay.viewer import Viewer
from rr_net.room.lobby import TablePlan
from rr_net.store import SqliteJournal
from rr_tui.linear.teller import Paper
from rr_tui.linear.words import past_words
from tests.support.captures.evening import Guest, Words, deals, learning, replaying, table
from tests.support.captures.told import two_questions
from tests.support.golden.midgame import crowded_street, rune_late, street_of_eight
from tests.support.golden.midgame import three_against_a_queen as queen
from tests.support.rr_net.journals import journalled
from tests.support.rr_net.pastgames import ANN, BOB, DAY, NOON, ROOT, seat, together
from tests.support.rr_net.pastgames import game as past_game
from tests.support.rr_net.played import recorded
from tests.support.rr_net.roomplay import dealt, hall
from tests.support.rr_tui import fakelink, views
from tests.support.rr_tui.fakelink import FakeLink
from tests.support.rr_tui.runeboard import messages as tell_rune
from tests.support.rr_tui.sitting import choosing, looking_back, sitting
from tests.support.tasks import beside

LIVELY = 5
"""The luck of the games that are shown."""
TRIED = 12
"""How many games are begun for a moment that not every one of them has."""
CALM = 5
"""The luck of a game of one person in which a bot thinks while nothing else is new."""
HINTED = 8
"""The luck of a game in which somebody has the turn before any other question."""
PORT = 2222
TEXT_WIDTH = 80
"""Columns of the captures of the text mode."""
A_NOTE = (
    "Nobody saw that the Griffin lay there with nothing to do, not even I, though I had read its "
    "card aloud two turns before, and Bob had asked what it was good for."
)
"""What somebody writes about a moment."""
CROWDED = 7
"""Creatures on all Lawns together at a table to look at."""


# --- before the table -----------------------------------------------------------------------------


async def front(studio):
    """The first screen in a folder of its own: nothing kept, a game kept, a table open."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        page = (await _desk(root)).page()
        async with choosing(page) as sat:
            await studio.take("front", sat)
            await sat.press("down")
            await sat.press("enter")
            await sat.until_worked_out(lambda: "Which game?" in sat.text)
            await studio.take("front-games", sat)
            await sat.press("left", "down", "enter")
            await sat.until_worked_out(lambda: "How well shall" in sat.text)
            await studio.take("front-bots", sat)
            await sat.press("left", "down", "enter")
            await sat.until_worked_out(lambda: "Which lesson?" in sat.text)
            await studio.take("front-learn", sat)
        journal = await _kept(root)
        async with choosing((await _desk(root)).page()) as sat:
            await studio.take("kept", sat)
        journal = await SqliteJournal.open(root)
        async with choosing((await _desk(root)).page()) as sat:
            await studio.take("table-open", sat)
        await journal.close()
        for number, guest in enumerate(("cem", "dee", "zoe"), 2):
            await _kept(root / f"beside-{number}", number, guest)
        async with choosing((await _desk(root)).page()) as sat:
            await sat.press("2")
            await sat.until_worked_out(lambda: "┌ Kept games" in sat.text)
            await studio.take("kept-others", sat)
            await sat.press("/", *"zoe")
            await studio.take("kept-filter", sat)
            await sat.press("enter")
            await studio.take("kept-found", sat)


async def _desk(root):
    plan = HostPlan(TablePlan(seats=3, bots=2, fairness="auto"), root, port=PORT)
    return FrontDesk(plan, await look_around(root), given=frozenset())


async def _kept(root, luck=1, guest="bob"):
    journal = await SqliteJournal.open(root)
    archive = journalled(journal, luck=luck)
    async with hall(archive=archive, game="runes-regulations", name="Maple Court") as place:
        await dealt(place, "ann", guest)
    await journal.close()
    write_note(root / TABLE, {"listen": "0.0.0.0", "port": PORT, "name": "Maple Court"})


# --- the lobby ------------------------------------------------------------------------------------


async def door(studio):
    """A code is asked for, and the host reads who is there."""
    async with table("ann", fairness="auto") as made, made.sits() as ann:
        await studio.take("lobby-alone", ann)
        line = made.place.room.connect("SHA256:cem", "cem")
        async with sitting(line) as sat:
            cem = Guest(made.place, sat)
            await ann.settles()
            await studio.take("door", cem)
            await studio.take("door-host", ann)


async def lobby(studio):
    """The host's lobby with a guest, that guest's, and the table's options."""
    async with table("ann", "bob", seats=4, bots=2, fairness="auto") as made:
        async with made.sits() as ann:
            await ann.press("c", *"hi bob!", "enter")
            await studio.take("lobby", ann)
            await ann.press("7")
            await studio.take("options", ann)
            await ann.press("right")
            await studio.take("options-preset", ann)
            await ann.press("down", "i")
            await studio.take("options-raw", ann)
            await ann.press("escape")
        async with made.sits(1) as bob:
            await studio.take("lobby-seated", bob)
    async with table("ann", seats=3, bots=2, fairness="auto", is_open=True) as made:
        line = made.place.room.connect("SHA256:zoe", "zoe")
        async with sitting(Learning(line)) as sat:
            zoe = Guest(made.place, sat)
            await zoe.passes(6)
            await studio.take("lobby-guest", zoe)
            await zoe.press("t", "space")
            await studio.take("lobby-tour", zoe)
            await zoe.press("escape", "escape")
            await zoe.press(_digit_of("Learn…", zoe))
            await studio.take("lobby-learn", zoe)
            await zoe.press("2")
            await zoe.passes(1.0)
            await studio.take("lobby-lesson", zoe)


def _digit_of(words, sat):
    """The digit of a line of a menu."""
    row = next(row for row in sat.text.splitlines() if words in row)
    return row.partition(words)[0].strip("│▸ ")


# --- the board ------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def a_game(is_so, *, names=("ann", "bob"), luck=LIVELY, **settings):
    """The first game from this luck on that comes so far, with somebody's interface before it.

    Which luck that is changes with the rules' source.
    """
    for each in range(luck, luck + TRIED):
        async with table(*names, luck=each, **settings) as made, made.sits() as ann:
            await deals(made)
            if await made.comes_to(lambda: bool(made.ann.all(link.Seen)) and is_so(made.ann)):
                await ann.settles()
                yield made, ann
                return
    raise AssertionError("no game came to that")


def asks(verb):
    """Whether somebody is asked for this, with something to do."""
    return lambda seen: (
        seen.ask is not None and seen.ask.verb == verb and seen.view.round > 3
        and len(seen.ask.options) > 2
    )  # fmt: skip


def in_a_window(seen):
    return seen.ask is not None and seen.window is not None and len(seen.ask.options) > 1


def threatened(seen):
    """Something happens at a full table that ann has a Rune for."""
    seats = seen.view.seats
    is_hidden = not any(slot.face_up for each in seats for slot in each.fence)
    return in_a_window(seen) and is_hidden and sum(len(each.lawn) for each in seats) >= CROWDED


async def turn(studio):
    """An own turn, and what can be read over it."""
    async with a_game(asks("cast_phase")) as (_, ann):
        await studio.take("turn", ann)
        await ann.press("a")
        await studio.take("meanwhile", ann)
        await ann.press("escape", "?", "3")
        await studio.take("keys", ann)
        await ann.press("escape", "r", "enter")
        await studio.take("rules", ann)
    async with a_game(asks("summon_phase")) as (_, ann):
        await studio.take("summon", ann)
        await ann.press("f")
        await studio.take("orders", ann)
        await ann.press("enter")
        await studio.take("order", ann)
        await ann.press("2", "escape", "down", "down", "enter")
        await studio.take("filed", ann)
    async with a_game(asks("summon_phase")) as (_, ann):
        await ann.press("h")
        await studio.take("hint-asked", ann)
        await ann.press("2")
        await ann.settles()
        await studio.take("hint", ann)


async def windows(studio):
    """Reactions: asked, held, answered; and two questions of one beat."""
    async with a_game(threatened) as (_, ann):
        await studio.take("window", ann)
        await ann.press("w")
        await studio.take("hold", ann)
        await ann.press("1")
        await studio.take("answered", ann)
    async with sitting(FakeLink(*two_questions())) as sat:
        await studio.take("beat", sat)


async def luck(studio):
    """Keys for a shuffle and for the Spinner, and what hides the slow hash."""
    made_so = {"luck": LIVELY, "fairness": "table", "seconds": 0.2}
    async with table("ann", "bob", **made_so) as made, made.sits(1) as bob:
        await deals(made)
        await made.plays_until(lambda: _is_called(made.people[1].screen, "shuffle"))
        await bob.settles()
        await bob.press(*"kjhasdf")
        await studio.take("shuffle", bob)
        await bob.passes(1.5)
        await studio.take("shuffling", bob)
        await made.plays_until(lambda: _is_called(made.people[1].screen, "spin"))
        await bob.settles()
        await bob.press(*"qwe")
        await studio.take("push", bob)
        await bob.passes(1.0)
        await studio.take("spinner", bob)


def _is_called(seen, what):
    """Whether keys are asked for, for a shuffle or a spin."""
    event = seen.all(link.Pending) and seen.pending.event
    return bool(event) and event.stage == "contribute" and what in (event.kind, *event.labels)


async def alone(studio):
    """One person with bots: nobody is hurried, and nobody is there to talk to."""
    async with table("ann", seats=3, luck=CALM) as made, made.sits() as ann:
        await deals(made)
        await made.plays_until(lambda: _waits_alone(made.ann))
        await ann.settles()
        await studio.take("alone", ann)
        line = made.place.room.connect("SHA256:cem", "cem")
        async with sitting(line) as sat:
            cem = Guest(made.place, sat)
            await cem.press(*"plum-42-tree", "enter")
            await studio.take("let-in", cem)
        await ann.press("q", "down")
        await studio.take("leaving-alone", ann)


def _waits_alone(seen):
    return (
        bool(seen.all(link.Seen)) and seen.view.round > 3 and not seen.ask and seen.view.player > 0
    )


async def text_mode(studio):
    """The same table in lines of text: the lobby, the deal, leaving."""
    async with table("ann", luck=LIVELY, seats=3, bots=2, is_open=True) as made:
        bob = Words(made.place, made.place.room.connect("SHA256:bob", "bob"))
        async with beside(bob.run()):
            await made.place.passes(6)
            for typed in ("1", "0", "1"):
                await made.place.passes(2)
                await bob.type(typed)
            await deals(made)
            for _ in range(4):
                await made.place.passes(2)
                await bob.rests()
            for typed in ("g steal", "/ summoning limit"):
                await bob.type(typed)
            await bob.type("q")
            studio.keep("text", bob.lines, TEXT_WIDTH)
            bob.leaves()
    async with table("ann", luck=HINTED, seats=3, bots=1, is_open=True) as made:
        bob = Words(made.place, made.place.room.connect("SHA256:bob", "bob"))
        async with beside(bob.run()):
            await made.place.passes(6)
            for typed in ("1", "0", "1"):
                await made.place.passes(2)
                await bob.type(typed)
            await deals(made)
            await made.plays_until(lambda: "Your turn." in bob.lines)
            await bob.rests()
            bob.lines.clear()
            for typed in ("", "hint", "hint"):
                await made.place.passes(2)
                await bob.type(typed)
            await made.place.passes(2)
            await bob.rests()
            studio.keep("text-hint", bob.lines, TEXT_WIDTH)
            bob.leaves()
    pupil = learning("rr-1", TEXT_WIDTH)
    studio.keep("text-lesson", pupil.types("1", "1", "s", "d", "b", "q", "q"), TEXT_WIDTH)
    viewer = Viewer(recorded("Rune", title="Maple Court"), check="checked")
    looks = ("next", "moment", "v", "hands", "eyes P0", "turn 5", "?", "q")
    studio.keep("text-replay", replaying(viewer, TEXT_WIDTH).types(*looks), TEXT_WIDTH)
    async with _an_autumn_of_games() as desk:
        paper = []
        for words in ("", "ann lost"):
            paper.append(f"> history {words}".rstrip())
            Paper(paper.append, TEXT_WIDTH).say_all(past_words(await desk.look(words)))
        studio.keep("text-history", paper, TEXT_WIDTH)


async def past_games(studio):
    """Past games, one of them, words that narrow them down, and all ratings."""
    async with _an_autumn_of_games() as desk, looking_back(desk) as sat:
        await sat.until_worked_out(lambda: "Looking" not in sat.text)
        await studio.take("past", sat)
        await sat.press("down", "down", "enter")
        await studio.take("past-game", sat)
        await sat.press("escape", "r")
        await studio.take("past-ratings", sat)
        await sat.press("escape", "/", *"ann lost")
        await studio.take("past-filter", sat)


@contextlib.asynccontextmanager
async def _an_autumn_of_games():
    """Past games in a folder of their own, for who asks at a fixed time."""
    with tempfile.TemporaryDirectory() as folder:
        book = open_book(Path(folder))
        book.keep(*an_autumn())
        rated_anew(book)
        book.close()
        yield PastDesk(Path(folder), (ROOT,), (), lambda: NOON + 9 * DAY)


def an_autumn():
    """Past games of a host, ann, cem and bob, the latest nine days after the first."""
    cem = "SHA256:cem"
    yield past_game(9, others=(ANN, cem))
    yield together(8, 9, ROOT, ANN, seconds=18 * 60)
    five = tuple(seat(key, rank=0) for key in (ROOT, ANN, "SHA256:dee", "SHA256:eve", "SHA256:fay"))
    yield past_game(7, edition="The Nefarious Neighbor", seats=five, state="playing", turns=9,
                    seconds=0, checked="unchecked")  # fmt: skip
    yield past_game(6, winner=ANN, others=(ROOT,), seconds=33 * 60)
    yield past_game(5, game="rune", edition="Rune", winner=cem, others=(ROOT,), seconds=12 * 60)
    yield past_game(4, game="rune", edition="Rune", others=(BOB,), checked="fails",
               problem="row 40: value 3 of the slow hash is wrong")  # fmt: skip
    for number in range(1, 4):
        yield past_game(number, others=(ANN,), seconds=(20 + number) * 60)
        yield past_game(
            -300 - number, game="rune", edition="Rune", others=(cem,), is_ours=number < 3
        )
    yield together(-320, 11, ROOT, ANN, BOB)


async def leaving(studio):
    """The host leaves, in each way, and what a guest sees and can do."""
    async with a_game(asks("cast_phase")) as (made, ann):
        await ann.press("ctrl+c", "down", "down")
        await studio.take("leaving", ann)
        await ann.press("escape", "ctrl+c", "2")
        await studio.take("away", ann)
        async with made.sits(1) as bob:
            await studio.take("host-away", bob)
            await bob.press("q", "down")
            await studio.take("leaving-guest", bob)


def _is_calm(seen):
    """Somebody else thinks."""
    return seen.view.round > 3 and not seen.ask and seen.window is None and seen.view.player > 1


async def newcomers(studio):
    """Somebody knocks at a running game, is let in, and asks for a bot's chair."""
    async with a_game(_is_calm) as (made, ann):
        line = made.place.room.connect("SHA256:zoe", "zoe")
        async with sitting(line) as sat:
            zoe = Guest(made.place, sat)
            await ann.settles()
            await studio.take("knock", ann)
            await ann.press("y")
            await zoe.settles()
            await studio.take("chair-to-take", zoe)
            await zoe.press("enter")
            await ann.settles()
            await studio.take("chair-asked", zoe)
            await studio.take("chair-wanted", ann)
            await ann.press("m")
            await studio.take("menu", ann)
            await ann.press("end")
            await studio.take("menu-more", ann)


async def the_end(studio):
    """The end of a game as its host and a guest see it."""
    async with a_game(lambda seen: seen.all(link.Ended)) as (made, ann):
        await studio.take("end", ann)
        await ann.press("5")
        await studio.take("end-turns", ann)
        await ann.press("escape", "v")
        await studio.take("end-check", ann)
        async with made.sits(1) as bob:
            await studio.take("end-guest", bob)


async def lessons(studio):
    """Pat at work: a step, what is said to another answer, a window, and the other games."""
    async with sitting(LessonTable("rr-1", "ann")) as sat:
        await sat.press("space", "space", "d")
        await studio.take("lesson", sat)
        await sat.press("space")
        await studio.take("lesson-else", sat)
    async with sitting(LessonTable("rr-4", "ann")) as sat:
        await sat.press("3", "1", "1", "1", "enter")
        await sat.until(lambda: "The Spinner" in sat.text)
        await studio.take("lesson-spinner", sat)
    for name, game, keys in (("lesson-window", "rr-3", 4), ("lesson-regicide", "rg-1", 2),
                             ("lesson-rune", "rn-1", 2)):  # fmt: skip
        async with sitting(LessonTable(game, "ann")) as sat:
            await sat.press(*["space"] * keys)
            await studio.take(name, sat)


async def other_games(studio):
    for name, told in (("nine-creatures", crowded_street()), ("nefarious", street_of_eight()),
                       ("regicide", queen()), ("rune", tell_rune(rune_late()))):  # fmt: skip
        async with sitting(FakeLink(*told)) as sat:
            if name == "nefarious":
                await studio.take("role-nefarious", sat)
                await sat.press("enter")
            await studio.take(name, sat)
            await sat.press("?")
            await studio.take(f"how-{name}", sat)


async def guide(studio):
    """What explains the game: a tip, its words, how it is played, a search."""
    async with sitting(FakeLink(*fakelink.game(views.cast_phase())), tips=True) as sat:
        await studio.take("tip", sat)
        spun = replace(views.table(), player=0, spinner=views.spun(3))
        await sat.hear(fakelink.seen(spun))
        await studio.take("spinner-explained", sat)
    async with a_game(asks("cast_phase")) as (_, ann):
        await ann.press("g", "tab")
        await studio.take("words", ann)
        await ann.press("enter")
        await studio.take("glossary", ann)
        await ann.press("escape", "escape", "?")
        await studio.take("how", ann)
        await ann.press("right")
        await studio.take("how-winning", ann)
        await ann.press("escape", "/", *"summoning limit")
        await studio.take("search", ann)


# --- once more ------------------------------------------------------------------------------------


async def replays(studio):
    """Games that are over, at moments that changed much, from several eyes."""
    async with _watching("Runes & Regulations") as sat:
        await sat.press("m", "m")
        await studio.take("replay", sat)
        await sat.press("e")
        await studio.take("replay-eyes", sat)
        await sat.press("b")
        await studio.take("replay-what-if", sat)
        await sat.press("escape", "?")
        await studio.take("replay-keys", sat)
        await sat.press("escape", "e", "e", "e", "e", "s", *A_NOTE[:40])
        await studio.take("replay-share", sat)
    async with _watching("Runes & Regulations", note=A_NOTE) as sat:
        await studio.take("replay-note", sat)
    for game, name in (("The Nefarious Neighbor", "nefarious"), ("Regicide", "regicide"),
                       ("Rune", "rune")):  # fmt: skip
        async with _watching(game) as sat:
            await sat.press("m", "m")
            await studio.take(f"replay-{name}", sat)
    async with _watching("Runes & Regulations") as sat:
        sat.link.checked("", warning="UNVERIFIED: row 17: the chain is broken")
        await sat.press("m")
        await studio.take("replay-unverified", sat)


@contextlib.asynccontextmanager
async def _watching(game, note=""):
    names = ("ann", "root", "cem", "dee", "eve", "fay")
    played = recorded(game)
    roster = tuple(Seated(name=name) for name, _ in zip(names, played.roster, strict=False))
    viewer = Viewer(recorded(game, roster=roster, title="Maple Court"), Branching().begin)
    viewer.checked("checked")
    if note:
        viewer.begin_at(viewer.reel.moments[0].at, note)
    async with sitting(viewer, replay=viewer, dress=_with_a_shelf) as sat:
        yield sat


def _with_a_shelf(app):
    """Files could be kept, though nothing is."""
    app.shelf = object()


SCENES = (
    front,
    door,
    lobby,
    turn,
    windows,
    luck,
    alone,
    leaving,
    newcomers,
    the_end,
    past_games,
    text_mode,
    other_games,
    guide,
    lessons,
    replays,
)
