"""What was pressed elsewhere too: in a window that was cut off, or on another own device."""

import random

import pytest

from rr_net import link
from rr_net.client.checked import ELSEWHERE, NOT_FROM_HERE, OTHER_OWNER, RecordWatcher
from rr_net.client.notes import NoteShelf
from rr_net.fairness.base.rows import (
    AwayRow,
    EventRow,
    FreezeRow,
    Given,
    PlainRow,
    ReopenRow,
    SeatRow,
)
from rr_net.game import archive
from rr_rules.kernel.transcript import canonical
from tests.rr_net.client.test_hostile import Leaping
from tests.rr_net.client.test_outbox import event, pending
from tests.rr_net.client.test_remote import RUNE, is_asked
from tests.rr_net.client.test_signing import knows_key
from tests.support.rr_net.cheating import BOB, MANIFEST, Host, Story
from tests.support.rr_net.joining import hosting, joined, plan
from tests.support.rr_net.recorded import KEYS, TINY, manifest_of, record
from tests.support.rr_tui.fakelink import lobby, person, welcome

NEW = "new-keys"


class CutOff(Host):
    """A host whose windows are often cut off."""

    cut_off = 0.6

    def pressed(self, seat):
        return Given(level="mash", seat=seat, value=NEW)


def cut_off():
    """The rows of a game whose first window was cut off."""
    for seed in range(9):
        story = Story(CutOff, random.Random(seed))
        story.played(24)
        rows = story.ledger.rows
        if any(isinstance(row, ReopenRow) and row.pub.event == 1 for row in rows):
            return rows
    raise AssertionError("no window was cut off")


def watching():
    told = []
    watcher = RecordWatcher(
        told.append, Leaping(), lambda: None, lambda *kept: None, NoteShelf(), TINY
    )
    watcher.line_opened(MANIFEST.host_key)
    return watcher


def rows_of(rows, first, end, of=MANIFEST):
    manifest = canonical(of.plain()).decode() if first == 0 else ""
    texts = tuple(canonical(row.public()).decode() for row in rows[first:end])
    return link.RecordRows(game=of.gid, manifest=manifest, first=first, size=end, rows=texts)


def test_keys_of_an_opening_that_was_cut_off_are_not_held_against_the_next_one():
    rows = cut_off()
    again = [row for row in rows if isinstance(row, ReopenRow) and row.pub.event == 1]
    watcher, opening = watching(), again[-1].pub.opening
    watcher.hear(welcome(name="Bob", fingerprint=KEYS["Bob"].get_fingerprint()))
    watcher.hear(lobby("playing", people=(person("Bob", BOB),)))
    watcher.hear(pending(event=event(number=1)))
    watcher.said(link.Contribute(event=1, keys="old-keys"))
    watcher.hear(rows_of(rows, 0, again[0].seq))
    watcher.line_opened(MANIFEST.host_key)
    watcher.hear(pending(event=None))
    watcher.hear(pending(event=event(number=1, opening=opening)))
    watcher.hear(rows_of(rows, again[0].seq, again[-1].seq + 2))
    watcher.said(link.Contribute(event=1, keys=NEW))
    watcher.hear(pending(event=event(NEW, number=1, opening=opening)))
    watcher.hear(rows_of(rows, again[-1].seq + 2, again[-1].seq + 4))
    assert watcher.findings == ()


def hears_of_first_event(rows, of=MANIFEST):
    """Somebody who has heard of the game as far as the window of its first event."""
    watcher, opened = watching(), next(row.seq for row in rows if isinstance(row, EventRow))
    watcher.hear(welcome(name="Bob", fingerprint=KEYS["Bob"].get_fingerprint()))
    watcher.hear(lobby("playing", people=(person("Bob", BOB),)))
    watcher.hear(rows_of(rows, 0, opened + 2, of))
    return watcher, opened + 2


def mashed(keys):
    """The rows of a game in which Bob has given just these keys to the first event."""

    class OfKeys(Host):
        def pressed(self, seat):
            return Given(level="mash", seat=seat, value=keys)

    story = Story(OfKeys)
    story.played(12)
    return story.ledger.rows


def test_keys_that_another_device_has_pressed_before_are_told_and_no_accusation():
    rows = mashed("there-here")
    watcher, opened = hears_of_first_event(rows)
    watcher.hear(pending(event=event("there-", number=1)))
    assert watcher.missed() == (NOT_FROM_HERE.format(1),)
    watcher.said(link.Contribute(event=1, keys="here"))
    watcher.hear(pending(event=event("there-here", number=1)))
    watcher.hear(rows_of(rows, opened, opened + 2))
    assert (watcher.findings, watcher.missed()) == ((), ())


def test_keys_that_another_device_has_pressed_while_the_line_was_lost_are_no_accusation():
    rows = mashed("herethere-again")
    watcher, opened = hears_of_first_event(rows)
    watcher.hear(pending(event=event(number=1)))
    watcher.said(link.Contribute(event=1, keys="here"))
    watcher.line_opened(MANIFEST.host_key)
    watcher.hear(pending(event=event("herethere-", number=1)))
    watcher.said(link.Contribute(event=1, keys="again"))
    watcher.hear(rows_of(rows, opened, opened + 2))
    assert (watcher.findings, watcher.missed()) == ((), (NOT_FROM_HERE.format(1),))


@pytest.mark.attack("T61")
@pytest.mark.parametrize("had", ["", "ground", "groundhere", "here"])
def test_keys_that_the_host_adds_behind_ones_back_are_found_whatever_it_says(had):
    rows = mashed("groundhere")
    watcher, opened = hears_of_first_event(rows)
    watcher.hear(pending(event=event(number=1)))
    watcher.said(link.Contribute(event=1, keys="here"))
    watcher.hear(pending(event=event(had, number=1)))
    watcher.hear(rows_of(rows, opened, opened + 2))
    assert "is not what you pressed" in "".join(watcher.findings)


def signing_game():
    """A game in which Bob's client gives to the first event, and the row that says so."""
    for seed in range(20):
        game = record(seed, manifest_of(seats=4, level="table", signers=(BOB,)), stop_at=24)
        freeze = next(row for row in game.rows if isinstance(row, FreezeRow))
        if any((each.seat, each.level) == (BOB, "signed") for each in freeze.pub.given):
            return game, freeze
    raise AssertionError("nobody has signed anything")


def test_a_share_that_another_device_has_signed_is_told_and_no_accusation():
    game, freeze = signing_game()
    watcher, opened = hears_of_first_event(game.rows, game.manifest)
    watcher.hear(pending(event=event(number=1)))
    watcher.said(link.Contribute(event=1, keys="here"))
    watcher.hear(rows_of(game.rows, opened, freeze.seq + 1, game.manifest))
    assert (watcher.findings, watcher.missed()) == ((), (ELSEWHERE.format(freeze.seq),))


@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_two_devices_of_one_key_both_give_to_one_window(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "WORK", TINY)
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    table = plan(tmp_path / "host", **RUNE | {"fairness": "table"})
    async with (
        hosting(table) as house,
        joined(house.port, folder=tmp_path / "here", signs=True, floors=TINY) as here,
        joined(house.port, folder=tmp_path / "there", signs=True, floors=TINY) as there,
    ):
        await knows_key(here)
        await there.hears(lambda: there.last(link.Welcome))
        here.remote.send(link.Ready())
        await here.hears(lambda: open_event(here) is not None and open_event(here).mine)
        there.remote.send(link.TakeOver())
        await there.hears(lambda: open_event(there) is not None)
        there.remote.send(link.Contribute(event=1, keys="pressed-there-too"))
        await there.hears(lambda: is_asked(there))
        await there.hears(lambda: there.remote.state.checked > 6)
        assert there.remote.state.findings == ()
        told = [each.text for each in there.all(link.Notice)]
        assert [each for each in told if "another device of yours" in each]


def open_event(guest):
    pending = guest.last(link.Pending)
    return pending.event if pending is not None else None


@pytest.mark.attack("T18")
def test_a_seat_that_was_dealt_to_another_key_is_found_at_the_deal():
    game, freeze = signing_game()
    watcher = watching()
    watcher.hear(welcome(name="Bob", fingerprint=KEYS["Ann"].get_fingerprint()))
    watcher.hear(lobby("playing", people=(person("Bob", BOB),)))
    watcher.hear(rows_of(game.rows, 0, freeze.seq, game.manifest))
    assert watcher.findings == (f"Row 0: {OTHER_OWNER}",)


def of_bob(row):
    return isinstance(row, AwayRow | PlainRow | SeatRow) and row.pub.seat == BOB


@pytest.mark.attack("T18")
@pytest.mark.parametrize("seat", [BOB, -1])
def test_what_the_rows_say_of_the_own_seat_is_named_whichever_seat_the_lobby_names(seat):
    """A host could take the seat away for a moment, and write that one plays without the key."""
    manifest = manifest_of(seats=4, level="table", signers=(BOB,))
    games = (record(seed, manifest) for seed in range(40))
    game = next(each for each in games if any(map(of_bob, each.rows)))
    watcher = watching()
    watcher.hear(welcome(name="Bob", fingerprint=KEYS["Bob"].get_fingerprint()))
    watcher.hear(lobby("playing", people=(person("Bob", seat),)))
    watcher.hear(rows_of(game.rows, 0, len(game.rows), game.manifest))
    assert [each.row.seq for each in watcher.check.turned] == [
        row.seq for row in game.rows if of_bob(row)
    ]
    assert watcher.findings == ()


@pytest.mark.attack("T62")
def test_notes_are_of_the_seat_that_was_dealt_whatever_the_lobby_says_in_the_end():
    """Of no seat they would show nothing at the end, neither cards nor what was given."""
    rows = mashed("here")
    watcher, opened = hears_of_first_event(rows)
    watcher.hear(lobby("playing", people=(person("Bob", -1),)))
    watcher.hear(rows_of(rows, opened, opened + 4))
    assert watcher.notes.promise.seat == BOB


@pytest.mark.attack("T18")
def test_a_share_that_nobody_has_signed_is_found_on_any_device():
    game, freeze = signing_game()
    given = [each.model_copy(update={"value": each.value[:-4] + "0000"})
             if each.seat == BOB else each for each in freeze.pub.given]  # fmt: skip
    rows = list(game.rows)
    rows[freeze.seq] = freeze.model_copy(
        update={"pub": freeze.pub.model_copy(update={"given": tuple(given)})}
    )
    watcher, opened = hears_of_first_event(game.rows, game.manifest)
    watcher.hear(pending(event=event(number=1)))
    watcher.said(link.Contribute(event=1, keys="here"))
    watcher.hear(rows_of(rows, opened, freeze.seq + 1, game.manifest))
    assert watcher.findings
    assert watcher.missed() == ()
