"""`runes learn`: lessons, each on the real cards, at this screen."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import own_name
from rr_rules.kernel.errors import RulesError

if TYPE_CHECKING:
    from rr_rules.lessons.models import LessonFile


INDENT = " " * 13
"""What a title is folded below."""
LONGEST = 400


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
            wide = shutil.get_terminal_size().columns if sys.stdout.isatty() else LONGEST
            for line in listed(found):
                click.echo(click.wrap_text(line, wide, subsequent_indent=INDENT))
            return
        lesson_of(lesson)
        config = own_config()
        screens = Screens(config, scrubbed_environment())
        status = asyncio.run(screens.learn(lesson, own_name(config)))
    except (BadConfig, RulesError) as error:
        raise click.ClickException(str(error)) from None
    if status:
        click.get_current_context().exit(status)


def listed(found: tuple[LessonFile, ...]) -> Iterator[str]:
    """Lessons line by line, under the names of their games."""
    edition = ""
    for each in found:
        head = each.lesson
        if head.edition != edition:
            edition = head.edition
            yield edition
        yield f"  {head.id:<10} {head.title}: {head.about}"
    yield "Take one with: runes learn ID"
