"""What a host tells of itself in numbers."""

import asyncio
from dataclasses import replace

import pytest

from rr_net import link
from rr_net.host.interfaces import FramesDrawn
from rr_net.host.process import CannotHost
from rr_net.host.serving import told_figures
from tests.rr_net.relay.test_running import fetched
from tests.support.rr_net.joining import Calm, OwnHome, hosting, joined, plan

pytestmark = pytest.mark.socket


@pytest.fixture
def home(tmp_path, monkeypatch):
    return OwnHome(tmp_path / "ann", monkeypatch)


class Drawn(Calm):
    """Interfaces that have drawn a little."""

    def drawn(self):
        return FramesDrawn(40, 8, 0.02)


async def test_a_host_tells_its_figures_and_nobodys_name(tmp_path, home):
    pytest.importorskip("prometheus_client")
    table = replace(plan(tmp_path / "data", bots=1), metrics=("127.0.0.1", 0))
    async with hosting(table) as house, joined(house.port) as ann:
        await ann.hears(lambda: ann.last(link.Lobby) is not None)
        ann.remote.send(link.Sit(seat=0))
        ann.remote.send(link.Ready())
        await ann.hears(lambda: ann.last(link.Pending) is not None)
        with told_figures(house, Drawn()) as port:
            text = ""
            async with asyncio.timeout(5):
                # Who has joined fetches the host's promise too, on the same line.
                while "runes_host_sessions 1.0" not in text:
                    text = await fetched(port)
            other = replace(house, plan=replace(house.plan, metrics=("127.0.0.1", port)))
            two_at_one_place = told_figures(other, Drawn())
            with pytest.raises(CannotHost, match="cannot tell figures on 127"):
                two_at_one_place.__enter__()
    wanted = ["people 1.0", 'phase{phase="playing"} 1.0', "games_total 1.0", "frames_total 40.0",
              "key_seconds_total 0.02"]  # fmt: skip
    assert [each for each in wanted if f"runes_host_{each}" not in text] == []
    assert "runes_host_journal_seconds_total 0.0\n" not in text
    assert "ann" not in text.replace("channel", "")
    assert "Maple" not in text


async def test_nothing_is_told_where_nobody_asked_for_it(tmp_path, home):
    async with hosting(plan(tmp_path / "data")) as house:
        with told_figures(house, Drawn()) as port:
            assert port == 0
