"""A real PostgreSQL of this machine, by an ordinary user, in a folder that is gone afterwards.

def test_something(database):                    # an empty database of a server that tests share
    database.url                                 # for runes relay --directory
    database.stop_answering(); database.answer_again()     # SIGSTOP, SIGCONT: the whole server
    database.down(); database.up()

It listens on a socket in that folder and on no port.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

PATIENCE = 60.0
ORDINARY = "nobody"
QUICKLY = ("-c", "fsync=off", "-c", "shared_buffers=16MB", "-c", "max_connections=40",
           "-c", "autovacuum=off", "-c", "listen_addresses=")  # fmt: skip


class Postgres:
    """A server with as many databases as are asked for."""

    def __init__(self, programs):
        self._programs = programs
        # As a folder of the tests' it could not be entered by another user.
        self.folder = Path(tempfile.mkdtemp(prefix="runes-pg-"))
        self._user = {"user": ORDINARY} if os.getuid() == 0 else {}
        self._named = 0

    def __enter__(self):
        if self._user:
            shutil.chown(self.folder, ORDINARY)
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "runes", "-A", "trust",
                  "--no-sync", "--no-instructions", "--locale=C", "--encoding=UTF8")  # fmt: skip
        self.up()
        return self

    def __exit__(self, *failure):
        self.down()
        shutil.rmtree(self.folder)

    def database(self):
        """The URL of a new database."""
        self._named += 1
        name = f"runes{self._named}"
        self._run("createdb", "-h", str(self.folder), "-U", "runes", name)
        return f"postgresql://runes@/{name}?host={self.folder}"

    def up(self):
        """Starts the server, and waits until it takes connections."""
        self.process = subprocess.Popen(
            [self._programs / "postgres", "-D", self.folder / "data", "-k", self.folder, *QUICKLY],
            cwd=self.folder, env=self._environment, stderr=subprocess.DEVNULL, **self._user,
        )  # fmt: skip
        until = time.monotonic() + PATIENCE
        while self._run("pg_isready", "-q", "-h", str(self.folder), check=False).returncode:
            if self.process.poll() is not None or time.monotonic() > until:
                self.down()
                raise AssertionError("postgres does not start")

    def down(self):
        """Ends the server at once; what was committed stays."""
        self.answer_again()
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)

    def stop_answering(self):
        """The server stands still, and its connections stay."""
        self._all(signal.SIGSTOP)

    def answer_again(self):
        """The server goes on."""
        self._all(signal.SIGCONT)

    @property
    def _environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C"}

    def _run(self, program, *words, check=True):
        return subprocess.run(
            [self._programs / program, *words], cwd=self.folder, env=self._environment,
            capture_output=True, check=check, timeout=PATIENCE, **self._user,
        )  # fmt: skip

    def _all(self, number):
        """Sends a signal to the server and to each process that it has started."""
        pid = self.process.pid
        if self.process.poll() is None:
            found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
            for each in (pid, *map(int, found)):
                # One that served a line may have ended since.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(each, number)


class Database:
    """An empty database of a server."""

    def __init__(self, server):
        self.url = server.database()
        self.down, self.up = server.down, server.up
        self.stop_answering, self.answer_again = server.stop_answering, server.answer_again
