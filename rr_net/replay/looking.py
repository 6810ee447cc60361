"""Looking back: a viewer for a file, checked while somebody looks, or for a game at this table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from rr_net.fairness.base.errors import VerifyError
from rr_net.fairness.proof.verify import Progress
from rr_net.link.refusals import Refused
from rr_net.replay.recording import Recording
from rr_net.replay.viewer import Branch, Viewer
from rr_net.room.state import Ending, SeenBy
from rr_net.safetext import clean
from rr_rules.kernel.errors import RulesError

Judge = Callable[[Progress], bool]
"""Checks a record, telling how far it is. Raises VerifyError."""

FIRST_STEP = 0.3
"""Seconds in which nothing else is to be done."""
CHECKING = "checking …"
CHECKED = "checked"
SAMPLED = "sampled"
NOT_OPEN = "the cards are not open yet"
UNVERIFIED = "UNVERIFIED"
FAILED = "UNVERIFIED: its check failed"


def look_back(ending: Ending, table: str, seen: SeenBy, branch: Branch | None = None) -> Viewer:
    """A game of this table that is over, as somebody may see it. Raises Refused."""
    play, terms, verdict = ending.play, ending.play.terms, ending.verdict
    # Once all is open everybody may see the same.
    key = (seen.seat, seen.since) if verdict is None else ()
    known = ending.viewers.get(key)
    if isinstance(known, Viewer):
        return known.for_somebody(seen.name)
    recording = Recording(
        rules=terms.rules,
        roster=terms.roster,
        options=terms.options,
        declared=terms.declared,
        entries=play.record.entries,
        title=table,
        deck=terms.deck,
        is_open=verdict is not None,
        seat=seen.seat,
        since=seen.since,
    )
    try:
        viewer = Viewer(
            recording, branch, name=seen.name, check=NOT_OPEN, bundle=lambda: play.record.bundle
        )
    except RulesError as error:
        raise Refused("no_game", clean(str(error))) from None
    if verdict is not None:
        words = SAMPLED if verdict.is_sampled else CHECKED
        viewer.checked(words, warning=FAILED if verdict.verified is False else "")
    ending.viewers[key] = viewer
    return viewer.for_somebody(seen.name)


class Check:
    """The check of a record, in a thread, while somebody looks at the game already."""

    def __init__(self, viewer: Viewer, judge: Judge, *, trusts: bool) -> None:
        """Who `trusts` the file looks on whatever comes of it, and is told so on every screen."""
        self._viewer, self._judge, self._trusts = viewer, judge, trusts
        self._is_over = False
        viewer.checked(CHECKING, warning=UNVERIFIED if trusts else "")

    def was_done(self, *, is_sampled: bool) -> None:
        """It was checked before, and is not checked again."""
        self._is_over = True
        self._viewer.checked(SAMPLED if is_sampled else CHECKED)

    async def run(self) -> None:
        """Check it once the first step is on the screen, and tell the viewer."""
        await asyncio.sleep(FIRST_STEP)
        if self._is_over:
            return
        try:
            is_sampled = await asyncio.to_thread(self._judge, self._progress)
        except VerifyError as error:
            self._fails(clean(f"{error}", 300))
        except Exception as error:  # noqa: BLE001 - a check that ends otherwise has checked nothing
            self._fails(f"its check could not be done ({type(error).__name__})")
        else:
            self._viewer.checked(SAMPLED if is_sampled else CHECKED)

    def _fails(self, problem: str) -> None:
        if self._trusts:
            self._viewer.checked("", warning=f"{UNVERIFIED}: {problem}")
        else:
            self._viewer.checked("", refusal=f"The record does not verify: {problem}.")

    def stop(self) -> None:
        """Nobody looks any more: the thread ends at its next row."""
        self._is_over = True

    def _progress(self, done: int, of: int) -> None:
        if self._is_over:
            raise asyncio.CancelledError
