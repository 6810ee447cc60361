"""One example of each message: the line of the golden sessions that says most of its kind."""

import json
import re
from functools import cache
from itertools import takewhile
from pathlib import Path

from rr_net.link import LinkError, read_line

SESSIONS = Path(__file__).parents[2] / "golden" / "json"
LINE = re.compile(r"(\w+) ([<>]) (.*)")
MORE = "..."
LONGEST_LIST = 3
MOST_FIELDS = 12
TEST_GAME = '"game":"pebbles"'


def example(kind, mark):
    """What was sent (">") or heard ("<") of a kind, without most of what it holds many of."""
    return shortened(max(every_message()[mark, kind], key=worth)[1])


def worth(found):
    """A game of ours before a test's, then how many fields say something, then the shortest."""
    is_ours, message = found
    return is_ours, len(said_in(message)), -len(json.dumps(message))


def said_in(value):
    """The names of the fields that say something, however far inside."""
    match value:
        case dict():
            return {name for name, each in value.items() if each} | said_in(list(value.values()))
        case list():
            return set().union(*map(said_in, value))
    return set()


def shortened(value, depth=0):
    """A value of which long lists, and large objects inside, are cut off."""
    match value:
        case dict():
            kept = list(value)[: MOST_FIELDS if depth else len(value)]
            cut = {name: shortened(value[name], depth + 1) for name in kept}
            return cut if len(kept) == len(value) else cut | {MORE: MORE}
        case [dict() as first, _, *_]:
            return [shortened(first, depth + 1), MORE]
        case list() if len(value) > LONGEST_LIST and depth > 1:
            return [*value[:LONGEST_LIST], MORE]
        case list():
            return [shortened(each, depth + 1) for each in value]
    return value


@cache
def every_message():
    """By direction and kind, every message of the sessions that was not refused."""
    found = {}
    for path in sorted(SESSIONS.glob("*.txt")):
        text = path.read_text("utf-8")
        lines = [match.groups() for match in map(LINE.match, text.splitlines()) if match]
        for at, (who, mark, line) in enumerate(lines):
            message = parsed(line)
            if message and (mark == "<" or is_taken(line, who, lines[at + 1 :])):
                place = found.setdefault((mark, message["type"]), [])
                place.append((mark == ">" or TEST_GAME not in text, message))
    return found


def parsed(text):
    """A whole message; None where the recording points at an earlier line."""
    try:
        message = json.loads(text)
    except ValueError:
        return None
    return message if isinstance(message, dict) and "type" in message else None


def is_taken(text, who, after):
    """Whether a line is a message, and its sender hears no error before the next one."""
    try:
        read_line(text.encode())
    except LinkError:
        return False
    of_sender = ((mark, said) for name, mark, said in after if name == who)
    heard = takewhile(lambda line: line[0] == "<", of_sender)
    return not any('"type":"error"' in said for _, said in heard)
