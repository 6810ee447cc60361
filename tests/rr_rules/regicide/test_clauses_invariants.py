"""What holds in every game: RG-INV, saves, replays.

`RUNES_LONG=1` plays the full numbers on all cores.
"""

import pytest

from rr_rules.kernel.dealers import SeededDealer
from rr_rules.kernel.errors import BadTranscript
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import canonical, entry_from_plain, entry_plain
from rr_rules.regicide.cards import SUIT
from tests.support.rr_rules.hashseeds import printed_under_every_hash_seed
from tests.support.rr_rules.longplay import LONG, on_every_core
from tests.support.rr_rules.randomplay import random_entry, through_json
from tests.support.rr_rules.regicide import RULES, story
from tests.support.rr_rules.regicideplay import (
    MOST_TURNS,
    VARIANTS,
    dealt,
    each_of,
    opened,
    quick_of,
    walk,
)

SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])
WATCHED = 10_000 if LONG else 25
QUICK = 25_000 if LONG else 60


@SEATS
@pytest.mark.rule("RG-INV-01", "RG-INV-02", "RG-INV-05")
def test_after_every_event_all_cards_are_there_hands_fit_and_enemies_come_unhurt(seats):
    ended = on_every_core(each_of[seats], range(WATCHED))
    assert len(ended) == WATCHED
    reasons = {reason for reason, _ in ended}
    assert reasons <= {"attack", "paralysis", "castle", "gold", "silver", "bronze"}
    assert {"attack"} <= reasons


@SEATS
@pytest.mark.rule("RG-INV-03")
def test_every_game_ends_long_before_the_five_hundredth_turn(seats):
    ended = on_every_core(quick_of[seats], range(QUICK))
    assert len(ended) == QUICK
    assert max(turn for _, turn in ended) < MOST_TURNS
    assert len({turn for _, turn in ended}) > 5


def hashes(table, entries):
    """The bytes of every state on the way, the entries applied one by one."""
    for entry in entries:
        table.apply(entry)
        yield canonical(table.save())


@SEATS
@pytest.mark.rule("RG-INV-04")
def test_a_recorded_game_replays_to_the_same_states(seats):
    for seed in range(2000 if LONG else 6):
        table, luck, entries, seen = opened(seats), Stream.seeded(seed), [], []
        while table.pending is not None:
            entry = random_entry(table, luck)
            table.apply(entry)
            entries.append(entry_from_plain(through_json(entry_plain(entry))))
            seen.append(canonical(table.save()))
        again = opened(seats)
        assert list(hashes(again, entries)) == seen
        assert again.drain() == table.drain()
        assert again.outcome == table.outcome is not None


@pytest.mark.e2e
@pytest.mark.rule("RG-INV-04")
def test_games_are_the_same_under_every_hash_seed():
    games = "400" if LONG else "12"
    assert len(printed_under_every_hash_seed("tests.support.rr_rules.regicideplay", games)) == 1


@pytest.mark.rule("RG-INV-05")
def test_a_new_enemy_is_immune_and_unhurt_whatever_befell_the_last():
    t = story(["9C 2H", "+2"], enemy="JS", castle="QC", damage=18, shield=7, blocked=3,
              cancelled=True, table=["1:*", "0:3S"])  # fmt: skip
    t.play("9C")
    state = t.state
    assert (state.damage, state.shield, state.blocked, state.table) == (0, 0, 0, [])
    assert (state.immune, state.cancelled) == (SUIT[state.enemy], False)


@SEATS
@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "default")
def test_a_game_saved_and_loaded_at_every_decision_is_the_same_game(seats, options):
    for seed in range(500 if LONG else 3):
        table = dealt(seats, seed, **options)
        for choose in walk(table, seed):
            loaded = Table.load(RULES, through_json(table.save()))
            assert loaded.asked == table.asked
            assert loaded.save() == table.clone().save() == table.save()
            views = [RULES.view(each.state, choose.seat) for each in (loaded, table)]
            assert views[0] == views[1]


@pytest.mark.parametrize("broken", ["hand", "options", "healed_last", "phase"])
def test_a_save_that_is_not_one_is_refused(broken):
    saved = through_json(dealt(2, 1).save())
    del saved["state"][broken]
    with pytest.raises(BadTranscript):
        Table.load(RULES, saved)


def test_two_shuffles_of_a_seed_are_the_same_deal():
    assert dealt(3, 5).save() == dealt(3, 5).save() != dealt(3, 6).save()
    assert SeededDealer(5).deal(opened(3).pending) < 3
