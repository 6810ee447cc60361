"""Errands as lines of JSON: what goes to the process that thinks, and what is thought there."""

from __future__ import annotations

import base64
import json
import time
from functools import lru_cache

from rr_net.bots.seat import BotJob, Question
from rr_rules.bots.kinds import BotLimits
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.registry import load_game, make_bot


def written(errand: BotJob) -> bytes:
    """An errand as a line."""
    deck = errand.deck and [errand.deck[0], base64.b64encode(errand.deck[1]).decode()]
    fields = [errand.kind, errand.game, deck, errand.saved, errand.seat, errand.luck.hex(),
              errand.seconds, errand.iterations]  # fmt: skip
    return json.dumps(fields).encode() + b"\n"


def read(line: bytes) -> BotJob:
    """The errand that `written` wrote."""
    kind, game, deck, saved, seat, luck, seconds, iterations = json.loads(line)
    file = (deck[0], base64.b64decode(deck[1])) if deck else None
    return BotJob(kind, game, file, saved, seat, bytes.fromhex(luck), seconds, iterations)


def done(errand: BotJob) -> int:
    """The answer of the bot that is asked. Raises RulesError or ValueError."""
    rules = _rules(errand.game, errand.deck)
    table = Table.load(rules, errand.saved)
    choose = table.asked_of(errand.seat)
    if choose is None:
        raise ValueError(f"seat {errand.seat} is asked nothing: expected one that is")
    settings = BotLimits(errand.seconds, errand.iterations)
    bot = make_bot(errand.kind, rules, Stream(errand.luck + b"/choice"), settings)
    end = time.perf_counter() + errand.seconds
    sampling = Stream(errand.luck + b"/sample")
    return Question(table, choose, sampling, lambda: time.perf_counter() >= end).put_to(bot)


@lru_cache(maxsize=4)
def _rules(game: str, deck: tuple[str, bytes] | None) -> Game[GameState]:
    """A game is loaded once: what it has worked out about its cards is kept."""
    return load_game(game, deck)
