"""Writes what the pages take from the code: `make docs`, or `python -m tests.support.docs`."""

from tests.support.docs.made import remade
from tests.support.docs.pages import PAGES, ROOT


def main():
    """Makes every part of every page anew, and names the pages that have changed."""
    for page, makers in PAGES.items():
        before = (ROOT / page).read_text("utf-8")
        after = remade(before, makers)
        if after != before:
            (ROOT / page).write_text(after, "utf-8")
            print(f"{page} is made anew")


if __name__ == "__main__":
    main()
