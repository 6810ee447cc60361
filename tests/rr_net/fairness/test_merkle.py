"""Trees: the vectors of Certificate Transparency, and a second opinion written from the RFC."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rr_net.fairness.base.merkle import Tree, root_from

# The leaves, roots and paths that Certificate Transparency's own implementations are tested with.
LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
          "606162636465666768696a6b6c6d6e6f"]  # fmt: skip
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
PATHS = [
    (0, 1, []),
    (0, 8, [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ]),
    (5, 8, [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (1, 5, [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ]),
]  # fmt: skip


def tree(count):
    return Tree([bytes.fromhex(leaf) for leaf in LEAVES[:count]])


def root_by_the_rfc(leaves):
    """The definition of RFC 9162, section 2.1.1, word by word."""
    if len(leaves) < 2:
        return hashlib.sha256(b"".join(b"\0" + leaf for leaf in leaves)).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    halves = root_by_the_rfc(leaves[:split]) + root_by_the_rfc(leaves[split:])
    return hashlib.sha256(b"\1" + halves).digest()


@pytest.mark.parametrize("count", range(9))
def test_the_known_leaves_have_the_known_roots(count):
    assert tree(count).root.hex() == ROOTS[count]


@pytest.mark.parametrize(("at", "count", "path"), PATHS)
def test_the_known_leaves_have_the_known_paths(at, count, path):
    assert [step.hex() for step in tree(count).path(at)] == path


@given(st.lists(st.binary(max_size=3), max_size=200))
def test_a_root_is_the_one_that_the_rfc_defines(leaves):
    assert Tree(leaves).root == root_by_the_rfc(leaves)


@pytest.mark.parametrize("count", [*range(1, 34), 89, 149])
def test_every_leaf_leads_to_the_root_by_its_path(count):
    leaves = [bytes([i]) for i in range(count)]
    whole = Tree(leaves)
    for at, leaf in enumerate(leaves):
        assert root_from(leaf, at, count, whole.path(at)) == whole.root


def test_a_path_fits_no_other_place_leaf_size_or_length():
    leaves = [bytes([i]) for i in range(13)]
    whole = Tree(leaves)
    for at, leaf in enumerate(leaves):
        path = whole.path(at)
        wrong = [
            *(root_from(leaf, other, 13, path) for other in range(-1, 15) if other != at),
            *(root_from(leaves[i], at, 13, path) for i in range(13) if i != at),
            root_from(leaf, at, 13, path[:-1]),
            root_from(leaf, at, 13, (*path, path[0])),
            root_from(leaf, at, 13, path[::-1]),
            root_from(leaf, at, 0, path),
        ]
        assert whole.root not in wrong


def test_an_inner_node_is_not_taken_for_a_leaf():
    pair = Tree([b"a", b"b"])
    inside = b"".join(hashlib.sha256(b"\0" + leaf).digest() for leaf in (b"a", b"b"))
    assert root_from(inside, 0, 1, ()) != pair.root


def test_a_tree_of_nothing_has_a_root_and_no_path():
    assert Tree([]).root == hashlib.sha256(b"").digest()
    with pytest.raises(AssertionError):
        Tree([]).path(0)
