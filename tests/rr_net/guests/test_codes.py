"""Codes: which are long enough, what two spellings share, and how many keys one lets in."""

import re

import pytest

from rr_net.guests.codes import (
    HOUR,
    BadCode,
    CommonCode,
    DoorRules,
    HourlyQuota,
    check_code,
    fresh_code,
    mark_of,
    mark_of_key,
)


@pytest.mark.parametrize("code", ["plum-tree", "12345678", "Öl & Äpfel 12", "k7xm-3wqp", "x" * 64])
def test_a_code_of_eight_letters_and_digits_may_be_chosen(code):
    assert check_code(code) == code


@pytest.mark.parametrize("code", ["", "plum", "1234567", "plum---!!--", "a b c d e f g", "x" * 65])
def test_a_code_that_is_soon_guessed_or_endless_is_refused_with_the_reason(code):
    with pytest.raises(BadCode, match=r"\d+ (letters and digits: give 8 or more|characters)"):
        check_code(code)


def test_codes_of_ours_are_read_out_in_two_halves_and_are_never_the_same():
    codes = {fresh_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch(r"[a-hjkmnp-z2-9]{4}-[a-hjkmnp-z2-9]{4}", code) for code in codes)
    assert all(check_code(code) for code in codes)


def test_case_spaces_and_hyphens_carry_nothing_and_letters_do():
    assert mark_of(" Plum-Tree ") == mark_of("plum-tree") == mark_of("plum tree")
    assert mark_of("plumtree") == mark_of("plum-tree") != mark_of("plum-trees")
    assert mark_of_key("plumtree", "a") == mark_of_key("Plum-Tree", "a")
    # Who sat together cannot be told from what is kept with their keys.
    assert len({mark_of_key("plum-tree", key) for key in ("a", "b")} | {mark_of("plum-tree")}) == 3


def test_a_quota_counts_the_last_hour():
    quota = HourlyQuota(2)
    assert [quota.take(at) for at in (0, 10, 20, HOUR - 1)] == [True, True, False, False]
    assert [quota.take(at) for at in (HOUR, HOUR + 1, HOUR + 10)] == [True, False, True]
    assert quota.take(HOUR - 86400), "the clock of the machine was put back by a day"
    assert all(HourlyQuota(None).take(0) for _ in range(1000))


def test_a_common_code_that_is_changed_is_never_the_code_again():
    fresh = iter(["next-one1", "next-one2"])
    common = CommonCode(DoorRules("plum-tree", fresh_code=lambda: next(fresh)))
    before = common.given_by("SHA256:ann")
    assert common.fits(" PLUM-tree")
    assert common.change() == mark_of("plum-tree")
    assert (common.now, common.fits("plum-tree"), common.is_given_up("plum-tree")) == (
        "next-one1", False, True,
    )  # fmt: skip
    assert common.fits("next-one1")
    assert not common.is_given_up("next-one1")
    # Who has given a code of this evening need not give the next one.
    assert common.given_by("SHA256:ann") == before != ""


def test_a_table_without_a_code_has_none_to_change():
    common = CommonCode(DoorRules())
    assert (common.change(), common.fits(""), common.given_by("SHA256:ann")) == ("", False, "")
