"""What speaks for an answer of Regicide: in what the table looks better than after another one.

What cards are worth to keep is what the bots play by (`prices`); cards that are only imagined are
counted and not named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from rr_rules.bots.reasons import Contrast, count_words, mean
from rr_rules.kernel.requests import Option
from rr_rules.regicide.bot.advice import CARD
from rr_rules.regicide.bot.policy import policy_of
from rr_rules.regicide.cards import COMMON, SUIT, SUITS, worth_of
from rr_rules.regicide.preview import foreseen, refill
from rr_rules.regicide.view import RegicideView
from rr_rules.regicide.words import because, signs

WORTHS = {
    "won": 1000.0,
    "enemies": 10.0,
    "exact": 4.0,
    "damage": 0.3,
    "attack": 0.4,
    "immunity": 3.0,
    "cover": 0.25,
    "drawn": 1.0,
    "theirs": 1.0,
    "tavern": 0.5,
    "yields": 0.2,
}
"""What one of each counts, beside the kept cards."""
KEPT = 0.15
"""What a point of the bots' price for a kept card counts."""
USES = {"hearts": "to heal", "diamonds": "to draw", "clubs": "to strike double",
        "spades": "to shield"}  # fmt: skip
PLENTY = 10
"""A Tavern of more cards is as good."""


class CastleReasons:
    """The reasons of Regicide."""

    def gains(self, case: Contrast) -> Mapping[str, float]:
        """How much more each part counts."""
        if case.asked.verb == "next":
            return {"next": 1.0}
        one, two = _numbers(case, case.best_views), _numbers(case, case.other_views)
        # Of one enemy it is told how hurt it is, and of another nothing that could be compared.
        same = _enemies(case.best_views) == _enemies(case.other_views)
        found = {
            part: worth * (one[part] - two[part])
            for part, worth in WORTHS.items()
            if same or part not in ("damage", "attack", "immunity")
        }
        kept, given = _unlike(case)
        return found | {"kept": KEPT * (_price(case, kept) - _price(case, given))}

    def words(self, part: str, case: Contrast) -> Sequence[str]:
        """What everybody can count of a part, and the seat itself of its own hand."""
        now, then = _view(case.now), _view(case.best_views[0])
        one, two = _numbers(case, case.best_views), _numbers(case, case.other_views)
        match part:
            case "next":
                return _named(case)
            case "kept":
                return _kept(now, _unlike(case)[0])
            case "cover":
                more, less = round(one[part]), round(two[part])
                said = f"you would keep cards worth {more}"
                return f"{said} to cover with, not {less}", f"{said}, not {less}", said
            case "drawn":
                drawn = _drawn_more(case, _draws_of_mine)
                return (f"{count_words(drawn, 'card')} would come to your hand",) if drawn else ()
            case "theirs":
                drawn = _drawn_more(case, _draws_of_theirs)
                return (f"the others would draw {count_words(drawn, 'card')}",) if drawn else ()
            case "immunity":
                return ("the enemy would be immune to nothing any more",)
            case "exact":
                return ("the enemy would go onto the Tavern, and fight for you later",
                        "the enemy would go onto the Tavern")  # fmt: skip
            case "yields":
                return ()
            case _:
                return because(part, now, then, case.asked.seat)


def _numbers(case: Contrast, views: Sequence[object]) -> Mapping[str, float]:
    """What the parts are reckoned by, on the mean of some views."""
    every = [_counted(case, _view(each)) for each in views]
    return {part: mean([each.get(part, 0.0) for each in every]) for part in WORTHS}


def _counted(case: Contrast, view: RegicideView) -> Mapping[str, float]:
    seat, now = case.asked.seat, _view(case.now)
    known = _known(now, view)
    others = sum([len(each.hand) for each in view.seats if each.seat != seat])
    found = {
        "won": 0.0 if view.outcome is None else 1.0 if view.outcome.winners else -1.0,
        "enemies": float(view.defeated),
        "exact": float(view.exact),
        "cover": float(worth_of(known)),
        "drawn": float(len(view.seats[seat].hand) - len(known)),
        "theirs": float(others),
        "tavern": float(min(view.tavern, PLENTY)),
    }
    if view.enemy is not None:
        found |= {"damage": float(view.enemy.damage), "attack": -float(view.enemy.attack),
                  "immunity": float(not view.enemy.immune)}  # fmt: skip
    return found


def _known(now: RegicideView, then: RegicideView) -> list[str]:
    """The cards of the hand that are there now and still then."""
    return list((Counter(now.seats[now.me].hand) & Counter(then.seats[now.me].hand)).elements())


def _enemies(views: Sequence[object]) -> set[str]:
    found = (_view(each).enemy for each in views)
    return {"" if enemy is None else enemy.face for enemy in found}


def _unlike(case: Contrast) -> tuple[list[str], list[str]]:
    """The known cards that stay in hand after the best answer alone, and after the other alone."""
    now = _view(case.now)
    best, other = (Counter(_known(now, _view(views[0])))
                   for views in (case.best_views, case.other_views))  # fmt: skip
    return list((best - other).elements()), list((other - best).elements())


def _drawn_more(case: Contrast, draws: Callable[[RegicideView, Option], int]) -> int:
    """How many cards the best answer draws where the other draws fewer; else 0.

    Not by what lies in hand at the end of a try: some of it has covered the attack by then.
    """
    now = _view(case.now)
    more, fewer = (draws(now, case.asked.options[at]) for at in (case.best, case.other))
    return more if more > fewer else 0


def _draws_of_mine(now: RegicideView, option: Option) -> int:
    if option.act == "flip":
        return refill(now)
    found = foreseen(now, option)
    return 0 if found is None else found.draws[now.me]


def _draws_of_theirs(now: RegicideView, option: Option) -> int:
    found = foreseen(now, option)
    return 0 if found is None else sum(found.draws) - found.draws[now.me]


def _price(case: Contrast, faces: Sequence[str]) -> float:
    """What it is to have these cards later on."""
    prices = policy_of(len(_view(case.now).seats)).prices
    return sum([prices.kept_for(CARD[face]) for face in faces])


def _kept(now: RegicideView, faces: Sequence[str]) -> Sequence[str]:
    """Which card stays in hand, and what it is good for."""
    if not faces:
        return ()
    prices = policy_of(len(now.seats)).prices
    best = max(faces, key=lambda face: prices.kept_for(CARD[face]))
    said = f"you would keep {signs([best])}"
    card = CARD[best]
    return (f"{said}, {USES[SUITS[SUIT[card]]]} with later", said) if card < COMMON else (said,)


def _named(case: Contrast) -> Sequence[str]:
    """Why somebody should go on: how many cards they have."""
    now = _view(case.now)
    best, other = (case.asked.options[at].seat for at in (case.best, case.other))
    held, less = (len(now.seats[at].hand) for at in (best, other))
    if best == now.me:
        worth = worth_of(now.seats[best].hand)
        return (f"you know your own hand, and it is worth {worth}",)
    if held > less:
        whose = "you have" if other == now.me else f"{{{other}}} has"
        return (f"{{{best}}} has {count_words(held, 'card')}, and {whose} {less or 'none'}",)
    return ()


def _view(view: object) -> RegicideView:
    assert isinstance(view, RegicideView), "this game's views are its own"
    return view


def reasons_of(game: object) -> CastleReasons:
    """The reasons of this game."""
    return CastleReasons()
