"""Parts of a page that are made from the code, between two marks.

    <!-- made: NAME -->
    ...
    <!-- end -->

What stands between the marks is written by `make docs`; all else in a page is written by hand.
"""

import re

PART = re.compile(r"(<!-- made: ([\w -]+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def parts_of(text):
    """By name, what stands between the marks of a page now."""
    return {name: made for _, name, made, _ in PART.findall(text)}


def remade(text, makers):
    """The page with each of its parts made anew."""
    return PART.sub(lambda found: f"{found[1]}{makers[found[2]]()}{found[4]}", text)


def table(head, rows):
    """A table in Markdown, ended by a newline."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(re.sub(r"\|  (?=\|)", "| ", f"| {' | '.join(line)} |\n") for line in lines)


def quoted(words, joined=", "):
    return joined.join(f"`{word}`" for word in words)
