"""The computer of somebody who joins by `runes join`."""

import json
import os

from tests.support.e2e.runes import RUNES
from tests.support.e2e.sshclient import Terminal, keygen, run


class JoinHome:
    """The computer of somebody who joins."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
            "USER": "ann",
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "data"),
            "SSH_AUTH_SOCK": "",
        }

    @classmethod
    async def make(cls, folder):
        made = cls(folder / "home")
        (made.folder / ".ssh").mkdir(parents=True, mode=0o700)
        key = made.folder / ".ssh" / "id_ed25519"
        await keygen("-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(key))
        return made

    @property
    def joined(self):
        return json.loads((self.folder / "data" / "runes" / "joined.json").read_text())

    def has_joined(self, line, table):
        """A table is remembered of an earlier day."""
        place = self.folder / "data" / "runes"
        place.mkdir(parents=True, mode=0o700)
        known = {"tables": [{"line": [line], "table": table, "at": 1}]}
        (place / "joined.json").write_text(json.dumps(known))

    def terminal(self, *words, before=(), size=(80, 24)):
        return Terminal([*before, *RUNES, "join", *words], self.environment, size)

    async def run(self, *words):
        return await run([*RUNES, "join", *words], self.environment)
