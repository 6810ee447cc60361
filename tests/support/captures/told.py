"""A table that is told for its picture, since it is seldom met: two questions of one beat."""

from rr_net import link
from tests.support.rr_rules.story import story
from tests.support.rr_tui.scene import messages
from tests.support.rr_tui.views import ask, open_window, option


def two_questions():
    """Dee, with one to win, casts a Spell; Ann has a Rune for each question of the beat."""
    told = story(
        4, player=3, start_count=4, regulation="Loose Paper Ordinance",
        hand0=["Griffin With a Tiny Head", "Hedge-Nibbling Unicorn", "Vacation Hold"],
        hand1=["Kiddie-Pool Kraken", "Parcel Pegasus", "Calling In Sick"],
        hand2=["Fence-Sitting Griffin", "Trade-In Value", "Moulting Griffin", "Newts in Bulk"],
        hand3=["Just For the Hex of It", "Sunbathing Basilisk"],
        lawn0=["Rune-Eating Dragon", "Fetching Pegasus", "Tail-Chasing Unicorn"],
        lawn1=["Sparkly Dragon", "Spoiled Unicorn"],
        hexed1=["Bratty Dragon"],
        lawn2=["Curtain-Twitching Griffin", "Light-Hoofed Pegasus"],
        lawn3=["Spoiled Unicorn", "Grillmaster Dragon", "Sneaky Griffin", "Light-Hoofed Pegasus"],
        fence0=["Grubby Grabber", "Tricky Trap"],
        fence1=["Salty Shaker", "Gnasty Gnome"],
        fence2=["Toastinator 2000"],
        fence3=["Blo Blo Gadget", "Wobbly Weathervane"],
        prepare=_in_the_middle,
    )  # fmt: skip
    first, lobby, *rest, _, _ = messages(told)
    seats = tuple(each.model_copy(update={"connected": True}) for each in lobby.seats)
    following = link.NextWindow(
        about="{3} CASTS Just For the Hex of It", kind="cast", mine=True,
        ask=_rune_for(1, "Tricky Trap"),
    )  # fmt: skip
    window = open_window(
        about="{3} is about to CAST Just For the Hex of It", kind="cast", next=following
    )
    return (
        first.model_copy(update={"is_host": True}),
        lobby.model_copy(update={"seats": seats, "people": lobby.people[:4]}),
        *rest,
        link.Seen(number=7, game=told.table.game.id, view=told.view(0)),
        link.Pending(number=7, ask=_rune_for(0, "Grubby Grabber"), window=window,
                     beforehand=link.Beforehand()),
    )  # fmt: skip


def _rune_for(at, name):
    """The question whether this Rune of the Fence is to be used."""
    used = option(1, "use", "fence", 0, order=(at,), label=name)
    return ask(option(0, "pass", label="Pass"), used, verb="window", prompt=f"Use {name}?")


def _in_the_middle(state):
    """Some rounds have been played."""
    state.turn, state.round = 20, 5
    state.discard += state.deck[41:]
    del state.deck[41:]
