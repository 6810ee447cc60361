"""Invites by name from the command line: through the open table of a folder, or its journal."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import asyncssh

from rr_net.clocks import LoopClock
from rr_net.guests.codes import DoorRules
from rr_net.history.results import OWN_KEY
from rr_net.host.door import INVITES
from rr_net.host.places import TABLE, own_address, read_note
from rr_net.host.process import OWN_KEY as OWN_KEY_FILE
from rr_net.host.process import CannotHost, make_private
from rr_net.link import Host, Invitation
from rr_net.relay.names import certified_name, word_for
from rr_net.relay.outward import IDENTITY
from rr_net.room.announcing import invitations
from rr_net.room.people import People
from rr_net.ssh import Fingerprint, invite_lines, reachable_addresses, relay_lines
from rr_net.ssh.keys import fingerprint_of, read_key
from rr_net.store import JournalInUse, SqliteJournal

PATIENCE = 10.0
"""Seconds in which a table on this machine has surely answered."""
SILENT = "a table is open in {}, but does not answer ({}): go to its own window"


async def settle_invites(folder: Path, message: Host | None) -> tuple[Invitation, ...]:
    """Make an invite or take one back; those that count then. Nothing is done for None.

    Raises Refused, StoreError or CannotHost.
    """
    make_private(folder)
    try:
        journal = await SqliteJournal.open(folder)
    except JournalInUse:
        return await _through_the_table(folder, message)
    try:
        return await _in_the_journal(journal, message)
    finally:
        await journal.close()


async def _in_the_journal(journal: SqliteJournal, message: Host | None) -> tuple[Invitation, ...]:
    def today() -> int:
        return int(time.time())

    people = People(LoopClock(), today, journal, DoorRules())
    await people.recall()
    if message is not None and message.act == "invite":
        await people.invite(message.name, OWN_KEY, message.hours)
    elif message is not None:
        await people.take_back(message.name)
    return invitations(people, today())


async def _through_the_table(folder: Path, message: Host | None) -> tuple[Invitation, ...]:
    """The same by the table's own host process, which has the journal open."""
    words = ("" if message is None else message.model_dump_json()) + "\n"
    return _told(folder, (await ask_the_table(folder, INVITES, words)).decode("utf-8", "replace"))


async def ask_the_table(folder: Path, verb: str, words: str = "") -> bytes:
    """What the open table of a folder answers to its own machine. Raises CannotHost."""
    note = read_note(folder / TABLE)
    try:
        async with asyncio.timeout(PATIENCE):
            key = read_key(folder / OWN_KEY_FILE)
            known = asyncssh.import_known_hosts(f"* {note.get('host_key')}\n")
            async with asyncssh.connect(
                own_address(note), int(str(note.get("port") or 0)), username="host",
                client_keys=[key], known_hosts=known, config=None, agent_path=None,
            ) as line:  # fmt: skip
                done = await line.run(verb, input=words.encode(), encoding=None)
    except (OSError, asyncssh.Error, TimeoutError, ValueError) as error:
        why = str(error) or type(error).__name__
        raise CannotHost(SILENT.format(folder, why)) from None
    said, refused = _bytes(done.stdout), _bytes(done.stderr)
    if said or not refused:
        return said
    raise CannotHost(refused.decode("utf-8", "replace").strip())


def _bytes(said: object) -> bytes:
    return said if isinstance(said, bytes) else str(said or "").encode()


def _told(folder: Path, said: str) -> tuple[Invitation, ...]:
    with suppress(ValueError, KeyError, TypeError):
        found = json.loads(said)["invitations"]
        return tuple(Invitation.model_validate(each) for each in found)
    raise CannotHost(SILENT.format(folder, "it says nothing"))


def lines_for(folder: Path, name: str) -> list[str]:
    """What leads somebody of that name to the table of a folder; [] where none was open yet."""
    note = read_note(folder / TABLE)
    key, port = note.get("host_key"), note.get("port")
    if not isinstance(key, str) or not isinstance(port, int):
        return []
    fingerprint = fingerprint_of(asyncssh.import_public_key(key))
    through = _lines_through(folder, note, fingerprint, name)
    if not port:
        return through
    addresses = reachable_addresses(str(note.get("listen")))
    return [*through, *invite_lines(addresses, port, fingerprint, name)]


def _lines_through(
    folder: Path, note: Mapping[str, object], fingerprint: Fingerprint, name: str
) -> list[str]:
    """The same by the relays that lead there."""
    via = note.get("via")
    if not isinstance(via, list) or not via:
        return []
    identity = read_key(folder / IDENTITY).public_data
    table = str(certified_name(word_for(str(note.get("name"))), identity))
    keys = [(table, fingerprint)]
    return [line for relay in via for line in relay_lines(str(relay), table, keys, name)]
