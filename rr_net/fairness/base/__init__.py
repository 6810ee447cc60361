"""The forms of a record: hashes, secrets, rows, notes and the manifest. No process."""
