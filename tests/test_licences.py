"""The table of licences names what is depended on, and says what the packages say."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROW = re.compile(r"^\| ([a-z][a-z-]+) \| ([^|]+) \| [^|]+ \|$", re.MULTILINE)
NAME = re.compile(r"[A-Za-z-]+")
FOR_PLAYERS = ("notify", "relay")
SAID = dict(ROW.findall((ROOT / "docs" / "licences.md").read_text("utf-8")))
del SAID["package"]


def test_everything_that_players_install_is_in_the_table():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needs = [*project["dependencies"], *(need for name in FOR_PLAYERS for need in extras[name])]
    assert [NAME.match(need)[0] for need in needs] == list(SAID)


@pytest.mark.parametrize("package", SAID)
def test_the_table_says_what_the_package_says(package):
    try:
        found = metadata(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed here")
    expression = found.get("License-Expression")
    classes = [each for each in found.get_all("Classifier") or () if each.startswith("License ::")]
    if expression is not None:
        assert SAID[package] == expression
    else:
        words = " ".join((found.get("License") or "", *classes))
        assert SAID[package] in words or SAID[package].split("-")[0] in words
