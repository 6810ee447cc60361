"""Makes anew what docs/check.html shows: `python -m tests.support.page`.

`samples` plays the game anew that its buttons show, and writes it and its forgeries into the page;
`captures` looks at it in Chromium, for docs/screens.
"""

import base64
import shutil
import sys
import tempfile
from pathlib import Path

from tests.support.docs.made import remade
from tests.support.docs.pages import PAGES
from tests.support.page.chromium import browsing
from tests.support.page.parts import PAGE
from tests.support.page.samples import every_sample, honest
from tests.support.page.tasks import headline

SCREENS = Path(__file__).parents[3] / "docs" / "screens"
LOOKS = {
    "check-stacked.png": ("stacked", 900, 1150, "light"),
    "check-honest.png": ("honest", 900, 1150, "dark"),
    "check-phone.png": ("forged", 390, 1500, "light"),
}
"""By file, which button is pressed, and how wide, how high and how light the window is."""


def play():
    """Write a new honest game, and what is made of it, into the page."""
    makers = PAGES["docs/check.html"] | {"samples": lambda: every_sample(honest())}
    PAGE.write_text(remade(PAGE.read_text("utf-8"), makers), "utf-8")


def look():
    """Take each capture."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("there is no chromium on this machine")
    with tempfile.TemporaryDirectory() as profile, browsing(program, profile) as browser:
        for name, (sample, width, height, scheme) in LOOKS.items():
            tab = browser.open(PAGE.as_uri())
            tab.looks(width, height, scheme)
            tab.run(f"document.querySelector('[data-sample={sample}]').click()")
            headline(tab)
            clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1}
            taken = tab.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
            (SCREENS / name).write_bytes(base64.b64decode(taken["data"]))
            tab.close()


for task in sys.argv[1:]:
    {"samples": play, "captures": look}[task]()
