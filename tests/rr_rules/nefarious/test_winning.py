"""Who wins at which moment, and what is recorded of it."""

from __future__ import annotations

import pytest

from rr_rules.kernel.game import Outcome
from tests.support.rr_rules.faces import item, on, rune
from tests.support.rr_rules.nefarious import beast, forbidden_rune, night

TINY, PARCEL, LEASH = "Griffin With a Tiny Head", "Parcel Pegasus", "Pegasus on a Very Short Leash"
CAT, DOG, GOAT, LAMB = (
    "Alley Cat",
    "A Stray Dog",
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
)
GRIFFINS = [TINY, "Sneaky Griffin", "Night-Shift Griffin"]
FIVE = [TINY, PARCEL, LEASH, CAT, DOG]
FOUR_BEASTS = ["Bog-Standard Horror", "Bog-Standard Horror", "The Mulchmaw", "The Mulchmaw"]
FREE = beast("Free Beast", [item("discard")])


def deadline(seat):
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], seat

    return run_out


@pytest.mark.rule("NN-WIN-01")
def test_the_win_is_judged_after_limit_and_end_effects_and_before_the_deadline():
    helper = rune("Late Lift", on("turn_ends", by="you"), item("restore", "hexed", of="you"))
    t = night(
        player=1, phase="limit", faces=[helper], roles={1: "Griffin Lady"}, lawn1=GRIFFINS[:2],
        hexed1=GRIFFINS[2:], fence1=["Late Lift"], prepare=deadline(1),
    )  # fmt: skip
    t.use("Late Lift", seat=1)
    assert t.table.outcome == Outcome((1,), "role")


@pytest.mark.rule("NN-WIN-01")
def test_the_deadline_is_judged_before_the_turn_passes():
    t = night(player=1, phase="end", prepare=deadline(1))
    assert t.table.outcome == Outcome((0,), "deck_out")
    assert t.events("turn") == []


@pytest.mark.rule("NN-WIN-02")
def test_only_the_turn_player_can_win_at_an_end_of_turn():
    t = night(4, player=1, phase="end", lawn3=FIVE)
    assert (t.table.outcome, t.state.player) == (None, 2)
    while t.table.pending is not None and t.state.turn < 9:
        acts = t.acts()
        t.choose(acts.index("skip") if "skip" in acts else 0)
    assert t.table.outcome == Outcome((3,), "five")


@pytest.mark.rule("NN-WIN-03", "NN-WIN-04")
@pytest.mark.parametrize("drawer", [-1, 1])
def test_a_fifth_beast_in_a_foreign_spin_phase_ends_the_game_before_that_turn_ends(drawer):
    bringer = forbidden_rune(
        "Early Delivery", on("discard", by="any_neighbor"), item("summon", "beast", place="hand")
    )
    t = night(
        player=1, phase="spin", rolls=[4], faces=[bringer, FREE], lawn0=FOUR_BEASTS, lawn1=FIVE,
        fence0=["Early Delivery"], hand0=["Free Beast", GOAT], hand1=["Sparkly Dragon"],
        prepare=deadline(drawer) if drawer >= 0 else None,
    )  # fmt: skip
    t.pick("Sparkly Dragon", verb="discard").use("Early Delivery", seat=0)
    t.pick("Free Beast", verb="summon_effect").pick(GOAT, verb="discard")
    assert t.table.outcome == Outcome((0,), "beasts")
    assert t.state.phase == "spin"


def brought(event, **told):
    """A Forbidden Rune has brought the fifth Beast when this happened to a neighbor."""
    bringer = forbidden_rune(
        "Early Delivery", on(event, by="any_neighbor"), item("summon", "beast", place="hand")
    )
    told |= {"lawn0": FOUR_BEASTS, "fence0": ["Early Delivery"], "hand0": ["Free Beast", GOAT]}
    return night(faces=[bringer, FREE], **told)


@pytest.mark.rule("NN-ROLE-NEFARIOUS-TIMING", "NN-WIN-03")
def test_what_waits_in_the_chain_of_the_fifth_beast_is_resolved_before_it_wins():
    t = brought("cast", player=2, hand2=["Newts in Bulk"], fence1=["Tricky Trap"])
    t.cast("Newts in Bulk").use("Early Delivery", seat=0).use("Tricky Trap", seat=1)
    t.choose(0, seat=2).pick("Free Beast", verb="summon_effect").pick(GOAT, verb="discard")
    assert t.table.outcome == Outcome((0,), "beasts")
    assert [event.kind for event in t.events("summon", "must_skip", "won")] == [
        "summon", "must_skip", "won",
    ]  # fmt: skip
    assert t.events("spin") == []


@pytest.mark.rule("NN-ROLE-NEFARIOUS-TIMING")
@pytest.mark.parametrize(("lawn", "winner"), [(FIVE, 1), (FIVE[:3], 0)])
def test_where_beasts_win_at_the_nefarious_turns_end_only_others_may_win_before(lawn, winner):
    agreed = {"nn_beast_win": "end_of_nn_turn"}
    t = brought("turn_ends", player=1, phase="end", lawn1=lawn, options=agreed, rolls=[0, 2])
    t.use("Early Delivery", seat=0)
    t.pick("Free Beast", verb="summon_effect").pick(GOAT, verb="discard")
    if winner == 0:
        assert (t.table.outcome, t.state.player) == (None, 2)
        t.skip().skip()
        assert (t.table.outcome, t.state.player) == (None, 0)
        t.pass_until("summon_phase").skip()
    assert t.table.outcome == Outcome((winner,), ("beasts", "five")[winner])


@pytest.mark.rule("NN-WIN-05")
def test_all_reasons_are_recorded_and_the_role_is_shown():
    t = night(player=1, phase="end", roles={1: "Griffin Lady"}, lawn1=[*GRIFFINS, PARCEL, CAT])
    assert t.table.outcome == Outcome((1,), "five_and_role")
    assert t.view(2).nefarious.roles[1] == "the-griffin-lady"
    reason = t.table.game.reason(t.table.outcome)
    assert "five Mythical Creatures" in reason
    assert "role" in reason


@pytest.mark.rule("NN-WIN-05", "NN-INFO-10")
def test_a_win_by_five_creatures_alone_shows_no_role():
    t = night(player=1, phase="end", roles={1: "Savior"}, lawn1=FIVE)
    assert t.table.outcome == Outcome((1,), "five")
    assert t.events("role_shown") == []
    assert t.view(2).nefarious.roles[1] == ""


@pytest.mark.rule("NN-WIN-06")
def test_nobody_but_the_henchman_ever_shares_a_win():
    others = ["Griffin Lady", "Humane Sorcerer", "Hexlord", "Control Freak", "Savior", "Tidier",
              "Curator", "Exotic Pet Collector"]  # fmt: skip
    for name in others:
        t = night(4, player=1, phase="end", roles={2: name, 3: "Henchman"}, prepare=deadline(1))
        assert t.table.outcome == Outcome((0, 3), "deck_out")


@pytest.mark.rule("NN-WIN-07")
def test_at_the_nefarious_end_of_turn_nobody_else_is_looked_at():
    t = night(phase="end", lawn2=FIVE, lawn0=[GOAT, GOAT, GOAT, LAMB, LAMB])
    assert t.table.outcome is None
    assert t.state.player == 1


@pytest.mark.rule("NN-WIN-08")
def test_winners_share_the_first_rank_and_all_others_the_last():
    t = night(6, player=1, phase="end", roles={2: "Henchman"}, prepare=deadline(1))
    assert t.table.outcome.ranks(6) == (1, 3, 1, 3, 3, 3)
    assert Outcome((4,), "five").ranks(5) == (2, 2, 2, 2, 1)


def test_at_the_turn_cap_the_most_creatures_win_but_never_the_nefarious_neighbor():
    t = night(player=1, phase="end", options={"turn_cap": "1"}, stray=[TINY, PARCEL], lawn2=[CAT])
    assert t.table.outcome == Outcome((2,), "turn_cap")


@pytest.mark.rule("NN-ROLE-HENCHMAN", "NN-WIN-06")
def test_the_log_tells_who_won_and_who_served():
    t = night(player=1, phase="end", roles={2: "Henchman"}, prepare=deadline(1))
    told = [(event.by, event.other) for event in t.events("won")]
    assert told == [(0, "deck_out"), (2, "nefarious_wins")]
    line = t.table.game.line(t.events("won")[1]).text
    assert "has served the Nefarious Neighbor" in line


@pytest.mark.rule("NN-ROLE-05", "NN-WIN-05")
def test_a_role_that_was_shown_before_is_not_shown_again_by_its_win():
    t = night(player=1, roles={1: "Griffin Lady"}, lawn1=GRIFFINS, rolls=[3],
              options={"allow_role_reveal": "yes"})  # fmt: skip
    t.pick("show_role", verb="cast_phase").skip().skip()
    assert t.table.outcome == Outcome((1,), "role")
    assert len(t.events("role_shown")) == 1
