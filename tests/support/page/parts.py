"""What docs/check.html has that is made: its policy, the list of words, and three small records."""

import base64
import hashlib
import re
import textwrap
from pathlib import Path

from mnemonic import Mnemonic

PAGE = Path(__file__).parents[3] / "docs" / "check.html"
RUN = re.compile(r"<(script|style)(?: id=\"\w+\")?>(.*?)</\1>", re.DOTALL)
SAMPLE = re.compile(
    r'<script type="application/json" id="sample-(\w+)">\n(.*?)\n</script>', re.DOTALL
)


def scripts():
    """By id, the scripts that the page runs."""
    found = re.findall(r'<script id="(\w+)">(.*?)</script>', PAGE.read_text("utf-8"), re.DOTALL)
    return dict(found)


def digests(kind):
    """What a policy calls the scripts or styles that stand in the page."""
    texts = [text for found, text in RUN.findall(PAGE.read_text("utf-8")) if found == kind]
    every = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(each).decode()}'" for each in every)


def policy():
    """No connection to anywhere, and no script but those of the page and of its own workers."""
    rules = {
        "default-src": "'none'",
        "script-src": digests("script"),
        "style-src": digests("style"),
        "worker-src": "blob:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    lines = ";\n  ".join(f"{name} {sources}" for name, sources in rules.items())
    return f'<meta http-equiv="Content-Security-Policy" content="\n  {lines}">\n'


def words():
    """The list of BIP-39, from which the words of a head are."""
    lines = textwrap.fill(" ".join(Mnemonic("english").wordlist), 118)
    return f'<script type="text/plain" id="words">\n{lines}\n</script>\n'


def samples():
    """By name, the records that stand in the page."""
    return {name: text.encode() for name, text in SAMPLE.findall(PAGE.read_text("utf-8"))}


def sample(name, source):
    """How a record stands in the page."""
    return f'<script type="application/json" id="sample-{name}">\n{source.decode()}\n</script>\n'
