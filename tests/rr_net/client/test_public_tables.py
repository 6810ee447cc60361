"""The public tables of a relay, to be chosen from by `runes join`."""

from dataclasses import dataclass, field

import asyncssh
import pytest

from rr_net.cli.join import NOWHERE, _Choosing
from rr_net.cli.screens import QUIT
from rr_net.client.address import BadAddress, Hop, TableAddress, read_relays
from rr_net.client.hostkeys import CannotReach, CannotTrust
from rr_net.client.tables import JoinedTables
from rr_net.host.config import Config
from rr_net.relay.names import certified_name
from rr_net.relay.rules import Listing, listed_line, read_listed
from tests.support.rr_net.joining import Asked, dial
from tests.support.rr_net.relays import guest, listing, offered, relaying_tables

OAK_KEY = asyncssh.generate_private_key("ssh-ed25519")
MAPLE = "maple-7k2q-abcd-efgh-2345"


@dataclass
class Reader:
    """Whoever reads the pages: the keys that are chosen, and the pages that were shown."""

    keys: list
    pages: list = field(default_factory=list)

    async def front(self, page, shown, settings=""):
        self.pages.append(page)
        return self.keys.pop(0), ""

    @property
    def shown(self):
        return [[line.words for line in page.lines] for page in self.pages]


@pytest.fixture
def tables(tmp_path):
    return JoinedTables(tmp_path, lambda: 0)


@pytest.fixture
async def relay():
    async with relaying_tables() as relay:
        yield relay


def says_yes(monkeypatch):
    async def asked(met, say_yes, *, is_asked):
        assert "who runs the relay" in say_yes
        return True

    monkeypatch.setattr("rr_net.cli.join._asked", asked)


def choosing(tables, *keys, **config):
    reader = Reader(list(keys))
    return reader, _Choosing(reader, tables, Config(**config), True)


@pytest.mark.parametrize(
    ("typed", "relays"),
    [
        (["-J", "relay.example"], (Hop("relay.example"),)),
        (["-Jrelay.example:2200"], (Hop("relay.example", 2200),)),
        (["ssh -J a,b list"], (Hop("a"), Hop("b"))),
        (["-J", "relay.example", "maple"], ()),
        (["maple"], ()),
        (["-J"], ()),
        (["-J", "x" * 500], ()),
    ],
)
def test_a_relay_alone_is_told_from_a_table(typed, relays):
    assert read_relays(typed) == relays


def test_a_relay_that_is_none_is_refused_in_words():
    with pytest.raises(BadAddress, match="no host is called like that"):
        read_relays(["-J", "-oProxyCommand=x"])


@pytest.mark.parametrize(
    "found",
    [Listing("Rune", 2, 2, "normal"), Listing("The Nefarious Neighbor", 8, 0, "brisk"),
     Listing("a, 3 of 4 chairs free, b", 4, 1, "normal")],
)  # fmt: skip
def test_a_listed_table_is_read_as_it_was_written(found):
    assert read_listed(listed_line(MAPLE, found)) == (MAPLE, found)


@pytest.mark.parametrize(
    "line",
    ["", "No table is listed here now.", f"{MAPLE} Rune, 2 of 2 chairs free, normal",
     "maple  Rune, 2 of 2 chairs free, normal", f"{MAPLE}  Rune, 3 of 2 chairs free, normal",
     f"{MAPLE}  Rune, 2 of 200 chairs free, normal", f"{MAPLE}  {'r' * 25}, 1 of 2 chairs free, x",
     f"\x1b[2J{MAPLE}  Rune, 2 of 2 chairs free, normal"],
)  # fmt: skip
def test_what_is_no_listed_table_is_left_out(line):
    assert read_listed(line) is None


def test_what_a_relay_says_of_a_game_is_cleaned():
    _, found = read_listed(f"{MAPLE}  Ru\x1b[31mne, 2 of 2 chairs free, nor\x07mal")
    assert found.game.isprintable()
    assert found.pace.isprintable()


@pytest.mark.socket
async def test_one_of_the_public_tables_of_a_relay_is_chosen_and_one_key_asked_about(
    relay, home, tables, monkeypatch
):
    says_yes(monkeypatch)
    way = (Hop("127.0.0.1", relay.port, "ann"),)
    oak = str(certified_name("oak", OAK_KEY.public_data))
    async with offered(relay) as maple, offered(relay, OAK_KEY, "oak") as full:
        await maple.line.run(f"publish {listing()}")
        await full.line.run(f"publish {listing(free=0)}")
        reader, choice = choosing(tables, maple.name)
        assert await choice.table(way) == TableAddress(Hop(maple.name), way)
    [page] = reader.pages
    assert [line.key for line in page.lines] == [maple.name, oak]
    assert reader.shown == [["maple: 2 of 4 free, rune", "oak: 0 of 4 free, rune"]]
    assert "2 of 4 seats are free" in page.lines[0].about[1]
    assert "you would watch" in page.lines[1].about[1]
    assert home.known_hosts.startswith(f"[127.0.0.1]:{relay.port} ssh-ed25519 ")


@pytest.mark.socket
async def test_a_relay_that_lists_nothing_says_how_a_table_comes_there(
    relay, home, tables, monkeypatch
):
    says_yes(monkeypatch)
    reader, choice = choosing(tables, QUIT)
    assert await choice.table((Hop("127.0.0.1", relay.port),)) is None
    [line] = reader.pages[0].lines
    assert not line.is_open
    assert "--public" in line.about[1]


@pytest.mark.socket
async def test_relays_of_the_file_and_of_last_time_stand_below_the_tables_of_last_time(
    relay, home, tables, monkeypatch
):
    says_yes(monkeypatch)
    here = f"127.0.0.1:{relay.port}"
    elsewhere = TableAddress(Hop("oak-7k2q-abcd-efgh-2345"), (Hop("relay.example"),))
    tables.joined(elsewhere, "Oak")
    async with offered(relay) as maple:
        await maple.line.run(f"publish {listing()}")
        keys = (f"relay {here}", f"relay {here}", maple.name)
        reader, choice = choosing(tables, *keys, relays=(here,))
        assert (await choice.table(())).table.host == maple.name
        reader, choice = choosing(tables, f"relay {here}", "table 0", relays=(here,))
        assert await choice.table(()) == elsewhere
    first, second = reader.pages
    assert [line.key for line in first.lines] == ["table 0", f"relay {here}", "relay relay.example"]
    assert (second.behind.lines, second.behind.at) == (first.lines, f"relay {here}")


async def test_without_tables_and_relays_there_is_nothing_to_choose(tables):
    _, choice = choosing(tables)
    with pytest.raises(BadAddress, match=NOWHERE[:20]):
        await choice.table(())


@pytest.mark.socket
async def test_a_relay_whose_key_is_not_said_yes_to_is_asked_nothing(relay, home):
    asked = Asked(answer=False)
    with pytest.raises(CannotTrust, match="not said yes"):
        await dial(None, asked, relays=(Hop("127.0.0.1", relay.port),)).listed()
    [[met]] = asked.questions
    assert met.place == f"[127.0.0.1]:{relay.port}"
    assert len(met.words.split()) == 4
    async with guest(relay) as line:
        assert (await line.run("list")).exit_status == 0
    assert home.known_hosts == ""


@pytest.mark.socket
async def test_a_relay_that_is_away_is_said_in_words(home):
    with pytest.raises(CannotReach, match="cannot be reached"):
        await dial(None, relays=(Hop("127.0.0.1", 1),)).listed()
