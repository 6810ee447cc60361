"""Past games of one machine: found, checked, copied out, and led to from the first screen."""

import asyncio
import re
import sqlite3
from math import inf
from threading import Event

import pytest

from rr_net.cli import verifying
from rr_net.cli.front import PAST, FrontDesk, PastChosen
from rr_net.cli.past import (
    GONE,
    HOSTS_WORD,
    NOT_FORGOTTEN,
    STILL_AT_IT,
    UNREAD,
    WAITS,
    PastDesk,
    PastDesks,
)
from rr_net.cli.verifying import check_bundle
from rr_net.history.book import NAME, open_book
from rr_net.host.around import look_around
from rr_net.host.places import TABLE, write_note
from rr_net.host.process import HostPlan
from rr_net.link import EVERYBODY
from rr_net.link.refusals import Refused
from rr_net.replay.looking import CHECKED, CHECKING
from rr_net.room.lobby import TablePlan
from rr_net.room.state import PastAsker
from rr_net.store import SqliteJournal
from rr_rules.registry import load_game
from tests.support.rr_net.pastgames import ANN, BOB, DAY, NOON, ROOT, game
from tests.support.rr_net.recorded import manifest_of, record
from tests.support.rr_net.roomplay import hall
from tests.support.tasks import beside, turns


def book_at(folder, *games):
    book = open_book(folder)
    book.keep(*games)
    book.close()


async def test_games_are_looked_up_by_words(tmp_path):
    book_at(tmp_path, game(1), game(2, winner=ANN, others=(ROOT,)))
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.count() == 2
    found = await desk.look("lost")
    assert [each.result for each in found.games] == ["lost"]
    assert found.find == "lost"


@pytest.mark.parametrize("is_own", [True, False])
async def test_a_damaged_book_is_told_in_words_to_a_guest_without_its_place(tmp_path, is_own):
    (tmp_path / NAME).write_bytes(b"no book" * 500)
    (tmp_path / NAME).chmod(0o600)
    desk = PastDesk(tmp_path, (ROOT,), (), is_own=is_own)
    found = await desk.look("")
    assert found.games == ()
    assert found.problem.startswith(UNREAD)
    assert ("is no book of results" in found.problem) is is_own
    assert (str(tmp_path) in found.problem) is is_own
    assert await desk.check("0" * 64) == (GONE,)


async def test_the_first_screen_says_that_past_games_cannot_be_read(tmp_path):
    (tmp_path / NAME).write_bytes(b"no book" * 500)
    (tmp_path / NAME).chmod(0o600)
    plan = HostPlan(TablePlan(name="t", game="rune", seats=2), tmp_path)
    line = FrontDesk(plan, await look_around(tmp_path), given=frozenset()).page().line(PAST)
    assert not line.is_open
    assert UNREAD in line.about


async def test_a_book_that_cannot_be_written_is_read(tmp_path, monkeypatch):
    book_at(tmp_path, game(1), game(2, winner=ANN, others=(ROOT,)))
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda path, **terms: connect(
        path if "immutable" in path else path + "?mode=ro", **terms))  # fmt: skip
    (tmp_path / NAME).with_name(f"{NAME}-wal").unlink(missing_ok=True)
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.count() == 2
    assert await desk.forget() == (NOT_FORGOTTEN,)


async def test_a_game_goes_on_only_where_it_is_kept(tmp_path):
    desk = PastDesk(tmp_path, (ROOT,), ("a" * 64,))
    assert desk.may_go_on("a" * 64)
    assert not desk.may_go_on("b" * 64)


@pytest.mark.socket
@pytest.mark.parametrize(
    ("opened", "says"), [(NOON, "being played"), (NOON + 2 * DAY, "unfinished")]
)
async def test_past_games_lead_back_to_the_page_beside_an_open_table(tmp_path, opened, says):
    """What is played at that table is no unfinished game."""
    going_on = game(1, state="playing", checked="unchecked", folder=str(tmp_path))
    book_at(tmp_path, going_on)
    plan = HostPlan(TablePlan(name="t", game="rune", seats=2), tmp_path)
    journal = await SqliteJournal.open(tmp_path)
    write_note(tmp_path / TABLE, {"port": 2222, "name": "Maple Court", "opened": opened})
    try:
        desk = FrontDesk(plan, await look_around(tmp_path), given=frozenset())
    finally:
        await journal.close()
    page = desk.page().line("beside").page()
    assert isinstance(desk.chosen(PAST), PastChosen)
    [shown] = (await desk.past.look("")).games
    assert shown.result == says
    back = desk.page(at=PAST)
    assert (back.title, back.at) == (page.title, PAST)
    assert [each.title for each in back.path] == ["A table is open here", page.title]


async def test_the_first_screen_offers_past_games_once_there_are_some(tmp_path):
    plan = HostPlan(TablePlan(name="t", game="rune", seats=2), tmp_path)
    desk = FrontDesk(plan, await look_around(tmp_path), given=frozenset())
    assert PAST not in [line.key for line in desk.page().lines]
    book_at(tmp_path, game(1), game(2))
    desk = FrontDesk(plan, await look_around(tmp_path), given=frozenset())
    line = desk.page().line(PAST)
    assert line.words == "Past games (2)"
    assert isinstance(desk.chosen(PAST), PastChosen)
    assert desk.going_on("a" * 64) is None


def recorded_in(folder):
    """A whole game whose record lies in a folder, as the book knows it."""
    rules = load_game("rune")
    manifest = manifest_of(rules, 2)
    source = record(3, manifest, rules).bundle
    (folder / f"bundle-{manifest.gid[:16]}.json").write_bytes(source)
    book_at(folder, game(1, gid=manifest.gid, edition="Rune", folder=str(folder)))
    return manifest.gid, source


async def test_a_record_is_checked_copied_out_and_can_be_replayed(tmp_path, monkeypatch):
    gid, source = recorded_in(tmp_path)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    desk = PastDesk(tmp_path, (ROOT,), ())
    assert desk.may_replay(gid)
    assert (await desk.check(gid))[0].startswith("Checked on this machine: ")
    said = await desk.export(gid)
    copy = tmp_path / "here" / f"rune-{gid[:8]}.json"
    assert copy.read_bytes() == source
    assert str(copy) in said[0]
    assert "names" in said[-1]
    (tmp_path / f"bundle-{gid[:16]}.json").write_bytes(source.replace(b"Ann", b"Eve"))
    assert not any(line.startswith("Checked") for line in await desk.check(gid))
    (tmp_path / f"bundle-{gid[:16]}.json").unlink()
    assert not desk.may_replay(gid)
    assert await desk.export(gid) == (GONE,)


async def test_before_a_check_it_is_said_about_how_long_it_takes_here(tmp_path, monkeypatch):
    gid, _ = recorded_in(tmp_path)
    asked = []
    monkeypatch.setattr(
        "rr_net.host.checking.seconds_of", lambda _, many: asked.append(many) or 17.0
    )
    told = []
    await PastDesk(tmp_path, (ROOT,)).check(gid, told.append)
    assert told == ["The record is being checked: about 20 seconds here."]
    await guest(tmp_path, ANN).check(gid, told.append)
    assert len(told) == 2
    assert asked == [inf, 0]  # a guest has a sample of it checked


# --- at an open table ----------------------------------------------------------------------------


def guest(folder, *keys, **more):
    return PastDesk(folder, keys, sees_all=False, is_own=False, **more)


@pytest.mark.parametrize("is_ours", [True, False])
async def test_the_record_of_another_game_is_neither_shown_nor_vouched_for(tmp_path, is_ours):
    _, source = recorded_in(tmp_path)  # ann's game
    other = "c" * 64
    path = tmp_path / (f"bundle-{other[:16]}.json" if is_ours else "bundle.json")
    path.write_bytes(source)
    where = str(tmp_path if is_ours else path)
    bobs = game(5, winner=BOB, others=(ROOT,), gid=other, is_ours=is_ours, folder=where)
    book_at(tmp_path, bobs)
    assert await PastDesk(tmp_path, (ROOT,)).check(other) == (GONE,)
    with pytest.raises(Refused):
        await guest(tmp_path, BOB).replay(other)


async def test_a_check_ends_with_who_looked_and_holds_up_nobody_else(tmp_path, monkeypatch):
    gid, _ = recorded_in(tmp_path)
    desks = PastDesks(tmp_path)
    judged = []
    monkeypatch.setattr("rr_net.fairness.proof.verify.verify", lambda *_, **__: judged.append(True))
    ann = desks(PastAsker((ANN,), sees_all=False, is_own=False))
    viewer = await ann.replay(gid)
    viewer.close()
    await asyncio.gather(*ann.checks)
    assert judged == []


async def checked(viewer):
    """What becomes of a game that is looked at once its check is over."""
    over = asyncio.Event()
    viewer.watch(lambda: viewer.reel.check == CHECKING or over.set())
    if viewer.reel.check == CHECKING:
        async with asyncio.timeout(10):
            await over.wait()
    return viewer.reel


async def test_a_guest_has_the_records_of_games_with_the_own_key_and_no_others(tmp_path):
    gid, _ = recorded_in(tmp_path)
    ann, bob = guest(tmp_path, ANN), guest(tmp_path, BOB)
    told = await ann.check(gid)
    assert told[0] == HOSTS_WORD
    assert told[1].startswith("played as dealt, but the host alone")
    assert not re.search("[0-9a-f]{64}", " ".join(told))
    viewer = await ann.replay(gid)
    assert viewer.picture(3, EVERYBODY).opened
    assert (await checked(viewer)).check == CHECKED
    for game_of in (gid, "0" * 64):
        assert await bob.check(game_of) == await bob.export(game_of) == (GONE,)
        with pytest.raises(Refused, match="record is not here"):
            await bob.replay(game_of)


async def test_a_guest_looks_up_the_own_games_and_no_others(tmp_path):
    book_at(tmp_path, game(1, winner=ROOT, others=(BOB,)), game(2, winner=ANN, others=(BOB,)))
    desk = guest(tmp_path, ANN)
    assert [each.game for each in (await desk.look("")).games] == [f"{2:064x}"]
    assert (await desk.look("root")).games == ()
    assert desk.count() == 1


async def test_a_guest_is_told_how_the_record_is_had_and_no_file_is_written(tmp_path, monkeypatch):
    gid, _ = recorded_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    said = await guest(tmp_path, ANN).export(gid)
    assert f"bundle-{gid[:16]}.json" in said[0]
    assert str(tmp_path) not in "".join(said)
    assert sorted(tmp_path.iterdir()) == before


async def test_a_record_that_was_tampered_with_is_closed_with_the_reason_at_a_table_too(tmp_path):
    gid, source = recorded_in(tmp_path)
    path, desk = tmp_path / f"bundle-{gid[:16]}.json", guest(tmp_path, ANN)
    path.write_bytes(source.replace(b'"option":0', b'"option":1'))
    assert "does not verify" in (await checked(await desk.replay(gid))).refusal
    path.write_bytes(b"no record")
    with pytest.raises(Refused, match="this cannot be replayed"):
        await desk.replay(gid)


async def test_a_guest_forgets_the_own_key_and_nobody_elses(tmp_path):
    recorded_in(tmp_path)
    assert (await guest(tmp_path, ANN).forget())[0].startswith('In 1 game stands "somebody" now')
    assert "ask the host" in (await guest(tmp_path, ANN).forget())[0]
    book = open_book(tmp_path)
    [kept] = book.all_finished()
    book.close()
    assert [seat.name for seat in kept.seats] == ["root", "somebody"]
    assert (await guest(tmp_path, BOB).forget())[0].startswith("In 0 games")


async def test_what_takes_long_is_done_for_one_after_the_other(tmp_path, monkeypatch):
    gid, _ = recorded_in(tmp_path)
    desks, busy = PastDesks(tmp_path), []

    def counted(source, notes, *, depth, progress):
        busy.append(1)
        assert len(busy) == 1
        report = check_bundle(source, notes, depth=depth, progress=progress)
        busy.pop()
        return report

    monkeypatch.setattr(verifying, "check_bundle", counted)
    told = []
    askers = [desks(PastAsker((key,), sees_all=False, is_own=False)) for key in (ANN, ROOT, ANN)]
    said = await asyncio.gather(*(each.check(gid, told.append) for each in askers))
    assert [lines[1].partition(",")[0] for lines in said[:2]] == ["played as dealt"] * 2
    # Who has asked already is told so; who waits for somebody else is told that, and answered.
    assert said[2] == (f"{STILL_AT_IT}.",)
    assert told == [WAITS]
    assert (await askers[2].check(gid, told.append))[0] == HOSTS_WORD
    assert told == [WAITS]


async def test_who_leaves_a_check_does_not_give_the_turn_away_before_it_has_ended(
    tmp_path, monkeypatch
):
    gid, _ = recorded_in(tmp_path)
    desks, begun, goes_on, stopped = PastDesks(tmp_path), Event(), Event(), []

    def long(source, notes, *, depth, progress):
        begun.set()
        goes_on.wait(10)
        try:
            progress(1, 2)
        except asyncio.CancelledError:
            stopped.append(True)
            raise

    monkeypatch.setattr(verifying, "check_bundle", long)
    ann, root = (desks(PastAsker((key,), sees_all=False, is_own=False)) for key in (ANN, ROOT))
    told = []
    async with beside(ann.check(gid)) as left:
        await asyncio.to_thread(begun.wait, 10)
        left.cancel()
        monkeypatch.setattr(verifying, "check_bundle", check_bundle)
        async with beside(root.check(gid, told.append)) as waiting:
            await turns()
            assert (told, waiting.done()) == ([WAITS], False)
            goes_on.set()
        assert waiting.result()[0] == HOSTS_WORD
        assert stopped == [True]
    assert left.cancelled()


async def test_a_room_gives_each_the_records_of_the_own_key_and_the_host_all(tmp_path):
    gid, _ = recorded_in(tmp_path)
    async with hall(past=PastDesks(tmp_path)) as place:
        host = await place.comes("root", is_host=True)
        ann, bob = await place.comes("ann"), await place.comes("bob")
        said = [await player.link.past().check(gid) for player in (host, ann, bob)]
        assert [lines == (GONE,) for lines in said] == [False, False, True]
        for _ in range(9):
            bob.link.past()
        with pytest.raises(Refused, match="too much at once"):
            bob.link.past()
    async with hall(past=PastDesks(tmp_path), is_open=False, invite="plum") as place:
        eve = await place.comes("ann", waits=False)
        assert eve.link.past() is None
