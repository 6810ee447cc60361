"""The command `runes key`: the key that friends know, and another one in its place."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from rr_net.cli.words.keeping import done, folder_of, in_folder

PREPARED = """\
The next key is {}. The present one has signed it.
From the next start of the table on, the ssh of everybody who comes learns it by itself.
When all have been there (a month is a good while), type: {} key rotate --now"""
CHANGED = """\
The key of this table is now {}.
runes join follows the old key's signature and says so; so does the ssh of whoever has come since
the key was announced. Everybody else reads a warning, compares the fingerprint with you, and types
    ssh-keygen -R '[HOST]:PORT'"""


@click.group("key", short_help="Show a host's key, or have another one take its place.")
def key_command() -> None:
    """A host's key, by which its friends know it."""


@key_command.command("show")
@in_folder
def show_keys(data: Path | None) -> None:
    """Show the fingerprints of these keys."""
    from rr_net.host.rotation import key_plan

    plan = done(asyncio.to_thread(key_plan, folder_of(data)))
    for before in plan.before:
        click.echo(f"before  {before}")
    click.echo(f"now     {plan.now}")
    if plan.next is not None:
        click.echo(f"next    {plan.next}")


@key_command.command("rotate")
@click.option("--now", "is_now", is_flag=True, help="Change over: the table must be closed.")
@click.option("--leave-games", is_flag=True,
              help="Change over though unfinished games can go on no more.")  # fmt: skip
@in_folder
def rotate(data: Path | None, *, is_now: bool, leave_games: bool) -> None:
    """Make the next key, signed by the present one; or change over.

    Nobody is helped by this where the old key was stolen: the thief can sign too. Then make a new
    data directory, and tell your friends its fingerprint yourself.
    """
    from rr_net.host.rotation import change_over, prepare
    from rr_net.link.command import own_command

    folder = folder_of(data)
    if is_now:
        click.echo(CHANGED.format(done(change_over(folder, leaves_games=leave_games))))
    else:
        click.echo(PREPARED.format(done(asyncio.to_thread(prepare, folder)), own_command()))
