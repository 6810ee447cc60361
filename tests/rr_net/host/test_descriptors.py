"""Fewer connections than open files, whatever the machine allows."""

import resource

import pytest

from rr_net.host import descriptors
from rr_net.host.descriptors import OWN, WANTED, open_files, within
from rr_net.ssh import Limits


class Machine:
    """What the system says and takes."""

    RLIMIT_NOFILE, RLIM_INFINITY = resource.RLIMIT_NOFILE, resource.RLIM_INFINITY

    def __init__(self, soft, hard, *, is_strict=False):
        self.now, self.is_strict = (soft, hard), is_strict

    def getrlimit(self, what):
        return self.now

    def setrlimit(self, what, wanted):
        if self.is_strict:
            raise ValueError("not allowed to raise maximum limit")
        self.now = wanted


@pytest.mark.parametrize(
    ("machine", "files"),
    [
        (Machine(256, 1_000_000), WANTED),
        (Machine(256, Machine.RLIM_INFINITY), WANTED),
        (Machine(256, 512), 512),
        (Machine(256, 512, is_strict=True), 256),
        (Machine(65_536, 65_536), 65_536),
        (Machine(Machine.RLIM_INFINITY, Machine.RLIM_INFINITY), 0),
        (None, 0),
    ],
)
def test_the_soft_limit_is_raised_as_far_as_it_may_be(monkeypatch, machine, files):
    monkeypatch.setattr(descriptors, "resource", machine)
    assert open_files() == files


@pytest.mark.parametrize("files", [0, WANTED, 256 + OWN])
def test_where_there_are_files_enough_nothing_changes(files):
    assert within(Limits(), files) == Limits()


def test_fewer_files_are_fewer_connections_and_some_are_still_for_known_keys(caplog):
    found = within(Limits(), 256)
    assert found.connections == 256 - OWN
    assert 0 < found.kept_for_known < found.connections
    assert found.waiting < found.connections
    assert "64 connections at most" in caplog.text


def test_a_tiny_limit_leaves_a_table_of_a_few():
    assert within(Limits(), 100).connections == 8
