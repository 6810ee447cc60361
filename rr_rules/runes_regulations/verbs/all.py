"""The verbs that there are: a new one is a file beside these and one line of the union."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import BeforeValidator

from rr_rules.runes_regulations.faces.verb import Verb
from rr_rules.runes_regulations.faces.vocabulary import NOTHING, ByVerb, ErrorPhrase, Unfit
from rr_rules.runes_regulations.verbs.add_rune import AddRune
from rr_rules.runes_regulations.verbs.cast import Cast
from rr_rules.runes_regulations.verbs.choose import ChooseList
from rr_rules.runes_regulations.verbs.destroy import Destroy
from rr_rules.runes_regulations.verbs.discard import Discard
from rr_rules.runes_regulations.verbs.draw import Draw
from rr_rules.runes_regulations.verbs.give import GiveThing
from rr_rules.runes_regulations.verbs.grant import Grant
from rr_rules.runes_regulations.verbs.hex import Hex
from rr_rules.runes_regulations.verbs.look import Look
from rr_rules.runes_regulations.verbs.new_regulation import NewRegulation
from rr_rules.runes_regulations.verbs.reshuffle import Reshuffle
from rr_rules.runes_regulations.verbs.restore import Restore
from rr_rules.runes_regulations.verbs.return_ import Return
from rr_rules.runes_regulations.verbs.sacrifice import Sacrifice
from rr_rules.runes_regulations.verbs.skip import Skip
from rr_rules.runes_regulations.verbs.spin import Spin
from rr_rules.runes_regulations.verbs.steal import Steal
from rr_rules.runes_regulations.verbs.summon import Summon
from rr_rules.runes_regulations.verbs.take import Take

Verbs: TypeAlias = (
    Draw
    | Discard
    | Spin
    | Cast
    | Summon
    | Hex
    | Restore
    | Destroy
    | Steal
    | Return
    | Sacrifice
    | Take
    | GiveThing
    | AddRune
    | NewRegulation
    | Reshuffle
    | Look
    | Skip
    | Grant
    | ChooseList
)


def _told_apart(item: object) -> object:
    """An item with the verb that it is told by: of a choice the file says the lists alone."""
    if not isinstance(item, dict):
        return item
    if ("do" in item) == ("choose" in item):
        got = ErrorPhrase("both") if "do" in item else NOTHING
        raise Unfit("has no single verb", "exactly one of do or choose", got)
    if "choose" in item:
        return {"do": "choose", **item}
    # No file says this verb by its name: it is told as no verb at all.
    return {**item, "do": ("choose",)} if item["do"] == "choose" else item


AnyVerb: TypeAlias = Annotated[ByVerb[Verbs], BeforeValidator(_told_apart)]
Verb.union = AnyVerb
