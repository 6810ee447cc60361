"""Scenes: the real interface in this terminal over a table that stands as a story tells.

`python -m tests.support.rr_tui.scene crowd` shows nine Creatures on one Lawn, `street` eight
players with the expansion. For looking at screens, in tmux or in a terminal of one's own; `q`
leaves.
"""

from __future__ import annotations

import asyncio
import sys

from rr_net.link import Log, LogLine, Pending, Seen
from rr_net.room.showing import InPlay, cards
from rr_rules.runes_regulations.state.state import State
from rr_tui.app import TableApp
from rr_tui.looks.profile import Profile
from rr_tui.terminal.tty import TtyChannel
from tests.support.rr_rules.nefarious import night
from tests.support.rr_rules.story import Story, story
from tests.support.rr_tui.fakelink import FakeLink, lobby, welcome
from tests.support.rr_tui.realgames import asked
from tests.support.rr_tui.views import people

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


def street() -> Story:
    """Eight players with the expansion: the cursor comes to a target on others' Lawns."""
    told = night(
        8,
        nn=3,
        phase="cast",
        regulation="Loose Paper Ordinance",
        roles={0: "Griffin Lady", 2: "Tidier", 5: "Henchman"},
        hand0=["Just For the Hex of It", "Sparkly Dragon", "Goat Rescue Hotline", "Sneaky Griffin",
               "Prune to Perfection"],
        hand1=["Bratty Dragon"],
        hand2=["Parcel Pegasus"],
        hand3=["Creeping Ivy", "Bog-Standard Horror", "Lamb Named Thursday"],
        hand4=["Garden-Hose Hydra"],
        hand6=["Weed Out the Competition"],
        lawn0=["Night-Shift Griffin", "Curtain-Twitching Griffin", "Fetching Pegasus"],
        hexed0=["Kiddie-Pool Kraken"],
        lawn1=["Rune-Eating Dragon", "Hedge-Nibbling Unicorn"],
        hexed1=["Bin-Night Chimera"],
        lawn2=["Spoiled Unicorn", "Light-Hoofed Pegasus", "Moulting Griffin", "Grillmaster Dragon"],
        lawn3=["Bane Wing", "The Mulchmaw", "Lamb Named Thursday", "Suspiciously Willing Goat"],
        stray=["Sparkly Dragon"],
        hexed4=["Sunbathing Basilisk", "Petition-Carrying Pegasus"],
        lawn6=["Church-Bell Pegasus"],
        lawn7=["Tail-Chasing Unicorn", "Door-to-Door Sphinx"],
        fence0=["Tricky Trap", "Toastinator 2000"],
        fence1=["Salty Shaker"],
        fence2=["Grubby Grabber"],
        fence3=["Cat Flap to Nowhere", "Welcome Mat of Many Teeth", "Blood-Moon Gazing Globe"],
        fence5=["Motion-Sensor Lantern"],
        fence7=["Squeaky Side Gate"],
        prepare=_late,
    )  # fmt: skip
    told.table.answer(0, 0)
    while told.table.asked[0].seat:
        told.table.answer(told.table.asked[0].seat, 0)
    return told


def _late(state: State) -> None:
    """Beasts lie on the Lawn of the Nefarious Neighbor, and the Main deck runs low."""
    lawn = state.lawn[state.nefarious]
    state.beasts = {card for card in lawn if state.face[card].kind == "beast"}
    state.discard += state.deck[9:]
    del state.deck[9:]


SCENES = {"crowd": crowd, "street": street}


def messages(told: Story) -> tuple[object, ...]:
    """What a room would tell seat 0 of a story's table."""
    rules, state = told.table.game, told.state
    view = told.view(0)
    lines = tuple(
        LogLine(n=n, kind=event.kind, text=line.text, clause=line.clause, event={})
        for n, event in enumerate(told.told)
        for line in [rules.line(rules.redact(event, 0))]
    )
    return (
        welcome(),
        lobby("playing", seats=people(len(view.seats), grace=0)),
        cards(InPlay(rules, state.options)),
        Log(lines=lines),
        Seen(number=1, game=rules.id, view=view),
        Pending(number=1, ask=asked(told.table, 0), waiting=(state.player,)),
    )


async def main(name: str) -> None:
    """Show a scene until the player leaves."""
    with TtyChannel() as own:
        await own.run(lambda: TableApp(FakeLink(*messages(SCENES[name]())), Profile()))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
