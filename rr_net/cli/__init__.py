"""The `runes` command, a file for each of its words.

A word is imported when somebody says it: `runes --help` and `runes --version` import none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.shell_completion import CompletionItem


class Word(NamedTuple):
    """One word of the command."""

    load: Callable[[], click.Command]
    """Imports it."""
    about: str
    """What it does, in a line."""
    examples: tuple[str, ...]


def _play() -> click.Command:
    from rr_net.cli.tables import play

    return play


def _host() -> click.Command:
    from rr_net.cli.tables import host

    return host


def _join() -> click.Command:
    from rr_net.cli.join import join_command

    return join_command


def _learn() -> click.Command:
    from rr_net.cli.words.learn import learn_command

    return learn_command


def _invite() -> click.Command:
    from rr_net.cli.words.invite import invite_command

    return invite_command


def _history() -> click.Command:
    from rr_net.cli.history import history_command

    return history_command


def _replay() -> click.Command:
    from rr_net.cli.replaying import replay_command

    return replay_command


def _verify() -> click.Command:
    from rr_net.cli.verify import verify_command

    return verify_command


def _sim() -> click.Command:
    from rr_net.cli.lab.sim import sim_command

    return sim_command


def _fit() -> click.Command:
    from rr_net.cli.lab.fit import fit_command

    return fit_command


def _deck() -> click.Command:
    from rr_net.cli.tables import deck

    return deck


def _relay() -> click.Command:
    from rr_net.cli.relay import relay_command

    return relay_command


def _config() -> click.Command:
    from rr_net.cli.words.config import config_command

    return config_command


def _keeping() -> click.Command:
    from rr_net.cli.words.keeping import data_command

    return data_command


def _key() -> click.Command:
    from rr_net.cli.words.key import key_command

    return key_command


def _completion() -> click.Command:
    from rr_net.cli.words.completion import completion_command

    return completion_command


WORDS = {
    "play": Word(_play, "Play at this screen, without a network.", (
        "runes play --bots 2",
        "runes play --game regicide --bots 0",
        "runes play --hotseat 3",
        "runes play --bots 4 --option nefarious=on",
    )),
    "host": Word(_host, "Host a table that friends reach by ssh.", (
        "runes host",
        "runes host --listen 0.0.0.0 --bots 2",
        "runes host --via relay.example.org --name maple",
        "runes host --headless --listen 0.0.0.0 --port 2222 --resume",
    )),
    "join": Word(_join, "Join a table on another machine, in this terminal.", (
        "runes join ann@198.51.100.7:2222",
        "runes join ssh -p 2222 ann@198.51.100.7",
        "runes join",
    )),
    "learn": Word(_learn, "Take a lesson; without ID, list them all.", (
        "runes learn",
        "runes learn rr-1",
    )),
    "invite": Word(_invite, "Make a code for one person.", (
        "runes invite ann --for 3d",
        "runes invite --list",
        "runes invite --revoke ann",
    )),
    "history": Word(_history, "List the games that were played here.", (
        "runes history ann won",
        'runes history --game regicide ">30"',
        "runes history --me --json",
    )),
    "replay": Word(_replay, "Look at a finished game, step by step.", (
        "runes replay last",
        "runes replay 0d85ff46",
        "runes replay bundle.json --json",
    )),
    "verify": Word(_verify, "Check the record of a game, offline.", (
        "runes verify last",
        "runes verify 0d85ff46",
        "runes verify bundle.json --commitment HEX --receipts mine.json",
        "runes verify --compare bundle.json a-friends-bundle.json",
        "runes verify --second bundle.json",
    )),
    "sim": Word(_sim, "Let bots play tournaments and count who wins.", (
        "runes sim --bots greedy,search --games 20",
        "runes sim --bots greedy --games 4000 --keep games --cluster tcp://127.0.0.1:8786",
    )),
    "fit": Word(_fit, "Make the numbers that a game's bots play by anew.", (
        "runes fit rune --work fit-rune",
    )),
    "deck": Word(_deck, "Deck files of your own.", ("runes deck check mine.toml",)),
    "relay": Word(_relay, "Run a relay between hosts and friends.", (
        "runes relay --listen 0.0.0.0:2200",
        "runes relay --data relay --metrics 127.0.0.1:9464",
    )),
    "config": Word(_config, "Show, check or edit the config file.", (
        "runes config show",
        "runes config edit",
    )),
    "data": Word(_keeping, "Copy, list and prune what a host has kept.", (
        "runes data backup table.tar.gz",
        "runes data list",
    )),
    "key": Word(_key, "Show a host's key, or have another one take its place.", (
        "runes key show",
        "runes key rotate",
        "runes key rotate --now",
    )),
    "completion": Word(_completion, "Print what makes your shell complete runes.", (
        "runes completion bash > ~/.local/share/bash-completion/completions/runes",
        "runes completion fish | source",
    )),
}  # fmt: skip
BELOW = {
    "config check": ("runes config check",),
    "config edit": ("runes config edit",),
    "config show": ("runes config show",),
    "data backup": ("runes data backup table.tar.gz",),
    "data list": ("runes data list",),
    "data prune": ("runes data prune --keep 50",),
    "data restore": ("runes data restore table.tar.gz --data new-folder",),
    "deck check": ("runes deck check mine.toml",),
    "history forget": ("runes history forget ann",),
    "key rotate": ("runes key rotate", "runes key rotate --now"),
    "key show": ("runes key show",),
    "history import": ("runes history import bundle.json", "runes history import old-records/"),
}
"""Examples of words below a word."""


class Runes(click.Group):
    """The command: it knows its words without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The words, the likeliest first."""
        return list(WORDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A word, imported now, with its examples."""
        if cmd_name not in WORDS:
            return None
        found = WORDS[cmd_name].load()
        for path, command in _with_those_below(cmd_name, found):
            examples = WORDS[path].examples if path in WORDS else BELOW.get(path)
            command.epilog = _told(examples) if examples else None
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of words."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, word.about) for name, word in WORDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The words and options that begin so."""
        from click.shell_completion import CompletionItem

        names = [name for name in WORDS if name.startswith(incomplete)]
        words = [CompletionItem(name, help=WORDS[name].about) for name in names]
        return words + click.Command.shell_complete(self, ctx, incomplete)


def _with_those_below(path: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        for name, below in command.commands.items():
            yield from _with_those_below(f"{path} {name}", below)


def _told(examples: tuple[str, ...]) -> str:
    return "\b\n" + "\n".join(("Examples:", *(f"  {each}" for each in examples)))


def _say_version(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked:
        from rr_rules import __version__

        click.echo(f"runes {__version__}")
        ctx.exit()


@click.group(cls=Runes, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version,
              help="Show the version and exit.")  # fmt: skip
def main() -> None:
    """Card games over ssh: one player hosts, the others need nothing but ssh."""
