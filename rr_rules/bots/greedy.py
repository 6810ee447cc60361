"""A sensible bot: tries each option on tables as they might be and takes what looks best."""

from __future__ import annotations

from rr_rules.bots.base import OutOfTime, Sample
from rr_rules.dealers import SeededDealer
from rr_rules.game import State
from rr_rules.requests import Choose, Roll, Shuffle
from rr_rules.stream import Stream
from rr_rules.table import Table

TRIES = 3
"""How often an option is tried: its own later choices are random, so the best try counts."""
FAR = 40
"""How many answers one try may give before it is judged as it stands."""

DECLINING = ("pass", "skip", "no", "done")


class GreedyBot:
    """Looks to the end of the step and no further; others are taken to decline what they may."""

    def __init__(self, stream: Stream, tries: int = TRIES) -> None:
        """Break ties and fill gaps from `stream`."""
        self._stream = stream
        self._tries = tries

    def choose(self, view: object, pending: Choose, sample: Sample, out_of_time: OutOfTime) -> int:
        """The option whose best try looks best; equals are drawn by lot."""
        options = len(pending.options)
        if options == 1:
            return 0
        scores = [float("-inf")] * options
        for _ in range(self._tries):
            for option in range(options):
                if out_of_time():
                    return self._best(scores)
                score = self._try(sample(), pending.seat, option)
                scores[option] = max(scores[option], score)
        return self._best(scores)

    def _best(self, scores: list[float]) -> int:
        best = max(scores)
        equals = [option for option, score in enumerate(scores) if score == best]
        return equals[self._stream.below(len(equals))]

    def _try(self, table: Table[State], seat: int, option: int) -> float:
        """How the table looks to `seat` at the end of this step, played on by lot."""
        table.answer(seat, option)
        began, dealer = table.steps, SeededDealer(self._stream)
        for _ in range(FAR):
            if table.pending is None or table.steps > began:
                break
            if isinstance(table.pending, Shuffle | Roll):
                table.chance(dealer.deal(table.pending))
            else:
                asked = table.asked[0]
                table.answer(asked.seat, self._follow(asked, seat))
        return table.rules.judge(table.rules.view(table.state, seat), seat)

    def _follow(self, asked: Choose, seat: int) -> int:
        """A later choice of a try: the own ones by lot, others decline where they may."""
        if asked.seat != seat:
            acts = [option.act for option in asked.options]
            for act in DECLINING:
                if act in acts:
                    return acts.index(act)
        return self._stream.below(len(asked.options))
