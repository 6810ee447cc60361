"""The relay: hosts come out to it, guests come in, and the two are spliced by a table's name."""
