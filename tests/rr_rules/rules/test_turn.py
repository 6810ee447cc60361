"""The turn: five phases and an End of Turn, in order and never backwards."""

from __future__ import annotations

import pytest

from rr_rules.kernel.errors import NotAnOption
from tests.support.rr_rules.faces import creature, item, on, rune, spell, would
from tests.support.rr_rules.story import story

HEX, CHIME = "Just For the Hex of It", "Gone With the Wind Chime"
TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"
TAIL, KRAKEN = "Tail-Chasing Unicorn", "Kiddie-Pool Kraken"
BELL = creature("Bell", on("turn_begins", by="you"), item("add_rune"))


@pytest.mark.rule("RR-TURN-01")
def test_the_phases_come_in_order_and_end_of_turn_follows():
    stork = creature("Stork", on("turn_ends", by="you"), item("add_rune"))
    t = story(phase="begin", lawn0=["Bell", "Stork"], hand0=[HEX, TINY], lawn1=[LEASH], rolls=[4],
              faces=[BELL, stork])  # fmt: skip
    t.use("Bell").cast(HEX).pick(LEASH, verb="hex").summon(TINY)
    t.use("Stork")
    kinds = [event.kind for event in t.told if event.kind != "declare"]
    assert kinds[:7] == ["turn", "add_rune", "draw", "name", "cast", "hex", "summon"]
    assert kinds[7:11] == ["spin", "discard", "add_rune", "turn"]


@pytest.mark.rule("RR-TURN-01")
def test_an_effect_of_the_beginning_is_refused_once_a_card_was_drawn():
    t = story(phase="begin", lawn0=["Bell"], hand0=[HEX], faces=[BELL])
    t.decline().pass_until("cast_phase")
    before = t.state.plain()
    assert "use" not in t.acts()
    with pytest.raises(NotAnOption):
        t.table.answer(0, len(t.asked.options))
    assert t.state.plain() == before
    assert t.fence(0) == []


@pytest.mark.rule("RR-TURN-02")
def test_a_creature_is_offered_once_when_the_turn_begins():
    t = story(phase="begin", lawn0=["Bell"], lawn1=["Bell"], faces=[BELL])
    assert (t.seat, t.labels()) == (0, ["Bell", "pass"])
    t.use("Bell")
    assert t.verb == "cast_phase"
    assert len(t.fence(0)) == 1


@pytest.mark.rule("RR-TURN-02")
@pytest.mark.parametrize("effect", [
    item("restore", "hexed", of="you"),
    item("steal", "mythical", of="any_neighbor"),
])  # fmt: skip
def test_a_creature_that_comes_in_this_phase_waits_for_the_next_turn(effect):
    nurse = creature("Nurse", on("turn_begins", by="you"), effect)
    t = story(phase="begin", lawn0=["Nurse"], hexed0=["Bell"], lawn1=["Bell"], hand1=[HEX],
              rolls=[4], faces=[BELL, nurse])  # fmt: skip
    t.use("Nurse")
    assert t.verb == "cast_phase"
    assert "Bell" in t.lawn(0)
    assert t.fence(0) == []


@pytest.mark.rule("RR-TURN-02")
def test_runes_on_the_beginning_join_the_same_link():
    dawn = rune("Dawn", on("turn_begins", by="any_player"), item("draw"))
    t = story(phase="begin", lawn0=[TAIL, TINY], fence1=["Dawn"], faces=[dawn])
    t.use(TAIL).use("Dawn", seat=1)
    assert [(waiting.face, waiting.link) for waiting in t.view(0).chain] == [
        ("tail-chasing-unicorn", 0), ("dawn", 0)]  # fmt: skip


@pytest.mark.rule("RR-TURN-03")
def test_the_draw_phase_is_one_draw_without_a_choice():
    t = story(phase="draw", hand0=[HEX], lawn1=[TINY], deck=[LEASH, CHIME])
    assert t.verb == "cast_phase"
    assert t.hand(0) == [HEX, LEASH]
    assert len(t.events("draw")) == 1


@pytest.mark.rule("RR-TURN-04")
def test_the_cast_phase_is_one_cast_or_one_draw():
    hands = {"hand0": [HEX, CHIME], "lawn1": [TINY, LEASH], "deck": [KRAKEN]}
    t = story(**hands)
    assert t.labels() == [HEX, CHIME, "draw", "skip"]
    t.cast(HEX).pick(TINY, verb="hex")
    assert t.verb == "summon_phase"
    assert not t.events("draw")
    t = story(**hands).draw()
    assert t.hand(0) == [HEX, CHIME, KRAKEN]
    assert t.verb == "summon_phase"
    assert not t.events("cast")


@pytest.mark.rule("RR-TURN-04", "RR-TURN-05")
@pytest.mark.parametrize("phase", ["cast", "summon"])
def test_the_draw_is_offered_only_while_a_card_can_be_drawn(phase):
    def no_deck(state):
        state.deck = []

    assert story(phase=phase, prepare=no_deck).acts() == ["skip"]
    assert story(phase=phase, discard=[TINY], prepare=no_deck).acts() == ["draw", "skip"]


@pytest.mark.rule("RR-TURN-05")
def test_the_summon_phase_is_one_summon_or_one_draw():
    hands = {"phase": "summon", "hand0": [TINY, LEASH], "deck": [KRAKEN], "rolls": [0]}
    t = story(**hands)
    assert t.labels() == [TINY, LEASH, "draw", "skip"]
    t.draw()
    assert t.hand(0) == [TINY, LEASH, KRAKEN]
    assert (t.lawn(0), t.state.player) == ([], 1)
    t = story(**hands).summon(TINY)
    assert (t.hand(0), t.lawn(0), t.state.player) == ([LEASH], [TINY], 1)


@pytest.mark.rule("RR-TURN-05")
def test_a_creature_is_summoned_though_its_effect_cannot_be_used():
    t = story(phase="summon", hand0=[KRAKEN], rolls=[0])
    t.summon(KRAKEN)
    assert t.lawn(0) == [KRAKEN]
    assert not t.events("declare")


@pytest.mark.rule("RR-TURN-06")
def test_the_turn_does_not_end_before_a_spin_is_carried_out():
    t = story(phase="summon", hand0=[TINY, HEX], rolls=[4])
    t.skip()
    assert (t.seat, t.verb, t.labels()) == (0, "discard", [TINY, HEX])
    t.pick(HEX)
    kinds = [event.kind for event in t.events("spin", "discard", "turn")]
    assert kinds == ["spin", "discard", "turn"]
    assert t.state.player == 1


@pytest.mark.rule("RR-TURN-07")
def test_a_skipped_phase_does_not_come_back():
    t = story(phase="begin", lawn0=["Bell"], hand0=[HEX, TINY], lawn1=[LEASH], faces=[BELL])
    t.decline().skip()
    assert t.verb == "summon_phase"
    assert HEX not in t.labels()
    with pytest.raises(NotAnOption):
        t.table.answer(0, t.labels().index("skip") + 1)
    t.skip()
    assert t.state.player == 1
    assert not t.events("cast", "summon")


@pytest.mark.rule("RR-TURN-08")
def test_a_nullified_spell_spends_the_cast_phase():
    t = story(hand0=[HEX, CHIME], lawn1=[TINY], fence1=["Grubby Grabber"])
    t.cast(HEX).use("Grubby Grabber", seat=1)
    assert (t.seat, t.verb) == (0, "summon_phase")
    assert t.hand(0) == [CHIME]


@pytest.mark.rule("RR-TURN-08")
def test_a_nullified_summon_spends_the_summon_phase():
    gate = rune("Gate", would("summon", "creature", by="any_neighbor"))
    t = story(phase="summon", hand0=[TINY, LEASH], fence1=["Gate"], rolls=[0], faces=[gate])
    t.summon(TINY).use("Gate", seat=1)
    assert (t.hand(0), t.lawn(0)) == ([TINY, LEASH], [])
    assert t.state.player == 1


def test_a_skip_of_another_players_phase_waits_for_it():
    nap = spell("Nap", item("skip", who="any_neighbor", phase="cast"))
    t = story(hand0=["Nap"], hand1=[HEX], lawn0=[TINY], rolls=[0], faces=[nap])
    t.cast("Nap").skip()
    assert (t.seat, t.verb) == (1, "summon_phase")
