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
    them out. A game that can be taken up again stays as it is; one that was given up is known as
    that. Nothing is raised: what cannot be read or verified now is tried again at the next start.
    """
    try:
        # In this order: a game that is dealt meanwhile is in neither, or in both.
        behind = await history.behind()
        going_on = await journal.unfinished()
    except (HistoryError, StoreError) as error:
        log.warning("past games are not brought up to date: %s", error)
        return
    for result in behind:
        if result.gid not in going_on:
            try:
                await _settle(history, journal, verdict_of, result)
            except StoreError as error:
                log.warning("a past game is not brought up to date: %s", error)


async def _settle(
    history: GameHistory, journal: Journal, verdict_of: VerdictOf, result: GameResult
) -> None:
    """Raises a StoreError for a game that is not in the journal, or cannot be read there."""
    gid = result.gid
    try:
        verdict = await verdict_of(gid)
    except VerifyError as error:
        if error.failure not in UNUSABLE:
            await history.compare([gid], ())
            await history.checked(gid, str(error))
        return
    # It does not go on: of an end that nobody has written the moment is when it was seen last.
    await history.compare([gid], ())
    if verdict is None:
        return
    if result.state != "finished":
        await history.ended(gid, await _how_it_ended(journal, result, verdict))
    await history.checked(gid, "", is_sampled=verdict.is_sampled)


async def _how_it_ended(journal: Journal, result: GameResult, verdict: Verdict) -> HowItEnded:
    return HowItEnded(
        verdict.turn,
        verdict.outcome,
        verdict.came_to,
        successors=await journal.successors(result.gid),
        # Who had left for good by then is written nowhere: a bot may have played a chair to its
        # end, so that such a game changes no rating.
        is_changed=len(result.people) > 1,
        is_hinted=bool(await journal.hinted(result.gid)),
    )
