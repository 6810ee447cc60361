"""Laying cards: the catalogue's positions with coordinates (RN-PLACE, RN-INV-05)."""

from itertools import product

import pytest

from rr_rules.kernel.errors import NotAnOption
from rr_rules.kernel.stream import Stream
from rr_rules.lessons.lattice import board, laid
from rr_rules.rune.board import Laid
from rr_rules.rune.forbidding import why_not
from rr_rules.rune.placing import placements
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.rune import (
    RULES,
    Scene,
    area_at,
    beside,
    cells_of,
    choices,
    dealt,
    every_place,
    owners,
    picture,
    verdict,
    visible,
    walk,
)

R01_ABOVE = "R01@(1,-1)/270"


@pytest.mark.rule("RN-PLACE-01")
def test_a_card_comes_from_the_own_hand():
    scene = Scene(hands=("R01 R02 R03", "R09 R05 R06"))
    with pytest.raises(ValueError, match="not in"):
        scene.lay("R09@(0,2)/0")
    with pytest.raises(NotAnOption):
        scene.table.answer(0, len(scene.asked.options))
    assert why_not(scene.view(), "R09", (0, 2), 0).clause == "RN-PLACE-01"
    assert {option.at for option in scene.asked.options} == {0, 1, 2}


@pytest.mark.rule("RN-PLACE-02")
def test_a_card_must_cover_a_rune():
    assert visible(board(), (1, 0), (1, 1), (1, 2)) == "GBG"
    assert visible(board("R08@(2,0)/0"), (2, 0), (2, 1), (2, 2)) == "GBG"
    assert verdict(board(), "R08@(2,0)/0") == "RN-PLACE-02"


@pytest.mark.rule("RN-PLACE-03")
def test_a_card_may_cover_six_runes_of_two_cards():
    assert verdict(board(), "R01@(1,-1)/180") == ""
    position = board("R01@(1,-1)/180")
    covered = {owners(position)[point] for point in cells_of(laid("R05@(0,0)/270"))}
    assert covered == {"START", "R01"}
    assert verdict(position, "R05@(0,0)/270") == ""


@pytest.mark.rule("RN-PLACE-04")
def test_a_card_obeys_one_of_the_two_rules():
    assert verdict(board(), "R09@(0,2)/0") == ""
    assert verdict(board(), "R09@(0,1)/0") == ""
    assert verdict(board(), "R09@(1,1)/0") == "RN-PLACE-04"


@pytest.mark.rule("RN-PLACE-05")
def test_rule_a_asks_only_about_what_is_covered():
    new = cells_of(laid("R09@(0,2)/0"))
    assert (new[0, 2], new[1, 2]) == ("B", "G")
    assert visible(board(), (0, 2), (1, 2)) == "BG"
    assert visible(board(), (0, 1)) == "R"
    assert verdict(board(), "R09@(0,2)/0") == ""


@pytest.mark.rule("RN-PLACE-06")
def test_rule_b_asks_only_about_the_neighbours():
    new = cells_of(laid("R09@(0,1)/0"))
    assert (new[0, 1], new[1, 1]) == ("B", "G")
    assert visible(board(), (0, 0), (1, 0), (0, 1)) == "BGR"
    assert verdict(board(), "R09@(0,1)/0") == ""


@pytest.mark.rule("RN-PLACE-07")
def test_what_a_card_covers_is_no_neighbour_of_it():
    new = cells_of(laid(R01_ABOVE))
    assert new == {(1, -1): "B", (2, -1): "G", (3, -1): "R", (1, 0): "B", (2, 0): "B", (3, 0): "G"}
    assert visible(board(), (1, 0)) == "G"
    assert verdict(board(), R01_ABOVE) == ""


@pytest.mark.rule("RN-PLACE-08")
def test_the_rules_are_not_mixed_within_a_card():
    new = cells_of(laid("R01@(-1,-1)/0"))
    assert (new[0, 0], new[0, 1]) == ("G", "R")
    assert visible(board(), (0, 0), (1, 0), (0, 1), (1, 1)) == "BGRB"
    assert verdict(board(), "R01@(-1,-1)/0") == "RN-PLACE-04"


@pytest.mark.rule("RN-PLACE-09")
def test_every_legal_card_covers_a_rune_and_has_a_neighbour():
    seen = 0
    for seed in range(12):
        table = dealt(seed)
        for choose in walk(table, seed, patient=True):
            cells = picture(table.state.board)
            for option in choose.options:
                if option.act == "lay":
                    number = table.state.hand[choose.seat][option.at]
                    new = cells_of(Laid(number, *option.order))
                    assert new.keys() & cells.keys()
                    assert any(q in cells and q not in new for p in new for q in beside(p))
                    seen += 1
    assert seen > 1000


@pytest.mark.rule("RN-PLACE-10")
def test_no_card_covers_all_of_another():
    assert verdict(board(), "R15@(0,0)/0") == "RN-PLACE-10"
    position = board("R09@(0,2)/0")
    assert list(owners(position).values()).count("START") == 4
    assert verdict(position, "R05@(0,0)/0") == "RN-PLACE-10"


@pytest.mark.rule("RN-PLACE-11")
def test_several_cards_may_hide_one_unless_none_may_vanish():
    position = board("R09@(0,2)/0")
    assert verdict(position, "R02@(0,0)/270") == ""
    assert "START" not in owners(board("R09@(0,2)/0", "R02@(0,0)/270")).values()
    assert verdict(position, "R02@(0,0)/270", full_cover="vanish") == "RN-PLACE-11"


@pytest.mark.rule("RN-PLACE-12")
def test_no_card_covers_a_master_of_either_player():
    assert verdict(board(m1=[(0, 2)]), "R09@(0,2)/0") == "RN-PLACE-12"
    assert verdict(board(m2=[(0, 2)]), "R09@(0,2)/0") == "RN-PLACE-12"
    assert verdict(board(m1=[(0, 1)]), "R09@(0,2)/0") == ""


@pytest.mark.rule("RN-PLACE-13")
def test_no_card_joins_areas_of_both_players():
    position = board(m1=[(1, 1)], m2=[(0, 0)])
    assert verdict(position, R01_ABOVE, 0) == "RN-PLACE-13"
    assert verdict(position, R01_ABOVE, 1) == "RN-PLACE-13"


def test_a_table_may_forbid_joining_two_areas_of_the_opponent():
    strict = {"connect": "also_forbid_joining_two_opponent_areas"}
    position = board(m2=[(1, 1), (0, 0)])
    assert verdict(position, R01_ABOVE, 0) == ""
    assert verdict(position, R01_ABOVE, 0, **strict) == "RN-PLACE-13"
    assert verdict(position, R01_ABOVE, 1, **strict) == ""


@pytest.mark.rule("RN-PLACE-14")
def test_own_areas_may_be_joined_and_score_once():
    assert verdict(board(m1=[(1, 1), (0, 0)]), R01_ABOVE) == ""
    position = board(R01_ABOVE, m1=[(1, 1), (0, 0)])
    assert area_at(position, (0, 0)) == {(0, 0), (1, 0), (1, -1), (2, 0), (1, 1)}
    assert position.score(0) == 5


@pytest.mark.rule("RN-PLACE-15")
def test_the_area_of_the_opponent_may_grow():
    assert verdict(board(m2=[(0, 0)]), R01_ABOVE, 0) == ""
    assert board(m2=[(0, 0)]).score(1) == 1
    assert board(R01_ABOVE, m2=[(0, 0)]).score(1) == 5


@pytest.mark.rule("RN-PLACE-16")
def test_runes_of_the_opponent_may_be_covered():
    position = board("R01@(1,-2)/180", m2=[(2, -1)])
    assert verdict(position, "R04@(0,0)/270", 0) == ""
    scene = Scene("R01@(1,-2)/180", m2=[(2, -1)], hands=("R04 R02 R03", "R05 R06"))
    before = scene.view().seats[1].score
    scene.lay("R04@(0,0)/270")
    assert (before, scene.view().seats[1].score) == (5, 2)
    assert verdict(board(m1=[(1, 1)], tokens=[(0, 0, 0, 1)]), "R09@(0,0)/270") != ""


@pytest.mark.slow
@pytest.mark.rule("RN-PLACE-17")
def test_only_the_areas_after_the_placement_are_examined():
    """A card cuts the way by which its own new rune would have joined both areas."""
    cut = 0
    for seed in range(150):
        table = dealt(seed, undo="off")
        for choose in walk(table, seed, patient=True):
            position = table.state.board
            if choose.verb != "lay" or not all(position.standing):
                continue
            for option in choose.options:
                if option.act == "lay":
                    placed = Laid(table.state.hand[choose.seat][option.at], *option.order)
                    cut += links_elsewhere(position, placed)
        if cut:
            return
    raise AssertionError("no placement both cut a link and opened another")


def links_elsewhere(position, placed):
    """Whether new runes would join areas of both seats if what they cover were still there."""
    cells, new = picture(position), cells_of(placed)
    kept = {point: letter for point, letter in cells.items() if point not in new}
    colours = {letter for point, letter in new.items()}
    one, two = ({(x, y) for whose, x, y in position.masters if whose == seat} for seat in (0, 1))
    for colour in colours:
        alike = {point for point, letter in cells.items() if letter == colour}
        alike |= {point for point, letter in new.items() if letter == colour}
        real = {point for point, letter in (kept | new).items() if letter == colour}
        for master in one & real:
            if reach(alike, master) & two:
                assert not reach(real, master) & two
                return 1
    return 0


def reach(cells, start):
    found, todo = {start}, [start]
    while todo:
        for each in beside(todo.pop()):
            if each in cells and each not in found:
                found.add(each)
                todo.append(each)
    return found


COUNTS = (16, 16, 15, 26, 27, 26, 18, 20, 16, 24, 20, 24, 30, 22, 32, 16)


@pytest.mark.rule("RN-INV-05")
def test_the_starting_card_allows_as_many_places_as_the_catalogue_counts():
    assert tuple(len(placements(board(), number, 0)) for number in range(16)) == COUNTS
    for number in range(16):
        found = placements(board(), number, 0)
        assert len(found) == len(set(found))
        assert set(found) == every_place(board(), number)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"full_cover": "vanish"},
        {"connect": "also_forbid_joining_two_opponent_areas", "grand_master": "on"},
    ],
)
def test_all_legal_places_are_found_and_no_others(options):
    luck, compared = Stream.seeded(7), 0
    for seed in range(24 if LONG else 2):
        table = dealt(seed, undo="off", **options)
        read = table.state.settings
        for choose in walk(table, seed, patient=True):
            if choose.verb == "lay" and luck.below(3) == 0:
                position, number = table.state.board, luck.below(16)
                found = placements(
                    position, number, choose.seat, joins=read.joins, vanish=read.vanish
                )
                assert set(found) == every_place(position, number, choose.seat, **options)
                compared += len(found)
    assert compared > 100


def test_a_ghost_is_forbidden_exactly_where_no_option_is():
    asked = 0
    for seed in range(4):
        table = dealt(seed, grand_master="on")
        for choose in walk(table, seed, patient=True):
            view = RULES.view(table.state, choose.seat)
            if choose.verb != "lay":
                face = view.seats[choose.seat].hand[:1]
                assert not face or why_not(view, face[0], (0, 0), 0).clause == "RN-TURN-02"
                continue
            legal = {(option.at, *option.order) for option in choose.options}
            for at, face in enumerate(view.seats[choose.seat].hand):
                for x, y, quarter in product(range(-3, 4), (-2, 1), range(4)):
                    found = why_not(view, face, (x, y), quarter)
                    assert (found is None) is ((at, x, y, quarter) in legal)
                    asked += 1
    assert asked > 2000
    assert why_not(RULES.view(table.state, None), "R01", (0, 0), 0).clause == "RN-TURN-01"


def test_what_forbids_a_place_is_shown_on_its_cells():
    view = Scene(m2=[(0, 2)], hands=("R09 R01 R15", "R02 R03")).view()
    assert why_not(view, "R09", (0, 2), 0).cells == ((0, 2),)
    assert why_not(view, "R09", (1, 1), 4).clause == "RN-PLACE-04"
    assert (1, 2) in why_not(view, "R09", (1, 1), 0).cells
    assert len(why_not(Scene(hands=("R15", "")).view(), "R15", (0, 0), 0).cells) == 6
    assert choices().joins
