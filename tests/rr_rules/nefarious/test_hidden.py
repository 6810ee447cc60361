"""Who may know what in a game of the expansion: above all, nobody learns a role."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rr_rules.kernel.requests import ChooseAll
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Chance
from rr_rules.runes_regulations.turn.roles import role_of
from tests.support.rr_rules.longplay import GAME, LONG, ZONES, on_every_core
from tests.support.rr_rules.nefarious import night
from tests.support.rr_rules.nightplay import night_table, other_roles
from tests.support.rr_rules.randomplay import begun, random_entry, rules_of, walk
from tests.support.rr_rules.worlds import (
    check_guess,
    check_question,
    check_view,
    check_worlds,
    faces_of,
    in_public,
    known_cards,
    words_in,
)

few = settings(max_examples=200 if LONG else 3)
seeds = st.integers(0, 10**9)
MODES = (
    {"window": "sealed"},
    {"window": "answered", "event_choices": "sealed", "target_choices": "sealed"},
    {"window": "fast", "known_markers": "on", "mastery": "on"},
)
modes = st.sampled_from(MODES)
FACES = rules_of(GAME).deck_under({"nefarious": "on"}).faces
ROLES = {face.id for face in FACES if face.kind == "role"}
TINY, PARCEL, CAT, DOG = "Griffin With a Tiny Head", "Parcel Pegasus", "Alley Cat", "A Stray Dog"
GRIFFINS = [TINY, "Sneaky Griffin", "Night-Shift Griffin"]
GOAT, IVY, GLOBE = "Suspiciously Willing Goat", "Creeping Ivy", "Blood-Moon Gazing Globe"
COMPOST = "Dark Compost"


# --- no face where it may not be --------------------------------------------------------------


@pytest.mark.slow
@few
@given(seeds, st.integers(3, 8), modes)
def test_no_view_and_no_question_tells_what_its_seat_may_not_see(seed, seats, options):
    table, luck = night_table(seats, **options), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=150):
        for seat in (*range(seats), None):
            check_view(table, seat, FACES)
        for choose in table.asked:
            check_question(table, choose, FACES)


@pytest.mark.slow
@pytest.mark.rule("NN-INFO-08", "NN-INFO-09")
@pytest.mark.parametrize("mode", [0, 1])
def test_nobody_can_tell_worlds_apart_that_differ_in_anothers_hand_or_fence(mode):
    play = partial(compare_worlds, options=MODES[mode])
    shared = on_every_core(play, range(1000 * mode, 1000 * mode + (2000 if LONG else 2)))
    assert sum(shared) > 5 * len(shared)


def compare_worlds(seed, options):
    return check_worlds(night_table(3 + seed % 6, **options), Stream.seeded(seed), soon=20)


@pytest.mark.slow
@pytest.mark.rule("NN-INFO-12")
@few
@given(seeds, st.integers(3, 8), modes)
def test_a_guess_for_a_bot_keeps_what_its_seat_knows(seed, seats, options):
    table, luck = night_table(seats, **options), Stream.seeded(seed)
    for _ in walk(table, luck, mixed=ZONES, most=60):
        for seat in range(seats):
            check_guess(table, seat, luck)


@pytest.mark.rule("NN-INFO-12")
def test_a_guess_may_give_anybody_any_role_but_the_known_ones():
    t = night(4, player=1, roles={1: "Savior", 2: "Tidier", 3: "Hexlord"})
    luck, guessed = Stream.seeded(1), set()
    for _ in range(200):
        twin = t.state.copy()
        t.table.game.determinize(twin, 1, luck)
        roles = [role_of(twin, seat).id for seat in range(4)]
        assert roles[:2] == ["the-nefarious-neighbor", "the-savior"]
        assert len(set(roles)) == 4
        guessed.add(roles[2])
    assert guessed == ROLES - {"the-nefarious-neighbor", "the-savior"}


@pytest.mark.rule("NN-INFO-12")
def test_a_guess_may_give_the_nefarious_neighbor_any_forbidden_card_and_itself_the_own_ones():
    t = night(3, player=1, hand0=[IVY, GOAT], fence0=[GLOBE], hand1=[TINY])
    for seat, least in ((1, 5), (0, 1)):
        guessed = [set(), set(), set()]
        for seed in range(60):
            twin = t.state.copy()
            t.table.game.determinize(twin, seat, Stream.seeded(seed))
            for found, cards in zip(
                guessed, (twin.hand[0], twin.fence[0], twin.forbidden_deck[-1:]), strict=True
            ):
                found.add(tuple(twin.face[card].id for card in cards))
        assert [len(found) >= least for found in guessed[:2]] == [True, True]
        assert (len(guessed[0]) == len(guessed[1]) == 1) is (seat == 0)
        assert len(guessed[2]) > 5


@pytest.mark.rule("NN-INFO-12", "NN-ROLE-05")
def test_a_guess_keeps_a_role_that_was_shown():
    t = night(4, player=1, roles={1: "Savior"}, options={"allow_role_reveal": "yes"})
    t.pick("show_role")
    for seed in range(20):
        twin = t.state.copy()
        t.table.game.determinize(twin, 2, Stream.seeded(seed))
        assert role_of(twin, 1).id == "the-savior"


# --- two worlds of roles ----------------------------------------------------------------------


def play_apart(seed):
    """Play two worlds on as long as nobody wins; how many entries they shared."""
    luck, seats = Stream.seeded(seed), 3 + seed % 6
    table = night_table(seats, **MODES[seed % 3])
    for _ in walk(table, luck, most=30 + luck.below(300)):
        pass
    if table.pending is None or not table.state.roles:
        return 0
    seat = luck.below(seats)
    one = Table.at(table.game, begun(table))
    two = other_roles(table, seat, luck)
    for shared in range(300):
        if one.pending is None or two.pending is None:
            return shared
        check_same(one, two, seat)
        entry = random_entry(one, luck)
        one.apply(entry)
        two.apply(entry)
    return 300


def check_same(one, two, seat):
    rules = one.game
    assert one.pending == two.pending
    for watcher in (seat, None):
        assert rules.view(one.state, watcher) == rules.view(two.state, watcher)
    for mine, theirs in zip(one.drain(), two.drain(), strict=True):
        assert rules.redact(mine, seat) == rules.redact(theirs, seat)
    choose = one.asked_of(seat)
    if choose is not None:
        views = [rules.view(table.state, seat) for table in (one, two)]
        assert rules.prompt(choose, views[0]) == rules.prompt(choose, views[1])


@pytest.mark.slow
@pytest.mark.rule("NN-INFO-01", "NN-INFO-03", "NN-INFO-12")
def test_nothing_a_seat_sees_depends_on_the_roles_of_others_until_somebody_wins():
    shared = on_every_core(play_apart, range(2000 if LONG else 5))
    assert sum(shared) > 20 * len(shared)


# --- one clause after the other ---------------------------------------------------------------


@pytest.mark.rule("NN-INFO-02")
def test_how_far_a_role_is_is_for_its_owner_alone():
    t = night(player=1, roles={1: "Griffin Lady"}, lawn1=GRIFFINS[:2])
    [step] = t.view(1).nefarious.progress
    assert (step.has, step.wanted, step.is_met) == (2, 3, False)
    for seat in (0, 2, None):
        told = json.dumps(asdict(t.view(seat)))
        assert "Griffins" not in told
        assert "griffin-lady" not in told


@pytest.mark.rule("NN-INFO-02")
def test_an_owner_reads_how_much_too_many_there_is_as_well():
    told = {"player": 1, "hand1": [TINY, CAT], "fence1": ["Salty Shaker"], "hexed1": [DOG]}
    t = night(roles={1: "Tidier"}, **told)
    steps = [step[1:5] for step in t.view(1).nefarious.progress]
    assert steps == [(1, 0, True, False), (2, 0, True, False)]
    t = night(roles={1: "Hexlord"}, hexed2=[PARCEL], **told)
    steps = [step[1:5] for step in t.view(1).nefarious.progress]
    assert steps == [(1, 3, False, False), (1, 0, True, False)]


@pytest.mark.rule("NN-INFO-03")
def test_a_near_miss_asks_nobody_anything():
    near = night(player=1, phase="end", roles={1: "Griffin Lady"}, lawn1=GRIFFINS[:2])
    far = night(player=1, phase="end", roles={1: "Savior"}, lawn1=GRIFFINS[:2])
    assert near.table.outcome is far.table.outcome is None
    assert near.told == far.told
    assert (near.table.number, near.asked) == (far.table.number, far.asked)


@pytest.mark.rule("NN-INFO-04")
def test_a_window_that_only_forbidden_runes_answer_opens_for_the_nefarious_neighbor_alone():
    told = {"options": {"window": "sealed"}, "player": 1, "phase": "end",
            "lawn1": [TINY, PARCEL, CAT, DOG]}  # fmt: skip
    runes = {"fence0": ["Cat Flap to Nowhere"], "fence2": ["Salty Shaker"]}
    t = night(**told, **runes)
    kinds = [face.name for face in t.state.index.runes[False, "turn_ends"]]
    assert set(kinds) == {"Hangdog Hammock", "Nosy Doorbell"}

    def no_doorbells(state):
        bells = [c for c in state.rune_deck if state.face[c].name == "Nosy Doorbell"]
        state.rune_deck = [c for c in state.rune_deck if c not in bells]
        state.rune_discard = bells

    for holds in (["Cat Flap to Nowhere"], ["Hangdog Hammock"]):
        t = night(**told, fence0=holds, fence2=["Salty Shaker"], prepare=no_doorbells)
        assert isinstance(t.table.pending, ChooseAll)
        assert [choose.seat for choose in t.table.asked] == [0]
        assert in_public(t.table.pending, 0)[0] == [(0, t.table.asked[0].about)]


@pytest.mark.rule("NN-INFO-04")
def test_no_window_opens_for_forbidden_runes_that_all_lie_in_the_open():
    told = {"options": {"window": "sealed"}, "player": 1, "phase": "end",
            "lawn1": [TINY, PARCEL, CAT, DOG], "fence0": ["Cat Flap to Nowhere"]}  # fmt: skip
    t = night(**told, rune_discard=["Nosy Doorbell"], forbidden_rune_discard=["Hangdog Hammock"])
    assert not isinstance(t.table.pending, ChooseAll)
    assert t.state.player == 2


@pytest.mark.rule("NN-INFO-04")
def test_a_window_that_both_kinds_answer_asks_all_in_the_same_way():
    t = night(
        4, options={"window": "sealed"}, player=1, hand1=["Newts in Bulk"], fence0=[GLOBE],
        fence2=["Salty Shaker"], fence3=["Tricky Trap"],
    )  # fmt: skip
    t.pick("Newts in Bulk").choose(0, 2).choose(0, 3)
    assert isinstance(t.table.pending, ChooseAll)
    assert [choose.seat for choose in t.table.asked] == [2, 3, 0]
    assert len({choose.about for choose in t.table.asked}) == 1


@pytest.mark.rule("NN-INFO-05")
def test_the_nefarious_neighbor_is_told_of_no_other_role():
    t = night(5, roles={3: "Henchman"})
    told = [t.table.game.redact(event, 0) for event in t.told]
    assert set(words_in([t.view(0), told])) & ROLES == {"the-nefarious-neighbor"}


@pytest.mark.rule("NN-INFO-08")
@pytest.mark.parametrize("hand", [["Bane Wing", GOAT], ["Bane Wing", IVY], [IVY, IVY]])
def test_what_the_nefarious_neighbor_could_summon_is_asked_of_nobody_else(hand):
    t = night(phase="summon", hand0=hand, lawn0=["Bane Wing"])
    for seat in (1, 2):
        assert t.table.asked_of(seat) is None
        told = json.dumps([asdict(t.view(seat)), [t.table.game.redact(e, seat) for e in t.told]])
        assert told == json.dumps([asdict(other(seat)), []])
    assert len(t.asked.options) == 2 + sum(name == GOAT for name in hand)


def other(seat):
    """What a seat sees where the Nefarious Neighbor can summon nothing."""
    return night(phase="summon", hand0=[IVY, COMPOST], lawn0=["Bane Wing"]).view(seat)


@pytest.mark.rule("NN-INFO-09")
def test_an_empty_hand_and_an_empty_fence_are_numbers_and_mark_nobody():
    views = [
        night(4, player=2, roles={1: name}) for name in ("Tidier", "Humane Sorcerer", "Savior")
    ]
    for seat in (0, 2, 3, None):
        [shown] = {t.view(seat).seats[1] for t in views}
        assert (shown.hand, shown.fence) == ((), ())
        assert len({repr(t.view(seat)) for t in views}) == 1


@pytest.mark.rule("NN-INFO-11")
def test_whose_role_is_whose_comes_from_the_shuffles_alone():
    table = night_table(5)
    seen = set()
    for seed in range(30):
        twin, luck = table.clone(), Stream.seeded(seed)
        while isinstance(entry := random_entry(twin, luck), Chance):
            twin.apply(entry)
        seen.add(tuple(role_of(twin.state, seat).id for seat in range(5)))
    assert len(seen) == 30


def test_forbidden_cards_in_hand_and_on_the_fence_are_hidden_from_others():
    t = night(hand0=[IVY, GOAT], fence0=[GLOBE])
    for seat in (1, 2, None):
        told = json.dumps(asdict(t.view(seat)))
        assert not any(word in told for word in ("creeping-ivy", "willing-goat", "gazing-globe"))
        assert faces_of(t.state, known_cards(t.state, seat)) & {"creeping-ivy"} == set()
    assert "creeping-ivy" in json.dumps(asdict(t.view(0)))
