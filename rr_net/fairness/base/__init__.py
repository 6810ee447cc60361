"""The forms of a record: hashes, secrets, rows, signed notes and the manifest. No process."""
