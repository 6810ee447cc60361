"""Setup, turns, drawing and the end (RN-SETUP, RN-TURN, RN-DRAW, RN-END)."""

from collections import Counter

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import BadSetup, GameIsOver
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.rune.settings import SETTINGS, return_game
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk

FULL = ("R09 R01 R02", "R03 R04 R05")


@pytest.mark.rule("RN-SETUP-02")
def test_the_deck_lies_as_its_seed_says():
    orders = [(dealt(seed).state.deck, dealt(seed).state.hand) for seed in range(10)]
    assert all(orders[seed] == (dealt(seed).state.deck, dealt(seed).state.hand) for seed in (3, 7))
    assert len({str(order) for order in orders}) == 10


@pytest.mark.rule("RN-SETUP-04")
def test_either_seat_begins_equally_often():
    starts = Counter(dealt_starter(seed) for seed in range(10_000))
    assert 4_800 <= starts[0] <= 5_200
    assert starts[0] + starts[1] == 10_000


def dealt_starter(seed):
    """Who begins: the first roll of the deal."""
    table = Table(RULES, 2, settle(SETTINGS, {}))
    return SeededDealer(seed).deal(table.pending)


@pytest.mark.parametrize("first", [0, 1])
def test_the_second_game_of_a_pair_begins_with_the_other_seat(first):
    options = settle(SETTINGS, {"match": "pair_swapped"})
    table = Table(RULES, 2, return_game(options, first))
    drive(table, SeededDealer(3))
    assert table.state.starter == table.state.player == 1 - first
    assert table.state.options["match"] == "pair_swapped"


@pytest.mark.rule("RN-SETUP-06")
def test_masters_of_the_two_differ_in_colour_and_in_sign():
    with pytest.raises(BadSetup, match="both have chosen orange"):
        RULES.opening(2, {}, [1, 1])
    for declared in ([], [0, 0], [1, 2], [0, 1], [2, 0], [4, 0]):
        seats = RULES.view(RULES.opening(2, {}, declared), None).seats
        assert seats[0].colour != seats[1].colour
        assert seats[0].sign != seats[1].sign
        assert declared[:1] != [1] or seats[0].colour == "orange"
    for wrong in ([5, 0], [1], [-1, 0]):
        with pytest.raises(BadSetup, match="expected"):
            RULES.opening(2, {}, wrong)


@pytest.mark.rule("RN-TURN-01")
def test_turns_alternate_while_both_have_masters():
    for seed in range(20):
        table, last = dealt(seed), {}
        for choose in walk(table, seed, patient=True):
            state = table.state
            if choose.verb == "lay" and all(state.supply) and state.turn - 1 in last:
                assert last[state.turn - 1] == 1 - choose.seat
            last[state.turn] = choose.seat


@pytest.mark.rule("RN-TURN-02")
def test_a_turn_is_a_card_and_then_a_draw_or_a_master():
    scene = Scene(hands=FULL)
    assert scene.acts == {"lay"}
    scene.lay("R09@(0,2)/0")
    assert scene.acts == {"draw", "master", "undo"}
    scene.draw()
    assert scene.asked.seat == 1
    assert scene.acts == {"lay"}


@pytest.mark.rule("RN-TURN-03")
def test_nobody_may_pass_while_a_card_fits():
    for seed in range(20):
        for choose in walk(dealt(seed), seed, patient=True):
            if choose.verb == "lay":
                assert {option.act for option in choose.options} == {"lay"}


def stuck(**options):
    """Tokens all around: no card fits anywhere."""
    tokens = [(0, x, y, 0) for x in (0, 1) for y in (0, 1, 2)]
    return Scene(hands=FULL, tokens=tokens, **options)


@pytest.mark.rule("RN-TURN-04")
def test_who_can_lay_nothing_gives_a_card_up_and_goes_on():
    scene = stuck()
    assert scene.acts == {"discard"}
    assert len(scene.asked.options) == 3
    assert all(each.text == "It fits nowhere." for each in scene.view().reasons)
    scene.do("discard", 1)
    assert scene.view(1).removed == ()
    assert len(scene.view(1).seats[0].hand) == 3
    assert "draw" in scene.acts
    scene.draw()
    assert scene.view(1).removed == ("R01",)
    assert scene.told(1)[:2] == [
        "Nothing {0} holds fits anywhere: R01 leaves the game",
        "{0} draws a card",
    ]
    assert len(scene.state.hand[0]) == 3
    assert stuck().do("discard", 2).do("undo").state.hand[0] == [8, 0, 1]


@pytest.mark.rule("RN-TURN-05")
def test_the_second_phase_is_a_draw_or_a_master_and_no_pass():
    scene = Scene(hands=FULL, undo="off").lay("R09@(0,2)/0")
    assert scene.acts == {"draw", "master"}


@pytest.mark.rule("RN-TURN-06")
def test_a_card_can_be_taken_back_until_the_second_phase():
    scene = Scene(hands=FULL)
    before, seen = scene.state.plain(), scene.view(1)
    scene.lay("R09@(0,2)/0")
    assert scene.view(0).draft
    assert len(scene.view(0).cells) == 10
    assert scene.view(1) == seen
    assert scene.told(1) == []
    scene.do("undo")
    assert scene.state.plain() == before | {"takebacks": 1}
    scene.lay("R09@(0,2)/0").draw()
    assert scene.told(1) == ["{0} lays R09 at (0,2)", "{0} draws a card"]
    assert "undo" not in scene.acts
    assert scene.asked.seat == 1


def test_a_placed_master_makes_the_card_final_even_before_a_token():
    scene = Scene(hands=FULL, grand_master="on").lay("R09@(0,2)/0").master(0, 0)
    assert scene.asked.verb == "token"
    assert scene.acts == {"token", "skip"}
    assert len(scene.view(1).cells) == 10


def test_without_undo_a_card_is_shown_at_once():
    scene = Scene(hands=FULL, undo="off").lay("R09@(0,2)/0")
    assert "undo" not in scene.acts
    assert scene.told(1) == ["{0} lays R09 at (0,2)"]
    assert len(scene.view(1).cells) == 10
    assert len(scene.view(1).seats[0].hand) == 2


@pytest.mark.rule("RN-DRAW-01")
def test_a_draw_takes_the_top_card_and_shows_it_to_the_drawer_only():
    scene = Scene(hands=FULL)
    top, count = scene.state.deck[-1], len(scene.state.deck)
    assert count == 10
    scene.lay("R09@(0,2)/0").draw()
    face = RULES.face_of(scene.state, top)
    assert scene.view(0).seats[0].hand == ("R01", "R02", face)
    assert scene.view(1).seats[0].hand == ("", "", "")
    assert scene.view(1).deck == 9
    events = scene.table.drain()
    told = [RULES.line(RULES.redact(events[-1], seat)).text for seat in (0, 1, None)]
    assert told == [f"{{0}} draws {face}", "{0} draws a card", "{0} draws a card"]


@pytest.mark.rule("RN-DRAW-02")
def test_an_empty_deck_leaves_only_a_master():
    assert Scene(hands=FULL, deck=0, undo="off").lay("R09@(0,2)/0").acts == {"master"}


@pytest.mark.rule("RN-DRAW-03")
def test_no_hand_grows_beyond_three():
    for seed in range(20):
        table = dealt(seed)
        for _ in walk(table, seed, patient=True):
            assert all(len(hand) <= 3 for hand in table.state.hand)


@pytest.mark.rule("RN-DRAW-04")
def test_nobody_draws_once_a_player_has_placed_all_masters():
    m1 = [(0, 0), (0, 1), (1, 0)]
    scene = Scene(m1=m1, hands=("", "R09 R01 R02"), player=1, undo="off")
    assert scene.view().tail
    assert scene.view().deck > 0
    scene.do("lay", *next((each.at, each.order) for each in scene.asked.options))
    assert scene.acts == {"master"}


@pytest.mark.rule("RN-MASTER-08")
def test_a_draw_may_be_preferred_with_a_last_master_left():
    scene = Scene(m1=[(0, 0), (0, 1)], m2=[(1, 1)], hands=("R09", "R01 R02"), deck=3)
    scene.do("lay", *next((each.at, each.order) for each in scene.asked.options))
    assert "draw" in scene.acts


# --- end ------------------------------------------------------------------------------------------


def last_master():
    """Seat 0 is about to place its third master, seat 1 has two left."""
    return Scene(m1=[(0, 0), (0, 1)], m2=[(1, 1)], hands=("R09", "R01 R03"), undo="off")


def any_turn(scene):
    """Lay the first card that is offered and place the first master."""
    first = scene.asked.options[0]
    scene.do("lay", first.at, first.order)
    assert scene.acts <= {"draw", "master"}
    return scene.master(*min(scene.places("master")))


@pytest.mark.rule("RN-END-01", "RN-END-02", "RN-END-03")
def test_the_other_player_ends_the_game_alone():
    scene = any_turn(last_master())
    assert scene.view().tail
    assert "No more cards are drawn; masters {1} has left: 2" in scene.told(None)
    for left in (2, 1):
        assert scene.asked.seat == 1
        assert scene.state.supply[1] == len(scene.state.hand[1]) == left
        first = scene.asked.options[0]
        scene.do("lay", first.at, first.order)
        assert scene.acts == {"master"}
        scene.master(*min(scene.places("master")))
    assert scene.table.pending is None
    assert scene.state.hand == [[], []]


@pytest.mark.rule("RN-END-04")
def test_the_tail_can_still_hurt():
    scene = Scene("R01@(1,-2)/180", m1=[(2, -1), (1, -2), (2, -2)], m2=[(0, 2), (1, 2)],
                  hands=("", "R04"), player=1)  # fmt: skip
    assert scene.view().tail
    mine = scene.view().seats[0].score
    worst = min(after_laying(scene, option) for option in scene.asked.options)
    assert worst < mine


def after_laying(scene, option):
    twin = scene.table.clone()
    twin.answer(1, scene.asked.options.index(option))
    return RULES.view(twin.state, 1).seats[0].score


@pytest.mark.rule("RN-END-05")
def test_the_game_ends_with_the_sixth_master():
    scene = any_turn(any_turn(any_turn(last_master())))
    assert len(scene.state.board.masters) == 6
    assert scene.table.outcome is not None
    told = scene.told(None)
    assert [line for line in told if "scores" in line] == [
        f"{{{seat}}} scores {scene.state.board.score(seat)}" for seat in (0, 1)
    ]
    with pytest.raises(GameIsOver):
        scene.table.answer(1, 0)


@pytest.mark.rule("RN-END-06", "RN-INV-03")
def test_a_game_has_six_to_sixteen_turns():
    lengths = Counter()
    for seed in range(80):
        table = dealt(seed, undo="off")
        second = sum(choose.verb == "claim" for choose in walk(table, seed, patient=True))
        turns = table.state.turn
        assert second == turns
        assert turns == 6 + 10 - len(table.state.deck)
        lengths[turns] += 1
    assert min(lengths) >= 6
    assert max(lengths) <= 16
    assert len(lengths) > 4


def test_a_seat_that_leaves_has_lost():
    scene = Scene(hands=FULL).lay("R09@(0,2)/0")
    scene.table.remove(1)
    assert scene.table.outcome.winners == (0,)
    assert scene.table.outcome.reason == "left"
    assert scene.told(0) == ["{1} leaves and loses the game"]
    assert len(scene.state.board.laid) == 1
    assert sorted(scene.state.hand[0]) == [0, 1, 8]
