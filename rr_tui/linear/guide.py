"""The guide of a game in words: how it is played, and what a word means."""

from __future__ import annotations

from collections.abc import Iterator

from rr_rules.guide.glossary import GlossaryTerm, term_for
from rr_rules.guide.howto import HEADING
from rr_tui.board.model import PlayerModel
from rr_tui.client.guidance import edition_here, pages_of, words_here


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
    found = pages_of(edition) if edition is not None else ()
    for page in found:
        yield f"{page.title}."
        yield from page.labels
        for line in page.lines:
            if line:
                yield f"{line.removeprefix(HEADING)}:" if line.startswith(HEADING) else told(line)
    if not found:
        yield "Nobody has written how this game is played: r and a clause reads its rules."


def told(line: str) -> str:
    """A line of a table as a sentence: columns of blanks become a colon."""
    first, gap, rest = line.partition("  ")
    return f"{first}: {rest.lstrip()}" if gap else line
