"""Hints: what the best bot would do, in one short sentence that no hidden card can move."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from rr_rules.bots.base import SearchHints
from rr_rules.bots.greedy import Prospect
from rr_rules.bots.race import Race
from rr_rules.bots.why import LONGEST, THE_ONLY, Hint, Sentences, hint, width
from rr_rules.kernel.game import total
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.registry import make_bot, odds_of, reasons_of
from tests.lab import hints as lab
from tests.support.rr_rules.story import story

BY_NAME = {lesson.name: lesson for lesson in lab.SERIES}
NAMES = tuple(BY_NAME)
A_FEW = 8


def positions(name, most):
    """Positions of games by lot, which are found at once."""
    return lab.positions(BY_NAME[name], most, "random")


def asked_for(table, asked, luck=b"luck", out_of_time=lambda: False):
    stream = Stream(luck + b"/sample")
    view = table.game.view(table.state, asked.seat)
    return hint(table.game, view, asked, lambda: table.sampled(asked.seat, stream),
                Stream(luck + b"/choice"), out_of_time, odds_of(table.game),
                reasons_of(table.game))  # fmt: skip


def hint_of(told):
    [asked] = told.table.asked
    return asked_for(told.table, asked), asked


@pytest.mark.parametrize("name", NAMES)
def test_a_judgement_is_the_sum_of_its_terms_and_each_has_a_name_of_its_own(name):
    terms = Counter()
    for table, asked in positions(name, 20):
        for eyes in (asked.seat, None):
            view = table.game.view(table.state, eyes)
            for seat in range(len(view.seats)):
                found = table.game.terms(view, Seat(seat))
                assert table.game.judge(view, Seat(seat)) == total(found)
                assert len({term.id for term in found}) == len(found)
                terms.update(term.id for term in found if term.worth)
    assert len(terms) >= 3


def test_an_end_of_a_game_is_the_largest_term_there_is():
    for lesson in lab.SERIES:
        table = lesson.table()
        for asked in lab.questions(table, 3, "random"):
            view = table.game.view(table.state, asked.seat)
            assert max(abs(term.worth) for term in table.game.terms(view, asked.seat)) < 500
        ended = table.game.view(table.state, Seat(0))
        assert abs(dict(table.game.terms(ended, Seat(0))).get("won", 1000)) == 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hint_is_a_legal_answer_in_one_short_sentence_with_a_reason(name):
    reasons = 0
    for table, asked in positions(name, A_FEW):
        found = asked_for(table, asked)
        assert 0 <= found.option < len(asked.options)
        view = table.game.view(table.state, asked.seat)
        said = table.game.called(asked, asked.options[found.option], view)
        assert found.text.startswith(said[:20])
        assert found.text.endswith(".")
        assert width(found.text) <= LONGEST
        assert width(found.nearly) <= LONGEST
        assert re.fullmatch(r"[^{}]*(\{[0-7]\}[^{}]*)*", found.text)
        reasons += ": " in found.text
    assert reasons > A_FEW // 2


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_hint_is_the_same_whatever_the_hidden_cards_are(name):
    compared = 0
    for table, asked in positions(name, 2 * A_FEW):
        other = lab.other_world(table, asked)
        if other is not None:
            assert asked_for(other, asked) == asked_for(table, asked)
            compared += 1
    assert compared >= A_FEW // 4


THREE = ["Sparkly Dragon", "Bratty Dragon", "Fetching Pegasus"]


def test_what_is_best_is_said_with_the_term_that_makes_it_so():
    told = story(3, phase="summon", lawn0=THREE, lawn1=["Spoiled Unicorn", "Parcel Pegasus"],
                 hand0=["Griffin With a Tiny Head"])  # fmt: skip
    found, asked = hint_of(told)
    assert asked.options[found.option].act == "summon"
    said = (
        "SUMMON Griffin With a Tiny Head: you would have 4 Creatures; nobody else has more than 2."
    )
    assert found.text == said


def test_a_fifth_creature_is_said_to_win():
    told = story(
        2, phase="summon", lawn0=[*THREE, "Parcel Pegasus"], hand0=["Griffin With a Tiny Head"]
    )
    found, _ = hint_of(told)
    assert "five at your End win" in found.text


def test_two_that_come_to_the_same_are_said_to():
    hand = ["Griffin With a Tiny Head", "Sprinkler-Proof Pegasus"]
    found, asked = hint_of(story(2, phase="summon", hand0=hand))
    assert asked.options[found.option].act in {"summon", "draw"}
    assert found.nearly or "as well" in found.text or "you would" in found.text


def test_where_no_term_differs_the_other_is_said_to_do_as_well():
    said = [asked_for(table, asked).text for table, asked in positions("Runes & Regulations", 40)]
    assert any(text.endswith(" would do just as well.") for text in said)


def test_a_lone_option_costs_no_thought_and_is_said_to_be_the_only_one():
    table = BY_NAME["Regicide"].table()
    asked = Choose(Seat(0), "play", (Option("yield"),))
    found = hint(table.game, table.game.view(table.state, Seat(0)), asked, None, None, None)
    assert found == Hint(0, f"Yield: {THE_ONLY}.")


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_without_any_time_is_a_hint_all_the_same(name):
    for table, asked in positions(name, 4):
        found = asked_for(table, asked, out_of_time=lambda: True)
        assert 0 <= found.option < len(asked.options)
        assert width(found.text) <= LONGEST


def test_it_does_what_the_best_bot_of_the_game_does():
    for name in ("Runes & Regulations", "Nefarious Neighbor"):
        for table, asked in positions(name, A_FEW):
            assert not isinstance(table.game, SearchHints)
            sample = partial(table.sampled, asked.seat, Stream(b"luck/sample"))
            view = table.game.view(table.state, asked.seat)
            bot = make_bot("hard", table.game, Stream(b"luck/choice"))
            answer = bot.choose(view, asked, sample, lambda: False)
            assert asked_for(table, asked).option == answer


def test_a_race_tells_who_ran_beside_the_best_and_how_near():
    race = Race([4, 7, 9])
    race.note([0.5, 0.505, 0.1])
    race.note([0.5, 0.505, 0.1])
    assert race.best in (4, 7)
    order = race.others
    assert {option for option, _ in order} == {4, 7, 9} - {race.best}
    assert dict(order)[9] is False
    assert [near for option, near in order if option != 9] == [True]


class Walled:
    """A game of three answers, of which two come to the same by other ways."""

    def terms(self, view, seat):
        return {"A": [("wall", 4.0)], "B": [("gate", 4.0)], "now": []}[view]

    def called(self, asked, option, view):
        return f"Build {option.act}"

    def because(self, term, now, then, seat):
        return (f"the {term} would stand",)


def test_answers_that_come_to_the_same_by_other_ways_have_their_reasons():
    asked = Choose(Seat(0), "build", (Option("A"), Option("B")))
    words = Sentences(Walled(), "now", asked)
    assert words.because(Prospect(4.0, "A"), "B") == ["the wall would stand"]
    assert words.because(Prospect(4.0, "B"), "A") == ["the gate would stand"]
    assert words.because(Prospect(4.0, "A")) == ["the wall would stand"]
    assert words.because(Prospect(4.0, "A"), "A") == []


def test_more_damage_is_a_reason_where_both_would_do():
    [(table, asked)] = positions("Regicide", 1)
    view = table.game.view(table.state, asked.seat)
    words = Sentences(table.game, view, asked)
    strong, weak = (replace(view, enemy=replace(view.enemy, damage=hit)) for hit in (12, 4))
    assert words.because(Prospect(1.0, strong), weak) == [
        f"the enemy would need only {strong.enemy.left} more"
    ]


def test_a_hint_of_rune_calls_a_card_as_the_hand_does():
    laid = 0
    for table, asked in positions("Rune", 6):
        view = table.game.view(table.state, asked.seat)
        for option in asked.options:
            if option.act == "lay":
                face = view.seats[asked.seat].hand[option.at]
                assert table.game.called(asked, option, view).startswith(f"Lay {face} at (")
                laid += 1
    assert laid


def test_how_many_cards_one_would_hold_is_said_beside_how_many_they_are():
    told = story(2, phase="draw", hand0=["Sparkly Dragon"])
    view = told.table.game.view(told.table.state, Seat(0))
    [mine, *others] = view.seats

    def held(count):
        return replace(view, seats=(replace(mine, hand=("Sparkly Dragon",) * count), *others))

    def says(count):
        return next(iter(told.table.game.because("cards", view, held(count), 0)))

    before = len(mine.hand)
    assert says(before + 2) == f"you would hold {before + 2} cards, not {before}"
    assert says(before + 0).startswith("you would still hold ")
