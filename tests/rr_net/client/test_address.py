"""Where a table is: typed, or pasted from what a host has sent."""

import pytest

from rr_net.client.address import BadAddress, Hop, TableAddress, read_address
from rr_net.ssh import invite_lines
from rr_net.ssh.banner import ssh_line


@pytest.mark.parametrize(
    ("typed", "table"),
    [
        ("maple.example", Hop("maple.example")),
        ("ann@maple", Hop("maple", None, "ann")),
        ("ann@maple:2022", Hop("maple", 2022, "ann")),
        ("192.168.1.5:22", Hop("192.168.1.5", 22)),
        ("[::1]:2222", Hop("::1", 2222)),
        ("ann@fe80::1%eth0", Hop("fe80::1%eth0", None, "ann")),
    ],
)
def test_a_table_is_named_by_its_host(typed, table):
    found = read_address([typed])
    assert found == TableAddress(table)
    assert found.usual_port == 2222
    assert read_address(found.words) == found


@pytest.mark.parametrize(
    "line",
    ["ssh -p 2022 ann@maple", "ssh ann@maple -p 2022", "ssh -p2022 ann@maple",
     "ssh -p 2022 'ann@maple'"],
)  # fmt: skip
@pytest.mark.parametrize("is_pasted_whole", [True, False])
def test_an_invite_line_is_read_in_one_word_or_in_many(line, is_pasted_whole):
    words = [line] if is_pasted_whole else line.replace("'", "").split()
    assert read_address(words) == TableAddress(Hop("maple", 2022, "ann"), (), True)


def test_an_ssh_line_without_a_port_means_that_of_ssh_and_is_typed_again_so():
    found = read_address(["ssh ann@maple"])
    assert found.usual_port == 22
    assert str(found) == "ann@maple:22"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("ann@maple", "ssh -p 2222 ann@maple"),
        ("ssh ann@maple", "ssh ann@maple"),
        ("maple:2022", "ssh -p 2022 maple"),
        ("ssh -J gate -p 2022 ann@maple", "ssh -J gate -p 2022 ann@maple"),
    ],
)
def test_a_table_is_come_to_by_plain_ssh_too(typed, line):
    assert read_address([typed]).ssh_line == line


def test_relays_are_gone_to_in_their_order():
    found = read_address(["ssh -J eve@gate:2200,inner -p 2022 ann@maple"])
    assert found.relays == (Hop("gate", 2200, "eve"), Hop("inner"))
    assert found.table == Hop("maple", 2022, "ann")
    assert str(found) == "-J eve@gate:2200,inner ann@maple:2022"
    assert read_address(found.words).relays == found.relays


def test_every_line_that_a_host_sends_is_read_and_its_placeholder_is_nobodys_name():
    lines = invite_lines(["192.168.1.5", "2001:db8::7", "8.8.8.8"], 2022, "SHA256:" + "A" * 43)
    read = [read_address([line]) for line in lines if line.startswith("ssh")]
    assert {found.table.host for found in read} == {"192.168.1.5", "2001:db8::7", "8.8.8.8"}
    assert {found.table.name for found in read} == {""}
    assert {found.table.port for found in read} == {2022}
    assert read_address([ssh_line("maple", 22, "ann")]).table == Hop("maple", None, "ann")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "no host"),
        ("ssh", "no host"),
        ("ssh -o ProxyCommand=reboot ann@maple", "-o is not read here"),
        ("ssh -oProxyCommand=reboot maple", "is not read here"),
        ("ssh -p 2222 ann@maple bundle", "HOST bundle > bundle.json"),
        ("ssh -p 2222 ann@maple lobby", "2 places"),
        ("ssh -p 2222 -p 2223 maple", "-p is not read here"),
        ("ssh -p 0 maple", "a port is a number"),
        ("ssh -p", "a port is a number"),
        ("maple:ssh", "a port is a number"),
        ("maple:1 -p 2", "two ports"),
        ("ssh -J", "-J wants"),
        ("ssh -J a,b,c,d,e maple", "-J wants"),
        ("-oProxyCommand=x", "is not read here"),
        ("ann@-oProxyCommand=x", "no host is called like that"),
        ("$(reboot)", "no host is called like that"),
        ("ann;reboot@maple", "no name is written like that"),
        ("a@b@maple", "no name is written like that"),
        ("ssh://maple", "a port is a number"),
        ("map\x1b[2Jle", "no host is called like that"),
        ("'maple", "not closed"),
        ("[::1]22", "behind a bracket"),
        ("x" * 500, "too long"),
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_words(typed, why):
    with pytest.raises(BadAddress, match=why.replace("(", r"\(")) as refused:
        read_address([typed])
    assert str(refused.value).isprintable()
