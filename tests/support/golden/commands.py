"""The golden command lines: what `runes` prints and how it exits, kept word by word.

`python -m tests.support.golden.commands` records them anew.
"""

import contextlib
import json
import re
import tempfile
from pathlib import Path

import click
from click.testing import CliRunner

import rr_rules
from rr_net.cli import main
from tests.support.golden.constants import VERSION, constants
from tests.support.golden.sessions import DECK, SESSIONS
from tests.support.golden.sessions import recorded as session

FOLDER = Path(__file__).parents[2] / "golden" / "cli"
VECTORS = Path(__file__).parents[2] / "vectors" / "fairness"
WIDTH = 80
OWN_VERSION = rr_rules.__version__
SPENT = re.compile(r", \d+ s, (\d+ process)")
THOUGHT = re.compile(r" +\d+\.\d\d +\d+\.\d$", re.MULTILINE)
"""Milliseconds, on average and at the most."""
THOUGHT_MARKED = re.compile(r" \d+\.\d\d \| \d+\.\d \|$", re.MULTILINE)


class Shell:
    """Runs `runes` in a folder of its own and notes what it says."""

    def __init__(self, folder):
        self.lines = []
        self._folder = folder
        self._env = {
            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data"),
            "LOGNAME": "ann", "COLUMNS": str(WIDTH), "NO_COLOR": None, "FORCE_COLOR": None,
            "LANGUAGE": "C", "LC_ALL": "C.UTF-8",
        }  # fmt: skip

    def runs(self, *words):
        done = CliRunner(env=self._env).invoke(
            main, words, prog_name="runes", terminal_width=WIDTH, color=False
        )
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        self.lines.append(" ".join(("$ runes", *(word or "''" for word in words))))
        self._notes("|", done.stdout)
        self._notes("!", done.stderr)
        self.lines.append(f"= {done.exit_code}")

    def reads(self, path):
        """Notes what a file holds that a command has written."""
        self.lines.append(f"$ cat {path}")
        self._notes("|", Path(path).read_text("utf-8"))

    def keeps(self, path, content):
        """Puts a file into the folder."""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def _notes(self, mark, text):
        shown = text.replace(str(self._folder), "FOLDER")
        shown = SPENT.sub(r", # s, \1", THOUGHT.sub(" # #", THOUGHT_MARKED.sub(" # | # |", shown)))
        *whole, last = shown.split("\n")
        self.lines += [f"{mark} {line}" if line else mark for line in whole]
        if last:
            self.lines.append(f"{mark} {last} (no line feed)")


# --- help and usage -----------------------------------------------------------------------------


def helps(shell):
    """The help of every command there is."""
    shell.runs("--help")
    for path in paths(main):
        shell.runs(*path, "--help")
    for words in ((), ("deck",), ("-h",), ("deck", "check", "-h"), ("--version",)):
        shell.runs(*words)


def paths(group, above=()):
    """The words that lead to each command below a group."""
    context = click.Context(group)
    for name in sorted(group.list_commands(context)):
        command = group.get_command(context, name)
        yield (*above, name)
        if isinstance(command, click.Group):
            yield from paths(command, (*above, name))


def usage(shell):
    """Command lines that cannot be meant."""
    for line in USAGE.strip().splitlines():
        shell.runs(*line.split())


USAGE = """
dance
join
join ssh -o ProxyCommand=x maple
join ann@maple:0
--dance
deck dance
deck check
deck check one.toml two.toml
play --option window
play --option =fast
play --option window=fast --option window=fast
relay --data file --listen nowhere
relay --data file --listen 127.0.0.1:70000
play --headless --hotseat 2
play --hotseat 9
play --bots 9
play --bots many
play --bot clever
play --bot-seconds 31
play --seed plum
play --fairness none
play --deck
play dance
host --bot-seconds 0
host --port 70000
host --seats 2 --bots 3
host --seats 0
host --open --invite plum
host --fairness none
host --data
verify
verify one.json two.json
verify --compare one.json
verify --compare one.json two.json --full
verify one.json --evidence proof.json
replay
replay one.json two.json
replay nowhere.json
replay last
replay 0123abcd
sim --bots greedy,clever
sim --bots greedy,random,search
sim --games 0
sim --jobs 0
sim --iterations 0
sim --seconds 0
sim --seats 9
sim --seed -1
sim --option window
fit
fit chess
fit rune --scale 0
fit rune --jobs 0
fit rune --start halfway
history --by luck
history nobody --json
history ann >30 --me
history import
history import nowhere.json
history forget
history forget nobody
completion tcsh
config check now
config edit now
config show now
"""


def refused(shell):
    """What a game, a config file or a folder forbids."""
    for line in REFUSED.strip().splitlines():
        shell.runs(*line.split())
    shell.keeps("file", "")
    host = ("host", "--headless", "--port", "0")
    shell.runs(*host, "--data", "file/games")
    shell.runs(*host, "--data", "games", "--resume")
    shell.runs(*host, "--option", "nefarious=on", "--seats", "2")
    for content in CONFIGS:
        shell.keeps("config/runes/config.toml", content)
        shell.runs("play", "--headless")
    shell.keeps("config/runes/config.toml", '[interface]\ntheme = "plaid"\n')
    shell.runs(*host, "--data", "games")
    shell.keeps("config/runes/config.toml", 'pace = 11\n[interface]\ntheme = "plaid"\nhue = 3\n')
    shell.runs("config", "check")
    shell.keeps("config/runes/config.toml", 'pace = 1\n[interface]\ntheme = "light"\n')
    shell.runs("config", "check")
    shell.runs("config", "show")


REFUSED = """
play --headless --option window=wide
play --headless --option windows=fast
play --headless --option turn_cap=0
play --headless --game chess
play --headless --bots 1
play --headless --bots 3 --game rune
play --headless --bots 5 --game regicide
play --headless --bot rule
play --headless --game regicide --option comm=loud
play --headless --deck missing.toml
play --headless --option nefarious=on --bots 2
play --headless --option nefarious=on --option nn_seat=volunteer --option volunteer_seat=4
host --headless --game chess
host --headless --deck missing.toml
sim --game chess
sim --bots random --seats 7
sim --game rune --bots random --seats 3
sim --game regicide --bots random --seats 5
sim --option window=ajar
sim --games 1 --bots random --jobs 1 --seed 1 --out no/o.csv
"""
CONFIGS = ("name = 5", "nmae = 'Ann'", "name = ", b"\xff", "#" * 70_000, "pace = 100",
           "hosts = 5")  # fmt: skip


# --- deck files ---------------------------------------------------------------------------------


def decks(shell):
    """Deck files that are sound, and many that are not."""
    shell.runs("deck", "check", "missing.toml")
    for number, content in enumerate((DECK, *BAD, *(DECK.replace(*each) for each in FAULTS), HUGE)):
        path = shell.keeps(f"deck-{number}.toml", content)
        shell.runs("deck", "check", path)
    for game in ("runes-regulations", "regicide", "rune"):
        shell.keeps("mine.toml", BAD[-1])
        shell.runs("play", "--headless", "--game", game, "--deck", "mine.toml")
    shell.keeps("mine.toml", DECK)
    shell.runs("play", "--headless", "--deck", "mine.toml")


HUGE = b"x" * (4 * 1024 * 1024 + 1)
BAD = (b"", b"\xff\xfe", "[deck", "[[card]]\n", '[deck]\nid = "mine"\n', 'card = "plum"\n',
       '[deck]\nname = "Mine"\n[[card]]\nname = "Oddity"\nkind = "planet"\n')  # fmt: skip
FAULTS = (
    ('id = "a-small-deck"', 'id = "A Small Deck"'),
    ('id = "a-small-deck"', 'id = "a-small-deck"\ntotal = 7'),
    ('id = "spell-1"', 'id = "spell-2"'),
    ('name = "Sound Rune"', 'title = "Sound Rune"'),
    ('kind = "rune"', 'kind = "creature"'),
    ('kind = "creature"', 'kind = "rune"'),
    ("copies = 20", "copies = 21"),
    ("copies = 20", 'copies = "20"'),
    ("copies = 10", "copies = 1"),
    ("optional = true", 'optional = "true"'),
    ("price = []", 'price = [{ do = "discard", n = 0 }]'),
    ("price = []", 'price = [{ do = "give" }]'),
    ("price = []\n", ""),
    ('do = "draw"', 'do = "dance"'),
    ('do = "draw"', 'do = "draw", what = "creature"'),
    ('do = "draw"', 'do = "destroy"'),
    ('do = "draw"', 'do = "destroy", what = "moon", of = "you"'),
    ('do = "draw"', 'do = "steal", what = "creature"'),
    ('do = "draw"', 'do = "choose", among = []'),
    ("n = 3", "n = 300"),
    ('on = "cast"', 'on = "sneeze"'),
    ('on = "discard", by = "any_neighbor"', 'on = "discard", by = "nobody"'),
    ('on = "enters_lawn"', 'on = "cast"'),
    ('rule = "limit"', 'rule = "limits"'),
    ('which = "hand"', 'which = "lawn"'),
    ("set = 6", "set = -1"),
    ('family = "sloth"', 'family = "moth"'),
    ("collar = false\n", ""),
)


# --- verify -------------------------------------------------------------------------------------


def verify(shell):
    """Records that hold, that do not, and files that are none."""
    street = shell.keeps("street.json", bundle("street"))
    for name in ("castle", "luck"):
        shell.runs("verify", shell.keeps(f"{name}.json", bundle(name)))
    commitment = json.loads(bundle("street"))["rows"][0]["pub"]["commitment"]
    for words in ((), ("--json",), ("--full",), ("--commitment", commitment),
                  ("--commitment", "ab" * 32), ("--commitment", "plum"), ("--me", "kjhasd"),
                  ("--me", "1.1 1 mash kjhasd"), ("--me", "1.1 1 mash kjhasd", "--json"),
                  ("--receipts", "nowhere.json")):  # fmt: skip
        shell.runs("verify", street, *words)
    for number, spoilt in enumerate(spoilt_bundles()):
        path = shell.keeps(f"spoilt-{number}.json", spoilt)
        shell.runs("verify", path)
        shell.runs("verify", path, "--json")
    shell.runs("verify", "nowhere.json")
    shell.runs("verify", "nowhere.json", "--json")


def spoilt_bundles():
    """Bundles that somebody has changed."""
    source = bundle("street")
    yield source[:-1]
    yield source + "\n"
    yield source.replace('"version":"', '"version":"9.')
    yield source.replace("rr2-bundle-1", "rr1-bundle-1")
    yield source.replace('"rules":"7e', '"rules":"7f')
    yield source.replace('"game":"runes-regulations"', '"game":"chess"')
    yield "{}"
    game = json.loads(source)
    answer = next(row for row in game["rows"] if row["type"] == "answer")
    answer["body"]["option"] += 1
    yield canonical(game)
    game = json.loads(source)
    del game["rows"][-2:]
    yield canonical(game)
    game = json.loads(source)
    closing = next(row for row in game["rows"] if row["type"] == "close")
    closing["pub"]["outcome"]["winners"] = [0, 1]
    yield canonical(game)


def compare(shell):
    """Copies that agree, forks, and what is no copy of a game."""
    luck, street = (shell.keeps(f"{n}.json", bundle(n)) for n in ("luck", "street"))
    mine = shell.keeps("bob.json", receipts("luck", "bob"))
    shell.runs("verify", "--compare", luck, luck)
    shell.runs("verify", "--compare", luck, mine, "--json")
    shell.runs("verify", "--compare", luck, street)
    shell.runs("verify", "--compare", luck, "nowhere.json")
    shell.runs("verify", street, "--receipts", mine)
    shell.runs("verify", mine)
    for name in ("fork", "fork-unsigned", "fork-of-receipts"):
        body = (VECTORS / f"{name}.txt").read_text("utf-8").split("\n\n", 1)[1]
        copies = [shell.keeps(f"{name}-{n}.json", each) for n, each in enumerate(body.splitlines())]
        shell.runs("verify", "--compare", *copies, "--evidence", f"proof-{name}.json")
        shell.runs("verify", "--compare", *copies, "--json")
        shell.runs("verify", "--compare", *copies, "--evidence", "missing/proof.json")
        if Path(f"proof-{name}.json").exists():
            shell.reads(f"proof-{name}.json")
            shell.runs("verify", f"proof-{name}.json")
    checkpoint = json.loads(receipts("luck", "bob"))["checkpoint"]
    shell.runs("verify", shell.keeps("note.txt", checkpoint["note"]))


def bundle(name):
    """The record that a golden session came to."""
    return _after("-- bundle ", name)


def receipts(name, who):
    """What somebody took home from a golden session."""
    return _after(f"{who} : ", name)


def _after(mark, name):
    assert name in SESSIONS
    lines = session(name).splitlines()
    return next(line.removeprefix(mark) for line in lines if line.startswith(mark))


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# --- games --------------------------------------------------------------------------------------


def play(shell):
    """Bots that play by seed, without a screen."""
    for line in PLAY.strip().splitlines():
        shell.runs("play", "--headless", *line.split())
    shell.keeps("mine.toml", DECK)
    options = ("--option", "deck_check=custom", "--option", "turn_cap=2")
    shell.runs("play", "--headless", "--deck", "mine.toml", "--seed", "1", *options)


PLAY = """
--seed 1 --bot random --option turn_cap=3
--seed 3 --bot random --option turn_cap=2 --option nefarious=on
--seed 1 --game regicide --bot rule --bots 1
--seed 2 --game regicide --bot rule --bots 3
--seed 1 --game rune --bot rule --option grand_master=on
"""


def sim(shell):
    """Tournaments by seed."""
    for line in SIM.strip().splitlines():
        shell.runs("sim", "--jobs", "1", "--seed", "5", *line.split())
    shell.reads("o.csv")


SIM = """
--games 2 --bots greedy,random --seats 3 --option nefarious=on --option turn_cap=3
--games 3 --game regicide --bots search,rule --iterations 2 --out o.csv
--games 3 --game rune --bots rule,random --markdown
"""


def learn(shell):
    """Which lessons there are, where nobody is at a terminal to take one."""
    shell.runs("learn")
    shell.runs("learn", "rr-1")
    shell.runs("learn", "no-such")


def invite(shell):
    """What is said of invites where there are none: a code is another one each time."""
    shell.runs("invite")
    shell.runs("invite", "--list")
    shell.runs("invite", "--revoke", "ann")
    shell.runs("invite", "host")
    shell.runs("invite", "ann", "--for", "soon")
    shell.runs("invite", "--revoke")


def keeping(shell):
    """What a folder has kept in which nobody has played."""
    folder = ("--data", "games")
    shell.runs("data", "list", *folder)
    shell.runs("data", "prune", *folder)
    shell.runs("data", "backup", "copy.tar.gz", *folder)
    shell.runs("data", "restore", "nowhere.tar.gz", "--data", "other")
    shell.runs("host", "--status", "--data", "other")


def keys(shell):
    """What is said of a host's key where no table was ever opened."""
    shell.runs("key", "show", "--data", "games")
    shell.runs("key", "rotate", "--data", "games")


COMMANDS = {"help": helps, "usage": usage, "refused": refused, "decks": decks, "verify": verify,
            "compare": compare, "play": play, "sim": sim, "learn": learn,
            "invite": invite, "keeping": keeping, "keys": keys}  # fmt: skip
"""What is run, by the name of the file that keeps it."""


def played(name):
    """What the commands print now."""
    with constants(), tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shell = Shell(Path(folder))
        COMMANDS[name](shell)
    text = "".join(f"{line}\n" for line in shell.lines)
    return text.replace(f"runes {OWN_VERSION}", f"runes {VERSION}")


def recorded(name):
    """What the commands printed when they were recorded."""
    return (FOLDER / f"{name}.txt").read_text("utf-8")


def record():
    """Writes down what all commands print now."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in COMMANDS:
        (FOLDER / f"{name}.txt").write_text(played(name), "utf-8")


if __name__ == "__main__":
    record()
