"""Jobs as lines of JSON: what goes to the process that thinks, and what is thought there."""

from __future__ import annotations

import base64
import json
import time
from functools import lru_cache

from rr_net.bots.seat import HINT, BotJob, Question
from rr_rules.bots.kinds import BotLimits
from rr_rules.bots.why import Hint
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game, make_bot


def written(job: BotJob) -> bytes:
    """A job as a line."""
    deck = job.deck and [job.deck[0], base64.b64encode(job.deck[1]).decode()]
    fields = [job.kind, job.game, deck, job.saved, job.seat, job.luck.hex(),
              job.seconds, job.iterations, list(job.leaders)]  # fmt: skip
    return json.dumps(fields).encode() + b"\n"


def read(line: bytes) -> BotJob:
    """The job that `written` wrote."""
    kind, game, deck, saved, seat, luck, seconds, iterations, leaders = json.loads(line)
    file = (deck[0], base64.b64decode(deck[1])) if deck else None
    return BotJob(kind, game, file, saved, seat, bytes.fromhex(luck), seconds, iterations,
                  tuple(leaders))  # fmt: skip


def done(job: BotJob) -> int | Hint:
    """The answer of the bot that is asked, or a hint. Raises RulesError or ValueError."""
    rules = _rules(job.game, job.deck)
    table = Table.load(rules, job.saved)
    choose = table.asked_of(job.seat)
    if choose is None:
        raise ValueError(f"seat {job.seat} is asked nothing: expected one that is")
    end = time.perf_counter() + job.seconds
    sampling, choice = Stream(job.luck + b"/sample"), Stream(job.luck + b"/choice")
    question = Question(table, choose, sampling, lambda: time.perf_counter() >= end)
    if job.kind == HINT:
        return question.hinted(choice)
    settings = BotLimits(job.seconds, job.iterations, job.leaders)
    return question.put_to(make_bot(job.kind, rules, choice, settings))


def spoken(answer: int | Hint) -> str:
    """What was thought out as a line: a number, or a hint as a list."""
    return json.dumps(answer)


def heard(line: bytes) -> int | Hint | None:
    """What `spoken` wrote; None for anything else."""
    try:
        match json.loads(line):
            case bool():
                return None
            case int(number) if number >= 0:
                return number
            case [int(option), str(text), str(nearly)]:
                return Hint(option, text, nearly)
    except ValueError:
        pass
    return None


@lru_cache(maxsize=4)
def _rules(game: str, deck: tuple[str, bytes] | None) -> Game[GameState]:
    """A game is loaded once: what it has worked out about its cards is kept."""
    return load_game(game, deck)
