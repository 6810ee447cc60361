"""Rune as a picture: the lattice with its lines, the ghost, the scores, at every size."""

from dataclasses import replace

import pytest

from rr_net.link import AskOption
from rr_rules.rune.forbidding import why_not
from rr_tui.board.answers import Hold, OptionChosen, Ways, meaning, ways
from rr_tui.board.laying import TURNING, things
from rr_tui.board.walk import hop
from rr_tui.dialogs.reading import card_text
from rr_tui.games.rune.lattice import table as table_rows
from rr_tui.games.rune.scene import RuneScene
from rr_tui.games.rune.sight import MARGIN, WIDEST, extent, sight
from rr_tui.looks.glyphs import ASCII, UNICODE
from rr_tui.looks.idiom import Idiom
from rr_tui.looks.spans import HeldShape, Place, plain
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk
from tests.support.rr_tui.boards import reachable, walkable
from tests.support.rr_tui.runeboard import (
    BOARD,
    asked,
    at,
    cell,
    far,
    picture,
    position,
    rows,
    scene,
)

SIZES = [(80, 24), (100, 30), (120, 40), (160, 50)]


def lines_with(text, words):
    return [line for line in text.splitlines() if words in line]


def test_a_card_tells_no_word_of_programs():
    face = RULES.cards({})[0]
    assert plain(card_text(face, Idiom())).strip().endswith("1 copy")


# --- in words ----------------------------------------------------------------------------------


def test_the_deal_says_the_own_hand_and_the_goal_in_text_and_nothing_to_a_watcher():
    table = dealt(1)
    said = list(BOARD.dealt(RULES.view(table.state, 0), None))
    assert said[0].startswith("Your hand, rows from the top: ")
    assert said[1] == "The goal: the most points in your areas at the end win."
    assert list(BOARD.dealt(RULES.view(table.state, None), None)) == []


# --- every view of real games ----------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "options"), [
    (1, {}), (2, {"open_hands": "on"}), (9, {"grand_master": "off"}), (12, {"memory_aids": "off"}),
])  # fmt: skip
def test_every_view_of_a_game_fills_every_size_exactly(seed, options):
    drawn = 0
    table = dealt(seed, **({"grand_master": "on"} | options))
    for number, _ in enumerate(walk(table, seed, patient=True)):
        size, glyphs = SIZES[number % len(SIZES)], (UNICODE, ASCII)[number % 2]
        for seat in (0, 1, None):
            made = scene(table, seat, glyphs=glyphs)
            assert len(rows(made, size)) == size[1]
            drawn += 1
    assert len(rows(scene(table, 0), (80, 24))) == 24
    assert drawn > 30


def test_the_largest_terminal_is_filled_too():
    table = at("lay", 9, 9)
    seat = table.asked[0].seat
    assert len(rows(scene(table, seat), (400, 200))) == 200


def test_every_option_is_what_some_presses_of_enter_answer():
    for seed in (4, 9):
        table = dealt(seed, grand_master="on")
        for number, choose in enumerate(walk(table, seed, patient=True)):
            if number % 3 == 0:
                made = scene(table, choose.seat)
                assert sorted(answers(table, made)) == list(range(len(choose.options)))


def answers(table, made):
    """The numbers of all options that picking things can answer, whatever is held."""
    found = set()
    for held in made.places.laying or [None]:
        one = scene(table, made.seat, held=held) if held else made
        for place in one.places.at:
            match meaning(one.places, one.ask.options, place):
                case OptionChosen(option):
                    found.add(option.option)
                case Ways(group):
                    found |= {o.option for o in group if o.option >= 0}
    return found


def test_everything_that_can_be_picked_is_reached_with_the_arrows():
    for verb in ("lay", "claim", "token"):
        table = at(verb, 9, 3)
        made = scene(table, table.asked[0].seat)
        found = BOARD.floors(made, BOARD.plan(made, 80, 24))
        assert set(made.places.at) <= reachable(found, made.focus)


def test_another_hand_or_deck_changes_nothing_on_the_screen():
    for step_number in (3, 8, 14):
        table = position(9, step_number)
        seat = 1 - table.asked[0].seat
        shown = picture(scene(table, seat))
        state = table.clone().state
        other = state.hand[1 - seat]
        state.deck[:], other[:] = (
            reversed([*state.deck, *other][len(other) :]),
            ([*state.deck, *other][: len(other)]),
        )
        changed = RULES.view(state, seat)
        assert picture(replace(scene(table, seat), view=changed)) == shown


# --- the lattice -------------------------------------------------------------------------------


def test_lines_part_areas_and_no_runes_of_one_area():
    stood = Scene("R09@(0,2)/0", hands=("R01", "R02"))
    text = picture(scene(stood.table, 1, focus=Place("hand", 1, 0)))
    assert lines_with(text, "│ B │ G │")
    assert not lines_with(text, "│ B   B")
    joined = Scene("R01@(1,-1)/270", hands=("R09", "R02"))
    assert lines_with(picture(scene(joined.table, 1, focus=cell(0, 2))), "│ B   B   B │ G")


def test_who_controls_an_area_is_told_by_a_sign_in_each_of_its_cells():
    stood = Scene("R01@(1,-1)/270", hands=("R09", "R02"), m1=[(1, 0)], m2=[(0, 1)])
    text = picture(scene(stood.table, None))
    mine, other = (seat.sign for seat in stood.view(None).seats)
    assert lines_with(text, f"{mine}B{mine}")
    assert lines_with(text, f"{other}R{other}")
    view = stood.view(None)
    assert text.count(f"B{mine}") == len(view.areas[view.cell_at((1, 0)).area].cells)


def test_a_token_is_marked_and_shows_its_own_colour():
    stood = Scene("R01@(1,-1)/270", hands=("R09", "R02"), m1=[(0, 2)], tokens=[(0, 0, 1, 0)])
    assert lines_with(picture(scene(stood.table, None)), "●B")


def test_the_area_under_the_cursor_has_a_strong_line_and_its_worth():
    stood = Scene("R01@(1,-1)/270", hands=("R09", "R02"), phase="claim", deck=5)
    text = picture(scene(stood.table, 0, focus=cell(1, 0)))
    assert "┏━━━" in text
    assert "Area of 5 blue runes" in text
    assert "a master here" in text
    assert "0 → 5 points (+5)" in text


def test_where_no_master_may_stand_the_rule_is_told():
    stood = Scene("R01@(1,-1)/270", hands=("R09", "R02"), m2=[(1, 0)], phase="claim", deck=5)
    text = picture(scene(stood.table, 0, focus=cell(1, -1)))
    assert "✗ The other player" in text
    assert "RN-MASTER-01" in text


def test_cells_where_a_master_may_stand_are_marked():
    stood = Scene(hands=("R09", "R02"), m2=[(1, 1)], phase="claim", deck=5)
    text = picture(scene(stood.table, 0, focus=Place("hand", 0, 0)))
    assert text.count("│·") == 5


def test_every_glyph_is_ascii_where_only_that_can_be_shown():
    for held in (None, HeldShape(Place("hand", 0, 0), 1)):
        stood = Scene("R01@(1,-1)/270", hands=("R09", "R02"))
        lattice = table_rows(scene(stood.table, 0, glyphs=ASCII, held=held), 50, 21)
        assert plain(lattice).replace("°", "").isascii()
        assert "#" in plain(lattice)


# --- the ghost ----------------------------------------------------------------------------------


def ghostly(words="R09", spot=(0, 2), quarter=0, **options):
    stood = Scene(hands=(f"{words} R02", "R04"), **options)
    held = HeldShape(Place("hand", 0, 0), quarter)
    return scene(stood.table, 0, held=held, focus=cell(*spot))


def test_a_ghost_that_fits_says_so_and_what_it_would_do():
    text = picture(ghostly(m1=[(1, 1)]))
    assert "R09 at (0,2): ✓ fits" in text
    assert "┃▸Bb" in text
    assert "covers 2" in text
    assert "✓ Enter lays it" in text


def test_a_ghost_that_does_not_fit_says_which_rule_is_against_it_and_where():
    text = picture(ghostly(spot=(1, 1)))
    assert "R09 at (1,1): ✗ does not fit" in text
    assert "(rule RN-PLACE-04)" in text
    assert "✗" in "".join(line[:48] for line in text.splitlines()[2:22])


@pytest.mark.parametrize(("spot", "more", "clause"), [
    ((2, 0), {}, "RN-PLACE-02"),
    ((0, 2), {"m2": [(0, 2)]}, "RN-PLACE-12"),
    ((0, 2), {"tokens": [(1, 0, 2, 1)]}, "RN-GM-07"),
])  # fmt: skip
def test_each_rule_that_forbids_a_placement_is_named(spot, more, clause):
    assert clause in picture(ghostly(spot=spot, **more))


def test_what_the_ghost_says_is_what_the_options_say():
    fits = {True: 0, False: 0}
    for seed in (9,):
        table = at("lay", seed, 3)
        seat = table.asked[0].seat
        view = RULES.view(table.state, seat)
        low, high = extent(scene(table, seat))
        for x in range(low[0] - MARGIN, high[0] + 2):
            for y in range(low[1] - MARGIN, high[1] + 2):
                for quarter in range(4):
                    held = HeldShape(Place("hand", seat, 0), quarter)
                    ghost = scene(table, seat, held=held, focus=cell(x, y)).ghost()
                    against = why_not(view, ghost.face, (x, y), quarter)
                    assert ghost.fits is (against is None)
                    fits[ghost.fits] += 1
    assert min(fits.values()) > 10


def test_the_points_of_both_are_told_before_and_after():
    table = at("lay", 9, 6)
    seat = table.asked[0].seat
    made = scene(table, seat)
    text = picture(made)
    assert made.ghost().fits
    for each in made.view.seats:
        assert f"{each.score} " in text


def test_turning_changes_the_ghost_and_the_card_in_the_hand():
    upright, lying = picture(ghostly()), picture(ghostly(quarter=1))
    assert "turned 90°" in lying
    assert "turned" not in upright.splitlines()[1]
    assert "B B B" in lying
    assert "B B B" not in upright


def test_where_the_held_card_may_begin_is_dotted():
    made = ghostly()
    text = picture(made)
    corners = made.places.laying[made.places.held]
    empty = [place for place in corners if made.cell_at(place) is None]
    assert empty
    assert sum(line[:49].count(" · ") for line in text.splitlines()[2:22]) >= len(empty)


def test_holding_another_card_and_turning_are_choices_of_their_own():
    made = ghostly()
    found, options = made.places, made.ask.options
    assert meaning(found, options, TURNING) == Hold(HeldShape(Place("hand", 0, 0), 1))
    other = meaning(found, options, Place("hand", 0, 1))
    assert isinstance(other, Hold)
    assert other.held.thing == Place("hand", 0, 1)
    assert [found.digits[thing] for thing in things(found.laying)] == ["1", "2"]


def test_hops_go_round_all_cells_where_the_card_may_lie():
    made = ghostly()
    here, seen = made.spot, []
    corners = set(made.places.laying[made.places.held])
    for _ in corners:
        here = hop(made.places, here, 1)
        seen.append(here)
    assert set(seen) == corners
    assert hop(made.places, seen[0], -1) == seen[-1]


# --- scrolling -----------------------------------------------------------------------------------


def test_the_cursor_is_always_in_sight_and_what_is_not_is_counted():
    table = far()
    low, high = extent(scene(table, None))
    for x in range(low[0] - MARGIN, high[0] + 1):
        made = replace(scene(table, None), focus=cell(x, 0), spot=cell(x, 0))
        seen = sight(made, 48, 19)
        assert seen.first[0] <= x <= seen.last[0]
        text = plain(table_rows(made, 50, 21))
        beyond = max(0, high[0] - seen.last[0])
        assert (f"▸{beyond}" in text.splitlines()[-1]) is (beyond > 0)
        assert f"{x}" in text.splitlines()[1]


def test_a_rune_at_the_end_of_the_world_is_not_walked_to():
    """A host elsewhere may say any number: the lattice between it and the others is no picture."""
    made = scene(far(), None)
    [first, *more] = made.view.cells
    told = replace(made.view, cells=(replace(first, x=10**9, y=-(10**9)), *more))
    lost = replace(made, view=told)
    low, high = extent(lost)
    assert max(high[0] - low[0], high[1] - low[1]) == WIDEST
    assert picture(lost)
    assert len(walkable(BOARD, lost)) > 0


def test_who_waits_sees_the_newest_card_wherever_the_cursor_was():
    table = far()
    newest = RULES.view(table.state, None).laid[-1]
    made = replace(scene(table, 1), focus=Place("hand", 1, 0), spot=cell(0, 0))
    seen = sight(made, 48, 19)
    assert seen.first[0] <= newest.x <= seen.last[0]
    looking = replace(made, focus=cell(0, 0))
    assert sight(looking, 48, 19).first[0] <= 0 <= sight(looking, 48, 19).last[0]
    assert not sight(looking, 48, 19).first[0] <= newest.x <= sight(looking, 48, 19).last[0]


def test_with_room_there_are_lines_and_without_it_more_of_the_table():
    table = at("lay", 9, 8)
    seat = table.asked[0].seat
    made = scene(table, seat)
    low, high = extent(made)
    close, roomy = sight(made, 48, 19), sight(made, 120, 60)
    assert not close.is_roomy
    assert roomy.is_roomy
    assert close.columns >= high[0] - low[0] + 1
    for cell_ in made.view.cells:
        assert close.first[0] <= cell_.x <= close.last[0]
        assert close.first[1] <= cell_.y <= close.last[1]


def test_a_small_table_stays_where_it_is_when_a_card_is_laid():
    before = scene(Scene(hands=("R09", "R02")).table, 0)
    after = scene(Scene("R09@(0,2)/0", hands=("R01", "R02")).table, 0)
    assert sight(before, 120, 60).first == sight(after, 120, 60).first


# --- around the table ----------------------------------------------------------------------------


def test_the_scores_tell_points_masters_tokens_and_cards():
    stood = Scene("R01@(1,-1)/270", hands=("R09 R02", "R03"), m1=[(1, 0)], grand_master="on")
    text = picture(scene(stood.table, 0))
    sign, other = (seat.sign for seat in stood.view().seats)
    assert lines_with(text, f"◆{sign} You             5 points")
    assert lines_with(text, f"{sign}{sign}· left  hand 2  token")
    assert lines_with(text, f"{other} Bob             0 points")
    assert lines_with(text, "hand 1  token")


def test_the_cards_not_seen_can_be_looked_through():
    made = scene(at("lay").clone(), at("lay").asked[0].seat)
    pile = made.pile(Place("unseen"))
    assert pile is not None
    assert len(pile.faces) == len(made.view.unseen) > 0
    focused = replace(made, focus=Place("unseen"))
    assert f"Not seen yet ({len(made.view.unseen)})" in picture(focused)
    assert made.view.unseen[0] in picture(focused)


def test_the_hand_shows_each_card_as_a_little_card():
    text = picture(ghostly("R09"))
    assert lines_with(text, "R09✓")
    assert lines_with(text, "B G      B B")


def test_an_open_hand_is_shown_card_by_card_and_a_closed_one_is_counted():
    for open_hands in ("on", "off"):
        table = at("lay", 9, 3, open_hands=open_hands)
        seat = table.asked[0].seat
        made = scene(table, seat)
        shown = [Place("hand", 1 - seat, n) for n in range(len(made.view.seats[1 - seat].hand))]
        walked = {place for floor in BOARD.floors(made, BOARD.plan(made, 80, 24))
                  for group in floor for place in group.places}  # fmt: skip
        assert (set(shown) <= walked) is (open_hands == "on")
        faces = [RULES.card_set.face(card) for card in table.state.hand[1 - seat]]
        assert all(face in picture(made).splitlines()[5] for face in faces) is (open_hands == "on")


def test_a_spectator_sees_the_table_and_no_hand():
    table = at("lay", 9, 4)
    text = picture(scene(table, None))
    assert "Spectators see no hand" in text
    assert "Ann" in text


def test_a_card_given_up_is_chosen_in_the_hand():
    stood = Scene(hands=("R09 R02", "R03"))
    view = stood.view()
    options = tuple(
        AskOption(
            option=n, act="discard", zone="hand", seat=0, at=n, order=(), label=f"Give up {n}"
        )
        for n in range(2)
    )
    ask = asked(stood.table, 0).model_copy(update={"options": options})
    found = BOARD.option_places(ask, view, ())
    assert set(found.at) == {Place("hand", 0, 0), Place("hand", 0, 1)}
    assert meaning(found, options, Place("hand", 0, 1)) == OptionChosen(options[1])


def test_a_token_cell_offers_both_of_its_colours():
    table = at("token", 3)
    made = scene(table, table.asked[0].seat)
    reds = [place for place, found in made.places.at.items() if len(found) == 2 and place.cell]
    for place in reds:
        group = meaning(made.places, made.ask.options, place)
        assert isinstance(group, Ways)
        assert len(ways(group.options).words) == 3
    assert made.places.decline.act == "skip"


def test_what_a_token_would_do_is_told_for_each_of_its_colours():
    stood = Scene(hands=("R09 R02", "R04"), grand_master="on").lay("R09@(0,2)/0").master(1, 1)
    made = scene(stood.table, 0, focus=cell(1, 2))
    assert {option.label for option in made.places.at[cell(1, 2)]} == {
        "Turn the rune at (1,2) blue"
    }
    assert "✓ Enter: blue. You 1 → 5" in picture(made)
    red = scene(stood.table, 0, focus=cell(0, 1))
    assert "Enter: blue." in picture(red)
    assert "Enter: green." in picture(red)


# --- the end ------------------------------------------------------------------------------------


def test_the_end_tells_the_table_and_the_points_by_area():
    table = dealt(9, grand_master="on")
    for _ in walk(table, 9, patient=True):
        pass
    timeline, view = BOARD.timeline(), RULES.view(table.state, 0)
    assert timeline.rows(("Ann", "Bob"), 76) == []
    timeline.note(view)
    shown = BOARD.at_last(RuneScene(view=view, glyphs=UNICODE), 118, 14)
    assert len(shown) <= 14
    assert plain(shown).count("│") > len(view.areas)
    assert BOARD.at_last(RuneScene(view=view, glyphs=UNICODE), 118, 7) == []
    _, *areas = plain(timeline.rows(("Ann", "Bob"), 76)).splitlines()
    for seat, line in enumerate(areas):
        worth = [int(part.split("=")[1]) for part in line.split(":")[1].split(",") if "=" in part]
        assert sum(worth) == view.seats[seat].score
