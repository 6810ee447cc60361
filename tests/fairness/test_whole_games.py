"""Whole games of Runes & Regulations, recorded as a host records them and checked by everybody."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from rr_net.fairness.errors import Failure, VerifyError
from rr_net.fairness.verify import verify
from rr_rules.game import settle
from rr_rules.registry import load_game
from rr_rules.runes_regulations import zones
from rr_rules.stream import Stream
from tests.cards.decks import playable
from tests.fairness.independent import problems, rewritten
from tests.support.recorded import manifest_of, record

ROOT = Path(__file__).parents[2]
GAME_ID = "runes-regulations"


def game(seed, seats=3, deck=None, *, removals=False, **options):
    rules = load_game(GAME_ID, deck)
    manifest = manifest_of(rules, seats, deck=deck, **options)
    return record(seed, manifest, rules, removals=removals)


@pytest.mark.attack("T22")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_both_verifiers_accept_whole_games(seed, seats):
    played = game(seed, seats)
    verdict = verify(played.bundle, played.rows[0].pub.commitment)
    assert verdict.outcome is not None
    assert verdict.entries == len(played.rows) - 2
    assert problems(json.loads(played.bundle)) == []


@pytest.mark.parametrize(("seats", "seed"), [(3, 53), (4, 3), (4, 6), (4, 9)])
def test_games_whose_seats_leave_at_any_moment_end_and_are_accepted(seats, seed):
    played = game(seed, seats, removals=True)
    assert any(row.type == "remove" for row in played.rows)
    assert verify(played.bundle, played.rows[0].pub.commitment).outcome is not None


def test_the_three_decks_are_shuffled_under_one_event_each_with_its_own_commitment():
    first = next(row for row in game(1).rows if row.type == "shuffle")
    counts = sorted(pile.count for pile in first.pub.piles)
    assert counts == [17, 24, 89]
    assert len({pile.order for pile in first.pub.piles}) == 3
    assert {pile.epoch for pile in first.pub.piles} == {0}


def test_a_game_with_an_owners_deck_is_checked_from_its_bundle_alone():
    deck = ("street.toml", playable())
    played = game(2, 2, deck, deck_check="custom", turn_cap="30")
    verdict = verify(played.bundle)
    assert verdict.manifest.deck_file.text.encode() == deck[1]
    assert verdict.entries == len(played.rows) - 2


@pytest.mark.rule("RR-TABLE-02")
@pytest.mark.parametrize("pile", [0, 1, 2])
def test_two_cards_swapped_in_any_deck_are_found_with_deck_and_position(pile):
    plain = json.loads(game(1).bundle)
    row = next(row for row in plain["rows"] if row["type"] == "shuffle")
    order = row["body"]["orders"][pile]
    order[5], order[11] = order[11], order[5]
    with pytest.raises(VerifyError) as refused:
        verify(rewritten(copy.deepcopy(plain)))
    error = refused.value
    label = row["pub"]["piles"][pile]["label"]
    assert (error.failure, error.pile, error.position) == (Failure.WRONG_SHUFFLE, label, 5)


def test_a_bundle_says_the_same_whatever_the_hash_seed():
    program = (
        "import hashlib; from tests.fairness.test_whole_games import game;"
        "print(hashlib.sha256(game(5).bundle).hexdigest())"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1
    assert len(digests.pop()) == 65


@pytest.mark.attack("T52")
@pytest.mark.parametrize("kind", ["main", "rune"])
def test_the_order_of_the_discards_does_not_choose_the_reformed_deck(kind):
    straight, reversed_ = (reformed(kind, step) for step in (1, -1))
    assert straight == reversed_
    assert len(straight) > 10


def reformed(kind, step):
    """The deck after a reform whose order is known, with discards that lie one way or the other."""
    rules = load_game(GAME_ID)
    state = rules.opening(2, settle(rules.options, {}), ())
    if kind == "main":
        state.discard, state.deck = state.deck[::step], []
        flow = zones.reform_main(state)
    else:
        state.rune_discard, state.rune_deck = state.rune_deck[::step], []
        flow = zones.add_rune(state, 0)
    [(_, count)] = flow.send(None).piles
    with pytest.raises(StopIteration):
        flow.send((Stream.seeded(1).order(count),))
    return state.deck if kind == "main" else state.rune_deck
