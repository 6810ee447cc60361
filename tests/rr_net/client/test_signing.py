"""A client that signs, at a real table: its answers, its shares of luck, the heads it has seen."""

import contextlib
import json
import random

import pytest

from rr_net import link
from rr_net.client.ownseat import LEFT_OUT
from rr_net.client.remote import COUNTS, SIGNS
from rr_net.client.whole.bundles import HOLDS
from rr_net.fairness.chain import signers
from rr_net.fairness.proof.verify import verify
from rr_net.game import archive
from rr_net.game.drafts import NUMBERS
from rr_net.game.signing import SigningSeats
from rr_net.room.chairs import Chair
from rr_net.ssh.sshsig import check_signature
from rr_rules.kernel.transcript import canonical
from tests.rr_net.client.test_remote import (
    RUNE,
    is_asked,
    plays_on,
)
from tests.support.rr_net.joining import HOSTS_LUCK, BadLine, hosting, joined, plan
from tests.support.rr_net.recorded import TINY

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def rows_of(house):
    return json.loads(house.archive.last_bundle)["rows"]


def answers_of(rows, seat=0):
    return [row["body"] for row in rows if row["type"] == "answer" and row["body"]["seat"] == seat]


async def knows_key(guest):
    """Sits down, and waits until the table knows the key that the client signs with."""
    await guest.hears_of(link.Lobby)
    guest.remote.send(link.Sit(seat=0))
    await guest.hears(lambda: guest.last(link.Lobby).seats[0].checks)


@contextlib.asynccontextmanager
async def at_table(tmp_path, notes, settings=None, **table):
    async with (
        hosting(plan(tmp_path / "host", **RUNE | table)) as house,
        BadLine(house.port) as line,
        joined(line.port, settings=settings, folder=notes, signs=True, floors=TINY) as guest,
    ):
        await knows_key(guest)
        guest.remote.send(link.Ready())
        await guest.hears(lambda: is_asked(guest))
        yield house, line, guest


async def test_every_answer_of_a_game_is_signed_and_the_record_verifies(tmp_path, notes):
    async with at_table(tmp_path, notes) as (house, _, guest):
        await plays_on(guest, random.Random(3).randrange)
        assert guest.all(link.Problem) == []
        told = [each.text for each in guest.all(link.Notice)]
        assert (told.count(SIGNS), told.count(COUNTS)) == (1, 1)
        await guest.hears(lambda: guest.remote.state.at_end)
        assert guest.remote.state.at_end == HOSTS_LUCK
        rows = rows_of(house)
        mine = answers_of(rows)
        assert len(mine) > 5
        assert {each["by"] for each in mine} <= {"", "single"}
        assert all(each["signed"] for each in mine if each["by"] == "")
        assert guest.last(link.Ended).verified
        assert guest.remote.state.findings == ()
        # The others see within a turn what this client has seen.
        assert any(row["type"] == "witness" for row in rows)
        kept = guest.shelf.find(rows[0]["pub"]["game"])
        assert kept.key is not None
        assert {each.request for each in kept.answers} >= {
            each["signed"]["request"] for each in mine if each["signed"]
        }


async def test_the_client_gives_its_share_of_luck_by_itself(tmp_path, notes, monkeypatch):
    monkeypatch.setattr(archive, "WORK", TINY)
    async with at_table(tmp_path, notes, fairness="table") as (house, _, guest):
        # The deal was shuffled before the first question, and nobody has pressed a key.
        await plays_on(guest)
        await guest.hears(lambda: guest.remote.state.at_end)
        assert guest.remote.state.at_end == HOLDS.format("")
        freezes = [row["pub"] for row in rows_of(house) if row["type"] == "freeze"]
        assert freezes
        given = [each for freeze in freezes for each in freeze["given"] if each["seat"] == 0]
        assert [each["level"] for each in given] == ["signed"] * len(freezes)
        kept = guest.shelf.find(rows_of(house)[0]["pub"]["game"])
        assert [each.value for each in kept.frozen] == [each["value"] for each in given]
        assert len(kept.lines) == len(given)


@pytest.mark.parametrize("seed", range(2))
async def test_a_line_that_is_cut_while_it_signs_signs_nothing_twice(tmp_path, notes, seed):
    chance = random.Random(seed)
    async with at_table(tmp_path, notes) as (house, line, guest):

        def cut_sometimes():
            if chance.random() < 0.5:
                guest.remote.watch(lambda: None)
                line.cut()

        await plays_on(guest, chance.randrange, before=cut_sometimes)
        assert guest.all(link.Problem) == []
        assert guest.last(link.Ended).verified
        mine = answers_of(rows_of(house))
        assert all(each["signed"] for each in mine if each["by"] == "")
        assert sum(each["by"] == "" for each in mine) > 5


async def test_a_client_that_was_killed_goes_on_with_the_same_key(tmp_path, notes):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        async with joined(house.port, folder=notes, signs=True) as guest:
            await knows_key(guest)
            guest.remote.send(link.Ready())
            await guest.hears(lambda: is_asked(guest))
            await plays_on(guest, until=lambda g: len(g.all(link.Seen)) > 3)
        async with joined(house.port, folder=notes, signs=True) as again:
            await again.hears(lambda: is_asked(again))
            await plays_on(again)
            assert again.all(link.Problem) == []
            assert again.last(link.Ended).verified
            mine = answers_of(rows_of(house))
            assert all(each["signed"] for each in mine if each["by"] == "")
            sizes = [each["signed"]["size"] for each in mine if each["signed"]]
            assert sizes == sorted(sizes)
            assert key_rows(rows_of(house)) == []


@contextlib.asynccontextmanager
async def host_that_stops(tmp_path, notes, until):
    """A host that stops in mid-game and goes on; whoever has joined is asked again."""
    place = plan(tmp_path / "host", **RUNE)
    async with contextlib.AsyncExitStack() as first:
        house = await first.enter_async_context(hosting(place))
        async with (
            BadLine(house.port) as line,
            joined(line.port, folder=notes, signs=True) as guest,
        ):
            await knows_key(guest)
            guest.remote.send(link.Ready())
            await guest.hears(lambda: is_asked(guest))
            await plays_on(guest, until=until)
            line.is_open = False
            line.cut()
            await guest.hears(lambda: guest.remote.state.trouble != "")
            await first.aclose()
            before = guest.last(link.Pending)
            async with hosting(place, resume=True) as house:
                line.to, line.is_open = house.port, True
                await guest.hears(lambda: guest.last(link.Pending) is not before)
                await guest.hears(lambda: is_asked(guest))
                yield house, guest


async def test_a_host_that_stopped_and_goes_on_is_signed_for_as_before(tmp_path, notes):
    def has_seen_some(guest):
        return len(guest.all(link.Seen)) > 3

    async with host_that_stops(tmp_path, notes, has_seen_some) as (house, guest):
        await is_signed_for_to_the_end(house, guest)


async def test_a_draft_that_was_lost_with_its_host_is_signed_anew_and_otherwise(tmp_path, notes):
    def is_draft(guest):
        return is_asked(guest) and guest.last(link.Pending).number >= NUMBERS

    async with host_that_stops(tmp_path, notes, is_draft) as (house, guest):
        number = guest.last(link.Pending).number
        assert number < NUMBERS
        games = [json.loads(each.read_text().splitlines()[0])["game"] for each in notes.glob("n*")]
        before = guest.shelf.find(games[0]).answer("answer", number)
        assert before.is_final
        guest.answers(before.option + 1)
        await guest.hears(lambda: guest.last(link.Pending).number != number)
        await is_signed_for_to_the_end(house, guest)


async def is_signed_for_to_the_end(house, guest):
    await plays_on(guest)
    assert guest.all(link.Problem) == []
    assert guest.remote.state.findings == ()
    assert guest.last(link.Ended).verified
    mine = answers_of(rows_of(house))
    assert all(each["signed"] for each in mine if each["by"] == "")


async def test_a_seat_is_played_by_plain_ssh_and_then_by_the_client_again(tmp_path, notes):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        async with joined(house.port, folder=notes, signs=True) as guest:
            await knows_key(guest)
            guest.remote.send(link.Ready())
            await guest.hears(lambda: is_asked(guest))
            await plays_on(guest, until=lambda g: len(g.all(link.Seen)) > 3)
        async with joined(house.port, signs=False) as plain:
            await plain.hears(lambda: is_asked(plain))
            await plays_on(plain, until=lambda g: len(g.all(link.Seen)) > 3)
            assert plain.all(link.Problem) == []
        async with joined(house.port, folder=notes, signs=True) as again:
            await again.hears(lambda: is_asked(again))
            await plays_on(again)
            assert again.all(link.Problem) == []
            assert again.last(link.Ended).verified
            await again.hears(lambda: again.remote.state.at_end)
            rows = rows_of(house)
            at_end = again.remote.state.at_end
            assert at_end.startswith("Checked on your machine: the host could have made up ")
            assert (
                " of ann, which no player's client has signed; apart from that played as" in at_end
            )
            assert "Answers for your seat without your signature: " in at_end
            assert "by plain ssh" in at_end
            assert again.remote.state.findings == ()
            # Only its player knows whether that was theirs: a host could write it by itself.
            said = [each.text for each in again.all(link.Notice) if each.text.startswith("Row ")]
            assert len(said) == 2
            assert "If that was not you, the host can write moves of yours" in said[0]
            assert "you play with this client again" in said[1]
            verdict = verify(house.archive.last_bundle, check_signature=check_signature)
            unsigned = [each for each in answers_of(rows) if not (each["signed"] or each["by"])]
            assert verdict.tally.unsigned == ((0, len(unsigned)),)
            assert "so the host could make them up" in verdict.text
            until = [row["pub"]["until"] for row in rows if row["type"] == "plain"]
            assert until == [0, 1]
            assert answers_of(rows)[-1]["signed"]


async def test_another_device_gets_its_own_key_in_mid_game(tmp_path, notes):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        async with joined(house.port, folder=notes, signs=True) as guest:
            await knows_key(guest)
            guest.remote.send(link.Ready())
            await guest.hears(lambda: is_asked(guest))
            await plays_on(guest, until=lambda g: len(g.all(link.Seen)) > 3)
        other = tmp_path / "other"
        other.mkdir()
        async with joined(house.port, folder=other, signs=True) as again:
            await again.hears(lambda: is_asked(again))
            await plays_on(again)
            assert again.all(link.Problem) == []
            assert again.last(link.Ended).verified
            rows = rows_of(house)
            assert [row["pub"]["seat"] for row in key_rows(rows)] == [0]
            assert again.remote.state.findings == ()
            assert answers_of(rows)[-1]["signed"]
            await again.hears(lambda: again.remote.state.at_end)
            assert "played as dealt, but the host alone chose the luck" in again.remote.state.at_end


async def test_who_comes_back_after_the_end_has_the_record_checked_too(tmp_path, notes):
    async with hosting(plan(tmp_path / "host", **RUNE)) as house:
        async with joined(house.port, folder=notes, signs=True) as guest:
            await knows_key(guest)
            guest.remote.send(link.Ready())
            await guest.hears(lambda: is_asked(guest))
            await plays_on(guest)
        async with joined(house.port, folder=notes, signs=True) as again:
            await again.hears(lambda: again.remote.state.at_end)
            assert again.remote.state.at_end == HOSTS_LUCK


def key_rows(rows):
    return [row for row in rows if row["type"] == "seat"]


@pytest.mark.attack("T18")
async def test_no_answer_is_given_at_a_table_that_left_the_key_out(tmp_path, notes, monkeypatch):
    honest = Chair.seated
    monkeypatch.setattr(
        Chair, "seated", lambda chair: honest(chair).model_copy(update={"signer": None})
    )
    async with at_table(tmp_path, notes) as (_, _, guest):
        asked = guest.last(link.Pending)
        guest.answers()
        await guest.hears(lambda: guest.all(link.Problem))
        assert [each.text for each in guest.all(link.Problem)] == [f"{LEFT_OUT}."]
        assert guest.last(link.Pending) == asked


@pytest.mark.attack("T18")
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"signed": None}, "not what it has sealed"),
        ({"option": 1}, "not what it has sealed"),
    ],
)
async def test_own_rows_that_the_host_tells_otherwise_are_found(
    tmp_path, notes, monkeypatch, change, words
):
    honest = SigningSeats.own

    def other(seats, *where):
        return tuple([
            each.model_copy(update={"body": canonical(json.loads(each.body) | change).decode()})
            for each in honest(seats, *where)
        ])  # fmt: skip

    monkeypatch.setattr(SigningSeats, "own", other)
    async with at_table(tmp_path, notes) as (_, _, guest):
        await plays_on(guest, until=lambda g: g.remote.state.findings)
        assert words in guest.remote.state.findings[0]


@pytest.mark.attack("T18")
async def test_a_move_that_was_forged_for_the_own_seat_is_found_in_the_same_turn(
    tmp_path, notes, monkeypatch
):
    """A host with a program of its own keeps what it likes: here nobody's signature."""
    monkeypatch.setattr(SigningSeats, "signs", lambda seats, seat: False)
    monkeypatch.setattr(signers.Signers, "check", lambda signers, row: None)
    async with at_table(tmp_path, notes) as (_, _, guest):
        await plays_on(guest, until=lambda g: g.remote.state.findings)
        assert "is a move of yours that nobody has signed" in guest.remote.state.findings[0]
