"""Every forgery of the attack tests is shown to the third verifier too, where Node is there."""

import os
import shutil
from functools import partial

import pytest

from rr_net.fairness.base.errors import VerifyError
from tests.support.page.node import is_agreed, node_page
from tests.support.rr_net import cheating
from tests.support.rr_net.second import minimal

QUICK = os.environ.get("RUNES_QUICK") == "1"
LONG = os.environ.get("RUNES_LONG") == "1"
MOST = 8
"""How many records of one test are shown, where there is little time."""
NOTES = {"commitment", "level", "me", "receipts"}


@pytest.fixture(scope="session")
def third():
    """The page in Node; None without Node, and in a hurry."""
    node = shutil.which("node")
    if node is None or QUICK:
        yield None
        return
    with node_page(node) as page:
        yield page


def is_attack(request):
    return request.module.__name__.rpartition(".")[2].startswith("test_attacks_")


@pytest.fixture(autouse=True)
def the_page_refuses_what_the_second_verifier_refuses(request, monkeypatch):
    """Holds both against each other over every record that the test has had checked."""
    if not is_attack(request) or (page := request.getfixturevalue("third")) is None:
        yield
        return
    shown = []
    first, second = cheating.checked, minimal().check

    def by_first(source, **told):
        shown.append((source, told))
        return first(source, **told)

    def by_second(source, **told):
        shown.append((source, told))
        return second(source, **told)

    with monkeypatch.context() as patch:
        patch.setattr(cheating, "checked", by_first)
        patch.setattr(minimal(), "check", by_second)
        yield
    for source, told in shown if LONG else shown[:: -(-len(shown) // MOST) or 1]:
        notes = {name: value for name, value in told.items() if name in NOTES and value is not None}
        if isinstance(notes.get("me"), tuple):
            [notes["me"]] = notes["me"]
        found = page.verdict(source, **notes)
        assert is_agreed(found, source, partial(first_says, source, **told), **notes), found


def first_says(source, **told):
    """The failure that the first verifier finds, and its row."""
    try:
        cheating.checked(source, **{"full": True, **told})
    except VerifyError as refused:
        return refused.failure, refused.seq if refused.seq >= 0 else None
    return None, None
