"""A replay in words: steps, turns, eyes, hands, playing by itself and a game of one's own."""

import asyncio

import pytest

from rr_net.bots.thinkers import AtOnce
from rr_net.link import EVERYBODY
from rr_net.local.home import luck
from rr_net.replay.branch import Branching
from rr_net.replay.viewer import Viewer
from rr_net.room.lobby import TablePlan
from rr_tui.linear import ReplayInterface
from rr_tui.linear.replay import COMMANDS, EYES_OF_A_WATCHER, ReplayInText
from rr_tui.linear.teller import Paper
from rr_tui.looks.wording import NO_SHELF, NOT_SHARED
from tests.support.fakeclock import FakeClock
from tests.support.rr_net.played import FOUR, recorded


class Reading:
    """Somebody who types, and the lines that come of it."""

    def __init__(self, viewer):
        self.clock, self.lines, self.asides = FakeClock(), [], []
        paper = Paper(self.lines.append, 200)
        self.replay = ReplayInText(viewer, paper, self.clock, self.asides.append)
        self.replay.begin()

    def types(self, text):
        """What is said to a line."""
        mark = len(self.lines)
        self.replay.said(text)
        return self.lines[mark:]


def place(lines):
    [found] = [line for line in lines if line.startswith(("step ", "UNVERIFIED, step "))]
    return int(found.partition("step ")[2].split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUR)
def test_every_game_is_told_from_its_deal_to_its_end_and_back(name):
    viewer = Viewer(recorded(name))
    reading = Reading(viewer)
    assert f"Replay: {name}" in reading.lines[0]
    last = viewer.reel.last
    assert [place(reading.types("")) for _ in range(last)] == list(range(1, last + 1))
    assert place(reading.types("next")) == last
    assert [place(reading.types("back")) for _ in range(last)] == list(reversed(range(last)))
    assert reading.types("v")
    assert len(reading.types("hands")) >= len(recorded(name).roster)


def test_turns_moments_and_several_steps_at_once():
    viewer = Viewer(recorded("Runes & Regulations"))
    reading, reel = Reading(viewer), viewer.reel
    assert place(reading.types("next 7")) == 7
    assert place(reading.types("back 3")) == 4
    assert place(reading.types("turn 3")) == reel.turns.index(3)
    assert place(reading.types("turn")) == reel.turns.index(4)
    assert place(reading.types("turn 999")) == reel.last
    assert place(reading.types("moment")) == reel.moments[0].at
    assert place(reading.types("m")) == reel.moments[1].at


class OneShelf:
    """Says what it was to keep."""

    async def share(self, replay, at, note):
        return f"shared from {at}: {note}"

    async def cast(self, replay, steps, seconds, size):
        return f"cast from {replay.reel.start}, {steps} steps"

    async def picture(self, replay, size):
        return f"picture of {replay.reel.start}"


async def kept(viewer, *typed, shelf=None):
    """What is said to these lines where files can be kept, or cannot."""
    waiting, lines = [*typed, "q"], []

    class Channel:
        is_terminal = False
        write_line = staticmethod(lines.append)

        async def read_line(self):
            return waiting.pop(0) if waiting else None

        async def drain(self):
            pass

    reading = ReplayInterface(viewer, Channel(), FakeClock(), 200)
    reading.shelf = shelf
    await reading.run()
    return lines


async def test_a_file_to_share_is_kept_with_a_note_once_it_is_said_what_is_in_it():
    said = await kept(
        Viewer(recorded("Rune")), "next 3", "share", "share Look HERE", shelf=OneShelf()
    )
    warned = next(line for line in said if "All hands, names and keys" in line)
    assert said.index(warned) < said.index("shared from 3: Look HERE")


async def test_a_cast_begins_where_one_is_and_lasts_to_the_end():
    viewer = Viewer(recorded("Rune"))
    said = await kept(viewer, "next 3", "cast", shelf=OneShelf())
    assert f"cast from 3, {viewer.reel.last - 3} steps" in said


async def test_a_picture_is_of_the_moment_where_one_is():
    said = await kept(Viewer(recorded("Rune")), "next 3", "picture", shelf=OneShelf())
    assert "picture of 3" in said


async def test_nothing_is_kept_where_nobody_sits_at_this_machine():
    assert NO_SHELF in await kept(Viewer(recorded("Rune")), "cast")


async def test_before_the_audit_nothing_hidden_is_kept():
    own = recorded("Rune", is_open=False, seat=0)
    typed = ("share", "cast", "picture", "eyes watcher", "cast")
    said = await kept(Viewer(own), *typed, shelf=OneShelf())
    assert NOT_SHARED in said
    assert said.count(EYES_OF_A_WATCHER) == 2
    assert not any(line.startswith("picture of") for line in said)
    assert sum(line.startswith("cast from") for line in said) == 1


def test_other_eyes_see_what_those_saw():
    viewer = Viewer(recorded("Regicide"))
    reading = Reading(viewer)
    reading.types("next 5")
    assert len(reading.types("hands")) == 3
    reading.types("eyes p1")
    [own] = reading.types("hands")
    assert own.startswith("P1, hand: ")
    reading.types("eyes watcher")
    assert reading.types("hands") == ["A watcher sees no hand."]
    assert reading.types("eyes") == ["Eyes: watcher. There are: all, P0, P1, P2, watcher."]
    assert reading.types("eyes nobody") == reading.types("eyes")
    reading.types("eyes all")
    assert len(reading.types("hands")) == 3


def test_it_plays_by_itself_until_a_line_is_typed_or_the_end():
    viewer = Viewer(recorded("Rune"))
    reading = Reading(viewer)
    reading.types("play")
    reading.clock.advance(5)
    assert place(reading.lines[-1:] if reading.lines[-1].startswith("step") else
                 [line for line in reading.lines if line.startswith("step 2")]) == 2  # fmt: skip
    assert reading.types("") == []
    reading.clock.advance(60)
    assert place(reading.types("next")) == 3
    reading.types("play 1")
    reading.clock.advance(1000)
    assert place(reading.types("back")) == viewer.reel.last - 1


def test_a_warning_is_said_at_every_step_and_a_refusal_ends_it():
    viewer = Viewer(recorded("Rune"))
    reading = Reading(viewer)
    viewer.checked("", warning="UNVERIFIED: a row is wrong")
    assert reading.lines[-1] == "UNVERIFIED: a row is wrong."
    assert reading.types("")[0].startswith("UNVERIFIED, step 1 of")
    viewer.checked("", refusal="The record does not verify: a row is wrong.")
    assert reading.lines[-1] == "The record does not verify: a row is wrong."
    assert reading.replay.is_over


def test_another_game_begins_for_a_seat_and_is_refused_in_words_where_it_cannot():
    base = Branching(AtOnce, luck(1), TablePlan(bot="greedy"))
    viewer = Viewer(recorded("Rune"), base.begin)
    reading = Reading(viewer)
    reading.types("next 4")
    assert reading.types("if p1") == []
    assert reading.types("if P0 anew") == []
    assert reading.asides[0].table.number == viewer_taken(viewer, 4)
    assert reading.types("if nobody") == ["another game begins with the eyes of one seat."]
    reading.types("next 99")
    assert reading.types("if p1") == ["the game is over here: go back a step."]


def viewer_taken(viewer, at):
    """How many entries a table has taken at a step."""
    played = recorded("Rune")
    table, steps = played.table(), 0
    for entry in played.entries:
        table.apply(entry)
        steps += not table.game.is_draft(table.state)
        if steps == at:
            break
    assert viewer.picture(at, EVERYBODY).seen.view == table.game.view(table.state, None)
    return table.number


def test_a_note_is_read_out_and_what_is_strange_is_answered():
    viewer = Viewer(recorded("Rune"))
    viewer.begin_at(3, "look here")
    reading = Reading(viewer)
    assert "Whoever shared it says: look here" in reading.lines
    assert place(reading.lines) == 3
    assert reading.types("dance") == [
        "'dance' is nothing that can be typed here: ? lists what can."
    ]
    assert reading.types("next ²")
    for asked in ("?", "help"):
        assert len(reading.types(asked)) > len(COMMANDS)
    reading.types("q")
    assert reading.replay.is_over


async def test_a_record_that_fails_its_check_ends_the_reading_without_a_key():
    lines, viewer = [], Viewer(recorded("Rune"))

    class Channel:
        is_terminal = False
        write_line = staticmethod(lines.append)

        async def read_line(self):
            await asyncio.Event().wait()

        async def drain(self):
            pass

    async def fails():
        assert lines
        viewer.checked("", refusal="The record does not verify: it was changed.")

    reading = ReplayInterface(viewer, Channel(), FakeClock(), 80)
    async with asyncio.timeout(5):
        status, _ = await asyncio.gather(reading.run(), fails())
    assert status == 0
    assert lines[-1] == "The record does not verify: it was changed."
