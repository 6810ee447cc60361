"""Masters, control, scores and the Grand Master tokens (RN-MASTER, RN-CTRL, RN-SCORE, RN-GM)."""

from itertools import product

import pytest

from rr_rules.lessons.lattice import board, laid
from rr_rules.rune.board import Board, Laid
from rr_rules.rune.cards import PROJECT_CARDS
from rr_rules.rune.lattice import bit_of, points
from rr_rules.rune.placing import candidates, changes, placements
from rr_rules.rune.views import decide
from tests.support.rr_rules.rune import (
    LAYOUTS,
    RULES,
    Scene,
    area_at,
    cells_of,
    controlled,
    dealt,
    picture,
    points_of,
    verdict,
    visible,
    walk,
)

ABOVE = "R01@(1,-1)/270"
FULL = ("R09 R02 R03", "R04 R05 R06")


def spots(position, seat, *, own_areas=True):
    return set(points(position.master_spots(seat, own_areas=own_areas)))


def seat_areas(scene, seat):
    """What a seat controls, by the view: colour, size and worth of each area."""
    areas = scene.view(None).areas
    return sorted((a.colour, len(a.cells), a.worth) for a in areas if a.controller == seat)


# --- masters --------------------------------------------------------------------------------------


@pytest.mark.rule("RN-MASTER-01")
def test_a_master_stands_on_no_rune_the_opponent_controls():
    position = board(ABOVE, m1=[(1, 1)])
    assert position.score(0) == 5
    assert (2, 0) not in spots(position, 1)
    assert (1, 2) in spots(position, 1)


@pytest.mark.rule("RN-MASTER-02")
def test_a_master_may_stand_on_any_card():
    scene = Scene(hands=FULL).lay("R09@(0,2)/0")
    assert {(0, 0), (1, 1), (0, 4)} <= scene.places("master")
    assert scene.places("master") == {(cell.x, cell.y) for cell in scene.view().cells}


@pytest.mark.rule("RN-MASTER-03", "RN-CTRL-03")
def test_a_second_own_master_in_an_area_is_legal_and_scores_nothing_more():
    position = board(ABOVE, m1=[(1, 1)])
    assert (0, 0) in spots(position, 0)
    assert position.score(0) == 5
    assert board(ABOVE, m1=[(1, 1), (0, 0)]).score(0) == 5
    assert (0, 0) not in spots(position, 0, own_areas=False)
    scene = Scene(ABOVE, m1=[(1, 1)], hands=("R09 R02", ""), own_area_master="forbidden")
    scene.do("lay", scene.asked.options[0].at, scene.asked.options[0].order)
    mine = controlled(picture(scene.state.board), scene.state.board, 0)
    assert not scene.places("master") & mine


@pytest.mark.rule("RN-MASTER-04")
def test_a_rune_bears_one_master():
    assert (0, 0) not in spots(board(m1=[(0, 0)]), 0)
    assert (0, 0) not in spots(board(m1=[(0, 0)]), 1)


@pytest.mark.rule("RN-MASTER-05", "RN-CTRL-07", "RN-CTRL-04")
def test_masters_stay_where_they_stand_and_control_their_rune_alone():
    for seed in range(40):
        table, before = dealt(seed, grand_master="on"), ()
        for _ in walk(table, seed, patient=True):
            position = table.state.board
            assert position.masters[: len(before)] == before
            before = position.masters
            for seat, x, y in before:
                assert (x, y) in controlled(picture(position), position, seat)
                assert position.held(seat) >> bit_of(x, y) & 1
                assert not position.held(1 - seat) >> bit_of(x, y) & 1
            assert not position.is_mixed()


@pytest.mark.rule("RN-MASTER-06")
def test_a_master_may_stand_on_a_token():
    position = board(tokens=[(1, 0, 1, 0)])
    assert visible(position, (0, 1)) == "B"
    assert (0, 1) in spots(position, 0)
    assert Scene(tokens=[(1, 0, 1, 0)], phase="claim", hands=("R01 R02", "")).master(0, 1)


def besieged(deck, **options):
    """All runes are blue by tokens, and one area of seat 1."""
    tokens = [(1, 1, 0, 0), (1, 0, 1, 0), (1, 1, 2, 0)]
    return Scene(m2=[(1, 1)], tokens=tokens, phase="claim", hands=("R01 R02", "R03 R04"),
                 deck=deck, **options)  # fmt: skip


@pytest.mark.rule("RN-MASTER-07")
def test_a_master_without_a_rune_is_returned_to_the_box():
    assert spots(besieged(3).state.board, 0) == set()
    assert besieged(3).acts == {"draw"}
    scene = besieged(0)
    assert scene.acts == {"box"}
    scene.do("box")
    assert scene.view().seats[0].masters == 2
    assert scene.view().seats[0].boxed == 1
    assert scene.asked.seat == 1
    assert scene.told(1) == ["{0} finds no rune for a master and returns it to the box"]


# --- control --------------------------------------------------------------------------------------


@pytest.mark.rule("RN-CTRL-01", "RN-CTRL-02")
def test_a_master_controls_its_area_as_it_grows():
    assert board(m1=[(0, 0)]).score(0) == 1
    scene = Scene(m1=[(0, 0)], hands=("R09 R02", ""))
    scene.lay("R09@(0,1)/0")
    assert area_at(scene.state.board, (0, 0)) == {(0, 0), (0, 1), (0, 2), (0, 3)}
    assert seat_areas(scene, 0) == [("blue", 1, 1)]
    assert scene.view(0).seats[0].score == 4
    assert scene.view(1).seats[0].score == 1


SPLIT = {"m1": [(2, -1)]}


@pytest.mark.rule("RN-CTRL-05")
def test_the_part_of_an_area_without_a_master_becomes_free():
    assert board("R01@(1,-2)/180", **SPLIT).score(0) == 5
    assert verdict(board("R01@(1,-2)/180", **SPLIT), "R04@(0,0)/270", 1) == ""
    position = board("R01@(1,-2)/180", "R04@(0,0)/270", **SPLIT)
    assert area_at(position, (2, -1)) == {(2, -1), (2, 0)}
    assert position.score(0) == 2
    assert area_at(position, (0, 0)) == {(0, 0), (0, 1), (0, 2)}
    assert {(0, 0), (0, 1), (0, 2)} <= spots(position, 1)


@pytest.mark.rule("RN-CTRL-06")
def test_both_parts_with_masters_stay_controlled():
    two = board("R01@(1,-2)/180", m1=[(2, -1), (0, 0)])
    assert verdict(two, "R04@(0,0)/270", 1) == "RN-PLACE-12"
    one, other, placed = (2, 0), (4, -2), Laid(12, 3, -1, 3)
    before = Board.built(LAYOUTS, LATE, [(0, *one), (0, *other)])
    assert placed[1:] in placements(before, placed.card, 1)
    assert other in area_at(before, one)
    assert before.score(0) == points_of(before, 0)
    after = before.with_card(placed)
    assert not area_at(after, one) & area_at(after, other)
    assert controlled(picture(after), after, 0) == area_at(after, one) | area_at(after, other)
    assert after.score(0) == points_of(after, 0)


LATE = (
    (16, 0, 0, 0), (7, 1, 2, 0), (3, -2, -1, 1), (1, 2, 4, 2), (14, 1, 0, 3), (11, -2, -2, 2),
    (2, 2, 6, 0), (9, 3, -2, 2), (5, 4, -1, 3), (8, -3, -1, 2), (4, 0, -3, 0), (6, 1, 2, 3),
    (15, -4, -3, 0), (0, -3, 1, 1), (10, 6, -3, 2),
)  # fmt: skip
"""A table late in a game: one more card parts the green area of (2,0) and (4,-2)."""


# --- scores ---------------------------------------------------------------------------------------


@pytest.mark.rule("RN-SCORE-01")
def test_a_controlled_rune_gives_its_value():
    position = board(ABOVE, m1=[(1, 1), (0, 1)])
    assert position.score(0) == 5 * 1 + 1 * 3
    for seed in range(15):
        table = dealt(seed, grand_master="on")
        for _ in walk(table, seed, patient=True):
            held = [table.state.board.score(seat) for seat in (0, 1)]
            assert held == [points_of(table.state.board, seat) for seat in (0, 1)]


@pytest.mark.rule("RN-SCORE-02")
def test_runes_without_a_master_score_for_nobody():
    position = board(m1=[(0, 0)], m2=[(1, 0)])
    assert visible(position, (0, 1)) == "R"
    assert (position.score(0), position.score(1)) == (1, 2)


@pytest.mark.rule("RN-SCORE-03")
def test_covered_runes_score_nothing():
    position = board("R09@(0,1)/0", m1=[(0, 1)])
    assert visible(position, (0, 1)) == "B"
    assert position.score(0) == 4


@pytest.mark.rule("RN-SCORE-04")
def test_more_points_win():
    assert decide(board(m1=[(1, 0)], m2=[(0, 0)]), "draw", 0).winners == (0,)
    assert decide(board(m1=[(1, 0)], m2=[(0, 1)]), "draw", 0).winners == (1,)
    for seed in range(20):
        table = dealt(seed)
        for _ in walk(table, seed):
            assert table.outcome is None
        scores = [table.state.board.score(seat) for seat in (0, 1)]
        won = table.outcome.winners
        assert won == (() if scores[0] == scores[1] else (scores.index(max(scores)),))


@pytest.mark.rule("RN-SCORE-05")
def test_equal_points_are_a_draw_unless_the_table_has_a_tie_break():
    tied = board(m1=[(0, 0), (1, 0)], m2=[(0, 1)])
    assert tied.score(0) == tied.score(1) == 3
    assert decide(tied, "draw", 0).winners == ()
    assert decide(tied, "draw", 0).reason == "draw"
    assert decide(tied, "most_red_runes", 0).winners == (1,)
    assert decide(tied, "second_player", 0).winners == (1,)
    assert decide(tied, "second_player", 1).winners == (0,)
    even = board(m1=[(0, 0)], m2=[(1, 1)])
    assert decide(even, "most_red_runes", 0).winners == ()


@pytest.mark.rule("RN-SCORE-06")
def test_a_rune_under_a_token_counts_as_the_token():
    assert board(m1=[(0, 1)]).score(0) == 3
    # Red turned blue joins (0,0), (0,2) and (1,1).
    position = board(m1=[(0, 0)], tokens=[(0, 0, 1, 0)])
    assert position.score(0) == 4
    assert board(m1=[(0, 1)], tokens=[(0, 0, 1, 1)]).score(0) == 2


# --- Grand Master ---------------------------------------------------------------------------------


def with_tokens(**changes):
    return Scene(**({"hands": FULL, "grand_master": "on"} | changes))


@pytest.mark.rule("RN-GM-01")
def test_a_token_follows_a_master_and_nothing_else():
    scene = with_tokens().lay("R09@(0,2)/0")
    drawn = scene.table.clone()
    drawn.answer(0, 0)
    assert drawn.asked[0].verb == "lay"
    scene.master(1, 1)
    assert scene.acts == {"token", "skip"}
    scene.do("skip")
    assert scene.asked.seat == 1
    assert scene.state.tokens == [1, 1]


@pytest.mark.rule("RN-GM-02")
def test_a_token_is_used_once():
    scene = with_tokens().lay("R09@(0,2)/0").master(1, 1).token(0, 0, "green")
    assert scene.state.tokens == [0, 1]
    assert scene.told(None)[-1] == "{0} turns the rune at (0,0) green"
    assert scene.view().seats[0].tokens == 0
    first = scene.asked.options[0]
    scene.do("lay", first.at, first.order).draw()
    first = scene.asked.options[0]
    scene.do("lay", first.at, first.order).master(*min(scene.places("master")))
    assert scene.asked.verb == "lay"
    assert scene.asked.seat == 1


@pytest.mark.rule("RN-GM-03")
def test_a_token_lies_on_a_rune_around_the_master():
    position = board(m1=[(1, 1)])
    found = set(points(candidates(position, 0, any_master=False)))
    assert found == {(0, 0), (1, 0), (0, 1), (0, 2), (1, 2)}


@pytest.mark.rule("RN-GM-04")
def test_only_the_master_placed_now_counts():
    position = board("R09@(0,2)/0", m1=[(1, 4), (1, 0)])
    now = set(points(candidates(position, 0, any_master=False)))
    assert now == {(0, 0), (0, 1), (1, 1)}
    assert (0, 3) in set(points(candidates(position, 0, any_master=True)))
    for anchor, reached in (("just_placed", False), ("any_own", True)):
        scene = with_tokens(m1=[(1, 2)], phase="claim", token_anchor=anchor).master(0, 0)
        assert ((0, 2) in {place[:2] for place in scene.places("token")}) is reached


@pytest.mark.rule("RN-GM-05")
def test_a_token_shows_blue_or_green_and_changes_the_colour():
    found = set(changes(board(m1=[(1, 1)]), 0, any_master=False))
    assert (1, 0, 0) in found
    assert (1, 0, 1) not in found
    assert {(0, 1, 0), (0, 1, 1)} <= found
    assert {colour for _, _, colour in found} == {0, 1}


@pytest.mark.rule("RN-GM-06", "RN-GM-10")
def test_a_token_lies_on_no_master_and_on_no_token():
    position = board(m1=[(1, 1)], m2=[(0, 0)])
    assert (0, 0) not in points(candidates(position, 0, any_master=False))
    position = board(m1=[(1, 1)], tokens=[(1, 1, 0, 0)])
    assert (1, 0) not in points(candidates(position, 0, any_master=False))


@pytest.mark.rule("RN-GM-07")
def test_no_card_covers_a_token():
    assert verdict(board(tokens=[(0, 1, 0, 0)]), ABOVE) == "RN-GM-07"
    assert verdict(board(), ABOVE) == ""


@pytest.mark.rule("RN-GM-08")
def test_a_token_joins_no_areas_of_both_players():
    contested = board(m1=[(1, 1)], m2=[(0, 0)])
    assert (0, 1, 0) not in changes(contested, 0, any_master=False)
    assert (0, 1, 1) in changes(contested, 0, any_master=False)
    alone = board(m1=[(1, 1)])
    assert (0, 1, 0) in changes(alone, 0, any_master=False)
    assert alone.score(0) == 1
    assert board(m1=[(1, 1)], tokens=[(0, 0, 1, 0)]).score(0) == 4


@pytest.mark.rule("RN-GM-09")
def test_a_token_may_split_an_area_of_the_opponent():
    # Green: (1,0), (1,1), (1,2); the master at (0,2) is next to the middle one.
    position = board("R09@(0,1)/0", m1=[(0, 3)], m2=[(1, 0)])
    assert position.score(1) == 6
    assert (1, 2, 0) in changes(position, 0, any_master=False)
    after = board("R09@(0,1)/0", m1=[(0, 2)], m2=[(1, 0)], tokens=[(0, 1, 1, 0)])
    assert (1, 1, 0) in changes(board("R09@(0,1)/0", m1=[(0, 2)], m2=[(1, 0)]), 0, any_master=False)
    assert after.score(1) == 2
    assert area_at(after, (1, 2)) == {(1, 2)}
    assert (1, 2) in spots(after, 0)


@pytest.mark.rule("RN-GM-11")
def test_neighbours_must_match_a_token():
    seen = {True: set(), False: set()}
    for base in right_of_the_start():
        for has_token in (True, False):
            position = board(base, tokens=[(0, 1, 0, 0)] if has_token else ())
            for number, quarter in product(range(16), (0, 2)):
                words = f"{PROJECT_CARDS.face(number)}@(2,0)/{90 * quarter}"
                new = cells_of(laid(words))
                if covers_alike(position, new) or verdict(position, words):
                    continue
                seen[has_token].add(new[2, 0])
    assert seen == {True: {"B"}, False: {"G"}}


def right_of_the_start():
    """Every card that may lie across (1,2), (2,2) and (3,2)."""
    for number in range(16):
        for x, y, quarter in placements(board(), number, 0):
            if (x, y) == (1, 2) and quarter % 2:
                yield f"{PROJECT_CARDS.face(number)}@(1,2)/{90 * quarter}"


def covers_alike(position, new):
    """Whether rule A holds, so that rule B is not needed."""
    cells = picture(position)
    return all(cells.get(point, letter) == letter for point, letter in new.items())


@pytest.mark.rule("RN-GM-12")
def test_a_token_may_follow_the_last_master_before_scores_are_counted():
    m1, m2 = [(0, 0), (0, 3), (1, 4)], [(0, 1), (1, 0)]
    scene = Scene("R09@(0,2)/0", m1=m1, m2=m2, player=1, phase="claim", grand_master="on")
    scene.master(1, 1)
    assert scene.asked.verb == "token"
    assert not any("scores" in line for line in scene.told(None))
    scene.do("skip")
    assert scene.table.outcome is not None
    assert sum("scores" in line for line in scene.told(None)) == 2


@pytest.mark.rule("RN-GM-13")
def test_an_unused_token_scores_nothing():
    scene = with_tokens(m1=[(0, 0)])
    assert scene.state.tokens == [1, 1]
    assert RULES.view(scene.state, 0).seats[0].score == board(m1=[(0, 0)]).score(0) == 1
