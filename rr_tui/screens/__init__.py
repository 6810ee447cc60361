"""The screens, one for each phase of an evening: connect, lobby, game, end."""
