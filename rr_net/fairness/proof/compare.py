"""Compare: whether people hold copies of one game, or were told different stories.

A host that signs two records of one game, neither of which extends the other, proves by that
that it cheated. The evidence holds both notes and nothing that was ever hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.base.note import CheckSignature, fingerprint_in
from rr_net.fairness.proof.copies import BundleCopy, Copy, Difference, difference, read_copy
from rr_net.safetext import clean
from rr_rules.kernel.transcript import Plain, canonical

FORMAT = "rr2-fork-1"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What copies of one game say of each other."""

    sentences: tuple[str, ...]
    """Which of them agree, and where others part from them."""
    failure: Failure | None = None
    """None where all agree."""
    evidence: bytes = b""
    """Both sides of a fork as canonical JSON, for anybody to see; b"" where nothing proves one."""

    @property
    def is_proof(self) -> bool:
        """Whether the host has signed both of two stories; all else may be a copy's fault."""
        return bool(self.evidence)


Parting = tuple[Copy, Copy, Difference]


def compare(files: Sequence[tuple[str, bytes]], check_signature: CheckSignature) -> Comparison:
    """What bundles and receipts, each with a name, say of each other.

    Raises BadBundle where a file is neither, or of another game than the first.
    """
    copies = [read_copy(name, source, check_signature) for name, source in files]
    _check_one_game(copies)
    damage = [said for copy in copies if (said := _damage(copy))]
    groups = _groups(copies, check_signature)
    partings = [_parting(*pair, check_signature) for pair in combinations(groups, 2)]
    sentences = [sentence for group in groups for sentence in _agreement(group)]
    # The first pairs are those of the first group: what all others are measured by.
    sentences += [_told(parting) for parting in partings[: len(groups) - 1]]
    if not partings:
        return Comparison((*damage, *sentences), Failure.BAD_SIGNATURE if damage else None)
    worst = min(partings, key=_weight)
    evidence = _evidence(worst) if worst[2].is_signed else b""
    failure = Failure.BAD_SIGNATURE if damage and not evidence else worst[2].failure
    return Comparison((*damage, *sentences), failure, evidence)


def _damage(copy: Copy) -> str:
    """What shows that a copy is not as its host signed it, by itself; "" for a sound one."""
    if not isinstance(copy, BundleCopy):
        return ""
    if copy.linked < len(copy.rows):
        return f"{_name(copy)}: this copy is damaged, its rows do not follow at {copy.linked}."
    spoilt = copy.spoilt
    if spoilt < 0:
        return ""
    return f"{_name(copy)}: this copy is damaged, the host's signature in row {spoilt} is not good."


def _check_one_game(copies: Sequence[Copy]) -> None:
    if len(copies) < 2:
        problem = f"{len(copies)} copies: expected at least two"
        raise BadBundle(Failure.WRONG_SHAPE, problem)
    for copy in copies:
        if copy.game != copies[0].game:
            problem = (
                f"{_name(copy)} is another game than {_name(copies[0])}: expected copies of one"
            )
            raise BadBundle(Failure.WRONG_SHAPE, problem)


def _groups(copies: Sequence[Copy], check: CheckSignature) -> list[list[Copy]]:
    """The copies by the story they tell."""
    groups: list[list[Copy]] = []
    for copy in copies:
        fitting = (g for g in groups if all(difference(one, copy, check) is None for one in g))
        group = next(fitting, None)
        if group is None:
            groups.append([copy])
        else:
            group.append(copy)
    return groups


def _parting(first: Sequence[Copy], group: Sequence[Copy], check: CheckSignature) -> Parting:
    """Where a group parts from the first: by its weightiest pair."""
    found = [
        (one, other, parted)
        for one, other in product(first, group)
        if (parted := difference(one, other, check)) is not None
    ]
    return min(found, key=_weight)


def _weight(parting: Parting) -> tuple[bool, bool]:
    parted = parting[2]
    return not parted.is_signed, parted.failure is not Failure.FORK


def _agreement(group: Sequence[Copy]) -> list[str]:
    if len(group) == 1:
        return []
    bundles = sorted(
        (copy for copy in group if isinstance(copy, BundleCopy)), key=lambda copy: len(copy.rows)
    )
    sentences = [f"{_listed(group)} tell the same story."]
    for short in bundles:
        if len(short.rows) < len(bundles[-1].rows):
            end = f"{_name(short)} ends before row {len(short.rows)}"
            sentences.append(f"{end}, where {_name(bundles[-1])} goes on.")
    return sentences


def _told(parting: Parting) -> str:
    one, other, parted = parting
    how = f"{parted.problem}." if parted.problem.startswith(":") else f" {parted.problem}."
    said = f"{_name(other)} differs from {_name(one)}{how}"
    if not parted.is_signed:
        return f"{said} The host has not signed both: one copy is damaged, or was changed."
    if isinstance(one, BundleCopy) or isinstance(other, BundleCopy):
        return f"{said} The host has signed both: this proves that it told two stories."
    # Receipts do not say which key the host has: whoever made them may have signed them too.
    key = f"The key {_host_key(parting)} has signed both"
    return f"{said} {key}: if it is the host's, this proves that it told two stories."


def _evidence(parting: Parting) -> bytes:
    one, _, parted = parting
    assert parted.heads is not None, "evidence has two sides"
    sides: list[Plain] = [
        {"head": head.note.head, "note": head.note.text, "signature": head.signature,
         "size": head.note.size}
        for head in parted.heads
    ]  # fmt: skip
    return canonical({
        "format": FORMAT,
        "game": one.game,
        "host_key": _host_key(parting),
        "row": parted.row,
        "rows": [row.public() for row in parted.between],
        "sides": sides,
    })  # fmt: skip


def _host_key(parting: Parting) -> str:
    """The fingerprint of the host's key: by the manifest, or by the signature."""
    one, other, parted = parting
    for copy in (one, other):
        if isinstance(copy, BundleCopy):
            return copy.bundle.manifest.host_key
    return fingerprint_in(parted.heads[0].signature) if parted.heads else ""


def _name(copy: Copy) -> str:
    return clean(copy.name, 80)


def _listed(copies: Sequence[Copy]) -> str:
    names = [_name(copy) for copy in copies]
    return f"{', '.join(names[:-1])} and {names[-1]}"
