"""Rooms in which the Nefarious Neighbor is played, dealt as a test wants it."""

from rr_rules.registry import load_game
from tests.support.rr_net.journals import StackedDealer

GAME = "runes-regulations"
NIGHT = {"nefarious": "on"}
ROLES = {face.id for face in load_game(GAME).deck_under(NIGHT).faces if face.kind == "role"}
NEFARIOUS = "the-nefarious-neighbor"
HENCHMAN, SAVIOR, TIDIER, CURATOR, HEXLORD = (
    "the-henchman", "the-savior", "the-tidier", "the-curator", "the-hexlord",
)  # fmt: skip
PILES = {"roles": "unused_roles", "forbidden_deck": "forbidden_deck",
         "forbidden_rune_deck": "forbidden_rune_deck", "main_deck": "deck",
         "rune_deck": "rune_deck", "regulation_deck": "regulation_deck"}  # fmt: skip


def night_stacked(roles, nefarious=0, rolls=(), **piles):
    """A dealer for a table with one seat more than there are roles, these going round from seat 0.

    `piles` name by their labels which faces are dealt first; what is not named is dealt as it lies.
    """
    state = load_game(GAME).opening(len(roles) + 1, load_game(GAME).settle(NIGHT), ())
    faces = {label: [state.face[card].id for card in getattr(state, name)]
             for label, name in PILES.items()}  # fmt: skip
    faces["roles"] = [face for face in faces["roles"] if face != NEFARIOUS]
    return StackedDealer(faces, {"roles": roles, **piles}, [nefarious, *rolls])


def roles_told(messages):
    """Which roles stand in messages, but for the list of all faces."""
    words = [message.model_dump_json() for message in messages if message.type != "cards"]
    return {role for role in ROLES for each in words if f'"{role}"' in each}
