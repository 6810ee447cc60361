"""What everybody should know before the deal, one line each."""

from __future__ import annotations

from collections.abc import Mapping

from rr_net.room.chairs import Chairs

WINDOWS = {
    "sealed": "Reaction windows are sealed: each stays open for the same time whatever anybody "
    "holds, and shows only that somebody asked for more time.",
    "answered": "Reaction windows wait for everybody's answer: they show how long the slowest "
    "one thought, and nothing else.",
    "fast": "Reaction windows are fast: only players who can act are asked, so a pause shows "
    "that somebody can.",
}
ALONE = "The host alone chose the randomness, and committed to it before the deal."
PEEKING = (
    "The check after the game proves that the deck was not stacked; "
    "it cannot prove that the host did not peek."
)


def notes(options: Mapping[str, str], chairs: Chairs) -> tuple[str, ...]:
    """The notes for a table with these options."""
    window = WINDOWS.get(options.get("window", ""), "")
    return tuple(line for line in (window, ALONE, PEEKING, _host_line(options, chairs)) if line)


def _host_line(options: Mapping[str, str], chairs: Chairs) -> str:
    host = next((chair for chair in chairs.all if chair.owner and chair.owner.is_host), None)
    if host is not None:
        return f"The host plays, as {host.name}: the host's machine holds all cards."
    if options.get("host_seat") == "dealer_only":
        return "The host only deals and has no seat."
    return ""
