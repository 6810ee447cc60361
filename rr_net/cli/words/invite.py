"""The command `runes invite`."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rr_net.link import Host, Invitation

HELP = """Make a code for one person, which lets in the first key that brings it, once.

It works beside a table that is open and without one. Without a NAME it lists the invites.
"""
NO_TABLE = "Send it with your ssh line, which `runes host` prints."


@click.command("invite", help=HELP, short_help="Make a code for one person.")
@click.argument("name", required=False)
@click.option("--for", "span", default="7d", show_default=True, metavar="TIME",
              help="How long it lets somebody in, as in 3h, 7d or 2w.")  # fmt: skip
@click.option("--list", "is_list", is_flag=True, help="List the invites, and change nothing.")
@click.option("--revoke", is_flag=True, help="Take the invite for NAME back.")
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR",
              help="Where games are kept.")  # fmt: skip
def invite_command(
    *, name: str | None, span: str, is_list: bool, revoke: bool, data: Path | None
) -> None:
    """Invite somebody by name."""
    from rr_net.host.places import data_directory

    if (is_list and (name or revoke)) or (revoke and not name):
        raise click.UsageError("give a NAME to invite, --revoke NAME, or --list alone")
    folder, message = data or data_directory(), _message(name, span, revoke=revoke)
    found = _settled(folder, message)
    match message:
        case None:
            lines = list(map(_line, found)) or ["There are no invites by name."]
        case _ if revoke:
            lines = [f"The invite for {message.name} is taken back."]
        case _:
            lines = _letter(folder, next(each for each in reversed(found) if each.code))
    click.echo("\n".join(lines))


def _message(name: str | None, span: str, *, revoke: bool) -> Host | None:
    from rr_net.guests.invites import BadInvite, hours_of
    from rr_net.link import Host
    from rr_net.names import BadName, clean_name

    if name is None:
        return None
    try:
        if revoke:
            return Host(act="revoke", name=name[:64])
        return Host(act="invite", name=clean_name(name), hours=min(hours_of(span), 8784))
    except (BadInvite, BadName) as error:
        raise click.ClickException(str(error)) from None


def _settled(folder: Path, message: Host | None) -> tuple[Invitation, ...]:
    from rr_net.host.invites import settle_invites
    from rr_net.host.process import CannotHost
    from rr_net.link.refusals import Refused
    from rr_net.ssh import SshError
    from rr_net.store import StoreError

    try:
        return asyncio.run(settle_invites(folder, message))
    except (CannotHost, Refused, SshError, StoreError) as error:
        raise click.ClickException(str(error)) from None


def _letter(folder: Path, invitation: Invitation) -> list[str]:
    """What to send to whom."""
    from rr_net.host.invites import lines_for

    lines = lines_for(folder, invitation.name) or [NO_TABLE]
    return [
        f"For {invitation.name} alone, {_until(invitation.ends)}:",
        "",
        *(f"    {line}" for line in lines),
        f"    The table asks for this invite code: {invitation.code}",
        "",
        "It lets in the first key that brings it. Take it back with",
        f"    runes invite --revoke {invitation.name}",
    ]


def _line(invitation: Invitation) -> str:
    state = f"code {invitation.code}" if invitation.code else f"came with {invitation.words}"
    return f"{invitation.name:<16}  {state:<24}  {_until(invitation.ends)}"


def _until(ends: int) -> str:
    return time.strftime("until %a %d %b %H:%M", time.localtime(ends))
