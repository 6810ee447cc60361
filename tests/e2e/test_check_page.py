"""docs/check.html in a real browser, from a disk: what people see, and that nothing leaves it."""

import http.server
import json
import os
import threading
from contextlib import contextmanager
from itertools import pairwise

import pytest

from tests.support.fairness.games import Played
from tests.support.fairness.minimal import minimal_verdict
from tests.support.fairness.vector import FOLDER, read_vector
from tests.support.page.chromium import browsing
from tests.support.page.node import FLOORS, noted
from tests.support.page.parts import PAGE, policy
from tests.support.page.tasks import headline, question
from tests.support.rr_net.recorded import checked, manifest_of, record

LONG = os.environ.get("RUNES_LONG") == "1"
CHECKED = """(({ source, ...options }) => RunesCheck.check(source, options))(%s)
  .then(({ wrong }) => wrong && wrong.failure)"""
USEFUL = {"button", "combobox", "textbox", "progressbar", "DisclosureTriangle"}
WIDTHS = (320, 390, 768, 1280)
VERDICT = "document.querySelector('.verdict')"


@pytest.fixture(scope="module")
def browser(chromium, tmp_path_factory):
    with browsing(chromium, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def tab(browser):
    opened = browser.open(PAGE.as_uri())
    yield opened
    assert opened.told() == []
    opened.close()


@pytest.fixture(scope="module")
def game():
    return Played(seats=3, deck="red 5\nblue 5\n")


def says(tab, source, **options):
    """The headline over a file that was given to the page."""
    tab.run(f"void ThePage.start({question(source, **options)})")
    return headline(tab)


def seen(tab):
    return tab.run("document.getElementById('found').innerText")


# --- what it says ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "title", "code"),
    [
        ("stacked", "The deck was stacked", "wrong_shuffle"),
        ("forged", "A roll was forged", "wrong_roll"),
    ],
)
def test_a_button_shows_a_host_that_cheats_and_that_it_is_caught(name, title, code, tab):
    tab.run(f"document.querySelector('[data-sample={name}]').click()")
    assert headline(tab) == title
    assert code in seen(tab)
    assert tab.run(f"{VERDICT}.className") == "verdict bad"
    assert tab.run("document.querySelectorAll('ol.steps > li.bad').length") == 1


def test_a_button_shows_an_honest_game_with_its_twelve_words(tab):
    # All of the slow hash is done in a long run: it takes half a minute on a slow machine.
    tab.run(f"ThePage.longest = {'Infinity' if LONG else 0}")
    tab.run("document.querySelector('[data-sample=honest]').click()")
    sampled = "Sampled: nothing wrong in what was checked"
    assert headline(tab) == ("Nothing wrong in what was checked" if LONG else sampled)
    assert tab.run("document.querySelectorAll('.words li').length") == 12
    assert tab.run("document.querySelectorAll('ol.steps > li.bad').length") == 0
    assert "That every move was legal" in seen(tab)


def test_files_are_taken_and_what_is_noted_is_held_against_them(tab, game, tmp_path):
    record, receipts, notes = (tmp_path / name for name in ("game.json", "mine.json", "notes.txt"))
    receipts.write_bytes(game.receipts(1))
    bundle = game.bundle
    record.write_bytes(bundle)
    freeze = next(row for row in json.loads(bundle)["rows"] if row["type"] == "freeze")["pub"]
    gift = next(each for each in freeze["given"] if each["level"] == "mash")
    commitment = json.loads(bundle)["rows"][0]["pub"]["commitment"]
    notes.write_text(f"commitment {commitment}\n1.1 {gift['seat']} mash {gift['value']}\n")
    tab.run(f"ThePage.floors = {json.dumps(FLOORS['tiny'])}")
    tab.gives("#files", record, receipts, notes)
    assert headline(tab) == "Nothing wrong in what was checked"
    said = seen(tab)
    assert "The receipts of Bob fit" in said
    assert "The commitment that you noted is the one it opens." in said
    assert "What you gave to event 1 is in it." in said
    tab.run("document.getElementById('found').replaceChildren()")
    notes.write_text("1.1 1 mash somethingelse\n")
    tab.gives("#files", record, notes)
    assert headline(tab) == "What you noted is not in it"
    tab.run("document.getElementById('found').replaceChildren()")
    notes.write_text("kjh;asdf\n")
    tab.gives("#files", record, notes)
    assert headline(tab) == "One of your notes cannot be read"
    tab.run("document.getElementById('found').replaceChildren()")
    notes.write_text(f"commitment {commitment}\ncommitment {commitment}\n{'00' * 32}\n")
    tab.gives("#files", record, notes)
    assert headline(tab) == "Your notes are of two games"
    assert "0000" in seen(tab)


def test_a_level_that_was_agreed_on_is_held_against_the_record(tab, game, tmp_path):
    record = tmp_path / "game.json"
    record.write_bytes(game.bundle)
    tab.run(f"ThePage.floors = {json.dumps(FLOORS['tiny'])}")
    titles = {
        "": "Nothing wrong in what was checked",
        "table": "Nothing wrong in what was checked",
        "strict": "The game was dealt at a lower level",
    }
    assert tab.run("[...document.querySelectorAll('#level option')].map((o) => o.value)") == [
        *titles
    ]
    for level, title in titles.items():
        tab.run("document.getElementById('found').replaceChildren()")
        tab.run(f"document.getElementById('level').value = '{level}'")
        tab.gives("#files", record)
        assert headline(tab) == title
        assert ("The luck was made as you were told." in seen(tab)) == (level == "table")


def test_what_takes_long_is_sampled_and_says_so_until_all_is_asked_for(tab, game):
    assert says(tab, game.bundle, longest=0) == "Sampled: nothing wrong in what was checked"
    assert tab.run(f"{VERDICT}.className") == "verdict part"
    assert tab.run("ThePage.last.slow.checked") * 16 == tab.run("ThePage.last.slow.of")
    tab.run("document.getElementById('all').click()")
    assert headline(tab) == "Nothing wrong in what was checked"
    assert tab.run("ThePage.last.slow.checked") == tab.run("ThePage.last.slow.of")


def test_a_game_that_was_given_up_says_so(tab):
    assert says(tab, Played(stop_at=8).bundle).endswith("checked, but the game was given up")


ALONE = "layed as dealt, but the host alone chose the luck"


def alone(stop_at=100_000, bots=True):
    """A game to whose luck bots and the host alone gave, or people too."""
    manifest = manifest_of(seats=2, level="table")
    seats = tuple(seat.model_copy(update={"bot": "random"}) for seat in manifest.seats)
    manifest = manifest.model_copy(update={"seats": seats}) if bots else manifest_of(level="table")
    return record(3, manifest, stop_at=stop_at).bundle


@pytest.mark.attack("T4")
@pytest.mark.parametrize(
    ("bots", "which", "step"),
    [(True, ": nobody else gave to it", "To any of the"), (False, " of 3 of 15 random events",
      "To 3 of the 15")],
)  # fmt: skip
def test_luck_that_the_host_alone_chose_is_not_called_right(bots, which, step, tab):
    source = alone(bots=bots)
    assert says(tab, source) == f"P{ALONE}{which}"
    assert minimal_verdict(source, full=True)[1].says == f"p{ALONE}{which}"
    assert f"p{ALONE}{which}." in checked(source, full=True).headline
    assert tab.run(f"{VERDICT}.className") == "verdict part"
    text = " ".join(seen(tab).split())
    assert "Not shown: Everybody had a hand in the luck" in text
    assert step in text
    assert "Not shown: The decks were not stacked" in text or not bots
    assert "The decks were not stacked, no" not in text


def test_a_sample_does_not_say_that_the_decks_were_not_stacked(tab, game):
    says(tab, game.bundle, longest=0)
    text = " ".join(seen(tab).split())
    assert "Not shown: The decks were not stacked" in text
    assert "Not shown: Nobody had time to try" in text
    assert "Right: The decks" not in text
    assert "in 1 case of 16" in text


@pytest.mark.attack("T18")
def test_moves_that_nobody_has_signed_stand_first_in_the_headline(tab):
    source = Played(signers=(1,), seed=5, seats=3, deck="red 5\nblue 5\n").bundle
    count, _, _ = minimal_verdict(source)[1].unsigned.partition(" of seat 2")
    assert int(count) > 0
    said = "he host could have made up moves or shares of luck that no player's client has signed "
    said += f"({count} of Bob); apart from that nothing wrong in what was checked"
    assert says(tab, source) == f"T{said}"
    tab.run("document.getElementById('found').replaceChildren()")
    assert says(tab, source, longest=0) == f"Sampled: t{said}"


@pytest.mark.parametrize("source", [b"", b"\xff", b"{}", b"[" * 100, b"[" + b"," * (1 << 20)])
def test_what_is_no_record_is_called_none(source, tab):
    assert says(tab, source).startswith("This is no record")
    assert tab.run(f"{VERDICT}.className") == "verdict part"


def test_what_people_have_written_stays_text(tab):
    name = "<img src=x onerror=alert(1)>\u202etxt.exe"
    seats = [{"bot": "", "key": "", "name": each, "signer": None} for each in (name, "Bob")]
    game = Played(claims={"seats": seats})
    assert says(tab, game.bundle) == "Nothing wrong in what was checked"
    assert tab.run("document.querySelectorAll('#found img').length") == 0
    assert "<img src=x onerror=alert(1)>\ufffdtxt.exe" in tab.run(
        "document.getElementById('found').textContent"
    )


@pytest.mark.slow
def test_the_browser_says_of_every_vector_what_node_says(tab):
    # Node has read all of them: a browser reads every third, where there is little time.
    vectors = [read_vector(path) for path in sorted(FOLDER.glob("*.txt"))]
    for vector in vectors if LONG else vectors[::3]:
        if vector.kind != "bundle" or vector.encoding in {"spaces", "commas"}:
            continue
        told = dict(vector.options)
        if "receipts" in told:
            told["receipts"] = told["receipts"].encode()
        asked = question(
            vector.body, vector.floors, notes=noted(**told), isFull=vector.floors == "tiny"
        )
        found = tab.run(CHECKED % asked)
        assert found in {None, vector.expect}, vector.name
        assert not vector.minimal or (found or "verified") == vector.expect, vector.name


# --- no network --------------------------------------------------------------------------------


@contextmanager
def listening():
    """A web server of this machine, and what it was asked for."""
    asked = []

    class Hears(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(204)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()

        def log_message(self, *words):
            """Says nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hears) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


TRIES = """(async (to) => {
  const tried = [fetch(to + "/fetch").catch(() => {})];
  for (const tag of ["img", "script", "iframe", "audio"]) {
    const node = document.createElement(tag);
    tried.push(new Promise((done) => { node.onload = node.onerror = done; }));
    node.setAttribute("src", to + "/" + tag);
    document.body.append(node);
  }
  const worker = new Worker(URL.createObjectURL(new Blob(
    ["onmessage = ({ data }) => fetch(data).catch(() => {}).then(() => postMessage(1))"])));
  tried.push(new Promise((done) => { worker.onmessage = done; }));
  worker.postMessage(to + "/worker");
  const patience = new Promise((done) => setTimeout(done, 3000));
  await Promise.race([Promise.all(tried), patience]);
})"""


def test_it_asks_for_nothing_with_the_network_cut(tab, game):
    tab.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0,
             uploadThroughput=0)  # fmt: skip
    assert says(tab, game.bundle) == "Nothing wrong in what was checked"
    asked = tab.asked_for()
    assert asked[0] == PAGE.as_uri()
    assert {address.partition(":")[0] for address in asked[1:]} == {"blob"}


def test_it_could_not_tell_anybody_anything_even_if_it_wanted_to(browser, tmp_path):
    with listening() as (address, asked):
        tab = browser.open(PAGE.as_uri())
        tab.run(f"{TRIES}({json.dumps(address)})")
        tab.close()
        assert asked == []
        # Control: without its policy the same page reaches the server in all these ways.
        open_page = tmp_path / "open.html"
        open_page.write_text(PAGE.read_text("utf-8").replace(policy(), ""), "utf-8")
        tab = browser.open(open_page.as_uri())
        tab.run(f"{TRIES}({json.dumps(address)})")
        tab.close()
    assert {path.strip("/") for path in asked} >= {"fetch", "worker", "img", "script", "iframe"}


# --- for everybody -----------------------------------------------------------------------------

POOR = """(() => {
  const light = (text) => {
    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const poor = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
    if (!own || !node.checkVisibility()) continue;
    const [a, b] = [light(getComputedStyle(node).color), light(ground(node))].sort((x, y) => y - x);
    const said = `${node.tagName} ${node.textContent.slice(0, 40)}`;
    if ((a + 0.05) / (b + 0.05) < 4.5) poor.push(said);
  }
  return poor;
})()"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OPEN = "for (const each of document.querySelectorAll('details')) each.open = true"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("is_forged", [False, True])
def test_all_of_it_can_be_read_on_any_screen(scheme, is_forged, tab, game):
    source = read_vector(FOLDER / "stacked.txt").body if is_forged else game.bundle
    says(tab, source)
    tab.run(OPEN)
    for width in WIDTHS:
        tab.looks(width, 800, scheme)
        assert tab.run(WIDE) <= 0, width
    assert tab.run(POOR) == []


def press(tab, key, code=0):
    for kind in ("keyDown", "keyUp"):
        text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
        tab.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                 windowsVirtualKeyCode=code, **text)  # fmt: skip


def test_all_of_it_can_be_done_with_the_keyboard(tab):
    reached = []
    for _ in range(5):
        press(tab, "Tab", 9)
        reached.append(
            tab.run("(document.activeElement.id || document.activeElement.textContent).trim()")
        )
    assert reached[:4] == [
        "files",
        "An honest game",
        "One with a stacked deck",
        "One with a forged roll",
    ]
    tab.run("document.querySelector('[data-sample=forged]').focus()")
    press(tab, "Enter", 13)
    assert headline(tab) == "A roll was forged"
    # What was found is what a screen reader reads next.
    assert tab.run("document.activeElement.id") == "verdict"
    press(tab, "Tab", 9)
    assert tab.run("document.activeElement.tagName") == "SUMMARY"


def test_a_screen_reader_finds_names_for_everything_that_can_be_used(tab, game):
    says(tab, game.bundle)
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    useful = [node for node in nodes if not node["ignored"] and node["role"]["value"] in USEFUL]
    assert len(useful) >= 5
    assert [node for node in useful if not node["name"]["value"].strip()] == []
    levels = tab.run(
        "[...document.querySelectorAll('h1, h2, h3')].map((each) => Number(each.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(later - level <= 1 for level, later in pairwise(levels))
