"""The golden folder is as it was recorded: a file of it changes alone, and on purpose."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent
SUMS = FOLDER / "SHA256SUMS"
CODE = {".py", ".pyc"}


def recorded():
    """The golden files by their paths, without the tests beside them."""
    files = (path for path in FOLDER.rglob("*") if path.is_file() and path.suffix not in CODE)
    return {
        str(path.relative_to(FOLDER)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
        if path != SUMS and path.name != ".gitattributes"
    }


def test_every_golden_file_is_as_it_was_recorded():
    lines = (line.split("  ", 1) for line in SUMS.read_text("utf-8").splitlines())
    assert recorded() == {path: digest for digest, path in lines}
