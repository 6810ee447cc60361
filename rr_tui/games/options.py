"""Options as the rules know them, to ask the rules what comes of one."""

from __future__ import annotations

from rr_net.link import AskOption
from rr_rules.kernel.requests import Option


def as_rule(option: AskOption) -> Option:
    """An option without its number and its words, which are the room's."""
    return Option(option.act, option.zone, option.seat, option.at, option.order)
