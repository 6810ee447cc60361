"""`runes learn`: lessons, each on the real cards, at this screen."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import own_name
from rr_rules.kernel.errors import RulesError

if TYPE_CHECKING:
    from rr_net.cli.screens import FrontPage
    from rr_rules.lessons.models import LessonFile


INDENT = " " * 13
"""What a title is folded below."""
LONGEST = 400
LESSON = "lesson:"
"""What the keys of lessons begin with."""
LEARNING = (
    "Lessons on the real cards, some minutes each: your neighbour Pat shows what to do, and "
    "nothing can go wrong."
)
OTHERS = "Its lessons are on a page of their own."
PROMPTS = 2
"""The rows that the command itself and the next prompt take."""


@click.command("learn")
@click.argument("lesson", default="", metavar="[ID]")
def learn_command(lesson: str) -> None:
    """Take a lesson; without ID, list them all."""
    from rr_net.cli.screens import Screens, is_somebody_there, scrubbed_environment
    from rr_net.cli.words.config import own_config
    from rr_net.host.config import BadConfig
    from rr_rules.lessons.shelf import lesson as lesson_of
    from rr_rules.lessons.shelf import lessons

    try:
        if not lesson or not is_somebody_there():
            found = (lesson_of(lesson),) if lesson else lessons()
            size = shutil.get_terminal_size() if sys.stdout.isatty() else None
            for line in fitting(found, size):
                click.echo(line)
            return
        lesson_of(lesson)
        config = own_config()
        screens = Screens(config, scrubbed_environment())
        status = asyncio.run(screens.learn(lesson, own_name(config)))
    except (BadConfig, RulesError) as error:
        raise click.ClickException(str(error)) from None
    if status:
        click.get_current_context().exit(status)


def fitting(found: tuple[LessonFile, ...], size: os.terminal_size | None) -> list[str]:
    """The list folded to a terminal of that size, of titles alone where all of it would not fit.

    What scrolls away at once nobody reads; None stands for no terminal.
    """
    wide = LONGEST if size is None else size.columns
    whole = [line for each in listed(found) for line in _folded(each, wide)]
    if size is None or len(whole) + PROMPTS <= size.lines:
        return whole
    return [line for each in listed(found, in_short=True) for line in _folded(each, wide)]


def _folded(line: str, wide: int) -> list[str]:
    return click.wrap_text(line, wide, subsequent_indent=INDENT).splitlines()


def listed(found: tuple[LessonFile, ...], *, in_short: bool = False) -> Iterator[str]:
    """Lessons line by line, under the names of their games; by their titles alone if in short."""
    from rr_net.link.command import own_command

    edition = ""
    for each in found:
        head = each.lesson
        if head.edition != edition:
            edition = head.edition
            yield edition
        yield f"  {head.id:<10} {head.title}{'' if in_short else f': {head.about}'}"
    runes = own_command()
    about = f"; what each is about: {runes} learn | less" if in_short else ""
    yield f"Take one with: {runes} learn ID{about}"


# --- on the first screen ----------------------------------------------------------------


def lessons_page(edition: str, settings: str, *, has_others: bool = True) -> FrontPage:
    """The lessons of one edition, so that each has a key; it leads to those of the others."""
    # They are read from files: nothing that the first page could wait for.
    from rr_net.cli.screens import DONE, FrontLine, FrontPage, lessons_marked
    from rr_rules.lessons.shelf import lessons_from

    heads = [each.lesson for each in lessons_from(edition)]
    own = [head for head in heads if head.edition == edition]
    marks = lessons_marked(settings)
    lines = [
        FrontLine(f"{LESSON}{head.id}", f"{head.title}{marks.get(head.id, '')}",
                  (head.title, head.about, head.edition), game=head.game)
        for head in own
    ]  # fmt: skip
    others = {head.edition: head for head in heads if head not in own} if has_others else {}
    for name, head in others.items():
        page = partial(lessons_page, name, settings, has_others=False)
        lines.append(FrontLine(f"of:{name}", f"{name}…", (name, OTHERS), page, game=head.game))
    first = [head.id for head in own if head.number]
    usual = next((each for each in first if marks.get(each) != DONE), first[0] if first else "")
    return FrontPage("Which lesson?", tuple(lines), f"{LESSON}{usual}")
