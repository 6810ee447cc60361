"""Cards, the lattice they lie on, and the areas of runes (RN-COMP, RN-CARD, RN-GEO, RN-AREA)."""

from collections import Counter

import pytest

from rr_rules.kernel.errors import BadSetup, DeckError
from rr_rules.kernel.requests import Option
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table
from rr_rules.lessons.lattice import board, laid
from rr_rules.rune.board import Laid
from rr_rules.rune.cards import CARDS, COLOURS, LETTERS, PROJECT, RED, VALUES, read_cards
from rr_rules.rune.forbidding import forbids
from rr_rules.rune.game import load
from rr_rules.rune.lattice import FARTHEST
from rr_rules.rune.placing import placements
from rr_rules.rune.settings import SETTINGS
from tests.support.rr_rules.rune import (
    LAYOUTS,
    RULES,
    Scene,
    area_at,
    choices,
    dealt,
    is_legal,
    letters,
    owners,
    picture,
    verdict,
    visible,
    walk,
)


@pytest.mark.rule("RN-COMP-01")
def test_sixteen_rune_cards_are_dealt_and_the_starting_card_lies():
    state = dealt(1).state
    assert len(state.deck) + sum(map(len, state.hand)) == 16
    assert [each.card for each in state.board.laid] == [CARDS]
    assert [text.kind for text in RULES.cards({})].count("start") == 1


@pytest.mark.rule("RN-COMP-02", "RN-SETUP-03", "RN-SETUP-01")
def test_a_new_game_has_three_masters_and_three_cards_each_around_the_starting_card():
    state = dealt(1).state
    assert state.supply == [3, 3]
    assert state.board.masters == ()
    assert [len(hand) for hand in state.hand] == [3, 3]
    assert len(state.deck) == 10
    assert len(picture(state.board)) == 6
    assert set(owners(state.board).values()) == {"START"}


@pytest.mark.rule("RN-COMP-03", "RN-SETUP-05")
def test_tokens_exist_with_the_expansion_only():
    assert dealt(1, grand_master="on").state.tokens == [1, 1]
    table = dealt(1)
    assert table.state.tokens == [0, 0]
    for seed in range(20):
        for choose in walk(dealt(seed), seed):
            assert "token" not in {option.act for option in choose.options}


@pytest.mark.rule("RN-COMP-04")
@pytest.mark.parametrize("seats", [1, 3])
def test_only_two_can_play(seats):
    with pytest.raises(BadSetup, match="expected 2"):
        Table(RULES, seats, settle(SETTINGS, {}))
    assert RULES.fewest_seats == RULES.most_seats({}) == 2


@pytest.mark.rule("RN-COMP-05")
def test_runes_are_worth_one_two_and_three_and_told_apart_without_colour():
    assert dict(zip(LETTERS, VALUES, strict=True)) == {"B": 1, "G": 2, "R": 3}
    assert len(set(LETTERS)) == len(set(COLOURS)) == 3


@pytest.mark.rule("RN-GEO-01")
def test_every_card_has_six_runes():
    assert len(LAYOUTS) == 17
    assert all(len(layout) == 6 and set(layout) <= set("BGR") for layout in LAYOUTS)


@pytest.mark.rule("RN-GEO-02", "RN-GEO-03")
def test_a_card_is_two_wide_three_high_and_turns_clockwise():
    one = board("R09@(10,10)/0")
    assert visible(one, (10, 10), (11, 10), (10, 11), (11, 11), (10, 12), (11, 12)) == "BGBGBR"
    assert letters("R09", 0) == "BG/BG/BR"
    assert letters("R09", 90) == "BBB/RGG"
    assert letters("R09", 180) == "RB/GB/GB"
    assert letters("R09", 270) == "GGR/BBB"
    assert visible(board("R09@(10,10)/90"), (10, 10), (12, 10), (10, 11), (12, 11)) == "BBRG"


@pytest.mark.rule("RN-GEO-04")
def test_a_place_is_told_in_whole_cells_only():
    scene = Scene(hands=("R09 R01 R02", "R03 R04 R05"))
    assert scene.acts == {"lay"}
    for option in scene.asked.options:
        assert [type(part) for part in option.order] == [int, int, int]
    assert Option("lay", "hand", 0, 0, (0, 2.5, 0)) not in scene.asked.options


@pytest.mark.rule("RN-GEO-05")
def test_the_table_has_no_edge():
    long = board()
    for number in range(15):
        x, y, quarter = max(placements(long, number, 0))
        long = long.with_card(Laid(number, x, y, quarter))
    right = max(x for x, _ in picture(long))
    assert right >= 20
    assert max(placements(long, 15, 0))[0] >= right - 1
    # Bits do not run into each other even as far out as cards can get at all.
    chain = board(*[f"R{n:02}@({2 * n},0)/90" for n in range(1, 16)])
    assert max(x for x, _ in picture(chain)) == 32 < FARTHEST
    assert all(is_legal(chain, Laid(15, *where)) for where in placements(chain, 15, 0))
    assert any(x >= 30 for x, _, _ in placements(chain, 15, 0))


@pytest.mark.rule("RN-GEO-06", "RN-GEO-07")
def test_only_the_topmost_rune_counts_and_belongs_to_its_card():
    position = board("R09@(0,1)/0")
    assert visible(position, (0, 1)) == "B"
    assert area_at(position, (0, 1)) >= {(0, 0), (0, 1)}
    whose = owners(position)
    assert {point for point, face in whose.items() if face == "R09"} == {
        (x, y) for x in (0, 1) for y in (1, 2, 3)
    }
    assert whose[0, 0] == whose[1, 0] == "START"
    assert board("R09@(0,1)/0", m1=[(0, 1)]).score(0) == 4


@pytest.mark.rule("RN-GEO-08", "RN-AREA-03")
def test_diagonal_neighbours_are_not_connected():
    assert visible(board(), (0, 0), (1, 1)) == "BB"
    assert area_at(board(), (0, 0)) == {(0, 0)}
    assert area_at(board(), (1, 1)) == {(1, 1)}


@pytest.mark.rule("RN-AREA-01")
def test_the_starting_card_has_six_areas():
    found = {(COLOURS[each.colour], each.cells.bit_count()) for each in board().areas}
    assert len(board().areas) == 6
    assert found == {("blue", 1), ("green", 1), ("red", 1)}
    points = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
    assert visible(board(), *points) == "BGRBBG"
    assert [area_at(board(), point) for point in points] == [{point} for point in points]


@pytest.mark.rule("RN-AREA-02")
def test_areas_run_across_cards():
    position = board("R09@(0,1)/0")
    assert area_at(position, (0, 0)) == {(0, 0), (0, 1), (0, 2), (0, 3)}
    assert area_at(position, (1, 0)) == {(1, 0), (1, 1), (1, 2)}


def images(layout):
    """A layout turned by half and mirrored: all that keeps it upright."""
    rows = [layout[at : at + 2] for at in (0, 2, 4)]
    mirrored = [row[::-1] for row in rows]
    return {"".join(rows), "".join(rows)[::-1], "".join(mirrored), "".join(mirrored)[::-1]}


@pytest.mark.rule("RN-CARD-01", "RN-CARD-02")
def test_the_cards_are_the_sixteen_ways_to_lay_three_two_and_one():
    for layout in LAYOUTS:
        assert Counter(layout) == {"B": 3, "G": 2, "R": 1}
    totals = Counter("".join(PROJECT))
    assert totals == {"B": 48, "G": 32, "R": 16}
    orbits = [images(layout) for layout in PROJECT]
    assert sum(map(len, orbits)) == len(set().union(*orbits)) == 60


def test_the_cards_keep_the_balance_of_the_catalogue():
    symmetric = [layout for layout in PROJECT if len(images(layout)) < 4]
    assert len(symmetric) == 2
    smallest = [
        layout for layout in PROJECT if layout not in symmetric and layout == min(images(layout))
    ]
    assert len(smallest) == 7
    assert sum(layout.index("R") in (2, 3) for layout in PROJECT) == 6
    assert LAYOUTS[CARDS] == PROJECT[14] == "BGRBBG"


def custom(rows=16, row="BG/RB/BG", start=""):
    return "\n".join(["# mine", *[row] * rows, start]).encode()


@pytest.mark.rule("RN-CARD-03")
def test_an_owners_cards_are_read_or_refused():
    cards = read_cards("mine.txt", custom(row="RRRRRR", start="START GGGGGG"))
    assert cards.layouts == ("RRRRRR",) * 16 + ("GGGGGG",)
    rules = load(("mine.txt", custom()))
    table = Table(rules, 2, rules.settle({}))
    assert table.state.board.layouts == ("BGRBBG",) * 17
    for wrong in (custom(rows=15), custom(rows=17), custom(row="BGRBBX"), custom(row="BGRBB")):
        with pytest.raises(DeckError, match="expected"):
            read_cards("mine.txt", wrong)
    for wrong in (b"\xff" * 16, b"#" * 5000):
        with pytest.raises(DeckError, match="expected"):
            read_cards("mine.txt", wrong)


def test_the_option_says_which_cards_are_loaded():
    rules = load(("mine.txt", custom()))
    assert rules.settle({})["card_set"] == "custom"
    assert rules.digest()[1] != RULES.digest()[1]
    with pytest.raises(BadSetup, match="expected custom"):
        rules.opening(2, {"card_set": "project16"}, [])
    with pytest.raises(BadSetup, match="expected project16"):
        RULES.opening(2, {"card_set": "custom"}, [])


def test_a_card_that_looks_the_same_turned_is_offered_once():
    rules = load(("mine.txt", custom(row="RRRRRR", start="START RRRRRR")))
    found = placements(rules.opening(2, {"card_set": "custom"}, []).board, 0, 0)
    assert {quarter for _, _, quarter in found} == {0, 1}


def test_a_placement_far_outside_is_refused_in_words():
    for x, y in ((1000, 0), (0, -1000), (-41, 0)):
        found = forbids(board(), Laid(0, x, y, 0), 0, choices())
        assert found is not None
        assert found.clause == "RN-PLACE-02"
    assert verdict(board(), "R08@(2,0)/0") == "RN-PLACE-02"
    assert laid("R08@(2,0)/270").quarter == 3
    assert RED == 2
