"""How large records become: `python -m tests.lab.sizes [KIND] [GAMES] [FIRST]`.

Games of the largest table, the Nefarious Neighbor at eight seats, all of them with clients that
sign every move and every checkpoint. Bots of a KIND (random, rule, greedy) choose. What is signed
with an SSH key is counted as if all had RSA keys of 4096 bits. The exit status is 1 where a record
half as large again as the largest would be no file that verifiers read.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from statistics import median
from typing import NamedTuple

import asyncssh

from rr_net.fairness.base.manifest import HostTerms, Manifest, Seated, draw_up, open_table
from rr_net.fairness.base.parts import (
    MOST_CARDS,
    MOST_ROWS,
    MOST_SIGNED,
    MOST_SIGNS,
    SIGNED,
    SIGNS,
)
from rr_net.fairness.base.rows import CheckpointRow, CommitRow, Row, SeatRow, ShuffleRow
from rr_net.fairness.base.secret import Secret
from rr_net.fairness.chain.ledger import Ledger
from rr_net.fairness.proof.bundle import LARGEST_BUNDLE, bundle_bytes
from rr_net.sim import games
from rr_rules.kernel.game import Game, GameState
from rr_rules.kernel.requests import Choose
from rr_rules.kernel.stream import Stream
from rr_rules.kernel.table import Table
from rr_rules.kernel.transcript import Answer
from rr_rules.registry import load_game, make_bot
from tests.support.rr_net import recorded
from tests.support.rr_net.hostkeys import HOST, key_of, signed_note
from tests.support.rr_net.signing import Clients, signer_of

GAME, OPTIONS = "runes-regulations", {"nefarious": "on"}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
BITS, FACTOR = 4096, 1.5


class Size(NamedTuple):
    """How large one record is."""

    size: int
    """In bytes, with RSA keys."""
    signs: int
    rows: int
    faces: int
    signed: int


CAPS = Size(LARGEST_BUNDLE, MOST_SIGNS, MOST_ROWS, MOST_CARDS, MOST_SIGNED)


class Sitters(recorded.Player):
    """Eight people with clients: bots choose for them, and they sign all that they see."""

    def __init__(self, ledger: Ledger, table: Table[GameState], seed: int, kind: str) -> None:
        super().__init__(ledger, table, random.Random(seed), _untold, removals=False)
        self.players = [
            games.Player(table, make_bot(kind, table.game, Stream.seeded(10 * seed + seat)),
                         Stream.seeded(-10 * seed - seat), lambda: lambda: False)
            for seat in range(len(NAMES))
        ]  # fmt: skip
        self.newest, self.seen = -1, -1

    def choose(self) -> None:
        """The next choice, after all have signed the newest checkpoint."""
        choose = self.prompted()[0]
        assert isinstance(choose, Choose), "what is asked is a choice"
        self.bear_witness()
        answer = Answer(choose.seat, self.players[choose.seat].answer(choose))
        is_sealed = self.is_host_first() and choose.seat == self.ledger.manifest.host_seat
        signed = self.clients.answer(choose.seat, answer.option, self.table.number)
        row = self.ledger.row(answer, "", signed)
        self.table.apply(answer)
        self.keep_with_commit(row)
        if is_sealed:
            recorded.sign(self.ledger, _untold)

    def bear_witness(self) -> None:
        """Each seat's signature over the newest checkpoint, once."""
        for row in self.ledger.rows[self.seen + 1 :]:
            self.newest = row.seq if isinstance(row, CheckpointRow) else self.newest
        if self.newest > self.seen:
            for seat in range(len(NAMES)):
                self.keep(self.ledger.witness(self.clients.seen(seat)))
            self.seen = self.ledger.seq - 1

    def pledge(self) -> None:
        """Who signs makes none; it is where witnesses stand before an event."""
        self.bear_witness()


def played(rules: Game[GameState], seed: int, kind: str) -> tuple[Ledger, int]:
    """One game, and how many signatures by SSH keys are in its rows."""
    manifest = _manifest(rules, seed)
    ledger = Ledger(manifest, Secret(seed.to_bytes(32, "big"), manifest.gid))
    table = open_table(manifest, rules)
    ledger.take(ledger.opening())
    sitters = Sitters(ledger, table, seed, kind)
    sitters.clients.witness = lambda: None  # type: ignore[method-assign]
    for _ in sitters.steps():
        pass
    recorded.close(ledger, table, _untold)
    by_ssh = sum(isinstance(row, CheckpointRow | SeatRow) for row in ledger.rows) + len(NAMES)
    return ledger, by_ssh


def _manifest(rules: Game[GameState], seed: int) -> Manifest:
    host = HostTerms(HOST.get_fingerprint(), 1, 0, "table", recorded.TINY["table"])
    seats = [Seated(name=name, key=key_of(name).get_fingerprint(), signer=signer_of(name, host.key))
             for name in NAMES]  # fmt: skip
    settled = rules.settle(OPTIONS)
    table = Table(rules, len(NAMES), settled, ())
    nonce = seed.to_bytes(32, "big")
    return draw_up(table, seats, settled, (), nonce=nonce, host=host)


def sizes(kind: str, seeds: range) -> Iterator[Size]:
    """How large the record of each game is."""
    rules, more = load_game(GAME), longer()
    for seed in seeds:
        ledger, by_ssh = played(rules, seed, kind)
        clients = Clients(ledger, random.Random(0), _untold)
        seen = [clients.seen(seat) for seat in range(len(NAMES))]
        source = bundle_bytes(ledger.manifest, ledger.rows, seen)
        signs = sum(source.count(sign) for sign in SIGNS)
        told = (row.body.faces for row in ledger.rows if isinstance(row, CommitRow | ShuffleRow))
        faces = sum(len(faces) for zones in told for faces in zones)
        yield Size(len(source) + more * by_ssh, signs, len(ledger.rows), faces,
                   source.count(SIGNED))  # fmt: skip


def longer() -> int:
    """How much longer a signature by an RSA key is than one by an Ed25519 key."""
    key = asyncssh.generate_private_key("ssh-rsa", key_size=BITS)
    return len(signed_note(key, "note")) - len(signed_note(HOST, "note"))


def _untold(row: Row) -> None:
    """Nobody else hears of a row."""


def main() -> int:
    """Print the figures; the exit status is 1 where the cap is too low."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", nargs="?", default="random", help="the bots that choose  [random]")
    parser.add_argument("games", nargs="?", type=int, default=1000, help="how many  [1000]")
    parser.add_argument("first", nargs="?", type=int, default=0, help="the first one's number  [0]")
    given = parser.parse_args()
    kind, found = given.kind, []
    for size in sizes(kind, range(given.first, given.first + given.games)):
        found.append(size)
        if len(found) % 20 == 0:
            _tell(kind, found)
    _tell(kind, found)
    most = map(max, zip(*found, strict=True))
    return int(any(FACTOR * each > cap for each, cap in zip(most, CAPS, strict=True)))


def _tell(kind: str, found: list[Size]) -> None:
    for what, how in (("the largest", max), ("the middle one", median)):
        size = Size(*map(how, zip(*found, strict=True)))
        shares = [f"{each / cap:.2f}" for each, cap in zip(size, CAPS, strict=True)]
        print(f"{len(found)} games of {kind} bots, {what}: {size.size / 2**20:.2f} MiB with RSA "
              f"keys, {size.signs / 1000:.0f} thousand marks, {size.rows:.0f} rows, "
              f"{size.faces:.0f} faces, {size.signed:.0f} signed answers: {', '.join(shares)} of "
              "what a file may have", flush=True)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
