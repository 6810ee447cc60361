"""What all messages have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """The base of all messages; unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
