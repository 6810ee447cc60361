"""What holds for every test: how long it may take, what it may touch, and whose folders it uses.

A test is `e2e` if it starts other processes, `socket` if it talks over one, and `slow` if it works
for long. All others are quick, and `make quick` plays these alone: that they touch no process and
no socket is held wherever they run, that they take no time in `make quick`.
"""

import gc
import os
import shutil
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.e2e.postgres import Database, Postgres

# Textual reads these when first imported: the developer's own terminal must not colour a test.
for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TEXTUAL", "TEXTUAL_THEME"):
    os.environ.pop(name, None)

LONG = os.environ.get("RUNES_LONG") == "1"
QUICK = os.environ.get("RUNES_QUICK") == "1"
"""Whether the quick tests run alone: beside others they may be slowed by what is none of theirs."""
EXPLORE = os.environ.get("RUNES_EXPLORE") == "1"

STARTS_PROCESSES = frozenset({"ssh_client", "ssh_keygen", "node", "chromium", "postgres"})
"""Fixtures by which a test is known to start some."""
OPENS_SOCKETS = frozenset({"ssh_host", "open_ssh"})
MORE_SECONDS = 120
LONG_SECONDS = 3600
QUICK_SECONDS = 2.0
"""Of processor time, which a busy machine does not stretch as it does the time on the wall."""
NOT_QUICK = frozenset({"socket.bind", "socket.connect", "subprocess.Popen", "os.fork", "os.forkpty",
                       "os.posix_spawn", "os.system", "time.sleep"})  # fmt: skip
"""Audit events of what a quick test leaves alone."""

MISSING = {
    "ssh": ("NO OPENSSH CLIENT ON THIS MACHINE", "openssh-client", "RUNES_REQUIRE_SSH"),
    "ssh-keygen": ("NO OPENSSH CLIENT ON THIS MACHINE", "openssh-client", "RUNES_REQUIRE_SSH"),
    "node": ("NO NODE ON THIS MACHINE", "nodejs", "RUNES_REQUIRE_NODE"),
    "chromium": ("NO CHROMIUM ON THIS MACHINE", "chromium", "RUNES_REQUIRE_CHROMIUM"),
    "initdb": ("NO POSTGRESQL ON THIS MACHINE", "postgresql", "RUNES_REQUIRE_POSTGRES"),
}
LABORATORY = ("NOT ALL OF THE LABORATORY ON THIS MACHINE", "the extras lab, cluster and research",
              "RUNES_REQUIRE_LAB")  # fmt: skip
MISSING |= dict.fromkeys(
    ("distributed", "numpy", "scipy", "cma", "matplotlib", "pettingzoo"), LABORATORY
)
"""By program or package: what is said where it is missing, what to install, what requires it."""
BESIDE_THE_PATH = ":".join(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
"""Where Debian has what is called by version."""

# The same examples every time, however slow the machine: RUNES_EXPLORE=1 looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if EXPLORE else "same")

touched = []


def note_what_is_touched(event, _):
    if event in NOT_QUICK:
        touched.append(event)


sys.addaudithook(note_what_is_touched)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers():
    """One more than there are cores: a test of real processes waits half of its time."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Ten thousand tests are collected, of which none is garbage: looking for some takes long."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Marks each test for what its file and its fixtures say that it is."""
    for item in items:
        needs = frozenset(item.fixturenames)
        if "e2e" in item.path.parts or needs & STARTS_PROCESSES:
            item.add_marker("e2e")
        if needs & OPENS_SOCKETS:
            item.add_marker("socket")
        if LONG:
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))
        elif any(map(item.get_closest_marker, ("e2e", "slow"))):
            item.add_marker(pytest.mark.timeout(MORE_SECONDS))


def is_quick(item):
    return not any(map(item.get_closest_marker, ("e2e", "socket", "slow")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Fails a quick test that is none."""
    touched.clear()
    began = time.process_time()
    result = yield
    took = time.process_time() - began
    if is_quick(item):
        assert not touched, f"a quick test, and yet {set(touched)}: mark it e2e or socket"
        if QUICK and took > QUICK_SECONDS:
            worked = (
                f"{took:.1f} s of processor time: a quick test takes {QUICK_SECONDS:.0f} at most"
            )
            pytest.fail(f"{worked}; do less in it, or mark it slow", pytrace=False)
    return result


@pytest.fixture(scope="session", autouse=True)
def what_was_imported_is_no_garbage():
    """Games and pictures are thousands of small objects: looking through all others takes long."""
    gc.collect()
    gc.freeze()
    # For good: pytest collects five times when it ends, and would look through all of it.
    gc.set_threshold(50_000, 10, 10)


@pytest.fixture(scope="session", autouse=True)
def characters_known():
    """Hypothesis works out all of Unicode once in a checkout: no quick test has to pay for it."""

    @given(st.text(max_size=1))
    def takes(text):
        """Whatever it is."""

    takes()


@pytest.fixture(scope="session", autouse=True)
def folders_of_our_own(tmp_path_factory):
    """Keeps every test away from the developer's own games and settings."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
            patch.setenv(f"XDG_{kind}_HOME", str(tmp_path_factory.mktemp(kind.lower())))
        yield


@pytest.fixture(scope="session")
def ssh_client():
    """The path of the real `ssh`; without one the test is skipped, or fails if it is required."""
    return require_program("ssh")


@pytest.fixture(scope="session")
def ssh_keygen():
    """The path of the real `ssh-keygen`, on the same terms as `ssh_client`."""
    return require_program("ssh-keygen")


@pytest.fixture(scope="session")
def node():
    """The path of Node; without it the test is skipped, or fails if RUNES_REQUIRE_NODE=1."""
    return require_program("node")


@pytest.fixture(scope="session")
def chromium():
    """The path of Chromium; without it the test is skipped, or fails as one without Node."""
    return require_program("chromium")


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL for all tests that want one; without it they are skipped, as without Node."""
    pytest.importorskip("asyncpg", reason="the extra `relay` is not installed here")
    with Postgres(Path(require_program("initdb")).resolve().parent) as server:
        yield server


@pytest.fixture
def database(postgres):
    """An empty database of that server."""
    return Database(postgres)


@pytest.fixture(scope="session")
def dask():
    """Skips a test where Dask is missing, or fails it if RUNES_REQUIRE_LAB=1."""
    require("distributed", find_spec("distributed"))


@pytest.fixture(scope="session")
def lab():
    """The same for what fits numbers and draws pictures."""
    for package in ("numpy", "scipy", "cma", "matplotlib"):
        require(package, find_spec(package))


@pytest.fixture(scope="session")
def pettingzoo():
    """The same for environments of research."""
    require("pettingzoo", find_spec("pettingzoo"))


def require_program(name):
    return require(name, shutil.which(name) or shutil.which(name, path=BESIDE_THE_PATH))


def require(name, path):
    said, _, required = MISSING[name]
    if path is None and os.environ.get(required) == "1":
        pytest.fail(f"{said}: expected `{name}`, as {required}=1 asks", pytrace=False)
    if path is None:
        pytest.skip(f"{said}: `{name}` is missing")
    return path


def pytest_terminal_summary(terminalreporter):
    """Says in one loud line each, even with -q, how many tests a missing program skipped."""
    skipped = [str(each.longrepr) for each in terminalreporter.stats.get("skipped", [])]
    for said, package in sorted({each[:2] for each in MISSING.values()}):
        missed = sum(said in reason for reason in skipped)
        if missed:
            line = f"{said}: {missed} TESTS WERE SKIPPED. Install {package}."
            terminalreporter.write_line(line, red=True, bold=True)
