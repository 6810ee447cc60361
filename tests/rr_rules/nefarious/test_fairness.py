"""Whole games of the expansion, recorded as a host records them and checked by everybody."""

from __future__ import annotations

from functools import cache

import pytest

from rr_net.fairness.base.rows import CommitRow, SlotHashes
from rr_rules.registry import load_game
from tests.support.rr_net.recorded import checked, manifest_of, record
from tests.support.rr_net.second import second_failure
from tests.support.rr_rules.longplay import LONG

GAME_ID = "runes-regulations"
SHORT = [(4, 3, "solo"), (1, 5, "table"), (0, 8, "solo"), (5, 4, "strict")]
"""Games of some hundred rows; those of a long run have up to three times as many."""
LONGER = [(0, 3, "solo"), (0, 5, "table"), (2, 8, "solo"), (0, 4, "strict")]


@cache
def game(seed, seats, *, removals=False, level="solo", **options):
    rules = load_game(GAME_ID)
    manifest = manifest_of(rules, seats, level=level, nefarious="on", **options)
    return record(seed, manifest, rules, removals=removals)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "seats", "level"), SHORT + LONGER if LONG else SHORT)
def test_both_verifiers_accept_whole_games(seed, seats, level):
    played = game(seed, seats, level=level)
    verdict = checked(played.bundle, load_game=load_game, full=True)
    assert verdict.outcome is not None
    assert second_failure(played.bundle) is None


def test_games_whose_seats_leave_are_accepted():
    played = game(4, 5, removals=True)
    assert checked(played.bundle, load_game=load_game).outcome is not None
    assert second_failure(played.bundle) is None


def test_roles_and_all_decks_are_committed_before_anybody_is_dealt():
    shuffles = [row.pub for row in game(1, 4).rows if row.type == "shuffle"]
    first = {pile.label: pile.count for pile in shuffles[0].piles}
    assert first == {
        "roles": 9, "forbidden_deck": 40, "forbidden_rune_deck": 10, "main_deck": 109,
        "rune_deck": 44, "regulation_deck": 17,
    }  # fmt: skip
    assert len({pile.root for pile in shuffles[0].piles}) == 6


def test_every_role_is_promised_slot_by_slot_and_none_is_opened_but_those_shown():
    played = game(1, 4)
    commits = [row.pub for row in played.rows if isinstance(row, CommitRow)]
    promised = {(zone.zone, getattr(zone, "owner", -1)) for each in commits for zone in each.zones
                if isinstance(zone, SlotHashes)}  # fmt: skip
    nefarious = next(row.pub.result for row in played.rows if row.type == "roll")
    assert {owner for zone, owner in promised if zone == "role"} == {0, 1, 2, 3} - {nefarious}
    opened = [o.owner for each in commits for o in each.opened if o.zone in ("role", "roles")]
    assert set(opened) <= set(played.rows[-1].pub.outcome.winners)
