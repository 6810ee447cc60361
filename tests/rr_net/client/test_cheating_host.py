"""A host that cheats, over a real line: caught within the turn, in words, and kept in a file."""

import asyncio
import contextlib
import json
from dataclasses import replace
from functools import partial

import asyncssh
import pytest
from click.testing import CliRunner

from rr_net import link
from rr_net.cli import main, verifying
from rr_net.client.reading import MessageReader
from rr_net.fairness.base.note import SignedNote
from rr_net.fairness.base.rows import named_as_told
from rr_net.fairness.proof.accusation import proven, read_accusation
from rr_net.game import archive
from rr_net.game.record import GameRecord
from rr_net.host.rotation import HOST_KEY
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.client.test_remote import RUNE, is_asked
from tests.support.rr_net.hostkeys import signed_note
from tests.support.rr_net.joining import BadLine, Kept, hosting, joined, plan
from tests.support.rr_net.recorded import TINY

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table with so little slow work that a test can do it; who joins keeps what is found."""
    monkeypatch.setattr(archive, "WORK", TINY)
    monkeypatch.setattr(verifying, "proven", partial(proven, floors=TINY))

    def at(**changes):
        return plan(tmp_path / "host", **RUNE | {"fairness": "table"} | changes)

    return at


class OtherStory:
    """Tells other rows than those that are kept, linked and signed so that each fits the next."""

    def __init__(self, folder, change):
        self.folder, self.change = folder, change
        self.told, self.is_done, self.is_on = [], False, True
        self.honest = GameRecord.public_rows

    @property
    def key(self):
        return asyncssh.read_private_key(self.folder / HOST_KEY)

    def rows(self, record, first, end):
        if not self.is_on:
            return self.honest(record, first, end)
        for text in self.honest(record, len(self.told), end):
            self.tell(record.gid, json.loads(text))
        return tuple(self.told[first:end])

    def tell(self, game, row):
        for each in self.changed(row):
            each["seq"] = len(self.told)
            each["prev"] = named_as_told(self.told[-1].encode()) if self.told else game
            if each["type"] == "checkpoint":
                note = SignedNote(game, each["seq"], each["prev"])
                each["pub"] = {"signature": signed_note(self.key, note.text)}
            self.told.append(canonical(each).decode())

    def changed(self, row):
        other = None if self.is_done else self.change(row)
        self.is_done |= other is not None
        return [row] if other is None else other


def told_by(story):
    def public_rows(record, first, end):
        return story.rows(record, first, end)

    return public_rows


def wrong_roll(row):
    if row["type"] != "roll":
        return None
    result = (row["pub"]["result"] + 1) % row["pub"]["sides"]
    return [row | {"pub": row["pub"] | {"result": result}}]


def swapped_card(row):
    opened = row["pub"].get("opened") if row["type"] == "commit" else None
    if not opened:
        return None
    face = "R01" if opened[0]["face"] != "R01" else "R02"
    return [row | {"pub": row["pub"] | {"opened": [opened[0] | {"face": face}, *opened[1:]]}}]


class SecondFreeze:
    """Freezes an event once more, after it has signed that it was frozen."""

    def __init__(self):
        self.frozen = None

    def __call__(self, row):
        if row["type"] == "freeze":
            self.frozen = row
        if row["type"] == "checkpoint" and self.frozen is not None:
            return [row, dict(self.frozen), dict(row)]
        return None


def verify_evidence(folder, kept):
    path = folder / "evidence.json"
    path.write_bytes(kept.evidence)
    return CliRunner().invoke(main, ["verify", "--evidence", str(path)])


def is_proof(kept):
    """Whether what is kept shows it to anybody: the host's signature may come behind."""
    return proven(read_accusation(kept.evidence), check_signature, TINY) is not None


async def is_found(guest, words):
    await guest.hears(lambda: guest.remote.state.findings)
    assert words in guest.remote.state.findings[0]
    # Within the turn: it is said before anybody has answered anything more.
    assert any(words in each.text for each in guest.all(link.Notice))


@pytest.mark.attack("T17")
@pytest.mark.parametrize(
    ("change", "words", "failure"),
    [
        (wrong_roll, "is not what its key gives", "wrong_roll"),
        (swapped_card, "is not the one that was promised", "wrong_opening"),
        (SecondFreeze(), "a freeze", "bad_event"),
    ],
)
async def test_what_the_host_has_signed_against_itself_is_proof_on_any_machine(
    tmp_path, monkeypatch, table, change, words, failure
):
    story, kept = OtherStory(tmp_path / "host", change), Kept()
    monkeypatch.setattr(GameRecord, "public_rows", told_by(story))
    async with (
        hosting(table()) as house,
        joined(house.port, settings=kept, floors=TINY) as guest,
    ):
        await knows_seat(guest)
        await answers_until(guest, lambda: guest.remote.state.findings)
        await is_found(guest, words)
        await answers_until(guest, lambda: is_proof(kept))
    done = verify_evidence(tmp_path, kept)
    assert (done.exit_code, failure in kept.evidence.decode()) == (1, True), done.output
    assert "The host cheated: row" in done.output


async def knows_seat(guest):
    await guest.hears_of(link.Lobby)
    guest.remote.send(link.Sit(seat=0))
    guest.remote.send(link.Ready())


async def answers_until(guest, is_so):
    given = [-1]
    while not is_so():
        await guest.hears(lambda: is_so() or is_asked_anew(guest, given[-1]))
        if not is_so():
            given.append(pending(guest).number)
            guest.answers()


def is_asked_anew(guest, last):
    return is_asked(guest) and pending(guest).number != last


def pending(guest):
    return guest.last(link.Pending)


@pytest.mark.attack("T17")
async def test_two_stories_over_two_lines_are_proof(tmp_path, monkeypatch, table):
    story, kept = OtherStory(tmp_path / "host", wrong_link), Kept()
    story.is_on = False
    monkeypatch.setattr(GameRecord, "public_rows", told_by(story))
    async with (
        hosting(table()) as house,
        BadLine(house.port) as line,
        joined(line.port, settings=kept, floors=TINY) as guest,
    ):
        await knows_seat(guest)
        await guest.hears(lambda: is_asked(guest) and guest.remote.state.checked > 6)
        story.is_on = True
        line.cut()
        await is_found(guest, "is told in two ways")
    done = verify_evidence(tmp_path, kept)
    assert done.exit_code == 1, done.output
    assert "two records" in done.output


def wrong_link(row):
    return (
        [row | {"pub": row["pub"] | {"commitment": "00" * 32}}] if row["type"] == "open" else None
    )


async def test_a_freeze_that_comes_late_is_the_word_of_one_machine(tmp_path, monkeypatch, table):
    honest, kept = GameRecord.freeze, Kept()

    async def late(record, given):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.8):
                await asyncio.Event().wait()
        return await honest(record, given)

    monkeypatch.setattr(GameRecord, "freeze", late)
    async with (
        hosting(table()) as house,
        joined(house.port, settings=kept, floors=TINY) as guest,
    ):
        await knows_seat(guest)
        await is_found(guest, "late: somebody could have tried what to add")
    done = verify_evidence(tmp_path, kept)
    assert done.exit_code == 2, done.output
    assert "ann's machine says" in done.output


def says(monkeypatch, change):
    """Has the host say something else over the line than an honest one would."""
    honest = MessageReader.read

    def read(reader, line):
        message = honest(reader, line)
        return message if message is None else change(message)

    monkeypatch.setattr(MessageReader, "read", read)


def other_lobby(message):
    if not isinstance(message, link.Lobby):
        return message
    options = [each.model_copy(update={"value": "on"}) if each.name == "open_hands" else each
               for each in message.options]  # fmt: skip
    return message.model_copy(update={"options": tuple(options)})


def other_card(message):
    """A card on the table that still lies in the deck, or in somebody's hand."""
    if not isinstance(message, link.Seen):
        return message
    view = message.view
    opened = {laid.face for laid in view.laid}
    other = next(face for face, _ in view.layouts if face not in opened)
    laid = (*view.laid[:1], *(replace(each, face=other) for each in view.laid[1:]))
    return message.model_copy(update={"view": replace(view, laid=laid)})


@pytest.mark.parametrize(
    ("change", "words"),
    [(other_lobby, "the lobby said open_hands on"), (other_card, "your screen shows")],
)
async def test_what_was_only_said_otherwise_is_the_word_of_one_machine(
    tmp_path, monkeypatch, table, change, words
):
    kept = Kept()
    says(monkeypatch, change)
    async with (
        hosting(table(fairness="solo")) as house,
        joined(house.port, settings=kept) as guest,
    ):
        await knows_seat(guest)
        await answers_until(guest, lambda: guest.remote.state.findings)
        await is_found(guest, words)
    done = verify_evidence(tmp_path, kept)
    assert done.exit_code == 2, done.output
    assert "ann's machine says" in done.output
