"""Hash trees of RFC 9162: one root for many leaves, and a path that shows one of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

EMPTY = hashlib.sha256().digest()
"""The root of no leaves."""


class Tree:
    """A tree over `leaves`, with its inner nodes kept for paths."""

    __slots__ = ("_levels",)

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """Hash the leaves up to their root."""
        # Joining neighbours level by level, a last odd one going up unchanged, splits every
        # subtree after the largest power of two below its size, which is what the RFC asks for.
        level = [leaf_hash(leaf) for leaf in leaves]
        self._levels = [level]
        while len(level) > 1:
            odd = level[-1:] if len(level) % 2 else []
            pairs = zip(level[::2], level[1::2], strict=False)
            level = [node_hash(left, right) for left, right in pairs] + odd
            self._levels.append(level)

    def __len__(self) -> int:
        return len(self._levels[0])

    @property
    def root(self) -> bytes:
        """The hash that stands for all leaves."""
        return self._levels[-1][0] if self._levels[0] else EMPTY

    def path(self, at: int) -> tuple[bytes, ...]:
        """The siblings on the way from the leaf at this number up to the root."""
        assert 0 <= at < len(self), "a path begins at a leaf"
        path = []
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1])
            at >>= 1
        return tuple(path)


def root_from(leaf: bytes, at: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root of `count` leaves that has `leaf` at this number; None if the path cannot fit."""
    if not 0 <= at < count:
        return None
    root, last = leaf_hash(leaf), count - 1
    for sibling in path:
        if last == 0:
            return None
        if at % 2 or at == last:
            root = node_hash(sibling, root)
            # A node without a right neighbour went up unchanged, as often as it had none.
            while at % 2 == 0 and at:
                at, last = at >> 1, last >> 1
        else:
            root = node_hash(root, sibling)
        at, last = at >> 1, last >> 1
    return root if last == 0 else None


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf, which no inner node can have."""
    return hashlib.sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return hashlib.sha256(b"\1" + left + right).digest()
