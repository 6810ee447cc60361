"""How a host is looked after from the command line: what it goes on with, and what it has kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Literal

import click

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


def looked_after(command: Command) -> Command:
    """The command with the options that say what it goes on with."""

    @click.option(
        "--resume",
        is_flag=False,
        flag_value="yes",
        type=click.Choice(("yes", "auto")),
        metavar="[=auto]",
        help="Go on with the game that DIR holds; with =auto, begin where it holds none.",
    )
    @click.option(
        "--accept-loss",
        is_flag=True,
        help="Go on from an older end, where DIR has lost the newest; everybody is told.",
    )
    @wraps(command)
    def cared(*, resume: Resume | None, accept_loss: bool, **others: object) -> None:
        care = Care(resume == "auto", accept_loss)
        click.get_current_context().meta[CARE] = care
        command(resume=bool(resume), **others)

    return cared


def cared_for(plan: HostPlan) -> HostPlan:
    """The plan with what the command line says of it."""
    care: Care = click.get_current_context().meta.get(CARE, Care())
    return replace(plan, begins_anew=care.is_auto, accept_loss=care.accept_loss)
