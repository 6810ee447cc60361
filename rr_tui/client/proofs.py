"""What is proved and what is not, in plain words: the same page in the interface and in text mode.

It says what docs/threat-model.md says; nothing here may promise more.
"""

from __future__ import annotations

from collections.abc import Iterator

from rr_net.link import Ended
from rr_net.link.command import own_command, typed_here
from rr_net.safetext import clean
from rr_tui.board.model import PlayerModel
from rr_tui.client.keepsakes import came_by_ssh, proof_lines, ssh_line
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import BLANK, Row, Span

LONGEST = 600
TITLE = "What is proved, and what is not"
OF_THE_LUCK = (
    (
        "The decks were not stacked: the host fixed its secret before anybody pressed a key, and "
        "you all pressed keys before anybody could know what came of it."
    ),
    "No shuffle and no roll was chosen or done twice.",
)
OF_THE_LUCK_AT_SOLO = ("No shuffle and no roll was done twice.",)
OF_THE_PLAY = (
    "No card was swapped, doubled or dealt from elsewhere; no move was illegal.",
    (
        "Nothing in the record was changed, added, left out or moved, and the result is what the "
        "rules give."
    ),
)
NOT_PROVED = (
    (
        "Whether the host looked at hidden cards, or at the order of the decks, and played on it "
        "or told a friend. The host's machine deals, so it knows. It can be caught changing the "
        "past, not looking at it."
    ),
    "Whether players talked by phone, or one person held two seats.",
    "Whether a bot, or somebody else, sat behind a seat.",
    (
        "Whether the host held something back from one screen during the game, or lied on it. The "
        "record contradicts that later, but only that player saw it."
    ),
    (
        "Why a host does not open its secret, or vanishes after a bad deal. That shows, but it "
        "proves no bias."
    ),
    "Chance where everybody but the host and its friends stayed silent, or gave a key or two.",
    (
        "A few shuffles that fast hardware may try after your last key, not millions: press until "
        "the time is up. The hash of what you all gave must stand there then."
    ),
    "Whether the program that checks is honest: do not take it from the host.",
)
SOLO = (
    "At the level solo the host alone chose the randomness. It could have thrown away secrets "
    "until it liked one: that is for tables that trust their host."
)
YOURS = (
    "Note the commitment before the deal: it is the promise.",
    (
        "Read the four words at the end of a turn to each other, and the twelve at the end of the "
        "game: they are the same for all who see the same game."
    ),
)
NOTE_IT = (
    'Keep the lines "Your note of random event" below as your notes: runes verify --me finds each '
    "in the record, whole, at that event and of your seat."
)
NOTED = (
    "Your client keeps your notes and the record of the game by itself, in {}: {} verify last "
    "finds both."
)
FETCHES = (
    "{line} receipts > mine.json keeps what only you may see; {line} bundle > game.json the whole "
    "record, after the game. runes verify game.json --receipts mine.json checks both."
)
NUMBERS = "The numbers and words of this game, to compare:"
SHORT = (
    "What a check proves: nobody stacked the decks or chose a roll, the host included, and nothing "
    "was changed afterwards."
)
SHORT_AT_SOLO = (
    "What a check proves: it was played as it was dealt, and nothing was changed afterwards. The "
    "luck was the host's alone here."
)
SHORT_AT_SOME = (
    "What a check proves: it was played as it was dealt, and nothing was changed afterwards. "
    "Nobody chose the luck that was shared, the host included; the rest the host could have chosen."
)
SHORT_OF_ONES_OWN = (
    "What a check proves: it was played as it was dealt, and nothing was changed afterwards. You "
    "played alone, so the luck was this machine's."
)
FETCH = "ssh ... bundle > bundle.json"
PROGRAM = "The command runes is the program of this table: its README.md says how to get it."
HOST_SAYS = "The host's machine says: "
NOT_KEPT = "there is no file of it."
WATCHED = (
    "Your client has checked {count} rows of the record and found them right: the number in the "
    "head of the board. It signs your answers, so nobody else can write a move of yours. Of "
    'everybody who plays like that the lobby says "checks".'
)
BY_HAND = (
    "Two more check the record, and share no code with the program that dealt: the page "
    "docs/check.html, which any browser opens from a disk, and docs/verify_minimal.py, 333 lines "
    "that need Python alone. Whoever has the program finds both by runes verify --page; from "
    "others ask for the files themselves: never take a verifier from the host alone."
)


def parts(model: PlayerModel) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The page by its headings: what it promises is what this table's level can keep."""
    is_solo = model.lobby is not None and model.lobby.fairness == "solo"
    luck = OF_THE_LUCK_AT_SOLO if is_solo or is_hosts_luck(model) else OF_THE_LUCK
    yield "After a game that was verified, this is proved:", (*luck, *OF_THE_PLAY)
    yield "At the level solo, as here:" if is_solo else "At the level solo:", (SOLO,)
    yield "This nobody can detect:", NOT_PROVED
    yield "What you can do:", tuple(what_you_can_do(model))


def is_hosts_luck(model: PlayerModel) -> bool:
    """Whether the game that is over shows that the host alone chose its luck, or some of it."""
    ended = model.ended
    return ended is not None and (ended.host_luck or bool(ended.luck))


def what_you_can_do(model: PlayerModel) -> Iterator[str]:
    """What a player keeps, and how; what the own client keeps nobody need note by hand."""
    yield YOURS[0]
    kept = clean(model.line.kept_in, 200)
    yield NOTED.format(kept, own_command()) if kept else NOTE_IT
    yield from YOURS[1:]
    if came_by_ssh(model) and not model.line.kept_in:
        yield FETCHES.format(line=ssh_line(model) or "ssh HOST")


def of_this_game(model: PlayerModel) -> list[str]:
    """What there is to say in plain words about the game on the table, a sentence a line."""
    ended = model.ended
    found: list[str] = [typed_here(model.line.at_end)]
    if ended is not None:
        verdict = _verdict(ended, model)
        found.append(f"{HOST_SAYS}{verdict}" if verdict else "")
        told = clean(ended.bundle, LONGEST)
        found.append(f"The bundle, to check it: {told}" if told else "")
    watched = WATCHED.format(count=model.line.checked) if model.line.checked >= 0 else ""
    return [line for line in [*found, watched] if line]


def _verdict(ended: Ended, model: PlayerModel) -> str:
    """What the host's machine says; whoever sits at it, or has the record, types its command."""
    is_here = model.line.has_record or not came_by_ssh(model)
    said = clean(ended.verdict, LONGEST)
    return typed_here(said) if is_here else said


def in_short(ended: Ended | None, model: PlayerModel) -> Iterator[str]:
    """What a check proves, in one sentence, and the shortest command that makes it."""
    if model.line.at_end:
        yield typed_here(model.line.at_end)
    yield what_it_proves(ended, model)
    if model.line.has_record:
        yield f"Check it once more: {own_command()} verify last"
    elif came_by_ssh(model):
        kept = clean(ended.bundle, LONGEST) if ended is not None else ""
        yield f"Check it on a computer of your own: {kept or FETCH}"
        whole = "--full " if ended is not None and ended.sampled else ""
        yield f"Then: runes verify {whole}bundle.json"
    elif ended is not None and ended.bundle:
        yield f"Check it here: {own_command()} verify last"


def what_it_proves(ended: Ended | None, model: PlayerModel) -> str:
    """What a check of a game proves, by how much of its luck was shared."""
    is_solo = model.lobby is not None and model.lobby.fairness == "solo"
    if is_solo or (ended is not None and ended.host_luck):
        return SHORT_OF_ONES_OWN if model.is_host_without_company else SHORT_AT_SOLO
    return SHORT_AT_SOME if ended is not None and ended.luck else SHORT


def ways(ended: Ended | None, model: PlayerModel) -> Iterator[str]:
    """How anybody checks a finished game without trusting the machine that hosted it."""
    if ended is not None and ended.verdict:
        yield f"{HOST_SAYS}{_verdict(ended, model)}"
    kept = clean(ended.bundle, LONGEST) if ended is not None else ""
    if model.line.has_record:
        yield f"The record and your notes: {clean(model.line.kept_in, 200)}"
    elif came_by_ssh(model):
        yield "You need not believe it. What only you may see can be checked too:"
        yield f"1. Fetch it: {ssh_line(model) or 'ssh ...'} receipts > mine.json"
        yield "2. Check both: runes verify bundle.json --receipts mine.json"
        yield PROGRAM
    else:
        yield f"The record: {kept or NOT_KEPT}"
    yield BY_HAND
    if ended is not None and ended.words:
        words = " ".join(clean(word, 16) for word in ended.words)
        yield f"Read these twelve words to each other, they are the same for all of you: {words}"


def lines(model: PlayerModel) -> Iterator[str]:
    """The page, for who reads line by line."""
    yield from of_this_game(model)
    for heading, sentences in parts(model):
        yield heading
        yield from sentences
    if numbers := list(proof_lines(model)):
        yield NUMBERS
        yield from numbers


def rows(glyphs: Glyphs, model: PlayerModel) -> list[Row]:
    """The page, for a reader; with what is there to keep of the game on the table."""
    found: list[Row] = []
    for line in of_this_game(model):
        found += [(Span(line),), BLANK]
    for heading, sentences in parts(model):
        found += [(Span(heading, "title"),), BLANK]
        for sentence in sentences:
            found += [(Span(f"{glyphs.bullet} ", "muted"), Span(sentence)), BLANK]
    # Hashes come last: nobody reads on behind hundreds of them.
    if numbers := list(proof_lines(model)):
        found += [(Span(NUMBERS, "title"),), BLANK]
    for line in numbers:
        found += [(Span(line),), BLANK]
    return found[:-1]
