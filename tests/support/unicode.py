"""Makes `rr_net/names.json` from the files of Unicode: `python -m tests.support.unicode FOLDER`.

FOLDER holds confusables.txt and IdentifierStatus.txt of UTS #39, and Scripts.txt,
ScriptExtensions.txt and PropertyValueAliases.txt of the character database, all of one version.
"""

import json
import re
import sys
import unicodedata
from pathlib import Path

TABLE = Path(__file__).parents[2] / "rr_net" / "names.json"
PUNCTUATION = ".-_"
SOURCE = (
    "Made from the Unicode Character Database and the data of UTS #39 by tests/support/unicode.py."
)
NOTICE = (
    "Copyright (c) 1991-2025 Unicode, Inc. Under the Unicode License v3, "
    "https://www.unicode.org/license.txt: the permission notice there holds for this file."
)


def fields(path):
    """The fields of each line, and the first word of its note, which is a general category."""
    for line in path.read_text("utf-8-sig").splitlines():
        body, _, note = line.partition("#")
        if body.strip():
            yield [part.strip() for part in body.split(";")], note.strip()[:2]


def points(text):
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def scripts_of_letters(folder):
    """By code point of what a name may hold: the scripts that use it, as four letters each."""
    short = {p[2]: p[1] for p, _ in fields(folder / "PropertyValueAliases.txt") if p[0] == "sc"}
    allowed = {
        c for p, _ in fields(folder / "IdentifierStatus.txt") if p[1] == "Allowed"
        for c in points(p[0])
    }  # fmt: skip
    found = {
        c: short[p[1]] for p, category in fields(folder / "Scripts.txt")
        if re.match("[LM]|Nd", category) for c in points(p[0]) if c in allowed
    }  # fmt: skip
    several = {c: p[1] for p, _ in fields(folder / "ScriptExtensions.txt") for c in points(p[0])}
    return {c: " ".join(sorted(several.get(c, found[c]).split())) for c in sorted(found)}


def look_alikes(folder, letters):
    """What stands in a skeleton for a character that a name, its capitals or its folds can hold."""
    prototypes = {
        chr(int(p[0], 16)): "".join(chr(int(each, 16)) for each in p[1].split())
        for p, _ in fields(folder / "confusables.txt")
    }
    held = "".join(chr(c) for c in letters) + PUNCTUATION
    forms = unicodedata.normalize("NFD", held + held.upper() + held.casefold())
    return {char: prototypes[char] for char in sorted(set(forms)) if char in prototypes}


def ranges(letters):
    """The same as ranges of code points, by what they share."""
    found = {}
    for point, shared in letters.items():
        spans = found.setdefault(shared, [])
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return {shared: " ".join(f"{a:X}-{b:X}" for a, b in spans) for shared, spans in found.items()}


def table(folder):
    letters = scripts_of_letters(folder)
    used = {script for shared in letters.values() for script in shared.split()}
    return {
        "source": SOURCE,
        "notice": NOTICE,
        "unicode": (folder / "Scripts.txt").read_text().split("\n")[0][len("# Scripts-") : -4],
        "scripts": {
            p[1]: p[2].replace("_", " ") for p, _ in fields(folder / "PropertyValueAliases.txt")
            if p[0] == "sc" and p[1] in used
        },
        "letters": ranges(letters),
        "alike": look_alikes(folder, letters),
    }  # fmt: skip


if __name__ == "__main__":
    made = json.dumps(table(Path(sys.argv[1])), ensure_ascii=True, indent=0)
    TABLE.write_text(made + "\n", "ascii")
