"""A table on another machine: played over a line that drops, against a host that dies."""

import asyncio
import contextlib
import json
import random
from dataclasses import replace

import pytest

from rr_net import link
from rr_net.cli.verifying import Notes, check_bundle, with_notes
from rr_net.client.checked import RecordWatcher
from rr_net.client.remote import BACK, GAME_BEFORE, LOST
from rr_net.client.screen import open_faces
from rr_net.fairness.proof.bundle import read_bundle
from rr_net.game.archive import JournalArchive, in_thread
from rr_net.game.record import GameRecord
from rr_net.room.arrivals import TAKEN_OVER
from tests.support.rr_net.joining import HOSTS_LUCK, BadLine, Kept, hosting, joined, plan

pytestmark = [pytest.mark.socket, pytest.mark.usefixtures("home")]

RUNE = {"game": "rune", "seats": 2, "bots": 1}


@contextlib.asynccontextmanager
async def playing(table):
    """Somebody at a table that is hosted here, over a line that can be cut."""
    async with hosting(table) as house, BadLine(house.port) as line, joined(line.port) as guest:
        yield line, guest


def is_back(guest):
    return any(each.text == BACK for each in guest.all(link.Notice))


async def sat_down(guest):
    """Takes the first seat; the bot has the other one, and the cards are dealt."""
    await guest.hears_of(link.Lobby)
    guest.remote.send(link.Sit(seat=0))
    guest.remote.send(link.Ready())
    await guest.hears(lambda: is_asked(guest))


def is_asked(guest):
    pending = guest.last(link.Pending)
    return pending is not None and pending.ask is not None


def is_over(guest):
    ended = guest.last(link.Ended)
    return ended is not None and ended.verdict != ""


async def plays_on(guest, pick=lambda count: 0, until=is_over, before=lambda: None):
    """Answers whatever is asked; each question once, as an interface does."""
    given = [-1]
    while not until(guest):
        await guest.hears(
            lambda: until(guest) or (is_asked(guest) and number_of(guest) != given[-1])
        )
        if until(guest):
            return
        given.append(number_of(guest))
        before()
        guest.answers(pick(len(guest.last(link.Pending).ask.options)))


def number_of(guest):
    return guest.last(link.Pending).number


async def test_a_whole_game_is_played_and_every_view_is_the_one_of_the_rules(tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    async with (
        hosting(plan(tmp_path / "host", **RUNE)) as house,
        joined(house.port, folder=notes) as guest,
    ):
        await sat_down(guest)
        assert guest.told[0].table == guest.remote.table == "Maple Court"
        pick = random.Random(7).randrange
        await plays_on(guest, pick)
        assert {type(each.view).__name__ for each in guest.all(link.Seen)} == {"RuneView"}
        assert guest.last(link.Ended).verified
        assert guest.all(link.Problem) == []
        rows = json.loads(house.archive.last_bundle)["rows"]
        await guest.hears(lambda: guest.remote.state.checked == len(rows))
        assert guest.remote.state.findings == ()
        assert guest.all(link.RecordRows) == []
        await guest.hears(lambda: guest.remote.state.at_end)
        assert guest.remote.state.at_end == HOSTS_LUCK
        assert guest.settings.kept == house.archive.last_bundle
        assert guest.remote.state.came_to == "unproved"
        assert HOSTS_LUCK in [each.text for each in guest.all(link.Notice)]
        report = check_bundle(
            house.archive.last_bundle,
            with_notes(house.archive.last_bundle, Notes(), guest.shelf.find),
            progress=lambda done, of: None,
        )
        assert report.status == 0
        assert "Your own notes were used" in report.text
        assert "The receipts of ann fit it" in report.text
        guest.remote.send(link.Leave())
        await guest.hears_of(link.Bye)


async def test_who_plays_again_at_once_has_the_game_before_checked_all_the_same(
    tmp_path, monkeypatch
):
    go = asyncio.Event()

    async def later(judge):
        await go.wait()
        return await in_thread(judge)

    monkeypatch.setitem(JournalArchive.__init__.__kwdefaults__, "aside", later)
    async with (
        hosting(plan(tmp_path / "host", **RUNE)) as house,
        joined(house.port, folder=tmp_path) as guest,
    ):
        await sat_down(guest)
        await plays_on(guest, until=lambda _: guest.last(link.Ended) is not None)
        old = guest.last(link.Ended).commitment
        guest.remote.send(link.Rematch())
        await guest.hears(lambda: guest.last(link.Lobby).commitment not in {"", old})
        await guest.hears(lambda: is_asked(guest) and guest.remote.state.checked > 0)
        go.set()
        words = GAME_BEFORE.format(HOSTS_LUCK)
        await guest.hears(lambda: words in [each.text for each in guest.all(link.Notice)])
        assert (guest.last(link.Ended).verified, guest.last(link.Ended).commitment) == (True, old)
        assert guest.remote.state.findings == ()
        # It is kept under its own name, and the game that is on has no verdict yet.
        kept = read_bundle(guest.settings.kept)
        assert (kept.rows[0].pub.commitment, guest.settings.games) == (old, [kept.manifest.gid])
        state = guest.remote.state
        assert (state.at_end, state.came_to, state.has_record) == ("", "nothing", False)


async def test_a_line_that_is_cut_comes_back_to_the_same_seat_and_the_same_question(tmp_path):
    async with playing(plan(tmp_path / "host", **RUNE)) as (line, guest):
        await sat_down(guest)
        before, log = guest.last(link.Pending), guest.last(link.Seen)
        line.cut()
        await guest.hears(lambda: is_back(guest) and guest.last(link.Pending) is not before)
        assert guest.last(link.Pending) == before
        assert guest.last(link.Seen) == log
        assert guest.remote.state.trouble == ""
        assert "Line lost: trying again (1)" in {each.trouble for each in guest.states}
        assert [each.text for each in guest.all(link.Notice)][-2:] == [LOST, BACK]
        seats = guest.last(link.Lobby).seats
        assert (seats[0].name, seats[0].connected, seats[0].stand_in) == ("ann", True, False)


async def test_an_answer_that_was_given_without_a_line_is_given_once_it_is_back(tmp_path):
    async with playing(plan(tmp_path / "host", **RUNE)) as (line, guest):
        await sat_down(guest)
        asked = guest.last(link.Pending)
        line.is_open = False
        line.cut()
        await guest.hears(lambda: guest.remote.state.trouble.endswith("(2)"))
        guest.answers()
        line.is_open = True
        await guest.hears(lambda: guest.last(link.Pending).number > asked.number)
        assert guest.all(link.Problem) == []


@pytest.mark.parametrize("seed", range(3))
async def test_a_line_that_is_cut_as_answers_are_given_loses_none_and_gives_none_twice(
    tmp_path, seed
):
    chance = random.Random(seed)
    async with playing(plan(tmp_path / "host", **RUNE)) as (line, guest):
        await sat_down(guest)
        cuts = []

        def cut_sometimes():
            if chance.random() < 0.9:
                cuts.append(asyncio.get_running_loop().call_later(
                    chance.random() * 0.01, line.cut))  # fmt: skip

        await plays_on(guest, chance.randrange, before=cut_sometimes)
        assert len(cuts) > 2
        assert guest.last(link.Ended).verified
        # An answer that came twice would be refused as stale.
        assert guest.all(link.Problem) == []
        assert guest.remote.state.checked > 10
        assert guest.remote.state.findings == ()


def told_otherwise(kind, change):
    """What a host tells of the rows of a kind, in place of what it keeps."""
    honest = GameRecord.public_rows

    def public_rows(record, first, end):
        rows = honest(record, first, end)
        return tuple(change(row) if json.loads(row)["type"] == kind else row for row in rows)

    return public_rows


@pytest.mark.attack("T17")
@pytest.mark.parametrize(
    ("kind", "change", "words"),
    [
        ("open", lambda row: row.replace('"anchor":"', '"anchor":"0').replace("0", "1", 1), "Row"),
        ("shuffle", lambda row: row.replace('"epoch":0', '"epoch":1'), "epoch 1"),
        ("checkpoint", lambda row: row.replace('"signature":"U1NIU0lH', '"signature":"U1NIU0lG'),
         "not signed by the host"),
        ("commit", lambda row: "{}", "no row"),
    ],
)  # fmt: skip
async def test_a_host_that_tells_another_record_is_found_out_within_the_turn(
    tmp_path, monkeypatch, kind, change, words
):
    monkeypatch.setattr(GameRecord, "public_rows", told_otherwise(kind, change))
    async with hosting(plan(tmp_path / "host", **RUNE)) as house, joined(house.port) as guest:
        await sat_down(guest)
        await guest.hears(lambda: guest.remote.state.findings)
        [finding] = guest.remote.state.findings
        assert words in finding
        # It is said as it is found, and stays: before anybody has answered anything.
        assert f"{finding}." in [each.text for each in guest.all(link.Notice)]
        await plays_on(guest, until=lambda g: len(g.all(link.Seen)) > 3)
        assert guest.remote.state.findings == (finding,)


async def test_another_record_after_a_line_that_dropped_is_found_out(tmp_path, monkeypatch):
    async with playing(plan(tmp_path / "host", **RUNE)) as (line, guest):
        await sat_down(guest)
        await guest.hears(lambda: guest.remote.state.checked > 3)

        def other(row):
            return row.replace('"signature":"U1NIU0lHAAAAAQ', '"signature":"U1NIU0lHAAAAAg')

        monkeypatch.setattr(GameRecord, "public_rows", told_otherwise("checkpoint", other))
        line.cut()
        await guest.hears(lambda: guest.remote.state.findings)
        assert "told in two ways" in guest.remote.state.findings[0]


async def test_chat_is_heard_once_however_often_the_line_drops(tmp_path):
    async with playing(plan(tmp_path / "host", seats=2)) as (line, guest):
        await guest.hears_of(link.Lobby)
        guest.remote.send(link.Say(text="hello"))
        await guest.hears_of(link.Chat)
        line.is_open = False
        line.cut()
        await guest.hears(lambda: guest.remote.state.trouble != "")
        guest.remote.send(link.Say(text="is anybody there?"))
        guest.remote.send(link.Say(text="hello"))
        line.is_open = True
        await guest.hears(lambda: len(guest.all(link.Chat)) >= 3)
        said = [each.text for each in guest.all(link.Chat)]
        assert said == ["hello", "is anybody there?", "hello"]
        line.cut()
        back = len(guest.all(link.Welcome))
        await guest.hears(lambda: len(guest.all(link.Welcome)) > back)
        guest.remote.send(link.Sit(seat=0))
        await guest.hears(lambda: guest.last(link.Lobby).seats[0].name == "ann")
        assert [each.text for each in guest.all(link.Chat)] == said


async def test_settings_stay_on_this_machine(tmp_path):
    kept = Kept('{"theme": "x"}')
    async with hosting(plan(tmp_path / "host")) as house:
        async with joined(house.port, settings=kept) as guest:
            first = await guest.hears_of(link.Welcome)
            assert first.profile == '{"theme": "x"}'
            guest.remote.send(link.KeepProfile(profile="mine"))
            assert kept.settings == "mine"
        async with joined(house.port) as guest:
            assert (await guest.hears_of(link.Welcome)).profile == ""


async def test_another_window_may_take_the_seat_and_this_one_does_not_take_it_back(tmp_path):
    async with hosting(plan(tmp_path / "host")) as house, joined(house.port) as guest:
        await guest.hears_of(link.Lobby)
        async with joined(house.port) as other:
            assert (await other.hears_of(link.Welcome)).elsewhere
            other.remote.send(link.TakeOver())
            assert (await guest.hears_of(link.Bye)).text == TAKEN_OVER
            await other.hears(lambda: not other.last(link.Welcome).elsewhere)


async def test_a_line_that_the_host_has_not_missed_yet_is_taken_over_without_a_question(tmp_path):
    async with playing(plan(tmp_path / "host")) as (line, guest):
        await guest.hears_of(link.Lobby)
        # Only this end finds that the line is gone.
        line.hang_up_here()
        await guest.hears(lambda: is_back(guest))
        await guest.hears_of(link.Lobby)
        assert not any(each.elsewhere for each in guest.all(link.Welcome))


async def test_the_invite_code_is_asked_for_and_shown_again_by_itself(tmp_path):
    table = plan(tmp_path / "host", is_open=False, invite="plum-tree")
    async with hosting(table) as house, joined(house.port) as guest:
        assert not (await guest.hears_of(link.Welcome)).admitted
        guest.remote.send(link.Enter(code="wrong"))
        assert (await guest.hears_of(link.Problem)).code == "wrong_code"
        guest.remote.send(link.Enter(code="plum-tree"))
        await guest.hears_of(link.Lobby, lambda m: m.people)


async def test_the_last_word_of_a_host_is_no_lost_line(tmp_path):
    async with hosting(plan(tmp_path / "host")) as house, joined(house.port) as guest:
        await guest.hears_of(link.Lobby)
        house.room.close()
        bye = await guest.hears_of(link.Bye)
        assert bye.text == "The host has closed the table."
        assert guest.remote.state.trouble == ""


@pytest.mark.parametrize("typed", ["", "runes join -J relay.example ann@maple-abcd"])
async def test_a_guest_is_told_how_a_kept_game_is_come_back_to_from_the_own_program(
    tmp_path, typed
):
    async with (
        hosting(plan(tmp_path / "host", **RUNE)) as house,
        joined(house.port, way_back=typed) as guest,
    ):
        await sat_down(guest)
        house.room.close()
        bye = await guest.hears_of(link.Bye)
        assert bye.back == (typed or f"ssh -p {house.port} ann@127.0.0.1")
        assert "The host's machine keeps the game" in bye.text
        assert "make play" not in bye.text


def shows_what_rows_open(seen, check):
    """Whether the rows of a screen are there, which come behind it: START was never hidden."""
    return set(open_faces(seen.view) - check.opened) == {"START"}


async def test_a_screen_is_compared_with_the_rows_that_came_behind_it(tmp_path, monkeypatch):
    watchers, honest = [], RecordWatcher.hear

    def hear(watcher, message):
        watchers.append(watcher)
        honest(watcher, message)

    monkeypatch.setattr(RecordWatcher, "hear", hear)
    async with hosting(plan(tmp_path / "host", **RUNE)) as house, joined(house.port) as guest:
        await sat_down(guest)
        await guest.hears(lambda: guest.remote.state.checked > 3 and shows_what_rows_open(
            guest.last(link.Seen), watchers[0].check))  # fmt: skip
        watcher, seen = watchers[0], guest.last(link.Seen)
        opened = watcher.check.opened
        face = next(face for face in watcher.check.manifest.cards if not opened[face])
        # The host tells of the screen first, and the line may be cut before the rows.
        watcher.hear(seen.model_copy(update={"view": replace(seen.view, removed=(face,))}))
        watcher.looked()
        assert guest.remote.state.findings == ()
        at = watcher.checked
        watcher.hear(link.RecordRows(game=watcher.game, first=at, size=at, rows=()))
        [finding] = guest.remote.state.findings
        assert "which no row has opened" in finding
