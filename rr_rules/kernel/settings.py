"""What a table fixes before the deal, and how chosen values are settled."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rr_rules.kernel.errors import BadOption, BadTranscript
from rr_rules.kernel.transcript import Plain

Group = Literal["pace", "table", "luck", "rules"]
"""Under which heading an option stands; those of `rules` and `luck` change what is played."""


LADDER = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 3600)
"""Numbers that a screen steps through where many are possible."""


class Meaning(NamedTuple):
    """What one value of an option means to people."""

    value: str
    """The value itself, or "" for every number within the option's bounds."""
    word: str
    """How a screen calls it; "{0}" stands for a number."""
    says: str
    """What it does, in one sentence; "{0}" stands for a number."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A table option: fixed before the deal, shown in the lobby, part of the manifest."""

    name: str
    """What commands, programs and the manifest call it; screens show its title."""
    values: tuple[str, ...]
    """The closed list, or suggestions where `least` is given."""
    default: str
    clause: str
    """The rule that it is about, or "" where the game's pages have none."""
    help: str
    least: float | None = None
    """For a number: its bounds, besides the words in `values`."""
    most: float | None = None
    whole: bool = False
    """Only whole numbers count."""
    title: str = ""
    """What people call it; "" leaves its name, in words."""
    group: Group = "rules"
    means: tuple[Meaning, ...] = ()
    """What each value means; a value that is not here is shown as it is, in words."""
    needs: tuple[str, str] | None = None
    """Another option and the value that it must have for this one to count; None for none."""
    void: tuple[str, str] | None = None
    """Another option and the value with which this one counts for nothing; None for none."""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.title or in_words(self.name)

    def meaning(self, value: str) -> Meaning:
        """What one of its values means, a number as it was chosen."""
        found = {each.value: each for each in self.means}
        if value in found:
            return found[value]
        number = found.get("") if value[:1].isdecimal() else None
        if number is None:
            return Meaning(value, in_words(value), "")
        word, says = (_of_one(words.format(value)) for words in (number.word, number.says))
        return Meaning(value, word, says)

    def offers(self) -> tuple[Meaning, ...]:
        """Every value of the closed list, and some numbers within the bounds, with its meaning."""
        words = [value for value in self.values if not value[:1].isdecimal()]
        numbers = {value for value in self.values if value not in words} | set(self._ladder())
        return tuple(self.meaning(value) for value in (*words, *sorted(numbers, key=float)))

    def _ladder(self) -> Iterator[str]:
        """Numbers to step through, where any within the bounds will do."""
        least, most = self.least, self.most
        if least is None or most is None:
            return
        is_short = self.whole and most - least < len(LADDER)
        steps = range(int(least), int(most) + 1) if is_short else LADDER
        yield from (f"{step}" for step in steps if least <= step <= most)

    def refusal(self, value: str) -> str:
        """Why a value is not taken, in words for people."""
        is_number = self.least is not None
        words = [each.word for each in self.offers()
                 if not (is_number and each.value[:1].isdecimal())]  # fmt: skip
        every = [*words, *([self.bounds] if is_number else [])]
        return f"{self.called} cannot be {value!r}: it is {' or '.join(every)}"

    @property
    def bounds(self) -> str:
        """Which number it can be set to, in words; "" where it takes none."""
        if self.least is None or self.most is None:
            return ""
        kind = "a whole number" if self.whole else "a number"
        return f"{kind} from {self.least:g} to {self.most:g}"

    def check(self, value: str) -> str:
        """`value` if it is allowed. Raises BadOption."""
        if value in self.values or self._in_bounds(value):
            return value
        bounds = "" if self.least is None else f", or a number from {self.least:g} to {self.most:g}"
        expected = ", ".join(self.values) + bounds
        raise BadOption(f"option {self.name} is {value!r}: expected one of {expected}")

    def _in_bounds(self, value: str) -> bool:
        digits = value if self.whole else value.replace(".", "", 1)
        if self.least is None or self.most is None or not digits.isdecimal():
            return False
        return value.isascii() and self.least <= float(value) <= self.most


def _of_one(words: str) -> str:
    """The same with one of a thing as people say it: 1 turn, not 1 turns."""
    told = f" {words}"
    for noun in ("turn", "second"):
        told = told.replace(f" 1 {noun}s", f" 1 {noun}")
    return told[1:]


def in_words(name: str) -> str:
    """A raw id as people may read it, where nobody has said it better."""
    return name.replace("_", " ")


def settle(specs: Iterable[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value: the chosen one, checked, or the default. Raises BadOption."""
    known = {spec.name: spec for spec in specs}
    for name in chosen:
        if name not in known:
            raise BadOption(f"there is no option {name!r}: expected one of {', '.join(known)}")
    return {name: spec.check(chosen.get(name, spec.default)) for name, spec in known.items()}


def settle_saved(specs: Iterable[Setting], saved: Plain) -> dict[str, str]:
    """The settled options of a saved state, its field "options". Raises BadTranscript."""
    options = saved.get("options")
    if not isinstance(options, dict) or not all(isinstance(each, str) for each in options.values()):
        raise BadTranscript("a saved state has no options: expected a text for each name")
    try:
        return settle(specs, options)
    except BadOption as error:
        raise BadTranscript(f"a saved state is not one of this game: {error}") from error


DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class PaceTerms:
    """One value of the setting `pace`: what it sets besides, and what it means for screens."""

    sets: Mapping[str, str]
    """Other settings, where they are not chosen themselves."""
    stay: float
    """How many seconds an event stays on the screens before a bot acts."""
    motion: Literal["full", "short", "off"]
    """How much moves there."""


PACES: Mapping[str, PaceTerms] = {
    "relaxed": PaceTerms({"window_seconds": "2.5", "wait_seconds": "30"}, 1.5, "full"),
    "normal": PaceTerms({"window_seconds": "1.2", "wait_seconds": "15"}, 0.7, "short"),
    "brisk": PaceTerms({"window_seconds": "1", "wait_seconds": "8"}, 0.3, "off"),
    "days": PaceTerms(
        {"window_seconds": "1.2", "wait_seconds": "15", "turn_clock": str(DAY)}, 0.3, "off"
    ),
}
"""The paces in words, the slowest of one evening first."""


def paced(specs: Iterable[Setting], chosen: Mapping[str, str]) -> dict[str, str]:
    """What was chosen, with all that a chosen pace sets besides, as far as the game lists it."""
    pace = PACES.get(chosen.get("pace", ""))
    listed = {spec.name for spec in specs}
    sets = {} if pace is None else pace.sets
    return {name: value for name, value in sets.items() if name in listed} | dict(chosen)


ROOM_SETTINGS = (
    Setting(
        "window", ("sealed", "answered", "fast"), "sealed", "",
        "how long a reaction window stays open, and what that gives away",
        title="Reactions", group="pace",
        means=(
            Meaning("sealed", "secret",
                    "Everybody who might react has the same time, so a pause tells nothing."),
            Meaning("answered", "all answer",
                    "Everybody who might react answers by hand; it ends with the last answer."),
            Meaning("fast", "open",
                    "Only who can react is asked. Everybody sees who was asked and how long it "
                    "took."),
        ),
    ),
    Setting(
        "pace", tuple(PACES), "normal", "",
        "how long events stay on the screens; sets window_seconds and wait_seconds",
        title="Pace", group="pace",
        means=(
            Meaning("relaxed", "relaxed",
                    "Reactions are open 2.5 s and a hold adds 30 s: a first game, or listening."),
            Meaning("normal", "normal",
                    "Reactions are open 1.2 s and a hold adds 15 s: friends on a call."),
            Meaning("brisk", "brisk",
                    "Reactions are open 1 s and a hold adds 8 s: regulars."),
            Meaning("days", "across days",
                    "Everybody files orders, and has a day for each decision."),
        ),
    ),
    Setting(
        "window_seconds", ("1.2",), "1.2", "",
        "the beat of a sealed window", 1, 10,
        title="Time to react", group="pace", needs=("window", "sealed"),
        means=(Meaning("", "{0} s", "Reactions are open for {0} seconds."),),
    ),
    Setting(
        "wait_seconds", ("15",), "15", "",
        "how long a hold prolongs a window", 1, 120,
        title="Holding", group="pace", needs=("window", "sealed"),
        means=(Meaning("", "{0} s more", "Who holds a reaction has {0} seconds more for it."),),
    ),
    Setting(
        "failed_check", ("void", "flagged"), "void", "",
        "what a failed verification does to the result",
        title="If the check fails", group="luck",
        means=(
            Meaning("void", "no result", "The result is void if the check after the game fails."),
            Meaning("flagged", "it stands, marked",
                    "The result stands if the check after the game fails, and is marked."),
        ),
    ),
    Setting(
        "leaver", ("bot", "removed"), "bot", "",
        "what happens to the seat of a player who leaves",
        title="Who leaves", group="table",
        means=(
            Meaning("bot", "a bot plays on",
                    "A bot plays for a player who leaves, until that player is back."),
            Meaning("removed", "the chair goes", "The chair of a player who leaves is taken away."),
        ),
    ),
    Setting(
        "grace", ("60",), "60", "",
        "seconds before a bot takes a dropped seat", 1, 3600, whole=True,
        title="Lost lines", group="table", void=("pace", "days"),
        means=(
            Meaning("", "{0} s to come back",
                    "Who loses the line has {0} seconds to come back before a bot plays on."),
        ),
    ),
    Setting(
        "turn_clock", ("off",), "off", "",
        "seconds for one decision", 5, 7 * DAY, whole=True,
        title="Clock", group="pace",
        means=(
            Meaning("off", "none", "Everybody may think as long as they like."),
            Meaning("", "{0} s a decision", "Each decision has {0} seconds, then it is made."),
        ),
    ),
    Setting(
        "audit", ("automatic", "on_request"), "automatic", "",
        "when everything hidden is opened",
        title="Opening the cards", group="luck",
        means=(
            Meaning("automatic", "at the end",
                    "All hidden cards are opened and checked as soon as the game is over."),
            Meaning("on_request", "on request",
                    "Hidden cards are opened and checked when a player asks for it."),
        ),
    ),
    Setting(
        "host_seat", ("yes", "dealer_only"), "yes", "",
        "whether the host may take a seat",
        title="The host", group="table",
        means=(
            Meaning("yes", "may play", "The host may take a chair; its machine holds all cards."),
            Meaning("dealer_only", "only deals", "The host has no chair and only deals."),
        ),
    ),
    Setting(
        "newcomers", ("ask", "welcome", "watch"), "ask", "",
        "whether somebody who comes later may take a bot's seat during the game: the host "
        "is asked, everybody may (also somebody with two keys, who then sees two hands), "
        "or nobody",
        title="Newcomers", group="table",
        means=(
            Meaning("ask", "ask the host",
                    "Who comes later may take a bot's chair if the host says so."),
            Meaning("welcome", "take a bot's chair",
                    "Who comes later takes a bot's chair, also with a second key of their own."),
            Meaning("watch", "watch", "Who comes later watches until the game is over."),
        ),
    ),
    Setting(
        "hints", ("on", "off"), "on", "",
        "whether players may ask what a bot would do in their place, and why; at a table of "
        "several everybody reads that they did",
        title="Hints", group="table",
        means=(
            Meaning("on", "may be asked for",
                    "Who asks what a bot would do is told, and everybody reads who asked."),
            Meaning("off", "none", "Nobody is told what a bot would do."),
        ),
    ),
)  # fmt: skip
"""The options that the room itself answers to; a game lists them by `room_settings`."""


def room_settings(without: Collection[str], clauses: Mapping[str, str]) -> tuple[Setting, ...]:
    """The options of the room that suit a game, each with the clause of its own pages or none."""
    return tuple([
        replace(spec, clause=clauses.get(spec.name, ""))
        for spec in ROOM_SETTINGS if spec.name not in without
    ])  # fmt: skip
