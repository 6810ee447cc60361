"""The scenes that golden screens are made of: what a room tells, and which keys are pressed."""

from rr_net.link import Notice, SeatStory
from tests.support.golden.midgame import (
    covering,
    crowded_street,
    pebble_throw,
    rune_claim,
    rune_late,
    rune_lay,
    rune_news,
    solo_jester,
    street_of_eight,
    street_of_eight_waits,
    three_against_a_queen,
)
from tests.support.golden.screens import BARE, EVERY, NARROW, WIDE, told
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    cards,
    chat,
    checkpoint,
    ended,
    game,
    happening,
    lobby,
    log,
    pending,
    person,
    problem,
    seen,
    signed,
    welcome,
)
from tests.support.rr_tui.sitting import KEYS
from tests.support.rr_tui.views import ask, option, people

LONG = 1e9
"""Seconds of which none are seen to pass."""
EMPTY = {"kind": "empty", "name": "", "ready": False, "connected": False}
GAMES = (("runes-regulations", "Runes & Regulations"), ("regicide", "Regicide"))


def round_the_table(phase, **changes):
    """The lobby without anybody's seconds running down."""
    return lobby(phase, **({"seats": people(grace=0)} | changes))


def at_table(question=None, view=None, **changes):
    """A player in the middle of a game."""
    spoken = list(game(question, view, **changes))
    spoken[1] = round_the_table("playing")
    return spoken


def asked(question, number, **changes):
    """A new question, at the table as it stood."""
    return seen(number=number), pending(question, number, **changes)


def hosts_lobby(**changes):
    """The lobby as its host sees it, with somebody at the door."""
    guests = (person("Bob", 1), person("Zoe", -1, admitted=False))
    there = (person("Ann", 0, is_host=True), *guests)
    return round_the_table("lobby", people=there, invite="plum-tree", **changes)


# --- around the game ---------------------------------------------------------------------------


@told(lambda: [welcome(admitted=False)])
async def the_door(tour):
    await tour.shot("a code is asked for", BARE)
    await tour.press("plum-42")
    await tour.shot("a code is typed")
    await tour.press("enter")
    await tour.hear(problem("this is not the code: 5 tries left"))
    await tour.shot("a wrong code")


@told(lambda: [welcome(elsewhere=True), round_the_table("lobby")], sizes=(NARROW,))
async def a_second_window(tour):
    await tour.shot("take over here")


@told(lambda: [welcome(), round_the_table("lobby")])
async def the_lobby(tour):
    await tour.shot("a guest", EVERY)
    await tour.press("down", costs="lobby down")
    await tour.shot("a line below")
    await tour.press("c", "hi all")
    await tour.shot("talking")


@told(lambda: [welcome(), round_the_table("lobby")], sizes=(NARROW,))
async def in_the_lobby(tour):
    await tour.press("6")
    await tour.shot("how many pets")
    await tour.press("escape", "7")
    await tour.shot("table options of a guest")
    await tour.press("escape")
    await tour.hear(chat("Bob", "hello Ann"), round_the_table("lobby", fairness="table"))
    await tour.shot("talked")
    await tour.press("ctrl+p", "bind", "enter")
    await tour.shot("pledge")
    await tour.press("escape", "?")
    await tour.shot("keys in the lobby")
    await tour.press("escape", "q")
    await tour.shot("leave the lobby")


@told(lambda: [welcome(is_host=True, games=GAMES), hosts_lobby(fewest=1)], sizes=(NARROW,))
async def the_hosts_lobby(tour):
    await tour.shot("the host", BARE)
    await tour.press("2")
    await tour.shot("what to do with a player")
    await tour.press("escape", "3")
    await tour.shot("which bot")
    await tour.press("escape", "7")
    await tour.shot("table options of the host")
    await tour.press("i", "down")
    await tour.shot("the raw name of an option")
    await tour.press("enter", "3")
    await tour.shot("a number for an option")
    await tour.press("escape", "escape", "8")
    await tour.shot("people")
    await tour.press("escape", "9")
    await tour.shot("which game")
    await tour.press("escape")
    notes = tuple(f"Note number {n} says a great deal about this table." for n in range(9))
    free = [seat.model_copy(update=EMPTY) for seat in people(grace=0)[2:]]
    seats = (*people(grace=0)[:2], *free)
    await tour.hear(hosts_lobby(fewest=1, notes=notes, seats=seats, fairness="strict"))
    await tour.shot("many notes and free seats")
    colours = {"game": "rune", "declaration": "masters", "declarable": ("any", "orange", "violet")}
    mine = seats[0].model_copy(update={"may_declare": (0, 2)})
    await tour.hear(round_the_table("lobby", seats=(mine, *seats[1:]), **colours))
    await tour.press("6")
    await tour.shot("which colour")


# --- the street --------------------------------------------------------------------------------


@told(lambda: at_table(views.cast_phase()))
async def the_street(tour):
    await tour.shot("own turn", EVERY)
    for key in ("down", "right", "up", "left", "tab"):
        await tour.press(key, costs=f"street {key}")
    await tour.press("up", "up")
    await tour.shot("the cursor elsewhere")
    await tour.hear(seen(), pending(None, waiting=(2,)), chat("Bob", "well played"))
    await tour.shot("waiting", BARE)
    await tour.hear(*asked(views.cast_phase(), 8))
    await tour.press("down", "down", "enter")
    await tour.shot("not allowed", BARE)
    await tour.hear(*asked(views.target(), 9))
    await tour.shot("choosing a target", BARE)
    await tour.press("right", "down")
    await tour.shot("another target")
    window = views.open_window(closes_in=0.55 * LONG, lasts=LONG)
    await tour.hear(*asked(views.reactions(), 10, window=window))
    await tour.shot("reactions are open", BARE)
    await tour.press("enter")
    await tour.shot("one Rune named", BARE)
    answered = window.model_copy(update={"answered": True, "somebody_holds": True})
    await tour.hear(*asked(None, 11, window=answered))
    await tour.shot("reactions of the others")
    await tour.hear(*asked(views.cast_phase(), 12), Notice(text="A bot plays for you."))
    await tour.press(" ")
    await tour.shot("a Space too many")


def which_way():
    """One card that can be used in two ways."""
    return ask(
        option(0, "cast", "hand", 0, 0, label="Cast it"),
        option(1, "discard", "hand", 0, 0, label="Throw it away"),
        option(2, "pass", label="Pass"),
    )


def yes_or_no():
    return ask(option(0, "yes", label="Yes"), option(1, "no", label="No"), prompt="DRAW one?")


def performance():
    """Acts that no interface knows."""
    words = ("sing a song", "dance", "a very long label that surely does not fit into the bar")
    acts = [option(n, "perform", "stage", 5, n, label=text) for n, text in enumerate(words)]
    return ask(*acts, verb="perform", prompt="What will it be?")


@told(lambda: at_table(which_way()), sizes=(NARROW,))
async def questions(tour):
    await tour.press("1")
    await tour.shot("which way", BARE)
    await tour.press("escape")
    await tour.hear(*asked(yes_or_no(), 8))
    await tour.shot("yes or no", BARE)
    await tour.hear(*asked(performance(), 9))
    await tour.shot("acts that nobody knows")
    await tour.press("down", costs="menu down")


@told(at_table)
async def chance(tour):
    times = {"closes_in": 0.4 * LONG, "lasts": LONG}
    await tour.hear(happening(views.chance(**times)))
    await tour.shot("a shuffle is called", BARE)
    await tour.hear(happening(views.chance(mine="kjh", given=(0, 2), **times)))
    await tour.shot("keys are given", BARE)
    await tour.hear(happening(views.slow(**times)))
    await tour.shot("the cards are shuffled", BARE)
    spinning = views.table(phase="spin")
    await tour.hear(seen(spinning, 9), happening(views.chance("roll", number=4, **times), 9))
    await tour.shot("a push for the Spinner", BARE)
    await tour.hear(happening(views.slow("roll", number=4, **times), 9))
    await tour.shot("the Spinner turns", BARE)
    await tour.hear(seen(views.table(phase="spin", spinner=views.spun(4)), 10), pending(None, 10))
    await tour.shot("the Spinner stands", BARE)
    pledged = views.chance(how="pledge", number=5, **times)
    await tour.hear(happening(pledged, 11))
    await tour.press("deadbeef")
    await tour.shot("a pledge is opened")
    await tour.hear(happening(views.chance(how="watch", number=6, **times), 12))
    await tour.shot("the others give")


def covered(name, seat, question=None):
    """What one of two who share a screen was told."""
    there = (person("Ann", 0), person("Bob", 1))
    yield welcome(name=name)
    yield lobby("playing", seats=people(2, grace=0), people=there)
    yield cards()
    two = (views.seat(0, (), ("", ""), ("",) * 5), views.seat(1, (), ("Salty Shaker",), ()))
    yield seen(views.table(me=seat, seats=two, reasons=()))
    yield pending(question)


@told(lambda: covered("Ann", 0, yes_or_no()), lambda: covered("Bob", 1))
async def a_shared_screen(tour):
    await tour.shot("the cover", BARE)
    await tour.press("enter")
    await tour.shot("uncovered")


# --- over the board ----------------------------------------------------------------------------


async def palette(tour, words):
    """Calls a command by name."""
    await tour.press("ctrl+p", words, "enter")


def far_on():
    """A game that has gone on for a while."""
    spoken = at_table(views.cast_phase())
    spoken[1] = round_the_table("playing", fairness="table")
    lines = log("{1} DRAWS a card", "{0} casts a Spell", start=2, clause="RR-TURN-03")
    return [*spoken, lines, checkpoint(4, start=4), chat("Bob", "well played")]


@told(far_on, sizes=(NARROW,))
async def reading(tour):
    for key, scene in (("?", "keys"), ("l", "the log"), ("r", "the rules"), ("c", "the chat"),
                       ("m", "the menu"), ("i", "a card"), ("q", "leave")):  # fmt: skip
        await tour.press(key, costs=f"open {key}")
        await tour.shot(scene)
        await tour.press("escape")
    await tour.press("?", "pagedown")
    await tour.shot("more keys")
    await tour.press("escape", "l", "up", "up")
    await tour.shot("the log, two lines up")
    await tour.press("escape", "r", KEYS["down"] * 2, "enter")
    await tour.shot("a section of the rules")
    await tour.press("pagedown", costs="rules pagedown")
    await tour.shot("a page further")
    await tour.press("escape", "down", "down", "i")
    await tour.shot("a card that is not allowed")
    await tour.hear(*asked(views.reactions(), 9, window=views.open_window(closes_in=0)))
    await tour.shot("reactions are open meanwhile")


@told(far_on, sizes=(NARROW,))
async def dialogs(tour):
    await tour.press("ctrl+p")
    await tour.shot("the palette")
    await tour.press("rul")
    await tour.shot("the palette, filtered")
    await tour.press("escape", "o")
    await tour.shot("settings")
    await tour.press("pagedown", "up", "enter")
    await tour.shot("whose key")
    await tour.press(KEYS["down"] * 9, "enter", "r")
    await tour.shot("a key that is taken")
    await tour.press("escape", "escape", "escape")
    for words, scene in (("windows", "windows that pass"), ("bind", "pledge"),
                         ("signed", "what is signed"), ("what is proved", "proof")):  # fmt: skip
        await palette(tour, words)
        await tour.shot(scene)
        await tour.press("escape")


@told(far_on, sizes=(WIDE,))
async def wide_dialogs(tour):
    for key, scene in (("o", "settings"), ("l", "the log"), ("i", "a card")):
        await tour.press(key, costs=f"open {key}")
        await tour.shot(scene)
        await tour.press("escape")
    await tour.press("ctrl+p")
    await tour.shot("the palette", BARE)


def hosting():
    """A game of the host's own."""
    return [welcome(is_host=True), *at_table(views.cast_phase())[1:]]


@told(hosting, sizes=(NARROW,))
async def the_host(tour):
    await tour.press("m")
    await tour.shot("the host's menu")
    await tour.press("escape")
    for words, scene in (("end", "end the game"), ("give a seat", "whose seat"),
                         ("people", "people")):  # fmt: skip
        await palette(tour, words)
        await tour.shot(scene)
        await tour.press("escape")


@told(at_table)
async def the_end(tour):
    curves = (3, 3, 2, 4, 3), (0, 1, 1, 2, 3), (1, 2, 2, 2, 2), (2, 3, 4, 4, 5)
    stories = tuple(
        SeatStory(seat=seat, curve=curve, deeds=("2 summons",)) for seat, curve in enumerate(curves)
    )
    await tour.hear(ended(turns=19, stories=stories), round_the_table("over"))
    await tour.shot("nobody signed", BARE)
    await tour.hear(signed(turns=19, stories=stories))
    await tour.shot("signed", BARE)
    await tour.press("3")
    await tour.shot("turn by turn")
    await tour.press("escape", "2")
    await tour.shot("the table once more", BARE)


# --- the other tables ----------------------------------------------------------------------------


@told(street_of_eight)
async def eight_neighbours(tour):
    await tour.shot("the own role", BARE)
    await tour.press("enter")
    await tour.shot("a target", EVERY)
    for key in ("right", "down", "down", "up"):
        await tour.press(key, costs=f"eight {key}")
    await tour.shot("unfolded", BARE)
    await tour.hear(*street_of_eight_waits())
    await tour.shot("waiting", BARE)
    await tour.press("?", "3")
    await tour.shot("keys")


@told(crowded_street)
async def a_crowd(tour):
    await tour.shot("nine Creatures on a Lawn", BARE)
    await tour.press(KEYS["up"] * 3)
    await tour.shot("scrolled")


@told(three_against_a_queen)
async def regicide(tour):
    await tour.shot("own turn", EVERY)
    for key in ("2", "down"):
        await tour.press(key, costs=f"regicide {key}")
    await tour.shot("a card named", BARE)
    await tour.press("escape", "c")
    await tour.shot("phrases", BARE)
    await tour.press("escape", "i")
    await tour.shot("a card")
    await tour.press("escape", "r")
    await tour.shot("rules")
    await tour.press("escape")
    await tour.hear(*covering())
    await tour.shot("covering", BARE)
    await tour.press("?")
    await tour.shot("keys")


@told(solo_jester)
async def regicide_alone(tour):
    await tour.shot("late", BARE)
    await tour.press("space")
    await tour.shot("a risk", BARE)


@told(rune_lay)
async def rune(tour):
    await tour.shot("own turn", EVERY)
    for key in ("right", "down", "r", "n", "tab", "."):
        await tour.press(key, costs=f"rune {key}")
    await tour.shot("turned", BARE)
    await tour.press("i")
    await tour.shot("a card")
    await tour.press("escape", "?")
    await tour.shot("keys")
    await tour.press("escape")
    await tour.hear(*rune_news(rune_claim(), 9))
    await tour.shot("a master may be put", BARE)
    await tour.hear(*rune_news(rune_late(), 10))
    await tour.shot("late", BARE)
    await tour.press(KEYS["left"] * 4 + KEYS["up"] * 2)
    await tour.shot("late, elsewhere")


@told(pebble_throw)
async def a_game_without_a_board(tour):
    await tour.shot("own turn", BARE)
    await tour.press("down", costs="pebbles down")
    await tour.shot("another choice")


STORIES = (
    the_door, a_second_window, the_lobby, in_the_lobby, the_hosts_lobby, the_street, questions,
    chance, a_shared_screen, reading, dialogs, wide_dialogs, the_host, the_end, eight_neighbours,
    a_crowd, regicide, regicide_alone, rune, a_game_without_a_board,
)  # fmt: skip
TOLD = [(story, size) for story in STORIES for size in story.sizes]
"""Every story at every size of a terminal that it is told at."""
