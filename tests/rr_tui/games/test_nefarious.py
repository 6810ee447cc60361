"""The expansion on the board: up to eight seats, the other side of the street, secret roles."""

import itertools
from dataclasses import replace

import pytest

from rr_net.link import Seen
from rr_tui.board.model import PlayerModel
from rr_tui.board.walk import home_of_focus, numbered, reading_order
from rr_tui.games.registry import face_at
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.games.runes_regulations.scene import StreetScene, is_folded, street_plan
from rr_tui.looks.glyphs import ASCII, UNICODE
from rr_tui.looks.spans import Place, plain, width_of
from tests.rr_tui.games.test_positions import reachable
from tests.support.rr_rules.nefarious import night
from tests.support.rr_tui.fakelink import lobby
from tests.support.rr_tui.realgames import RULES, asked, faces_of, positions
from tests.support.rr_tui.views import NAMES, STREET, board, people, walkable

SIZES = ((80, 24), (120, 40))
FACES = faces_of(RULES, {"nefarious": "on"})
NIGHT = {"nefarious": "on"}


def scene_of(table, seat, *, size=SIZES[0], **changes):
    """What one seat sees, with the cursor where the interface would put it."""
    view = RULES.view(table.state, seat)
    question, count = asked(table, seat), len(view.seats)
    made = StreetScene(
        view=view, glyphs=UNICODE, faces=FACES, names=NAMES[:count], people=people(count, grace=0),
        title="Maple Court", ask=question, places=STREET.option_places(question, view),
    )  # fmt: skip
    made = replace(made, **changes)
    found = walkable(made, *size)
    made = replace(made, places=numbered(made.places, found))
    return made if "focus" in changes else replace(made, focus=home_of_focus(made, found))


def picture(made, size=SIZES[0]):
    return plain(board(made, *size))


def told(table, seat):
    known = PlayerModel()
    known.cards, known.lobby = FACES, lobby("playing", seats=people(len(table.state.lawn)))
    return " ".join(StreetBoard().told(RULES.view(table.state, seat), known))


def pages(seed, seats, count):
    """Every so many positions of a game played at random."""
    return itertools.islice(positions(seed, seats, 900, NIGHT), 20, None, 900 // count)


# --- random games --------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(3, 9))
@pytest.mark.parametrize("size", SIZES)
def test_every_view_of_a_game_fills_the_screen_in_both_sets_of_glyphs(seats, size):
    drawn = 0
    for table in pages(seats, seats, 6):
        for seat in (*range(seats), None):
            made = scene_of(table, seat, size=size)
            rows = board(made, *size)
            text = plain(rows)
            assert {width_of(row) for row in rows} == {size[0]}
            assert len(rows) == size[1]
            others = [NAMES[each.seat] for each in made.neighbours]
            assert not [name for name in others if name not in text]
            ascii_text = picture(replace(made, glyphs=ASCII), size)
            assert [*map(len, ascii_text.splitlines())] == [*map(len, text.splitlines())]
            drawn += 1
    assert drawn >= 8


@pytest.mark.parametrize(("seats", "size"), [(8, SIZES[0]), (8, SIZES[1]), (5, SIZES[0])])
def test_the_arrows_reach_everything_on_every_lawn_and_fence(seats, size):
    for table in pages(20 + seats, seats, 8):
        for seat in (0, table.asked[0].seat, None):
            made = scene_of(table, seat, size=size)
            found = walkable(made, *size)
            wanted = {
                Place(zone, each.seat, at)
                for each in made.view.seats
                for zone in ("lawn", "fence")
                for at in range(len(getattr(each, zone)))
            }
            assert wanted <= reachable(found, reading_order(found)[0])
            assert set(made.places.at) <= set(reading_order(found))


@pytest.mark.parametrize("size", SIZES)
def test_whatever_the_cursor_is_on_stands_in_an_open_box_with_its_name(size):
    looked = 0
    for table in pages(31, 8, 8):
        made = scene_of(table, 0, size=size)
        for place in reading_order(walkable(made, *size)):
            if place.zone == "lawn":
                text = picture(replace(made, focus=place), size)
                name = FACES[made.face_at(place)].name[:12]
                assert [line for line in text.splitlines() if "▸" in line and name in line]
                looked += 1
    assert looked > 10


# --- folding -------------------------------------------------------------------------------------


@pytest.mark.parametrize("neighbours", range(4, 9))
@pytest.mark.parametrize("size", [(80, 24), (80, 30), (80, 40), (100, 30), (120, 40)])
def test_there_is_a_line_for_each_neighbour_and_room_for_one_of_them(neighbours, size):
    found = street_plan(*size, neighbours)
    if is_folded(found, neighbours):
        below = found.upper.height - neighbours
        assert below == 0 or below >= 5
        assert found.lower.height >= 5
        assert found.hand.height >= 7
    heights = [found.upper, found.lower, found.hand, found.foot]
    assert sum(area.height for area in heights) == size[1] - 2


def crowd(**told):
    return night(
        8,
        nn=3,
        player=1,
        lawn1=["Sparkly Dragon", "Parcel Pegasus"],
        hexed1=["Bratty Dragon"],
        lawn2=["Spoiled Unicorn", "Sneaky Griffin", "Fetching Pegasus", "Kiddie-Pool Kraken"],
        lawn3=["Bane Wing", "Lamb Named Thursday"],
        prepare=beasts,
        stray=["Rune-Eating Dragon"],
        roles={0: "Griffin Lady", 2: "Tidier"},
        **told,
    )


def beasts(state):
    state.beasts = {
        card for card in state.lawn[state.nefarious] if state.face[card].kind == "beast"
    }


def test_a_neighbour_unfolds_where_the_own_lawn_stands_when_there_is_no_other_room():
    made = scene_of(crowd().table, 0)
    away = picture(replace(made, focus=Place("hand", 0, 0)))
    there = picture(replace(made, focus=Place("lawn", 2, 1)))
    assert "Your Lawn" in away
    assert "Spoiled Unicorn" not in away
    assert "Cem's Lawn ●●●●○ ONE TO WIN" in there
    assert "▸  G Sneaky Griffin" in there
    assert "Cem's Fence" in there
    assert "Your Lawn" not in there
    assert "Your role: The Griffin Lady" in there


def test_a_neighbour_unfolds_below_the_lines_where_there_is_room():
    made = scene_of(crowd().table, 0, size=SIZES[1])
    text = picture(replace(made, focus=Place("player", 2)), SIZES[1])
    assert "▸ Cem's Lawn" in text
    assert "U Spoiled Unicorn" in text
    assert "Your Lawn" in text
    assert "Bob's Lawn" in picture(replace(made, focus=Place("hand", 0, 0)), SIZES[1])


@pytest.mark.parametrize("size", SIZES)
def test_a_spectator_sees_an_open_lawn_where_players_see_their_own(size):
    made = scene_of(crowd().table, None, size=size)
    text = picture(replace(made, focus=Place("player", 2)), size)
    assert "Cem's Lawn" in text
    assert ("Bob's Lawn" in text) == (size == SIZES[1])
    text = picture(replace(made, focus=Place("regulation")), size)
    assert "Bob's Lawn" in text
    assert ("Dee's Lawn" in text) == (size == SIZES[1])


def test_a_line_has_a_letter_for_each_creature_and_a_word_for_who_is_about_to_win():
    lines = picture(scene_of(crowd().table, 0, focus=Place("role", 0))).splitlines()
    [bob] = [line for line in lines if " Bob " in line]
    [cem] = [line for line in lines if " Cem " in line]
    assert "◆ Bob ●●○○○   DP#" in bob
    assert "●●●●○ ONE TO WIN UGP·" in cem


# --- the other side of the street ----------------------------------------------------------------


def test_the_nefarious_neighbor_has_a_sign_a_word_letters_and_double_lines():
    made = scene_of(crowd().table, 0, focus=Place("player", 3))
    text = picture(made)
    assert "◈Dee ■□□□□ 1/5 Beasts BXd" in text
    assert "┌▸ ◈Dee's Lawn ■□□□□ 1/5 Beasts ─" in text
    assert "◈   B Bane Wing" in text
    assert "◈   X Lamb Named Thursday" in text
    assert "◈  ×d Rune-Eating Dragon (off)" in text
    assert "┌ Dee · The Nefarious Neighbor ─" in text
    assert "5 Beasts, or an empty Main deck, win." in text
    roles = {span.role for row in board(made, 80, 24) for span in row if "Bane Wing" not in span[0]}
    assert "nefarious" in roles


def test_in_ascii_it_looks_different_too():
    text = picture(scene_of(crowd().table, 0, focus=Place("player", 3), glyphs=ASCII))
    assert "%Dee B.... 1/5 Beasts BXd" in text
    assert "%  xd Rune-Eating Dragon (off)" in text
    assert "+> %Dee's Lawn B.... 1/5 Beasts -" in text


def test_among_few_neighbours_its_box_has_double_lines():
    t = night(4, nn=2, player=1, lawn2=["Bane Wing"], prepare=beasts)
    made = scene_of(t.table, 0)
    assert "╔ ◈Cem ■□□□□" in picture(made)
    assert "║   B Bane Wing" in picture(made)
    assert "╔ ◈Your Lawn" in picture(scene_of(t.table, 2))
    assert "+ %Cem B...." in picture(replace(made, glyphs=ASCII))
    assert "====+" in picture(replace(made, glyphs=ASCII))


def test_the_details_say_why_a_text_is_off_and_what_a_beast_is():
    made = scene_of(crowd().table, 0)
    text = picture(replace(made, focus=Place("lawn", 3, 2)), SIZES[1])
    assert "[NN-STEAL-01]" in text
    text = picture(replace(made, focus=Place("lawn", 3, 0)), SIZES[1])
    assert "Bane Wing · Corrupted Beast" in text
    assert "Cost: SACRIFICE a Creature." in text
    assert "[NN-BEAST-01]" in text


@pytest.mark.rule("NN-REP-01")
def test_a_hex_on_the_nefarious_lawn_is_said_to_destroy():
    t = night(4, nn=2, player=0, hand0=["Just For the Hex of It"], lawn1=["Spoiled Unicorn"],
              stray=["Sparkly Dragon"])  # fmt: skip
    t.table.answer(0, 0)
    made = scene_of(t.table, 0)
    assert "DESTROYED instead." in picture(replace(made, focus=Place("lawn", 2, 0)), SIZES[1])
    assert "DESTROYED instead." not in picture(replace(made, focus=Place("lawn", 1, 0)), SIZES[1])


def test_the_street_shows_the_dark_decks_and_their_piles_can_be_looked_through():
    t = crowd()
    t.state.forbidden_discard.append(t.state.forbidden_deck.pop())
    made = scene_of(t.table, 0)
    deck, runes = len(t.state.forbidden_deck), len(t.state.forbidden_rune_deck)
    assert f"◈{deck}/1 ◈runes {runes}/0" in picture(made)
    place = Place("forbidden_discard")
    assert place in reading_order(walkable(made, *SIZES[0]))
    pile = made.pile(place)
    assert (pile.title, len(pile.faces)) == ("Forbidden discard", 1)


def test_the_clock_says_when_it_runs_low_and_whose_turn_is_the_last():
    t = crowd()
    assert "LOW" not in picture(scene_of(t.table, 0))
    del t.state.deck[9:]
    assert "LOW: deck 9 /" in picture(scene_of(t.table, 0))
    t.state.deadline = 2
    assert "LAST TURN: Cem /" in picture(scene_of(t.table, 0))
    assert "LAST TURN: yours /" in picture(scene_of(t.table, 2))


def test_the_spinner_has_other_faces_when_the_nefarious_neighbor_turns_it():
    # In whosever turn that is.
    for spinning, face in ((-1, "New Rune"), (1, "New Rune"), (3, "New Forbidden Rune")):
        t = crowd()
        t.state.spinning = spinning
        assert StreetBoard().spins(RULES.view(t.state, 0)).faces["spin"][0] == face


def test_the_signs_are_explained_where_they_are_used():
    view = RULES.view(crowd().state, 0)
    signs = dict(StreetBoard().signs(view, UNICODE))
    assert signs["D U P G"].startswith("a Dragon, a Unicorn, a Pegasus, a Griffin; ·")
    assert {"◈ ■", "B X C F", "41/12"} <= set(signs)
    assert signs["× d p u g x"].startswith("a small letter, or (off): ")
    ascii_signs = "".join(sign for sign, _ in StreetBoard().signs(view, ASCII))
    assert "%" in ascii_signs


# --- roles ---------------------------------------------------------------------------------------


def test_the_own_role_and_how_far_it_is_stand_at_the_own_lawn():
    t = crowd(lawn0=["Sneaky Griffin"])
    made = scene_of(t.table, 0, focus=Place("role", 0))
    text = picture(made)
    assert "▸Your role: The Griffin Lady 1/3" in text
    assert "✗ You have 3 or more Mythical Griffins: 1 of 3" in " ".join(
        text.replace("│", "").split()
    )
    assert "your secret role" in text
    assert Place("role", 0) in reading_order(walkable(made, *SIZES[0]))
    pile = made.pile(Place("role", 0))
    assert pile.faces[0] == "the-griffin-lady"
    assert len(pile.faces) == 10


def test_a_role_that_is_fulfilled_is_called_out():
    t = night(4, roles={0: "Griffin Lady"}, nn=1, player=0,
              lawn0=["Sneaky Griffin", "Night-Shift Griffin", "Moulting Griffin"])  # fmt: skip
    assert "The Griffin Lady READY" in picture(scene_of(t.table, 0))


def permuted(table, seat):
    """The same table, the roles of the others dealt round."""
    twin = table.clone()
    state = twin.state
    others = [each for each in range(state.seats) if each not in (seat, state.nefarious)]
    pool = [state.roles[each] for each in others] + state.unused_roles
    pool = pool[1:] + pool[:1]
    for each in others:
        state.roles[each] = pool.pop(0)
    state.unused_roles = pool
    return twin


@pytest.mark.rule("NN-INFO-01", "NN-INFO-02")
@pytest.mark.parametrize("size", SIZES)
def test_nobodys_screen_tells_of_anybody_elses_role(size):
    differed = 0
    for table in pages(44, 6, 6):
        if not table.state.roles or table.state.shown != [table.state.nefarious]:
            continue
        for seat in (*range(6), None):
            twin = permuted(table, -1 if seat is None else seat)
            differed += twin.state.roles != table.state.roles
            true, other = scene_of(table, seat, size=size), scene_of(twin, seat, size=size)
            for focus in (true.focus, Place("player", 2), Place("lawn", 4, 0)):
                one, two = replace(true, focus=focus), replace(other, focus=focus)
                assert board(one, *size) == board(two, *size)
            assert told(table, seat) == told(twin, seat)
    assert differed > 10


def test_only_its_owner_reads_a_role():
    t = crowd()
    for size in SIZES:
        for seat in (1, 3, None):
            for focus in (Place("player", 0), Place("player", 2), Place("role", 0)):
                text = picture(scene_of(t.table, seat, size=size, focus=focus), size)
                assert "Griffin Lady" not in text
                assert "Tidier" not in text
    assert "The Tidier" in picture(scene_of(t.table, 2))
    assert "Your role" not in picture(scene_of(t.table, None))


def test_a_role_that_everybody_knows_is_said():
    t = crowd()
    t.state.shown.append(2)
    text = picture(scene_of(t.table, 0, focus=Place("player", 2)))
    assert "┌ Cem · The Tidier ─" in text
    assert "┌ Eve · a secret role ─" in picture(scene_of(t.table, 0, focus=Place("player", 4)))
    assert "Cem has shown the role The Tidier." in told(t.table, 0)


# --- in words ------------------------------------------------------------------------------------


def test_the_table_is_told_with_all_that_the_expansion_adds():
    t = crowd(lawn0=["Sneaky Griffin"])
    del t.state.deck[8:]
    text = told(t.table, 0)
    assert "You are The Griffin Lady, in secret. You win if you end your turn with 3" in text
    assert "How far you are: you have 3 or more Mythical Griffins, 1 of 3." in text
    assert "Dee: the Nefarious Neighbor, 1 Corrupted Beast." in text
    assert "Bane Wing (a Corrupted Beast), Lamb Named Thursday (Sacrificial)" in text
    assert "Rune-Eating Dragon (its text is off)" in text
    assert "The Main deck runs low: 8 cards left" in text
    assert f"Forbidden deck {len(t.state.forbidden_deck)} cards, discard empty." in text


def test_in_words_the_last_turn_is_said():
    t = crowd()
    t.state.deadline = 0
    assert "the end of your own turn is the last chance" in told(t.table, 0)
    assert "the end of Ann's turn is the last chance" in told(t.table, 5)


def test_a_game_knows_the_face_of_whatever_an_option_points_at():
    hands = {"hand0": ["Hedge-Nibbling Unicorn"], "hand1": ["Garden-Hose Hydra"]}
    t = crowd(regulation="Loose Paper Ordinance", **hands)
    t.state.forbidden_discard.append(t.state.forbidden_deck.pop())
    view = RULES.view(t.state, 0)
    told = Seen(number=1, game="runes-regulations", view=view)
    faces = {
        Place("hand", 0, 0): view.seats[0].hand[0],
        Place("lawn", 3, 1): view.seats[3].lawn[1].face,
        Place("forbidden_discard", -1, 0): view.nefarious.forbidden_discard[0],
        Place("regulation"): view.regulation,
        Place("role", 0): view.nefarious.roles[0],
        Place("role", 2): "",
        Place("hand", 1, 0): "",
        Place("player", 1): "",
    }
    assert all(faces[place] for place in list(faces)[:5])
    assert {place: face_at(told, place) for place in faces} == faces


@pytest.mark.parametrize(("seats", "role"), [(8, "Griffin Lady"), (8, "Curator"), (4, "Henchman")])
def test_the_details_of_the_own_role_say_what_enter_does_even_in_the_smallest_terminal(seats, role):
    t = night(seats, nn=1, roles={0: role})
    text = picture(scene_of(t.table, 0, focus=Place("role", 0)))
    assert "Enter: read it, and all roles" in text
    assert "Checked " in text


def test_a_rune_face_down_says_who_alone_may_look_at_it():
    t = crowd(fence2=["Salty Shaker"])
    text = picture(scene_of(t.table, 0, focus=Place("fence", 2, 0)))
    assert "Only Cem may look at it before it is used." in text
