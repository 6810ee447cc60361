"""Orders of somebody whose client signs, over a real line: filed, signed, used and verified."""

import random

import pytest

from rr_net import link
from tests.rr_net.client.test_remote import is_asked, is_over, number_of
from tests.rr_net.client.test_signing import answers_of, at_table, rows_of

REGULATIONS = {"game": "runes-regulations", "seats": 3, "bots": 2, "options": {"turn_cap": "4"}}


def orders_of(view):
    """Every hidden Rune is used at whatever happens."""
    hidden = [(at, slot.face) for at, slot in enumerate(view.seats[0].fence) if not slot.face_up]
    return tuple(link.Order(zone="fence", at=at, face=face, when=("all",)) for at, face in hidden)


async def plays_filing(guest, dice):
    """Files anew whenever nothing is on file, and answers what is asked all the same."""
    given = [-1]

    def is_due():
        return is_over(guest) or (is_asked(guest) and number_of(guest) != given[-1])

    while not is_over(guest):
        await guest.hears(is_due)
        if is_over(guest):
            return
        pending = guest.last(link.Pending)
        given.append(pending.number)
        if pending.beforehand is not None and not pending.beforehand.filed:
            guest.remote.send(link.FileOrders(orders=orders_of(guest.last(link.Seen).view)))
        guest.answers(dice.randrange(len(pending.ask.options)))


GAMES = 8
"""So many are played until a card is dealt whose order fits: each of them has one most often."""


@pytest.mark.slow
@pytest.mark.socket
@pytest.mark.usefixtures("home")
async def test_signed_orders_answer_windows_and_the_record_verifies(tmp_path):
    for number in range(GAMES):
        (notes := tmp_path / f"{number}" / "notes").mkdir(parents=True)
        if await orders_of_a_game(notes):
            return
    raise AssertionError("no order has ever answered")


async def orders_of_a_game(notes):
    """Plays one game, which is right whatever was dealt; how often orders have answered in it."""
    async with at_table(notes.parent, notes, **REGULATIONS) as (house, _, guest):
        await plays_filing(guest, random.Random(2))
        await guest.hears(lambda: guest.remote.state.at_end)
        assert (guest.remote.state.came_to, guest.remote.state.findings) == ("unproved", ())
        assert guest.last(link.Ended).verified
        rows = rows_of(house)
        ordered = [each["signed"] for each in answers_of(rows) if each["by"] == "order"]
        assert all(each["kind"] == "order" and '"orders":[' in each["text"] for each in ordered)
        assert all(each["signed"] for each in answers_of(rows) if each["by"] == "")
        filed = guest.shelf.find(rows[0]["pub"]["game"]).answers
        assert {each["text"] for each in ordered} <= {each.text for each in filed}
        return len(ordered)
