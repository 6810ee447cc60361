"""`runes completion`: what a shell needs to complete the command."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")
HELP = """Print what makes your shell complete `runes`: words, options, games and bots.

\b
Put it where your shell looks for such things:
  bash: runes completion bash > ~/.local/share/bash-completion/completions/runes
  zsh: a folder of $fpath, as _runes
  fish: runes completion fish > ~/.config/fish/completions/runes.fish
"""


@click.command("completion", help=HELP, short_help="Print what makes your shell complete runes.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a shell's completion."""
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(context.find_root().command, {}, "runes", "_RUNES_COMPLETE").source())
