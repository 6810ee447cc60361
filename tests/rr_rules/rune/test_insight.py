"""What the bots know of Rune: it sees no hidden card, plays on by the rules, and plays well."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.bots.base import SearchHints
from rr_rules.bots.greedy import GreedyBot
from rr_rules.bots.race import RaceBot
from rr_rules.bots.rule import RuleBot
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import drive
from rr_rules.lessons.lattice import board as laid_out
from rr_rules.rune.board import Laid, Master
from rr_rules.rune.bot.estimates import Sketch
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.insight import MOST
from rr_rules.rune.bot.turns import finish_turn
from rr_rules.rune.cards import VALUES
from rr_rules.rune.lattice import points
from rr_rules.rune.placing import placements
from tests.support.rr_rules.rune import RULES, Scene, dealt, walk

SEEDS = st.integers(0, 10**6)
few = settings(max_examples=5)
MODES = (
    {},
    {"grand_master": "on"},
    {"connect": "also_forbid_joining_two_opponent_areas",
     "full_cover": "vanish", "own_area_master": "forbidden", "tie_break": "second_player"},
)  # fmt: skip


def positions(seed, every=3):
    """Questions of a random game, with the table as it stands at each."""
    table = dealt(seed, **MODES[seed % len(MODES)])
    for number, choose in enumerate(walk(table, seed, patient=True)):
        if number % every == 0:
            yield table, choose


def best(scene):
    """The option that is advised, as an option."""
    choose = scene.asked
    return choose.options[RULES.advise(scene.view(choose.seat), choose)]


def worths(tally):
    """What each free area is worth."""
    return sorted(n * value for value, found in zip(VALUES, tally.free, strict=True) for n in found)


def free_worths(position):
    """The same from the areas of a board."""
    free = [area for area in position.areas if position.controller(area.cells) < 0]
    return sorted(area.worth for area in free)


# --- sketches -----------------------------------------------------------------------------------


@few
@given(SEEDS)
def test_a_sketch_tallies_a_card_as_the_board_does_that_it_makes(seed):
    for table, choose in positions(seed):
        position = table.state.board
        sketch = Sketch(position)
        assert sketch.tally().scores == (position.score(0), position.score(1))
        for card in table.state.hand[choose.seat]:
            for where in placements(position, card, choose.seat)[::5]:
                after = position.with_card(Laid(card, *where))
                tally = sketch.with_card(card, where)
                assert tally.scores == (after.score(0), after.score(1))
                assert worths(tally) == free_worths(after)


def test_a_sketch_holds_a_table_that_reaches_far_to_one_side():
    chain = [Laid(card, 2 * (card + 1), 0, 0) for card in range(16)]
    position = laid_out()
    for laid in chain:
        position = position.with_card(laid)
    sketch = Sketch(position)
    assert worths(sketch.tally()) == free_worths(position)


# --- promising options ------------------------------------------------------------------------


def test_the_game_tells_the_bots_what_it_knows():
    assert isinstance(RULES, SearchHints)


@few
@given(SEEDS)
def test_what_is_promising_is_legal_and_told_once_and_never_nothing(seed):
    for table, choose in positions(seed):
        found = RULES.promising(RULES.view(table.state, choose.seat), choose)
        assert 1 <= len(found) <= MOST[choose.verb]
        assert len(set(found)) == len(found)
        assert set(found) <= set(range(len(choose.options)))


@few
@given(SEEDS)
def test_taking_a_card_back_is_never_promising(seed):
    for table, choose in positions(seed, every=1):
        if choose.verb == "claim":
            found = RULES.promising(RULES.view(table.state, choose.seat), choose)
            assert "undo" not in {choose.options[number].act for number in found}


@few
@given(SEEDS, SEEDS)
def test_what_is_promising_knows_no_hidden_card(seed, luck):
    for table, choose in positions(seed):
        other = table.sampled(choose.seat, Stream.seeded(luck))
        views = [RULES.view(each.state, choose.seat) for each in (table, other)]
        assert RULES.promising(views[0], choose) == RULES.promising(views[1], choose)
        assert RULES.advise(views[0], choose) == RULES.advise(views[1], choose)


# --- playouts -----------------------------------------------------------------------------------


@few
@given(SEEDS)
def test_a_playout_leaves_the_state_alone_and_is_the_same_with_equal_luck(seed):
    for table, choose in positions(seed, every=4):
        state = table.sampled(choose.seat, Stream.seeded(seed)).state
        before = state.plain()
        for option in RULES.promising(RULES.view(state, choose.seat), choose)[:3]:
            paid = [RULES.play_out(state, choose, option, Stream.seeded(1)) for _ in range(2)]
            assert paid[0] == paid[1]
            assert 0 <= paid[0] <= 1
            assert state.plain() == before


@few
@given(SEEDS)
def test_what_a_playout_pays_hangs_on_nothing_thought_before(seed):
    for table, choose in positions(seed, every=5):
        state = table.sampled(choose.seat, Stream.seeded(seed)).state
        paid = RULES.play_out(state, choose, 0, Stream.seeded(1))
        afresh = RULES.from_plain(state.plain())
        assert RULES.play_out(afresh, choose, 0, Stream.seeded(1)) == paid


@few
@given(SEEDS)
def test_a_course_goes_as_the_rules_go(seed):
    table, luck = dealt(seed, **MODES[seed % len(MODES)]), Stream.seeded(seed)
    course = Course.of_state(table.state)
    while table.pending is not None:
        choose, state = table.asked[0], table.state
        number = luck.below(len(choose.options))
        option = choose.options[number]
        if option.act == "undo":
            continue
        table.answer(choose.seat, number)
        follow(course, option, is_ending=table.state.phase in ("lay", "over"))
        assert course.hands == state.hand
        assert course.deck == state.deck
        assert (course.supply, course.tokens) == (state.supply, state.tokens)
        assert course.board.laid == state.board.laid
        assert course.board.controlled == state.board.controlled
        assert course.is_over or course.player == state.player
    assert course.is_over
    assert course.winners == table.outcome.winners


def follow(course, option, *, is_ending):
    match option.act:
        case "lay":
            course.lay(option.at, option.order)
        case "draw":
            course.draw()
        case "master":
            course.master(*option.order)
        case "token":
            course.token((*option.order, option.at))
    if is_ending:
        course.end_turn()


def test_without_a_rune_for_a_master_a_course_draws_or_boxes_it():
    tokens = [(1, 1, 0, 0), (1, 0, 1, 0), (1, 1, 2, 0)]  # all runes are blue, and one area
    for deck, hand, supply in ((3, 3, 3), (0, 2, 2)):
        scene = Scene(m2=[(1, 1)], tokens=tokens, phase="claim", hands=("R01 R02", "R03 R04"),
                      deck=deck)  # fmt: skip
        course = Course.of_state(scene.state)
        finish_turn(course)
        assert (len(course.hands[0]), course.supply[0], course.player) == (hand, supply, 1)


# --- what looks good ------------------------------------------------------------------------------


LARGE = [(0, 0), (1, 0), (2, 0), (1, 1), (2, -1)]
"""The blue area of five that is free after R01@(1,-2)/180."""


def test_the_large_free_area_is_claimed_before_the_other_can_do_so():
    scene = Scene("R01@(1,-2)/180", m1=[(0, 1), (1, 2)], m2=[(2, -2), (1, -1)],
                  hands=("", "R05"), deck=0, phase="claim")  # fmt: skip
    assert best(scene).order in LARGE


def test_of_an_area_the_cell_is_claimed_that_holds_it_together():
    scene = Scene("R01@(1,-2)/180", m1=[(0, 1), (1, 2)], m2=[(2, -2), (1, -1)],
                  hands=("", "R05"), deck=0, phase="claim")  # fmt: skip
    assert best(scene).order == (1, 0)


def test_no_card_is_drawn_while_the_other_could_claim_the_large_area():
    scene = Scene("R01@(1,-2)/180", hands=("R02 R03", "R04 R05 R06"), phase="claim")
    assert "draw" in scene.acts
    assert best(scene).order in LARGE


@few
@given(SEEDS)
def test_the_last_turn_of_a_game_is_played_as_well_as_can_be(seed):
    table, luck = dealt(seed), Stream.seeded(seed)
    while sum(table.state.supply) > 1 or table.state.phase != "lay":
        choose = table.asked[0]
        numbers = [n for n, option in enumerate(choose.options) if option.act != "undo"]
        table.answer(choose.seat, numbers[luck.below(len(numbers))])
    state, seat = table.state, table.state.player
    most = max(
        margin(after.with_master(Master(seat, *point)), seat)
        for [card] in (state.hand[seat],)
        for where in placements(state.board, card, seat)
        for after in (state.board.with_card(Laid(card, *where)),)
        for point in points(after.master_spots(seat, own_areas=True))
    )
    while table.pending is not None:
        choose = table.asked[0]
        table.answer(seat, RULES.advise(RULES.view(table.state, seat), choose))
    assert margin(table.state.board, seat) == most


def margin(position, seat):
    return position.score(seat) - position.score(1 - seat)


@few
@given(SEEDS)
def test_the_last_token_goes_where_it_gains_most(seed):
    table, luck = dealt(seed, grand_master="on"), Stream.seeded(seed)
    while table.pending is not None and (table.state.phase != "token" or any(table.state.supply)):
        choose = table.asked[0]
        wanted = [n for n, o in enumerate(choose.options) if o.act not in ("undo", "token")]
        table.answer(choose.seat, wanted[luck.below(len(wanted))])
    if table.pending is None:
        return
    choose = table.asked[0]
    margins = [margin(ended(table, number), choose.seat) for number in range(len(choose.options))]
    advised = RULES.advise(RULES.view(table.state, choose.seat), choose)
    assert margins[advised] == max(margins)


def ended(table, number):
    twin = table.clone()
    twin.answer(twin.asked[0].seat, number)
    return twin.state.board


# --- how well it plays -----------------------------------------------------------------------


def won(bots, seed):
    """The seat that wins; the same cards for every pair of bots."""
    table, luck = dealt(seed), Stream.seeded(seed)
    while table.pending is not None:
        choose = table.asked[0]
        view = RULES.view(table.state, choose.seat)
        number = bots[choose.seat].choose(
            view, choose, lambda seat=choose.seat: table.sampled(seat, luck), lambda: False
        )
        table.answer(choose.seat, number)
        drive(table, SeededDealer(seed))
    return table.outcome.winners


def test_advice_beats_the_greedy_bot():
    wins = 0
    for seed in range(4):
        bots = [RuleBot(RULES.advise), GreedyBot(Stream.seeded(seed), tries=1)]
        wins += won(bots if seed % 2 == 0 else bots[::-1], seed) == (seed % 2,)
    assert wins >= 3


@pytest.mark.slow
def test_a_search_beats_advice():
    bots = [RaceBot(Stream.seeded(1), RULES, 8), RuleBot(RULES.advise)]
    assert won(bots, 1) == (0,)
