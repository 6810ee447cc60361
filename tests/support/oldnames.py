"""The names that the redesign left behind: old words for things that have better ones now.

A name is old in one place: `Settings` is what a game of ours calls its settings, and was the old
word for how long a bot may think. So each is listed with the folder or the module where it is old.
"""

EVERYWHERE = ("rr_rules", "rr_net", "rr_tui")
RULES, BOTS, KERNEL = ("rr_rules",), ("rr_rules/bots",), ("rr_rules/kernel",)
REGICIDE, RUNE = ("rr_rules/regicide",), ("rr_rules/rune",)
STREET = ("rr_rules/runes_regulations",)
NET, ROOM, FAIRNESS, TUI = ("rr_net",), ("rr_net/room",), ("rr_net/fairness",), ("rr_tui",)

OLD_MODULES = {
    # the games
    "customs": RULES, "guessing": RULES, "seeing": RULES, "insight": BOTS, "moments": RULES,
    "happenings": RULES, "crossing": RULES, "asking": RULES, "text": STREET, "complaints": RULES,
    "judging": RULES, "sources": RULES, "rulepages": RULES, "making": RULES, "course": RUNE,
    "sketch": RUNE, "outlook": RUNE, "powers": REGICIDE, "memory": REGICIDE, "phrases": REGICIDE,
    # the host
    "leap": NET, "hosting": EVERYWHERE, "errands": EVERYWHERE, "elsewhere": NET, "logbook": NET,
    "asked": NET, "tap": NET, "rr_net/host/host": NET, "rr_net/host/verbs": NET,
    "rr_net/home": NET, "ledgercheck": NET, "connection": ROOM,
    # the interface
    "nighttelling": TUI, "telling": TUI, "foretelling": TUI, "picture": TUI, "keepsake": TUI,
    "ear": TUI, "known": TUI, "turnstile": TUI, "intake": TUI, "remote": TUI, "pump": TUI,
}  # fmt: skip
"""Modules by their name, or by their whole path where only that one was meant."""

OLD_CLASSES = {
    # the games
    "Rules": EVERYWHERE, "OptionSpec": EVERYWHERE, "Insightful": EVERYWHERE, "Settings": BOTS,
    "Choices": EVERYWHERE, "NefariousChoices": EVERYWHERE, "Happening": EVERYWHERE,
    "Event": ("rr_rules/runes_regulations/state/view", "rr_net", "rr_tui"),
    # the host
    "TableSettings": EVERYWHERE, "Choosable": EVERYWHERE, "Desk": EVERYWHERE, "Room": EVERYWHERE,
    "Play": EVERYWHERE, "Stage": EVERYWHERE, "Services": EVERYWHERE, "Proxies": EVERYWHERE,
    "Gallery": EVERYWHERE, "Picture": EVERYWHERE, "LedgerRecord": EVERYWHERE, "Kept": EVERYWHERE,
    "Verdict": ROOM, "Note": EVERYWHERE, "Errand": EVERYWHERE, "Tap": EVERYWHERE,
    "PlainRecord": EVERYWHERE, "ToldArchive": EVERYWHERE,
    # the interface
    "Ear": EVERYWHERE, "Known": EVERYWHERE, "Errands": EVERYWHERE, "Turnstile": EVERYWHERE,
    "Intake": EVERYWHERE, "InputPump": EVERYWHERE, "RemoteApp": EVERYWHERE,
    "RemoteDriver": EVERYWHERE,
}  # fmt: skip

OLD_CONSTANTS = {
    "ROOM_OPTIONS": EVERYWHERE,
    "OPTIONS": RULES,
    "NEFARIOUS_OPTIONS": RULES,
    "THEME_IDS": EVERYWHERE,
}

OLD_ATTRIBUTES = {
    ("Game", "options"): KERNEL,
    ("LiveGame", "option"): NET,
    ("LobbyState", "option"): NET,
}
"""Of a class, what it must not have: by the class and the old name."""

NEW = """
    Game Setting ROOM_SETTINGS BotLimits SearchLimits TablePlan OptionPlaces OptionPointedAt
    SearchHints Event LogEvent RoomState RoomLoop LiveGame RoomServices HostServices AutoPlayers
    MessageCache Cached GameRecord RecordedEntry PlayerNotes VerdictShown RoomNote SignedNote
    EventOpened BotJob TableClient PlayerModel UpdateThrottle InputDecoder InputReader TerminalApp
    ChannelDriver Settings
"""
"""What they are called now."""

ALLOWED_ON_PAGES = {"Settings", "Event", "Verdict", "Note", "Rules", "Play", "Room"}
ON_PAGES = frozenset(OLD_CLASSES) - ALLOWED_ON_PAGES
"""The old names that no page needs as words of their own."""
