"""What speaks for an answer of Rune: in what it promises more than another one.

The promise is that of the bots (`weighing`), taken apart: points ahead, the runes under masters,
free areas, and what is still in hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rr_rules.bots.reasons import Contrast, count_words, mean
from rr_rules.rune.bot.imagined import Course
from rr_rules.rune.bot.weighing import largest, rates_after, spare, stood, tally_of
from rr_rules.rune.view import AreaView, RuneView
from rr_rules.rune.words import because, lead, lead_words

WON = 1000.0
PARTS = ("won", "points", "stood", "free", "still")


class TableReasons:
    """The reasons of Rune."""

    def gains(self, case: Contrast) -> Mapping[str, float]:
        """How many points each part promises more."""
        one, two = _promised(case, case.best_views), _promised(case, case.other_views)
        return {part: one[part] - two[part] for part in PARTS}

    def words(self, part: str, case: Contrast) -> Sequence[str]:
        """What both can count of a part."""
        match part:
            case "won":
                now, then = _view(case.now), _view(case.best_views[0])
                return because(part, now, then, case.asked.seat)
            case "points":
                return _points(case)
            case "stood":
                return _stood(case)
            case "free":
                return _free(case)
            case _:
                return _still(case)


def _promised(case: Contrast, views: Sequence[object]) -> Mapping[str, float]:
    every = [_parts(_view(each), case.asked.seat) for each in views]
    return {part: mean([each.get(part, 0.0) for each in every]) for part in PARTS}


def _parts(view: RuneView, seat: int) -> Mapping[str, float]:
    """The parts of what a position between two turns promises a seat."""
    if view.outcome is not None:
        winners = view.outcome.winners
        return {"won": 0.0 if not winners else WON if seat in winners else -WON}
    course = Course.of_view(view)
    if course.is_over:
        return {"points": float(lead(view, seat))}
    if not course.supply[course.player]:
        course.player = 1 - course.player
    rates, tally = rates_after(course), tally_of(course.board)
    side = 1.0 if course.player == seat else -1.0
    return {
        "points": rates.ahead * lead(view, seat),
        "stood": side * rates.stood * stood(course),
        "free": side * rates.free * spare(largest(tally)),
        "still": side * rates.base,
    }


def _points(case: Contrast) -> Sequence[str]:
    """How far ahead one would be, and how far with the other answer."""
    seat, now, then = case.asked.seat, _view(case.now), _view(case.best_views[0])
    best, other = lead(then, seat), lead(_view(case.other_views[0]), seat)
    if best <= other:
        return ()
    if best != lead(now, seat):
        return because("points", now, then, seat)
    said = f"you would stay {lead_words(best)}"
    return f"{said}, and else be {lead_words(other)}", said


def _stood(case: Contrast) -> Sequence[str]:
    """Masters on cheap runes, of which there are more, have areas that still grow."""
    colour, other = (_colour(case, at) for at in (case.best, case.other))
    if not colour or not other or colour == other:
        return ()
    return (f"{colour} areas grow more easily than {other} ones",)


def _colour(case: Contrast, at: int) -> str:
    """The colour on which an answer places a master."""
    option = case.asked.options[at]
    cell = _view(case.now).cell_at(option.order) if option.act == "master" else None
    return "" if cell is None else cell.colour


def _free(case: Contrast) -> Sequence[str]:
    """The best free area: left to the seat itself, or kept from the other one."""
    seat, best = case.asked.seat, _view(case.best_views[0])
    one, two = (_free_worth(_view(views[0])) for views in (case.best_views, case.other_views))
    if best.player == seat and one > two:
        return (f"a free area worth {one} would wait for your next master",)
    if best.player != seat and one < two:
        if not one:
            return (f"no free area would be left to {{{1 - seat}}}",)
        return (f"{{{1 - seat}}} would find no free area worth more than {one}",)
    return ()


def _free_worth(view: RuneView) -> int:
    free: Sequence[AreaView] = [area for area in view.areas if area.controller < 0]
    return max([area.worth for area in free], default=0)


def _still(case: Contrast) -> Sequence[str]:
    """What is kept for later: masters and tokens."""
    seat, now = case.asked.seat, _view(case.now)
    one, two = (_view(views[0]).seats[seat] for views in (case.best_views, case.other_views))
    if one.masters > two.masters:
        said = f"you would keep {count_words(one.masters, 'master')}"
        worth = _free_worth(now)
        return f"{said}; the best free area is worth only {worth}", f"{said} for better areas", said
    if one.tokens > two.tokens:
        said = f"you would keep {count_words(one.tokens, 'token')}"
        return f"{said} for a rune that counts more", said
    return ()


def _view(view: object) -> RuneView:
    assert isinstance(view, RuneView), "this game's views are its own"
    return view


def reasons_of(game: object) -> TableReasons:
    """The reasons of this game."""
    return TableReasons()
