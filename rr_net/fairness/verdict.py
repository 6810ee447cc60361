"""What a verification says, in plain sentences: what holds, and what nobody can check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rr_net.fairness.errors import VerifyError
from rr_net.fairness.manifest import Manifest
from rr_net.safetext import clean
from rr_rules.game import Outcome

ALONE = "The host alone chose the randomness."


@dataclass(frozen=True, slots=True)
class Verdict:
    """A game that was replayed whole and is what its host claims."""

    manifest: Manifest
    commitment: str
    """What the game committed to before the deal, hex."""
    head: str
    """The hash of its last row, hex: equal in every honest copy."""
    entries: int
    shuffles: int
    rolls: int
    outcome: Outcome | None
    """None for a game that was given up."""
    commitment_given: bool
    """Whether the commitment was compared with one noted before the deal."""

    @property
    def sentence(self) -> str:
        """The verdict in one line for an end screen."""
        begin = "Verified" if self.outcome else "Verified up to where it was given up"
        return (
            f"{begin}: the deck was not stacked and nothing was changed. {ALONE} "
            "Not verifiable: whether the host peeked."
        )

    @property
    def verified(self) -> tuple[str, ...]:
        """What was checked and holds."""
        noted = "The commitment you noted is the one this game opens."
        opens = "The secret opens the commitment that the record begins with."
        chance = (
            f"{_counted(self.shuffles, 'shuffle')} and {_counted(self.rolls, 'roll')} follow from "
            "that secret: no deck was stacked and nothing was rolled again."
        )
        legal = (
            f"{_counted(self.entries, 'entry', 'entries')} follow one from the other and are "
            "legal by the rules of this installation."
        )
        held = (opens, chance, legal, self._ended())
        return (noted, *held) if self.commitment_given else held

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What this verification cannot say."""
        swapped = (
            "Whether this is the game that was announced: no --commitment was given. Compare "
            f"{self.commitment} with what the lobby showed before the deal."
        )
        drawn = f"{ALONE} Nothing shows that its secret was drawn blindly (fairness solo)."
        peeked = f"Whether the host looked at hidden cards. {self._host_played()}"
        forked = (
            "Whether others were shown another game: compare the last hash of their bundle, "
            f"{self.head}."
        )
        open_questions = (drawn, peeked, forked)
        return open_questions if self.commitment_given else (swapped, *open_questions)

    @property
    def text(self) -> str:
        """The whole verdict, one sentence a line."""
        return "\n".join([self.sentence, "", "What holds:", *_listed(self.verified), "",
                          "What this cannot say:", *_listed(self.unchecked)])  # fmt: skip

    def _ended(self) -> str:
        if self.outcome is None:
            return "The game was given up: it has no result, and holds up to its last entry."
        names = [self._name(seat) for seat in self.outcome.winners]
        who = f"won by {' and '.join(names)}" if names else "without a winner"
        return f"The result is what the rules give: {clean(self.outcome.reason, 40)}, {who}."

    def _host_played(self) -> str:
        if self.manifest.host_seat < 0:
            return "The host held no seat."
        return f"The host played, as {self._name(self.manifest.host_seat)}."

    def _name(self, seat: int) -> str:
        return clean(self.manifest.seats[seat].name, 40)


def failed_sentence(error: VerifyError, failed_check: str) -> str:
    """How a result is marked whose verification failed, under the table's option (RR-TABLE-02)."""
    where = f" at the {error.pile}" if error.pile else ""
    where += f", card {error.position}" if error.position >= 0 else ""
    flagged = failed_check == "flagged"
    result = "The result stands, with this flag." if flagged else "The result is void."
    return f"Verification failed{where} ({error.failure}): {error}. {result}"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"1 {one}" if count == 1 else f"{count} {many or one + 's'}"


def _listed(sentences: Sequence[str]) -> list[str]:
    return [f"- {sentence}" for sentence in sentences]
