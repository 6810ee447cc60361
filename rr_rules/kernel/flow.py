"""The only place that yields: how straight-line game code asks for a choice or for chance.

The bare trap is wrapped in real `async def` functions, because Python warns about a forgotten
`await` only for those.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from typing import TypeVar, cast

from rr_rules.kernel.requests import CardId, Choose, ChooseAll, Option, Request, Roll, Shuffle

T = TypeVar("T")
C = TypeVar("C", bound=int)
"""The cards of a game, by whatever type of number it knows them."""
Flow = Coroutine[Request, object, T]
"""Game code that is driven by hand: it yields requests and is sent their answers."""

YES, NO = Option("yes"), Option("no")
# A game may count its seats by plain numbers: what it asks is typed from here on, at no cost.
_asked = cast("Callable[[int, str, tuple[Option, ...], str, object], Choose]", Choose)


@types.coroutine
def _ask(request: Request) -> Generator[Request, object, object]:
    return (yield request)


async def choose(
    seat: int,
    verb: str,
    options: Sequence[Option],
    *,
    source: str = "",
    about: object = None,
    always: bool = False,
) -> int:
    """The index of the option that `seat` picks.

    A single option is taken without asking unless `always` is set: set it wherever the number of
    options is not public, as for a hand, a Fence or a window (RR-HID-13, -14).
    """
    if len(options) == 1 and not always:
        return 0
    return cast(int, await _ask(_asked(seat, verb, tuple(options), source, about)))


async def pick(
    seat: int,
    verb: str,
    choices: Sequence[tuple[Option, T]],
    *,
    source: str = "",
    about: object = None,
    always: bool = False,
) -> T:
    """The value that stands behind the option that `seat` picks."""
    if len(choices) == 1 and not always:
        return choices[0][1]
    options = tuple([option for option, _ in choices])
    index = cast(int, await _ask(_asked(seat, verb, options, source, about)))
    return choices[index][1]


async def confirm(seat: int, verb: str, *, source: str = "", about: object = None) -> bool:
    """Whether `seat` says yes; "no" is the second option."""
    return await choose(seat, verb, (YES, NO), source=source, about=about) == 0


async def choose_all(asked: Iterable[Choose], *, window: bool = False) -> tuple[int, ...]:
    """One index for each of the choices, given at once and shown together."""
    return cast("tuple[int, ...]", await _ask(ChooseAll(tuple(asked), window)))


async def shuffled(piles: Sequence[tuple[str, Sequence[C]]]) -> list[list[C]]:
    """Each labelled pile in a random order, all under one random event."""
    whole = tuple((label, tuple(cards)) for label, cards in piles)
    request = Shuffle(cast("tuple[tuple[str, tuple[CardId, ...]], ...]", whole))
    orders = cast("tuple[tuple[int, ...], ...]", await _ask(request))
    return [[cards[i] for i in order] for (_, cards), order in zip(piles, orders, strict=True)]


async def roll(sides: int, label: str) -> int:
    """A random number below `sides`."""
    return cast(int, await _ask(Roll(sides, label)))


async def together(flows: Mapping[int, Flow[T]]) -> dict[int, T]:
    """Run one flow for each seat in lockstep: their choices of one round are asked at once.

    The flows may only choose. Use it for sealed choices: nobody sees a round's answers early.
    """
    done: dict[int, T] = {}
    answers: dict[int, object] = dict.fromkeys(flows)
    while answers:
        asked = _advance(flows, answers, done)
        answers = dict(zip(asked, await choose_all(asked.values()), strict=True)) if asked else {}
    return {seat: done[seat] for seat in flows}


def _advance(
    flows: Mapping[int, Flow[T]], answers: Mapping[int, object], done: dict[int, T]
) -> dict[int, Choose]:
    """Send each flow its answer; the choices they ask next, finished ones into `done`."""
    asked = {}
    for seat, answer in answers.items():
        try:
            request = flows[seat].send(answer)
        except StopIteration as finished:
            done[seat] = finished.value
        else:
            assert isinstance(request, Choose), "flows run together may only choose"
            asked[seat] = request
    return asked
