"""For researchers: every game as an environment of PettingZoo, seen through one seat's eyes."""
