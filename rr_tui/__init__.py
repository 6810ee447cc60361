"""The interface: screens for a table, over ssh or in this terminal."""
