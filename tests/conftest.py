import os
import shutil

import pytest
from hypothesis import settings

# Textual reads these when first imported: the developer's own terminal must not colour a test.
for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TEXTUAL", "TEXTUAL_THEME"):
    os.environ.pop(name, None)

NO_CLIENT = "NO OPENSSH CLIENT ON THIS MACHINE"

# The same examples every time, however slow the machine: RUNES_EXPLORE=1 looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("RUNES_EXPLORE") == "1" else "same")


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


def require_program(name):
    path = shutil.which(name)
    if path is None and os.environ.get("RUNES_REQUIRE_SSH") == "1":
        pytest.fail(f"{NO_CLIENT}: expected `{name}`, as RUNES_REQUIRE_SSH=1 asks", pytrace=False)
    if path is None:
        pytest.skip(f"{NO_CLIENT}: `{name}` is missing")
    return path


def pytest_terminal_summary(terminalreporter):
    """Says in one loud line, even with -q, how many tests a missing client skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    missed = [report for report in skipped if NO_CLIENT in str(report.longrepr)]
    if missed:
        line = f"{NO_CLIENT}: {len(missed)} TESTS WERE SKIPPED. Install openssh-client."
        terminalreporter.write_line(line, red=True, bold=True)
