"""The balance lab: what `runes sim` counts of roles, endings and cards."""

import csv

import pytest
from click.testing import CliRunner

from rr_net.cli import main
from rr_net.sim.games import GamePlayed, TournamentPlan, play
from rr_net.sim.report import report, written
from rr_net.sim.worth import worths
from rr_rules.kernel.game import Tally
from rr_rules.registry import load_game
from tests.lab import balance
from tests.support.rr_rules.nefarious import night

FAST = ("window", "fast")
NIGHT = (("nefarious", "on"), FAST)
ALONE, MANY = "The Nefarious Neighbor", "The Tidier"


def game(number, winners, reason, *held, roles=(ALONE, MANY, MANY)):
    """A game of three, with what each seat has drawn."""
    return GamePlayed(number, ("greedy",) * 3, winners, reason, 9, 30, {}, Tally(1), roles,
                  tuple(frozenset(cards) for cards in held))  # fmt: skip


GAMES = [
    game(0, (0,), "beasts", {"Beast"}, {"Spell"}, set()),
    game(1, (1,), "role", {"Beast", "Curse"}, {"Spell"}, {"Rune"}),
    game(2, (0, 2), "beasts", set(), set(), {"Spell"}),
    game(3, (2,), "five", {"Curse"}, {"Rune"}, set()),
]


def cells(played, head):
    """The rows of the table with this head, each as its cells."""
    lines = report(played, markdown=True)
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {head} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line:
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def test_roles_are_counted_each_time_they_are_dealt():
    assert [(*row[:4], row[5]) for row in cells(GAMES, "role")] == [
        (ALONE, "4", "2", "50.0%", "1.50"),
        (MANY, "8", "3", "37.5%", "1.12"),
    ]


def test_the_reasons_of_ends_are_counted_the_commonest_first():
    rows = cells(GAMES, "end")
    assert [row[:3] for row in rows] == [
        ["beasts", "2", "50.0%"], ["role", "1", "25.0%"], ["five", "1", "25.0%"]]  # fmt: skip
    assert rows[0][3] == "15.0%- 85.0%"


def test_a_seat_that_drew_a_card_is_compared_with_others_of_its_role():
    found = {worth.name: worth for worth in worths(GAMES)}
    assert (found["Beast"].seats, found["Beast"].won, found["Beast"].expected) == (2, 1, 0.5)
    assert found["Beast"].difference == 0
    spell = found["Spell"]
    assert (spell.seats, spell.won) == (3, 2)
    assert spell.difference == pytest.approx(2 / 3 - 3 / 8)
    # Wilson's bounds of 2 out of 3, as any table of binomial intervals has them.
    assert spell.interval == pytest.approx((0.2077 - 0.375, 0.9385 - 0.375), abs=1e-4)
    assert [row[0] for row in cells(GAMES, "card")] == ["Spell", "Beast", "Rune", "Curse"]


def test_without_roles_a_card_is_compared_with_everybody():
    played = [game(0, (1,), "five", {"Spell"}, {"Rune"}, set(), roles=())]
    assert [worth.expected for worth in worths(played)] == [pytest.approx(1 / 3)] * 2
    assert not [line for line in report(played) if line.startswith(("role", "end"))]


def test_the_file_says_who_was_what_and_who_drew_which_card():
    head, first, *_ = csv.reader(written(GAMES).splitlines())
    assert head[-5:] == ["roles", "Beast", "Curse", "Rune", "Spell"]
    assert first[-5:] == [f"{ALONE}; {MANY}; {MANY}", "1", "", "", "2"]


def test_a_terminal_shows_the_columns_of_the_markdown_lined_up():
    lines = report(GAMES)
    [head] = [line for line in lines if line.startswith("card ")]
    row = next(line for line in lines if line.startswith("Spell "))
    assert len(head) == len(row)
    assert row.split() == ["Spell", "3", "2", "66.7%", "37.5%", "+29.2%", "-16.7%", "to", "+56.4%"]


def test_a_card_that_was_seen_in_a_hand_or_on_a_fence_counts_as_drawn():
    table = night(hand0=["Creeping Ivy"], lawn0=["Bane Wing"], fence1=["Rowan Doorstop"])
    held = load_game("runes-regulations").held(table.state)
    assert "creeping-ivy" in held[0]
    assert "bane-wing" not in held[0]
    assert "rowan-doorstop" in held[1]


def test_what_is_used_is_told_by_the_game_and_counts_once_it_was_drawn():
    plan = TournamentPlan("runes-regulations", 2, ("greedy",), 3, options=(FAST,))
    played = play(plan, 0)
    assert all(used <= held for used, held in zip(played.used, played.held, strict=True))
    assert all(early <= held for early, held in zip(played.in_time, played.held, strict=True))
    kinds = {card.name: card.kind for card in load_game("runes-regulations").cards(settings())}
    assert {kinds[card] for used in played.used for card in used} == {"creature", "spell", "rune"}
    # Somebody won by five Creatures: so many were summoned, or stolen.
    assert len([card for card in played.used[played.winners[0]] if kinds[card] == "creature"]) >= 3


def settings():
    return load_game("runes-regulations").settle({"nefarious": "off"})


def used_cards(*pairs, count=20):
    """So many games of one seat, with what it drew before the last round and what it used."""
    return [
        GamePlayed(at, ("greedy",), (0,), "five", 9, 30, in_time=(frozenset(drawn),),
                   used=(frozenset(used),))
        for drawn, used in pairs for at in range(count)
    ]  # fmt: skip


def test_a_card_that_hardly_anybody_uses_is_told_first():
    played = used_cards(({"Moth", "Gate"}, {"Gate"}), ({"Moth", "Gate"}, {"Gate", "Moth"}))
    rows = [row[:4] for row in cells(played, "least used")]
    assert rows == [
        ["Moth", "40", "20", "50.0%"],
        ["Gate", "40", "40", "100.0%"],
        ["2 of 2 used by half or more", "80", "60", "75.0%"],
    ]
    rows = cells(used_cards(({"Moth", "Gate"}, {"Gate"})), "least used")
    assert rows[-1][:3] == ["1 of 2 used by half or more", "40", "20"]


def test_a_card_that_came_in_the_last_round_or_to_few_is_left_out():
    played = used_cards((set(), {"Moth"})) + used_cards(({"Gate"}, set()), count=19)
    assert [row for row in report(played) if row.startswith("least used")] == []


def test_of_cards_that_came_early_those_are_told_that_say_most():
    held = [{f"card {number}"} for number in range(12)]
    played = [
        GamePlayed(
            at, ("greedy",) * 12, (at % 2,), "five", 9, 30, early=tuple(map(frozenset, held))
        )
        for at in range(20)
    ]
    rows = cells(played, "drawn early")
    assert [row[0] for row in rows[:2]] == ["card 0", "card 1"]
    assert (len(rows), rows[0][4]) == (10, "8.3%")


def test_lengths_are_told_in_rounds_with_what_nine_of_ten_keep_within():
    played = [GamePlayed(at, ("greedy",) * 2, (0,), "five", at + 1, 30) for at in range(20)]
    rows = {row[0]: row[1:] for row in cells(played, "a game")}
    assert rows["rounds"] == ["5.5", "5.5", "9", "1", "10"]
    assert rows["turns"][2] == "18"


def test_a_game_of_the_expansion_tells_all_of_it():
    played = play(TournamentPlan("runes-regulations", 3, ("random",), 3, options=NIGHT), 0)
    assert played.roles.count(ALONE) == 1
    assert len(set(played.roles)) == 3
    other = played.roles.index(ALONE)
    assert "Creeping Ivy" not in played.held[other - 1]
    assert all(len(held) >= 8 for held in played.held)


PAGE = """
<!-- measured: base-2 -->
400 games, by `runes sim`: balance/base-2-wins-dark.svg
<!-- end -->
<!-- measured: base-3 -->
<!-- end -->
"""


def test_a_row_of_the_page_never_gets_fewer_games_unasked(monkeypatch):
    assert balance.shortened(PAGE, ["base-2", "base-3"], 399) == ["base-2 has 400 games"]
    assert balance.shortened(PAGE, ["base-2"], 400) == []
    assert balance.shortened(PAGE, ["base-3"], 6) == []
    monkeypatch.setattr("sys.argv", ["balance", "--games", "1"])
    with pytest.raises(SystemExit, match=r"has \d+ games.*which 1 would replace"):
        balance.main()


def test_a_row_without_a_place_on_the_page_is_refused_before_it_is_played(tmp_path, monkeypatch):
    (tmp_path / "page.md").write_text(PAGE)
    monkeypatch.setattr(balance, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr("sys.argv", ["balance", "--games", "4000", "--rows", "nefarious-8"])
    with pytest.raises(SystemExit, match="has no <!-- measured: nefarious-8 -->"):
        balance.main()


def test_what_rows_say_of_roles_is_put_side_by_side():
    said = "\n".join(report(GAMES, markdown=True))
    page = "".join(
        f"<!-- measured: {name} -->\n{said if name != 'roles' else ''}\n<!-- end -->\n"
        for name in ("roles", "nefarious-3", "nefarious-4")
    )
    made = balance.overview(page)
    assert made.splitlines()[1:6] == [
        "| role | 3 seats | 4 seats |",
        "| --- | ---: | ---: |",
        "| *a fair share* | *33.3%* | *25.0%* |",
        f"| {ALONE} | 50.0% (15.0% to 85.0%), 1.50 | 50.0% (15.0% to 85.0%), 1.50 |",
        f"| {MANY} | 37.5% (13.7% to 69.4%), 1.12 | 37.5% (13.7% to 69.4%), 1.12 |",
    ]
    assert balance.overview(made) == made


@pytest.mark.parametrize(
    "said", ["", "| role | games |\n| --- | ---: |\n| The Tidier | 20 |\n\n", "| role |"]
)
def test_a_row_that_says_nothing_of_shares_stays_out(said):
    row = f"<!-- measured: nefarious-3 -->\n{said}<!-- end -->\n"
    page = f"<!-- measured: roles -->\nold\n<!-- end -->\n{row}"
    assert balance.overview(page) == page


def test_pictures_that_a_row_no_longer_shows_are_deleted(tmp_path):
    names = {"base-2-wins-dark.svg", "base-2-cards-dark.svg", "base-3-cards-dark.svg"}
    for name in names:
        (tmp_path / name).write_text("")
    balance.cleared(PAGE, "base-2", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == names - {"base-2-cards-dark.svg"}


@pytest.mark.slow
def test_the_command_prints_markdown_where_it_is_asked_to(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, [
        "sim", "--bots", "random", "--seats", "4", "--games", "6", "--jobs", "1", "--seed", "2",
        "--option", "nefarious=on", "--option", "window=fast", "--markdown", "--out", "o.csv",
    ])  # fmt: skip
    assert done.exit_code == 0, done.output
    heads = [line.split("|")[1].strip() for line in done.output.splitlines() if "---:" in line]
    assert heads == ["---"] * 6
    for table in ("card", "seat", "role", "end", "a game", "bot"):
        assert f"\n| {table} | " in done.output
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["roles"].count(ALONE) for row in rows] == [1] * 6
    assert {row["reason"] for row in rows} <= {
        "five",
        "role",
        "five_and_role",
        "beasts",
        "deck_out",
    }
