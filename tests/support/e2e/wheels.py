"""Built wheels, each installed as a player would: of this version, and of others made of it.

    old = installed(folder, Make("0.1.9"))                  # this checkout under another number
    new = installed(folder, Make("0.3.0", {"rr_tui/x.py": ("Ready", "Set")}, former=present()))

A wheel is built once for a run of the tests, whichever of its processes asks first.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass, field
from pathlib import Path

from rr_rules import __version__

ROOT = Path(__file__).parents[3]
OURS = ("rr_rules", "rr_net", "rr_tui", "themes", "docs", "runes_table.py",
        "pyproject.toml", "hatch_build.py", "README.md", "LICENSE")  # fmt: skip
NO_FORMER = "FORMER: tuple[FormerRules, ...] = ()"


def run(*command, folder):
    """Runs a command away from the checkout and gives what it printed."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(part) for part in command], cwd=folder, env=environment, text=True,
                          capture_output=True, timeout=120, check=False)  # fmt: skip
    assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr}"
    return done.stdout


class Installed:
    """A fresh environment that holds our wheel, and sees only the other packages of this one."""

    def __init__(self, folder):
        self.folder = folder
        self.python = folder / "env" / "bin" / "python"
        self.command = folder / "env" / "bin" / "runes"
        places = {"base": str(folder / "env")}
        self.packages = Path(sysconfig.get_path("purelib", "venv", vars=places))

    def install(self, wheel):
        """Makes the environment."""
        venv.create(self.folder / "env", with_pip=False, symlinks=True)
        # A path in a .pth is only a path: the .pth of an editable install in it is not followed,
        # so that the checkout stays out of sight.
        places = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
        (self.packages / "borrowed.pth").write_text("\n".join(sorted(places)))
        pip = (
            sys.executable,
            "-m",
            "pip",
            "--python",
            self.python,
            "install",
            "--quiet",
            "--no-compile",
        )
        run(*pip, "--no-deps", "--no-index", wheel, folder=self.folder)

    def runes(self, *arguments):
        """What the command prints."""
        return run(self.command, *arguments, folder=self.folder)

    def print(self, expression):
        """What an expression is there."""
        return run(self.python, "-c", f"print({expression})", folder=self.folder).strip()


@dataclass(frozen=True)
class Make:
    """A version that is made of this checkout."""

    version: str = __version__
    changes: dict = field(default_factory=dict)
    """By path, a text that stands in the file and what stands there instead."""
    former: tuple = ()
    """The former rules that it plays alike."""

    @property
    def name(self):
        """A folder for it."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]

    def write(self, folder):
        """The source of it."""
        for name in OURS:
            if (ROOT / name).is_dir():
                unread = ("__pycache__", *(("screens", "adr") if name == "docs" else ()))
                unread = shutil.ignore_patterns(*unread)
                shutil.copytree(ROOT / name, folder / name, ignore=unread)
            else:
                shutil.copyfile(ROOT / name, folder / name)
        own = {"rr_rules/__init__.py": (f'"{__version__}"', f'"{self.version}"')}
        listed = f"FORMER: tuple[FormerRules, ...] = {self.former!r}"
        if self.former:
            own["rr_rules/registry.py"] = (NO_FORMER, listed)
        for path, (old, new) in (own | self.changes).items():
            source = (folder / path).read_text("utf-8")
            assert old in source, f"{path} has no {old!r}"
            (folder / path).write_text(source.replace(old, new, 1), "utf-8")


def build(source, folder):
    """The wheel of a checkout."""
    how = (sys.executable, "-m", "hatchling", "build", "--target", "wheel")
    run(*how, "--directory", folder, folder=source)
    (wheel,) = folder.glob("runes_table-*.whl")
    return wheel


def installed(shared, make=None):
    """A version, built and installed, in a folder that all processes of a run share."""
    make = make or Make()
    folder = shared / "wheels" / make.name
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = Installed(folder)
        if not (folder / "done").exists():
            (folder / "source").mkdir()
            make.write(folder / "source")
            environment.install(build(folder / "source", folder))
            (folder / "done").touch()
    return environment


def shared_folder(tmp_path_factory):
    """A folder of this run of the tests, whether it has one process or several."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own
