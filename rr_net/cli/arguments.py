"""Files that a command is given, or makes."""

from __future__ import annotations

from pathlib import Path

import click


def pairs(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """The values by their keys. Raises click.BadParameter."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{each!r}: expected key=value")
        if name in found:
            raise click.BadParameter(f"{name} is given twice")
        found[name] = value
    return found


def read_file(path: Path, most: int) -> bytes:
    """What a file holds, up to `most` bytes. Raises ClickException."""
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror}") from None
    if len(content) > most:
        raise click.ClickException(f"{path} is too large: expected at most {most} bytes")
    return content


def keep_file(path: Path, content: bytes) -> Path:
    """Writes a file beside what is there already: the name it got. Raises ClickException."""
    number = 1
    while True:
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        try:
            with free.open("xb") as file:
                file.write(content)
        except FileExistsError:
            if _holds(free, content):
                return free
            number += 1
        except OSError as error:
            raise click.ClickException(f"cannot write {free}: {error.strerror}") from None
        else:
            return free


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.read_bytes() == content
    except OSError:
        return False
