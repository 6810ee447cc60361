"""Every maker of a vector."""

from tests.support.fairness import (
    formulas,
    refused,
    refused_orders,
    refused_rows,
    refused_seats,
    spoil,
    verified,
)

__all__ = ["MAKERS"]

# The modules of refused games put their makers where all find them.
assert refused.MAKERS is refused_rows.MAKERS is refused_seats.MAKERS is refused_orders.MAKERS
MAKERS = (*verified.MAKERS, *spoil.MAKERS, *formulas.MAKERS)
