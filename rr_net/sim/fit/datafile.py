"""The data file that bots read: numbers a line a model, and how they were made."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from rr_rules.bots.numbers import MADE, NUMBERS
from rr_rules.kernel.transcript import Plain


def text_of(made: Plain, numbers: Plain) -> str:
    """The file; equal numbers that were made alike give equal text."""
    parts = []
    for part, models in sorted(numbers.items()):
        rows = sorted(cast("Mapping[str, object]", models).items())
        lines = ",\n".join(f"   {json.dumps(model)}: {json.dumps(said)}" for model, said in rows)
        parts.append(f"  {json.dumps(part)}: {{\n{lines}\n  }}")
    body = ",\n".join(parts)
    head = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in made.items())
    text = f' "{MADE}": {{\n{head}\n }},\n "{NUMBERS}": {{\n{body}\n }}'
    return f"{{\n{text}\n}}\n"


def commit_of(folder: Path) -> str:
    """The commit that is checked out around a folder, or "" where there is none."""
    for place in (folder, *folder.parents):
        try:
            return _head(place / ".git")
        except OSError:
            continue
    return ""


def _head(git: Path) -> str:
    """What HEAD names. Raises OSError where there is none."""
    if git.is_file():  # a worktree: the file says where its own folder is
        git = Path(git.read_text("utf-8").removeprefix("gitdir:").strip())
    head = (git / "HEAD").read_text("utf-8").strip()
    if not head.startswith("ref: "):
        return head
    ref, common = head.removeprefix("ref: "), git / "commondir"
    whole = git / common.read_text("utf-8").strip() if common.exists() else git
    if (whole / ref).exists():
        return (whole / ref).read_text("utf-8").strip()
    packed = (whole / "packed-refs").read_text("utf-8").splitlines()
    return next((line.partition(" ")[0] for line in packed if line.endswith(f" {ref}")), "")
