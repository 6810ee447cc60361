"""The wheel, installed as a player would, runs without the checkout."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rr_rules import __version__
from tests.support.e2e import wheels
from tests.support.e2e.wheels import run

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[2]
CARDS = Path("rr_rules", "runes_regulations", "cards")


@pytest.fixture(scope="module")
def built(installed):
    (wheel,) = installed.folder.glob("runes_table-*.whl")
    return wheel


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return wheels.installed(wheels.shared_folder(tmp_path_factory))


def test_an_editable_install_points_at_the_checkout_alone(tmp_path):
    build = f"from hatchling.build import build_editable; build_editable({str(tmp_path)!r})"
    run(sys.executable, "-c", build, folder=ROOT)
    (wheel,) = tmp_path.glob("runes_table-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        inside = [name for name in archive.namelist() if ".dist-info/" not in name]
        (path,) = inside
        assert archive.read(path).decode().split() == [str(ROOT)]


def test_the_installed_packages_are_the_wheels_own(installed):
    for package in ("rr_rules", "rr_net", "rr_tui"):
        place = installed.print(f"__import__({package!r}).__path__[0]")
        assert Path(place) == installed.packages / package


def test_the_wheel_ships_cards_rules_pages_themes_and_types(installed):
    shipped = [str(path.relative_to(ROOT)) for path in (ROOT / CARDS).glob("*.toml")]
    shipped += [f"rr_tui/themes/{path.name}" for path in (ROOT / "themes").iterdir()]
    shipped += [f"rr_rules/pages/rules/{path.name}" for path in (ROOT / "docs/rules").glob("*.md")]
    shipped += ["rr_rules/pages/verify_minimal.py", "rr_rules/pages/check.html"]
    shipped += ["rr_rules/py.typed", "rr_net/py.typed", "rr_tui/py.typed"]
    assert len(shipped) >= 4 + 5 + 2 + 3
    assert [name for name in shipped if not (installed.packages / name).is_file()] == []


def test_the_command_says_its_version(installed):
    version = installed.print("__import__('rr_rules').__version__")
    said = installed.runes("--version")
    assert said == f"runes {version}\n"
    by_module = (installed.python, "-m", "runes_table", "--version")
    by_package = (installed.folder / "env" / "bin" / "runes-table", "--version")
    assert said == run(*by_module, folder=installed.folder)
    assert said == run(*by_package, folder=installed.folder)


def test_the_page_that_checks_is_the_wheels_own(installed):
    page = installed.print("__import__('rr_net.host.checking').host.checking.page_that_checks()")
    assert Path(page) == installed.packages / "rr_rules/pages/check.html"


@pytest.mark.parametrize("home", ["", "https://example.org/runes/blob/main"])
def test_the_description_has_no_link_that_leads_nowhere(home, tmp_path):
    program = "import sys; from hatchling.metadata.core import ProjectMetadata as Project; "
    program += "from hatchling.plugin.manager import PluginManager; "
    program += "core = Project(sys.argv[1], PluginManager()).core; "
    program += "print(core.urls, core.readme)"
    environment = {**os.environ, "RUNES_HOME": home}
    done = subprocess.run([sys.executable, "-c", program, str(ROOT)], cwd=tmp_path, check=True,
                          env=environment, capture_output=True, text=True)  # fmt: skip
    urls, _, page = done.stdout.partition("} ")
    assert page.startswith("# ")
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    assert f"{home}/CHANGELOG.md" in urls if home else urls == "{"
    assert (f"{home}/docs/hosting.md" in links) is bool(home)


def test_the_command_checks_a_card_file_of_the_wheel(installed):
    assert installed.runes("deck", "check", installed.packages / CARDS / "base_creatures.toml")


GAMES = (("runes-regulations", "random"), ("regicide", "rule"), ("rune", "rule"))


@pytest.mark.parametrize(("game", "bot"), GAMES)
def test_two_bots_play_a_whole_game_without_a_screen(installed, game, bot):
    printed = installed.runes("play", "--game", game, "--bots", "2", "--bot", bot, "--headless")
    assert re.search(r"\b(wins?|won|lost)\b", printed)
    assert "Verified: " in printed
    assert "\x1b" not in printed


def test_uvx_starts_the_wheel_where_uv_is_and_has_what_it_needs(built, tmp_path):
    uvx = shutil.which("uvx")
    if uvx is None:
        pytest.skip("no uv on this machine: tests/lab/starting.py fetches one")
    start = (uvx, "--offline", "--python", sys.executable, "--from", built, "runes-table")
    done = subprocess.run([*start, "--version"], cwd=tmp_path, capture_output=True, text=True,
                          timeout=60, check=False)  # fmt: skip
    if done.returncode and re.search("offline|network was disabled|in the cache", done.stderr):
        pytest.skip("uv has kept no packages that the wheel needs, and tests use no network")
    assert (done.returncode, done.stdout) == (0, f"runes {__version__}\n")
