"""The command by the name that the package has: `python -m runes_table`."""

from rr_net.cli import main

if __name__ == "__main__":
    main()
