"""A window that was cut off and is open again: only what was pressed since is held against it."""

import random

from rr_net import link
from rr_net.client.checked import RecordWatcher
from rr_net.client.notes import NoteShelf
from rr_net.fairness.base.rows import Given, ReopenRow
from rr_rules.kernel.transcript import canonical
from tests.rr_net.client.test_hostile import Leaping
from tests.rr_net.client.test_outbox import event, pending
from tests.support.rr_net.cheating import BOB, MANIFEST, Host, Story
from tests.support.rr_net.recorded import TINY
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


def rows_of(rows, first, end):
    manifest = canonical(MANIFEST.plain()).decode() if first == 0 else ""
    texts = tuple(canonical(row.public()).decode() for row in rows[first:end])
    return link.RecordRows(game=MANIFEST.gid, manifest=manifest, first=first, size=end, rows=texts)


def test_keys_of_an_opening_that_was_cut_off_are_not_held_against_the_next_one():
    rows = cut_off()
    again = [row for row in rows if isinstance(row, ReopenRow) and row.pub.event == 1]
    watcher, opening = watching(), again[-1].pub.opening
    watcher.hear(welcome(name="Bob"))
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
