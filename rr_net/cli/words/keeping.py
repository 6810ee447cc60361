"""The command `runes data`: what a host has kept, copies of it, and what may go."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import click

T = TypeVar("T")
KEEP = 20

in_folder = click.option("--data", type=click.Path(path_type=Path), metavar="DIR",
                         help="Where games are kept.")  # fmt: skip


@click.group("data", short_help="Copy, list and prune what a host has kept.")
def data_command() -> None:
    """What a host has kept: a copy of it, a list, and what may go."""


@data_command.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@in_folder
def backup(file: Path, data: Path | None) -> None:
    """Write a copy of all that a host has kept into FILE, beside an open table too.

    It holds the host's key and the secrets of games: keep it as you keep those.
    """
    from rr_net.host.upkeep import back_up

    count = done(back_up(folder_of(data), file))
    click.echo(f"{file}: {count} files. Whoever can read it can read the cards of a running game.")


@data_command.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@in_folder
def restore_backup(file: Path, data: Path | None) -> None:
    """Put a copy back into a folder without a journal."""
    from rr_net.host.upkeep import restore

    folder = folder_of(data)
    unfinished = done(restore(file, folder))
    click.echo(f"{folder} is as it was when {file} was written.")
    if unfinished:
        click.echo("Everybody at its unfinished game is told that it goes on from a copy.")


@data_command.command("list")
@in_folder
def list_kept(data: Path | None) -> None:
    """List what a host has kept, with sizes."""
    from rr_net.host.upkeep import listing

    for kept in listing(folder_of(data)):
        click.echo(f"{kept.what:<9}{kept.files:>5} files {kept.size / 1e6:>9.1f} MB")


@data_command.command("prune")
@click.option("--keep", type=click.IntRange(0, 100_000), default=KEEP, show_default=True,
              metavar="N", help="How many of the newest finished games stay.")  # fmt: skip
@in_folder
def prune_journal(keep: int, data: Path | None) -> None:
    """Take old games out of the journal of a closed table; their bundles stay."""
    from rr_net.host.upkeep import prune

    gone, won = done(prune(folder_of(data), keep))
    click.echo(f"{gone} games are gone from the journal: {max(won, 0) / 1e6:.1f} MB less.")


def folder_of(data: Path | None) -> Path:
    """The folder that is meant."""
    from rr_net.host.places import data_directory

    return data or data_directory()


def done(work: Coroutine[Any, Any, T]) -> T:
    """What comes of it. Raises ClickException."""
    from rr_net.host.process import CannotHost
    from rr_net.ssh import SshError
    from rr_net.store import StoreError

    try:
        return asyncio.run(work)
    except (CannotHost, SshError, StoreError) as error:
        raise click.ClickException(str(error)) from None
