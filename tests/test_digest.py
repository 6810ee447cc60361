"""What the digest of the rules covers, file by file: nothing slips in or out unseen.

The digest makes records of other rules foreign. A file that plays a part in a game has to be in it;
bots, lessons and words for people stay out, so that a better one makes no old record foreign.
"""

from pathlib import Path

import pytest

from rr_rules.kernel.digest import OUTSIDE, digested, sources_digest

ROOT = Path(__file__).parent.parent
CATALOGUE = "..."
"""In a folder where equals come and go, one verb a file: all of them."""

INSIDE = {
    "rr_rules.kernel": {
        "": "dealers digest errors flow game requests settings stream table transcript",
    },
    "rr_rules.regicide": {
        "": "cards determinize game plays preview settings state turn view views zones",
    },
    "rr_rules.rune": {
        "": "board cards forbidding game lattice pairing placing preview settings state turn view "
            "views",
    },
    "rr_rules.runes_regulations": {
        "": "game",
        "deck": "checks deckfile errors loader models",
        "events": "casting chain declare deed happen lasting paying possible replacements road "
                  "things windows",
        "faces": "card_set faces keywords verb vocabulary",
        "state": "event knowing matching places settings sides state view zones",
        "turn": "leaving roles setup spinner turn winning",
        "verbs": CATALOGUE,
        "views": "log prompts reasons views",
    },
}  # fmt: skip
"""By package and folder, the modules inside; what is right there is for a review to say."""
LEFT_OUT = {
    "rr_rules.kernel": {"recounting.py"},
    "rr_rules.regicide": {"bot", "words.py"},
    "rr_rules.rune": {"bot", "words.py"},
    "rr_rules.runes_regulations": {"bot", "text"},
}


def listed(package):
    """The paths of the modules of a package, as the list above says them."""
    for folder, modules in INSIDE[package].items():
        place = Path(*package.split("."), folder)
        names = (
            [path.stem for path in (ROOT / place).glob("*.py")]
            if modules == CATALOGUE
            else ["__init__", *modules.split()]
        )
        yield from (ROOT / place / f"{name}.py" for name in names)


@pytest.mark.parametrize("package", INSIDE)
def test_the_digest_covers_what_is_listed(package):
    covered = {path: Path(str(source)) for path, source in digested(package)}
    assert set(covered.values()) == set(listed(package))
    # Told apart by where they lie, so that what moves is seen as well as what changes.
    assert all(path.split("/")[1:] == list(source.parts[-path.count("/") :])
               for path, source in covered.items())  # fmt: skip


@pytest.mark.parametrize("package", INSIDE)
def test_what_is_left_out_is_bots_lessons_and_words(package):
    folder = ROOT.joinpath(*package.split("."))
    every = {path for path in folder.rglob("*.py") if "__pycache__" not in path.parts}
    missed = {path.relative_to(folder).parts for path in every - set(listed(package))}
    assert {parts[0] for parts in missed} == LEFT_OUT[package] <= OUTSIDE


def test_every_game_of_ours_is_listed():
    games = {path.parent.name for path in (ROOT / "rr_rules").glob("*/game.py")}
    assert {f"rr_rules.{game}" for game in games} == set(INSIDE)


FILES = {
    "__init__.py": "",
    "game.py": "rule = 1",
    "turn/__init__.py": "",
    "turn/turn.py": "rule = 2",
    "bot/clever.py": "depth = 3",
    "words.py": "hello = 4",
    "README.md": "a game",
}


@pytest.fixture
def digest(tmp_path, monkeypatch):
    """The digest of a package with these files."""
    made = []
    monkeypatch.syspath_prepend(tmp_path)

    def of(files):
        name = f"digested{len(made)}"
        made.append(name)
        for path, source in files.items():
            file = tmp_path / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(source)
        # By the same name, wherever the package lies.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rr_rules.kernel.digest.files", lambda package: (
                tmp_path / name if package == "played" else tmp_path / "nothing"
            ))  # fmt: skip
            (tmp_path / "nothing").mkdir(exist_ok=True)
            sources_digest.cache_clear()
            return sources_digest("played")

    yield of
    sources_digest.cache_clear()


CHANGED = {
    "a rule": FILES | {"game.py": "rule = 2"},
    "a rule in a folder": FILES | {"turn/turn.py": "rule = 3"},
    "a new file": FILES | {"turn/end.py": ""},
    "a file gone": {path: source for path, source in FILES.items() if path != "turn/__init__.py"},
    "a file moved": FILES | {"turn/turn.py": "", "turn.py": "rule = 2"},
    "two files exchanged": FILES | {"game.py": "rule = 2", "turn/turn.py": "rule = 1"},
}
UNCHANGED = {
    "a bot": FILES | {"bot/clever.py": "depth = 4", "bot/deep.py": ""},
    "words": FILES | {"words.py": "hello = 5"},
    "a lesson": FILES | {"tutorial/first.toml": "", "tutorial/steps.py": ""},
    "no source": FILES | {"README.md": "a better game", "cards.toml": ""},
}


@pytest.mark.parametrize("what", CHANGED)
def test_the_digest_changes_with(digest, what):
    assert digest(CHANGED[what]) != digest(FILES)


@pytest.mark.parametrize("what", UNCHANGED)
def test_the_digest_stays_with_another(digest, what):
    assert digest(UNCHANGED[what]) == digest(FILES)
