"""The expansion by the `runes` command: how many seats there are, and what is refused."""

from importlib import import_module

import pytest

from rr_net.room import lobby
from rr_net.room.lobby import TablePlan
from tests.rr_net.cli.test_commands import refused, runes

__all__ = ["runes"]

NIGHT = ("--option", "nefarious=on")
SHORT = ("--option", "turn_cap=6")
HEADLESS = ("play", "--headless", "--bot", "random", "--seed", "3", *NIGHT)


@pytest.fixture
def tables(monkeypatch):
    """The settings of every table that is opened."""
    opened = []
    # What the command imports has a plan of its own by the same name: it must be there before.
    import_module("rr_net.local.home")

    def noted(**settings):
        opened.append(TablePlan(**settings))
        return opened[-1]

    monkeypatch.setattr(lobby, "TablePlan", noted)
    return opened


@pytest.mark.slow
@pytest.mark.rule("NN-COMP-06", "NN-SETUP-02")
@pytest.mark.parametrize(
    ("words", "seats"),
    [((), 3), (("--bots", "8", "--option", "mastery=on"), 8),
     (("--bots", "2", "--option", "allow_two_players=on"), 2)],
)  # fmt: skip
def test_bots_play_the_expansion_with_as_many_seats_as_it_needs_or_is_told(
    runes, tables, words, seats
):
    done = runes(*HEADLESS, *SHORT, *words)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (
        "Verified: played as dealt, but the host alone chose the luck: nobody else gave to it."
        in done.stdout
    )
    assert [(table.seats, table.bots) for table in tables] == [(seats, seats)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "2"), "2 seats: Runes & Regulations is for 3 to 8"),
        (("--option", "mastery=loud"), "mastery"),
        (("--bots", "3", "--option", "nn_seat=volunteer", "--option", "volunteer_seat=4"),
         "volunteer_seat 4: expected 1 to 3"),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_refused_in_one_plain_sentence(runes, words, said):
    assert said in refused(runes(*HEADLESS, *words))


def test_a_host_opens_no_table_of_two_for_it(runes):
    words = ("host", "--headless", "--port", "0", *NIGHT)
    assert "is for 3 to 8" in refused(runes(*words, "--seats", "2"))


def test_without_it_five_seats_are_refused_as_ever(runes):
    done = runes("play", "--headless", "--bot", "random", "--bots", "5")
    assert "5 seats: Runes & Regulations is for 2 to 4" in refused(done)
