"""What a book of past games has missed: ends and verdicts of games whose host was stopped."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from rr_net.fairness.base.errors import UNUSABLE, VerifyError
from rr_net.fairness.proof.verdict import Verdict
from rr_net.history.book import HistoryError
from rr_net.history.recording import GameHistory, HowItEnded
from rr_net.history.results import GameResult
from rr_net.store import Journal, StoreError

VerdictOf = Callable[[str], Awaitable[Verdict | None]]
"""Verifies a kept game, by gid; None where its cards are not open. Raises a StoreError, or
VerifyError."""
log = logging.getLogger(__name__)


async def catch_up(history: GameHistory, journal: Journal, verdict_of: VerdictOf) -> None:
    """Have a book know the end and the verdict of every opened game of its table's journal.

    A host that is killed after the last row of a game, or whose book was full or busy, has left
    them out. A game that can be taken up again stays as it is; of one that was given up before
    anything was dealt nothing is left to say but that. Nothing is raised: what cannot be read
    or verified now is tried again at the next start.
    """
    try:
        # In this order: a game that is dealt meanwhile is in neither, or in both.
        behind = await history.behind()
        going_on = await journal.unfinished()
        for result in behind:
            if result.gid not in going_on:
                await _settle(history, journal, verdict_of, result)
    except (HistoryError, StoreError) as error:
        log.warning("past games are not brought up to date: %s", error)


async def _settle(
    history: GameHistory, journal: Journal, verdict_of: VerdictOf, result: GameResult
) -> None:
    gid, problem, is_sampled = result.gid, "", False
    await history.compare([gid], ())
    try:
        verdict = await verdict_of(gid)
    except VerifyError as error:
        if error.failure in UNUSABLE:
            return
        problem = str(error)
    else:
        if verdict is None:
            return
        if result.state != "finished":
            await history.ended(gid, await _how_it_ended(journal, gid, verdict))
        is_sampled = verdict.is_sampled
    await history.checked(gid, problem, is_sampled=is_sampled)


async def _how_it_ended(journal: Journal, gid: str, verdict: Verdict) -> HowItEnded:
    return HowItEnded(
        verdict.turn,
        verdict.outcome,
        verdict.came_to,
        successors=await journal.successors(gid),
        is_changed=bool(await journal.sent_away(gid)),
        is_hinted=bool(await journal.hinted(gid)),
    )
