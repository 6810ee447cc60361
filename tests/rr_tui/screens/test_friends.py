"""What is sent to friends: the line of each way, the code, the keys, and the line for a phone."""

import pytest
import segno
from textual.geometry import Size

from rr_net.link import NOBODY_COMES, ONLY_HERE, Lobby
from rr_net.ssh.banner import invite_lines, relay_lines
from rr_tui.client.chairs import ALL_HERE, SENT, WayIn, ways_in
from rr_tui.dialogs.friends import alone_rows
from rr_tui.dialogs.head_view import drawn_code, least_size
from rr_tui.looks.profile import Profile
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, pending, person, welcome
from tests.support.rr_tui.sitting import sitting

KEY, OTHER = f"SHA256:{'A' * 43}", f"SHA256:{'B' * 43}"
TABLE = "maple-7k2q-abcd-efgh-2345"
RELAY = "relay.example.org"
LINE = f"ssh -J {RELAY} YOURNAME@{TABLE}"
NOTES = (
    "This table's key in four words: one two three four",
    *relay_lines(RELAY, TABLE, [(RELAY, OTHER), (TABLE, KEY)]),
    f"With runes, which checks the name: runes join -J {RELAY} {TABLE} {KEY}",
    *invite_lines(["192.168.1.20", "100.101.102.103"], 2222, KEY),
    "The table asks for this invite code: plum-tree",
    "The host alone chose the randomness.",
)
UPPER = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}


def host():
    notes = lobby(notes=NOTES, invite="plum-tree")
    return FakeLink(welcome(is_host=True), notes)


def code_on(lines, size):
    """The modules of a code on a screen, from the upper left corner of its first light row."""
    top = next(number for number, line in enumerate(lines) if "█" * size in line)
    left = lines[top].index("█" * size)
    drawn = []
    for line in lines[top:]:
        cells = line[left : left + size].ljust(size)
        if len(drawn) >= size or not set(cells) <= set(UPPER):
            break
        drawn += list(zip(*(UPPER[cell] for cell in cells), strict=True))
    return drawn[:size]


def wanted(text, quiet):
    made = segno.make(text, error="l", boost_error=False, micro=False)
    return [tuple(bool(dark) for dark in row) for row in made.matrix_iter(border=quiet)]


def test_the_ways_are_read_from_the_lines_that_the_host_prints():
    relay, first, second = ways_in(lobby(notes=NOTES))
    assert relay.line == LINE
    assert relay.reach == "public: from anywhere, through a relay"
    assert [key for key in relay.keys if "SHA256" in key] == [
        f"{RELAY}: {OTHER}",
        f"{TABLE}: {KEY}",
    ]
    assert first.line == "ssh -p 2222 YOURNAME@192.168.1.20"
    assert second.line == "ssh -p 2222 YOURNAME@100.101.102.103"
    assert first.keys == second.keys
    assert first.keys[0] == KEY
    assert "in words" in first.keys[1]


def test_whoever_is_no_host_has_no_ways():
    assert ways_in(None) == ways_in(lobby()) == []


async def test_the_line_its_keys_and_its_code_stand_on_one_small_screen():
    async with sitting(host(), size=(80, 24)) as sat:
        await sat.choose("Invite friends")
        lines = sat.text.splitlines()
        assert LINE in sat.text
        assert "The code that the table asks for: plum-tree" in sat.text
        assert "in words" in sat.text
        assert "1 of 3" in sat.text
        assert code_on(lines, 37) == wanted(LINE, 2)
        beside = " ".join(line[38:].strip() for line in lines)
        assert "needs ssh and nothing else" in beside
        assert f"checks the game as you play, and comes back by itself. runes join {LINE}" in beside
        await sat.press("down")
        assert "ssh -p 2222 YOURNAME@192.168.1.20" in sat.text
        assert "private" in sat.text
        await sat.press("up", "up")
        assert "100.101.102.103" in sat.text
        assert "3 of 3" in sat.text


async def test_who_knocks_meanwhile_is_told_of_under_the_line_and_under_its_code():
    async with sitting(host(), size=(80, 24)) as sat:
        await sat.choose("Invite friends")
        assert "At the door" not in sat.text
        there = lobby(notes=NOTES, invite="plum-tree")
        dee = person("Dee", -1).model_copy(update={"admitted": False, "words": "wood-dry"})
        await sat.hear(there.model_copy(update={"people": (*there.people, dee)}))
        assert "At the door: " in sat.text.splitlines()[-1]
        assert "wood-dry" in sat.text.splitlines()[-1]
        await sat.press("c")
        assert "wood-dry" in sat.text.splitlines()[-1]
        size = len(wanted(LINE, 4))
        assert code_on(sat.text.splitlines(), size) == wanted(LINE, 4)
        eli = dee.model_copy(update={"name": "Eli", "words": "red-fox"})
        await sat.hear(there.model_copy(update={"people": (*there.people, dee, eli)}))
        assert "2 at the door" in sat.text.splitlines()[-1]
        await sat.hear(there)
        assert "at the door" not in sat.text


async def test_a_relay_that_does_not_answer_is_said_above_its_line_until_it_does():
    silent = f"The relay {RELAY} does not answer{NOBODY_COMES}"
    there = lobby(notes=(silent, *NOTES), invite="plum-tree")
    relay, *others = ways_in(there)
    assert relay.silence == silent
    assert not any(way.silence for way in others)
    async with sitting(FakeLink(welcome(is_host=True), there), size=(80, 24)) as sat:
        assert "not answer: nobody can come by it" in sat.text
        await sat.choose("Invite friends")
        shown = " ".join(sat.text.split())
        assert shown.index("nobody can come by it yet") < shown.index(LINE)
        await sat.hear(lobby(notes=NOTES, invite="plum-tree"))
        assert "nobody can come by it yet" not in sat.text
        assert LINE in sat.text


ALONE = (
    *invite_lines(["127.0.0.1"], 2222, KEY),
    f"{ONLY_HERE} Open it with runes host --via RELAY; the game is kept.",
)


async def test_a_table_for_this_machine_alone_says_so_and_what_friends_elsewhere_need():
    link = FakeLink(welcome(is_host=True), lobby(notes=ALONE, invite="plum-tree"))
    async with sitting(link, size=(80, 24)) as sat:
        await sat.choose("Invite friends")
        assert "Whoever has an account on this machine comes by this line:" in sat.text
        assert "ssh -p 2222 YOURNAME@127.0.0.1" in sat.text
        assert "runes host --via RELAY" in sat.text
        assert "Send this line" not in sat.text
        await sat.press("c")
        assert "█" not in sat.text
        assert "plum-tree" in sat.text


OWN_RELAY = relay_lines("127.0.0.1:2200", TABLE, [("127.0.0.1:2200", OTHER), (TABLE, KEY)])


@pytest.mark.parametrize(
    ("notes", "told"), [(NOTES, SENT), (ALONE, ALL_HERE), ((*OWN_RELAY, *ALONE[:-1]), SENT)]
)
async def test_a_running_game_leads_to_that_page_and_cuts_no_address(notes, told):
    _, _, *rest = game(views.cast_phase())
    words = (welcome(is_host=True), lobby("playing", notes=notes, invite="plum-tree"), *rest)
    async with sitting(FakeLink(*words), size=(80, 24)) as sat:
        assert any(f"[m] Invite friends: {told}" in line for line in sat.text.splitlines())
        assert "YOURNAME" not in sat.text
        await sat.press("m", "enter")
        assert "YOURNAME@" in sat.text
        await sat.press("escape")
        await sat.hear(pending(views.cast_phase(), 8))
        assert sat.text.count("Invite friends") == 1


async def test_it_waits_for_a_question_that_leaves_it_a_row():
    _, _, *rest = game(views.cast_phase())
    words = (welcome(is_host=True), lobby("playing", notes=NOTES, invite="plum-tree"), *rest)
    long = views.cast_phase().model_copy(update={"prompt": "Which of all these cards? " * 3})
    async with sitting(FakeLink(*words[:-1], pending(long, 7)), size=(80, 24)) as sat:
        assert "Which of all these cards?" in sat.text
        assert "Invite friends" not in sat.text
        await sat.hear(pending(views.cast_phase(), 8))
        assert f"[m] Invite friends: {SENT}" in sat.text
        await sat.hear(pending(long, 9))
        await sat.hear(pending(views.cast_phase(), 10))
        assert sat.text.count("Invite friends") <= 1


async def test_the_word_on_help_goes_where_it_would_take_the_row_of_what_one_alone_is_told():
    _, _, *rest = game(views.cast_phase())
    words = (welcome(is_host=True), lobby("playing", notes=NOTES, invite="plum-tree"), *rest)
    question = views.cast_phase().model_copy(
        update={"prompt": "Your Cast phase: pick one of the Spells here"}
    )
    async with sitting(FakeLink(*words[:-1], pending(question, 7)), size=(80, 24)) as sat:
        assert f"[m] Invite friends: {SENT}" in sat.text
        assert "pick one of the Spells here" in sat.foot
        assert "help" not in sat.foot


async def test_a_code_that_has_no_room_beside_the_keys_is_shown_alone():
    long = f"ssh -J {'r' * 40}.example.org:2200 YOURNAME@{TABLE}"
    notes = (f"{long}    (public)", f"    {KEY}")
    link = FakeLink(welcome(is_host=True), lobby(notes=notes, invite="plum-tree"))
    async with sitting(link, size=(80, 24)) as sat:
        await sat.choose("Invite friends")
        assert "[c] shows it alone" in sat.text
        assert "█" not in sat.text
        await sat.press("c")
        assert long not in sat.text
        size = len(wanted(long, 4))
        assert code_on(sat.text.splitlines(), size) == wanted(long, 4)
        await sat.press("left")
        assert "[c] shows it alone" in sat.text
        assert f"YOURNAME@{TABLE}" in sat.text
        await sat.press("left")
        assert "Invite friends…" in sat.text


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_a_window_that_is_too_small_says_what_the_code_wants(glyphs):
    profile = Profile(glyphs=glyphs)
    least = least_size(LINE, profile)
    assert drawn_code(LINE, profile, least)
    for smaller in (least - Size(1, 0), least - Size(0, 1)):
        assert drawn_code(LINE, profile, smaller) == []
    way = WayIn(LINE, "", ())
    said = " ".join(span.text for row in alone_rows(way, profile, Size(40, 10)) for span in row)
    assert f"{least.width} columns" in said
    assert f"{least.height} rows" in said


async def test_the_line_is_to_be_had_in_the_middle_of_a_game_too():
    hosts, *told = game()
    there = [each.model_copy(update={"notes": NOTES}) if isinstance(each, Lobby) else each
             for each in told]  # fmt: skip
    async with sitting(FakeLink(hosts.model_copy(update={"is_host": True}), *there)) as sat:
        await sat.press("ctrl+p", *"invite friends", "enter")
        assert LINE in sat.text
        await sat.press("escape")
        assert LINE not in sat.text
    async with sitting(FakeLink(*game())) as sat:
        await sat.press("ctrl+p", *"invite friends")
        assert "The line to send" not in sat.text
