"""Hints: what the best bot would do, in one short sentence that no hidden card can move."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from rr_rules.bots.base import SearchHints
from rr_rules.bots.kinds import HARD
from rr_rules.bots.lookahead import OddsBot
from rr_rules.bots.race import Race
from rr_rules.bots.reasons import Contrast, JudgedReasons, clauses
from rr_rules.bots.why import LONGEST, THE_ONLY, Hint, Sentences, hint, width
from rr_rules.kernel.game import total
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.lessons.castle import same
from rr_rules.registry import load_game, make_bot, odds_of, reasons_of
from rr_rules.runes_regulations.bot.features import uses_of
from rr_rules.runes_regulations.text.phrases import ability
from tests.lab import hints as lab
from tests.support.rr_rules.faces import creature, item, on, rule
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.nefarious import night
from tests.support.rr_rules.pebbles import Pebbles
from tests.support.rr_rules.regicide import story as castle
from tests.support.rr_rules.story import story

BY_NAME = {lesson.name: lesson for lesson in lab.SERIES}
NAMES = tuple(BY_NAME)
FACES = {
    name: table.game.cards(table.game.settle(BY_NAME[name].settings))
    for name, table in ((each, BY_NAME[each].table()) for each in NAMES)
}
A_FEW = 8 if LONG else 5


def positions(name, most):
    """Positions of games by lot, which are found at once."""
    return lab.positions(BY_NAME[name], most, "random")


def asked_for(table, asked, luck=b"luck", out_of_time=lambda: False):
    stream = Stream(luck + b"/sample")
    view = table.game.view(table.state, asked.seat)
    return hint(table.game, view, asked, lambda: table.sampled(asked.seat, stream),
                Stream(luck + b"/choice"), out_of_time, odds_of(table.game),
                reasons_of(table.game))  # fmt: skip


KNOWN = {}
"""What was said of a position, by its lesson and number: several tests read the same ones."""


def hinted(name, most):
    """Positions, and the hint that is given in each."""
    for at, (table, asked) in enumerate(positions(name, most)):
        if (name, at) not in KNOWN:
            KNOWN[name, at] = asked_for(table, asked)
        yield table, asked, KNOWN[name, at]


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
    for table, asked, found in hinted(name, A_FEW):
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
    for table, asked, found in hinted(name, 2 * A_FEW):
        other = lab.other_world(table, asked)
        if other is not None:
            assert asked_for(other, asked) == found
            compared += 1
    assert compared >= A_FEW // 4


THREE = ["Sparkly Dragon", "Bratty Dragon", "Fetching Pegasus"]


def test_what_is_best_is_said_with_the_term_that_makes_it_so():
    told = story(3, phase="summon", lawn0=THREE, lawn1=["Spoiled Unicorn", "Parcel Pegasus"],
                 hand0=["Griffin With a Tiny Head"])  # fmt: skip
    found, asked = hint_of(told)
    assert asked.options[found.option].act == "summon"
    said = "SUMMON Griffin With a Tiny Head: you would have 4 of the 5 Creatures that win."
    assert found.text == said


def test_a_fifth_creature_is_said_to_win():
    told = story(
        2, phase="summon", lawn0=[*THREE, "Parcel Pegasus"], hand0=["Griffin With a Tiny Head"]
    )
    found, _ = hint_of(told)
    assert "five at your End win" in found.text


def test_a_win_that_hangs_on_luck_is_not_promised():
    """An Event may still take the fifth Creature."""
    told = story(2, phase="spin", rolls=[1, 5], lawn0=[*THREE, "Parcel Pegasus", "Spoiled Unicorn"],
                 regulation="Spinner Safety Recall")  # fmt: skip
    for luck in range(5):
        found = asked_for(told.table, told.table.asked[0], b"luck %d" % luck)
        assert found.text == "Event: you could win at once."


@pytest.mark.slow
def test_what_is_kept_is_the_reason_where_something_must_go():
    """Of no choice what is so of every one: so many Creatures, whatever is given up."""
    found = [
        (asked_for(table, asked), asked)
        for table, asked in positions("Runes & Regulations", 400)
        if asked.verb in ("discard", "hand_limit", "rune_limit")
    ]
    assert len(found) > 20
    for told, asked in found:
        assert "Creature;" not in told.text, (told, asked)
        assert "that win" not in told.text, (told, asked)
        assert "win likeliest" not in told.text
    kept = sum("you would keep " in told.text for told, _ in found)
    assert kept > len(found) // 2


COUNTED = (
    (re.compile(r"you (?:would|could) (?:have|keep) (\d+|no)(?: of the 5)? Creature"),
     lambda mine: mine.mythical),
    (re.compile(r"you (?:would|could) (?:still )?(?:hold|keep) (\d+|no) card"),
     lambda mine: len(mine.hand)),
    (re.compile(r"you (?:would|could) (?:still )?(?:have|keep) (\d+|no) Rune"),
     lambda mine: len(mine.fence)),
)  # fmt: skip


def counts_after(table, asked, count):
    """The numbers that a seat may have after each option, as the bot that hints would go on.

    By luck one may come to as much as another: they are tried several times.
    """
    found = [set() for _ in asked.options]
    for number in range(6):
        stream = Stream(b"tries %d" % number)
        bot = OddsBot(stream, odds_of(table.game).of, HARD)
        sample = partial(table.sampled, asked.seat, stream)
        tried = bot.weigh(range(len(found)), asked, sample, lambda: False).first
        for at, each in enumerate(found):
            each |= {count(view.seats[asked.seat]) for view in tried[at].views}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:2])
def test_a_number_that_is_the_reason_is_not_that_of_every_answer(name):
    compared = 0
    for table, asked, told in hinted(name, 60):
        for pattern, count in COUNTED:
            said = pattern.search(told.text)
            if said is None:
                continue
            number = 0 if said[1] == "no" else int(said[1])
            after = counts_after(table, asked, count)
            others = [each for at, each in enumerate(after) if at != told.option]
            assert any(each - {number} for each in others), told
            compared += 1
    assert compared > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:2])
def test_a_card_that_is_named_is_one_that_the_seat_sees(name):
    for table, asked, found in hinted(name, 40):
        seen, told = repr(table.game.view(table.state, asked.seat)), found.text.partition(": ")[2]
        named = [card for card in FACES[name] if f" {card.name}" in told]
        assert all(f"'{card.id}'" in seen for card in named), (told, asked)


def test_where_nothing_is_better_it_is_said_plainly():
    asked = Choose(Seat(0), "build", tuple(Option(act) for act in "ABC"))
    words = Sentences(Walled(), "now", asked)
    assert words.like(0, []) == "Build A: all that you can do comes to the same."
    assert words.like(0, [1]) == "Build A: it hardly matters, Build B would do as well."
    assert words.like(0, [1, 2]) == "Build A: it hardly matters, each of the 3 choices would do."
    more = Sentences(Walled(), "now", Choose(Seat(0), "build", tuple(map(Option, "ABCD"))))
    assert more.like(0, [1, 2]) == "Build A: it hardly matters, 2 others would do as well."


def test_a_name_too_long_to_be_said_is_another_one():
    options = (Option("A"), Option("B" * LONGEST))
    told = Sentences(Walled(), "now", Choose(Seat(0), "build", options)).like(0, [1])
    assert told == "Build A: it hardly matters, another would do as well."


def test_what_the_option_names_is_not_called_by_its_name_twice():
    words = Sentences(Walled(), "now", Choose(Seat(0), "build", (Option("A"),)))
    assert words.of(0, ["A would stand"]) == "Build A: it would stand."
    assert words.of(0, ["Build A would do"]) == "Build A: it would do."
    assert words.of(0, ["Arches would stand"]) == "Build A: Arches would stand."


def test_a_game_that_has_no_words_for_it_is_told_where_it_leads():
    """Of another package, say: what is worse is not called as good for want of words."""
    rules = Pebbles()
    table = Table(rules, 2, rules.settle({}))
    told = set()
    for asked in lab.questions(table, 1, "random"):
        view = rules.view(table.state, asked.seat)
        sample = partial(table.sampled, asked.seat, Stream(b"pebbles"))
        told.add(
            hint(rules, view, asked, sample, Stream(b"luck"), lambda: False).text.partition(": ")[2]
        )
    assert any("looks best" in text for text in told)


HIDDEN = ("Griffin Lady", "Tidier", "Savior", "Curator")


def test_a_reason_at_night_presumes_no_role_that_is_hidden():
    """Bob has three Griffins: whether that wins he alone knows, and nobody is told."""
    said = set()
    for role in HIDDEN:
        told = night(
            3, roles={0: "Hexlord", 1: role}, nn=2, phase="summon",
            lawn0=["Sparkly Dragon"], hand0=["Griffin With a Tiny Head", "Light-Hoofed Pegasus"],
            lawn1=["Sneaky Griffin", "Moulting Griffin", "Fence-Sitting Griffin"],
        )  # fmt: skip
        found, _ = hint_of(told)
        said.add(found.text)
        assert not any(each in found.text for each in HIDDEN)
    assert len(said) == 1


@pytest.mark.slow
def test_no_reason_at_night_names_a_role_but_the_own_one():
    for _, _, found in hinted("Nefarious Neighbor", 60):
        text = found.text
        roles = [card for card in FACES["Nefarious Neighbor"] if card.kind == "role"]
        assert not any(card.name in text.partition(": ")[2] for card in roles)
        # What others may win by hangs on their roles: it is said of nobody that they would.
        assert not re.search(r"\{\d\} (would|could) win|else would win", text)


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
        assert "matters" not in found.text
        assert width(found.text) <= LONGEST


def test_it_does_what_the_best_bot_of_the_game_does():
    for name in ("Runes & Regulations", "Nefarious Neighbor"):
        for table, asked, found in hinted(name, A_FEW):
            assert not isinstance(table.game, SearchHints)
            sample = partial(table.sampled, asked.seat, Stream(b"luck/sample"))
            view = table.game.view(table.state, asked.seat)
            bot = make_bot("hard", table.game, Stream(b"luck/choice"))
            answer = bot.choose(view, asked, sample, lambda: False)
            assert found.option == answer


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


def contrast(asked, now, best, other):
    return Contrast(asked, now, 0, 1, [best], [other])


def said_of(reasons, case):
    return [words for told in clauses(reasons, case) for words in told]


def test_answers_that_come_to_the_same_by_other_ways_have_their_reasons():
    asked = Choose(Seat(0), "build", (Option("A"), Option("B")))
    reasons = JudgedReasons(Walled())
    assert said_of(reasons, contrast(asked, "now", "A", "B")) == ["the wall would stand"]
    assert said_of(reasons, contrast(asked, "now", "B", "A")) == ["the gate would stand"]
    assert said_of(reasons, contrast(asked, "now", "A", "A")) == []


def test_more_damage_is_a_reason_where_both_would_do():
    [(table, asked)] = positions("Regicide", 1)
    view = table.game.view(table.state, asked.seat)
    strong, weak = (replace(view, enemy=replace(view.enemy, damage=hit)) for hit in (12, 4))
    said = said_of(reasons_of(table.game), contrast(asked, view, strong, weak))
    assert said == [f"the enemy would need only {strong.enemy.left} more"]


def test_a_card_of_regicide_is_kept_for_what_its_suit_does():
    [(table, asked)] = positions("Regicide", 1)
    view = table.game.view(table.state, asked.seat)

    def holding(*faces):
        seats = [
            replace(each, hand=faces) if each.seat == asked.seat else each for each in view.seats
        ]
        return replace(view, seats=tuple(seats))

    now = holding("diamonds-9", "clubs-9")
    said = said_of(
        reasons_of(table.game), contrast(asked, now, holding("diamonds-9"), holding("clubs-9"))
    )
    assert said == ["you would keep 9♦, to draw with later", "you would keep 9♦"]


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


def test_what_a_seat_puts_in_force_is_a_reason_of_its_own():
    told = story(2, hand0=["Vacation Hold", "Point of Order"], lawn0=["Sparkly Dragon"])
    game, [asked] = told.table.game, told.table.asked
    now = game.view(told.table.state, asked.seat)
    [mine, *others] = now.seats
    held = replace(now, seats=(replace(mine, granted=("vacation-hold",)), *others))

    def said(best, then):
        case = Contrast(asked, now, best, 1 - best, [then], [now])
        return reasons_of(game).words("0 granted", case)

    assert said(0, held) == ["it would be in force until your next turn"]
    assert said(1, held) == ["Vacation Hold would be in force until your next turn"]
    assert said(0, now) == []


@pytest.fixture(scope="module")
def deck():
    game = load_game("runes-regulations")
    return game.deck_under(game.settle({"nefarious": "on"}))


@pytest.mark.parametrize(
    ("name", "comes", "is_there"),
    [
        ("Light-Hoofed Pegasus", "it can STEAL as it comes", ""),
        ("Tail-Chasing Unicorn", "it can RETURN at each of your turns", None),
        ("Coupon-Clipping Unicorn", "it lets you DRAW when you DISCARD", None),
        ("Teeny Tiny Manticore", "it cannot be STOLEN", None),
        (
            "Garage-Hoarding Dragon",
            "it can bring you a card of a discard pile as it comes",
            "with it your hand limit is increased by 2",
        ),
        ("Garlic-Breath Unicorn", "with it neighbors cannot STEAL or HEX it", None),
        ("Griffin With a Tiny Head", "", ""),
        ("Bratty Dragon", "", ""),
    ],
)
def test_a_creature_is_told_by_what_it_can_do_from_now_on(name, comes, is_there, deck):
    uses = uses_of(deck.faces)
    face = next(each for each in deck.faces if each.name == name)
    told = [ability(face, uses[face.id], is_there=there).format("it") for there in (False, True)]
    assert told == [comes, comes if is_there is None else is_there]


def test_a_creature_is_told_by_what_its_own_end_brings():
    last = creature("Last", on("destroy", "this", of="you"), item("draw", n=2))
    told = ability(last, ("draw", "summon"), is_there=True)
    assert told == "{0} lets you DRAW if it is DESTROYED"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Your hand limit is 9. (Not at night.)", "with {0} your hand limit is 9"),
        ("Your hand limit is 9. When this enters your Lawn, you may GIVE a card.",
         "with {0} your hand limit is 9"),
        ("When this enters your Lawn, you may GIVE a card.", ""),
    ],
)  # fmt: skip
def test_a_lasting_rule_is_told_wherever_it_stands(text, told):
    keeper = creature("Keeper", rules=[rule("limit", which="hand", of="you", set=9)])
    assert ability(replace(keeper, text=text), ("rule", "summon"), is_there=True) == told


def test_a_hint_says_what_the_creature_can_do_that_the_other_one_cannot(deck):
    told = story(2, phase="summon", hand0=["Coupon-Clipping Unicorn", "Griffin With a Tiny Head"])
    view = told.table.game.view(told.table.state, Seat(0))
    [mine, *others] = view.seats
    names = {face.name: face.id for face in deck.faces}

    def with_(name):
        lawn = (replace(told_card, face=names[name]),)
        return replace(view, seats=(replace(mine, lawn=lawn), *others))

    told_card = story(2, lawn0=["Coupon-Clipping Unicorn"])
    told_card = told_card.table.game.view(told_card.table.state, Seat(0)).seats[0].lawn[0]
    asked = told.table.asked[0]
    best, other = (
        next(at for at, option in enumerate(asked.options)
             if option.zone == "hand" and mine.hand[option.at] == names[name])
        for name in ("Coupon-Clipping Unicorn", "Griffin With a Tiny Head")
    )  # fmt: skip
    case = Contrast(asked, view, best, other, [with_("Coupon-Clipping Unicorn")],
                    [with_("Griffin With a Tiny Head")])  # fmt: skip
    said = reasons_of(told.table.game).words("0 lawn", case)
    assert said[0] == "it lets you DRAW when you DISCARD"
    turned = Contrast(asked, view, other, best, case.other_views, case.best_views)
    turned_said = reasons_of(told.table.game).words("0 lawn", turned)
    assert turned_said[0] == "it is of more use on your Lawn than Coupon-Clipping Unicorn"


def test_a_creature_more_is_told_beside_those_that_win():
    told = story(2, phase="summon", hand0=["Moulting Griffin"])
    view = told.table.game.view(told.table.state, Seat(0))
    [mine, *others] = view.seats
    more = replace(view, seats=(replace(mine, mythical=2), *others))
    case = Contrast(told.table.asked[0], view, 0, 1, [more], [view])
    said = reasons_of(told.table.game).words("0 creatures", case)
    assert said[0] == "you would have 2 of the 5 Creatures that win; others none"


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (
            "prune-to-perfection",
            "no Creature to SUMMON is in your hand, and you would hold 2 cards",
        ),
        ("sparkly-dragon", "you would hold 2 cards, not 1"),
    ],
)
def test_a_card_more_is_told_with_what_the_hand_lacks(face, said):
    told = story(2, phase="draw", hand0=["Sparkly Dragon"])
    view = told.table.game.view(told.table.state, Seat(0))
    [mine, *others] = view.seats
    now, more = (
        replace(view, seats=(replace(mine, hand=(face,) * count), *others)) for count in (1, 2)
    )
    case = Contrast(told.table.asked[0], now, 0, 1, [more], [now])
    assert reasons_of(told.table.game).words("0 cards", case)[0] == said


def at_the_castle(best, other, tavern="+20"):
    """A play of Regicide to contrast with another, and how the table stands after its cover."""
    t = castle(hands=["JD 5S 4C", "+2"], enemy="QC", tavern=tavern)
    now, asked = t.view(0), t.asked
    named = {what: next(at for at, legal in enumerate(t.legal()) if same(legal, what))
             for what in (best, other)}  # fmt: skip
    t.play(best)
    while t.asked.verb == "cover":
        t.table.answer(t.seat, 0)
        t.go_on()
    case = Contrast(asked, now, named[best], named[other], [t.view(0)], [now])
    return reasons_of(t.table.game), case, t


def test_cards_that_come_to_the_hand_are_counted_though_some_cover_the_attack_at_once():
    reasons, case, t = at_the_castle("JD", "4C")
    came = t.drawers().count(0)
    assert len(t.hand()) < 2 + came, "some of it had to cover"
    assert reasons.words("drawn", case) == (f"{came} cards would come to your hand",)
    others = t.drawers().count(1)
    assert reasons.words("theirs", case) == (f"the others would draw {others} cards",)


def test_what_covers_the_attack_is_no_card_that_comes():
    reasons, case, _ = at_the_castle("4C", "JD")
    assert reasons.words("drawn", case) == reasons.words("theirs", case) == ()
