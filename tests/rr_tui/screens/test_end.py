"""The end of a game: what is told of it, and how it is checked."""

import asyncio

from tests.support.rr_tui.fakelink import FakeLink, ended, game, lobby
from tests.support.rr_tui.sitting import sitting


async def test_on_the_hosts_own_machine_v_has_the_second_verifier_read_the_record():
    asked = asyncio.Event()

    async def check():
        await asked.wait()
        return "It says:", "nothing wrong in what was checked"

    async with sitting(FakeLink(*game()), dress=lambda app: setattr(app, "check", check)) as sat:
        await sat.hear(ended(verdict="", verified=None), lobby("over"))
        await sat.press("v")
        assert "reads the record now" not in sat.text  # there is none before it is opened
        await sat.press("escape")
        await sat.hear(ended())
        await sat.press("v")
        assert "reads the record now" in sat.text
        asked.set()
        await sat.until(lambda: "nothing wrong in what was checked" in sat.text)
        assert "docs/verify_minimal.py checks the record too" in " ".join(sat.text.split())
