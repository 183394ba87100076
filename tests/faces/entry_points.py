"""The entry points of the project, for processes in which it is not installed."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def entry_points_of_the_project() -> dict[str, dict[str, str]]:
    """What each group of ``pyproject.toml`` says."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups: dict[str, dict[str, str]] = project["entry-points"]
    return groups


def write_entry_points(folder: Path) -> None:
    """Write the metadata of a distribution that has nothing but these entry points.

    It goes by another name, since Python looks at one distribution of a name only, and an older
    installation may come first.
    """
    metadata = folder / "clconn_entry_points-0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: clconn-entry-points\nVersion: 0\n"
    )
    lines = []
    for group, values in entry_points_of_the_project().items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in values.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines) + "\n")
