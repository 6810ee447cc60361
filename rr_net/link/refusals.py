"""What a room refuses, and the word that an interface reads for it."""

from __future__ import annotations

import re
from typing import Literal

from rr_net.link.player import Message
from rr_rules.kernel.errors import RulesError

NO_HINT = "No hint came of it: ask again."
"""What is said, and is no error, to who has asked for a hint that could not be found."""

ABOUT_NO_HINT = "no_hint"
"""By which an interface knows it."""


class Problem(Message):
    """Something you sent was refused; nothing has changed."""

    type: Literal["error"] = "error"
    code: str
    """What was wrong, in one word of the list below."""
    text: str
    """What was wrong, in words."""
    of: str = ""
    """The type of what was refused, as `answer`; `""` where it was no message that can be named."""


CODES = {
    "bad_line": "the line is no message; `text` names the field",
    "line_too_long": "the line was longer than 16,384 bytes and has been dropped",
    "too_fast": "too many messages, chat lines or re-orderings at once",
    "elsewhere": "this key plays in another interface: `take_over` first",
    "not_admitted": "the invite code comes first",
    "wrong_code": "that is not the invite code",
    "parked": "no tries are left for the code",
    "too_many_new": "the code has let in as many new keys as it may within an hour",
    "bad_name": "that name is not allowed",
    "name_taken": "that name is somebody's",
    "host_only": "only the host may do that",
    "yourself": "the host cannot be sent away",
    "nobody": "nobody here has that name, or that key",
    "let_in_already": "that person was let in before",
    "by_key": "who was not let in is named by a key: the name could be anybody's",
    "two_keys": "two keys here have the same words: send the fingerprint",
    "bad_invite": "that invite cannot be made",
    "no_invite": "there is no invite for that name",
    "no_such_seat": "there is no seat of that number",
    "seat_taken": "somebody has that seat",
    "no_seat": "you have no seat",
    "no_such_bot": "there is no bot of that kind for this game",
    "cannot_declare": "another seat has declared that, or the game knows nothing of that number",
    "dealer_only": "at this table the host has no seat",
    "too_late": "that is settled before the deal",
    "one_chair": "in one game a key has one seat, to which alone it can return",
    "no_newcomers": "at this table newcomers watch until the game is over",
    "not_asked": "that person asks for no seat",
    "no_lesson": "you are in no lesson",
    "in_lesson": "you are in a lesson: leave it first",
    "bad_lesson": "there is no lesson of that id",
    "no_game": "no game is being played",
    "no_rematch": "the game is not over",
    "stand_in": "a bot plays your seat: `sit` there again first",
    "phrases_only": "while this game is on, players talk by phrases",
    "no_phrase": "that phrase is not offered now, or came with a text",
    "cannot_hold": "there is no window that you could hold, or you hold it already",
    "not_offered": "this table has no sealed windows",
    "no_such_card": "orders name a card that is not yours, or not any more",
    "bad_order": "there is no such kind of event or seat in this game, or one card has two orders",
    "not_alone": "that is for one who is alone at the table",
    "bad_setup": "the game does not allow that number of seats",
    "cannot_load": "the game comes with another package, and is broken",
    "bad_option": "the game does not have that option, or not that value",
    "deck_error": "the host's deck file cannot be played so",
    "stale_answer": "the answer was for another `number` than that of the newest `pending`",
    "wrong_seat": "your seat is not asked, or has answered",
    "not_an_option": "there is no option of that number",
    "wrong_request": "nobody is asked now",
    "game_is_over": "nobody is asked any more, and no seat is given away before the lobby",
    "no_event": "that random event takes nothing any more",
    "bad_contribution": "it does not open your pledge, is no good signature, or not one thing",
    "given_already": "you have given a whole value to this event already",
    "not_by_hand": "your seat gives by a chain",
    "solo": "at this level nobody gives",
    "bad_signer": "the key of a game is not signed by your own key, or not for this host",
    "unsigned": "your seat signs what it does: sign it, or come back without your client",
    "bad_signature": "the signature is not of your seat's key, or is for something else",
    "event_open": "not while a random event is open",
    "window_open": "not while a reaction window is open",
    "not_sealed": 'only a sealed window takes an answer with `"done": false`',
    "hints_off": "at this table nobody is given hints",
    "hint_is_told": 'a table of several would read of it: say `"tell": true`',
    "cannot_arrange": "that zone cannot be re-ordered so, or not now",
    "fault": "a fault of the host's program; what you asked for could not be done",
    "cannot_remove": "the game cannot go on without that seat",
}
"""By the code of an `error`, when it comes: the list of docs/json.md."""


class Refused(Exception):
    """Something a player sent is not allowed now; nothing has changed."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def code_of(error: Refused | RulesError) -> str:
    """One snake_case word for a refusal: `stale_answer` for a StaleAnswer."""
    if isinstance(error, Refused):
        return error.code
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()
