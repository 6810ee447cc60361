"""What a seat knows of face-down cards, and what its guesses may neither forget nor give away."""

from __future__ import annotations

import pytest

from rr_rules.kernel.stream import Stream
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.state import State
from tests.support.rr_rules.faces import creature, item, on, spell
from tests.support.rr_rules.story import story

TINY, LEASH, SHORT = (
    "Griffin With a Tiny Head",
    "Pegasus on a Very Short Leash",
    "Sprinkler-Proof Pegasus",
)
HEX, SICK, CHIME = "Just For the Hex of It", "Calling In Sick", "Gone With the Wind Chime"
TRAP, SALTY, BLO, TOAST = "Tricky Trap", "Salty Shaker", "Blo Blo Gadget", "Toastinator 2000"
GNOME, FLAMINGO = "Gnasty Gnome", "Suspicious Flamingo"
OPEN = {"known_markers": "on"}


def samples(t, seat, count=40):
    """Tables as they might be for a seat."""
    for number in range(count):
        yield t.table.sampled(seat, Stream.seeded(number)).state


def holders(t, seat, name):
    """On whose side a face lies in the guesses of a seat; -1 for a deck."""
    found = set()
    for state in samples(t, seat):
        for side in range(state.seats):
            held = [state.face[card].name for card in state.hand[side] + state.fence[side]]
            found |= {side} if name in held else set()
        piled = [state.face[card].name for card in state.deck + state.rune_deck]
        found |= {-1} if name in piled else set()
    return found


def alone(*names):
    """Takes all further copies of these faces out of the decks."""

    def prepare(state: State) -> None:
        for pile in (state.deck, state.rune_deck):
            pile[:] = [card for card in pile if state.face[card].name not in names]

    return prepare


def public(name, *others):
    """Everybody knows of the first copy of this face that somebody holds; there is no other."""

    def prepare(state: State) -> None:
        alone(name, *others)(state)
        held = [card for zone in (*state.hand, *state.fence) for card in zone]
        known = next(card for card in held if state.face[card].name == name)
        state.known[known] = -1

    return prepare


def returned(**zones):
    """Three seats; the Tiny Griffin of seat 1 goes back to its hand before everybody's eyes."""
    t = story(3, hand0=[CHIME, *zones.pop("mine", [])], hand1=[HEX, SICK], hand2=[SHORT],
              lawn1=[TINY], options=OPEN, prepare=alone(TINY), **zones)  # fmt: skip
    return t.cast(CHIME)


def test_a_returned_creature_is_known_to_be_in_that_hand():
    t = returned()
    assert holders(t, 2, TINY) == {1}
    assert t.view(2).seats[1].known == ("griffin-with-a-tiny-head",)


@pytest.mark.parametrize("given", [TINY, HEX])
def test_a_card_that_is_given_unseen_may_be_the_known_one_to_those_who_did_not_see_it(given):
    t = returned(mine=["Spoiled Unicorn"])
    t.summon("Spoiled Unicorn").use("Spoiled Unicorn").pick("player 1").pick(given, seat=1)
    assert holders(t, 2, TINY) == {0, 1}
    assert [t.view(2).seats[seat].known for seat in (0, 1)] == [(), ()]
    assert t.view(None).seats[1].known == ()


@pytest.mark.parametrize(("given", "holder"), [(TINY, 0), (HEX, 1)])
def test_giver_and_taker_know_what_was_given(given, holder):
    t = returned(mine=["Spoiled Unicorn"])
    t.summon("Spoiled Unicorn").use("Spoiled Unicorn").pick("player 1").pick(given, seat=1)
    assert holders(t, 0, TINY) == {holder}
    assert holders(t, 1, TINY) == {holder}


def test_what_was_given_unseen_may_be_given_on():
    chain = creature("Chain", on("turn_begins", by="each_player"),
                     item("give", "card", who="any_player", to="any_player"), copies=1)  # fmt: skip
    t = story(4, phase="begin", lawn3=["Chain"], hand1=[TINY, HEX], hand2=[LEASH], options=OPEN,
              faces=[chain], prepare=public(TINY))  # fmt: skip
    t.use("Chain", seat=3).pick("player 1").pick("player 2").pick(HEX, seat=1)
    t.pass_until("use").use("Chain", seat=3).pick("player 2").pick("player 0").pick(LEASH, seat=2)
    # Seat 3 saw two cards go: the Griffin may have gone with each of them.
    assert holders(t, 3, TINY) == {0, 1, 2}


def test_a_card_of_several_that_is_shown_is_none_of_them_any_more():
    t = returned(mine=["Spoiled Unicorn"])
    t.summon("Spoiled Unicorn").use("Spoiled Unicorn").pick("player 1").pick(HEX, seat=1)
    t.pass_until("summon_phase").summon(TINY)
    assert t.state.mixed == [] or TINY not in t.names([c for mix in t.state.mixed for c in mix])
    assert t.lawn(1) == [TINY]


@pytest.mark.parametrize("slot", [0, 1])
def test_a_stolen_rune_may_be_the_known_one_to_those_who_did_not_see_it(slot):
    t = story(3, phase="summon", hand0=["Sneaky Griffin"], fence1=[TOAST, GNOME],
              prepare=public(TOAST))  # fmt: skip
    t.summon("Sneaky Griffin").use("Sneaky Griffin").choose(slot)
    assert holders(t, 2, TOAST) == {0, 1}
    assert holders(t, 0, TOAST) == holders(t, 1, TOAST) == {slot}


def know_one(state: State) -> None:
    state.known[state.fence[1][0]] = -1


@pytest.mark.parametrize("slot", [0, 1])
def test_who_knew_of_one_of_two_equal_runes_cannot_tell_which_is_left(slot):
    t = story(3, hand0=["Rune Service, Lukewarm", HEX], lawn1=[TINY], fence1=[TRAP, TRAP],
              rune_deck=[GNOME, TOAST], prepare=know_one)  # fmt: skip
    t.cast(HEX)
    t.choose(t.acts().index("use") + slot)
    assert holders(t, 2, TRAP) >= {1, -1}


def test_a_face_up_fence_that_is_turned_down_stays_known_in_any_order():
    t = story(3, phase="spin", rolls=[3], fence1=[TRAP, TOAST, GNOME], lawn1=[TINY],
              regulation="See-Through Fence Code", regulation_deck=["Leash Law"])  # fmt: skip
    seen = [[state.face[card].name for card in state.fence[1]] for state in samples(t, 0)]
    assert t.regulation() == "Leash Law"
    assert all(sorted(names) == sorted([TRAP, TOAST, GNOME]) for names in seen)
    assert len({tuple(names) for names in seen}) > 1
    assert [slot.face for slot in t.view(0).seats[1].fence] == ["", "", ""]


def test_a_rune_that_has_just_come_to_an_open_fence_is_no_guess():
    t = story(3, hand0=[TINY], fence1=[TRAP, TOAST], regulation="See-Through Fence Code")
    # As while the Rune deck is shuffled: the Rune lies open, and its arrival is not over.
    t.state.known[t.state.fence[1][1]] = 0
    for number in range(20):
        twin = t.table.clone()
        twin.game.determinize(twin.state, 0, Stream.seeded(number))
        assert twin.game.view(twin.state, 0) == t.view(0)


def test_a_rune_that_comes_to_an_open_fence_is_known_later():
    t = story(3, hand0=["Rune Service, Lukewarm", TINY], rune_deck=[TOAST, FLAMINGO], rolls=[3],
              regulation="See-Through Fence Code", regulation_deck=["Leash Law"])  # fmt: skip
    t.cast("Rune Service, Lukewarm")
    t.pass_until("cast_phase")
    assert holders(t, 2, FLAMINGO) == {0}


def test_a_saved_table_keeps_what_was_mixed():
    t = returned(mine=["Spoiled Unicorn"])
    t.summon("Spoiled Unicorn").use("Spoiled Unicorn").pick("player 1").pick(HEX, seat=1)
    assert t.state.mixed
    rules = t.table.game
    assert isinstance(rules, RunesRegulations)
    loaded = rules.from_plain(t.state.copy().plain())
    assert loaded.mixed == t.state.mixed


def test_a_card_the_looker_knows_stays_known_until_it_moves():
    spy = spell("Spy", item("look", place="hand", of="any_neighbor"))
    t = story(3, hand0=["Spy"], hand1=[TINY, SHORT], options=OPEN, faces=[spy],
              prepare=alone(TINY))  # fmt: skip
    t.cast("Spy")
    assert t.view(0).seats[1].known == ("griffin-with-a-tiny-head", "sprinkler-proof-pegasus")
    assert t.view(2).seats[1].known == ()
    assert holders(t, 0, TINY) == {1}
    assert -1 in holders(t, 2, TINY)


def test_what_a_looker_puts_under_the_deck_it_alone_knows_there():
    dig = spell("Dig", item("look", place="main_deck", n=3, keep=1))
    t = story(3, hand0=["Dig"], deck=[TINY, LEASH, SHORT], faces=[dig])
    t.cast("Dig").pick(TINY, verb="keep").pick(SHORT, verb="under")
    bottom = [[state.face[card].name for card in state.deck[:2]] for state in samples(t, 0)]
    assert all(names == [LEASH, SHORT] for names in bottom)
    bottom = {tuple(state.face[card].name for card in state.deck[:2]) for state in samples(t, 1)}
    assert len(bottom) > 5


def test_after_a_fresh_shuffle_nobody_knows_any_position():
    mix = spell("Mix", item("look", place="main_deck", n=2),
                item("reshuffle", "card", place="main_discard"))  # fmt: skip
    t = story(3, hand0=["Mix"], deck=[TINY, LEASH], discard=[HEX], faces=[mix])
    t.cast("Mix").choose(0)
    assert t.discard() == ["Mix"]
    tops = {state.face[state.deck[0]].name for state in samples(t, 0)}
    assert len(tops) > 5
    assert [event.n for event in t.events("reform")] == [len(t.state.deck)]
