"""Campfire: pebbles whose players talk by phrases, and where a winner begins the next game."""

from collections.abc import Mapping, Sequence
from typing import cast

from rr_rules.kernel.game import GameBefore, NextGame, Phrase, Talk
from rr_rules.kernel.settings import Setting
from tests.support.rr_net.journals import load_any
from tests.support.rr_rules.pebbles import SETTINGS, Pebbles, View

MOST = 999
TALK = {
    "phrases": Talk(is_free=False),
    "reminded": Talk(reminder="Do not say what you hold."),
    "open": Talk(is_ranked=False),
}


class Campfire(Pebbles):
    """The rules."""

    id = "campfire"
    name = "Campfire"
    settings = (
        Setting("comm", tuple(TALK), "phrases", "", "how players talk"),
        Setting("first", ("luck", "winner"), "luck", "", "who begins the next game"),
        *SETTINGS,
    )

    def talk(self, settings: Mapping[str, str]) -> Talk:
        return TALK[settings["comm"]]

    def phrases(self, view: object) -> tuple[Phrase, ...]:
        seen = cast(View, view)
        if seen.me < 0 or seen.outcome is not None:
            return ()
        hands = [
            Phrase(f"hand-{seat.seat}", f"{{{seat.seat}}} holds {len(seat.hand)}")
            for seat in seen.seats
        ]
        now = [Phrase("throw", f"{{{seen.player}}} throws now")] if seen.phase == "throw" else []
        return (*hands, Phrase("bag", f"There are {seen.bag} in the bag"), *now)

    def follow(
        self, settings: Mapping[str, str], declared: Sequence[int], before: GameBefore
    ) -> NextGame:
        """The winner has the most pets; who was named once is not named again."""
        ended = cast(View, before.view).outcome
        first = before.now_at(ended.winners[0]) if ended is not None and ended.winners else -1
        if settings["first"] == "luck" or first < 0:
            return NextGame(settings, tuple(declared))
        if before.settings["first_player"] != before.chosen["first_player"]:
            return NextGame(settings, tuple(declared), "The winner began the last time.")
        pets = tuple(MOST if seat == first else 0 for seat in range(len(declared)))
        return NextGame({**settings, "first_player": "pets"}, pets, f"{{{first}}} begins: won.")


def load_campfire(game_id, deck=None):
    """Campfire, or any other game."""
    return Campfire() if game_id == "campfire" else load_any(game_id, deck)
