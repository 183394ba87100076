"""A repository with a history of benchmark results that asv's own classes wrote."""

from __future__ import annotations

import itertools
import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

MACHINE = {
    "arch": "x86_64", "cpu": "a processor", "num_cpu": "2", "os": "Linux", "ram": "1", "version": 1,
}  # fmt: skip
MILLISECOND = 1e-3
NOISE = (0.99, 1.0, 1.01)
"""Of the samples of a benchmark, around its value."""

FORESTS = "forests.Compute.time_compute"
WHOLE_WAY = "components.EndToEnd.time_scipy_to_labels"
SUBJECTS = ["The first", "Faster & <b>bolder</b>", "Words alone", "A step back", "More words"]
STEPS = (2.0, 1.0, 1.0, 1.5, 1.5)


class MadeHistory:
    """A git repository, asv's configuration, and what was recorded of the commits.

    Parameters
    ----------
    folder
        An empty one.
    benchmarks
        The values of each parameter, by asv's names of benchmarks and of parameters.
    """

    def __init__(self, folder: Path, benchmarks: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self.folder = folder
        self.config = folder / "asv.conf.json"
        self.results = folder / "results"
        self.hashes: list[str] = []
        self.git("init", "--quiet", "--initial-branch", "main")
        self.benchmarks = {
            name: {
                "name": name,
                "param_names": list(parameters),
                "params": [[repr(value) for value in values] for values in parameters.values()],
                "type": "time",
                "unit": "seconds",
                "version": "1",
                "code": "",
            }
            for name, parameters in benchmarks.items()
        }
        self.results.mkdir()
        (self.results / "benchmarks.json").write_text(json.dumps({**self.benchmarks, "version": 2}))
        configured = {"version": 1, "project": "made", "repo": ".", "branches": ["main"]}
        configured |= {"results_dir": "results", "html_dir": "html", "benchmark_dir": "benchmarks"}
        self.config.write_text(json.dumps(configured))

    def git(self, *words: str) -> str:
        """Run git, and return what it prints."""
        identity = ["-c", "user.name=someone", "-c", "user.email=someone@example.org"]
        command = ["git", "-C", str(self.folder), *identity, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def commit(self, subject: str) -> str:
        """Make a commit of what is there, and return its hash."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", subject)
        return self.git("rev-parse", "HEAD")

    def record(
        self,
        commit: str,
        benchmark: str,
        milliseconds: Mapping[tuple[str, ...], float | None],
        machine: str = "h100",
        noise: Sequence[float] = NOISE,
    ) -> None:
        """Store results; a value of None is a failure, and what is not named was skipped."""
        from asv.results import Results
        from asv.runner import BenchmarkResult

        described: dict[str, Any] = {
            **MACHINE,
            "machine": machine,
            "device": f"device of {machine}",
        }
        (self.results / machine).mkdir(exist_ok=True)
        (self.results / machine / "machine.json").write_text(json.dumps(described))
        del described["version"]
        described["python"] = "3.11"
        date = 1000 * int(self.git("log", "-1", "--format=%ct", commit))
        made = Results(described, {}, commit, date, "3.11", "existing", {})
        path = self.results / machine / f"{commit[:8]}-existing.json"
        if path.exists():
            made = Results.load(str(path), machine_name=machine)
        entry = self.benchmarks[benchmark]
        values = [
            milliseconds.get(tuple(text.strip("'") for text in combination), float("nan"))
            for combination in itertools.product(*entry["params"])
        ]
        samples = [
            [MILLISECOND * value * factor for factor in noise] if value and value == value else None
            for value in values
        ]
        number = [1 if sample else None for sample in samples]
        made.add_result(entry, BenchmarkResult(values, samples, number, 0, "", None))
        made.save(str(self.results))


def history_with_a_step(folder: Path) -> MadeHistory:
    """Five commits; forests and components become slower with the fourth, and stay so."""
    auto_and_other = {"graph": ["web", "road24", "social"], "variant": ["auto", "csr/async/single"]}
    made = MadeHistory(folder, {FORESTS: auto_and_other, WHOLE_WAY: {"graph": ["rmat16", "web"]}})
    made.hashes = [made.commit(subject) for subject in SUBJECTS]
    for commit, step in zip(made.hashes, STEPS, strict=True):
        times = {("web", "auto"): step, ("road24", "auto"): 3.0, ("web", "csr/async/single"): 9.0}
        made.record(commit, FORESTS, {**times, ("social", "auto"): None})
        made.record(commit, WHOLE_WAY, {("rmat16",): 4 * step}, machine="processor")
    return made
