"""The plain board: a game without a board of its own is seen and played all the same."""

import dataclasses
import re
from types import SimpleNamespace

import pytest

from rr_net.link import Ask, AskOption, Give, Rearrange, Seen
from rr_net.room.showing import InPlay, cards
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import load_game
from rr_tui.board.model import PlayerModel
from rr_tui.board.plan import AREAS
from rr_tui.games.registry import BOARDS, PLAIN, board_of, load_board
from rr_tui.linear import TextInterface
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import plain, width_of
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.support.fakeclock import FakeClock
from tests.support.rr_rules.pebbles import Pebbles, pebbles_table
from tests.support.rr_tui.fakelink import FakeLink, lobby, log, pending, welcome
from tests.support.rr_tui.realgames import asked as question_of
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import table as street

RULES = Pebbles()
COLOUR = re.compile(rb"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")
CARDS = cards(InPlay(RULES, {}))


def at(verb, seat=0):
    """A game of pebbles at the first question of a kind that is for one seat."""
    table, dealer = pebbles_table(3), SeededDealer(7)
    while True:
        while isinstance(table.pending, Roll | Shuffle):
            table.chance(dealer.deal(table.pending))
        choose = table.asked_of(seat)
        if choose is not None and choose.verb == verb:
            return table
        asked = table.asked[0]
        table.answer(asked.seat, 0)


def told(table, *, ask=True, number=7):
    """Everything that a player in the middle of a game of pebbles has been told."""
    view = RULES.view(table.state, 0)
    return (
        welcome(games=(("pebbles", "Pebbles"),)),
        lobby("playing", game="pebbles", game_name="Pebbles"),
        CARDS,
        log("{1} threw a pebble"),
        Seen(number=number, game="pebbles", view=view),
        pending(question_of(table, 0) if ask else None, number),
    )


def given(link):
    return [message for message in link.said if isinstance(message, Give)]


def test_a_game_is_shown_by_its_own_board_only_where_the_view_is_its_own():
    assert board_of(Seen(number=1, game="runes-regulations", view=street())) is not PLAIN
    pebbles = RULES.view(pebbles_table(3).state, 0)
    assert board_of(Seen(number=1, game="pebbles", view=pebbles)) is PLAIN
    assert board_of(Seen(number=1, game="runes-regulations", view=pebbles)) is PLAIN


@pytest.mark.parametrize("size", [(80, 24), (110, 30), (200, 60)])
@pytest.mark.parametrize("game", ["plain", *BOARDS])
def test_the_areas_of_every_plan_fill_the_screen_and_nothing_twice(game, size):
    board = load_board(game)
    view = RULES.view(at("throw").state, 0) if board is PLAIN else dealt_view(game)
    scene = made(board, view)
    plan = board.plan(scene, *size)
    cells = [cell for area in AREAS for cell in cells_of(getattr(plan, area))]
    assert len(cells) == len(set(cells)) == size[0] * size[1]
    for area in AREAS:
        where = getattr(plan, area)
        rows = board.rows(scene, plan, area) if where.height and where.width else []
        assert {width_of(row) for row in rows} <= {where.width}
        assert len(rows) == (where.height if where.width else 0)


def dealt_view(game):
    """What seat 0 sees of a game with its first question."""
    rules = load_game(game)
    table = Table(rules, 2, rules.settle({}), [0, 0] if rules.declaration else ())
    drive(table, SeededDealer(1))
    return rules.view(table.state, 0)


def cells_of(area):
    columns = range(area.x, area.x + area.width)
    return [(x, y) for y in range(area.y, area.y + area.height) for x in columns]


def made(board, view):
    return board.scene(view=view, glyphs=UNICODE, names=("Ann", "Bob", "Cem", "Dee"))


def test_a_board_that_foresees_nothing_warns_of_nothing():
    table = at("throw")
    plain_seen = Seen(number=1, game="pebbles", view=RULES.view(table.state, 0))
    street_seen = Seen(number=1, game="runes-regulations", view=street())
    for seen in (plain_seen, street_seen):
        for option in question_of(table, 0).options:
            assert board_of(seen).risk(seen.view, option) is None
            assert list(board_of(seen).foretold(seen.view, option)) == []


async def test_a_game_without_a_board_shows_what_its_view_says():
    table = at("throw")
    async with sitting(FakeLink(*told(table))) as sat:
        mine = table.state.hands[0]
        for name in {table.state.faces[card].title() for card in mine}:
            assert name in sat.text
        assert f"Your hand ({len(mine)})" in sat.text
        assert f"bag: {len(table.state.bag)}" in sat.text
        assert "Bob: " in sat.text
        assert "hidden" in sat.text
        assert "threw a pebble" in sat.text
        assert "Throw which pebble?" in sat.text


async def test_the_list_is_answered_by_arrows_and_enter():
    table = at("throw")
    link = FakeLink(*told(table))
    async with sitting(link) as sat:
        await sat.press("down", "enter")
        assert given(link) == [Give(number=7, option=1)]


async def test_the_list_is_answered_by_its_numbers():
    link = FakeLink(*told(at("throw")))
    async with sitting(link) as sat:
        await sat.press("3")
        assert given(link) == [Give(number=7, option=2)]


async def test_space_declines_where_the_question_lets_it():
    link = FakeLink(*told(at("draw")))
    async with sitting(link, confirm={"skip_phase": False}) as sat:
        assert "[Space]" in sat.foot
        await sat.press("space")
        [give] = given(link)
        assert question_of(at("draw"), 0).options[give.option].act == "skip"


async def test_a_card_in_hand_is_read_under_the_cursor():
    async with sitting(FakeLink(*told(at("throw"), ask=False))) as sat:
        assert "A pebble." in sat.text
        await sat.press("i")
        assert "Pebble" in sat.text
        assert "Griffin" not in sat.text


async def test_the_own_hand_is_put_in_order():
    table = at("throw")
    link = FakeLink(*told(table, ask=False))
    async with sitting(link) as sat:
        assert sat.screen.scene.focus.zone == "hand"
        await sat.press("s")
        [moved] = [each for each in link.said if isinstance(each, Rearrange)]
        RULES.arrange(table.state, 0, moved.zone, moved.order)
        assert moved.order[:2] == (1, 0)


async def test_it_is_the_same_in_ascii_and_without_colour():
    link = FakeLink(*told(at("throw")))
    async with sitting(link, depth=ColourDepth.NONE, glyphs=GlyphSet.ASCII) as sat:
        assert sat.text.isascii()
        assert not COLOUR.search(sat.terminal.sent)
        assert "Throw which pebble?" in sat.text
        await sat.press("enter")
        assert given(link) == [Give(number=7, option=0)]


async def test_a_whole_turn_is_played_from_the_keyboard():
    table, dealer = at("draw"), SeededDealer(3)
    link = FakeLink(*told(table))
    async with sitting(link, confirm={"skip_phase": False}) as sat:
        for number in range(7, 12):
            await sat.press("enter")
            give = given(link)[-1]
            assert give.number == number
            table.answer(0, give.option)
            while table.pending is not None and table.asked_of(0) is None:
                if isinstance(table.pending, Roll | Shuffle):
                    table.chance(dealer.deal(table.pending))
                else:
                    table.answer(table.asked[0].seat, 0)
            view = RULES.view(table.state, 0)
            await sat.hear(Seen(number=number + 1, game="pebbles", view=view),
                           pending(question_of(table, 0), number + 1))  # fmt: skip
        assert [give.number for give in given(link)] == list(range(7, 12))
        assert f"turn {table.state.turn}" in sat.text


async def test_a_view_that_says_nothing_still_leaves_the_question_to_answer():
    view = dataclasses.make_dataclass("Nothing", [], frozen=True)()
    ask = Ask(verb="x", prompt="Well?", source="", options=(
        AskOption(option=0, act="a", zone="", seat=-1, at=-1, order=(), label="This"),
        AskOption(option=1, act="b", zone="", seat=-1, at=-1, order=(0, 1), label="That"),
    ))  # fmt: skip
    link = FakeLink(*told(at("throw"), ask=False)[:4], Seen(number=7, game="?", view=view),
                    pending(ask))  # fmt: skip
    async with sitting(link) as sat:
        assert "Well?" in sat.text
        await sat.press("down", "enter")
        assert given(link) == [Give(number=7, option=1)]


# --- the text mode ---


def test_the_text_mode_tells_such_a_table_and_takes_its_answers():
    table = at("throw")
    lines, sent = [], []
    channel = SimpleNamespace(is_terminal=False, write_line=lines.append)
    clock = FakeClock()
    interface = TextInterface(SimpleNamespace(send=sent.append), channel, clock, 80)
    for message in told(table):
        interface.hear(message)
    clock.advance(0.001)
    assert "Throw which pebble?" in "\n".join(lines)
    del lines[:]
    interface.said("v")
    assert any(line.startswith("Bob: ") and "hidden" in line for line in lines)
    assert f"bag: {len(table.state.bag)}." in lines
    interface.said("2")
    assert sent == [Give(number=7, option=1)]


def test_equal_faces_are_counted_and_hidden_ones_are_not_named():
    table = at("throw")
    known = PlayerModel()
    for message in told(table):
        known.learn(message)
    words = "\n".join(PLAIN.told(known.seen.view, known))
    for seat in (1, 2):
        assert f"{len(table.state.hands[seat])} x hidden" in words


def test_what_a_view_says_of_single_cards_is_no_part_of_the_table():
    kind = dataclasses.make_dataclass("Seen", ["me", "gold", "reasons", "seats"], frozen=True)
    words = list(PLAIN.told(kind(0, 3, ("because",), ()), PlayerModel()))
    assert words == ["gold: 3."]


def test_many_numbers_share_a_row():
    names = [f"count_{n}" for n in range(12)]
    view = dataclasses.make_dataclass("Seen", names, frozen=True)(*range(12))
    scene = made(PLAIN, view)
    rows = PLAIN.rows(scene, PLAIN.plan(scene, 80, 24), "upper")
    assert "count 0: 0 count 1: 1" in plain(rows)
    assert "count 11: 11" in plain(rows)
