"""Writes all vectors: `python -m tests.support.fairness`, after a change of the page."""

from tests.support.fairness.every import MAKERS
from tests.support.fairness.vector import FOLDER

FOLDER.mkdir(parents=True, exist_ok=True)
made = [make() for make in MAKERS]
for old in FOLDER.glob("*.txt"):
    old.unlink()
for vector in made:
    vector.path.write_bytes(vector.text())
print(f"{len(made)} vectors")
