"""Whatever cards the loader takes can be played: decks and games by lot, checked at every entry.

`RUNES_LONG=1` plays the full numbers on all cores, `RUNES_EXPLORE=1` decks that nobody has seen.
"""

from __future__ import annotations

import os
import random
from functools import lru_cache, partial
from typing import get_args

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import entry_from_plain, entry_plain
from rr_rules.runes_regulations.faces.verb import Filter
from rr_rules.runes_regulations.faces.vocabulary import ALL, Act, Event
from rr_rules.runes_regulations.game import RunesRegulations
from tests.support.rr_rules.longplay import LONG, ZONES, check_conservation, on_every_core, told
from tests.support.rr_rules.randomcards import any_deck
from tests.support.rr_rules.randomplay import position, through_json, walk
from tests.support.rr_rules.words import ITEMS, LASTING_RULES
from tests.support.rr_rules.worlds import check_guess, check_question, check_view, check_worlds

EXPLORE = os.environ.get("RUNES_EXPLORE") == "1"
FIRST = random.randrange(10**9) if EXPLORE else 0
DECKS = 1200 if LONG else 60 if EXPLORE else 3
MOST_ENTRIES = 1500 if LONG else 400 if EXPLORE else 300
"""Not every deck lets a game end: some cards give what they cost, again and again."""
SELDOM = 4
"""What takes long is looked at once in so many entries."""
SOON_DEALT = 4
MODES = (
    {"window": "sealed"},
    {"window": "answered", "event_choices": "sealed", "target_choices": "sealed"},
    {"window": "fast", "known_markers": "on"},
    {"window": "sealed", "price_then_choose": "on", "known_markers": "on"},
    {"window": "answered", "targets": "in_turn", "limit_after_instruction": "on"},
    {"window": "sealed", "confirm_skip": "on", "turn_cap": "9"},
)
FAIR = [mode for mode in MODES if mode["window"] != "fast"]


@lru_cache(maxsize=8)
def game_by_lot(seed, fair=False):
    """Rules with a deck of their own, how many play, and the options; if `fair`, without a hint."""
    dice = random.Random(seed)
    seats = dice.randint(2, 4)
    rules = RunesRegulations(any_deck(dice, seats, is_discreet if fair else lambda face: True))
    modes = FAIR if fair else MODES
    return rules, seats, rules.settle({"deck_check": "custom"} | dice.choice(modes))


def everybody(table):
    return [*range(table.state.seats), None]


def tell_everybody(table):
    """Words every event for everybody, as the log does."""
    for event in table.drain():
        for seat in everybody(table):
            redacted = table.game.redact(event, seat)
            assert redacted is None or table.game.line(redacted).text


def check_reload(table):
    loaded = Table.load(table.game, through_json(table.save()))
    assert position(loaded) == position(table)
    assert loaded.save() == table.save()


def check_look(table, luck):
    """What everybody sees and is asked, and what everybody can guess."""
    faces = table.game.deck.faces
    for seat in everybody(table):
        check_view(table, seat, faces)
    for choose in table.asked:
        check_question(table, choose, faces)
    for seat in range(table.state.seats):
        check_guess(table, seat, luck)
        check_sample(table, seat, luck)


def check_sample(table, seat, luck):
    """A table as it might be goes on as this one can: that is how bots think."""
    sample = table.sampled(seat, luck)
    choose = sample.asked_of(seat)
    assert choose == table.asked_of(seat)
    if choose is not None:
        sample.answer(seat, luck.below(len(choose.options)))
        table.game.judge(table.game.view(sample.state, seat), seat)


def play_checked(seed):
    """Plays a deck by lot; how many entries."""
    table, luck = Table(*game_by_lot(seed)), Stream.seeded(seed)
    cards = list(range(sum(face.copies for face in table.game.deck.faces)))
    mixed = ZONES if seed % 3 == 0 else ()
    for number, _ in enumerate(walk(table, luck, mixed=mixed, most=MOST_ENTRIES)):
        check_conservation(table, cards)
        tell_everybody(table)
        if number % SELDOM == 0:
            check_reload(table)
            check_look(table, luck)
    check_conservation(table, cards)
    check_reload(table)
    return table.number


def is_discreet(face):
    """Whether nobody can begin to do what a face says and show then that no card of theirs fits."""
    demands = [each for each in items_of(face.effects) if each.do in ("discard", "give")]
    return all(each.filter in (Filter(), Filter("card")) for each in demands)


def items_of(items):
    """All items, those inside choices included."""
    for each in items:
        yield each
        for inner in each.lists:
            yield from items_of(inner)


def replay_checked(seed):
    """Plays a deck by lot, and plays its entries again; how many there were."""
    table, again = Table(*game_by_lot(seed)), Table(*game_by_lot(seed))
    played = list(walk(table, Stream.seeded(seed), mixed=ZONES, most=MOST_ENTRIES))
    for entry in played:
        again.apply(entry_from_plain(through_json(entry_plain(entry))))
    assert position(again) == position(table)
    assert again.drain() == table.drain()
    return len(played)


def worlds_checked(seed):
    """Plays a deck in two worlds; how many decisions they shared."""
    table = Table(*game_by_lot(seed, fair=True))
    return check_worlds(table, Stream.seeded(seed), soon=SOON_DEALT)


def seeded(check, seed):
    return told(partial(check, seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("check", [play_checked, replay_checked, worlds_checked])
def test_whatever_deck_the_loader_takes_is_played_well(check):
    decks = DECKS if check is play_checked else 2 * DECKS
    lengths = on_every_core(partial(seeded, check), range(FIRST, FIRST + decks))
    assert sum(lengths) > 10 * decks


@pytest.mark.slow
def test_random_cards_say_all_that_the_vocabulary_can():
    """The control: a word that no random card says is a word that nothing here tries."""
    decks = [any_deck(random.Random(seed), 2) for seed in range(30 if LONG else 10)]
    faces = [face for deck in decks for face in deck.faces]
    items = [each for face in faces for each in items_of((*face.price, *face.effects))]
    rules = [rule for face in faces for rule in face.rules]
    rules += [item.gives for item in items if item.gives is not None]
    assert {each.do for each in items} == {*ITEMS, "choose"}
    assert {each.rule for each in rules} == {*LASTING_RULES}
    assert {face.trigger.event for face in faces if face.trigger} == set(get_args(Event))
    assert {act for rule in rules for act in rule.act} == set(get_args(Act))
    flags = ("up_to", "may", "then", "chooser", "keep", "this_turn", "to")
    assert [flag for flag in flags if not any(getattr(each, flag, None) for each in items)] == []
    assert ALL in {each.n for each in items}
    assert any(face.once for face in faces)
    assert any(face.conditions for face in faces)
