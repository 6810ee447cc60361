"""The verifier of docs/check.html in Node, as tests ask it."""

import base64
import contextlib
import json
import subprocess
from pathlib import Path

from tests.support.fairness.minimal import minimal_verdict
from tests.support.page.parts import PAGE
from tests.support.rr_net.second import FLOORS as TINY

HARNESS = Path(__file__).with_name("harness.cjs")
FLOORS = {"tiny": TINY, "real": None}


class NodePage:
    """A process that answers one question after the other."""

    def __init__(self, node, page=PAGE):
        self.process = subprocess.Popen(
            [node, HARNESS, page], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, question):
        """Its answer. Fails where it broke over the question."""
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "node has ended"
        answer = json.loads(line)
        assert "broken" not in answer, answer["broken"]
        return answer

    def check(self, source, floors="tiny", *, full=True, **notes):
        """What it finds wrong, and in which row; or None and what it tells."""
        found = self.ask(asking(source, floors, full=full, **notes))
        return found["failure"], found["row"] if found["failure"] else found["report"]

    def verdict(self, source, **told):
        """The failure and its row, or twice None."""
        failure, row = self.check(source, **told)
        return failure, row if failure else None

    def cost(self, path):
        """What it finds wrong, the seconds of work, and the megabytes, of a first file."""
        found = self.ask({"path": str(path)})
        return found["failure"], found["seconds"], found["megabytes"]

    def formula(self, kind, parts):
        """What it makes of the parts of a formula."""
        return self.ask({"formula": kind, "parts": parts})["value"]

    def end(self):
        """Let it end by itself."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def asking(source, floors="tiny", *, full=True, **notes):
    """The question what is wrong with a file."""
    return {
        "source": base64.b64encode(source).decode(),
        "floors": FLOORS[floors],
        "isFull": full,
        "notes": noted(**notes),
    }


OF_SIGNING = frozenset({"unsigned_answer", "forged_answer"})
"""What the second verifier leaves to the others."""
OF_RULES = frozenset({"illegal_entry", "wrong_commit"})
"""What the first verifier alone finds, by the rules."""


def is_agreed(found, source, first, **notes):
    """Whether the page says what the second verifier says, or more: then just what the first says.

    It knows where seats that sign have to, which the second leaves to the first. The first knows
    the rules besides (step 14): where an answer is missing it stops at an earlier row.
    """
    failure, row = minimal_verdict(source, full=True, **notes)
    if found == (failure, row if failure else None):
        return True
    if found[0] is None:
        return False
    whole, sooner = first()[:2]
    if found == (str(whole), sooner):
        return True
    is_of_signing = failure is None and found[0] in OF_SIGNING
    return is_of_signing and whole in OF_RULES and sooner is not None and sooner < found[1]


def noted(commitment=None, me=(), receipts=None, level=None):
    """What a player has noted, as the page wants it."""
    receipts = [] if receipts is None else [base64.b64encode(receipts).decode()]
    return {
        "commitment": commitment,
        "level": level,
        "gifts": [me] if isinstance(me, str) else list(me),
        "receipts": receipts,
    }


@contextlib.contextmanager
def node_page(node, page=PAGE):
    """One of them, for as long as a block lasts."""
    asked = NodePage(node, page)
    try:
        yield asked
    finally:
        asked.end()
