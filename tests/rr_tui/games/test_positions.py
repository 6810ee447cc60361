"""The board over positions of real games: nothing hidden shows, everything can be answered."""

from dataclasses import replace

import pytest

from rr_rules.kernel.stream import Stream
from rr_tui.board.answers import Name, OptionChosen, Ways, meaning, ways
from rr_tui.board.walk import home_of_focus, next_option, numbered, reading_order, step
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import plain, width_of
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_tui.boards import reachable
from tests.support.rr_tui.realgames import FACES, RULES, asked, positions
from tests.support.rr_tui.views import NAMES, STREET, board, people, walkable

SIZE = (80, 24)
MORE = 5 if LONG else 1
"""How many times as many positions of each game a long run looks at."""


def picture_of(table, seat, *, size=SIZE, picked=()):
    view = RULES.view(table.state, seat)
    question = None if seat is None else asked(table, seat)
    count = len(view.seats)
    made = StreetScene(
        view=view, glyphs=UNICODE, faces=FACES, names=NAMES[:count], people=people(count),
        title="Maple Court", ask=question, places=STREET.option_places(question, view, picked),
    )  # fmt: skip
    found = walkable(made, *size)
    made = replace(made, places=numbered(made.places, found))
    return replace(made, focus=home_of_focus(made, found)), found


@pytest.mark.parametrize(("seed", "seats"), [(1, 4), (2, 3), (3, 2), (4, 4)])
def test_every_option_of_a_game_can_be_reached_with_the_arrows(seed, seats):
    asked_for = 0
    for table in positions(seed, seats, answers=150 * MORE):
        for choose in table.asked:
            made, found = picture_of(table, choose.seat)
            assert set(made.places.at) <= reachable(found, made.focus)
            shown = {option.option for group in made.places.at.values() for option in group}
            chained = {o.option for o in made.ask.options if len(o.order) > 1}
            assert shown | chained == {option.option for option in made.ask.options}
            asked_for += 1
    assert asked_for > 50


@pytest.mark.parametrize(("seed", "seats"), [(5, 4), (6, 2)])
def test_every_option_is_what_some_presses_of_enter_answer(seed, seats):
    for table in positions(seed, seats, answers=120 * MORE):
        for choose in table.asked:
            made, _ = picture_of(table, choose.seat)
            options = made.ask.options
            answered = set(answers(made, options, made.places))
            assert answered == {option.option for option in options}


def answers(made, options, found, picked=()):
    """The numbers of all options that picking things one after the other can give."""
    for place in found.at:
        match meaning(found, options, place):
            case OptionChosen(option):
                yield option.option
            case Ways(group):
                yield from (
                    o.option for o in ways(group).at for o in ways(group).at[o] if o.option >= 0
                )
            case Name(longer, so_far) if len(longer) > len(picked):
                if so_far is not None:
                    yield so_far.option
                deeper = STREET.option_places(made.ask, made.view, longer)
                yield from answers(made, options, deeper, longer)


def drawing(table, watcher):
    """The picture, and what is drawn of it."""
    made, _ = picture_of(table, watcher)
    return made, board(made, *SIZE)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "seats"), [(7, 4), (8, 3), (9, 2)])
def test_two_states_that_differ_only_in_hidden_cards_look_identical(seed, seats):
    differed = 0
    for number, table in enumerate(positions(seed, seats, answers=400 if LONG else 60)):
        drawn = {watcher: drawing(table, watcher) for watcher in (*range(seats), None)}
        for seat in range(seats):
            twin = table.sampled(seat, Stream.seeded(number))
            differed += twin.state.face != table.state.face
            for watcher in (seat, None):
                assert drawn[watcher] == drawing(twin, watcher)
    assert differed > 100


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_positions_of_games_fill_every_size_exactly(size):
    for table in positions(10, 4, answers=300 if LONG else 40):
        for seat in (0, 3, None):
            rows = board(picture_of(table, seat, size=size)[0], *size)
            assert len(rows) == size[1]
            assert {width_of(row) for row in rows} == {size[0]}


def test_tab_goes_round_everything_that_can_be_picked():
    for table in positions(11, 4, answers=60):
        made, found = picture_of(table, table.asked[0].seat)
        here, visited = made.focus, set()
        for _ in made.places.at:
            here = next_option(found, here, made.places, 1)
            visited.add(here)
        assert visited == set(made.places.at)


def test_a_hidden_face_is_never_on_anothers_board():
    for table in positions(12, 3, answers=80 * MORE):
        for seat in range(3):
            made, _ = picture_of(table, seat)
            others = [s for s in made.view.seats if s.seat != seat]
            assert not [face for s in others for face in s.hand if face]
            text = plain(board(made, 200, 60))
            public = {card.face for s in made.view.seats for card in s.lawn}
            public |= set(made.view.main_discard) | {made.view.regulation}
            public |= {each.face for each in made.view.chain}
            mine = {*made.view.seats[seat].hand, *made.view.seen}
            true = {
                table.state.face[card].id
                for s in range(3)
                if s != seat
                for card in table.state.hand[s]
            }
            for face in true - public - mine:
                assert FACES[face].name not in text


def test_the_cursor_stays_where_there_is_no_way():
    _, found = picture_of(next(positions(13)), 0)
    top = reading_order(found)[0]
    assert step(found, top, "up") == top
