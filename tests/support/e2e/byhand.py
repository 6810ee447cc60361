"""The commands of docs/verify-by-hand.md, run as a neighbour types them.

    page = read_page()                     # its commands, by heading, with what they should print
    desk = Desk(home, port)                # a folder with an ssh of its own
    for step in page["After the game"]:
        await desk.does(step)              # runs it; it must say what the page says

The page's host and port become those of the test. Nothing of the developer's own ~/.ssh is used.
"""

import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.support.e2e.runes import RUNES, small_verifier
from tests.support.e2e.sshclient import run

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "verify-by-hand.md"
HOST, PORT, NAME = "203.0.113.7", "2222", "ann"

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
ANY = "…"
"""Stands on the page for what differs from evening to evening."""

SSH = """#!/bin/sh
exec {real} -F /dev/null -o UserKnownHostsFile={home}/.ssh/known_hosts \\
    -o GlobalKnownHostsFile=/dev/null -o StrictHostKeyChecking=yes -o IdentitiesOnly=yes \\
    -o IdentityAgent=none -o IdentityFile={home}/.ssh/id_ed25519 "$@"
"""
TOOL = """#!/bin/sh
exec {python} -c {main} "$@"
"""
PYTHON = """#!/bin/sh
exec {python} "$@"
"""


@dataclass(frozen=True)
class Step:
    """One block of commands, and what the page shows behind it."""

    commands: str
    shown: str
    """ "" where the page shows nothing."""


def read_page(text=None):
    """The steps of the page by heading; every block of commands is one of them."""
    text = PAGE.read_text("utf-8") if text is None else text
    sections = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)
    return {
        heading: _steps(body) for heading, body in zip(sections[1::2], sections[2::2], strict=True)
    }


def shown_alone(heading):
    """What the page shows in a section that is the output of no command there."""
    body = PAGE.read_text("utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    blocks = [(match[1], match[2], match.start(), match.end()) for match in BLOCK.finditer(body)]
    ends = {end for kind, _, _, end in blocks if kind == "sh"}
    return [
        content
        for kind, content, start, _ in blocks
        if kind == "text" and not any(body[end:start].strip() == "" for end in ends if end <= start)
    ]


def _steps(body):
    blocks = list(BLOCK.finditer(body))
    steps = []
    for at, block in enumerate(blocks):
        if block[1] != "sh":
            continue
        after = blocks[at + 1] if at + 1 < len(blocks) else None
        follows = after and after[1] == "text" and not body[block.end() : after.start()].strip()
        steps.append(Step(block[2], after[2] if follows else ""))
    return steps


def matches(shown, printed):
    """Whether what was printed is what the page shows, line by line."""
    pattern = re.escape(shown.strip()).replace(re.escape(ANY), "[^\n]+")
    lines = (line.rstrip() for line in printed.strip().splitlines())
    return re.fullmatch(pattern, "\n".join(lines)) is not None


class Desk:
    """A neighbour's machine: a shell with ssh and a folder for the evening."""

    def __init__(self, home, port, name=NAME):
        self.folder = home.folder / "evening"
        self.folder.mkdir()
        self._home, self._port, self._name = home, port, name
        dot_ssh = home.folder / ".ssh"
        dot_ssh.mkdir(mode=0o700)
        (dot_ssh / "known_hosts").symlink_to(home.known_hosts)
        (dot_ssh / "id_ed25519").symlink_to(home.key)
        tools = home.folder / "bin"
        tools.mkdir()
        _tool(tools / "ssh", SSH.format(real=shutil.which("ssh"), home=home.folder))
        _tool(tools / "runes", TOOL.format(python=sys.executable, main=shlex.quote(RUNES[-1])))
        _tool(tools / "python3", PYTHON.format(python=sys.executable))
        page = (DOCS / "verify_minimal.py").read_text("utf-8")
        (self.folder / "verify_minimal.py").write_text(small_verifier(page), "utf-8")

    async def does(self, step):
        """Runs a step; what it printed, which must be what the page shows."""
        done = await self.runs(step.commands)
        assert done.code == 0, f"{step.commands}\n{done.out.decode()}\n{done.err.decode()}"
        if step.shown:
            assert matches(self._here(step.shown), done.out.decode()), (
                f"{step.commands}\n{done.out.decode()}"
            )
        return done.out.decode()

    async def runs(self, commands, timeout=300):
        """Runs commands of the page, however they end."""
        environment = self._home.environment()
        environment["PATH"] = f"{self._home.folder}/bin:{environment['PATH']}"
        script = f"cd {self.folder}\nset -e\n{self._here(commands)}"
        return await run(["bash", "-c", script], environment, timeout=timeout)

    def _here(self, text):
        """What the page says, with the host and the port of the test."""
        text = text.replace(f"[{HOST}]:{PORT}", f"[127.0.0.1]:{self._port}")
        text = text.replace(f"-p {PORT} {NAME}@{HOST}", f"-p {self._port} {self._name}@127.0.0.1")
        assert HOST not in text, text
        return text

    def read(self, name):
        """A file that the steps have made."""
        return (self.folder / name).read_bytes()


def _tool(path, text):
    path.write_text(text)
    path.chmod(0o755)
