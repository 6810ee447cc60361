"""The command `runes replay`."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rr_net.cli.arguments import read_file

if TYPE_CHECKING:
    from rr_net.cli.screens import Screens
    from rr_net.replay.looking import Check
    from rr_net.replay.viewer import Viewer

HELP = """Look at a finished game, step by step.

GAME is the record of a game (a bundle), "last" for the game that was over last on this machine, or
the first letters of the name of one that is kept here.
"""
LAST = "last"
KEPT = "bundle-"
"""How the file of a kept game begins; the first letters of its name follow."""
FEWEST_LETTERS = 4
NAME = re.compile(r"[0-9a-f]{4,64}")
UNTRUSTED = "With --unverified you can look at it all the same."


@click.command("replay", help=HELP)
@click.argument("game", metavar="GAME")
@click.option("--unverified", is_flag=True, help="Look at it though it does not verify.")
@click.pass_context
def replay_command(context: click.Context, *, game: str, unverified: bool) -> None:
    """Look at a finished game, step by step."""
    context.exit(asyncio.run(_look(found(game), trusts=unverified)))


def found(game: str) -> bytes:
    """The bundle that is meant. Raises a ClickException."""
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

    path = Path(game)
    if game == LAST:
        path = _last()
    elif NAME.fullmatch(game) and not path.exists():
        path = _named(game)
    return read_file(path, LARGEST_BUNDLE)


def _folders() -> Iterator[Path]:
    from rr_net.cli.front import folders
    from rr_net.host.places import data_directory

    for root in (data_directory(), data_directory() / "home"):
        yield from folders(root)


def _last() -> Path:
    from rr_net.store.journal import BUNDLE

    kept = [folder / BUNDLE for folder in _folders() if (folder / BUNDLE).is_file()]
    if not kept:
        raise click.ClickException("no game was finished on this machine yet: give a file")
    return max(kept, key=lambda path: path.stat().st_mtime)


def _named(letters: str) -> Path:
    kept = [path for folder in _folders() for path in folder.glob(f"{KEPT}*.json")
            if _is_called(path.stem.removeprefix(KEPT), letters)]  # fmt: skip
    if len(kept) != 1:
        known = "no finished game" if not kept else "more than one finished game"
        raise click.ClickException(f"{known} of that name is kept here: {letters}")
    return kept[0]


def _is_called(name: str, letters: str) -> bool:
    """Whether letters begin a name, or go on where the name of a file is cut."""
    return name.startswith(letters) or (bool(name) and letters.startswith(name))


async def look_at(path: Path, screens: Screens) -> int:
    """Shows the game of a bundle here; the exit status. Raises a ClickException."""
    from rr_net.fairness.proof.bundle import LARGEST_BUNDLE

    return await _look(read_file(path, LARGEST_BUNDLE), trusts=False, screens=screens)


async def _look(source: bytes, *, trusts: bool, screens: Screens | None = None) -> int:
    from rr_net.cli.screens import Screens, scrubbed_environment
    from rr_net.host.config import read_config

    viewer, check = _viewed(source, trusts=trusts)
    screens = screens or Screens(read_config(), scrubbed_environment())
    checking = asyncio.create_task(check.run())
    try:
        return await screens.replay(viewer)
    finally:
        check.stop()
        await asyncio.gather(checking, return_exceptions=True)


def _viewed(source: bytes, *, trusts: bool) -> tuple[Viewer, Check]:
    """A viewer for a file, and its check. Raises a ClickException."""
    from rr_net.bots.processes import Elsewhere
    from rr_net.fairness.base.errors import FairnessError
    from rr_net.fairness.proof.bundle import unpacked
    from rr_net.fairness.proof.verify import verify
    from rr_net.replay.branch import Branching
    from rr_net.replay.looking import Check
    from rr_net.replay.recording import recording_of
    from rr_net.replay.viewer import Viewer
    from rr_net.ssh.sshsig import check_signature
    from rr_rules.kernel.errors import RulesError

    try:
        shared = unpacked(source)
        recording = recording_of(shared.bundle, trusts=trusts)
        viewer = Viewer(recording, Branching(Elsewhere).begin, bundle=lambda: shared.bundle)
        viewer.begin_at(shared.place, shared.note)
    except (FairnessError, RulesError) as error:
        raise click.ClickException(f"this cannot be replayed: {error}") from None
    return viewer, Check(
        viewer,
        lambda progress: verify(shared.bundle, check_signature=check_signature, progress=progress),
        trusts=trusts,
    )
