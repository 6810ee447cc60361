"""The screens around the game, and the dialogs over it."""

import asyncio
import json
import re

import pytest

from rr_net.link import (
    AlwaysHold,
    Award,
    Bye,
    Enter,
    Fill,
    Give,
    Host,
    KeepProfile,
    KeyMoment,
    Leave,
    Notice,
    OptionPointedAt,
    PresetOffered,
    Ready,
    Rematch,
    Say,
    SeatStory,
    SetUp,
    Sit,
    Stand,
    Start,
    TakeOver,
)
from rr_rules.rulebook import Section, sections
from rr_tui.client.leaving import FOR_GOOD, HANG_UP, NOT_FOR_LONG, OUT, STEP_AWAY
from rr_tui.dialogs import head_view
from rr_tui.dialogs.reading import section_text
from rr_tui.games.runes_regulations.game import StreetBoard
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.profile import Profile
from rr_tui.looks.spans import plain
from rr_tui.screens.connect import ConnectScreen
from rr_tui.screens.cover import CoverScreen
from rr_tui.screens.end import EndScreen
from rr_tui.screens.game import GameScreen
from rr_tui.screens.lobby import LobbyScreen
from rr_tui.screens.story import told_within, what_came
from rr_tui.terminal.depth import GlyphSet
from rr_tui.widgets.player_app import PlayerApp
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    HEAD,
    FakeLink,
    cards,
    chat,
    checkpoint,
    ended,
    game,
    happening,
    lobby,
    log,
    pending,
    person,
    problem,
    seen,
    signed,
    welcome,
)
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import people

HOSTED = (
    welcome(is_host=True),
    lobby(
        people=(
            person("Ann", 0, is_host=True),
            person("Bob", 1),
            person("Zoe", -1, admitted=False, fingerprint="SHA256:zoe"),
        )
    ),
)


def seats_with(*changes):
    return tuple(s.model_copy(update=c) for s, c in zip(people(), changes, strict=True))


EMPTY = {"kind": "empty", "name": "", "ready": False, "connected": False}


# --- the door --------------------------------------------------------------------------------


async def test_the_invite_code_lets_one_in():
    link = FakeLink(welcome(admitted=False))
    async with sitting(link) as sat:
        assert isinstance(sat.screen, ConnectScreen)
        assert "Hello Ann, this is Maple Court" in sat.text
        await sat.press(*"plum-42", "enter")
        assert link.said == [Enter(code="plum-42", name="Ann")]
        await sat.hear(problem("this is not the code: 5 tries left"))
        assert "this is not the code: 5 tries left" in sat.text
        await sat.hear(welcome(), lobby())
        assert isinstance(sat.screen, LobbyScreen)


async def test_letters_of_a_code_are_no_commands():
    link = FakeLink(welcome(admitted=False))
    async with sitting(link) as sat:
        await sat.press(*"qlcro?")
        assert isinstance(sat.screen, ConnectScreen)
        assert "qlcro?" in sat.text


async def test_ctrl_c_leaves_even_from_a_line_that_one_types():
    link = FakeLink(welcome(admitted=False))
    async with sitting(link) as sat:
        await sat.press("ctrl+c", "ctrl+c")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.is_closed


@pytest.mark.parametrize(
    ("keys", "yes"), [(["enter"], True), (["down", "enter"], False), (["q"], False)]
)
async def test_a_key_that_is_connected_twice_is_asked_where_it_sits(keys, yes):
    link = FakeLink(welcome(elsewhere=True))
    async with sitting(link) as sat:
        assert "Take over here?" in sat.text
        assert "q: no, stay there" in sat.text
        # Two people with one key: the second reads whose it is, and nothing of codes.
        assert "This is the key of Ann, who is here already" in sat.text
        assert "invite code" not in sat.text
        await sat.press(*keys)
        assert link.said == [TakeOver(yes=yes)]


# --- the lobby -------------------------------------------------------------------------------


async def test_the_lobby_shows_seats_people_and_notes_without_a_hash():
    async with sitting(FakeLink(welcome(), lobby()), size=(100, 30)) as sat:
        assert "2 Bob" in sat.text
        assert "bot" in sat.text
        assert "The host alone chose the randomness" in sat.text
        assert "4f1c4f1c" not in sat.text


async def test_a_free_seat_is_taken_with_enter():
    seats = seats_with(EMPTY, {}, {}, {})
    link = FakeLink(welcome(), lobby(seats=seats, people=(person("Ann", -1),)))
    async with sitting(link) as sat:
        await sat.press("enter")
        assert link.said == [Sit(seat=0)]


async def test_who_has_lost_the_seat_and_finds_none_is_told_so_and_not_to_take_one():
    link = FakeLink(welcome(), lobby(seats=people()))
    async with sitting(link) as sat:
        await sat.press("end", *["up"] * 15, *["down"] * 4)
        assert "▸5 I am not ready yet" in sat.text
        taken = seats_with({"name": "Zoe"}, {}, {"kind": "player"}, {})
        await sat.hear(lobby(seats=taken, people=(person("Ann", -1), person("Zoe", 0))))
        assert "▸1 Zoe" in sat.text
        await sat.press(*["down"] * 4)
        assert "No seat is free: you watch." in sat.text
        assert "First take a seat" not in sat.text


async def test_the_own_seat_is_given_back_and_ready_is_said():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        await sat.press("1", "5")
        assert link.said == [Stand(), Ready(ready=False)]


async def test_the_next_enter_of_who_has_sat_down_says_ready():
    free, mine = seats_with(EMPTY, {}, {}, {}), seats_with({"ready": False}, {}, {}, {})
    link = FakeLink(welcome(), lobby(seats=free, people=(person("Ann", -1),)))
    async with sitting(link) as sat:
        await sat.press("enter")
        await sat.hear(lobby(seats=mine))
        await sat.press("enter")
        assert link.said == [Sit(seat=0), Ready(ready=True)]
    link = FakeLink(welcome(), lobby(seats=mine))
    async with sitting(link) as sat:
        await sat.press("enter")
        assert link.said == [Ready(ready=True)]


@pytest.mark.parametrize("width", [80, 100])
async def test_the_terms_of_a_table_never_run_into_its_invite_code(width):
    host = lobby(invite="plum-tree", people=(person("Ann", 0, is_host=True),))
    async with sitting(FakeLink(welcome(), host), size=(width, 24)) as sat:
        header = sat.text.splitlines()[0]
        assert "  invite code plum-tree" in header
        assert "luck" in header
        assert "the host plays" in header


@pytest.mark.parametrize("before", [0, 2])
async def test_pets_are_declared_and_a_number_that_is_typed_replaces_the_one_before(before):
    link = FakeLink(welcome(), lobby(seats=seats_with({"declared": before}, {}, {}, {})))
    async with sitting(link) as sat:
        await sat.press("6")
        assert "How many pets do you have?" in sat.text
        await sat.press("3", "enter")
        assert link.said == [Sit(seat=0, declare=3)]


async def test_a_colour_is_declared_from_those_that_are_free():
    words, mine = ("any", "orange", "violet"), {"may_declare": (0, 2)}
    link = FakeLink(
        welcome(),
        lobby(game="rune", declaration="masters", declarable=words,
              seats=seats_with(mine, {}, {}, {})),
    )  # fmt: skip
    async with sitting(link) as sat:
        assert "My masters: any" in sat.text
        await sat.press("6")
        assert "Which shall be yours? Only the look of your pieces" in sat.text
        await sat.press("2")
        assert link.said == []
        await sat.press("3")
        assert link.said == [Sit(seat=0, declare=2)]


async def test_a_seat_with_a_colour_fits_its_box_at_80_columns():
    words = ("any", "orange", "violet")
    theirs = {"name": "long-name", "checks": True, "ready": False, "declared": 1}
    seats = seats_with({"ready": False}, theirs, {}, {})
    link = FakeLink(welcome(), lobby(declaration="masters", declarable=words, seats=seats))
    async with sitting(link) as sat:
        assert "long-name not ready (checks) orange " in sat.text
        # The own is said by the line that chooses it, and what nobody has chosen by none.
        assert sat.text.count("any") == sat.text.count("My masters: any") == 1


async def test_the_host_chooses_another_game_and_seats_that_it_has():
    games = (("runes-regulations", "Runes & Regulations"), ("regicide", "Regicide"))
    link = FakeLink(*HOSTED, welcome(is_host=True, games=games), lobby(fewest=1, most=4))
    async with sitting(link) as sat:
        assert "Game: Runes & Regulations" in sat.text
        await sat.press("9")
        await sat.press("3")
        assert link.said[-1] == SetUp(game="regicide")
        # An edition is a line of its own, and brings what makes it that one.
        await sat.press("9")
        await sat.press("2")
        assert link.said[-1] == SetUp(game="runes-regulations", options={"nefarious": "on"})
        await sat.press("down", "enter", "1")
        assert "Bob and Dee would only watch." in sat.text
        await sat.press("2")
        assert link.said[-1] == SetUp(seats=1)


async def test_what_a_preset_sets_ends_with_a_whole_sentence_where_it_is_too_long():
    says = "What this host played last. " + "The quick brown fox jumps: often. " * 9
    house = PresetOffered(id="house", title="House rules", text=says, holds=True)
    async with sitting(FakeLink(*HOSTED, lobby(presets=(house,))), size=(120, 40)) as sat:
        await sat.choose("Options: House rules")
        column = " ".join(row.rpartition("│")[2].strip() for row in sat.text.splitlines())
        assert "often. Several options under one name" in " ".join(column.split())


@pytest.mark.parametrize("key", ["enter", "4"])
async def test_the_number_of_seats_stays_where_nobody_has_chosen_another(key):
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.choose("Number of seats: 4")
        assert "▸4 4 seats" in sat.text
        await sat.press(key)
        assert isinstance(sat.screen, LobbyScreen)
        assert link.said == []


async def test_who_would_lose_a_seat_is_named_to_the_host_first():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        # Cem's seat is a bot's: who sat on the fourth moves there.
        await sat.choose("Number of seats: 4")
        await sat.press("3")
        assert link.said == [SetUp(seats=3)]
        await sat.choose("Number of seats: 4")
        await sat.press("2")
        assert "Dee would only watch." in sat.text
        await sat.press("enter")
        assert link.said == [SetUp(seats=3)]
        await sat.choose("Number of seats: 4")
        await sat.press("2", "2")
        assert link.said[1:] == [SetUp(seats=2)]


async def test_what_is_typed_in_the_lobby_is_said_to_everybody():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        await sat.press("c", *"hi all", "enter")
        assert link.said == [Say(text="hi all")]
        await sat.hear(chat("Bob", "hello Ann"))
        assert "Bob: hello Ann" in sat.text
        await sat.press("5")
        assert link.said[-1] == Ready(ready=False)


async def test_the_host_fills_seats_lets_people_in_and_deals():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("3", "3")
        assert link.said[-1] == Fill(seat=2, bot="greedy")
        await sat.press("8")
        assert "Zoe" in sat.text
        assert "not let in, otter-lamp" in sat.text
        await sat.press("3")
        assert "What shall be done about Zoe, not let in, otter-lamp?" in sat.text
        await sat.press("1")
        assert link.said[-1] == Host(act="approve", key="SHA256:zoe")
        await sat.press("escape", *["down"] * 13, "enter")
        assert link.said[-1] == Start()


async def test_a_bot_is_offered_with_what_it_does_those_named_by_strength_first():
    kinds = (("easy", "errs now and then, as beginners do"), ("hard", "plays well"),
             ("search", "plays many games out in its head"))  # fmt: skip
    bots = tuple(OptionPointedAt(id=kind, text=text) for kind, text in kinds)
    async with sitting(FakeLink(HOSTED[0], lobby(bots=bots, best="hard"))) as sat:
        await sat.press("3")
        assert "2 Bot, easy   errs now and then, as beginners do " in sat.text
        assert "3 Bot, hard   plays well " in sat.text
        assert "4 Bot, search plays many games out in its head " in sat.text
        await sat.press("down", "down")
        said = " ".join(sat.text.split())
        assert "A bot takes this seat, and plays well. It is the usual one here." in said


async def test_a_seat_is_said_whole_where_the_window_is_wide():
    seats = list(lobby().seats)
    seats[1] = seats[1].model_copy(
        update={"name": "bob", "checks": True, "ready": False, "declared": 1, "connected": False}
    )
    link = FakeLink(welcome(), lobby(seats=tuple(seats), declaration="master", declarable=MASTERS))
    async with sitting(link, size=(120, 40)) as sat:
        assert re.search(r"bob +not ready \(checks\) of diagonals away", sat.text)


MASTERS = ("of rows", "of diagonals")


async def test_only_the_host_changes_options():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        await sat.press("7", "enter", "right")
        assert "How long a reaction" in sat.text
        assert "The host sets this" in sat.text
        assert link.said == []
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("7", "right", "enter", "3")
        assert link.said == [SetUp(options={"window": value}) for value in ("answered", "fast")]


async def test_options_are_read_in_words_searched_and_named_raw_on_demand():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("7")
        assert "Reactions" in sat.text
        assert "secret" in sat.text
        assert "window_seconds" not in sat.text
        await sat.press("i")
        assert "window = sealed [RR-HID-17]" in sat.text
        await sat.press("/", *"the beat")
        assert "secret" not in sat.text
        await sat.press("enter")
        assert "window_seconds = 2.5" in sat.text
        await sat.press("escape")
        assert "Reactions" in sat.text
        await sat.press("escape")
        assert "PACE" not in sat.text


async def test_arrows_walk_and_change_what_a_search_finds_while_one_types():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("7")
        assert "i raw name and clause" in sat.text
        await sat.press("/", *"react")
        assert "arrows choose and change" in sat.text
        assert "raw name" not in sat.text
        await sat.press("right")
        assert link.said == [SetUp(options={"window": "answered"})]
        await sat.press("down", "left")
        assert link.said[1:] == [SetUp(options={"window_seconds": "5"})]
        await sat.press("enter")
        assert "i raw name and clause" in sat.text


async def test_a_number_is_typed_where_an_option_takes_one():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("7", "down")
        assert "Enter: choose, or type" in sat.text
        await sat.press("enter", *"46", "backspace", *".5")
        assert "4.5: Enter sets it." in sat.text
        await sat.press("enter")
        assert link.said == [SetUp(options={"window_seconds": "4.5"})]
        # What was typed is forgotten by who goes to another line.
        await sat.press("enter", "7", "down")
        assert "7: Enter" not in sat.text
        await sat.press("up", "enter")
        assert link.said[1:] == [SetUp(options={"window_seconds": "5"})]
        await sat.press("enter")
        await sat.press("end", "enter", *"3.5", "enter")
        assert link.said[2:] == [SetUp(options={"window_seconds": "3.5"})]


async def test_a_search_of_the_options_begins_anew_and_says_where_nothing_is_found():
    async with sitting(FakeLink(*HOSTED)) as sat:
        await sat.press("7", "/", *"beat", "enter", "/", *"react")
        assert "Reactions" in sat.text
        await sat.press("enter", "/", *"zebra")
        assert "nothing found" in sat.text
        await sat.press("enter", "enter", "right", "down", "escape")
        assert "nothing found" not in sat.text
        assert "PACE" in sat.text


async def test_a_guest_does_nothing_to_other_seats():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        await sat.press("2", "3", "4")
        assert link.said == []


async def test_the_host_sends_somebody_away():
    link = FakeLink(*HOSTED)
    async with sitting(link) as sat:
        await sat.press("2", "1")
        assert link.said == [Host(act="kick", name="Bob")]


# --- from phase to phase -----------------------------------------------------------------------


async def test_each_phase_has_its_screen():
    link = FakeLink(welcome(), lobby())
    async with sitting(link) as sat:
        assert isinstance(sat.screen, LobbyScreen)
        await sat.hear(lobby("playing"), cards(), seen(), pending(views.cast_phase()))
        assert isinstance(sat.screen, GameScreen)
        await sat.hear(ended(), lobby("over"))
        assert isinstance(sat.screen, EndScreen)
        await sat.hear(lobby("lobby"))
        assert isinstance(sat.screen, EndScreen)
        await sat.press("1")
        assert isinstance(sat.screen, LobbyScreen)


@pytest.mark.acceptance(16)
async def test_the_end_stays_for_who_has_not_left_it_whatever_the_host_does():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(told(), lobby("over"))
        before = sat.terminal.text[:14]
        await sat.hear(lobby("lobby"))
        assert isinstance(sat.screen, EndScreen)
        assert sat.terminal.text[:14] == before
        assert "1 Go to the lobby" in sat.text
        await sat.hear(lobby("playing"), log("A new beginning"), seen(number=1))
        assert sat.terminal.text[:14] == before
        await sat.press("1")
        assert isinstance(sat.screen, GameScreen)


SOME = "played as dealt, with 3 of 5 random events shared, 2 by the host's program alone"


async def test_the_verdict_appears_in_its_place_and_no_row_moves():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(told(verdict="", verified=None), lobby("over", fairness="table"))
        before = sat.terminal.text
        assert "opened and checked now" in sat.text
        await sat.hear(told())
        now = sat.terminal.text
        apart = [row for row, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]
        assert all("checked now" in before[row] or not before[row].strip() for row in apart)
        assert "The host's machine says: not stacked, nothing changed." in sat.text
        alone = "played as dealt, but the host alone chose the luck"
        # A mark that says "right" would say too much of it.
        for changes, said in (
            ({"host_luck": True}, f"· The host's machine says: {alone}."),
            ({"luck": f"{alone}: nobody else gave to it"}, f"says: {alone}: nobody else"),
            ({"luck": SOME}, "3 of 5 random events shared, 2 by the host's program alone."),
            (
                {"luck": SOME, "sampled": True},
                "says: a sample, nothing wrong found; 3 of 5 random events shared, 2 by the host's",
            ),
            ({"luck": alone, "sampled": True}, "wrong found; the host alone chose the luck."),
        ):
            await sat.hear(told(**changes))
            assert said in " ".join(sat.text.split())
            assert "not stacked" not in sat.text
            assert "this machine" not in sat.text
        await sat.hear(told(), lobby("over", fairness="solo"))
        assert f"{alone}." in sat.text
        assert "not stacked" not in sat.text


async def test_the_end_tells_curves_moments_and_awards_within_80_by_24():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(told(), lobby("over"))
        assert "Ann ▂▂▃▃▅▅▆▆██  5  4 thefts, 2 Runes used" in sat.text
        assert "Turn 11  Ann STEALS Bratty Dragon from Bob" in sat.text
        assert "17 turns" in sat.terminal.text[0]
    async with sitting(FakeLink(*game()), size=(120, 40), glyphs=GlyphSet.ASCII) as sat:
        await sat.hear(told(), lobby("over"))
        assert "Light fingers: Ann (4 thefts) - Good fences: Bob (3 Runes used)" in sat.text
        assert sat.terminal.sent.isascii()


async def test_v_shows_how_to_check_without_believing_the_host():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(signed(), lobby("over"))
        await sat.press("v")
        text = " ".join(sat.text.split())
        assert text.index("What a check proves: ") < text.index("You need not believe it")
        assert "runes verify bundle.json --receipts mine.json" in text


def test_awards_that_find_no_room_leave_it_to_the_first_of_them():
    deeds = "4 enemies defeated exactly"
    awards = tuple(Award(title=f"Award {at}", seat=0, deeds=deeds) for at in range(3))
    over = told().model_copy(update={"awards": awards})
    least = len(over.moments) + 2  # with the line before them
    low, high = (
        plain(told_within(room, what_came(over, ("Ann", "Bob"), 76, UNICODE)))
        for room in (least, 20)
    )
    assert low.endswith(f"Award 0: Ann ({deeds})")
    assert "Award 2" in high


def told(**changes):
    """An end with all that there is to tell."""
    climbed = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
    stories = (
        SeatStory(seat=0, curve=climbed, deeds=("4 thefts", "2 Runes used")),
        SeatStory(seat=1, curve=(1, 2, 3), deeds=()),
    )
    stolen = "{0} STEALS Bratty Dragon from {1}"
    moments = tuple(KeyMoment(turn=turn, text=stolen, clause="") for turn in (3, 8, 11, 14))
    awards = (
        Award(title="Light fingers", seat=0, deeds="4 thefts"),
        Award(title="Good fences", seat=1, deeds="3 Runes used"),
    )
    return ended(turns=17, stories=stories, moments=moments, awards=awards, **changes)


async def test_a_dialog_closes_when_the_phase_changes():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("r")
        await sat.hear(ended(), lobby("over"))
        assert isinstance(sat.screen, EndScreen)


async def test_the_end_says_who_won_how_and_what_the_check_says():
    async with sitting(FakeLink(*game())) as sat:
        for turn in range(15, 20):
            await sat.hear(seen(views.table(turn=turn), turn))
        await sat.hear(ended(), lobby("over"))
        assert "Dee has five Mythical Creatures and wins" in sat.text
        assert "The host's machine says" in sat.text
        assert "4f1c" not in sat.text
        assert "Turn by turn" not in sat.text  # nothing more was told


SIGNED = ("ctrl+p", *"signed", "enter")


async def test_the_end_shows_twelve_words_the_size_and_a_code_at_80_by_24():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(signed(), lobby("over"))
        await sat.press(*SIGNED)
        for line in ("ripple cinnamon vibrant", "maple river stone", "cloud harbor lantern",
                     "quantum zebra acoustic", "412 rows of the record"):  # fmt: skip
            assert line in sat.text
        for row in head_view.half_blocks(head_view.text_of(412, HEAD)):
            assert row in sat.text


async def test_what_the_host_has_signed_is_shown_in_the_middle_of_a_game():
    async with sitting(FakeLink(*game())) as sat:
        await sat.press("ctrl+p")
        assert "What the host has signed" not in sat.text
        await sat.press("escape")
        await sat.hear(checkpoint(4))
        await sat.press("ctrl+p", *"signed", "enter")
        assert "maple river stone cloud" in sat.text
        assert "44 rows of the record" in sat.text
        for row in head_view.half_blocks(head_view.text_of(44, HEAD)):
            assert row in sat.text


@pytest.mark.slow
@pytest.mark.attack("T19")
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_what_is_not_proved_is_said_plainly_before_while_and_after_one_plays(phase):
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(lobby(phase))
        if phase == "over":
            await sat.hear(signed())
        await sat.press("ctrl+p", *"what is proved", "enter")
        read = []
        while not read or read[-1] != sat.text:
            read.append(sat.text)
            await sat.press("pagedown")
        text = " ".join(" ".join(re.sub(r"[│┌┐└┘─·]", " ", page) for page in read).split())
        assert "Whether the host looked at hidden cards" in text
        assert "Whether players talked by phone" in text
        assert "The deck was committed to" in text or phase != "over"


LUCK = {"table": "shared luck", "strict": "shared luck, strict", "solo": "the host's luck"}


@pytest.mark.parametrize("level", LUCK)
async def test_the_lobby_says_the_level_and_that_the_host_plays_at_any_size(level):
    host = (person("Ann", 0), person("Bob", 1, is_host=True))
    async with sitting(FakeLink(welcome(), lobby(fairness=level, people=host))) as sat:
        assert f"{LUCK[level]} · the host plays" in sat.terminal.text[0]
        dealer = (person("Ann", 0), person("Bob", -1, is_host=True))
        await sat.hear(lobby(fairness=level, people=dealer))
        assert "the host plays" not in sat.terminal.text[0]


async def test_what_is_not_proved_is_in_the_menus_of_the_lobby_and_of_the_end():
    async with sitting(FakeLink(welcome(), lobby())) as sat:
        await sat.press("c", "escape")
        assert "What is proved, what is not…" in sat.text
        for _ in range(12):
            if any("▸" in line and "What is proved" in line for line in sat.terminal.text):
                break
            await sat.press("down")
        await sat.press("enter")
        assert "After a game that was verified" in sat.text
        await sat.hear(lobby("over"), signed())
        await sat.press("ctrl+p", *"what is proved", "enter")
        await sat.press("end")
        assert "The host has signed 412 rows" in " ".join(sat.text.split())


async def test_from_the_end_one_plays_again_or_looks_at_the_table():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(ended(), lobby("over"))
        await sat.press("3")
        assert isinstance(sat.screen, GameScreen)
        await sat.press("escape")
        assert isinstance(sat.screen, EndScreen)
        await sat.press("1")
        assert link.said == [Rematch()]


async def test_the_host_takes_the_table_back_to_the_lobby():
    ended = (welcome(is_host=True), HOSTED[1].model_copy(update={"phase": "over"}))
    link = FakeLink(*ended)
    async with sitting(link) as sat:
        assert "Another game, other seats" not in sat.text
        await sat.press(re.search(r"(\d) Lobby ", sat.text)[1])
        assert link.said == [SetUp()]
        await sat.hear(HOSTED[1])
        assert "Deal now" in sat.text


async def test_a_new_game_begins_with_an_empty_log_and_keeps_the_talk():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(chat("Bob", "good game"), ended(), lobby("over"), lobby("lobby"))
        await sat.hear(lobby("playing"), log("A new beginning"), seen(number=1))
        assert "A new beginning" in sat.text
        assert "stole Sparkly Dragon" not in sat.text
        await sat.press("c")
        assert "Bob: good game" in sat.text


async def test_goodbye_leaves_the_reason_and_no_hash_on_the_normal_screen():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        link.tell(Bye(text="The host has closed the table.", commitment="4f1c" * 16))
        await asyncio.wait({sat.session.task}, timeout=2)
        left = sat.terminal.sent.rpartition(b"\x1b[?1049l")[2]
        assert b"The host has closed the table." in left
        assert b"4f1c" not in left
        assert b"ssh HOST receipts" in left


async def test_who_leaves_the_table_waits_for_the_receipt():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("q", "4")
        assert link.said == [Leave()]
        assert not sat.session.task.done()
        link.tell(Bye(text="You have left.", commitment="", receipt=("rr2/ab12",)))
        await asyncio.wait({sat.session.task}, timeout=2)
        left = sat.terminal.sent.rpartition(b"\x1b[?1049l")[2]
        assert b"You have left.\r\n" in left


async def test_a_guest_who_leaves_when_the_game_is_over_gives_the_seat_up():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(lobby("over"))
        await sat.press("q", "down")
        assert "The next deal is without you, unless you are back." in sat.text
        await sat.press("enter")
        assert link.said == [Leave()]


async def test_who_leaves_a_room_that_says_nothing_is_gone_all_the_same(monkeypatch):
    monkeypatch.setattr("rr_tui.app.GOODBYE", 0.1)
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("q", "4")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.is_closed


async def test_another_game_with_the_same_people_begins_with_no_keys_given():
    link = FakeLink(*game(None))
    async with sitting(link) as sat:
        await sat.hear(happening(views.slow()), pending(None, 9), ended(), lobby("over"))
        await sat.hear(lobby("playing"), log("A new beginning"), happening(views.slow(number=1)))
        assert sat.app.client.model.gave == {1: "1.1 0 mash kjhasdkjh"}


async def test_who_hangs_up_reads_where_the_proof_is_and_no_hash():
    link = FakeLink(*game(None))
    async with sitting(link) as sat:
        await sat.hear(checkpoint(4), happening(views.slow()), pending(None, 9))
        await sat.press("q", "3")
        await asyncio.wait({sat.session.task}, timeout=2)
        left = sat.terminal.sent.rpartition(b"\x1b[?1049l")[2]
        assert b"ssh HOST receipts" in left
        assert HEAD.encode() not in left


# --- dialogs -----------------------------------------------------------------------------------


async def test_the_log_answers_why_with_the_words_of_the_clause():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(log("{1} DRAWS a card", start=2, clause="RR-TURN-03"))
        await sat.press("l")
        assert "▸Bob DRAWS a card" in sat.text
        assert "Why? RR-TURN-03" in sat.text
        await sat.press("up")
        assert "▸Cem casts This Spells Disaster" in sat.text


async def test_the_rules_are_read_section_by_section():
    async with sitting(FakeLink(*game())) as sat:
        await sat.press("r", "enter")
        # Paragraphs are as wide as the page, not as their source.
        said = " ".join(re.sub("[│┌┐└┘─…]", " ", sat.text).split())
        assert "Every clause has a number: the game's log and the details pane name it" in said
        assert "The turn player is whoever's turn it is." in said
        await sat.press("escape", "down", "down", "enter")
        assert "RR-SETUP-01" in sat.text


@pytest.mark.parametrize("game", ["runes-regulations", "regicide", "rune"])
def test_no_page_of_the_rules_shows_how_its_source_is_written(game):
    for section in sections(game):
        for row in section_text(section):
            words = "".join(span.text for span in row)
            assert not words.startswith(("|", "#"))
            assert "**" not in words
            assert "`" not in words


def test_a_table_of_the_rules_stands_in_columns_or_is_told_row_by_row():
    narrow = Section("A", "| card | rows |\n| --- | --- |\n| R01 | BB/BG |", ())
    assert [plain([row]) for row in section_text(narrow)] == ["card  rows", "R01   BB/BG"]
    wide = Section("A", f"| zone | who sees it |\n| --- | --- |\n| hand | {'its holder ' * 7}|", ())
    said = [plain([row]) for row in section_text(wide)]
    assert said[0] == "hand"
    assert said[1].startswith("who sees it: its holder its holder")


async def test_the_lobby_says_what_the_game_is_about():
    async with sitting(FakeLink(welcome(), lobby())) as sat:
        said = " ".join(re.sub("[│┌┐└┘─…]", " ", sat.text).split())
        assert "First to five Mythical Creatures" in said


async def test_a_card_is_read_with_the_clause_that_forbids_it():
    async with sitting(FakeLink(*game(views.cast_phase()))) as sat:
        await sat.press("down", "down", "i")
        assert "Creature, Griffin" in sat.text
        assert "RR-CARD-03" in sat.text


async def test_a_pile_is_looked_through_from_its_top():
    async with sitting(FakeLink(*game())) as sat:
        await sat.press(*["up"] * 4, "right", "enter")
        lines = [line for line in sat.text.splitlines() if "Sparkly" in line or "Kraken" in line]
        assert "Main discard (2)" in sat.text
        assert lines
        await sat.press("down")
        assert "Kiddie-Pool Kraken" in sat.text


async def test_chat_over_the_board_leaves_the_question_in_sight():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("c", *"no!", "enter")
        assert link.said == [Say(text="no!")]
        assert isinstance(sat.screen, GameScreen)
        await sat.press("c")
        assert "[Space] Skip" in sat.foot
        await sat.press("enter")
        assert isinstance(sat.screen, GameScreen)
        assert link.said == [Say(text="no!")]


async def test_a_dialog_says_that_the_table_waits():
    link = FakeLink(*game(None, waiting=(1,)))
    async with sitting(link) as sat:
        await sat.press("r")
        assert "You are asked" not in sat.text
        await sat.hear(pending(views.cast_phase(), 8), seen(number=8))
        assert "You are asked" in sat.text
        await sat.hear(pending(views.reactions(), 9, window=views.open_window()), seen(number=9))
        assert "Reactions are open" in sat.text


async def test_keys_in_a_dialog_answer_no_question():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("r", "space", "d", "1", "escape")
        assert [m for m in link.said if isinstance(m, Give)] == []


async def test_settings_take_effect_at_once_and_are_kept():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("o", "3")
        assert "+-" in sat.text
        assert sat.terminal.text[1].isascii()
        kept = Profile.from_json(link.last(KeepProfile).profile)
        assert kept.glyphs == "ascii"
        await sat.press("1")
        assert Profile.from_json(link.last(KeepProfile).profile).theme == "light"


@pytest.mark.parametrize(("height", "is_whole"), [(24, False), (40, True)])
async def test_as_many_settings_are_seen_as_the_screen_has_room_for(height, is_whole):
    async with sitting(FakeLink(*game()), size=(120, height)) as sat:
        await sat.press("o")
        assert "Settings" in sat.text
        assert ("more" not in sat.text) is is_whole


async def test_stored_settings_are_worn_on_arrival():
    stored = Profile(glyphs="ascii", theme="light").to_json()
    link = FakeLink(welcome(profile=stored), *game()[1:])
    async with sitting(link) as sat:
        assert sat.app.profile.theme == "light"
        assert sat.text.isascii()


@pytest.mark.parametrize("stored", ["{", "x" * 20_000])
async def test_settings_that_cannot_be_read_are_the_usual_ones_with_a_word(stored):
    link = FakeLink(welcome(profile=stored), *game()[1:])
    async with sitting(link) as sat:
        assert sat.app.profile.theme == "dark"
        assert "Your settings could not be read" in sat.text


async def test_a_setting_that_cannot_be_read_is_lost_alone_once_and_with_a_word():
    stored = {"theme": "light", "depth": 7, "met": ["spin:" + "A Word of a Deck " * 9]}
    link = FakeLink(welcome(profile=json.dumps(stored)), *game()[1:])
    async with sitting(link) as sat:
        assert sat.app.profile.theme == "light"
        assert "One of your settings could not be read" in sat.text
        kept = Profile.from_json(link.last(KeepProfile).profile)
        assert Profile.reading(link.last(KeepProfile).profile) == (kept, "")
        assert kept.theme == "light"


async def test_a_key_is_given_to_another_action_and_works_at_once():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("o", "pagedown", "up", "enter")
        await sat.press(*["down"] * 9, "enter", "z", "escape", "escape")
        assert Profile.from_json(link.last(KeepProfile).profile).keymap == {"board.draw": "z"}
        await sat.press("d")
        assert not [m for m in link.said if isinstance(m, Give)]
        await sat.press("z")
        assert link.last(Give).option == 2


@pytest.mark.parametrize(
    ("pressed", "words"), [("r", "taken: The rules"), ("\x02", "taken: by the")]
)
async def test_a_key_that_is_taken_is_not_given(pressed, words):
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("o", "pagedown", "up", "enter")
        await sat.press(*["down"] * 9, "enter", pressed)
        assert words in sat.text
        await sat.press("escape")
        assert Profile.from_json(link.last(KeepProfile).profile).keymap == {}


async def test_hjkl_are_switched_on_together():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("o", "pagedown", "up", "enter", "enter", "escape", "escape", "L")
        assert "Log (2)" in sat.text


async def test_the_palette_offers_our_commands_alone_and_finds_them():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("ctrl+p")
        assert "Read the log" in sat.text
        assert not [word for word in ("screenshot", "Quit", "Maximize") if word in sat.text]
        await sat.press(*"rules", "enter")
        assert "Rules" in sat.text
        assert "Components" in sat.text


async def test_the_hosts_commands_are_the_hosts_alone():
    async with sitting(FakeLink(*game())) as sat:
        await sat.press("m")
        assert "Pause the clocks" not in sat.text
    link = FakeLink(welcome(is_host=True), *game()[1:])
    async with sitting(link) as sat:
        await sat.press("ctrl+p", *"pause", "enter")
        assert link.said == [Host(act="pause")]


async def test_the_host_ends_a_game_only_after_being_asked():
    link = FakeLink(welcome(is_host=True), *game()[1:])
    async with sitting(link) as sat:
        await sat.press("ctrl+p", *"end", "enter", "enter")
        assert link.said == []
        await sat.press("ctrl+p", *"end", "enter", "2")
        assert link.said == [Host(act="end")]


async def test_a_standing_order_is_picked_from_the_full_list():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("ctrl+p", *"windows", "enter")
        assert "a Creature is HEXED" in sat.text
        await sat.press("2", "3", "2")
        assert [m.kinds for m in link.said if isinstance(m, AlwaysHold)] == [
            ("cast",),
            ("cast", "discard"),
            ("discard",),
        ]


async def test_leaving_a_game_asks_which_way():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("q", "enter")
        assert not sat.session.task.done()
        await sat.press("q", "3")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.is_closed
        assert link.said == []
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.press("q", "4")
        await asyncio.wait({sat.session.task}, timeout=2)
        assert link.said == [Leave()]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        (
            {"grace": "120"},
            (
                "waits 120 s, same line leads back",
                "It waits 120 seconds for you. Then a bot plays it",
                FOR_GOOD,
            ),
        ),
        ({"grace": "60", "leaver": "removed"}, ("Then it goes out of the game.", OUT)),
        ({"pace": "days"}, ("It is yours for as long as the game lasts", FOR_GOOD)),
    ],
)
async def test_each_way_to_leave_says_what_becomes_of_the_seat(settings, told):
    usual = lobby().options[0]
    found = tuple(usual.model_copy(update={"name": name, "value": value})
                  for name, value in settings.items())  # fmt: skip
    words = (welcome(), lobby("playing", options=found), *game()[2:])
    async with sitting(FakeLink(*words), size=(80, 24)) as sat:
        await sat.press("q", "down")
        assert NOT_FOR_LONG in sat.text
        await sat.press("down")
        for words in (STEP_AWAY, HANG_UP.partition("{")[0], *told):
            assert words in sat.text
        await sat.press("down")
        assert "for good: who comes back by the same line" in sat.text


async def test_who_is_the_last_one_at_a_table_for_strangers_reads_when_the_game_ends():
    ends = "A game that nobody is at for 60 seconds is over."
    for others, is_told in (((), True), ((person("Bob", 1),), False)):
        around = lobby("playing", people=(person("Ann", 0), *others), notes=(ends,))
        async with sitting(FakeLink(welcome(), around, *game()[2:]), size=(80, 24)) as sat:
            await sat.press("q", "down", *["down"] * len(others))
            assert "Hang up" in sat.text
            assert (ends in sat.text) is is_told


async def test_the_keys_are_listed_as_this_player_has_them():
    link = FakeLink(*game())
    async with sitting(link, size=(80, 50), keymap={"board.draw": "x"}) as sat:
        await sat.press("?", "3")
        line = next(line for line in sat.text.splitlines() if "Draw instead" in line)
        assert line.split("│")[1].split()[0] == "x"


async def test_a_phase_is_skipped_after_a_second_question_where_that_is_wanted():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link, confirm={"skip_phase": True}) as sat:
        await sat.press("space")
        assert link.said == []
        await sat.press("2")
        assert link.last(Give).option == 3


async def test_a_notice_is_read_on_the_board():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(Notice(text="A bot plays for you until your next decision."))
        assert "A bot plays for you until your next decision." in sat.text


async def test_a_fault_in_a_widget_shows_no_traceback(monkeypatch, caplog):
    link = FakeLink(*game())
    async with sitting(link) as sat:

        def broken(*_, **__):
            secret = "Just For the Hex of It"
            raise RuntimeError(secret)

        monkeypatch.setattr(StreetBoard, "rows", broken)
        link.tell(seen(views.table(turn=99), 99))
        await asyncio.wait({sat.session.task}, timeout=2)
        left = sat.terminal.sent.rpartition(b"\x1b[?1049l")[2].decode()
        assert left.splitlines()[0].endswith(PlayerApp.SORRY[0])
        assert left.splitlines()[1:] == [PlayerApp.SORRY[1]]
        assert "Traceback" not in caplog.text
        assert "Hex of It" not in caplog.text


# --- the hot seat --------------------------------------------------------------------------------


def bobs_game(question=None, **changes):
    view = views.table(me=1, seats=(
        views.seat(0, (), ("", ""), ("",) * 5),
        views.seat(1, (), ("Salty Shaker",), ("Weed Out the Competition", "Newts in Bulk")),
    ), reasons=())  # fmt: skip
    two = people()[:2]
    return (
        welcome(name="Bob"),
        lobby("playing", seats=two, people=(person("Ann", 0), person("Bob", 1))),
        cards(),
        seen(view),
        pending(question, **changes),
    )


@pytest.mark.rule("RR-HID-23")
async def test_the_screen_is_covered_until_the_next_player_has_come():
    ann, bob = FakeLink(*game(views.cast_phase())), FakeLink(*bobs_game())
    async with sitting(ann, others=(bob,)) as sat:
        assert "Ann, the screen is yours" in sat.text
        assert "Just For the Hex" not in sat.text
        await sat.press("enter")
        assert "Just For the Hex of It" in sat.text
        await sat.press("enter")
        ann.tell(pending(None, 8, waiting=(1,)), seen(number=8))
        bob.tell(
            pending(views.ask(views.option(0, "cast", "hand", 1, 0), views.option(1, "skip")), 8)
        )
        await sat.rest()
        assert isinstance(sat.screen, CoverScreen)
        assert "Bob, the screen is yours" in sat.text
        assert "Weed Out" not in sat.text
        assert "Just For the Hex" not in sat.text
        await sat.press("space", "1", "q", "escape")
        assert "Weed Out" not in sat.text
        await sat.press("escape", "enter")
        assert "Weed Out the Competition" in sat.text
        assert bob.said == []
        await sat.press("1")
        assert bob.last(Give).option == 0


async def test_no_frame_between_two_players_shows_anothers_cards():
    ann, bob = FakeLink(*game(views.cast_phase())), FakeLink(*bobs_game())
    async with sitting(ann, others=(bob,)) as sat:
        await sat.press("enter", "enter")
        ann.tell(pending(None, 8, waiting=(1,)), seen(number=8))
        bob.tell(pending(views.ask(views.option(0, "skip")), 8))
        await sat.rest()
        before = len(sat.terminal.writes)
        await sat.press("enter")
        since = b"".join(sat.terminal.writes[before:])
        assert b"Weed Out" in since
        assert b"Just For the Hex" not in since


async def test_alone_at_the_screen_nothing_is_covered():
    link = FakeLink(*game(views.cast_phase()))
    async with sitting(link) as sat:
        await sat.press("enter")
        await sat.hear(pending(views.target(), 8), seen(number=8))
        assert isinstance(sat.screen, GameScreen)


async def test_notes_too_long_for_the_lobby_are_read_in_full():
    notes = tuple(
        f"Note number {n} says a great deal about this table and how it is played."
        for n in range(9)
    )
    async with sitting(FakeLink(welcome(), lobby(notes=notes))) as sat:
        assert "read on under: Before you play" in sat.text
        await sat.choose("Before you play")
        await sat.press(*["down"] * 9)
        assert "Note number 8" in sat.text
