"""Build the dashboard from the recorded results: ``python -m asv_benchmarks.dashboard``.

The finished folder opens without a network, from a server or as files. To build it needs asv and
the repository, and the first time a package index (:mod:`asv_benchmarks.dashboard.scripts`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from asv_benchmarks.benchmarks.graphs import cache_folder
from asv_benchmarks.dashboard.lines import read_lines
from asv_benchmarks.dashboard.page import NAME, add_to_menu, page
from asv_benchmarks.dashboard.scripts import ScriptsError, localize, scripts_of_asv

ROOT = Path(__file__).resolve().parents[2]


def build(site: Path, scripts: dict[str, bytes], config: Path = ROOT / "asv.conf.json") -> Path:
    """Publish the results that asv's configuration names; return our page."""
    command = [sys.executable, "-m", "asv", "--config", str(config), "publish"]
    subprocess.run([*command, "--no-pull", "--html-dir", str(site)], check=True, cwd=config.parent)
    localize(site, scripts)
    index = json.loads((site / "index.json").read_text(encoding="utf-8"))
    devices = {
        name: machine.get("device", name) for name, machine in sorted(index["machines"].items())
    }
    repository = config.parent / json.loads(_without_comments(config))["repo"]
    text = page(read_lines(site, repository), devices)
    (site / NAME).write_text(text, encoding="utf-8")
    add_to_menu(site / "index.html")
    return site / NAME


def _without_comments(config: Path) -> str:
    lines = config.read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("//"))


def main() -> int:
    """Build the dashboard, and say where it is."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.dashboard",
        description="Build pages of all recorded results, which open without a network.",
    )
    parser.add_argument(
        "--html-dir",
        type=Path,
        default=ROOT / ".asv/html",
        help="where the pages go; what is there is replaced (default: %(default)s)",
    )
    arguments = parser.parse_args()
    try:
        scripts = scripts_of_asv(cache_folder())
        built = build(arguments.html_dir.resolve(), scripts)
    except ScriptsError as error:
        print(f"dashboard: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"dashboard: {error}; its messages are above", file=sys.stderr)
        return 1
    print(f"dashboard: open {built}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
