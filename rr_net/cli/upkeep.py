"""How a host is looked after from the command line: what it goes on with, and what it has kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from rr_net.cli.relay import place
from rr_net.cli.words.keeping import done

if TYPE_CHECKING:
    from rr_net.host.process import HostPlan

Command = Callable[..., None]
Resume = Literal["yes", "auto"]
CARE = f"{__name__}.care"


@dataclass(frozen=True, slots=True)
class Care:
    """What the command line says of how the host looks after itself."""

    is_auto: bool = False
    accept_loss: bool = False
    log_level: str = "info"
    log_json: bool = False
    metrics: tuple[str, int] | None = None


def _with_options(command: Command) -> Command:
    options = (
        click.option("--resume", is_flag=False, flag_value="yes",
                     type=click.Choice(("yes", "auto")), metavar="[=auto]",
                     help="Go on with the game that DIR holds; with =auto, begin where there "
                     "is none."),
        click.option("--accept-loss", is_flag=True,
                     help="Go on from an older end, where DIR has lost the newest; everybody "
                     "is told."),
        click.option("--backup", type=click.Path(path_type=Path), metavar="FILE",
                     help="Write a copy of DIR, beside its open table too, and end."),
        click.option("--status", is_flag=True, help="Say how the open table of DIR is, and end."),
        click.option("--check", is_flag=True, help="The same in the exit status alone."),
        click.option("--log-level", type=click.Choice(("info", "warning", "error")),
                     default="info", show_default=True, help="What host.log holds."),
        click.option("--log-json", is_flag=True, help="Have host.log hold a JSON object a line."),
        click.option("--metrics", callback=place, metavar="ADDR:PORT",
                     help="Where to tell its figures, in the text format of Prometheus."),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def looked_after(command: Command) -> Command:
    """The command with the options that say what it goes on with, and how it is watched."""

    @wraps(command)
    def cared(
        *, resume: Resume | None, accept_loss: bool, backup: Path | None, status: bool,
        check: bool, log_level: str, log_json: bool, metrics: tuple[str, int] | None,
        **others: object,
    ) -> None:  # fmt: skip
        if backup is not None or status or check:
            _look(others.get("data"), backup, is_quiet=check)
            return
        care = Care(resume == "auto", accept_loss, log_level, log_json, metrics)
        click.get_current_context().meta[CARE] = care
        command(resume=bool(resume), **others)

    return _with_options(cared)


def _look(data: object, backup: Path | None, *, is_quiet: bool) -> None:
    from rr_net.host.places import data_directory
    from rr_net.host.upkeep import back_up, status

    folder = data if isinstance(data, Path) else data_directory()
    if backup is not None:
        click.echo(f"{backup}: {done(back_up(folder, backup))} files")
        return
    found = done(status(folder))
    if not is_quiet:
        for name, value in found.items():
            click.echo(f"{name:<12} {value}")


def cared_for(plan: HostPlan) -> HostPlan:
    """The plan with what the command line says of it."""
    from rr_net.host.process import LogForm

    care: Care = click.get_current_context().meta.get(CARE, Care())
    return replace(plan, begins_anew=care.is_auto, accept_loss=care.accept_loss,
                   log=LogForm(care.log_level, care.log_json), metrics=care.metrics)  # fmt: skip
