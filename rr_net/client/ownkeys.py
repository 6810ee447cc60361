"""The own keys at one table: which of them lets in, and what that one signs there, no other.

Keys are shown one after the other, as ssh shows them: those in the agent first.
"""

from __future__ import annotations

import asyncssh

from rr_net.fairness.base.note import fingerprint_of_blob
from rr_net.ssh.sshsig import signed_by

NOT_AT_HAND = "the key that let you in is not at hand here"
ANOTHER_KEY = "the table asks for a signature of another key than the one that let you in"


class CannotSign(Exception):
    """The own key does not sign here."""


class OwnKeys:
    """The keys that somebody's files and agent have, as the configuration names them."""

    def __init__(self, options: asyncssh.SSHClientConnectionOptions) -> None:
        """None of them was shown as yet."""
        self._options = options
        self._left: list[asyncssh.SSHKeyPair] | None = None
        self._agent: asyncssh.SSHAgentClient | None = None
        self._shown = ""
        self.let_in = ""
        """The fingerprint of the one that logged in; "" for none, or one that does not sign."""

    async def next(self) -> list[asyncssh.SSHKeyPair] | None:
        """The one that is shown next; None when all were shown."""
        if self._left is None:
            self._left = [*await self._in_agent(), *(self._options.client_keys or ())]
        if not self._left:
            return None
        pair = self._left.pop(0)
        self._shown = fingerprint_of_blob(pair.key_public_data)
        return [pair]

    async def _in_agent(self) -> list[asyncssh.SSHKeyPair]:
        if not self._options.agent_path:
            return []
        self._agent = asyncssh.SSHAgentClient(self._options.agent_path)
        try:
            return list(await self._agent.get_keys(self._options.agent_identities))
        except (OSError, ValueError):
            return []

    def logged_in(self) -> None:
        """The one that was shown last has let us in."""
        self.let_in = self._shown
        self.close()

    def close(self) -> None:
        """Nothing more is shown."""
        if self._agent is not None:
            self._agent.close()

    async def sign(self, owner: str, text: str, namespace: str) -> str:
        """A signature by the key that let us in, which has to be the one of that fingerprint.

        Raises CannotSign, OSError or ValueError.
        """
        if owner != self.let_in:
            raise CannotSign(ANOTHER_KEY if self.let_in else NOT_AT_HAND)
        for pair in self._options.client_keys or ():
            if fingerprint_of_blob(pair.key_public_data) == owner:
                return await signed_by(pair, text.encode(), namespace)
        if not self._options.agent_path:
            raise CannotSign(NOT_AT_HAND)
        async with await asyncssh.connect_agent(self._options.agent_path) as agent:
            for pair in await agent.get_keys():
                if fingerprint_of_blob(pair.key_public_data) == owner:
                    return await signed_by(pair, text.encode(), namespace)
        raise CannotSign("neither your files nor your agent have the key that let you in")
