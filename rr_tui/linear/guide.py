"""The guide of a game in words: how it is played, what a word means, and whether tips are said."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.guide.glossary import GlossaryTerm, term_for
from rr_rules.guide.howto import HEADING
from rr_rules.guide.search import Readable, found
from rr_tui.board.model import PlayerModel
from rr_tui.client.guidance import edition_here, pages_of, readables_here, words_here
from rr_tui.linear.teller import Paper, Teller
from rr_tui.looks.wording import OF_THE_RECORD


def term_words(model: PlayerModel, word: str) -> Iterator[str]:
    """What a word means, with an example and its clause."""
    known = words_here(model)
    term = term_for(known, word.strip()) or _alike(known, word.strip())
    if term is not None:
        yield f"{term.word}: {term.says} For example: {term.example} (r {term.clause})"
    elif known:
        named = ", ".join(sorted((each.word for each in known), key=str.casefold))
        yield f"There is no word {word!r} in the glossary. These are: {named}."
    else:
        yield "This game brings no glossary: r and a clause reads its rules."


def _alike(known: tuple[GlossaryTerm, ...], word: str) -> GlossaryTerm | None:
    """The one term in which a piece of text stands, if there is no more than one."""
    found = [each for each in known if word.casefold() in each.word.casefold()]
    return found[0] if len(found) == 1 else None


def howto_words(model: PlayerModel) -> Iterator[str]:
    """How the game on the table is played, without its pictures."""
    edition = edition_here(model)
    told_pages = pages_of(edition) if edition is not None else ()
    for page in told_pages:
        yield f"{page.title}."
        yield from page.labels
        for line in page.lines:
            if line:
                yield f"{line.removeprefix(HEADING)}:" if line.startswith(HEADING) else told(line)
    if not told_pages:
        yield "Nobody has written how this game is played: r and a clause reads its rules."


def told(line: str) -> str:
    """A line of a table as a sentence: columns of blanks become a colon."""
    first, gap, rest = line.partition("  ")
    return f"{first}: {rest.lstrip()}" if gap else line


TIPS = {"on": "Tips are said again.", "off": "No more tips. tips on: say them again."}


class GuideReader:
    """Tells what somebody asks of the guide."""

    def __init__(self, paper: Paper, teller: Teller) -> None:
        self._paper = paper
        self._teller = teller
        self._found: list[Readable] = []
        """What was found and not told yet."""

    def tells(self, word: str, rest: str) -> bool:
        """Whether the word asks how the game goes or what one of its words means, which is told."""
        model = self._teller.model
        if word[:1] == "/":
            word, rest = "/", f"{word[1:]} {rest}".strip()
        match word:
            case "g" if rest:
                self._paper.say_all(term_words(model, rest))
            case "/" if rest:
                self._found = list(found(readables_in(model), rest))
                self._paper.say(f"Found {len(self._found)}.")
                self._tell_next()
            case "n" if self._found:
                self._tell_next()
            case "how":
                self._paper.say_all(howto_words(model))
            case "tips" if rest in TIPS:
                self._teller.keep(self._teller.tips.switched(on=rest == "on"))
                self._paper.say(TIPS[rest])
            case _:
                return False
        return True

    def _tell_next(self) -> None:
        if self._found:
            each = self._found.pop(0)
            more = " n: the next one." if self._found else ""
            self._paper.say(f"{each.title or 'The log'}: {each.text}{more}")


def readables_in(model: PlayerModel) -> tuple[Readable, ...]:
    """What can be searched: rules, words, cards, and the log from its last line on."""
    lines = (line for line in reversed(model.log) if line.kind not in OF_THE_RECORD)
    log = (Readable("log", "", model.named(line.text), line.clause) for line in lines)
    return (*readables_here(model), *log)
