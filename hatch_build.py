"""What building adds to the package's metadata: a description with whole links, and addresses.

RUNES_HOME says where the files of this project can be read, as in https://host/name/blob/main.
Where it says nothing, links to files keep their words alone: nothing leads nowhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[[^]]*\]\((?!https?:)[^)]+\)\n*")
LINK = re.compile(r"(?P<bang>!?)\[(?P<words>[^]]*)\]\((?P<where>(?!https?:|#)[^)]+)\)")
PAGES = {
    "Documentation": "docs/hosting.md",
    "Changelog": "CHANGELOG.md",
    "Security": "SECURITY.md",
}


def description(page: str, home: str) -> str:
    """The README for who reads it away from the files that it links to."""
    if home:
        return LINK.sub(rf"\g<bang>[\g<words>]({home}/\g<where>)", page)
    return LINK.sub(r"\g<words>", PICTURE.sub("", page))


def urls(home: str) -> dict[str, str]:
    """Where the project is to be found; nothing where it has no home."""
    return {name: f"{home}/{path}" for name, path in PAGES.items()} | {"Home": home} if home else {}


class Description(MetadataHookInterface):
    """Completes the metadata that stand in pyproject.toml."""

    def update(self, metadata: dict[str, object]) -> None:
        """Add the description and the addresses."""
        home = os.environ.get("RUNES_HOME", "").rstrip("/")
        page = Path(self.root, "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": description(page, home)}
        metadata["urls"] = urls(home)
