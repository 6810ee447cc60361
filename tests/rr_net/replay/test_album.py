"""Albums: what a later version shows of a game that it cannot replay."""

import gzip
import json

import pytest

from rr_net.link import EVERYBODY, WATCHER, Cards, Lobby
from rr_net.link.refusals import Refused
from rr_net.replay import album as albums
from rr_net.replay.album import (
    AlbumViewer,
    BadAlbum,
    album_file,
    changed,
    changes,
    name_of,
    read_album,
)
from rr_net.replay.recording import recording_of
from rr_net.replay.viewer import Viewer
from rr_rules.registry import load_game
from tests.support.rr_net.pastgames import NOON
from tests.support.rr_net.played import FOUR
from tests.support.rr_net.recorded import Seated, manifest_of, record

MADE = {}


def kept(name):
    """The record of a game, and the file of its album."""
    if name not in MADE:
        game, seats, options = FOUR[name]
        rules = load_game(game)
        bare = manifest_of(rules, seats, **options)
        roster = tuple(Seated(name=f"Neighbour {seat}", key="SHA256:theirs")
                       for seat in range(seats))  # fmt: skip
        source = record(3, bare.model_copy(update={"seats": roster}), rules, stop_at=250).bundle
        MADE[name] = source, album_file(source, NOON)
    return MADE[name]


def shown(name):
    source, (_, content) = kept(name)
    return AlbumViewer(read_album(content, source), source, NOON)


# --- the same as the rules show ------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUR)
def test_an_album_shows_every_step_to_all_eyes_as_the_rules_do(name):
    source, _ = kept(name)
    played, album = Viewer(recording_of(source)), shown(name)
    assert album.reel.last > 8
    for part in ("title", "turns", "moments", "eyes"):
        assert getattr(album.reel, part) == getattr(played.reel, part)
    for eyes in played.reel.eyes:
        for at in (*range(album.reel.last + 1), 2, 0):
            assert album.picture(at, eyes) == played.picture(at, eyes)


@pytest.mark.parametrize("name", FOUR)
def test_an_album_tells_who_sat_where_and_what_the_cards_say(name):
    source, _ = kept(name)
    told = [[], []]
    Viewer(recording_of(source)).attach(told[0].append)
    shown(name).attach(told[1].append)
    assert told[1] == told[0]
    assert {Lobby, Cards} <= {type(each) for each in told[1]}


def test_an_album_says_when_and_by_which_version_it_was_checked():
    reel = shown("Rune").reel
    assert reel.check == "rules not rechecked; checked on 18 Nov by version 0.2.0"
    assert (reel.is_open, reel.can_branch, reel.refusal, reel.warning) == (True, False, "", "")


def test_from_an_album_no_other_game_begins_and_the_record_is_shared():
    source, _ = kept("Rune")
    album = shown("Rune")
    with pytest.raises(Refused, match="other rules"):
        album.branch(3, 0, anew=False)
    with pytest.raises(Refused):
        album.picture(3, 7)
    assert json.loads(album.share(3, "look"))["bundle"] == json.loads(source)


# --- what is in the file -------------------------------------------------------------------------


@pytest.mark.parametrize("name", FOUR)
def test_an_album_names_nobody_and_is_smaller_than_its_record(name):
    source, (_, content) = kept(name)
    assert len(content) < len(source) / 2
    plain = gzip.decompress(content)
    assert b"Neighbour" not in plain
    assert b"SHA256:" not in plain


def test_the_same_record_gives_the_same_file_and_another_one_another_name():
    source, file = kept("Rune")
    assert album_file(source, NOON) == file
    assert file[0] == name_of(source) != name_of(source + b" ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, {"a": 1}), ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}), ({"a": 1}, {"b": 1}),
        ([1, 2], [1]), ([], [[]]), ({"a": {"b": [0, {"c": 1}]}}, {"a": {"b": [0, {"c": 2}]}}),
        ({"a": [1]}, {"a": {}}), ([1], {"0": 1}), ({}, {}), ({"a": 1}, None), (1, [2]),
    ],
)  # fmt: skip
def test_changes_lead_from_one_view_to_the_next(old, new):
    assert changed(old, json.loads(json.dumps(changes(old, new)))) == new


# --- what is refused -----------------------------------------------------------------------------


def spoilt(**parts):
    source, (_, content) = kept("Rune")
    album = {**json.loads(gzip.decompress(content)), **parts}
    return source, gzip.compress(json.dumps(album).encode())


@pytest.mark.parametrize(
    "parts",
    [{"format": "rr-album-2"}, {"record": "0" * 64}, {"turns": []}, {"turns": [0]}, {"views": {}},
     {"views": {"-1": [], "0": [], "1": []}}, {"said": {}}, {"lines": []}, {"cards": 7},
     {"moments": [[999, 1, "x"]]}, {"pending": None}],
)  # fmt: skip
def test_an_album_that_lacks_a_part_is_refused(parts):
    source, content = spoilt(**parts)
    with pytest.raises(BadAlbum):
        read_album(content, source)


def test_views_that_do_not_go_on_from_each_other_are_refused():
    _, (_, content) = kept("Rune")
    views = json.loads(gzip.decompress(content))["views"]
    views["0"][3] = {"no such field": [1]}
    with pytest.raises(BadAlbum, match="does not go on"):
        read_album(*reversed(spoilt(views=views)))


def test_an_album_of_another_record_is_refused_and_so_is_what_is_none(monkeypatch):
    source, (_, content) = kept("Rune")
    for other in (b"", b"x" * 99, content[:-9], gzip.compress(b"{}"), gzip.compress(b"\xff")):
        with pytest.raises(BadAlbum):
            read_album(other, source)
    with pytest.raises(BadAlbum, match="another record"):
        read_album(content, source + b" ")
    monkeypatch.setattr(albums, "LARGEST", 1000)
    with pytest.raises(BadAlbum, match="too large"):
        read_album(content, source)


# --- in a later version --------------------------------------------------------------------------


def test_a_view_that_this_version_has_otherwise_is_shown_by_what_it_says():
    source, (_, content) = kept("Regicide")
    views = json.loads(gzip.decompress(content))["views"]
    for told in views.values():
        [first] = told[0]
        first["tent"] = first.pop("tavern")
        for each in told[1:]:
            if "tavern" in each:
                each["tent"] = each.pop("tavern")
    album = {**json.loads(gzip.decompress(content)), "views": views}
    viewer = AlbumViewer(
        read_album(gzip.compress(json.dumps(album).encode()), source), source, NOON
    )
    seen = viewer.picture(5, 0).seen
    typed = shown("Regicide").picture(5, 0).seen
    assert (seen.view.me, seen.view.tent, seen.view.seats[0].hand) == (
        0, typed.view.tavern, typed.view.seats[0].hand,
    )  # fmt: skip
    assert type(seen.view) is not type(typed.view)


def test_a_game_that_this_version_does_not_have_is_shown_all_the_same():
    source, (_, content) = kept("Rune")
    album = {**json.loads(gzip.decompress(content)), "game": "runic"}
    read = read_album(gzip.compress(json.dumps(album).encode()), source)
    viewer = AlbumViewer(read, source, NOON)
    assert viewer.reel.title == "Rune"
    assert viewer.picture(4, 1).seen.view.me == 1


def test_a_record_of_a_form_that_this_version_does_not_know_still_says_who_sat_where():
    content = kept("Rune")[1][1]
    other = json.dumps({"format": "rr9", "manifest": {"seats": [{"name": "ann", "bot": ""}]}})
    for record_of_others, names in ((other.encode(), ("ann",)), (b"?", ("seat 1", "seat 2"))):
        album = read_album(content, kept("Rune")[0])
        assert AlbumViewer(album, record_of_others, NOON).names == names


def test_an_album_is_looked_at_with_eyes_of_its_own_from_any_step():
    album = shown("Rune")
    other = album.beginning(2, WATCHER)
    assert (other.reel.start, other.reel.eyes[0]) == (2, WATCHER)
    assert album.reel.eyes[0] == EVERYBODY
