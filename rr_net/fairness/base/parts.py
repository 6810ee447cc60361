"""The base of all that is read from a bundle or a journal: strict, frozen, nothing unknown."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from rr_net.fairness.base.errors import BadBundle, Failure
from rr_net.fairness.strict import LARGEST
from rr_net.safetext import SafeText, clean
from rr_rules.kernel.transcript import Plain, canonical

T = TypeVar("T")

Hex = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""Thirty-two bytes."""
Whole = Annotated[int, Field(ge=0, lt=LARGEST)]
Word = Annotated[str, StringConstraints(max_length=64)]
Owner = Annotated[int, Field(ge=-1, lt=8)]
"""A seat, or -1 for the table."""


STRICT = ConfigDict(frozen=True, extra="forbid", strict=True)


class Part(BaseModel):
    """A value with named parts."""

    model_config = STRICT

    def plain(self) -> Plain:
        """The value as a JSON object."""
        return self.model_dump()


def read_part(read: TypeAdapter[T], source: bytes, what: str) -> T:
    """The value whose canonical form is `source`. Raises BadBundle."""
    try:
        value = read.validate_json(source)
    except ValidationError as error:
        problem = f"no {what}: {_first_problem(error)}"
        raise BadBundle(Failure.WRONG_SHAPE, problem) from None
    # A field that was left out and has a default is a second spelling of the same value.
    if canonical(read.dump_python(value)) != source:
        problem = f"no {what}: a field is missing, or not in its canonical form"
        raise BadBundle(Failure.WRONG_SHAPE, problem)
    return value


def _first_problem(error: ValidationError) -> SafeText:
    """Where a value is wrong and how, without quoting the value: it may be hidden."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(str(part)[:40] for part in first["loc"]) or "the whole"
    return clean(f"{place}: {first['msg']}")
