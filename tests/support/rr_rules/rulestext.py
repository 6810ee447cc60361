"""What tests read off a page of rules."""

import re


def rows_of(sections, title):
    """The rows of the table in a section, without its head, as lists of cells."""
    text = next(section.text for section in sections if section.title == title)
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def broken_of(pages, ends=(".",)):
    """The clauses that are no whole sentence."""
    return [page.id for page in pages if not _is_a_sentence(page.text, ends)]


def _is_a_sentence(text, ends):
    return len(text) > 30 and text.endswith(ends) and "**" not in text


def options_of(sections, title):
    """The rows of a table of options: the values in code, the default and the clause, by name."""
    rows = {row[0].strip("`"): row[1:] for row in rows_of(sections, title)}
    return {
        name: (set(re.findall(r"`(\w+)`", values)), default, clause)
        for name, (values, default, _, clause) in rows.items()
    }
