"""Components and setup: what lies where before the first turn, and decks that run out."""

from __future__ import annotations

import pytest

from rr_rules.kernel.dealers import ScriptedDealer, SeededDealer
from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.requests import Roll, Shuffle
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table
from rr_rules.runes_regulations.deck.loader import base_deck
from rr_rules.runes_regulations.faces.faces import Deck
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.state.state import faces_of
from tests.support.rr_rules.faces import creature, item, on, regulation, rule, rune, spell, would
from tests.support.rr_rules.story import Story, deck_with, story

TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
HEX, CHIME = "Just For the Hex of It", "Gone With the Wind Chime"
SALTY, TRAP, BLO = "Salty Shaker", "Tricky Trap", "Blo Blo Gadget"
FACES = faces_of(base_deck())


def table_of(seats, declared=(), **options):
    """A table of the base box before its first random event."""
    chosen = settle(SETTINGS, {"window": "fast", **options})
    return Table(RunesRegulations(base_deck()), seats, chosen, list(declared) or [0] * seats)


class StackedDealer(ScriptedDealer):
    """Leaves every pile as it lies, but for one Regulation, which it puts on top."""

    def __init__(self, regulation):
        super().__init__()
        deck = [face.name for face in FACES if face.back == "regulation"]
        self.top = deck.index(regulation)

    def deal(self, request):
        result = super().deal(request)
        if isinstance(request, Roll):
            return result
        return tuple(
            self._stack(order) if label == "regulation_deck" else order
            for (label, _), order in zip(request.piles, result, strict=True)
        )

    def _stack(self, order):
        return (*(at for at in order if at != self.top), self.top)


def dealt(seats, dealer=None, **options):
    """A game just dealt, standing at its first choice."""
    return Story(table_of(seats, [1] + [0] * (seats - 1), **options), dealer or ScriptedDealer())


@pytest.mark.rule("RR-COMP-02")
def test_a_sixteenth_creature_is_hexed_too():
    shrubs = [card for card, face in enumerate(FACES) if face.kind == "creature"][-15:]

    def fifteen_shrubs(state):
        state.deck = [card for card in state.deck if card not in shrubs]
        state.lawn[1] += shrubs
        state.hexed |= set(shrubs)

    t = story(hand0=[HEX], lawn0=[TINY], prepare=fifteen_shrubs)
    t.cast(HEX)
    assert t.lawn(0) == ["# " + TINY]
    assert len(t.state.hexed) == 16


@pytest.mark.rule("RR-COMP-03")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_a_base_table_has_two_to_four_seats(seats):
    with pytest.raises(BadSetup, match="expected 2 to 4"):
        table_of(seats, [0] * seats)


@pytest.mark.rule("RR-COMP-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_seats_can_start(seats):
    assert len(dealt(seats).view(0).seats) == seats


@pytest.mark.rule("RR-SETUP-01")
def test_every_seat_has_an_empty_lawn_and_a_fence_and_no_other_table_zone():
    t = dealt(3)
    zones = t.table.game.zones(t.state)
    for seat in range(3):
        own = {zone.label: zone.cards for zone in zones if zone.owner == seat}
        assert sorted(own) == ["fence", "hand", "lawn"]
        assert own["lawn"] == ()


@pytest.mark.rule("RR-SETUP-02")
def test_five_cards_go_to_each_hand_one_at_a_time_from_the_first_player():
    t = Story(table_of(4, [0, 0, 1, 0]), ScriptedDealer())
    deck = [card for card, face in enumerate(FACES) if face.back == "main"]
    # The first player is seat 2; its Draw phase has taken the 21st card.
    for turn, seat in enumerate([2, 3, 0, 1]):
        assert t.state.hand[seat][:5] == [deck[-1 - turn - 4 * at] for at in range(5)]
    assert t.state.hand[2][5:] == [deck[-21]]
    assert [len(t.state.hand[seat]) for seat in (0, 1, 3)] == [5, 5, 5]
    assert len(t.state.deck) + 1 == 69


@pytest.mark.rule("RR-SETUP-02", "RR-SETUP-03")
def test_the_deal_is_no_draw_and_nothing_answers_it():
    t = dealt(4)
    before = [event.kind for event in t.told[: [e.kind for e in t.told].index("turn")]]
    assert before == ["first_player", "deal", "new_regulation"]


@pytest.mark.rule("RR-SETUP-03")
def test_three_runes_go_face_down_to_each_fence_in_the_same_order():
    t = dealt(4)
    deck = [card for card, face in enumerate(FACES) if face.back == "rune"]
    for seat in range(4):
        assert t.state.fence[seat] == [deck[-1 - seat - 4 * at] for at in range(3)]
    assert len(t.state.rune_deck) == 12
    blanks = [slot.face for seat in t.view(0).seats[1:] for slot in seat.fence]
    assert blanks == [""] * 9
    assert all(slot.face and not slot.face_up for slot in t.view(0).seats[0].fence)


@pytest.mark.rule("RR-SETUP-04")
def test_both_discards_exist_and_start_empty():
    t = dealt(2)
    piles = {zone.label: zone.cards for zone in t.table.game.zones(t.state)}
    assert (piles["main_discard"], piles["rune_discard"]) == ((), ())


@pytest.mark.rule("RR-SETUP-04")
def test_each_card_goes_to_the_discard_of_its_own_deck():
    t = story(hand0=["This Spells Disaster", HEX], lawn1=[TINY], fence1=[TRAP])
    t.cast("This Spells Disaster").use(TRAP, seat=1).pick(HEX, verb="discard")
    assert t.discard() == [HEX, TINY, "This Spells Disaster"]
    assert t.rune_discard() == [TRAP]


@pytest.mark.rule("RR-SETUP-05")
def test_the_deck_reforms_at_the_moment_it_becomes_empty():
    ten = [TINY, TINY, TINY, LEASH, LEASH, HEX, HEX, HEX, HEX, CHIME]

    def one_card_left(state):
        state.deck = state.deck[-1:]

    t = story(phase="draw", discard=ten, prepare=one_card_left)
    assert t.verb == "cast_phase"
    assert (len(t.state.deck), t.discard()) == (10, [])
    assert [event.kind for event in t.events("draw", "reform")] == ["draw", "reform"]
    assert sorted(t.names(t.state.deck)) == sorted(ten)


@pytest.mark.rule("RR-SETUP-05")
def test_a_deck_without_a_discard_waits_until_a_card_is_needed():
    def one_card_left(state):
        state.deck = state.deck[-1:]

    t = story(phase="draw", hand0=[HEX], lawn0=[LEASH], lawn1=[TINY], prepare=one_card_left)
    assert (t.state.deck, t.discard()) == ([], [])
    t.cast(HEX).pick(TINY, verb="hex")
    assert (t.state.deck, t.discard()) == ([], [HEX])
    t.draw()
    assert HEX in t.hand(0)
    assert len(t.events("reform")) == 1


@pytest.mark.rule("RR-SETUP-05")
def test_a_look_at_an_empty_deck_reforms_it_first():
    diggy = "Gettin' Diggy With It"

    def no_deck(state):
        state.deck = []

    t = story(phase="summon", hand0=[TINY], fence1=[diggy], discard=[HEX, CHIME],
              prepare=no_deck)  # fmt: skip
    t.summon(TINY).use(diggy, seat=1).pick(CHIME, verb="keep", seat=1)
    assert t.hand(1)[:1] == [CHIME]
    assert [event.kind for event in t.events("reform", "look")][:2] == ["reform", "look"]


@pytest.mark.rule("RR-SETUP-05")
def test_the_rune_deck_reforms_from_its_own_discard():
    def one_rune_left(state):
        state.rune_deck = state.rune_deck[-1:]

    t = story(phase="spin", rolls=[0], discard=[HEX, LEASH], rune_discard=[SALTY, TRAP],
              prepare=one_rune_left)  # fmt: skip
    assert sorted(t.names(t.state.rune_deck)) == [SALTY, TRAP]
    assert (t.rune_discard(), t.discard()) == ([], [HEX, LEASH])


@pytest.mark.rule("RR-SETUP-05")
def test_with_both_empty_the_draw_is_ignored():
    def nothing_left(state):
        state.deck = []

    t = story(phase="draw", hand0=[HEX], lawn1=[TINY], prepare=nothing_left)
    assert t.hand(0) == [HEX]
    assert not t.events("draw", "reform")


@pytest.mark.rule("RR-SETUP-06")
def test_a_resolving_spell_and_the_cards_in_play_stay_out_of_a_reform():
    gulp = spell("Gulp", item("draw"))

    def one_card_left(state):
        state.deck = state.deck[-1:]

    t = story(hand0=["Gulp", HEX], lawn1=[TINY], discard=[LEASH, CHIME], faces=[gulp],
              prepare=one_card_left)  # fmt: skip
    t.cast("Gulp")
    assert sorted(t.names(t.state.deck)) == sorted([LEASH, CHIME])
    assert t.discard() == ["Gulp"]
    assert (t.hand(0)[:1], t.lawn(1)) == ([HEX], [TINY])


@pytest.mark.rule("RR-SETUP-06")
def test_an_activated_rune_stays_out_of_the_reform_that_it_brings_about():
    def one_rune_left(state):
        state.rune_deck = state.rune_deck[-1:]

    hoard = rune("Hoard", on("enters_lawn", "creature", of="any_neighbor"), item("add_rune"))
    t = story(phase="summon", rolls=[4], hand0=[TINY], fence1=["Hoard"], rune_discard=[SALTY],
              prepare=one_rune_left, faces=[hoard])  # fmt: skip
    t.summon(TINY).use("Hoard", seat=1)
    assert [event.kind for event in t.events("reform", "activate")] == ["reform", "activate"]
    assert t.names(t.state.rune_deck) == [SALTY]
    assert t.rune_discard() == ["Hoard"]


@pytest.mark.rule("RR-SETUP-07")
def test_one_regulation_is_active_and_sixteen_are_hidden():
    t = dealt(2)
    assert (t.view(0).regulation != "", t.view(0).regulation_deck) == (True, 16)
    assert t.view(0).regulations_seen == ()
    zone = next(z for z in t.table.game.zones(t.state) if z.label == "regulation_deck")
    assert zone.hidden


@pytest.mark.rule("RR-SETUP-07")
def test_the_first_regulation_shrinks_limits_before_the_first_turn():
    t = Story(table_of(3, [0, 1, 0]), StackedDealer("Maximum Fence Height"))
    for seat in (1, 2, 0):
        assert (t.verb, t.seat) == ("rune_limit", seat)
        t.choose(0)
    assert [len(fence) for fence in t.state.fence] == [2, 2, 2]
    kinds = [event.kind for event in t.events("destroy_rune", "turn")]
    assert kinds == ["destroy_rune"] * 3 + ["turn"]


@pytest.mark.rule("RR-SETUP-08")
def test_the_player_with_the_most_pets_begins_and_turns_go_clockwise():
    t = Story(table_of(3, [1, 4, 2]), ScriptedDealer())
    order = []
    for _ in range(3):
        order.append(t.state.player)
        player = t.state.player
        while t.state.player == player:
            acts = t.acts()
            t.choose(acts.index("skip") if "skip" in acts else 0)
    assert order == [1, 2, 0]


@pytest.mark.rule("RR-SETUP-09")
def test_a_tie_is_broken_by_one_random_event_among_the_tied():
    begins = {}
    for seed in range(12):
        firsts = {first_with(seed) for _ in range(3)}
        assert len(firsts) == 1
        begins[seed] = firsts.pop()
    assert set(begins.values()) == {0, 1}


def first_with(seed):
    table = table_of(3, [3, 3, 0])
    dealer = SeededDealer(seed)
    assert isinstance(table.pending, Roll)
    assert table.pending.sides == 2
    table.chance(dealer.deal(table.pending))
    return table.state.first


@pytest.mark.rule("RR-SETUP-09")
def test_without_a_tie_there_is_no_random_event_before_the_shuffle():
    assert isinstance(table_of(3, [3, 2, 2]).pending, Shuffle)


@pytest.mark.rule("RR-SETUP-09")
def test_the_last_of_three_tied_seats_may_begin():
    t = Story(table_of(3, [2, 0, 2]), ScriptedDealer([1]))
    assert t.state.first == 2


def test_a_deck_of_ones_own_is_dealt_the_same_way():
    rules = RunesRegulations(deck_with([spell("Gulp", item("draw"))]))
    chosen = settle(SETTINGS, {"window": "fast", "deck_check": "custom"})
    t = Story(Table(rules, 2, chosen, [1, 0]), ScriptedDealer())
    assert t.hand(0)[:1] == ["Gulp"]
    assert len(t.state.deck) == 91 - 11


def test_there_is_no_phase_to_skip_before_the_first_turn():
    slip = rune("Slip", would("destroy", "rune", of="you"),
                item("skip", phase="cast", this_turn=True), copies=12)  # fmt: skip
    low = regulation("Low", rules=[rule("limit", which="rune", of="each_player", set=2)], copies=1)
    faces = (slip, low, creature("Cat", copies=20), spell("Nap", item("draw"), copies=10))
    rules = RunesRegulations(Deck("own", faces, "0" * 64))
    chosen = settle(SETTINGS, {"window": "fast", "deck_check": "custom"})
    t = Story(Table(rules, 2, chosen, [1, 0]), ScriptedDealer())
    t.choose(0).use("Slip")
    assert (t.state.phase, t.fence(0)) == ("setup", ["Slip", "Slip"])
    t.choose(0).pass_until("cast_phase")
    assert not t.events("must_skip", "skipped")
