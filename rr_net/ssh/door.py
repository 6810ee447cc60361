"""What the SSH layer asks of a host: who may enter, and what happens in a session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rr_net.safetext import SafeText
from rr_net.ssh.keys import Fingerprint

if TYPE_CHECKING:
    from rr_net.ssh.pipe import PipeSession
    from rr_net.ssh.terminal import TerminalSession


class Door(Protocol):
    """A host, as the SSH layer sees it."""

    @property
    def verbs(self) -> frozenset[str]:
        """The commands that may be run, each matched exactly and without arguments."""

    @property
    def worded(self) -> frozenset[str]:
        """Those of them that words may follow: `PipeSession.words` has them, within bounds."""

    def banner(self, name: SafeText) -> str:
        """What is shown before authentication to somebody who calls himself `name`."""

    def may_enter(self, fingerprint: Fingerprint, name: SafeText) -> str:
        """Why this key is turned away, for its owner to read, or ""; asked for each session."""

    def is_known(self, fingerprint: Fingerprint) -> bool:
        """Whether this key was let in before: it passes where too many come."""

    async def interface(self, session: TerminalSession) -> int:
        """Runs the full-screen interface until the player leaves; the exit status."""

    async def verb(self, name: str, session: PipeSession) -> int:
        """Runs one of `verbs` over lines; the exit status."""
