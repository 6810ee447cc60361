"""KEY=VALUE on the command line."""

from __future__ import annotations

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
