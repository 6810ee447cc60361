"""Fewer connections than open files, whatever the machine allows."""

import math
import os
import resource

import pytest

from rr_net.host import descriptors
from rr_net.host.descriptors import (
    FILES,
    GOODBYE,
    OWN,
    WANTED,
    memory_ends,
    memory_left,
    memory_mb,
    open_files,
    within,
)
from rr_net.ssh import Limits
from rr_net.ssh.server import AT_ONCE
from tests.support.tasks import beside, turns


class Machine:
    """What the system says and takes."""

    RLIMIT_NOFILE, RLIM_INFINITY = resource.RLIMIT_NOFILE, resource.RLIM_INFINITY
    RLIMIT_AS = resource.RLIMIT_AS

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
    assert found.connections + FILES + 3 * AT_ONCE <= 256, "who leaves has one for a while"


def test_a_tiny_limit_leaves_a_table_of_a_few():
    assert within(Limits(), 100).connections == 8


@pytest.fixture
def bounded(tmp_path, monkeypatch):
    """A process with 300 MB of addresses and 100 MB in use; gives the folder of its group."""
    page = os.sysconf("SC_PAGESIZE")
    (tmp_path / "statm").write_text(f"{300_000_000 // page} {100_000_000 // page} 1 1 0 1 0\n")
    (tmp_path / "cgroup").write_text("0::/table.service\n")
    group = tmp_path / "groups" / "table.service"
    group.mkdir(parents=True)
    monkeypatch.setattr(descriptors, "STATM", tmp_path / "statm")
    monkeypatch.setattr(descriptors, "OWN_GROUP", tmp_path / "cgroup")
    monkeypatch.setattr(descriptors, "GROUPS", tmp_path / "groups")
    monkeypatch.setattr(descriptors, "resource", None)
    return group


def bound_group(group, most, used, cached):
    (group / "memory.max").write_text(f"{most}\n")
    (group / "memory.current").write_text(f"{used}\n")
    (group / "memory.stat").write_text(f"anon 7\ninactive_file {cached}\n")


def test_where_nothing_bounds_memory_there_is_always_some_left(bounded, monkeypatch):
    assert (memory_mb(), memory_left()) == (99, math.inf)
    bound_group(bounded, "max", 500_000_000, 0)
    assert memory_left() == math.inf
    unbounded = Machine(resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    monkeypatch.setattr(descriptors, "resource", unbounded)
    assert memory_left() == math.inf


def test_what_is_left_is_the_least_of_what_each_bound_leaves(bounded, monkeypatch):
    bound_group(bounded, 1_000_000_000, 900_000_000, 50_000_000)
    assert memory_left() == 150, "what was read from files is given back"
    monkeypatch.setattr(descriptors, "resource", Machine(420_000_000, 420_000_000))
    assert memory_left() == pytest.approx(120, abs=0.1)


async def test_the_end_of_memory_comes_when_little_is_left(bounded):
    most = 1_000_000_000
    bound_group(bounded, most, most - int(GOODBYE * 1e6), 0)
    async with beside(memory_ends()) as ends:
        await turns()
        assert not ends.done()
        bound_group(bounded, most, most - int(GOODBYE * 1e6) + 1, 0)
