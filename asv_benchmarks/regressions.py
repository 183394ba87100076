"""End with code 1 if a commit is slower than an earlier one, by the recorded results.

Run it at the root of the repository::

    python -m asv_benchmarks.regressions main~9 HEAD --threshold 1.1 --machine h100

Each benchmark that was recorded at HEAD is compared with its last result at BASE or before it; a
recording rarely has all benchmarks. asv compares: a benchmark has become slower if its result is
larger by more than the threshold and the two results differ beyond their confidence intervals, or
if it fails now. The table has the benchmarks that changed.

The exit code is 0 if none became slower, 1 if one did, and 2 if there is nothing to compare, so
that a missing recording does not pass for a good one.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from asv.commands.compare import Compare  # type: ignore[import-untyped]
from asv.config import Config  # type: ignore[import-untyped]
from asv.results import Results, iter_results_for_machine  # type: ignore[import-untyped]

ROOT = Path(__file__).resolve().parent.parent
THRESHOLD = 1.1


class NothingToCompareError(Exception):
    """A commit or a machine has no results that could be compared."""


def slower(config: Any, machine: str, base: str, head: str, threshold: float) -> bool:
    """Print which benchmarks changed, and return whether one became slower.

    Raises
    ------
    NothingToCompareError
        If a commit does not exist, or no benchmark was recorded on both sides.
    """
    repository = Path(config.repo)
    head_hash = _history(repository, head)[0]
    before = _history(repository, base)
    recorded = {result.commit_hash: result for result in _recorded(config, machine)}
    if head_hash not in recorded:
        raise NothingToCompareError(
            f"{machine} has no results of {head} ({head_hash[:8]}); it has those of "
            f"{', '.join(name[:8] for name in recorded)}"
        )
    new = list(_entries(recorded[head_hash]))
    wanted = {entry[0] for entry in new}
    old: dict[str, tuple[Any, ...]] = {}
    for commit in before:
        if commit in recorded and commit != head_hash:
            for entry in _entries(recorded[commit]):
                if entry[0] in wanted:
                    old.setdefault(entry[0], entry)
    if not old:
        raise NothingToCompareError(
            f"no benchmark of {head} ({head_hash[:8]}) was recorded on {machine} at {base} "
            "or before it"
        )
    print(f"{len(old)} of {len(wanted)} benchmarks of {head_hash[:8]} were recorded before:")
    worse, _ = Compare.print_table(
        config,
        before[0],
        head_hash,
        factor=threshold,
        split=False,
        resultset_1=old.values(),
        resultset_2=[entry for entry in new if entry[0] in old],
        machine=machine,
        only_changed=True,
        commit_names={before[0]: base, head_hash: head},
    )
    return bool(worse)


def _history(repository: Path, name: str) -> list[str]:
    """The commit of a name and its ancestors, the latest first."""
    command = ["git", "-C", str(repository), "log", "--topo-order", "--format=%H", name, "--"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NothingToCompareError(f"{repository} has no commit {name!r}")
    return done.stdout.split()


def _recorded(config: Any, machine: str) -> list[Results]:
    folder = Path(config.results_dir)
    machines = sorted(path.parent.name for path in folder.glob("*/machine.json"))
    if machine not in machines:
        there = ", ".join(machines) or "none"
        raise NothingToCompareError(f"{folder} has no machine {machine!r}; there are: {there}")
    return list(iter_results_for_machine(config.results_dir, machine))


def _entries(result: Results) -> Iterator[tuple[Any, ...]]:
    """The benchmarks of a recording, as asv compares them."""
    for name in result.get_all_result_keys():
        parameters = result.get_result_params(name)
        yield (
            name,
            parameters,
            result.get_result_value(name, parameters),
            result.get_result_stats(name, parameters),
            result.get_result_samples(name, parameters),
            result.benchmark_version.get(name),
            result.params["machine"],
            result.env_name,
        )


def main() -> int:
    """Compare two commits; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m asv_benchmarks.regressions",
        description="Exit with code 1 if a benchmark is slower at HEAD than at BASE.",
    )
    parser.add_argument("base", metavar="BASE", help="the earlier commit, by any name git knows")
    parser.add_argument("head", metavar="HEAD", help="a later commit, which has results")
    parser.add_argument(
        "--threshold",
        type=_ratio,
        default=THRESHOLD,
        help="how many times as long is a regression (default: %(default)s)",
    )
    parser.add_argument("--machine", default="h100", help="whose results (default: %(default)s)")
    parser.add_argument(
        "--config",
        type=Path,
        default=ROOT / "asv.conf.json",
        help="asv's configuration, which names the repository and the results",
    )
    arguments = parser.parse_args()
    config = Config.load(str(arguments.config))
    # asv leaves both as they stand in the file, relative to its folder.
    folder = arguments.config.resolve().parent
    config.repo = str(folder / config.repo)
    config.results_dir = str(folder / config.results_dir)
    try:
        worse = slower(
            config, arguments.machine, arguments.base, arguments.head, arguments.threshold
        )
    except NothingToCompareError as error:
        print(f"regressions: {error}", file=sys.stderr)
        return 2
    print(f"regressions: {'slower' if worse else 'none'}, by more than {arguments.threshold:g}")
    return 1 if worse else 0


def _ratio(text: str) -> float:
    value = float(text)
    if not value >= 1:
        raise argparse.ArgumentTypeError(f"{text}; a ratio of times is expected, such as 1.1")
    return value


if __name__ == "__main__":
    sys.exit(main())
