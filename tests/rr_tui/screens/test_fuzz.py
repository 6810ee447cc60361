"""Keys that come too many at once, and input that is none: no interface breaks."""

import pytest

from rr_net.link import TakeOver
from rr_tui.dialogs.guide.search import SearchDialog
from rr_tui.widgets.menu import Menu
from tests.support import tasks
from tests.support.rr_tui.fakelink import FakeLink, game, lobby, welcome
from tests.support.rr_tui.fuzz import pelted
from tests.support.rr_tui.sitting import sitting
from tests.support.rr_tui.views import ask, option

QUESTION = ask(option(0, "cast", "hand", 0, 0), option(1, "pass"), prompt="What now?")
PLACES = {
    "lobby": lambda: (welcome(is_host=True), lobby()),
    "taken over": lambda: (welcome(elsewhere=True), lobby()),
    "board": lambda: game(QUESTION),
}


async def test_three_enters_in_one_packet_answer_a_dialog_once():
    link = FakeLink(welcome(elsewhere=True))
    async with sitting(link) as sat:
        assert "Take over here?" in sat.text
        sat.session.driver.feed(b"\r\r\r")
        await sat.rest()
        assert sat.screen is sat.app.screen_stack[-1]
        assert link.said == [TakeOver(yes=True)]


async def test_a_choice_from_a_longer_list_of_found_places_is_no_fault():
    async with sitting(FakeLink(*game(QUESTION))) as sat:
        sat.app.call_later(lambda: sat.app.push_screen(SearchDialog(sat.app.client)))
        await sat.rest()
        dialog = sat.screen
        dialog.post_message(Menu.Chosen("999"))
        await sat.rest()
        assert sat.screen is dialog


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", [1, 2])
async def test_random_pieces_of_input_break_no_interface(place, seed):
    async with sitting(FakeLink(*PLACES[place]())) as sat:

        async def turn(number):
            for _ in range(number % 7):
                await tasks.turn()

        taken, last = await pelted(sat, seed, 60, turn)
        assert taken
        assert not (sat.session.task.done() and sat.session.task.result()), last
