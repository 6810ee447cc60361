"""Tips are short, and whatever a first game meets has a tip or an entry in the glossary.

`RUNES_LONG=1` plays fifty games of each edition.
"""

import os
from functools import partial

import pytest

from rr_rules.guide.glossary import capitals, glossary, term_for
from rr_rules.guide.tips import LONGEST, next_tip, tips
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import EDITIONS, load_game, make_bot
from rr_tui.board.foot import keyed
from rr_tui.looks.keys import ALL, Keys

GAMES = 50 if os.environ.get("RUNES_LONG") == "1" else 1
MOST_ANSWERS = 600
SEATS = {"Runes & Regulations": 3, "The Nefarious Neighbor": 4, "Regicide": 3, "Rune": 2}

every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)


@every_edition
def test_a_tip_fits_beside_the_key_that_ends_them(edition):
    told = tips(edition)
    assert len({tip.id for tip in told}) == len(told)
    for tip in told:
        assert 0 < len(keyed(tip.say, Keys())) <= LONGEST, tip.id
        assert "{" not in (tip.typed or tip.say), tip.id


def test_a_tip_names_keys_that_there_are():
    named = {part for edition in EDITIONS for tip in tips(edition) for part in keys_named(tip.say)}
    assert named
    assert named <= {key.id for key in ALL}


def keys_named(text):
    return text.replace("}", "{").split("{")[1::2]


def test_a_tip_is_told_once_and_for_its_question_alone():
    edition = EDITIONS[0]
    first = next_tip(edition, "summon_phase", {"creature"}, ())
    assert first.id == "rr-summon"
    assert next_tip(edition, "summon_phase", {"creature"}, {first.id}).id == "rr-draw"
    assert next_tip(edition, "summon_phase", {"creature"}, {first.id, "rr-draw"}) is None
    assert next_tip(edition, "window", {"creature"}, ()) is None


# --- what a first game meets ---------------------------------------------------------------------


def met_in(edition, seed):
    """Every question, phase, face and spin of a game of bots, as the players see them."""
    game = load_game(edition.game)
    settings = game.settle(dict(edition.options))
    table = Table(game, SEATS[edition.name], settings)
    dealer, bot = SeededDealer(seed), make_bot("random", game, Stream.seeded(seed))
    kinds = {card.id: card for card in game.cards(settings)}
    drive(table, dealer)
    for _ in range(MOST_ANSWERS):
        if not table.asked:
            return
        ask = table.asked[0]
        view = game.view(table.state, ask.seat)
        yield "verb", ask.verb
        yield "phase", view.phase
        for face in faces_in(view):
            yield "face", kinds[face]
        for spin in getattr(view, "spinner", ()):
            yield "spin", spin.on
        sample = partial(table.sampled, ask.seat, Stream.seeded(seed))
        table.answer(ask.seat, bot.choose(view, ask, sample, lambda: False))
        drive(table, dealer)


def faces_in(view):
    for seat in view.seats:
        yield from (face for face in seat.hand if face)
        yield from (card.face for card in getattr(seat, "lawn", ()))
        yield from (slot.face for slot in getattr(seat, "fence", ()) if slot.face)


def has_none(edition, what, thing):
    """Whether a newcomer is left alone with something."""
    known = glossary(edition)
    match what:
        case "verb":
            is_told = any(thing in tip.verbs for tip in tips(edition))
            in_words = any(thing in term.verbs for term in known)
            return not (is_told or in_words or term_for(known, thing))
        case "phase":
            return not any(thing in term.phases for term in known)
        case "face":
            is_kind = any(thing.kind in term.kinds for term in known)
            return not is_kind or any(
                term_for(known, word) is None for word in capitals(thing.text)
            )
    return False


@every_edition
def test_whatever_a_game_meets_has_a_tip_or_a_word(edition):
    found = {each for seed in range(GAMES) for each in met_in(edition, seed)}
    assert len(found) > 5
    missing = {(what, str(thing)) for what, thing in found if has_none(edition, what, thing)}
    assert missing == set()
