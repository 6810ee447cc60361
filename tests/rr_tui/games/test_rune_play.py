"""Rune from the keyboard: the ghost moves, turns, explains and lays; claims, tokens, undo."""

import re
import time

import pytest

from rr_net.link import Give, HintTold
from rr_tui.board.laying import TURN, TURNING
from rr_tui.dialogs.profile import THEMES
from rr_tui.looks.spans import HeldShape, Place
from rr_tui.terminal.depth import ColourDepth, GlyphSet
from tests.support.rr_rules.rune import Scene, dealt
from tests.support.rr_tui.fakelink import FakeLink
from tests.support.rr_tui.runeboard import asked, at, cell, far, messages, news, position
from tests.support.rr_tui.sitting import sitting

FOCUS, EVENT, REPAINT = 1_000, 4_000, 20_000
SCROLL = EVENT // 2
"""A step that scrolls draws nearly all of the table anew: half of what an event may cost."""
COLOUR = re.compile(rb"\x1b\[[\d;]*\b(3[0-8]|4[0-8]|9[0-7]|10[0-7])[\d;]*m")
LEGEND = "arrows move it, Enter lays it"


def given(link):
    return [message for message in link.said if isinstance(message, Give)]


def chosen(link, table, seat):
    """The last answer as the option it names."""
    return asked(table, seat).options[given(link)[-1].option]


def first_turn(**more):
    """R09 and R02 in hand, and the starting card alone on the table."""
    return Scene(hands=("R09 R02", "R04"), **more).table


def at_table(table, seat=0, **profile):
    link = FakeLink(*messages(table, seat))
    return link, sitting(link, **profile)


def held(sat):
    return sat.screen.scene.places.held


# --- laying --------------------------------------------------------------------------------


async def test_arrows_move_the_ghost_and_enter_lays_it_where_it_fits():
    table = first_turn()
    link, sits = at_table(table)
    async with sits as sat:
        assert LEGEND in sat.text
        await walk_to(sat, 0, 2)
        assert "R09 at (0,2): ✓ fits" in sat.text
        await sat.press("enter")
        assert chosen(link, table, 0).order == (0, 2, 0)


async def walk_to(sat, x, y):
    """Moves the cursor on the lattice with the arrows alone."""
    here = sat.screen.scene.spot.cell
    across, down = x - here[0], y - here[1]
    await sat.press(*["right" if across > 0 else "left"] * abs(across))
    await sat.press(*["down" if down > 0 else "up"] * abs(down))
    assert sat.screen.scene.spot == cell(x, y)


async def walk_to_zone(sat, arrow, zone):
    """Presses an arrow until the cursor has left the lattice."""
    for _ in range(20):
        if sat.screen.scene.focus.zone == zone:
            return
        await sat.press(arrow)
    raise AssertionError(f"{arrow} never leads to {zone}")


async def test_enter_lays_nothing_where_the_ghost_does_not_fit_and_the_rule_is_there_to_read():
    table = first_turn()
    link, sits = at_table(table)
    async with sits as sat:
        await walk_to(sat, 1, 1)
        assert "✗ does not fit" in sat.text
        assert "RN-PLACE-04" in sat.text
        await sat.press("enter", "space")
        assert given(link) == []


async def test_r_turns_the_ghost_and_opens_the_rules_only_where_nothing_is_held():
    table = first_turn()
    async with at_table(table)[1] as sat:
        before = held(sat).quarter
        await sat.press("r")
        assert held(sat).quarter == (before + 1) % 4
        await sat.press("t", "t")
        assert held(sat).quarter == (before + 3) % 4
        await sat.press("\x1bOQ")
        assert "Rules" in sat.text
    async with at_table(table, seat=1)[1] as sat:
        assert held(sat) is None
        await sat.press("r")
        assert "Rules" in sat.text


async def test_a_hint_holds_what_it_speaks_of_where_it_speaks_of_it():
    table = first_turn()
    link, sits = at_table(table)
    options = asked(table, 0).options
    wanted = [each for each in options if each.order[-1:] == (3,)][-1]
    async with sits as sat:
        before = held(sat)
        await sat.hear(HintTold(number=7, option=wanted.option, text=wanted.label))
        assert held(sat) == before  # nobody has asked for it yet
        await sat.press("h")
        assert held(sat) == HeldShape(Place(wanted.zone, wanted.seat, wanted.at), 3)
        assert sat.screen.scene.focus == cell(*wanted.order[:2])
        assert "Hint ·" in sat.text
        await sat.press("enter")
        assert chosen(link, table, 0) == wanted


async def test_four_turns_are_none():
    async with at_table(first_turn())[1] as sat:
        text = sat.text
        await sat.press("r")
        assert sat.text != text
        await sat.press("r", "r", "r")
        assert sat.text == text


@pytest.mark.parametrize("key", ["n", "tab", "2", "shift+tab"])
async def test_another_card_is_held_by_a_key(key):
    async with at_table(first_turn())[1] as sat:
        assert "R09✓" in sat.text
        await sat.press(key)
        assert held(sat).thing == Place("hand", 0, 1)
        assert "R02✓" in sat.text


async def test_another_card_is_held_and_turned_with_arrows_and_enter_alone():
    table = first_turn()
    link, sits = at_table(table)
    async with sits as sat:
        spot = sat.screen.scene.spot
        await walk_to_zone(sat, "right", "hand")
        while sat.screen.scene.focus != Place("hand", 0, 1):
            await sat.press("right" if sat.screen.scene.focus.at == 0 else "left")
        await sat.press("enter")
        assert held(sat).thing == Place("hand", 0, 1)
        assert sat.screen.scene.focus.zone == "table"
        await walk_to_zone(sat, "down", TURNING.zone)
        assert sat.screen.scene.focus == TURNING
        before = held(sat).quarter
        await sat.press("enter")
        assert held(sat).quarter == (before + 1) % 4
        assert sat.screen.scene.focus == TURNING
        await sat.press("up", "up")
        assert sat.screen.scene.focus.zone == "table"
        assert spot.zone == "table"
        assert given(link) == []


async def test_the_cursor_comes_back_to_the_square_it_left():
    async with at_table(first_turn())[1] as sat:
        await walk_to(sat, 0, 1)
        await walk_to_zone(sat, "right", "hand")
        spot = sat.screen.scene.spot
        await sat.press("left")
        assert sat.screen.scene.focus == spot


async def test_hops_lead_to_the_next_square_where_it_fits():
    async with at_table(first_turn())[1] as sat:
        for _ in range(5):
            before = sat.screen.scene.spot
            await sat.press(".")
            assert sat.screen.scene.spot != before
            assert "✓ fits" in sat.text
        await sat.press(",")
        assert "✓ fits" in sat.text


async def test_nothing_of_ours_is_ever_sent_to_the_room():
    table = first_turn()
    link, sits = at_table(table)
    async with sits as sat:
        await sat.press("r", "n", "1", "tab", ".", *["down"] * 12, "enter", "space")
        assert link.said == [] or all(m.option >= 0 for m in given(link))
        assert not given(link)
        assert TURN.option < 0


# --- claiming, tokens, taking back -----------------------------------------------------------


def laid_table(**more):
    return Scene("R01@(1,-1)/270", hands=("R09 R02", "R04"), **more).lay("R09@(0,2)/0").table


async def test_a_master_is_placed_on_the_rune_under_the_cursor():
    table = laid_table()
    link, sits = at_table(table)
    async with sits as sat:
        await walk_to(sat, 1, 0)
        assert "a master here" in sat.text
        await sat.press("enter")
        option = chosen(link, table, 0)
        assert (option.act, option.order) == ("master", (1, 0))


async def test_a_hint_about_a_master_leads_to_the_rune_that_bears_it():
    table = laid_table()
    wanted = [each for each in asked(table, 0).options if each.act == "master"][-1]
    async with at_table(table)[1] as sat:
        assert sat.screen.scene.focus != cell(*wanted.order)
        await sat.hear(HintTold(number=7, option=wanted.option, text=wanted.label))
        await sat.press("h")
        assert sat.screen.scene.focus == cell(*wanted.order)


async def test_a_master_that_adds_nothing_is_placed_only_when_it_is_said_twice():
    table = laid_table(m1=[(0, 0)])
    link, sits = at_table(table)
    async with sits as sat:
        await walk_to(sat, 1, 0)
        await sat.press("enter")
        assert given(link) == []
        assert "You control this area already" in sat.text
        await sat.press("enter")
        assert chosen(link, table, 0).order == (1, 0)


@pytest.mark.parametrize(("key", "act"), [("d", "draw"), ("u", "undo")])
async def test_drawing_and_taking_back_have_keys_that_the_bar_shows(key, act):
    table = laid_table()
    link, sits = at_table(table)
    async with sits as sat:
        assert f"[{key}]" in sat.foot
        await sat.press("space")
        assert given(link) == []
        assert "Nothing to skip here: d answers, Draw a card" in sat.text
        await sat.press(key)
        assert chosen(link, table, 0).act == act


async def test_tab_goes_round_the_runes_that_may_bear_a_master():
    table = laid_table()
    async with at_table(table)[1] as sat:
        spots = {option.order for option in asked(table, 0).options if option.act == "master"}
        seen = set()
        for _ in range(len(spots) + 2):
            await sat.press("tab")
            seen.add(sat.screen.scene.focus)
        assert {place.cell for place in seen if place.cell} == spots


async def test_a_card_taken_back_is_held_again_as_it_was():
    stood = Scene(hands=("R09 R02", "R04"))
    table = stood.table
    link, sits = at_table(table)
    async with sits as sat:
        await sat.press("n")
        was, spot = held(sat), sat.screen.scene.spot
        await sat.press(".")
        spot = sat.screen.scene.spot
        await sat.press("enter")
        table.answer(0, given(link)[-1].option)
        await sat.hear(*news(table, number=8))
        await sat.press("u")
        table.answer(0, given(link)[-1].option)
        await sat.hear(*news(table, number=9))
        assert held(sat) == was
        assert sat.screen.scene.spot == spot


async def test_a_token_is_laid_on_a_rune_with_a_colour_of_two_or_kept():
    table = at("token", 3)
    seat = table.asked[0].seat
    link, sits = at_table(table, seat, confirm={"skip_phase": False})
    async with sits as sat:
        assert "[Space]" in sat.foot
        option = asked(table, seat).options[0]
        await walk_by_tab(sat, cell(*option.order))
        await sat.press("enter")
        if not given(link):
            await sat.press("1")
        assert chosen(link, table, seat).act == "token"
        assert chosen(link, table, seat).order == option.order
    link, sits = at_table(table, seat, confirm={"skip_phase": False})
    async with sits as sat:
        await sat.press("space")
        assert chosen(link, table, seat).act == "skip"


async def walk_by_tab(sat, place):
    for _ in range(40):
        if sat.screen.scene.focus == place:
            return
        await sat.press("tab")
    raise AssertionError(f"{place} was not reached")


# --- terminals ---------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_it_is_the_same_without_colour_and_in_ascii(size):
    table = first_turn()
    _, sits = at_table(table, size=size, depth=ColourDepth.NONE, glyphs=GlyphSet.ASCII)
    async with sits as sat:
        assert sat.text.isascii()
        assert not COLOUR.search(sat.terminal.sent)
        await walk_to(sat, 0, 2)
        assert "R09 at (0,2): + fits" in sat.text
        assert "#>Bb" in sat.text
        await walk_to(sat, 1, 1)
        assert "x does not fit" in sat.text


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
async def test_the_first_picture_costs_less_than_a_repaint_may(theme):
    table = at("lay", 9, 8)
    _, sits = at_table(table, table.asked[0].seat, theme=theme, size=(120, 40))
    async with sits as sat:
        assert 2_000 < sat.terminal.bytes_sent <= REPAINT
        assert LEGEND in sat.text


# --- budgets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_key_that_moves_the_ghost_keeps_its_budget(size):
    table = at("lay", 9, 9)
    async with at_table(table, table.asked[0].seat, size=size, depth=ColourDepth.MANY)[1] as sat:
        moved = 0
        for key in ["down"] * 3 + ["left"] * 3 + ["up"] * 4 + ["right"] * 3 + ["r"] * 4 + ["n"] * 2:
            before, scene = sight_of(sat), sat.screen.scene
            used = await sat.bytes_for(sat.press(key))
            assert used <= (FOCUS if sight_of(sat) == before else SCROLL), key
            moved += sat.screen.scene != scene and used > 0
        assert moved > 12


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_table_wider_than_the_screen_is_crossed_within_the_budgets(size):
    async with at_table(far(), size=size, depth=ColourDepth.MANY)[1] as sat:
        assert "more: " in sat.text
        scrolled = 0
        for key in ["left"] * 16 + ["right"] * 26:
            before = sight_of(sat)
            used = await sat.bytes_for(sat.press(key))
            is_scroll = sight_of(sat) != before
            assert used <= (SCROLL if is_scroll else FOCUS)
            scrolled += is_scroll
        assert 2 <= scrolled <= 12


def sight_of(sat):
    """The numbers of the columns and rows in sight."""
    lines = sat.terminal.text
    return lines[2], [line[1:4] for line in lines[3:20]]


async def test_moving_the_ghost_costs_ten_milliseconds_at_most():
    table = at("lay", 9, 9)
    async with at_table(table, table.asked[0].seat)[1] as sat:
        board, spent = sat.screen, []
        for number in range(40):
            began = time.process_time()
            board.action_step(("down", "right", "up", "left")[number % 4])
            spent.append(time.process_time() - began)
        assert sorted(spent)[len(spent) // 2] <= 0.010


async def test_what_the_other_player_lays_keeps_the_budget_of_an_event():
    table = position(9, 0)
    used = []
    async with at_table(table, 0, depth=ColourDepth.MANY)[1] as sat:
        for step in range(2, 30, 2):
            later = position(9, step)
            if later.pending is None:
                break
            used.append(await sat.bytes_for(sat.hear(*news(later, 0, number=8 + step))))
    assert len(used) > 6
    assert max(used) <= EVENT


async def test_where_nothing_happens_no_byte_is_sent():
    async with at_table(first_turn())[1] as sat:
        await sat.press("r")
        assert await sat.bytes_for(sat.rest()) == 0


# --- keys -------------------------------------------------------------------------------------


async def test_the_list_of_keys_says_what_comes_first_while_a_card_is_held():
    async with at_table(first_turn())[1] as sat:
        await sat.press("?", "3")
        assert "a token: the rune has another colour" in sat.text
        await sat.press("pagedown")
        assert "While you hold a card" in sat.text
        assert "Turn the card that you hold, clockwise" in sat.text


async def test_turning_can_have_another_key():
    async with at_table(first_turn(), keymap={"board.turn": "z"})[1] as sat:
        before = held(sat)
        await sat.press("z")
        assert held(sat) == HeldShape(before.thing, (before.quarter + 1) % 4)
        await sat.press("r")
        assert "Rules" in sat.text


async def test_a_whole_game_is_played_from_the_keyboard():
    table = dealt(5, grand_master="on")
    link, sits = at_table(table)
    async with sits as sat:
        number = 7
        while table.pending is not None:
            choose = table.asked[0]
            if choose.seat:
                index = next(n for n, o in enumerate(choose.options) if o.act != "undo")
                table.answer(1, index)
            else:
                before = len(given(link))
                await sat.press("." if choose.verb == "lay" else "tab", "enter")
                if len(given(link)) == before:  # a token of either colour, for instance
                    await sat.press("1")
                assert len(given(link)) == before + 1
                table.answer(0, given(link)[-1].option)
            number += 1
            await sat.hear(*news(table, number=number))
        assert number > 20
