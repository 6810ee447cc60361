"""Tips are short, and whatever a first game meets has a tip or an entry in the glossary.

`RUNES_LONG=1` plays fifty games of each edition.
"""

import os
import re
from functools import partial
from types import SimpleNamespace

import pytest

from rr_rules.guide.glossary import capitals, glossary, term_for
from rr_rules.guide.source import BadGuide
from rr_rules.guide.tips import LONGEST, TipMoment, next_tip, tips
from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.requests import Choose, Option, Seat
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table, drive
from rr_rules.registry import EDITIONS, load_game, make_bot
from rr_tui.board.foot import keyed
from rr_tui.looks.keys import ALL, Keys

NUMBER = re.compile(r"{mine\.\w+}")
GAMES = 50 if os.environ.get("RUNES_LONG") == "1" else 1
MOST_ANSWERS = 600
SEATS = {"Runes & Regulations": 3, "The Nefarious Neighbor": 4, "Regicide": 3, "Rune": 2}

every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.name)


@every_edition
def test_a_tip_fits_beside_the_key_that_ends_them(edition):
    told = tips(edition)
    assert len({tip.id for tip in told}) == len(told)
    for tip in told:
        said, typed = (NUMBER.sub("7", words) for words in (tip.say, tip.typed or tip.say))
        assert 0 < len(keyed(said, Keys())) <= LONGEST, tip.id
        assert "{" not in typed, tip.id


def test_a_tip_names_keys_that_there_are():
    named = {
        part
        for edition in EDITIONS
        for tip in tips(edition)
        for part in keys_named(tip.say)
        if "mine." not in part
    }
    assert named
    assert named <= {key.id for key in ALL}


def keys_named(text):
    return text.replace("}", "{").split("{")[1::2]


def moment(verb, *options, view=None, kinds=None):
    """A question with a hand of cards that are called by their kinds."""
    asked = Choose(Seat(0), verb, options)
    return TipMoment(view or street(), asked, lambda face: (kinds or {}).get(face, face))


def street(hand=("creature", "spell"), **mine):
    own = {"hand": hand, "hand_limit": 7, "rune_limit": 3, **mine}
    return SimpleNamespace(me=0, seats=(SimpleNamespace(**own),), nefarious=None)


SUMMON, CAST, DRAW, SKIP = Option("summon", "hand", 0, 0), Option("cast", "hand", 0, 1), Option(
    "draw"), Option("skip")  # fmt: skip


def test_a_tip_is_told_once_and_for_its_question_alone():
    edition = EDITIONS[0]
    asked = moment("summon_phase", SUMMON, DRAW, SKIP)
    first = next_tip(edition, asked, ())
    assert first.id == "rr-summon"
    assert next_tip(edition, asked, {first.id}) is None
    assert next_tip(edition, moment("window", SUMMON, SKIP), ()) is None


def test_drawing_is_told_of_where_nothing_can_be_played_and_there_is_room():
    edition = EDITIONS[0]
    assert next_tip(edition, moment("cast_phase", DRAW, SKIP), ()).id == "rr-draw"
    assert next_tip(edition, moment("cast_phase", CAST, DRAW, SKIP), {"rr-cast"}) is None
    full = street(("creature",) * 7)
    assert next_tip(edition, moment("cast_phase", DRAW, SKIP, view=full), ()) is None


def test_a_tip_names_the_number_in_force():
    edition, options = EDITIONS[0], [Option("pick", "fence", 0, at) for at in range(3)]
    for limit in (2, 3):
        told = next_tip(edition, moment("rune_limit", *options, view=street(rune_limit=limit)), ())
        assert told.say == f"{limit} at the most on your Fence; any Rune may go."


def test_a_condition_compares_what_the_table_has():
    here = moment("cast_phase", DRAW, view=street(("spell",) * 4))
    assert here.holds("mine.hand < mine.hand_limit")
    assert here.holds("mine.hand = 4")
    assert here.holds("nefarious.seat != me")
    assert not here.holds("nefarious.seat < me")
    with pytest.raises(BadGuide, match="compares nothing"):
        here.holds("mine.hand")


# --- whether they are true -----------------------------------------------------------------------


def offered(view, ask, act):
    """The faces of the own hand that some option does this with."""
    hand = view.seats[view.me].hand
    return [hand[o.at] for o in ask.options if o.act == act and o.zone == "hand" and o.at >= 0]


def pairs(view, ask):
    """The faces that each option names together."""
    hand = view.seats[view.me].hand
    return [[hand[at] for at in o.order] for o in ask.options if o.act == "play" and o.at < 0]


def is_dark(view):
    return view.nefarious is not None and view.nefarious.seat == view.me


def can(view, ask, kinds, act, kind):
    return any(kinds[face].kind == kind for face in offered(view, ask, act))


def acts(ask):
    return {option.act for option in ask.options}


TRUTHS = {
    "rr-summon": lambda v, a, k: can(v, a, k, "summon", "creature"),
    "nn-summon": lambda v, a, k: can(v, a, k, "summon", "creature"),
    "nn-role": lambda v, a, k: v.nefarious.roles[v.me] and not is_dark(v),
    "nn-cost": lambda v, a, k: can(v, a, k, "summon", "beast"),
    "nn-curse": lambda v, a, k: can(v, a, k, "cast", "curse"),
    "rr-cast": lambda v, a, k: can(v, a, k, "cast", "spell") and "draw" in acts(a),
    "rr-draw": lambda v, a, k: acts(a) == {"draw", "skip"} and len(v.seats[v.me].hand) < v.seats[
        v.me].hand_limit,
    "rr-hand": lambda v, a, k: len(v.seats[v.me].hand) > v.seats[v.me].hand_limit,
    "rr-fence": lambda v, a, k: len(v.seats[v.me].fence) > v.seats[v.me].rune_limit,
    "rr-use": lambda v, a, k: acts(a) & {"no", "pass"},
    "rr-lawn": lambda v, a, k: len(a.options) > 1,
    "rr-hex": lambda v, a, k: {o.zone for o in a.options} <= {"lawn", ""},
    "rr-steal": lambda v, a, k: "lawn" in {o.zone for o in a.options} and not is_dark(v),
    "rr-destroy": lambda v, a, k: {v.me} < {o.seat for o in a.options if o.zone},
    "rr-return": lambda v, a, k: "lawn" in {o.zone for o in a.options},
    "rr-restore": lambda v, a, k: "lawn" in {o.zone for o in a.options} and not is_dark(v),
    "rr-discard": lambda v, a, k: {o.zone for o in a.options if o.zone} == {"hand"},
    "rr-sacrifice": lambda v, a, k: {o.zone for o in a.options if o.zone} == {"lawn"},
    "rr-player": lambda v, a, k: acts(a) == {"player"},
    "rr-give": lambda v, a, k: {o.zone for o in a.options if o.zone} <= {"hand", "lawn"},
    "rr-slot": lambda v, a, k: {o.zone for o in a.options} == {"fence"},
    "rr-mode": lambda v, a, k: len(a.options) > 1,
    "rr-look": lambda v, a, k: v.seen,
    "rr-event": lambda v, a, k: acts(a) & {"no", "pass"},
    "rr-effect": lambda v, a, k: acts(a) & {"summon", "cast", "pick"},
    "rg-play": lambda v, a, k: v.enemy.attack > 0,
    "rg-cover": lambda v, a, k: "discard" in acts(a),
    "rg-ace": lambda v, a, k: any(any("-ace" in face for face in faces) for faces in pairs(v, a)),
    "rg-jester": lambda v, a, k: v.enemy.immune and "jester" in acts(a),
    "rg-royal": lambda v, a, k: can(v, a, k, "play", "royal"),
    "rg-set": lambda v, a, k: any(
        len({face.split("-")[1] for face in faces}) == 1 and "-ace" not in faces[0]
        for faces in pairs(v, a)
    ),
    "rg-next": lambda v, a, k: v.me in {o.seat for o in a.options},
    "rn-lay": lambda v, a, k: acts(a) == {"lay"},
    "rn-rules": lambda v, a, k: acts(a) == {"lay"},
    "rn-cover": lambda v, a, k: acts(a) == {"lay"},
    "rn-claim": lambda v, a, k: "master" in acts(a),
    "rn-token": lambda v, a, k: "token" in acts(a),
}  # fmt: skip
"""By tip: what must be so of the view and the question where it is told."""


def questions_of(edition, seed):
    """Every question of a game of bots, with the view and the faces."""
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
        yield view, ask, kinds
        sample = partial(table.sampled, ask.seat, Stream.seeded(seed))
        table.answer(ask.seat, bot.choose(view, ask, sample, lambda: False))
        drive(table, dealer)


@every_edition
def test_a_tip_is_true_wherever_it_is_told(edition):
    assert {tip.id for tip in tips(edition)} <= set(TRUTHS)
    told = 0
    for seed in range(GAMES + 1):
        for view, ask, kinds in questions_of(edition, seed):
            if ask.verb == "window":
                continue
            here = TipMoment(view, ask, lambda face, kinds=kinds: kinds[face].kind)
            for tip in tips(edition):
                if tip.fits(here):
                    assert TRUTHS[tip.id](view, ask, kinds), (tip.id, ask, view)
                    assert "{mine" not in here.filled(tip.say)
                    told += 1
    assert told > 5


# --- what a first game meets ---------------------------------------------------------------------


def met_in(edition, seed):
    """Every question, phase, face and spin of a game of bots, as the players see them."""
    for view, ask, kinds in questions_of(edition, seed):
        yield "verb", ask.verb
        yield "phase", view.phase
        for face in faces_in(view):
            yield "face", kinds[face]
        for spin in getattr(view, "spinner", ()):
            yield "spin", spin.on


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
