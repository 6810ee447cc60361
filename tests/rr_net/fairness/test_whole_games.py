"""Whole games of Runes & Regulations, recorded as a host records them and checked by everybody."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rr_net.fairness.base.errors import Failure, VerifyError
from rr_net.fairness.base.rows import CommitRow, Drawn, HandRoot, SlotHashes
from rr_rules.kernel.stream import Stream
from rr_rules.registry import load_game
from rr_rules.runes_regulations.state import zones
from rr_rules.runes_regulations.state.sides import MAIN
from tests.support.golden.constants import standing_digests
from tests.support.rr_net.forged import forged
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_net.second import second_failure
from tests.support.rr_rules.decks import playable
from tests.support.rr_rules.longplay import LONG

ROOT = Path(__file__).parents[3]
GAME_ID = "runes-regulations"
LEVELS = ((0, "solo"), (1, "solo"), (2, "table"), (3, "strict"))
LONGER = {4: pytest.mark.slow}
"""More seats play for longer."""
GAMES = [
    pytest.param(seed, level, seats, marks=LONGER.get(seats, ()))
    for seed, level in LEVELS
    for seats in (2, 3, 4)
]
ONE_OF_EACH = GAMES[3::4]
"""Each level and each number of seats once; a long run plays every level with every number."""


@pytest.fixture(scope="module", autouse=True)
def the_same_luck_whatever_becomes_of_the_sources():
    with standing_digests():
        yield


def game(seed, seats=3, deck=None, *, removals=False, level="solo", stop_at=100_000, **options):
    rules = load_game(GAME_ID, deck)
    manifest = manifest_of(rules, seats, deck=deck, level=level, **options)
    return record(seed, manifest, rules, removals=removals, stop_at=stop_at)


def verified(played, **named):
    return checked(played.bundle, load_game=load_game, **named)


@pytest.mark.slow
@pytest.mark.attack("T22")
@pytest.mark.parametrize(("seed", "level", "seats"), GAMES if LONG else ONE_OF_EACH)
def test_both_verifiers_accept_whole_games(seed, level, seats):
    played = game(seed, seats, level=level)
    verdict = verified(played, commitment=played.rows[0].pub.commitment, full=True)
    assert verdict.outcome is not None
    assert second_failure(played.bundle) is None


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "seed"), [(3, 53), (4, 3), (4, 6), (4, 9)])
def test_games_whose_seats_leave_at_any_moment_end_and_are_accepted(seats, seed):
    level = "table" if seats == 4 else "solo"
    played = game(seed, seats, removals=True, level=level)
    assert any(row.type == "remove" for row in played.rows)
    assert verified(played).outcome is not None
    assert second_failure(played.bundle) is None


def test_the_three_decks_are_shuffled_under_one_event_each_with_its_own_commitment():
    first = next(row for row in game(1, level="table", stop_at=40).rows if row.type == "shuffle")
    assert sorted(pile.count for pile in first.pub.piles) == [17, 24, 89]
    assert len({pile.root for pile in first.pub.piles}) == 3
    assert {pile.epoch for pile in first.pub.piles} == {0}


def test_every_hidden_card_is_promised_wherever_it_lies():
    played = game(2, 4)
    commits = [row.pub for row in played.rows if isinstance(row, CommitRow)]
    kinds = {(type(zone), zone.zone) for commit in commits for zone in commit.zones}
    assert kinds >= {
        (Drawn, "main_deck"),
        (Drawn, "rune_deck"),
        (HandRoot, "hand"),
        (SlotHashes, "fence"),
    }
    opened = {opened.zone for commit in commits for opened in commit.opened}
    assert {"hand", "fence", "regulation_deck"} <= opened


@pytest.mark.attack("T39")
def test_no_card_that_is_played_from_a_hand_is_opened_against_its_deck():
    rows = [row for seed in (2, 3) for row in game(seed, 4).rows]
    commits = [row.pub for row in rows if isinstance(row, CommitRow)]
    from_decks = [o for commit in commits for o in commit.opened if o.zone == "main_deck"]
    from_hands = [o for commit in commits for o in commit.opened if o.zone == "hand"]
    drawn = [z for commit in commits for z in commit.zones if isinstance(z, Drawn)]
    assert len(from_hands) > 50
    assert len(drawn) > 50
    assert len(from_decks) < len(from_hands) / 5


def test_a_game_with_an_owners_deck_is_checked_from_its_bundle_alone():
    deck = ("street.toml", playable())
    played = game(2, 2, deck, deck_check="custom", turn_cap="30", level="table")
    verdict = verified(played)
    assert verdict.manifest.deck_file.text.encode() == deck[1]
    assert verdict.manifest.cards == dict(Counter(cards_of(deck)))


def cards_of(deck):
    rules = load_game(GAME_ID, deck)
    return [face.id for face in rules.cards(rules.settle({})) for _ in range(face.copies)]


@pytest.mark.rule("RR-TABLE-02")
@pytest.mark.parametrize("pile", [0, 1, 2])
def test_two_cards_swapped_in_any_deck_are_found_with_deck_and_position(pile):
    plain = json.loads(game(1, stop_at=40).bundle)
    row = next(row for row in plain["rows"] if row["type"] == "shuffle")
    for either in (row["body"]["orders"][pile], row["body"]["faces"][pile]):
        either[5], either[11] = either[11], either[5]
    with pytest.raises(VerifyError) as refused:
        checked(forged(plain), load_game=load_game)
    error = refused.value
    label = row["pub"]["piles"][pile]["label"]
    assert (error.failure, error.pile, error.position) == (Failure.WRONG_SHUFFLE, label, 5)


@pytest.mark.e2e
def test_a_bundle_says_the_same_whatever_the_hash_seed():
    program = (
        "import hashlib; from tests.rr_net.fairness.test_whole_games import game;"
        "print(hashlib.sha256(game(5, level='table', turn_cap='12').bundle).hexdigest())"
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
        for seed in (("0", "1", "4242") if LONG else ("0", "4242"))
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
    state = rules.opening(2, rules.settle({}), ())
    if kind == "main":
        state.discard, state.deck = state.deck[::step], []
        flow = zones.reform(state, MAIN)
    else:
        state.rune_discard, state.rune_deck = state.rune_deck[::step], []
        flow = zones.add_rune(state, 0)
    [(_, cards)] = flow.send(None).piles
    with pytest.raises(StopIteration):
        flow.send((Stream.seeded(1).order(len(cards)),))
    return state.deck if kind == "main" else state.rune_deck
