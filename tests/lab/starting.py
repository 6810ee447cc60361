"""Ways to start: the built wheel from an empty home by uvx, pipx and pip, on every Python there is.

    python -m tests.lab.starting            # all of it, and what --version and --help take
    python -m tests.lab.starting --lowest   # the oldest versions that are allowed: .ci/run does it

Each way plays a game without a screen and has it verified. The lowest versions open the board as
well, in a terminal of their own. What cannot be had here is said, and is no failure.
"""

import argparse
import os
import pty
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
GAME = ("play", "--headless", "--seed", "1", "--bot", "random", "--option", "turn_cap=6")
BOARD = ("play", "--seed", "1", "--bots", "1")
ON_THE_BOARD = b"Your hand"
SECONDS = 300
BOARD_SECONDS = 30
RUNS = 10
UV_VERSION = "uv>=0.5"


class NotHere(Exception):
    """Something that this machine does not have."""


def run(*command, home, check=True):
    """Runs a command with a home of its own; what it printed."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("XDG_")}
    environment |= {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": ""}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run([str(part) for part in command], cwd=home, env=environment, text=True,
                          capture_output=True, timeout=SECONDS, check=False)  # fmt: skip
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr[-800:]}")
    return done.stdout


# --- what there is -----------------------------------------------------------------------


def wheel(folder):
    """The wheel of this checkout, built into a folder."""
    build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder)
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("runes_table-*.whl"))


def said(*command):
    """What a program prints; nothing where there is none."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def tool(name, requirement, folder):
    """A program: the one that is here, else one of a package, in a folder. Raises NotHere."""
    found = shutil.which(name)
    if found is not None:
        return Path(found)
    place = folder / f"{name}-env"
    try:
        run(sys.executable, "-m", "venv", place, home=folder)
        quickly = ("-q", "--retries=0", "--timeout=15")
        run(place / "bin" / "python", "-m", "pip", "install", *quickly, requirement, home=folder)
    except (RuntimeError, subprocess.TimeoutExpired):
        raise NotHere(f"no {name} here, and none to be had") from None
    return place / "bin" / name


def python(version):
    """The Python of that version, or of pyenv. Raises NotHere."""
    here = shutil.which("pyenv")
    places = [shutil.which(f"python{version}")]
    if here is not None:
        prefix = said(here, "prefix", said(here, "latest", version))
        places.append(str(Path(prefix, "bin", "python")))
    asks = "import sys, ensurepip; print('{}.{}'.format(*sys.version_info))"
    for place in filter(None, places):
        if said(place, "-c", asks) == version:
            return place
    raise NotHere(f"no Python {version} here")


# --- ways to start -----------------------------------------------------------------------


def has_played(printed):
    return "Verified: " in printed


def by_uvx(built, version, folder):
    uvx = tool("uv", UV_VERSION, folder).with_name("uvx")
    start = (uvx, "--python", python(version), "--from", built, "runes-table")
    return has_played(run(*start, *GAME, home=folder))


def by_pipx(built, version, folder):
    pipx = tool("pipx", "pipx", folder)
    start = (pipx, "run", "--python", python(version), "--spec", built, "runes-table")
    return has_played(run(*start, *GAME, home=folder))


def by_pip(built, version, folder):
    run(python(version), "-m", "venv", folder / "env", home=folder)
    own = folder / "env" / "bin" / "python"
    run(own, "-m", "pip", "install", "-q", "--disable-pip-version-check", built, home=folder)
    return has_played(run(own, "-m", "runes_table", *GAME, home=folder))


def by_lowest(built, version, folder):
    """The oldest versions that are allowed, from wheels alone: a game, and the board."""
    uv, env = tool("uv", UV_VERSION, folder), folder / "env"
    run(uv, "venv", "-q", "--python", python(version), env, home=folder)
    own = env / "bin" / "python"
    install = (uv, "pip", "install", "-q", "--no-build", "--python", own)
    needs = ("-r", ROOT / "pyproject.toml")
    try:
        run(*install, "--dry-run", *needs, home=folder)
    except (RuntimeError, subprocess.TimeoutExpired):
        raise NotHere("uv gets no packages here") from None
    run(*install, "--resolution", "lowest-direct", *needs, home=folder)
    run(*install, "--no-deps", built, home=folder)
    return has_played(run(own, "-m", "runes_table", *GAME, home=folder)) and shows_board(
        own, folder
    )


def shows_board(own, folder):
    """Whether the board comes up in a terminal."""
    main, child = pty.openpty()
    environment = {**os.environ, "HOME": str(folder), "TERM": "xterm-256color"}
    environment |= {"COLUMNS": "80", "LINES": "24"}
    process = subprocess.Popen(
        [own, "-m", "runes_table", *BOARD], env=environment, cwd=folder,
        stdin=child, stdout=child, stderr=child, start_new_session=True,
    )  # fmt: skip
    os.close(child)
    shown, end = b"", time.monotonic() + BOARD_SECONDS
    try:
        while ON_THE_BOARD not in shown and time.monotonic() < end:
            if select.select([main], [], [], 1)[0]:
                shown += os.read(main, 65536)
    except OSError:
        pass  # it ended
    finally:
        process.kill()
        process.wait()
        os.close(main)
    return ON_THE_BOARD in shown


def tell(name, way, built, version):
    """Tries one way, and prints how it went; whether it may pass."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        try:
            went = "played and verified" if way(built, version, Path(folder)) else "FAILED"
        except NotHere as error:
            went = f"skipped: {error}"
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            went = f"FAILED: {error}"
    print(f"{name:8} {version:5} {time.perf_counter() - began:5.1f} s  {went}", flush=True)
    return not went.startswith("FAILED")


# --- what the first line costs -----------------------------------------------------------


def milliseconds(*command):
    """The median of some runs, on the wall."""
    took = []
    for _ in range(RUNS):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took)


def main():
    """Tries every way, and fails where one of them does."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lowest", action="store_true", help="the oldest versions alone")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built = wheel(Path(folder))
        if given.lowest:
            own = "{}.{}".format(*sys.version_info)
            return int(not tell("lowest", by_lowest, built, own))
        ways = {"uvx": by_uvx, "pipx": by_pipx, "pip": by_pip, "lowest": by_lowest}
        went = [
            tell(name, way, built, version) for name, way in ways.items() for version in VERSIONS
        ]
    runes = Path(sys.executable).with_name("runes")
    for command in ((sys.executable, "-c", "pass"), (runes, "--version"), (runes, "--help")):
        print(f"{Path(command[0]).name} {' '.join(command[1:])}: {milliseconds(*command):.0f} ms")
    return int(not all(went))


if __name__ == "__main__":
    sys.exit(main())
