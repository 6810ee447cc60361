"""The end of a game: what is told of it, and how it is checked."""

import asyncio
import re

import pytest

from rr_net.client.whole.beside import BROKEN_OFF, NOT_DONE
from rr_net.client.whole.bundles import HOLDS, SAMPLED
from rr_net.link import Audit, Award, KeyMoment, LineState, SeatStory
from rr_net.replay.viewer import Viewer
from rr_tui.games.runes_regulations.ending import lawns_at_last
from rr_tui.games.runes_regulations.scene import StreetScene
from rr_tui.looks.glyphs import UNICODE
from rr_tui.looks.spans import width_of
from rr_tui.screens.story import ALONE as ALONE_SHOWN
from rr_tui.screens.story import HOLDS as HOLDS_SHOWN
from rr_tui.screens.story import SAMPLED as SAMPLE_SHOWN
from rr_tui.screens.story import turn_by_turn
from tests.support.fakeclock import passes
from tests.support.rr_net.joining import HOSTS_LUCK
from tests.support.rr_net.played import recorded
from tests.support.rr_tui import views
from tests.support.rr_tui.fakelink import (
    FakeLink,
    cards,
    ended,
    game,
    lobby,
    log,
    person,
    seen,
    welcome,
)
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import people


async def test_on_the_hosts_own_machine_v_has_the_second_verifier_read_the_record():
    asked = asyncio.Event()

    async def check(expect):
        expect("about 20 seconds")
        await asked.wait()
        return "It says:", "nothing wrong in what was checked"

    async with sitting(FakeLink(*game()), dress=lambda app: setattr(app, "check", check)) as sat:
        await sat.hear(ended(verdict="", verified=None), lobby("over"))
        await sat.press("v")
        assert "reads the record now" not in sat.text  # there is none before it is opened
        await sat.press("escape")
        await sat.hear(ended())
        await sat.press("v")
        assert "reads the record now" in sat.text
        await passes(3.2)
        await sat.rest()
        assert "… 3 s of about 20 seconds" in " ".join(sat.text.split())
        asked.set()
        await sat.until(lambda: "nothing wrong in what was checked" in sat.text)
        assert sat.text.index("What a check proves: ") < sat.text.index("It says:")
        await sat.press("end")
        assert "docs/verify_minimal.py, 333 lines" in " ".join(sat.text.split())


@pytest.mark.parametrize(
    ("luck", "says", "says_not"),
    [
        ({}, "nobody stacked the decks", "alone"),
        ({"luck": "played as dealt, with 13 of 14"}, "the rest the host could", "alone here"),
        ({"luck": "alone", "host_luck": True}, "The luck was the host's alone here.", "stacked"),
    ],
)
async def test_what_a_check_proves_depends_on_how_much_of_the_luck_was_shared(luck, says, says_not):
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(verdict="It holds.", **luck), lobby("over", fairness="table"))
        await sat.press("v")
        said = " ".join(sat.text.split("Check it on")[0].split())
        assert says in said
        assert says_not not in said


async def test_a_host_without_company_is_not_told_that_the_host_alone_chose():
    host, *others = people()
    bots = tuple(each.model_copy(update={"kind": "bot", "bot": "normal"}) for each in others)
    alone = lobby("over", fairness="table", seats=(host, *bots))
    luck = {"luck": "played as dealt, but the host alone chose the luck", "host_luck": True}
    own = "played as dealt, but you played alone, so the luck was this machine's."
    link = FakeLink(welcome(is_host=True), *game()[1:])
    async with sitting(link) as sat:
        await sat.hear(ended(verdict="It holds.", **luck), alone)
        assert "you played alone, so the luck was this machine's." in " ".join(sat.text.split())
        await sat.press("v")
        said = " ".join(sat.text.replace("│", "").split())
        assert "You played alone, so the luck was this machine's." in said
        await sat.press("escape")
        await sat.hear(ended(verdict=f"Verified: {own} More.", **luck))
        await sat.press("v")
        said = " ".join(sat.text.replace("│", "").split())
        assert f"{own} More." in said
        assert "the host alone" not in said
    # Whoever has had company, for a while at least, was not alone.
    took = bots[0].model_copy(update={"since": 3})
    async with sitting(FakeLink(welcome(is_host=True), *game()[1:])) as sat:
        await sat.hear(ended(verdict="It holds.", **luck),
                       alone.model_copy(update={"seats": (host, took)}))  # fmt: skip
        assert "the host alone chose the luck" in " ".join(sat.text.split())


class OwnLineStub:
    """An own line whose state a test sets."""

    state = LineState()

    def watch(self, changed):
        self.changed = changed

    def becomes(self, state):
        self.state = state
        self.changed()


FETCHES = "ssh -p 2222 ann@maple.example bundle > bundle.json"


@pytest.mark.parametrize("line", [LineState(), LineState(checked=9, kept_in="/home/bob/runes")])
async def test_whoever_has_no_record_reads_the_line_that_brings_it_and_no_command_in_vain(line):
    own = OwnLineStub()
    link = FakeLink(*game())
    async with sitting(
        link, size=(140, 40), dress=lambda app: setattr(app, "own_line", own)
    ) as sat:
        await sat.hear(ended(sampled=True, whole="3 minutes"), lobby("over", fairness="table"))
        own.becomes(line)
        await sat.rest()
        assert f"[v] check it yourself: {FETCHES}" in sat.text
        assert "runes verify" not in sat.text
        await sat.press("v")
        said = " ".join(sat.text.replace("│", "").split())
        assert FETCHES in said
        assert "Then: runes verify --full bundle.json" in said
        await sat.press("end")
        assert "its README.md says" in sat.text
        assert "verify last" not in said
        await sat.press("escape")
        own.becomes(line._replace(kept_in="/home/bob/runes", has_record=True))
        await sat.rest()
        assert "all of it: runes verify --full last, 3 minutes" in sat.text
        await sat.press("v")
        assert "verify last" in sat.text


async def test_who_has_joined_reads_what_the_own_check_has_come_to():
    own = OwnLineStub()
    link = FakeLink(*game())
    async with sitting(link, dress=lambda app: setattr(app, "own_line", own)) as sat:
        await sat.hear(ended(), lobby("over"))
        assert "check it yourself" in sat.text
        own.becomes(LineState(checked=212, at_end=HOLDS.format(""), came_to="sound"))
        await sat.until(lambda: f"✓ {HOLDS.format('')}" in sat.text)
        assert "check it yourself" not in sat.text
        assert "The host's machine says" in sat.text
        wrong = "Checked on your machine: NOT what its host claims (wrong_roll): a roll."
        own.becomes(LineState(checked=212, at_end=wrong, came_to="wrong"))
        await sat.until(lambda: f"✗ {wrong}" in sat.text)
        own.becomes(LineState(checked=212, at_end=NOT_DONE.format(BROKEN_OFF)))
        await sat.until(lambda: "· Not checked on your machine" in sat.text)


LONG = f"{HOSTS_LUCK} In 109 reaction windows you passed by letting them close."


@pytest.mark.parametrize("words", [HOLDS.format(""), LONG, SAMPLED.format("", "")])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_what_the_own_check_says_ends_where_a_clause_does(words, size):
    own = OwnLineStub()
    link = FakeLink(*game())
    async with sitting(link, size=size, dress=lambda app: setattr(app, "own_line", own)) as sat:
        await sat.hear(ended(), lobby("over"))
        own.becomes(LineState(checked=212, at_end=words, came_to="unproved"))
        await sat.until(lambda: "on your machine" in sat.text)
        shown = " ".join(sat.text.split())
        part = words.split(": nobody")[0] if size == (80, 24) else words
        assert part.rstrip(".") in shown
        assert "…" not in sat.text


def ended_early(**changes):
    text = "The game is unfinished: it was ended at turn 4"
    return ended(winners=(), reason="broken_off", text=text, verdict="", verified=None, **changes)


async def test_a_game_that_was_ended_early_says_that_its_cards_stay_closed_and_what_opens_them():
    link = FakeLink(*game())
    async with sitting(link) as sat:
        await sat.hear(ended_early(), lobby("over"))
        assert "opened and checked now" not in sat.text
        assert "The cards stay closed, and nothing is checked, until all of you ask" in sat.text
        at = re.search(r"(\d) Open the cards", sat.text)[1]
        await sat.press(at)
        assert link.said == [Audit()]


async def test_who_only_watched_a_game_that_was_ended_early_is_offered_nothing_to_open():
    seats = (person("Ann", -1), person("Bob", 1))
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended_early(), lobby("over", people=seats))
        assert "The cards stay closed" in sat.text
        assert "Open the cards" not in sat.text


async def test_the_table_of_an_ended_game_has_no_seat_to_take_back():
    async with sitting(FakeLink(*game())) as sat:
        away = tuple(
            seat.model_copy(update={"away": True}) if seat.seat == 0 else seat for seat in people()
        )
        await sat.hear(ended_early(), lobby("over", seats=away))
        at = re.search(r"(\d) The table as it ended", sat.text)[1]
        await sat.press(at)
        assert "The game is over" in sat.text
        assert "Take your seat back" not in sat.text


CURVES = ((0, 1, 2, 2, 3), (0, 0, 1, 1, 1))


def told(**changes):
    stories = (SeatStory(seat=at, curve=each, deeds=()) for at, each in enumerate(CURVES))
    moment = KeyMoment(turn=3, text="{0} STEALS Bratty Dragon from {1}", clause="")
    award = Award(title="Light fingers", seat=0)
    return ended(turns=4, stories=tuple(stories), moments=(moment,), awards=(award,), **changes)


def back():
    """What somebody hears who comes back when the game is over: no turn of it, and its end."""
    return (welcome(), lobby("over"), cards(), seen(), told())


async def test_who_comes_back_at_the_end_sees_all_that_the_others_see():
    async with sitting(FakeLink(*back()), size=(120, 40)) as sat:
        assert "Ann ▁▃▅▅█  3" in sat.text
        assert "Turn 3   Ann STEALS Bratty Dragon from Bob" in sat.text
        assert "Light fingers: Ann" in sat.text
        await sat.press("4")
        assert "Mythical Creatures at the end of each turn" in sat.text
        assert "-  1  2  3  4 " in sat.text
        assert "Ann   0  1  2  2  3 " in sat.text


@pytest.mark.parametrize(("size", "is_said"), [((80, 24), True), ((26, 24), False)])
async def test_the_strength_of_a_bot_stands_in_its_row_where_it_fits(size, is_said):
    seats = (people()[0], people()[1].model_copy(update={"kind": "bot", "bot": "hard"}))
    heard = (welcome(), lobby("over", seats=seats), cards(), seen(), told())
    async with sitting(FakeLink(*heard), size=size) as sat:
        row = next(line for line in sat.text.splitlines() if "Bob ▁" in line)
        assert ("· bot, hard" in row) is is_said


@pytest.mark.parametrize("is_host", [False, True])
@pytest.mark.parametrize("size", [(40, 12), (50, 16), (60, 18), (80, 24)])
@pytest.mark.parametrize("sampled", [False, True])
async def test_on_a_small_screen_the_result_and_the_verdict_are_whole(size, is_host, sampled):
    heard = (welcome(is_host=is_host), *back()[1:-1], lobby("over", fairness="table"),
             told(sampled=sampled))  # fmt: skip
    async with sitting(FakeLink(*heard), size=size) as sat:
        read = " ".join(sat.text.replace("─", " ").split())
        assert "Dee has five Mythical Creatures and wins" in read
        assert f"The host's machine says: {SAMPLE_SHOWN if sampled else HOLDS_SHOWN}" in read
        assert "[v] check it yourself" in read
        assert "And now?" in sat.text
        for _ in range(9):
            await sat.press("down")
        assert "Leave" in sat.text


async def test_the_head_says_which_day_it_was_and_how_long_it_took():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(turns=17, when="22 Nov, 41 min"), lobby("over"))
        head = sat.text.splitlines()[0]
        assert head.startswith(" Maple Court · 22 Nov, 41 min ")
        assert head.endswith(" 17 turns")
        # The control: a host that keeps no history says nothing of it.
        await sat.hear(ended(turns=17))
        assert "·" not in sat.text.splitlines()[0]


async def test_the_lawns_stand_below_with_what_their_signs_mean_where_the_height_allows():
    async with sitting(FakeLink(*back()), size=(120, 40)) as sat:
        assert "The Lawns at the end" in sat.text
        assert "# Bratty Dragon" in sat.text
        assert "# a shrub: HEXED, it does not count" in sat.text
        assert "D Dragon   U Unicorn   P Pegasus   G Griffin" in sat.text
        before = sat.terminal.text
        await sat.hear(lobby("lobby"))
        assert sat.terminal.text[:25] == before[:25]  # it is the table of this end
    stories = tuple(SeatStory(seat=at, curve=(1, 2), deeds=()) for at in range(4))
    moments = tuple(KeyMoment(turn=at, text="{0} SPINS", clause="") for at in range(4))
    longer = back()[-1].model_copy(update={"stories": stories, "moments": moments})
    async with sitting(FakeLink(*back()[:-1], longer)) as sat:
        assert "The Lawns" not in sat.text
        assert "Light fingers: Ann" in sat.text


def test_the_lawns_take_two_rows_each_or_one_or_none():
    creatures = ("Rune-Eating Dragon", "Light-Hoofed Pegasus", "Tail-Chasing Unicorn",
                 "Spoiled Unicorn", "Sneaky Griffin", "Sparkly Dragon")  # fmt: skip
    seats = (views.seat(0, creatures), views.seat(1))
    made = StreetScene(view=views.table(seats=seats), glyphs=UNICODE, faces=views.FACES)
    heights = [len(lawns_at_last(made, 80, height)) for height in (20, 5, 4, 3)]
    assert heights == [6, 4, 4, 0]
    assert all(width_of(row) == 80 for row in lawns_at_last(made, 80, 20))


async def test_what_can_be_done_next_stands_in_two_columns_that_the_arrows_walk():
    rested = [each.model_copy(update={"ready": False}) for each in lobby().seats]
    link = FakeLink(welcome(is_host=True), lobby("over", seats=tuple(rested)), *back()[2:])
    async with sitting(link) as sat:
        assert "Light fingers: Ann" in sat.text  # there is room for all that is told
        assert re.search(r"▸1 Play again +2 Deal now, bots for the others", sat.text)
        assert re.search(r" 3 Replay +4 The table as it ended", sat.text)
        for keys, at in (
            (("right",), "2 Deal now"),
            (("down",), "4 The table"),
            (("left",), "3 Replay"),
            (("up",), "1 Play again"),
            (("end",), "9 Leave"),
        ):
            await sat.press(*keys)
            assert f"▸{at}" in sat.text
        await sat.press("home", "5")
        assert "at the end of each turn" in sat.text
    want = [each.model_copy(update={"ready": each.seat == 0}) for each in lobby().seats]
    link = FakeLink(welcome(), lobby("over", seats=tuple(want)), *back()[2:])
    async with sitting(link) as sat:
        assert re.search(r"▸1 You want another game: waiting for Bob +│", sat.text)
        assert re.search(r"│ 2 Replay +3 The table as it ended", sat.text)
        await sat.press("down", "right", "up")
        assert "▸1 You want" in sat.text


@pytest.mark.parametrize("phase", ["playing", "lobby"])
async def test_a_verdict_that_comes_when_the_table_has_gone_on_is_told_there(phase):
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(verdict="", verified=None), lobby("over"))
        await sat.press("1")
        await sat.hear(lobby(phase, commitment="0b5e" * 16))
        assert "And now?" not in sat.text
        await sat.hear(ended(verdict="Verified: played as dealt."))
        assert "The host's machine says of the game" in sat.text


async def test_who_goes_on_at_once_has_the_verdict_in_the_log_of_the_next_game():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(verdict="Verified: played as dealt."), lobby("over"))
        await sat.press("1")
        await sat.hear(lobby("playing", commitment="0b5e" * 16))
        await sat.hear(lobby("playing", commitment="0b5e" * 16, paused=True))
        said = "The host's machine says of the game before: Verified: played as dealt."
        told = ["".join(span.text for span in row) for row in sat.app.client.log.notices]
        assert told.count(said) == 1


async def test_a_page_that_has_waited_tells_the_verdict_of_its_own_game_alone():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(verdict="", verified=None), lobby("over"))
        await sat.hear(lobby("playing", commitment="0b5e" * 16))
        assert "The cards are opened and checked now" in sat.text
        await sat.hear(ended(commitment="77aa" * 16, text="{0} wins elsewhere"))
        assert "The cards are opened and checked now" in sat.text
        await sat.hear(ended())
        assert "checked now" not in sat.text
        assert ALONE_SHOWN in sat.text
        assert "wins elsewhere" not in sat.text


async def test_a_line_that_has_gone_leaves_the_cursor_on_none_that_does_harm():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(), lobby("over"))
        at = re.search(r"(\d) The log", sat.text)[1]
        await sat.press(at, "escape")
        assert f"▸{at} The log" in sat.text
        knocking = person("Eve", -1).model_copy(update={"admitted": False, "words": "teal fox"})
        await sat.hear(lobby("over", doorkeeper=True, people=(*lobby().people, knocking)))
        assert "▸" + at + " The log" in sat.text
        await sat.hear(lobby("lobby", commitment="0b5e" * 16))
        assert "▸1 Go to the lobby" in sat.text


async def test_the_lines_keep_their_places_when_the_host_goes_to_the_lobby():
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(), lobby("over"))
        before = lines_in_their_places(sat.text)
        await sat.hear(lobby("lobby", commitment="0b5e" * 16))
        after = lines_in_their_places(sat.text)
        assert after == before | {"1": "Go to the lobby"}
        [at] = [at for at, words in after.items() if words == "The log"]
        await sat.press(at)
        assert "that was for the moment after the game" in sat.text


def lines_in_their_places(text):
    """The lines of the menu by their digits."""
    menu = text[text.index("And now?") :]
    return {at: words.strip() for at, words in re.findall(r"[ ▸](\d) (\S.*?)(?=  |│)", menu)}


async def test_whom_the_host_has_sent_away_leaves_the_cursor_on_nobody_else():
    link = FakeLink(welcome(is_host=True), lobby(people=HOUSE))
    async with sitting(link) as sat:
        await sat.press("8", "down")
        assert re.search(r"▸. Bob", sat.text)
        await sat.hear(lobby(people=(HOUSE[0], HOUSE[2])))
        assert re.search(r"▸. Ann", sat.text)


HOUSE = (
    person("Ann", 0).model_copy(update={"is_host": True}),
    person("Bob", 1),
    person("Cem", -1),
)


def test_a_long_game_has_its_turns_in_blocks():
    story = SeatStory(seat=0, curve=tuple(range(40)), deeds=())
    rows = turn_by_turn(ended(turns=39, stories=(story,)), "Points", ("Ann",), 68)
    assert max(map(width_of, rows)) <= 68
    assert "".join(span.text for span in rows[-1]).endswith(" 37 38 39")


async def test_p_replays_the_game_that_is_over_or_says_why_it_cannot_be():
    link = FakeLink(*back())
    async with sitting(link) as sat:
        await sat.press("p")
        assert "no game is over at this table." in sat.text
        link.replay = lambda: Viewer(recorded("Rune"))
        await sat.press("p")
        assert "Replay · Rune" in sat.text
        await sat.hear(lobby("lobby"))
        await sat.press("end")
        assert "Replay · Rune" in sat.text  # the table has gone on, and nobody is taken along
        await sat.press("escape")
        assert "Light fingers: Ann" in sat.text


MANY = "played as dealt, with 17 of 24 random events shared, 7 by the host's program alone"


@pytest.mark.parametrize(
    ("luck", "says"),
    [
        ({"luck": MANY}, "17 of 24 random events shared, 7 by the host's program alone."),
        (
            {"luck": MANY, "sampled": True, "whole": "3 minutes"},
            "says: a sample, nothing wrong found; 17 of 24 random events shared, 7 by the host's",
        ),
    ],
)
async def test_the_verdict_is_said_whole_at_80_columns(luck, says):
    async with sitting(FakeLink(*game())) as sat:
        await sat.hear(ended(verdict="It holds.", **luck), lobby("over", fairness="table"))
        assert says in " ".join(sat.text.split())
        assert "[v] check it yourself" in sat.text


async def test_a_verdict_of_many_sentences_stands_whole_in_the_log():
    sentences = [f"In {at} of 24 random events a part of it is so and so" for at in range(9)]
    verdict = f"Sampled: {'. '.join(sentences)}. Not verifiable: whether the host peeked."
    assert len(verdict) > 500
    async with sitting(FakeLink(*game()), size=(120, 40)) as sat:
        await sat.hear(log(verdict), ended(verdict=verdict))
        for message in (lobby("over"), lobby("lobby", commitment="0b5e" * 16)):
            await sat.hear(message)
            told = "".join(span.text for row in sat.app.client.log.lines(9) for span in row)
            assert told.endswith("whether the host peeked.")
