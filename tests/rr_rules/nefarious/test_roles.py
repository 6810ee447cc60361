"""The roles: what each asks for, and at which moment it wins."""

from __future__ import annotations

import pytest

from rr_rules.kernel.game import Outcome
from rr_rules.runes_regulations.deck.loader import base_deck
from tests.support.rr_rules.faces import creature, item, on
from tests.support.rr_rules.nefarious import beast, forbidden_rune, night

GRIFFINS = ["Griffin With a Tiny Head", "Sneaky Griffin", "Night-Shift Griffin"]
TINY, PARCEL, LEASH = GRIFFINS[0], "Parcel Pegasus", "Pegasus on a Very Short Leash"
GOAT, LAMB, CAT, DOG = (
    "Suspiciously Willing Goat",
    "Lamb Named Thursday",
    "Alley Cat",
    "A Stray Dog",
)
MANTICORE, SPARKLY, MULCH = "Teeny Tiny Manticore", "Sparkly Dragon", "The Mulchmaw"
FIVE_BEASTS = ["Bog-Standard Horror", "Bog-Standard Horror", "The Mulchmaw", "The Mulchmaw"]
BY_ROLE, BY_FIVE = Outcome((1,), "role"), Outcome((1,), "five")


def ending(name, *, seats=3, **told):
    """Seat 1, which has this role, ends its turn."""
    return night(seats, player=1, phase="end", roles={1: name}, **told)


def outcome(t):
    return t.table.outcome


# --- every regular player ---------------------------------------------------------------------


@pytest.mark.rule("NN-ROLE-01")
def test_every_regular_player_can_win_with_five_mythical_creatures_too():
    five = [TINY, PARCEL, LEASH, CAT, DOG]
    hand = [SPARKLY, MANTICORE, "Newts in Bulk"]
    t = ending("Tidier", lawn1=five, hand1=hand, fence1=["Salty Shaker", "Tricky Trap"])
    assert outcome(t) == BY_FIVE
    assert t.hand(1) == hand


@pytest.mark.rule("NN-ROLE-02")
def test_five_creatures_do_nothing_for_the_nefarious_neighbor():
    t = night(phase="end", lawn0=[GOAT, GOAT, GOAT, LAMB, LAMB])
    assert outcome(t) is None
    assert t.state.player == 1


@pytest.mark.rule("NN-ROLE-03")
def test_a_role_wins_at_the_end_of_the_own_turn_only():
    t = night(player=2, phase="summon", roles={1: "Griffin Lady"}, hand2=[TINY],
              lawn1=GRIFFINS[1:], rolls=[4, 2, 3], fence1=["Salty Shaker"])  # fmt: skip
    t.summon(TINY, onto=1)
    assert sorted(t.lawn(1)) == sorted(GRIFFINS)
    # The turn in which she got it has ended, and that of the Nefarious Neighbor comes to its end.
    assert (outcome(t), t.state.player) == (None, 0)
    t.skip().skip()
    assert (outcome(t), t.state.player) == (None, 1)
    t.skip().skip()
    assert outcome(t) == BY_ROLE
    assert t.state.player == 1


@pytest.mark.rule("NN-ROLE-03")
def test_a_role_that_is_lost_again_before_the_own_turn_ends_does_not_win():
    t = night(player=2, phase="end", roles={1: "Griffin Lady"}, lawn1=GRIFFINS, rolls=[3])
    assert outcome(t) is None
    t.skip().skip().pick(TINY, verb="steal", seat=0)
    t.skip().skip()
    assert (outcome(t), len(t.lawn(1))) == (None, 2)
    assert t.state.player == 2


@pytest.mark.rule("NN-ROLE-04")
def test_nobody_is_asked_whether_to_claim_a_win():
    t = ending("Griffin Lady", lawn1=GRIFFINS)
    assert outcome(t) == BY_ROLE
    assert [event.face for event in t.events("role_shown")] == ["the-griffin-lady"]
    assert t.table.number == 0


@pytest.mark.rule("NN-ROLE-05")
def test_there_is_no_way_to_show_a_role_unless_the_table_allows_it():
    t = night(player=1, hand1=[TINY])
    assert "show_role" not in t.acts()
    assert t.view(2).nefarious.roles[1] == ""


@pytest.mark.rule("NN-ROLE-05")
def test_where_it_is_allowed_a_role_can_be_shown_once_and_the_phase_goes_on():
    t = night(player=1, roles={1: "Savior"}, options={"allow_role_reveal": "yes"}, hand1=[TINY])
    t.pick("show_role", verb="cast_phase")
    assert t.view(2).nefarious.roles[1] == t.view(None).nefarious.roles[1] == "the-savior"
    assert t.verb == "cast_phase"
    assert "show_role" not in t.acts()


@pytest.mark.rule("NN-ROLE-06")
def test_a_role_is_looked_at_after_the_summoning_limit():
    exotic = [MANTICORE, CAT, DOG]
    t = night(
        player=1, phase="limit", roles={1: "Exotic Pet Collector"}, lawn1=exotic, start_count=0
    )
    t.pick(CAT, verb="summoning_limit")
    assert outcome(t) is None
    assert t.state.player == 2


@pytest.mark.rule("NN-ROLE-07")
def test_more_than_a_role_asks_for_wins_as_well():
    lawn = [*GRIFFINS, next(f.name for f in base_deck().faces if "griffin" in f.families
                            and f.name not in GRIFFINS)]  # fmt: skip
    assert outcome(ending("Griffin Lady", lawn1=lawn)) == BY_ROLE


@pytest.mark.rule("NN-ROLE-08")
def test_a_regulation_does_not_change_what_a_role_asks():
    lawn = [SPARKLY, PARCEL, "Garlic-Breath Unicorn", TINY]
    for name in (face.name for face in base_deck().of_kind("regulation")):
        t = ending("Curator", lawn1=lawn, regulation=name, hand1=[], deck=[])
        assert outcome(t) == BY_ROLE, name


# --- the Nefarious Neighbor -------------------------------------------------------------------


@pytest.mark.rule("NN-ROLE-NEFARIOUS", "NN-ROLE-NEFARIOUS-TIMING")
def test_the_fifth_beast_wins_when_its_chain_is_over_and_before_the_spin():
    t = night(phase="summon", lawn0=[*FIVE_BEASTS, GOAT], hand0=["Bane Wing"])
    t.pick("Bane Wing", verb="summon_phase")
    assert outcome(t) == Outcome((0,), "beasts")
    assert t.events("spin") == []


@pytest.mark.rule("NN-ROLE-NEFARIOUS-TIMING")
def test_what_the_arrival_of_the_fifth_beast_does_is_done_before_it_wins():
    told = {"lawn0": [*FIVE_BEASTS[:3], "Bane Wing", GOAT, GOAT], "hand0": [MULCH], "lawn1": [TINY]}
    t = night(phase="summon", **told).pick(MULCH, verb="summon_phase").pick(GOAT, verb="sacrifice")
    assert (t.verb, t.seat, outcome(t)) == ("use", 0, None)
    t.use(MULCH)
    assert (t.lawn(1), outcome(t)) == (["# " + TINY], Outcome((0,), "beasts"))
    assert t.events("spin") == []


@pytest.mark.rule("NN-ROLE-NEFARIOUS")
def test_four_beasts_do_not_win():
    t = night(phase="end", lawn0=FIVE_BEASTS)
    assert outcome(t) is None


@pytest.mark.rule("NN-ROLE-NEFARIOUS-TIMING")
def test_where_it_is_agreed_beasts_win_only_at_the_end_of_the_nefarious_turn():
    t = night(
        phase="summon", options={"nn_beast_win": "end_of_nn_turn"}, rolls=[2],
        lawn0=[*FIVE_BEASTS, GOAT], hand0=["Bane Wing"],
    )  # fmt: skip
    t.pick("Bane Wing", verb="summon_phase")
    assert outcome(t) == Outcome((0,), "beasts")
    assert len(t.events("spin")) == 1


FREE = beast("Free Beast", [item("discard", n=1)])


def bringer(event):
    """A Forbidden Rune that summons a Beast when this happens to a neighbor."""
    return forbidden_rune(
        "Early Delivery", on(event, by="any_neighbor"), item("summon", "beast", place="hand")
    )


# --- the Henchman -----------------------------------------------------------------------------


def nefarious_win(seats=3, **told):
    """The Nefarious Neighbor summons its fifth Beast."""
    t = night(seats, phase="summon", lawn0=[*FIVE_BEASTS, GOAT], hand0=["Bane Wing"], **told)
    return t.pick("Bane Wing", verb="summon_phase")


@pytest.mark.rule("NN-ROLE-HENCHMAN")
def test_the_henchman_wins_along_with_an_empty_lawn():
    t = nefarious_win(roles={2: "Henchman"}, lawn1=[TINY])
    assert outcome(t) == Outcome((0, 2), "beasts")
    assert [event.by for event in t.events("role_shown")] == [2]
    t = nefarious_win(roles={2: "Henchman"}, lawn2=[TINY])
    assert outcome(t) == Outcome((0,), "beasts")
    assert t.events("role_shown") == []


@pytest.mark.rule("NN-ROLE-HENCHMAN-02")
def test_the_henchman_is_looked_at_in_whosever_turn_the_nefarious_neighbor_wins():
    t = night(4, player=3, phase="end", roles={2: "Henchman"}, prepare=deadline_of(3))
    assert outcome(t) == Outcome((0, 2), "deck_out")
    assert t.view(1).nefarious.roles[2] == "the-henchman"


def deadline_of(seat):
    def run_out(state):
        state.discard, state.deck, state.deadline = state.deck, [], seat

    return run_out


@pytest.mark.rule("NN-ROLE-HENCHMAN-03")
def test_a_shrub_on_the_henchmans_lawn_is_a_creature():
    t = nefarious_win(roles={2: "Henchman"}, hexed2=[TINY])
    assert outcome(t) == Outcome((0,), "beasts")


@pytest.mark.rule("NN-ROLE-HENCHMAN-04")
def test_the_henchman_may_win_alone_with_five_creatures():
    t = ending("Henchman", lawn1=[TINY, PARCEL, LEASH, CAT, DOG])
    assert outcome(t) == BY_FIVE


# --- each other role --------------------------------------------------------------------------


def check(name, wins, fails):
    assert outcome(ending(name, **wins)) == BY_ROLE
    assert outcome(ending(name, **fails)) is None


@pytest.mark.rule("NN-ROLE-GRIFFIN-LADY")
def test_the_griffin_lady_wants_three_mythical_griffins():
    check("Griffin Lady", {"lawn1": GRIFFINS}, {"lawn1": GRIFFINS[:2], "hexed1": GRIFFINS[2:]})


@pytest.mark.rule("NN-ROLE-HUMANE-SORCERER")
def test_the_humane_sorcerer_wants_an_empty_hand_and_the_dog_or_the_cat():
    check("Humane Sorcerer", {"lawn1": [CAT]}, {"lawn1": [CAT], "hand1": [TINY]})
    check("Humane Sorcerer", {"lawn1": [DOG]}, {"lawn1": [TINY]})


@pytest.mark.rule("NN-ROLE-HUMANE-SORCERER-02")
def test_a_hexed_dog_counts_unless_the_table_says_no():
    assert outcome(ending("Humane Sorcerer", hexed1=[DOG])) == BY_ROLE
    agreed = {"humane_hexed_counts": "no"}
    assert outcome(ending("Humane Sorcerer", hexed1=[DOG], options=agreed)) is None
    assert outcome(ending("Humane Sorcerer", lawn1=[DOG], options=agreed)) == BY_ROLE


@pytest.mark.rule("NN-ROLE-HEXLORD", "NN-ROLE-HEXLORD-02")
def test_the_hexlord_wants_three_shrubs_while_nobody_else_has_any():
    own = {"hexed1": [TINY, PARCEL, LEASH]}
    check("Hexlord", own, {**own, "hexed2": [CAT]})
    check("Hexlord", own, {**own, "hexed0": [CAT]})
    check("Hexlord", own, {"hexed1": [TINY, PARCEL], "lawn1": [LEASH]})


COLLARED = [face.name for face in base_deck().of_kind("creature") if face.collar][:3]


@pytest.mark.rule("NN-ROLE-CONTROL-FREAK")
def test_the_control_freak_wants_three_collars():
    check("Control Freak", {"lawn1": COLLARED}, {"lawn1": COLLARED[:2], "hexed1": COLLARED[2:]})
    check("Control Freak", {"lawn1": COLLARED}, {"lawn1": [*COLLARED[:2], CAT]})


@pytest.mark.rule("NN-ROLE-SAVIOR", "NN-ROLE-SAVIOR-02")
def test_the_savior_wants_two_sacrificial_creatures_however_they_came():
    check("Savior", {"lawn1": [GOAT, LAMB]}, {"lawn1": [GOAT, TINY]})
    t = night(phase="spin", roles={1: "Savior"}, rolls=[1], lawn0=[GOAT], lawn1=[GOAT])
    t.pick("player 1", verb="player")
    assert t.lawn(1) == [GOAT, GOAT]
    while t.table.pending is not None and t.state.turn < 3:
        t.choose(t.acts().index("skip") if "skip" in t.acts() else len(t.acts()) - 1)
    assert outcome(t) == BY_ROLE


@pytest.mark.rule("NN-ROLE-TIDIER")
def test_the_tidier_wants_an_empty_fence_and_an_empty_hand():
    check("Tidier", {"lawn1": [TINY]}, {"hand1": [TINY]})
    check("Tidier", {}, {"fence1": ["Salty Shaker"]})


@pytest.mark.rule("NN-ROLE-CURATOR")
def test_the_curator_wants_one_of_each_family():
    three = [SPARKLY, PARCEL, "Garlic-Breath Unicorn"]
    check("Curator", {"lawn1": [*three, TINY]}, {"lawn1": three, "hexed1": [TINY]})


@pytest.mark.rule("NN-ROLE-CURATOR")
def test_one_card_serves_the_curator_for_one_family_only():
    both = creature("Dragon Unicorn", families=("dragon", "unicorn"))
    other = creature("Dragon Pegasus", families=("dragon", "pegasus"))
    faces, options = [both, other], {"deck_check": "custom"}
    lawn = ["Dragon Unicorn", PARCEL, TINY]
    t = ending("Curator", lawn1=lawn, faces=faces, options=options)
    assert outcome(t) is None
    # The Pegasus may be either: one of the others is then the Dragon.
    t = ending("Curator", lawn1=[*lawn, "Dragon Pegasus"], faces=faces, options=options)
    assert outcome(t) == BY_ROLE


@pytest.mark.rule("NN-ROLE-EXOTIC", "NN-ROLE-EXOTIC-02")
def test_the_exotic_pet_collector_wants_three_without_the_four_words():
    three = [MANTICORE, DOG, CAT]
    check("Exotic Pet Collector", {"lawn1": three}, {"lawn1": [*three[:2], SPARKLY]})
    check("Exotic Pet Collector", {"lawn1": [*three[:2], GOAT]}, {"lawn1": three[:2]})


@pytest.mark.rule("NN-ROLE-NEFARIOUS-TIMING", "NN-WIN-03")
def test_a_fifth_beast_in_a_neighbors_turn_wins_before_that_turn_is_judged():
    t = night(
        player=1, phase="end", faces=[bringer("turn_ends"), FREE], lawn0=FIVE_BEASTS,
        fence0=["Early Delivery"], hand0=["Free Beast", GOAT],
        lawn1=[TINY, PARCEL, LEASH, CAT, DOG],
    )  # fmt: skip
    t.use("Early Delivery", seat=0)
    t.pick("Free Beast", verb="summon_effect").pick(GOAT, verb="discard")
    assert outcome(t) == Outcome((0,), "beasts")
    assert t.state.player == 1
