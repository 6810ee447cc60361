"""Names and words of keys: who has a name, who gives way, and what tells two keys apart."""

from dataclasses import dataclass

import pytest

from rr_net.guests.keywords import reads_as_words, words_of_key
from rr_net.guests.naming import Names, ReservedNames
from rr_net.link.refusals import Refused


@dataclass(eq=False)
class Somebody:
    fingerprint: str
    name: str
    admitted: bool = False
    wanted: str = ""


@pytest.fixture
def place():
    return {}


@pytest.fixture
def names(place):
    return Names(place)


def comes(place, name, *, admitted=False, wanted=""):
    somebody = Somebody(f"SHA256:{len(place)}", name, admitted, wanted or name)
    place[somebody.fingerprint] = somebody
    return somebody


def test_the_words_of_a_key_are_two_and_always_the_same():
    words = words_of_key("SHA256:Ft7ntgi0P0ESk4+JxgkvXVdAwP0dJ3YbTKSD1bnOL9U")
    assert words == "sing-fix"
    assert reads_as_words(words)
    assert len({words_of_key(f"SHA256:{n}") for n in range(50)}) == 50
    assert not reads_as_words("carol")
    assert not reads_as_words("carol-lamp")


def test_who_is_let_in_takes_the_name_and_who_only_says_so_gives_way(place, names):
    squatter, carol = comes(place, "carol"), comes(place, "carol-2", wanted="carol")
    carol.admitted = True
    assert names.call_guest(carol) == [squatter]
    assert (carol.name, squatter.name) == ("carol", "carol-2")


@pytest.mark.parametrize("alike", ["Carol", "caroI", "car0l", "carol"])
def test_nobody_is_called_like_somebody_who_was_let_in(place, names, alike):
    comes(place, "carol", admitted=True)
    eve = comes(place, "eve", admitted=True)
    with pytest.raises(Refused, match=r"is taken|looks like carol"):
        names.call(eve, alike)
    assert eve.name == "eve"


def test_a_name_stays_its_owners_who_has_gone_home(place, names):
    names.reserved = ReservedNames({"SHA256:carol": "carol"})
    eve = comes(place, "eve", admitted=True)
    with pytest.raises(Refused, match="somebody's who has been here"):
        names.call(eve, "Carol")
    assert names.free_name("carol", eve.fingerprint) == "carol-2"
    assert names.free_name("carol", "SHA256:carol") == "carol"
    names.reserved.free("SHA256:carol")
    names.call(eve, "Carol")
    assert eve.name == "Carol"


def test_a_key_has_one_name_and_gives_the_old_one_free(place, names):
    names.reserved.keep("SHA256:a", "carol")
    names.reserved.keep("SHA256:a", "dora")
    assert names.reserved.owner_of("carol") == ""
    assert names.reserved.owner_of("DORA") == "SHA256:a"
    assert names.reserved.name_of("SHA256:a") == "dora"
    assert "SHA256:a" in names.reserved


@pytest.mark.parametrize("name", ["host", "system", "Robot", "robot3", "H0st", "somebody", "bot7"])
def test_words_of_the_tables_own_are_nobodys_names(place, names, name):
    with pytest.raises(Refused) as refused:
        names.call(comes(place, "eve"), name)
    assert refused.value.code == "bad_name"


def test_nobody_is_called_by_the_words_of_a_key(place, names):
    eve = comes(place, "eve")
    with pytest.raises(Refused, match="reads as the words of a key"):
        names.call(eve, "Rose-any")
    assert names.free_name("rose-any", "SHA256:x") == "rose-any-2"
