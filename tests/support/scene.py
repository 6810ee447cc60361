"""Scenes: the real interface in this terminal over a table that stands as a story tells.

`python -m tests.support.scene crowd` shows nine Creatures on one Lawn. For looking at screens, in
tmux or in a terminal of one's own; `q` leaves.
"""

from __future__ import annotations

import sys

from rr_net.link import Log, LogLine, Pending, Seen
from rr_net.room.showing import InPlay, cards
from rr_tui.app import TableApp
from rr_tui.profile import Profile
from tests.support.fakelink import FakeLink, lobby, welcome
from tests.support.realgames import asked
from tests.support.story import Story, story

TINY, LEASH = "Griffin With a Tiny Head", "Pegasus on a Very Short Leash"


def crowd() -> Story:
    """Four players, nine Creatures on one neighbor's Lawn and eight on one's own."""
    return story(
        4,
        phase="summon",
        regulation="Loose Paper Ordinance",
        hand0=["Sparkly Dragon", "Just For the Hex of It", TINY],
        hand1=[LEASH],
        hand2=["Bratty Dragon", "Parcel Pegasus"],
        lawn0=["Rune-Eating Dragon", "Fetching Pegasus", "Tail-Chasing Unicorn", TINY],
        hexed0=["Kiddie-Pool Kraken", "Sunbathing Basilisk", "Moulting Griffin", LEASH],
        lawn1=["Sparkly Dragon", "Spoiled Unicorn", "Sneaky Griffin"],
        hexed1=["Bin-Night Chimera", "Teeny Tiny Manticore"],
        lawn2=["Coupon-Clipping Unicorn"],
        lawn3=["Horrifyingly Smelly Dragon", "Light-Hoofed Pegasus", "Hedge-Nibbling Unicorn",
               "Grillmaster Dragon"],
        hexed3=["Garden-Hose Hydra", "Door-to-Door Sphinx", "Curtain-Twitching Griffin",
                "Fence-Sitting Griffin", "Petition-Carrying Pegasus"],
        fence0=["Tricky Trap", "Toastinator 2000"],
        fence1=["Salty Shaker", "Gnasty Gnome", "Blo Blo Gadget"],
        fence2=["Grubby Grabber"],
        fence3=["Wobbly Weathervane", "Suspicious Flamingo"],
        start_count=4,
    )  # fmt: skip


SCENES = {"crowd": crowd}


def messages(told: Story) -> tuple[object, ...]:
    """What a room would tell seat 0 of a story's table."""
    rules, state = told.table.rules, told.state
    view = told.view(0)
    lines = tuple(
        LogLine(n=n, kind=event.kind, text=line.text, clause=line.clause, event={})
        for n, event in enumerate(told.told)
        for line in [rules.line(rules.redact(event, 0))]
    )
    return (
        welcome(),
        lobby("playing"),
        cards(InPlay(rules, state.options)),
        Log(lines=lines),
        Seen(number=1, game=rules.id, view=view),
        Pending(number=1, ask=asked(told.table, 0), waiting=(state.player,)),
    )


def main(name: str) -> None:
    """Show a scene until the player leaves."""
    TableApp(FakeLink(*messages(SCENES[name]())), Profile()).run()


if __name__ == "__main__":
    main(*sys.argv[1:2])
