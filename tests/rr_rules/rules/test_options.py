"""Every value of the table options that the rules themselves look at."""

from __future__ import annotations

import pytest

from rr_rules.kernel.dealers import ScriptedDealer
from rr_rules.kernel.errors import BadOption, BadSetup, DeckError
from rr_rules.kernel.requests import ChooseAll, Roll, Shuffle
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.runes_regulations.deck.loader import base_deck
from rr_rules.runes_regulations.game import RunesRegulations
from rr_rules.runes_regulations.state.settings import SETTINGS
from tests.support.rr_rules.faces import item, on, rune, spell
from tests.support.rr_rules.story import deck_with, story

DISASTER, HEX, CHIME = "This Spells Disaster", "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH, PARCEL = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash", "Parcel Pegasus"
KRAKEN = "Kiddie-Pool Kraken"
SALTY, TRAP, BLO = "Salty Shaker", "Tricky Trap", "Blo Blo Gadget"
SEVEN = [TINY, TINY, TINY, LEASH, LEASH, HEX, HEX]
GIFT = spell("Gift", item("draw", n=2))
OWN = deck_with([GIFT])


def opened(seats=2, deck=None, declared=(), **options):
    """A table before its first random event."""
    rules = RunesRegulations(deck or base_deck())
    return Table(rules, seats, settle(SETTINGS, options), list(declared) or [0] * seats)


@pytest.mark.rule("RR-COMP-01")
def test_deck_check_base_refuses_other_counts():
    with pytest.raises(DeckError, match="expected 39, got 41"):
        opened(deck=OWN)
    assert opened(deck_check="base").pending is not None


@pytest.mark.rule("RR-COMP-01")
def test_deck_check_custom_accepts_other_counts():
    assert opened(deck=OWN, deck_check="custom").pending is not None


@pytest.mark.rule("RR-COMP-03")
def test_max_seats_is_four_unless_a_custom_card_file_raises_it():
    for deck in (base_deck(), OWN):
        opened(4, deck=deck, deck_check="custom")
        with pytest.raises(BadSetup, match="expected 2 to 4"):
            opened(5, deck=deck, deck_check="custom")
    with pytest.raises(BadSetup, match="expected 2 to 4"):
        opened(5, max_seats="6")


@pytest.mark.rule("RR-COMP-03")
def test_max_seats_of_a_custom_card_file():
    six = opened(6, deck=OWN, deck_check="custom", max_seats="6", declared=[0, 0, 0, 0, 0, 1])
    drive(six, ScriptedDealer())
    assert [len(hand) for hand in six.state.hand] == [5, 5, 5, 5, 5, 6]
    with pytest.raises(BadSetup, match="expected 2 to 6"):
        opened(7, deck=OWN, deck_check="custom", max_seats="6")
    with pytest.raises(BadOption):
        opened(2, max_seats="9")


@pytest.mark.rule("RR-COMP-03")
def test_max_seats_may_also_be_lowered():
    with pytest.raises(BadSetup, match="expected 2 to 3"):
        opened(4, max_seats="3")


@pytest.mark.rule("RR-SETUP-09")
def test_first_player_pets_is_the_seat_with_the_most():
    table = opened(3, declared=[1, 0, 4], first_player="pets")
    assert isinstance(table.pending, Shuffle)
    assert table.state.first == 2


@pytest.mark.rule("RR-SETUP-09")
def test_first_player_random_is_one_random_event_among_all_seats():
    table = opened(3, declared=[1, 0, 4], first_player="random")
    assert table.pending == Roll(3, "first player")
    table.chance(1)
    assert table.state.first == 1


@pytest.mark.rule("RR-SETUP-09")
def test_first_player_host_is_the_seat_that_the_host_picks():
    table = opened(3, declared=[1, 0, 4], first_player="host", first_seat="2")
    assert isinstance(table.pending, Shuffle)
    assert table.state.first == 1
    with pytest.raises(BadSetup, match="expected 1 to 3"):
        opened(3, first_player="host", first_seat="4")


@pytest.mark.parametrize("option", ["turn_cap", "max_seats"])
def test_half_a_turn_or_seat_is_no_number(option):
    with pytest.raises(BadOption, match=option):
        opened(2, **{option: "2.5"})


@pytest.mark.rule("RR-TURN-07")
def test_confirm_skip_off_skips_at_once():
    assert story(options={"confirm_skip": "off"}).skip().verb == "summon_phase"


@pytest.mark.rule("RR-TURN-07")
@pytest.mark.parametrize("phase", ["cast", "summon"])
def test_confirm_skip_on_asks_first(phase):
    t = story(phase=phase, hand0=[TINY], options={"confirm_skip": "on"}, rolls=[0])
    offered = t.skip().verb, t.acts()
    assert offered == ("confirm_skip", ["yes", "no"])
    t.no()
    assert (t.verb, t.seat) == (f"{phase}_phase", 0)
    t.skip().yes()
    assert (t.verb, t.seat) == {"cast": ("summon_phase", 0), "summon": ("cast_phase", 1)}[phase]


@pytest.mark.rule("RR-EVENT-01")
def test_event_choices_open_are_made_one_by_one():
    t = story(phase="spin", rolls=[5, 4], hand0=[TINY, HEX], hand1=[LEASH, HEX],
              options={"event_choices": "open"})  # fmt: skip
    assert [choice.seat for choice in t.table.asked] == [0]
    t.choose(0)
    assert [choice.seat for choice in t.table.asked] == [1]


@pytest.mark.rule("RR-EVENT-01")
@pytest.mark.parametrize(("event", "verb"), [
    (0, "may_draw"), (1, "hex"), (2, "return"), (3, "restore"), (4, "discard"), (5, "adopt"),
])  # fmt: skip
def test_event_choices_sealed_are_made_at_once_and_shown_together(event, verb):
    t = story(phase="spin", rolls=[5, event], hand0=[TINY, HEX], hand1=[LEASH, HEX],
              lawn0=[TINY, LEASH], lawn1=[KRAKEN, KRAKEN], hexed0=[PARCEL],
              hexed1=["Sunbathing Basilisk"], options={"event_choices": "sealed"})  # fmt: skip
    assert isinstance(t.table.pending, ChooseAll)
    assert not t.table.pending.window
    assert [(choice.seat, choice.verb) for choice in t.table.asked] == [(0, verb), (1, verb)]
    done = ("draw", "hex", "return", "restore", "discard", "summon")[event]
    t.choose(0, seat=1)
    assert not t.events(done)
    t.choose(0, seat=0)
    assert {event.of for event in t.events(done)} == {0, 1}


@pytest.mark.rule("RR-HLIM-02", "RR-EDGE-14")
@pytest.mark.parametrize(("option", "order"), [("off", "dxdx"), ("on", "ddxx")])
def test_limit_after_instruction_holds_in_the_draw_phase_too(option, order):
    t = story(phase="draw", hand0=SEVEN, regulation="Welcome Wagon Mandate",
              options={"limit_after_instruction": option})  # fmt: skip
    t.choose(0).choose(0)
    kinds = {"draw": "d", "discard": "x"}
    assert "".join(kinds[event.kind] for event in t.events("draw", "discard")) == order


@pytest.mark.rule("RR-HLIM-02")
@pytest.mark.parametrize(("option", "drawn"), [("off", 1), ("on", 2)])
def test_limit_after_instruction_decides_when_draw_two_is_checked(option, drawn):
    t = story(hand0=["Gift", *SEVEN], faces=[GIFT], options={"limit_after_instruction": option})
    t.cast("Gift")
    assert t.verb == "hand_limit"
    assert len(t.events("draw")) == drawn


@pytest.mark.rule("RR-WIN-04")
def test_turn_cap_off_lets_the_game_go_on():
    t = story(phase="end", lawn0=[TINY], prepare=at_turn(10_000), options={"turn_cap": "off"})
    assert t.table.outcome is None


@pytest.mark.rule("RR-WIN-04")
@pytest.mark.parametrize(("lawn0", "lawn1", "winners"), [
    ([TINY, LEASH], [KRAKEN], (0,)),
    ([TINY], [KRAKEN, LEASH], (1,)),
    ([TINY, LEASH], [KRAKEN, PARCEL], ()),
])  # fmt: skip
def test_turn_cap_ends_the_game_for_most_mythical_creatures_or_in_a_draw(lawn0, lawn1, winners):
    zones = {"phase": "end", "lawn0": lawn0, "lawn1": lawn1, "hexed0": ["Sunbathing Basilisk"] * 2}
    t = story(prepare=at_turn(7), options={"turn_cap": "7"}, **zones)
    assert t.table.outcome is not None
    assert (t.table.outcome.winners, t.table.outcome.reason) == (winners, "turn_cap")
    # It follows "Ann wins", or "Nobody wins:".
    reason = t.table.game.reason(t.table.outcome)
    told = "when the agreed number of turns was over"
    assert reason == (told if winners else "the agreed number of turns is over")
    assert story(prepare=at_turn(6), options={"turn_cap": "7"}, **zones).table.outcome is None


def at_turn(number):
    def prepare(state):
        state.turn = number

    return prepare


GATE = rune("Gate", on("enters_lawn", "creature", of="any_neighbor"),
            item("hex", "mythical", of="any_player"), copies=3)  # fmt: skip


@pytest.mark.rule("RR-CHAIN-03")
@pytest.mark.parametrize(("choices", "asked"), [("open", [1]), ("sealed", [1, 2])])
def test_target_choices_are_named_one_by_one_or_together(choices, asked):
    t = story(3, phase="summon", hand0=[TINY], lawn0=[LEASH], fence1=["Gate"], fence2=["Gate"],
              faces=[GATE], options={"target_choices": choices})  # fmt: skip
    t.summon(TINY).use("Gate", seat=1).use("Gate", seat=2)
    assert [choice.seat for choice in t.table.asked] == asked


@pytest.mark.rule("RR-CHAIN-10")
@pytest.mark.parametrize(("targets", "hexed"), [("link", []), ("in_turn", [LEASH])])
def test_targets_come_first_or_each_players_in_their_turn(targets, hexed):
    t = story(3, phase="summon", hand0=[TINY], lawn0=[LEASH, KRAKEN], fence1=["Gate"],
              fence2=["Gate"], faces=[GATE], options={"targets": targets})  # fmt: skip
    t.summon(TINY).use("Gate", seat=1).use("Gate", seat=2).pick(LEASH, verb="hex", seat=1)
    assert t.seat == 2
    assert t.names(sorted(t.state.hexed)) == hexed
    assert (LEASH in t.labels()) is (not hexed)


@pytest.mark.rule("RR-EDGE-02")
@pytest.mark.parametrize(("option", "first"), [("off", "summon_from_pile"), ("on", "sacrifice")])
def test_price_then_choose_decides_which_is_asked_first(option, first):
    t = story(hand0=["Trade-In Value"], lawn0=[TINY, LEASH], discard=[PARCEL, KRAKEN],
              options={"price_then_choose": option})  # fmt: skip
    t.cast("Trade-In Value")
    assert t.verb == first
    if first == "sacrifice":
        t.pick(TINY)
        assert t.labels() == [PARCEL, KRAKEN, TINY]
    else:
        assert t.labels() == [PARCEL, KRAKEN]


@pytest.mark.rule("RR-HID-03")
@pytest.mark.parametrize(("option", "marked"), [("off", ()), ("on", ("kiddie-pool-kraken",))])
def test_known_markers_show_what_everybody_saw_going_into_a_hand(option, marked):
    t = story(3, hand0=[CHIME], hand1=[TINY], lawn1=[KRAKEN], options={"known_markers": option})
    t.cast(CHIME)
    assert KRAKEN in t.hand(1)
    assert [t.view(seat).seats[1].known for seat in (0, 2, None)] == [marked] * 3
    assert t.view(1).seats[1].known == ()
    assert t.view(0).seats[1].hand == ("", "")


@pytest.mark.rule("RR-HID-21")
def test_window_fast_asks_only_seats_that_can_act_clockwise():
    t = story(4, hand0=[HEX], lawn0=[TINY], fence1=[SALTY], fence2=[TRAP], fence3=[TRAP],
              options={"window": "fast"})  # fmt: skip
    t.cast(HEX)
    assert (t.verb, t.seat) == ("window", 2)
    t.decline()
    assert (t.verb, t.seat) == ("window", 3)
    t = story(4, hand0=[HEX], lawn0=[TINY], fence1=[SALTY], options={"window": "fast"})
    assert t.cast(HEX).verb == "summon_phase"


@pytest.mark.rule("RR-HID-16")
@pytest.mark.parametrize("window", ["sealed", "answered"])
def test_window_sealed_and_answered_ask_every_seat_that_may_hold_a_match(window):
    t = story(4, hand0=[HEX], lawn0=[TINY], fence0=[TRAP], fence1=[SALTY], fence2=[TRAP],
              options={"window": window})  # fmt: skip
    t.cast(HEX)
    assert isinstance(t.table.pending, ChooseAll)
    assert t.table.pending.window
    assert [(c.seat, len(c.options)) for c in t.table.asked] == [(1, 1), (2, 1)]
