"""docs/cards.md: its examples load, its sentences are those of their cards, no word is missing."""

import re
from pathlib import Path
from typing import get_args

import pytest

from rr_rules.runes_regulations.deck import deckfile, models
from rr_rules.runes_regulations.deck.errors import RULES, VERBS
from rr_rules.runes_regulations.deck.loader import BASE_COUNTS, base_deck, load_deck, report
from rr_rules.runes_regulations.deck.models import words_of
from rr_rules.runes_regulations.faces import vocabulary
from rr_rules.runes_regulations.faces.faces import Condition, Trigger, Win
from tests.support.rr_rules.words import ITEMS

PAGE = (Path(__file__).parents[3] / "docs" / "cards.md").read_text("utf-8")
COOKBOOK, WORDS = PAGE.split("## Every word\n")
FILES = re.findall(r"```toml file\n(.*?)```", PAGE, re.DOTALL)
EXAMPLES = re.findall(r"((?:^> [^\n]*\n)+)\n```toml\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
CARDS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)

LITERALS = [
    "Kind",
    "Back",
    "Origin",
    "Event",
    "Scope",
    "Thing",
    "Place",
    "Phase",
    "Limit",
    "Act",
    "Until",
    "WinMoment",
    "Chooser",
    "Compared",
    "Extended",
]
PARTS = ["DeckPart", "CardPart"]


def loaded(card):
    (face,) = load_deck("docs.toml", f"[deck]\n{card}".encode()).faces
    return face


def fields(part):
    given = getattr(models, part).model_fields
    return {field.alias or name for name, field in given.items()}


def known_words():
    words = {word for name in LITERALS for word in get_args(getattr(vocabulary, name))}
    parts = (*VERBS.values(), *RULES.values(), Trigger, Condition, Win)
    return words.union(VERBS, RULES, *map(fields, PARTS), *map(words_of, parts))


def listed_words():
    """The words in the first column of the tables."""
    columns = re.findall(r"^\| (`[^|]*) \|", WORDS, re.MULTILINE)
    return {word for column in columns for word in re.findall(r"`(\w+)`", column)}


def test_the_page_has_examples():
    assert len(FILES) == 2
    assert len(EXAMPLES) == len(CARDS) - 1 > 25


@pytest.mark.parametrize("content", FILES)
def test_an_example_of_a_file_is_a_valid_deck_file(content):
    assert report("docs.toml", content.encode()).startswith("docs.toml is a valid deck file.")


def test_the_example_that_changes_the_base_box_can_be_played():
    lines = report("docs.toml", FILES[1].encode()).splitlines()
    assert "It changes the base box; different cards: 1 replaced, 1 added, 1 removed." in lines
    assert lines[-1] == "Its counts are those of the base box."
    assert len(load_deck("docs.toml", FILES[1].encode()).faces) == len(base_deck().faces)


@pytest.mark.parametrize(("quoted", "card"), EXAMPLES)
def test_a_sentence_of_the_cookbook_is_that_of_its_card(quoted, card):
    sentence = " ".join(line.removeprefix("> ") for line in quoted.splitlines())
    assert loaded(card).text == sentence
    assert "text =" not in card


@pytest.mark.parametrize("card", CARDS)
def test_every_example_of_a_card_loads(card):
    assert loaded(card).name


def test_no_two_examples_are_the_same_card():
    names = re.findall(r'^name = "(.*?)"', PAGE, re.MULTILINE)
    assert len(names) == len(set(names)) > 30


def test_every_word_is_listed_and_no_other():
    listed = {*listed_words(), *re.findall(r"`(\w+)`", WORDS)}
    assert known_words() - listed == set()
    assert listed_words() - known_words() == set()


@pytest.mark.parametrize("verb", ITEMS)
def test_every_verb_has_a_line_of_its_own(verb):
    section = WORDS.split("### Verbs\n")[1].split("###")[0]
    assert f"\n| `{verb}` |" in section


def test_the_bounds_on_the_page_are_those_of_the_loader():
    said = " ".join(PAGE.split())
    assert f"at most {deckfile.MOST_BYTES // 1024} KiB" in said
    assert f"lines of at most {deckfile.LONGEST_LINE} characters" in said
    assert f"at most {models.MOST_CARDS} different cards" in said
    assert f"at most {deckfile.DEEPEST} deep" in said
    assert f"texts {vocabulary.LONGEST_TEXT} and" in said
    assert f"1 to {vocabulary.MOST_COPIES}, one if left out" in said
    counts = (BASE_COUNTS[kind] for kind in ("creature", "spell", "rune", "regulation"))
    assert "({} Creatures, {} Spells, {} Runes, {} Regulations)".format(*counts) in said
