"""Card text rendered from the effect, for cards whose file gives none.

Sentences name the verbs of the effect in capitals, no more and no fewer (see `keywords`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rr_rules.runes_regulations.faces.faces import Face, Trigger
from rr_rules.runes_regulations.faces.keywords import is_own_cast
from rr_rules.runes_regulations.faces.verb import Clause, Rule, Verb
from rr_rules.runes_regulations.faces.vocabulary import ANY, EACH, RUNES
from rr_rules.runes_regulations.text.lasting import rule_clause, win_clause
from rr_rules.runes_regulations.text.leads import lead
from rr_rules.runes_regulations.text.words import PLAYERS, demand, one_of, thing_of

NO_EFFECT = "No effect."
COLLAR = "Wears a collar."
_MUST_BE_PAID = " (unusable while one of them cannot)"


def rendered(face: Face) -> str:
    """The text of a card in sentences; "No effect." if it has none."""
    sentences = [_capitalised(_ability(face))] if face.trigger else []
    sentences += [_capitalised(rule_sentence(rule)) for rule in face.rules]
    if face.win:
        ways = ", or ".join(win_clause(win) for win in face.win)
        sentences.append(f"You win {ways}.")
    text = " ".join(sentences) or NO_EFFECT
    return text.replace(" Rune deck", " Forbidden Rune deck") if _is_forbidden(face) else text


def face_text(face: Face) -> str:
    """All that a player reads on a face: its collar and its cost stand before the text."""
    said = [COLLAR] if face.collar else []
    said += [cost_line(face)] if face.cost else []
    return " ".join([*said, face.text])


def left_out(face: Face, *, spares_things: bool) -> str:
    """Whom a Regulation leaves out where the expansion is played (NN-EX-03, -04).

    `spares_things` is whether Regulations leave that player's things alone, too.
    """
    if face.kind != "regulation":
        return ""
    if any(condition.fewest for condition in face.conditions):
        return "The Nefarious Neighbor is left out, and not counted."
    if any(rule.rule == "cannot" and rule.filter.what for rule in face.rules):
        things = ", and its Lawn is not protected" if spares_things else ""
        return f"The Nefarious Neighbor may all the same{things}."
    return "The Nefarious Neighbor is left out."


def cost_line(face: Face) -> str:
    """What must be paid before a card can be summoned: "Cost: SACRIFICE a Creature."."""
    return f"Cost: {one_of([item.clause('your', 'it') for item in face.cost], 'and')}."


def _is_forbidden(face: Face) -> bool:
    """Whether only the Nefarious Neighbor can use the card, who has a Rune deck apart."""
    return face.back.startswith("forbidden")


def _capitalised(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}."


def rule_sentence(rule: Rule) -> str:
    """A lasting rule as a clause: "your Rune limit is increased by 1"."""
    possessive = "your" if rule.by == "you" else "their"
    payment = one_of([item.clause(possessive, "it") for item in rule.price], "and")
    return rule_clause(rule, payment)


def _ability(face: Face) -> str:
    trigger = face.trigger
    assert trigger is not None
    that = thing_of(trigger.filter)
    clauses = [(_clause(item, that, is_price=True), True) for item in face.price]
    # What a price leads to depends on it (RR-EFF-09).
    first = [bool(face.price)] + [False] * len(face.effects)
    clauses += [(_clause(item, that), item.then or is_led_to)
                for item, is_led_to in zip(face.effects, first, strict=False)]  # fmt: skip
    if is_own_cast(face):
        return _joined(clauses, says_may=False)
    return f"{lead(face, trigger)}, {_body(face, trigger, clauses)}"


def _body(face: Face, trigger: Trigger, clauses: Sequence[tuple[Clause, bool]]) -> str:
    # To activate a Rune is a choice already: its text says "you may" only where it asks a price.
    says_may = face.optional and (face.kind not in RUNES or bool(face.price))
    if not clauses:
        return "you may have nothing happen instead" if says_may else "nothing happens instead"
    body = _joined(clauses, says_may=says_may)
    if not trigger.would:
        return body
    return f"{body} instead" if len(clauses) == 1 else f"instead {body}"


def _joined(clauses: Iterable[tuple[Clause, bool]], *, says_may: bool) -> str:
    """Clauses in sentences; one that another leads to stands in the same as that."""
    text, is_yours = "", False
    for clause, is_led_to in clauses:
        if not text:
            text = f"you may {clause.after_may}" if says_may else clause.full
        elif not is_led_to:
            text += f". Then {_said(clause, is_yours)}"
        elif is_yours and clause.is_yours and _is_act(clause):
            text += f", then {clause.full}"
        else:
            text += f"; then {_said(clause, is_yours)}"
        is_yours = clause.is_yours
    return text


def _said(clause: Clause, is_yours: bool) -> str:
    """A clause after another one; "you" is said where that was about somebody else."""
    return f"you {clause.full}" if clause.is_yours and _is_act(clause) and not is_yours else (
        clause.full)  # fmt: skip


def _is_act(clause: Clause) -> bool:
    """Whether "you" can stand before the clause."""
    return clause.full == clause.after_may


def _clause(item: Verb, that: str, *, is_price: bool = False) -> Clause:
    if whole := item.whole(that):
        return whole
    if item.who == "you":
        act = item.clause("your", that)
        return Clause(f"you may {act}" if item.may else act, act, is_yours=True)
    if item.who in ANY:
        verb = "may" if item.may else "must"
        act = f"choose {PLAYERS[item.who]}: they {verb} {item.clause('their', that)}"
        return Clause(act, act)
    return _of_others(item, that, is_price=is_price)


def _of_others(item: Verb, that: str, *, is_price: bool) -> Clause:
    subject, act = PLAYERS[item.who], item.clause("their", that)
    if is_price and item.who in EACH:
        tail = _MUST_BE_PAID
        return Clause(f"{subject} must {act}{tail}", f"have {subject} {act}{tail}")
    if item.who in EACH and item.demands and not item.may and item.filter.what != "that":
        having, act = demand(item)
        subject = f"{subject} {having}"
    if item.may:
        return Clause(f"{subject} may {act}", f"let {subject} {act}")
    return Clause(f"{subject} must {act}", f"have {subject} {act}")


def choice(item: Verb, that: str) -> Clause:
    """What a choice between lists says, with its subject."""
    options = [
        "".join(f"{_between(each, at)}{_option(each, item.who, that)}"
                for at, each in enumerate(option))
        for option in item.lists
    ]  # fmt: skip
    listed = ", or ".join(options)
    match item.who:
        case "you":
            act = f"choose one: {listed}"
            return Clause(act, act)
        case "any_player" | "any_neighbor":
            act = f"choose {PLAYERS[item.who]}: they must choose one: {listed}"
            return Clause(act, act)
    subject = PLAYERS[item.who]
    full = f"{subject} must choose one: {listed}"
    return Clause(full, f"have {subject} choose one: {listed}")


def _between(item: Verb, at: int) -> str:
    """What stands before an item of a list."""
    return "" if at == 0 else ", then " if item.then else " and "


def _option(item: Verb, chooser: str, that: str) -> str:
    # Inside a choice "that player" is the one who picks.
    whole = item.whole(that)
    if item.who == "that_player" and chooser != "you" and not whole:
        return f"they {item.clause('their', that)}"
    clause = whole or _clause(item, that)
    is_own = clause.is_yours and not item.may
    return f"you {clause.full}" if is_own and chooser != "you" else clause.full
