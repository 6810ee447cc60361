"""The transcript is the game: four kinds of entry, their one form, and their replay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_rules.kernel.errors import BadTranscript, CannotArrange, CannotRemove
from rr_rules.kernel.requests import Choose, Roll
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import (
    Answer,
    Arrange,
    Chance,
    Remove,
    canonical,
    entry_from_plain,
    entry_plain,
)
from tests.support.rr_rules.pebbles import pebbles_table
from tests.support.rr_rules.randomplay import (
    GAMES,
    arranged,
    play_out,
    position,
    random_entry,
    seats_of,
    standing,
    table_of,
    through_json,
    walk,
)

ROLLING = LEFT = ("pebbles", "runes-regulations")
"""The games that roll while there are hands, and those that go on without a seat."""

orders = st.lists(st.integers(0, 200), max_size=8).map(tuple)
entries = st.one_of(
    st.builds(Answer, st.integers(-1, 8), st.integers(-1, 100)),
    st.builds(Chance, st.one_of(st.integers(0, 10**6), st.lists(orders, max_size=3).map(tuple))),
    st.builds(Arrange, st.integers(0, 8), st.text(max_size=12), orders),
    st.builds(Remove, st.integers(0, 8)),
)


@given(entries)
def test_an_entry_survives_being_written_down(entry):
    assert entry_from_plain(through_json(entry_plain(entry))) == entry


@pytest.mark.parametrize(
    "plain",
    [
        None, 3, [], "answer", {}, {"type": "undo"},
        {"type": "answer", "seat": 1},
        {"type": "answer", "seat": "1", "option": 0},
        {"type": "answer", "seat": 1, "option": 0, "also": 1},
        {"type": "answer", "seat": True, "option": 0},
        {"type": "answer", "seat": 1.0, "option": 0},
        {"type": "chance", "result": None},
        {"type": "chance", "result": False},
        {"type": "chance", "result": [1, 2]},
        {"type": "chance", "result": [[0, "1"]]},
        {"type": "chance", "result": [[0, True]]},
        {"type": "arrange", "seat": 0, "zone": 1, "order": []},
        {"type": "arrange", "seat": 0, "zone": "hand", "order": [0, 1.0]},
        {"type": "arrange", "seat": 0, "zone": "hand"},
        {"type": "remove"},
        {"type": "remove", "seat": True},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_entry_is_refused(plain):
    with pytest.raises(BadTranscript, match=r"^an (entry|order) "):
        entry_from_plain(plain)


def test_the_canonical_form_is_one():
    assert canonical({"b": [1, "é"], "a": None}) == '{"a":null,"b":[1,"é"]}'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_transcript_replays_to_the_same_end(game, seats):
    table = table_of(game, seats)
    start, luck = table.clone(), Stream.seeded(seats)
    places = [(entry, position(table)) for entry in walk(table, luck, mixed=arranged(game))]
    for entry, place in places:
        assert position(start) == place
        start.apply(entry_from_plain(through_json(entry_plain(entry))))
    assert position(start) == position(table)
    assert start.outcome == table.outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_one_more_than_the_entries_counts_where_a_table_stands(game):
    table = table_of(game, 3)
    for number, _ in enumerate(walk(table, Stream.seeded(9), mixed=arranged(game), most=100)):
        assert table.number == number


def test_a_table_can_stand_at_any_boundary():
    table = table_of("runes-regulations", 3)
    play_out(table, Stream.seeded(1))
    again = Table.at(table.game, table.state.copy())
    assert again.outcome == table.outcome is not None
    assert (again.number, again.since) == (0, ())


# --- arrange ------------------------------------------------------------------------------------


def hands(table):
    return [zone.cards for zone in table.game.zones(table.state) if zone.label == "hand"]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_may_sort_its_hand_while_somebody_else_is_asked(game):
    table, luck = table_of(game, 3), Stream.seeded(2)
    for _ in walk(table, luck):
        if isinstance(table.pending, Choose) and len(hands(table)[other(table)]) > 2:
            break
    seat, pending, number = other(table), table.pending, table.number
    held = hands(table)
    order = tuple(reversed(range(len(held[seat]))))
    table.arrange(seat, "hand", order)
    assert hands(table)[seat] == held[seat][::-1]
    assert [cards for at, cards in enumerate(hands(table)) if at != seat] == [
        cards for at, cards in enumerate(held) if at != seat
    ]
    assert (table.pending, table.number) == (pending, number + 1)
    assert table.since[-1] == Arrange(seat, "hand", order)


def other(table):
    """A seat that is not asked."""
    return next(seat for seat in range(seats_of(table)) if table.asked_of(seat) is None)


def test_a_hand_is_not_sorted_while_a_pick_from_it_is_open():
    table, luck = pebbles_table(3), Stream.seeded(1)
    for _ in walk(table, luck):
        if isinstance(table.pending, Choose) and table.pending.verb == "throw":
            break
    seat = table.pending.seat
    order = tuple(range(len(hands(table)[seat])))
    before = standing(table)
    with pytest.raises(CannotArrange, match="a choice from it is open"):
        table.arrange(seat, "hand", order[::-1])
    assert standing(table) == before
    table.arrange((seat + 1) % 3, "hand", tuple(range(len(hands(table)[(seat + 1) % 3]))))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("seat", "zone", "order"),
    [(1, "deck", ()), (1, "lawn", ()), (3, "hand", (0,)), (-1, "hand", (0,)), (1, "hand", (0, 0)),
     (1, "hand", tuple(range(1, 10))), (1, "hand", ())],
)  # fmt: skip
def test_an_arrange_that_is_none_changes_nothing(game, seat, zone, order):
    table, luck = table_of(game, 3), Stream.seeded(3)
    while not (isinstance(table.pending, Choose) and table.asked_of(1) is None):
        table.apply(random_entry(table, luck))
    before = standing(table)
    with pytest.raises(CannotArrange):
        table.arrange(seat, zone, order)
    assert standing(table) == before


@pytest.mark.parametrize("game", ROLLING)
def test_sorting_is_possible_while_chance_is_awaited(game):
    table, luck = table_of(game, 3), Stream.seeded(4)
    for _ in walk(table, luck):
        if isinstance(table.pending, Roll) and all(hands(table)):
            break
    pending, held = table.pending, hands(table)[0]
    table.arrange(0, "hand", tuple(reversed(range(len(held)))))
    assert (table.pending, hands(table)[0]) == (pending, held[::-1])


# --- remove -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LEFT)
def test_a_removed_seat_is_never_asked_again_and_the_game_ends(game):
    table, luck = table_of(game, 4), Stream.seeded(5)
    for _ in walk(table, luck, most=60):
        pass
    table.drain()
    number, steps = table.number, table.steps
    table.remove(2)
    assert table.number == number + 1
    assert table.steps > steps
    assert table.since == ()
    for _ in walk(table, luck):
        assert table.asked_of(2) is None
    assert 2 not in table.outcome.winners


@pytest.mark.parametrize("game", LEFT)
def test_the_events_before_a_remove_are_not_lost(game):
    table, luck = table_of(game, 3), Stream.seeded(6)
    for _ in walk(table, luck, most=40):
        pass
    told = len(table.state.events)
    assert told
    twin = table.clone()
    table.remove(1)
    twin.remove(1)
    assert table.drain()[told:] == twin.drain()


@pytest.mark.parametrize("game", LEFT)
def test_the_last_seat_wins_when_the_others_are_removed(game):
    table, luck = table_of(game, 3), Stream.seeded(7)
    for _ in walk(table, luck, most=30):
        pass
    table.remove(1)
    table.remove(0)
    assert table.pending is None
    assert table.outcome.winners == (2,)
    assert table.outcome.reason == "default"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_a_seat_that_is_not_there_cannot_be_removed(game, seat):
    table = table_of(game, 3)
    before = standing(table)
    with pytest.raises(CannotRemove):
        table.remove(seat)
    assert standing(table) == before


@pytest.mark.parametrize("game", LEFT)
def test_a_seat_is_removed_once(game):
    table = table_of(game, 3)
    table.remove(1)
    before = standing(table)
    with pytest.raises(CannotRemove):
        table.remove(1)
    assert standing(table) == before
