"""A relay as a process runs it: its configuration, its log, its figures and its end."""

import asyncio
import json
import os
import signal
import socket

import asyncssh
import pytest

from rr_net.figures import figures_told
from rr_net.relay.rules import CannotKeep
from rr_net.relay.running import (
    NOTICE,
    Draining,
    EventLog,
    RelayPlan,
    RunningRelay,
    figures_of_relay,
    logged_to_stderr,
    read_relay_config,
)
from tests.support.e2e.forked import killed
from tests.support.e2e.runes import RUNES
from tests.support.rr_net.relays import RelayHere, greeted, guest, offered, until
from tests.support.tasks import beside

ADMIN = "SHA256:OYNV/pUsTcaqFLGJg9HcoVs2GjmDI+71ZIFTOtzHoKg"


class Written:
    """A relay in this process that writes into a list."""

    def __init__(self, folder, **plan):
        self.lines, self.said, self.drains = [], [], []
        plan = RelayPlan(folder, "127.0.0.1", 0, **plan)
        self.running = RunningRelay(plan, self.lines.append, self.drains.append)
        self.relay = self.running.relay

    def events(self, name):
        found = map(json.loads, self.lines)
        return [each for each in found if each["event"] == name]

    async def listens(self):
        await until(lambda: self.said)
        return RelayHere(self.relay, json.loads(self.said[0])["port"])


def test_a_folder_without_a_configuration_has_the_usual_one(tmp_path):
    config = read_relay_config(tmp_path)
    assert (config.admins, config.notice, config.log_addresses) == ((), NOTICE, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [("admins = ['ann']", "admins"), ("colour = 1", "colour"), ("notice = 3", "notice"),
     ("[", "no TOML"), ("[limits]\nrate = -1", "limits.rate")],
)  # fmt: skip
def test_a_mistake_in_the_configuration_is_said_with_its_place(tmp_path, text, words):
    (tmp_path / "relay.toml").write_text(text)
    with pytest.raises(CannotKeep, match=words):
        read_relay_config(tmp_path)


def test_a_limit_that_there_is_not_is_named_and_the_others_have_their_kinds(tmp_path):
    (tmp_path / "relay.toml").write_text("[limits]\nguests = 3\n")
    with pytest.raises(CannotKeep, match="no limit called guests"):
        read_relay_config(tmp_path).bounds()
    (tmp_path / "relay.toml").write_text("[limits]\ntables = 3\nidle_seconds = 2.5\n")
    bounds = read_relay_config(tmp_path).bounds()
    assert (bounds.tables, bounds.idle_seconds) == (3, 2.5)
    assert type(bounds.tables) is int


@pytest.mark.parametrize(("name", "value"), [("rate", 0.5), ("tables", 1.5)])
def test_a_count_is_a_whole_number(tmp_path, name, value):
    (tmp_path / "relay.toml").write_text(f"[limits]\n{name} = {value}\n")
    with pytest.raises(CannotKeep, match=f"limits.{name}: expected a whole number"):
        read_relay_config(tmp_path).bounds()


class FullDisk:
    def write(self, text):
        raise OSError(28, "No space left on device")


def test_a_log_that_cannot_be_written_ends_nothing(monkeypatch):
    monkeypatch.setattr("sys.stderr", FullDisk())
    with logged_to_stderr() as write:
        EventLog(write).note("guest_in", {})


def test_the_log_names_no_address_unless_it_is_asked_to():
    lines = []
    log = EventLog(lines.append)
    log.note("guest_in", {"source": "203.0.113.9", "table": "maple\x1b[2J"})
    assert json.loads(lines[0])["table"] == "maple[2J"
    assert "203" not in lines[0]
    log.names_addresses = True
    log.note("guest_in", {"source": "203.0.113.9"})
    assert json.loads(lines[1])["source"] == "203.0.113.9"


@pytest.mark.e2e
async def test_a_relay_ends_with_the_terminal_that_it_was_started_in(tmp_path):
    ours, terminal = os.openpty()
    relay = await asyncio.create_subprocess_exec(
        *RUNES, "relay", "--data", str(tmp_path), "--listen", "127.0.0.1:0", stdin=terminal,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    os.close(terminal)
    try:
        async with asyncio.timeout(30):
            assert await relay.stdout.readline()
            relay.send_signal(signal.SIGHUP)
            # The terminal is still there: somebody has changed relay.toml.
            while b"config_read" not in await relay.stderr.readline():
                assert relay.returncode is None
            os.close(ours)
            relay.send_signal(signal.SIGHUP)
            assert await relay.wait() == 0
    finally:
        if relay.returncode is None:
            relay.kill()
        await killed(relay)


@pytest.mark.socket
async def test_sighup_rereads_and_a_mistake_changes_nothing(tmp_path):
    written = Written(tmp_path)
    (tmp_path / "relay.toml").write_text(f'admins = ["{ADMIN}"]\n[limits]\ntables = 7\n')
    written.running.reread()
    assert written.relay.admins == {ADMIN}
    assert written.relay.board.limits.tables == 7
    (tmp_path / "relay.toml").write_text("admins = 3")
    written.running.reread()
    assert written.relay.admins == {ADMIN}
    assert [each["event"] for each in map(json.loads, written.lines)] == [
        "config_read",
        "config_refused",
    ]
    await written.relay.close()
    written.running.book.close()


@pytest.mark.socket
async def test_a_relay_that_drains_lets_games_go_on_and_ends_when_all_have_gone(tmp_path):
    written = Written(tmp_path)
    async with beside(written.running.run(written.said.append)):
        relay = await written.listens()
        async with offered(relay) as table, guest(relay) as line:
            reader, writer = await greeted(line, table.name)
            written.running.end()
            await until(lambda: written.events("draining"))
            assert written.drains == [Draining(tables=1, guests=1, lines=2, seconds=60.0)]
            writer.write(b"still here")
            assert await reader.readexactly(10) == b"still here"
            with pytest.raises(asyncssh.ChannelOpenError, match="is closing"):
                await line.open_connection(table.name, 22)
            with pytest.raises(ConnectionRefusedError):
                async with guest(relay):
                    pass
    assert written.events("closed")
    assert "127.0.0.1" not in "".join(written.lines)


@pytest.mark.socket
@pytest.mark.parametrize("is_asked_twice", [True, False])
async def test_it_ends_after_its_time_or_when_it_is_asked_twice(tmp_path, is_asked_twice):
    seconds = 60 if is_asked_twice else 0.05
    written = Written(tmp_path, draining_seconds=seconds)
    async with beside(written.running.run(written.said.append)) as running:
        relay = await written.listens()
        async with offered(relay) as table:
            written.running.end()
            await until(lambda: written.events("draining"))
            if is_asked_twice:
                written.running.end()
            await running
            await table.line.wait_closed()


@pytest.mark.socket
async def test_the_names_and_the_key_are_there_again_after_a_restart(tmp_path):
    keys = []
    for _ in range(2):
        written = Written(tmp_path)
        async with beside(written.running.run(written.said.append)):
            relay = await written.listens()
            keys.append(json.loads(written.said[0])["fingerprint"])
            async with offered(relay, word="oak"):
                assert len(relay.board) == 1
            written.running.end()
    assert keys[0] == keys[1]


@pytest.mark.socket
async def test_the_figures_are_told_as_prometheus_reads_them(tmp_path):
    pytest.importorskip("prometheus_client")
    written = Written(tmp_path)
    async with beside(written.running.run(written.said.append)):
        relay = await written.listens()
        with figures_told(lambda: figures_of_relay(written.relay), ("127.0.0.1", 0)) as port:
            async with offered(relay) as table, guest(relay) as line:
                await greeted(line, table.name)
                text = await fetched(port)
        written.running.end()
    wanted = ["tables 1.0", "guests 1.0", "guests_taken_total 1.0", 'bytes_total{way="up"} 12.0']
    assert [each for each in wanted if f"runes_relay_{each}" not in text] == []


async def fetched(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.0\r\n\r\n")
    text = await reader.read()
    writer.close()
    return text.decode()


@pytest.mark.socket
async def test_the_service_manager_hears_that_it_is_ready_and_that_it_ends(tmp_path, monkeypatch):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        written = Written(tmp_path / "relay")
        async with beside(written.running.run(written.said.append)):
            await written.listens()
            written.running.end()
            await until(lambda: written.events("closed"))
        assert [heard.recv(100) for _ in range(2)] == [b"READY=1", b"STOPPING=1"]
