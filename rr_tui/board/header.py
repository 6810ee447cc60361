"""The line above a board, which every game's begins alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rr_net.link import Lesson, LineState, SeatState
from rr_net.safetext import clean
from rr_tui.board.scene import Scene
from rr_tui.looks.glyphs import Glyphs
from rr_tui.looks.spans import Row, Span, fit, spread, width_of
from rr_tui.looks.wording import seat_role


def called(scene: Scene, seat: int) -> str:
    """What the looking player reads for a seat: whoever looks is "You"."""
    return "You" if seat == scene.seat else scene.name(seat)


def who(scene: Scene, seat: int, most: int) -> Span:
    """The same in the colour of the seat, cut to a number of cells."""
    return Span(fit(called(scene, seat), most), seat_role(seat))


def seated(scene: Scene, seat: int) -> SeatState | None:
    """What the room says of who sits there."""
    return next((person for person in scene.people if person.seat == seat), None)


def connection(scene: Scene, seat: int) -> Row:
    """A bot, or a dropped line; nothing about oneself."""
    found = seated(scene, seat)
    if found is None or seat == scene.seat or found.kind == "empty":
        return ()
    said = filed(scene, seat)
    if found.kind == "bot" or found.stand_in:
        return (Span("bot ", "muted"),)
    if found.connected:
        return said
    return (*said, Span(f"away {found.grace}s " if found.grace else "away ", "danger"))


def filed(scene: Scene, seat: int) -> Row:
    """The word that everybody sees beside the cards of whoever has filed orders."""
    is_filed = any(person.seat == seat and person.filed for person in scene.people)
    return (Span("filed ", "accent"),) if is_filed else ()


KNOCK_ANSWERS = ("let in", "refuse")
"""What the keys do that answer somebody who waits."""
LONGEST = 20
"""Cells of a name in a header, which has more to say."""
LEAST_TITLE = 9
"""Cells that what wins takes at the least."""


def headline(
    scene: Scene, turn: int, player: int, right: Row, width: int, *, unit: str = "turn"
) -> Row:
    """What wins, the turn, whose it is and what calls for attention; a game adds its right end."""
    if troubled := trouble_row(scene.line, right, width):
        return troubled
    checked = (*mark_row(scene.line, scene.glyphs), *right)
    right = checked if width_of(checked) < width // 2 else right
    if scene.knock_keys:
        return _knocked(scene, right, width)
    if scene.lesson is not None:
        return spread(_in_lesson(scene, scene.lesson, width - width_of(right)), right, width)
    whose = _whose(scene, player)
    least = width_of(right) + width_of(whose) + LEAST_TITLE
    calls = next((each for each in _calls(scene) if least + width_of(each) <= width), ())
    if scene.knock and not calls:
        return _knocked_meanwhile(scene, right, width)
    after = (*whose, *calls)
    number = (Span(f" {scene.glyphs.bullet} {unit} {turn}", "muted"),) if turn > 0 else ()
    room = width - width_of(right) - width_of(after)
    # A blank stays before what stands at the right.
    title: Row = (Span(f" {_title(scene, room - 1)}", "title"),)
    # What the game is about matters more than how long it has been going on.
    is_counted = not calls and (not scene.goals or width_of((*title, *number)) < room)
    return spread((*title, *(number if is_counted else ()), *after), right, width)


def trouble_row(line: LineState, right: Row, width: int) -> Row:
    """What is wrong with the own line or with what came over it; nothing where all is well.

    A finding stays for as long as the table is there, and stands before what passes.
    """
    words = [*line.findings[:1], *([line.trouble] if line.trouble else [])]
    if not words:
        return ()
    said = [fit(f" {clean(each, LONGEST_FINDING)} ", width - 2) for each in words]
    row: Row = (Span(" "), Span(said[0], ground="alert"))
    for each in said[1:]:
        more = (*row, Span(" "), Span(each, ground="alert"))
        row = more if width_of(more) < width else row
    return spread(row, right if width_of(row) + width_of(right) < width else (), width)


LONGEST_FINDING = 200


def mark_row(line: LineState, glyphs: Glyphs) -> Row:
    """How many rows of the record the own client has checked and found right."""
    if line.checked < 0 or line.findings:
        return ()
    return (Span(f"{glyphs.chosen} {line.checked} ", "success"),)


def _whose(scene: Scene, player: int) -> Row:
    if player < 0:
        return ()
    mine = player == scene.seat
    whose = "your turn" if mine else f"{fit(scene.name(player), LONGEST)}'s turn"
    return (Span(f" {scene.glyphs.bullet} ", "muted"), Span(whose, seat_role(player)))


def _title(scene: Scene, room: int) -> str:
    """What wins, as long as there is room for it; the table's name where nobody has said that."""
    if not scene.goals or scene.is_over:
        return scene.title
    return next((each for each in scene.goals if len(each) < room), scene.goals[-1])


def _in_lesson(scene: Scene, lesson: Lesson, room: int) -> Row:
    """Which lesson it is, and how far; its title is cut first."""
    step = f" {scene.glyphs.bullet} step {lesson.step} of {lesson.of} "
    return (Span(fit(f" {lesson.title}", room - len(step)), "title"), Span(step, "muted"))


def stages(scene: Scene, words: Iterable[tuple[str, str]], now: str) -> Row:
    """The parts of a turn by name and word, the present one pointed at and in capitals."""
    spans: list[Span] = []
    for name, word in words:
        spans += [Span(scene.glyphs.bullet, "muted")] if spans else []
        is_here = name == now
        shown = scene.glyphs.pointer + word.upper() if is_here else word
        spans.append(Span(shown, "accent" if is_here else "muted"))
    return tuple(spans)


def _knocked(scene: Scene, right: Row, width: int) -> Row:
    """Who wants what, with the keys that answer; the parts of the turn only where they fit too."""
    row: Row = (Span(" "), Span(f" {scene.knock} ", ground="alert"))
    told = bare = row
    for binding, does in zip(scene.knock_keys, KNOCK_ANSWERS, strict=False):
        key = Span(f"[{scene.keys.short(binding)}]", "keyword")
        bare = (*bare, Span(" "), key)
        told = (*told, Span(" "), key, Span(f" {does}", "muted"))
    row = told if width_of(told) + width_of(right) < width else bare
    return spread(row, right if width_of(row) + width_of(right) < width else (), width)


WHOLE = 200
"""Cells that no wish of a neighbour takes."""
LUCK = (" this machine alone chooses the luck ", " the host's luck ", "")
"""That nobody else has a hand in it, as fully as there is room for."""


def _calls(scene: Scene) -> Iterator[Row]:
    """What calls for attention in place of the turn's number, the longest wording first."""
    for luck in LUCK if scene.host_luck else ("",):
        yield _call(scene, luck)


def _call(scene: Scene, luck: str) -> Row:
    found = [each for each in (" PAUSED " if scene.paused else "", luck) if each]
    calls = tuple(span for call in found for span in (Span(" "), Span(call, ground="alert")))
    return (*_knock_to_come(scene), *calls) if scene.knock else calls


def knocking(scene: Scene) -> str:
    """Who waits, and the key that leads to the answers while a question is open."""
    return f"{_wish(scene)}: [{scene.keys.short('app.menu')}] answers"


def _wish(scene: Scene) -> str:
    others = scene.at_the_door - 1
    return f"{scene.knock} (and {others} more)" if others > 0 else scene.knock


def _knock_to_come(scene: Scene, most: int = WHOLE) -> Row:
    """What somebody wants, cut to a number of cells, with the key that leads to the answers.

    A question is open, whose keys come first: the menu begins with the answers.
    """
    others = scene.at_the_door - 1
    more = f"+{others} " if others > 0 else ""
    menu = Span(f"[{scene.keys.short('app.menu')}]", "keyword")
    wish = Span(f" {fit(scene.knock, most)} {more}", ground="alert")
    return (Span(" "), wish, Span(" "), menu, Span(" answers", "muted"))


def _knocked_meanwhile(scene: Scene, right: Row, width: int) -> Row:
    """The same where there is no room for what wins too: who is asked knows whose turn it is."""
    row = _knock_to_come(scene)
    if width_of(row) + width_of(right) < width:
        return spread(row, right, width)
    spare = width - width_of(_knock_to_come(scene, 0)) - 1
    return spread(_knock_to_come(scene, spare), (), width)
