"""How friends elsewhere come to a table: what the first screen tells, and a relay typed there."""

import asyncssh
import pytest

from rr_net.cli.words.invite import read_relay
from rr_net.relay.names import RelayPlace
from rr_net.relay.outward import RELAY_KEYS, RelayKeys
from rr_tui.screens.front import choose_in_lines
from tests.rr_net.cli.test_front import desk_at
from tests.support.rr_tui.sitting import choosing


class TypedLines:
    """Lines that are typed, and what is said meanwhile."""

    def __init__(self, *typed):
        self.typed, self.said = list(typed), []

    def write_line(self, text):
        self.said.append(text)

    async def drain(self):
        pass

    async def read_line(self):
        return self.typed.pop(0)


def friends_page(desk):
    return next(line for line in desk.page().lines if line.key == "invite").page()


@pytest.mark.socket
async def test_how_friends_elsewhere_come_is_read_and_opens_nothing(tmp_path):
    desk = await desk_at(tmp_path)
    page = friends_page(desk)
    words = [line.words for line in page.lines]
    assert words[-3:] == [
        "Anywhere, through a relay…",
        "All addresses of this machine",
        "Elsewhere: how…",
    ]
    assert desk.chosen(page.lines[-2].key).listen == "0.0.0.0"
    how = page.lines[-1].page()
    assert not any(line.is_open for line in how.lines)
    told = " ".join(words for line in how.lines for words in line.about)
    for each in ("relay", "WireGuard", "forward port 2222", "ssh -R 2222:localhost:2222"):
        assert each in told


@pytest.mark.socket
async def test_a_relay_is_typed_there_checked_and_stands_first_next_time(tmp_path):
    desk = await desk_at(tmp_path)
    async with choosing(friends_page(desk)) as sat:
        at = [line.key for line in sat.screen.page.lines].index("relay") + 1
        await sat.press(str(at), *"no relay!", "enter")
        await sat.until(lambda: "That is no relay" in sat.text)
        await sat.press(str(at), *"ann@Relay.example.org:2200", "enter")
        await sat.until_worked_out(lambda: sat.app.chosen != "quit")
        key = sat.app.chosen
    chosen = desk.chosen(key)
    assert chosen.via == (RelayPlace("Relay.example.org", 2200),)
    assert not chosen.is_listening
    first = friends_page(await desk_at(tmp_path)).lines[0]
    assert first.words == "Anywhere, through Relay.example.org:2200"
    assert (await desk_at(tmp_path)).page().at == "invite"
    assert friends_page(await desk_at(tmp_path)).at != first.key, "it has never answered"
    met = RelayKeys(tmp_path / RELAY_KEYS)
    assert met.is_right(chosen.via[0], asyncssh.generate_private_key("ssh-ed25519"))
    assert friends_page(await desk_at(tmp_path)).at == first.key


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("relay.example.org", RelayPlace("relay.example.org")),
        (" ssh -J ann@relay.example.org:2200 ", RelayPlace("relay.example.org", 2200)),
        ("ssh -J r.example YOURNAME@maple-7k2q-abcd-efgh-2345", RelayPlace("r.example")),
        ("[::1]:2200", RelayPlace("::1", 2200)),
        ("-oProxyCommand=x", None),
        ("one.example,two.example", None),
        ("host:99999", None),
        ("\x1b[31m", None),
        ("", None),
    ],
)
def test_what_is_typed_as_a_relay_is_cleaned(text, place):
    assert read_relay(text) == place


@pytest.mark.socket
async def test_in_lines_a_relay_is_typed_behind_its_number(tmp_path):
    desk = await desk_at(tmp_path)
    page = friends_page(desk)
    at = [line.key for line in page.lines].index("relay") + 1
    lines = TypedLines(str(at), "nowhere at all!", str(at), "relay.example")
    assert await choose_in_lines(page, lines) == "invite:relay relay.example"
    assert any("That is no relay" in line for line in lines.said)
