"""What a game comes to: curves, key moments and awards, by what everybody could see."""

from dataclasses import dataclass
from typing import NamedTuple

import pytest

from rr_rules.kernel.game import Feat, Line
from rr_rules.kernel.recounting import FeatWithin, Story
from rr_rules.kernel.requests import Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.regicide.state import RegicideEvent
from rr_rules.registry import load_game
from tests.support.rr_rules.pebbles import Pebbles
from tests.support.rr_rules.randomplay import walk
from tests.support.rr_rules.regicide import story as castle


class Deed(NamedTuple):
    kind: str
    by: int
    is_secret: bool = False


@dataclass
class Scores:
    """A state that is nothing but a turn and a number for each seat."""

    turn: int
    points: tuple


class NightTheft(FeatWithin):
    whole = "steal"


class Counting(Pebbles):
    """A game whose view is its points, of which half are worth something."""

    feats = (
        Feat("steal", "theft", "thefts", "Light fingers"),
        Feat("lay", "card", "cards", "Builder", 3),
        NightTheft("prowl", "at night", "at night", "Owl"),
    )

    def turn(self, state):
        return state.turn

    def view(self, state, seat):
        assert seat is None, "only what everybody sees"
        return state.points

    def redact(self, event, seat):
        return None if event.is_secret else event

    def judge(self, view, seat):
        return view[seat] / 2

    def standing(self, view):
        return view

    def line(self, event):
        return Line(f"{{{event.by}}} {event.kind}s")


def told(*steps):
    story = Story(Counting())
    for turn, points, *events in steps:
        story.add(Scores(turn, points), events)
    return story.recount(2)


def test_a_curve_has_each_seats_standing_at_the_end_of_each_turn():
    found = told((1, (1, 0), Deed("lay", 0)), (2, (2, 0), Deed("lay", 0)),
                 (2, (2, 3), Deed("lay", 1)))  # fmt: skip
    assert found.turns == 2
    assert [each.curve for each in found.accounts] == [(2, 2), (0, 3)]


def test_the_answer_that_ends_a_turn_belongs_to_it_and_not_to_the_one_that_it_begins():
    found = told((0, (0, 0), Deed("lay", 0)), (1, (1, 0), Deed("lay", 0)),
                 (2, (7, 0), Deed("steal", 0)), (3, (7, 1), Deed("lay", 1)))  # fmt: skip
    assert [each.curve for each in found.accounts] == [(1, 7, 7, 7), (0, 0, 1, 1)]
    assert [each[:2] for each in found.moments] == [(1, Line("{0} steals")), (2, Line("{1} lays"))]


def test_a_turn_in_which_nobody_is_asked_ends_as_it_began():
    found = told((1, (1, 0), Deed("lay", 0)), (4, (2, 0), Deed("lay", 0)))
    assert found.turns == 4
    assert found.accounts[0].curve == (2, 2, 2, 2)


def test_the_turns_that_changed_most_are_told_by_what_changed_them():
    points = {3: (9, 0), 6: (0, 0), 9: (0, 5), 11: (8, 8)}
    steps, now = [], (0, 0)
    for turn in range(1, 12):
        steps.append((turn, now, Deed("lay", 0)))
        if turn in points:
            now = points[turn]
            steps.append((turn, now, Deed("steal", 1)))
    found = told(*steps)
    said = "{1} steals"
    assert found.moments == tuple((turn, Line(said), said) for turn in points)


def test_a_moment_says_where_it_brought_who_leads_at_the_end():
    found = told((1, (0, 0), Deed("lay", 0)), (1, (3, 0), Deed("lay", 0)),
                 (2, (3, 0), Deed("lay", 0)), (2, (3, 5), Deed("steal", 0)),
                 (3, (3, 5), Deed("lay", 1)))  # fmt: skip
    assert [each.told for each in found.moments] == ["{0} steals, and {1} has 5 then"]
    caught_up = told((1, (0, 0), Deed("lay", 0)), (2, (0, 0), Deed("lay", 0)),
                     (2, (0, 5), Deed("steal", 0)), (2, (5, 5), Deed("lay", 0)))  # fmt: skip
    assert [each.told for each in caught_up.moments] == ["{0} steals"]


@pytest.mark.parametrize(
    ("hand", "told"),
    [("2H", "Q♣ strikes {1} for 15, and {1} can cover only 2"),
     ("", "Q♣ strikes {1} for 15, and {1} has nothing to cover it with")],
)  # fmt: skip
def test_the_blow_by_which_a_game_of_regicide_is_lost_is_a_moment_of_its_own(hand, told):
    t = castle(hands=["9H 8S 7S", f"3H {hand}".strip()], enemy="QC", tavern="+9", discard="+3")
    story = Story(t.table.game)
    story.add(t.state, [RegicideEvent("turn", of=0, n=1)])
    t.play("9H").cover("8S", "7S")
    story.add(t.state, t.told)
    t.play("3H")
    assert t.reason == "attack"
    story.add(t.state, t.told[-4:])
    *_, last = story.recount(2).moments
    assert last.told == told
    assert last.line.clause == "RG-END-02"


def test_a_turn_in_which_nothing_can_be_done_is_the_one_that_is_told_to_end_the_game():
    table = Table(load_game("regicide"), 2, load_game("regicide").settle({}))
    story = Story(table.game)
    for _ in walk(table, Stream.seeded(5)):
        story.add(table.state, table.drain())
    story.add(table.state, table.drain())
    found = story.recount(2)
    *_, last = found.moments
    assert table.outcome is not None
    assert table.outcome.reason == "paralysis"
    assert last.turn == found.turns
    assert "can neither play nor yield" in last.told


def test_an_award_goes_to_one_seat_alone_and_ties_give_none():
    thefts = [(1, (0, 0), Deed("steal", 0))] * 3
    found = told(*thefts, (1, (0, 0), Deed("steal", 1)))
    assert found.awards == (("Light fingers", Seat(0), "3 thefts"),)
    assert [each.deeds for each in found.accounts] == [("3 thefts",), ("1 theft",)]
    assert told(*thefts, *[(1, (0, 0), Deed("steal", 1))] * 3).awards == ()
    assert told((1, (0, 0), Deed("lay", 0)), (1, (0, 0), Deed("lay", 0))).awards == ()


def test_a_deed_that_is_one_of_another_kind_counts_as_that_and_is_told_with_it():
    thefts = [(1, (0, 0), Deed("steal", 0)), (1, (0, 0), Deed("prowl", 0))] * 2
    found = told(*thefts, (1, (0, 0), Deed("prowl", 1)), *[(1, (0, 0), Deed("lay", 0))] * 5)
    assert [each.deeds for each in found.accounts] == [
        ("4 thefts, 2 of them at night", "5 cards"),
        ("1 theft, at night",),
    ]
    assert found.awards == (
        ("Light fingers", 0, "4 thefts"),
        ("Builder", 0, "5 cards"),
        ("Owl", 0, "2 thefts at night"),
    )


def test_the_enemies_that_have_fallen_are_those_that_the_players_are_told_to_have_defeated():
    rules, exact = load_game("regicide"), 0
    for seed in range(6):
        table = Table(rules, 2, rules.settle({}))
        story = Story(rules)
        for _ in walk(table, Stream.seeded(seed)):
            story.add(table.state, table.drain())
        story.add(table.state, table.drain())
        deeds = [deed for each in story.recount(2).accounts for deed in each.deeds]
        fell = [int(deed.split()[0]) for deed in deeds if "defeated" in deed]
        assert sum(fell) == table.state.defeated
        exact += sum("exactly" in deed for deed in deeds)
    assert exact


def test_what_nobody_else_saw_is_no_part_of_it():
    open_game = told((1, (1, 0), Deed("lay", 0)))
    assert told((1, (1, 0), Deed("lay", 0)), (1, (7, 7), Deed("steal", 1, True))) == open_game


def test_a_game_that_never_began_comes_to_nothing():
    found = told()
    assert (found.turns, found.moments, found.awards) == (0, (), ())
    assert all(each == ((), ()) for each in found.accounts)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("runes-regulations", 3, {}),
        ("runes-regulations", 4, {"nefarious": "on"}),
        ("regicide", 2, {}),
        ("rune", 2, {}),
    ],
)
def test_every_game_tells_a_curve_for_each_seat_and_deeds_in_its_own_words(game, seats, options):
    rules = load_game(game)
    declared = tuple(range(1, seats + 1)) if rules.declaration else ()
    table = Table(rules, seats, rules.settle(options), declared)
    story = Story(rules)
    for _ in walk(table, Stream.seeded(5)):
        story.add(table.state, table.drain())
    story.add(table.state, table.drain())
    found = story.recount(seats)
    assert found.turns == rules.turn(table.state)
    assert all(len(each.curve) >= found.turns for each in found.accounts)
    assert any(each.deeds for each in found.accounts)
    assert len(found.moments) <= 4
    assert all("_" not in each.line.text for each in found.moments)
    assert len({each.title for each in found.awards}) == len(found.awards) <= 3
