"""The set-up of the expansion: roles, decks, opening cards, who begins."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import pytest

from rr_rules.kernel.dealers import ScriptedDealer, SeededDealer
from rr_rules.kernel.errors import BadSetup
from rr_rules.kernel.requests import Choose, ChooseAll, Roll, Shuffle
from rr_rules.kernel.settings import settle
from rr_rules.kernel.table import Table, drive
from rr_rules.runes_regulations.deck.loader import load_deck
from rr_rules.runes_regulations.game import RunesRegulations, load
from rr_rules.runes_regulations.state.settings import SETTINGS
from rr_rules.runes_regulations.turn.roles import role_of
from tests.support.rr_rules.longplay import LONG
from tests.support.rr_rules.story import Story
from tests.support.rr_rules.worlds import words_in

ROLES = {face.id for face in load().deck_under({"nefarious": "on"}).of_kind("role")}
NN = "the-nefarious-neighbor"
DEALS = 10_000 if LONG else 2_500


def table_of(seats, rules=None, **options):
    rules = rules or load()
    chosen = settle(SETTINGS, {"nefarious": "on", "window": "fast", **options})
    return Table(rules, seats, chosen, [0] * seats)


def dealt(seats, seed=None, **options):
    dealer = ScriptedDealer() if seed is None else SeededDealer(seed)
    return Story(table_of(seats, **options), dealer)


def roles_of(state):
    return [role_of(state, seat).id for seat in range(state.seats)]


@pytest.mark.rule("NN-SETUP-01")
def test_eight_players_are_one_nefarious_neighbor_and_seven_others_with_two_roles_unused():
    t = dealt(8, 1)
    assert Counter(side.name for side in t.state.sides) == {"nefarious": 1, "regular": 7}
    assert len(t.state.unused_roles) == 2


@pytest.mark.rule("NN-SETUP-02")
def test_two_players_are_refused_and_three_accepted():
    with pytest.raises(BadSetup, match="2 seats: expected 3 to 8"):
        table_of(2)
    assert dealt(3).state.seats == 3


@pytest.mark.rule("NN-SETUP-02")
def test_two_may_play_where_the_table_allows_it_but_never_with_the_henchman():
    for seed in range(30):
        state = dealt(2, seed, allow_two_players="on").state
        out = [state.face[card].id for card in state.box]
        assert out == ["the-henchman"]
        assert "the-henchman" not in roles_of(state)
        assert len(state.unused_roles) == 7


@pytest.mark.rule("NN-SETUP-03")
def test_five_players_have_the_nefarious_neighbor_and_four_of_the_nine_others():
    met = set()
    for seed in range(40):
        state = dealt(5, seed).state
        roles = roles_of(state)
        unused = {state.face[card].id for card in state.unused_roles}
        assert roles.count(NN) == 1
        assert len(set(roles)) == 5
        assert len(unused) == 5
        assert set(roles) | unused == ROLES
        met |= set(roles)
    assert met == ROLES


@pytest.mark.rule("NN-SETUP-04")
@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_no_view_tells_the_roles_in_play_or_those_unused(seat):
    t = dealt(4, 2)
    own = {NN} | ({role_of(t.state, seat).id} if seat is not None else set())
    assert set(words_in(t.view(seat))) & ROLES <= own
    told = [t.table.game.redact(event, seat) for event in t.told]
    assert set(words_in(told)) & ROLES <= own


@pytest.mark.rule("NN-SETUP-05")
def test_every_seat_is_as_likely_to_be_the_nefarious_neighbor():
    # Only the random events of the deal are played: so many deals in full take long.
    table, found = table_of(4), Counter()
    shuffle = table.pending
    table.chance(ScriptedDealer().deal(shuffle))
    roll = table.pending
    assert (shuffle.piles[0][0], len(shuffle.piles[0][1])) == ("roles", 9)
    assert roll == Roll(4, "nefarious neighbor")
    for seed in range(DEALS):
        dealer = SeededDealer(seed)
        dealer.deal(shuffle)
        found[dealer.deal(roll)] += 1
    most = 4.6 * sqrt(DEALS * 3 / 16)  # standard deviations
    assert all(abs(found[seat] - DEALS / 4) <= most for seat in range(4))


@pytest.mark.rule("NN-SETUP-05")
@pytest.mark.parametrize("seat", range(4))
def test_the_seat_that_luck_names_is_the_nefarious_neighbor(seat):
    t = Story(table_of(4), ScriptedDealer([seat]))
    assert t.state.nefarious == seat
    assert role_of(t.state, seat).id == NN
    assert not isinstance(t.table.pending, Shuffle | Roll)


@pytest.mark.rule("NN-SETUP-05")
@pytest.mark.parametrize("seat", [1, 3])
def test_a_volunteer_receives_the_nefarious_neighbor(seat):
    others = Counter()
    for seed in range(20):
        state = dealt(3, seed, nn_seat="volunteer", volunteer_seat=str(seat)).state
        assert state.nefarious == seat - 1
        others.update(roles_of(state))
    assert others[NN] == 20
    assert len(others) > 6


@pytest.mark.rule("NN-SETUP-05")
def test_a_volunteer_must_sit_at_the_table():
    with pytest.raises(BadSetup, match="volunteer_seat 5: expected 1 to 4"):
        table_of(4, nn_seat="volunteer", volunteer_seat="5")


@pytest.mark.rule("NN-SETUP-06")
def test_all_are_told_who_the_nefarious_neighbor_is_and_each_only_the_own_role_besides():
    t = dealt(4, 3)
    [shown] = t.events("role_shown")
    assert (shown.by, shown.face) == (t.state.nefarious, NN)
    assert shown.seen == ()
    for seat in range(4):
        told = [t.table.game.redact(event, seat) for event in t.events("role")]
        known = {event.of: event.face for event in told if event.face}
        assert known == {seat: role_of(t.state, seat).id}
        seen = {of: face for of, face in enumerate(t.view(seat).nefarious.roles) if face}
        assert seen == known | {t.state.nefarious: NN}
    assert t.view(None).nefarious.roles.count("") == 3


@pytest.mark.rule("NN-SETUP-07")
def test_fences_hold_only_the_runes_of_their_own_side():
    t = dealt(5, 4)
    for seat in range(5):
        kind = "forbidden_rune" if seat == t.state.nefarious else "rune"
        assert {t.state.face[card].kind for card in t.state.fence[seat]} == {kind}


@pytest.mark.rule("NN-SETUP-08")
def test_the_nefarious_neighbor_begins_with_five_forbidden_cards_and_three_forbidden_runes():
    t = dealt(4, 5)
    nn = t.state.nefarious
    assert {t.state.face[card].back for card in t.state.hand[nn]} == {"forbidden"}
    assert (len(t.state.hand[nn]), len(t.state.forbidden_deck)) == (5, 35)
    assert (len(t.state.fence[nn]), len(t.state.forbidden_rune_deck)) == (3, 7)


@pytest.mark.rule("NN-SETUP-09")
@pytest.mark.parametrize(
    ("seats", "main", "runes"),
    [(3, 99, 38), (4, 94, 35), (5, 89, 32), (6, 84, 29), (7, 79, 26), (8, 74, 23)],
)
def test_everybody_else_begins_with_five_cards_and_three_runes(seats, main, runes):
    t = dealt(seats)
    # The first player has drawn for the Draw phase already.
    assert (len(t.state.deck) + 1, len(t.state.rune_deck)) == (main, runes)
    for seat in set(range(seats)) - {t.state.nefarious}:
        assert len(t.state.hand[seat]) == 5 + (seat == t.state.first)
        assert len(t.state.fence[seat]) == 3


@pytest.mark.rule("NN-SETUP-10")
def test_one_regulation_is_active_from_the_start():
    t = dealt(4, 6)
    assert t.state.face[t.state.regulation].kind == "regulation"
    assert len(t.state.regulation_deck) == 16
    assert t.state.exempt == (t.state.nefarious,)


@pytest.mark.rule("NN-SETUP-11")
def test_the_player_to_the_left_of_the_nefarious_neighbor_begins_whatever_was_declared():
    options = {"nn_seat": "volunteer", "volunteer_seat": "3", "first_player": "host"}
    t = dealt(5, first_seat="1", **options)
    assert t.state.first == 3
    order = [t.state.player]
    while len(order) < 5:
        at = t.state.player
        while t.state.player == at:
            t.choose(0, t.table.asked[0].seat)
        order.append(t.state.player)
    assert order == [3, 4, 0, 1, 2]


@pytest.mark.rule("NN-SETUP-12")
def test_the_same_luck_deals_the_same_and_the_decks_do_not_depend_on_the_number_of_players():
    orders = []
    for seats in (3, 3, 8):
        table, dealer = table_of(seats), SeededDealer(7)
        [first] = [table.pending]
        orders.append((first, dealer.deal(first)))
    assert orders[0] == orders[1] == orders[2]
    labels = [label for label, _ in orders[0][0].piles]
    assert labels == ["roles", "forbidden_deck", "forbidden_rune_deck", "main_deck", "rune_deck",
                      "regulation_deck"]  # fmt: skip
    decks = [dealt(seats, 7).state for seats in (3, 3, 8)]
    assert decks[0].hand == decks[1].hand
    shuffle, results = orders[0]
    roles, forbidden, forbidden_runes, main, runes, regulations = [
        [cards[at] for at in order]
        for (_, cards), order in zip(shuffle.piles, results, strict=True)
    ]
    for state in decks:
        # What is dealt is the top of just these piles; the first player has drawn already.
        regular = state.seats - 1
        assert state.forbidden_deck == forbidden[:35]
        assert state.forbidden_rune_deck == forbidden_runes[:7]
        assert state.deck == main[: 109 - 5 * regular - 1]
        assert state.rune_deck == runes[: 44 - 3 * regular]
        assert (state.regulation_deck, state.regulation) == (regulations[:-1], regulations[-1])
        assert state.unused_roles == roles[: 9 - regular]
    assert dealt(3, 8).state.forbidden_deck != decks[0].forbidden_deck
    assert {tuple(s.forbidden_deck[-20:]) for s in decks} == {tuple(decks[0].forbidden_deck[-20:])}


@pytest.mark.rule("NN-ROLE-09")
def test_a_role_that_the_deck_cannot_fulfil_is_left_out_and_everybody_knows():
    content = b'[deck]\nextends = "base"\n' + b"".join(
        b'[[card]]\nid = "%s"\nname = "%s"\nkind = "creature"\nfamily = "cat"\ncollar = false\n'
        b'text = "No effect."\n' % pair
        for pair in ((b"alley-cat", b"House Cat"), (b"a-stray-dog", b"House Dog"))
    )
    rules = RunesRegulations(load_deck("own", content))
    t = Story(table_of(8, rules, deck_check="custom"), SeededDealer(1))
    assert t.view(None).nefarious.left_out == ("the-humane-sorcerer",)
    assert [event.face for event in t.events("role_left_out")] == ["the-humane-sorcerer"]
    assert len(t.state.unused_roles) == 1
    assert "the-humane-sorcerer" not in roles_of(t.state)


@pytest.mark.rule("NN-ROLE-09")
def test_a_role_that_is_left_out_is_known_before_anybody_has_one():
    table = table_of(2, allow_two_players="on")
    table.chance(ScriptedDealer().deal(table.pending))
    assert isinstance(table.pending, Roll)
    for seat in (0, 1, None):
        view = table.game.view(table.state, seat)
        assert view.nefarious.left_out == ("the-henchman",)
        assert set(view.nefarious.roles) <= {""}


def test_a_seat_that_leaves_during_the_deal_gets_no_role():
    table = table_of(5)
    table.chance(ScriptedDealer().deal(table.pending))
    table.remove(2)
    drive(table, SeededDealer(3))
    state = table.state
    assert isinstance(table.pending, Choose | ChooseAll)
    assert state.roles[2] == -1
    assert sum(card >= 0 for card in state.roles) == 4
    assert len(state.unused_roles) == 6
    assert sorted(c for zone in table.game.zones(state) for c in zone.cards) == list(range(230))
