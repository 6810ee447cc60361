"""The SSH side of a host, independent of games: `serve_ssh` sends whoever comes to a `Door`."""

from rr_net.ssh.banner import invite_lines, is_here, reachable_addresses, relay_lines
from rr_net.ssh.callers import Caller
from rr_net.ssh.door import Door
from rr_net.ssh.keys import Fingerprint, fingerprint_of, key_words, load_host_key
from rr_net.ssh.limits import BadHostKey, CannotListen, Limits, LineTooLong, SshError
from rr_net.ssh.pipe import PipeSession
from rr_net.ssh.server import PrintableFormatter, ServedKeys, SSHListener, open_ssh, serve_ssh
from rr_net.ssh.terminal import TerminalSession

__all__ = [
    "BadHostKey",
    "Caller",
    "CannotListen",
    "Door",
    "Fingerprint",
    "Limits",
    "LineTooLong",
    "PipeSession",
    "PrintableFormatter",
    "SSHListener",
    "ServedKeys",
    "SshError",
    "TerminalSession",
    "fingerprint_of",
    "invite_lines",
    "is_here",
    "key_words",
    "load_host_key",
    "open_ssh",
    "reachable_addresses",
    "relay_lines",
    "serve_ssh",
]
