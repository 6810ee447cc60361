"""Attacks by whoever keeps all that they are told, and by whoever reads the host's log (T37)."""

import json
import logging

import pytest

from rr_net import link
from tests.support.rr_net.roomplay import dealt, hall, journalled

KEYS = "bob's_own_keys"


async def evening(caplog):
    """A game at level table to its end: who was told what before it was opened, and the record."""
    caplog.set_level(logging.DEBUG)
    archive = journalled()
    async with hall(archive=archive, fairness="table") as place:
        ann, bob = await dealt(place, "ann", "bob", pets=(1, 0))
        zoe = await place.comes("zoe")
        while place.room.phase == "playing":
            event = bob.screen.pending.event
            if event is not None and event.stage == "contribute":
                await bob.does(link.Contribute(event=event.number, keys=KEYS))
            for player in (ann, bob):
                if player.screen.ask is not None:
                    await player.answers()
            await place.passes(0.7)
    told = {"bob": text_of(bob), "zoe": text_of(zoe)}
    return told, caplog.text, json.loads(archive.last_bundle)


def text_of(player):
    """All that somebody was told until the game was over."""
    messages = [message for _, message in player.screen.told]
    ended = next(at for at, message in enumerate(messages) if isinstance(message, link.Ended))
    return "\n".join(repr(message) for message in messages[:ended])


def hidden_in(record):
    """What nobody is shown before the end: the secret, links, slow values, what others gave."""
    found = set()
    for row in record["rows"]:
        pub = row["pub"]
        found |= {given["value"] for given in pub.get("given", ())}
        found |= {*pub.get("slow", ()), pub.get("link"), pub.get("secret")}
    return found - {None}


@pytest.mark.attack("T37")
async def test_a_watcher_who_keeps_every_message_has_nothing_that_the_record_hides(caplog):
    told, log, record = await evening(caplog)
    hidden = hidden_in(record)
    assert len(hidden) > 100

    def found_in(text):
        return {value for value in hidden if value in text}

    assert found_in(told["zoe"]) == set()
    assert found_in(log) == set()
    # Control: whoever gave something was shown it, and the record tells everything at its end.
    assert found_in(told["bob"]) == {value for value in hidden if value.startswith(KEYS)} != set()
    assert found_in(json.dumps(record)) == hidden
