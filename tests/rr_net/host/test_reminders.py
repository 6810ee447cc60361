"""Reminders of games across days: when they come, what they say, and what they never cost."""

import inspect
import logging
import sys
import threading
import types

import pytest

from rr_net import link
from rr_net.host import reminders
from rr_net.host.config import BadConfig, read_config
from rr_net.host.reminders import Reminders
from tests.support.rr_net.roomplay import dealt, hall, runes_stacked

DAY = 24 * 60 * 60
HOUR = DAY / 24
FENCES = [
    ("overly-early-rooster", "suspicious-flamingo", "nosy-doorbell"),
    ("tricky-trap", "toastinator-2000", "remembrance-birdbath"),
]
ADDRESSES = {"Ann": "ntfy://secret-topic", "SHA256:bob": "mailto://bob:password@example.org"}


@pytest.fixture
def sent(monkeypatch):
    """What a package in the place of apprise has sent: address, title, body and thread."""
    messages = []

    class Apprise:
        def __init__(self):
            self._addresses = []

        def add(self, address):
            self._addresses.append(address)
            return "://" in address

        def notify(self, *, title, body):
            if "broken" in self._addresses[0]:
                logging.getLogger("apprise").error("cannot reach %s", self._addresses[0])
                raise OSError(self._addresses[0])
            here = threading.current_thread() is threading.main_thread()
            messages.append((self._addresses[0], title, body, here))
            return "refused" not in self._addresses[0]

    fake = types.ModuleType("apprise")
    fake.Apprise = Apprise
    monkeypatch.setitem(sys.modules, "apprise", fake)
    return messages


def at_once(work):
    work()


def across_days(notes, **options):
    dealer = runes_stacked([(), ()], FENCES, [0])
    options = {"pace": "days"} | options
    return hall(game="runes-regulations", pace=None, dealer=dealer, options=options,
                remind=notes.remind)  # fmt: skip


@pytest.mark.rule("RR-TABLE-07")
@pytest.mark.acceptance(21)
async def test_at_half_and_nine_tenths_of_the_turn_clock_whoever_is_waited_for_is_reminded(sent):
    notes = Reminders(ADDRESSES, "Maple Court", aside=at_once)
    async with across_days(notes) as place:
        ann, _ = await dealt(place, "ann", "bob", pets=(1, 0))
        await place.passes(12 * HOUR - 60)
        assert sent == []
        await place.passes(120)
        said = "It is your turn at Maple Court: turn 1."
        assert [each[:3] for each in sent] == [("ntfy://secret-topic", "Runes table", said)]
        await place.passes(9 * HOUR)
        assert len(sent) == 1
        await place.passes(HOUR)
        assert [each[2] for each in sent] == [said, said]
        while ann.screen.ask is not None:
            acts = [option.act for option in ann.screen.ask.options]
            await ann.answers(next((act for act in ("skip", "pass", "no") if act in acts), None))
            await place.passes(1)
        sent.clear()
        # Orders that are owed are waited for like an answer.
        await place.passes(13 * HOUR)
        assert [each[0] for each in sent] == ["ntfy://secret-topic"]
        await ann.does(link.FileOrders())
        sent.clear()
        await place.passes(13 * HOUR)
        assert [each[0] for each in sent] == ["mailto://bob:password@example.org"]


async def test_no_evening_is_reminded_of_and_nobody_without_an_address(sent):
    notes = Reminders({"zoe": "ntfy://zoe"}, "Maple Court", aside=at_once)
    for options in ({}, {"pace": "normal", "turn_clock": "60"}):
        async with across_days(notes, **options) as place:
            await dealt(place, "ann", "bob", pets=(1, 0))
            await place.passes(50 if options else 13 * HOUR)
    assert sent == []


@pytest.mark.parametrize("address", ["ntfy://broken-secret", "ntfy://refused-secret"])
def test_a_reminder_that_fails_costs_a_line_without_the_address(sent, address, caplog):
    notes = Reminders({"ann": address}, "Maple Court", aside=at_once)
    notes.remind("SHA256:ann", "Ann", 3)
    assert [record.getMessage() for record in caplog.records] == [
        "A reminder could not be sent to Ann"
    ]
    assert "secret" not in caplog.text


def test_it_is_sent_in_a_thread_of_its_own(sent):
    begun = []
    real = threading.Thread.start
    notes = Reminders(ADDRESSES, "Maple Court")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threading.Thread, "start", lambda self: (begun.append(self), real(self)))
        notes.remind("SHA256:bob", "bob", 3)
    begun[0].join(5)
    assert begun[0].daemon
    assert [each[3] for each in sent] == [False]


def test_without_the_package_a_host_with_addresses_is_refused_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    with pytest.raises(BadConfig, match="leave \\[reminders\\] away"):
        Reminders(ADDRESSES, "Maple Court")


def test_an_address_that_is_none_is_refused_without_being_shown(sent):
    with pytest.raises(BadConfig, match="cannot read ann's address") as refused:
        Reminders({"ann": "my-secret"}, "Maple Court")
    assert "my-secret" not in str(refused.value)


def test_the_package_is_loaded_only_where_there_are_addresses():
    source = inspect.getsource(reminders)
    assert "import_module(PACKAGE)" in source
    assert "import apprise" not in source


def test_the_config_file_names_addresses_by_name_or_key(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text('[reminders]\nAnn = "ntfy://a"\n"SHA256:x" = "ntfy://b"\n')
    assert read_config(path).reminders == {"Ann": "ntfy://a", "SHA256:x": "ntfy://b"}
    path.write_text("[reminders]\nAnn = 3\n")
    with pytest.raises(BadConfig, match=r"reminders\.Ann"):
        read_config(path)
