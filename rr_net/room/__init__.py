"""A table with people around it: lobby, seats, chat, the host's acts, and what each is shown."""
