"""Every maker of a vector."""

from tests.support.fairness import formulas, refused, refused_rows, spoil, verified

__all__ = ["MAKERS"]

# The two modules of refused games put their makers where both find them.
assert refused.MAKERS is refused_rows.MAKERS
MAKERS = (*verified.MAKERS, *spoil.MAKERS, *formulas.MAKERS)
