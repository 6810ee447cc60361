"""Words of the command that need no more than a file each."""
