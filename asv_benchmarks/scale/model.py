"""Bytes, tasks, seconds and memory of a call of `clconn.distributed`, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from asv_benchmarks.scale.forest_rounds import rounds_of_forest, tasks_of_round
from asv_benchmarks.scale.forest_sizes import ForestSizes
from clconn.distributed.contraction.component_partition import BYTES_ASKED
from clconn.distributed.exchange import BUCKET_BYTES, MOST_BUCKETS, MOST_PIECES
from clconn.distributed.vertices_room import merge_bytes
from clconn.problems import COMPONENTS, FOREST, MINIMUM_FOREST

__all__ = [
    "KINDS",
    "Contraction",
    "Costs",
    "ForestContraction",
    "Kind",
    "Level",
    "Machine",
    "contraction",
    "contraction_of_forest",
    "costs",
]

SPARSE = 4
"""A partition of so many times fewer edges than vertices is solved on those that have an edge."""

MOST_VERTICES = 2**31 - 1
SHRINKS = 3 / 4
"""What a round of contraction leaves of the names, at most, in expectation; in each partition, too,
if all have nearly all names."""
NAMED_BYTES = 25
"""What a partition keeps of each of its vertices while components are contracted."""
GATHERED, LIVE_BYTES = 16, 16
"""Rounds end when what is left, so many bytes each, takes this part of a worker's memory."""

ROUND_BYTES, ROUND_WEIGHTS = 83, 4
"""What a worker takes in a round of a forest for each name of its partitions, and so many weights;
what partitions had before any round is among it."""
NAMES_A_SECOND = 0.8e6
"""Names of partitions that a thread takes through a round of a forest in a second."""


@dataclass(frozen=True)
class Kind:
    """What a problem costs; memory is fitted to measured peaks.

    Attributes
    ----------
    forest_bytes : int
        Bytes of an edge of a forest, as it travels.
    answer_bytes : int
        Bytes of the answer, for each vertex.
    work : float
        Time to solve and to merge, in that of components.
    base_bytes : float
        Memory of a worker with Python, Dask and PoCL, before it has any edges.
    edge_bytes, vertex_bytes : float
        Memory for each edge of a partition, and for each vertex.
    merged_edge_bytes, merged_vertex_bytes : float
        Memory for each edge that comes into a merge, and for each vertex.
    """

    forest_bytes: int
    answer_bytes: int
    work: float
    base_bytes: float
    edge_bytes: float
    vertex_bytes: float
    merged_edge_bytes: float
    merged_vertex_bytes: float


KINDS = {
    "components": Kind(8, 4, 1.0, 141e6, 19, 4, *merge_bytes(COMPONENTS)),
    "forest": Kind(16, 16, 1.5, 133e6, 19, 28, *merge_bytes(FOREST)),
    "minimum forest": Kind(20, 20, 4.0, 175e6, 44, 57, *merge_bytes(MINIMUM_FOREST, 4)),
}
"""The minimum forest has weights of four bytes."""


@dataclass(frozen=True)
class Machine:
    """A cluster.

    Attributes
    ----------
    name : str
    workers : int
    memory : float
        Bytes of a worker.
    read : float
        Bytes a second that a worker reads.
    network : float
        Bytes a second into a worker.
    checked : float
        Edges a second that a thread checks and converts, after they are read.
    solved, vertices : float
        Edges and vertices a second that a worker solves, transfers to its device included.
    merged : float
        Edges a second of forests that it merges.
    task : float
        Seconds that the scheduler takes for a task.
    threads : int
        Threads of a worker; more than one read and check while the device solves.
    machines : int or None
        Machines, if several workers share the speed of one.
    """

    name: str
    workers: int
    memory: float
    read: float
    network: float
    checked: float
    solved: float
    vertices: float
    merged: float
    task: float = 1e-3
    threads: int = 1
    machines: int | None = None

    @property
    def at_once(self) -> int:
        """Tasks that run side by side at full speed."""
        return self.workers if self.machines is None else min(self.workers, self.machines)

    def at_work(self, partitions: int) -> int:
        """Return how many threads of a worker have a partition each."""
        return min(self.threads, -(-partitions // self.at_once))

    def share_of_a_worker(self, partitions: int) -> float:
        """Return what the worker with the most partitions has of all of them."""
        return -(-partitions // self.workers) / partitions

    def share_of_a_thread(self, partitions: int) -> float:
        """Return what the thread with the most tasks has of all, if each partition is one."""
        return -(-partitions // (self.at_once * self.threads)) / partitions


@dataclass(frozen=True)
class Level:
    """The tasks of one level: sums, but for the last two, which are of the largest task."""

    tasks: int
    edges: float
    forest_edges: float
    forest_bytes: float
    seconds: float
    peak_bytes: float
    moved_bytes: float


@dataclass(frozen=True)
class Costs:
    """What a call costs.

    Attributes
    ----------
    levels : list of Level
    read_bytes : float
    answer_bytes : float
    tasks : int
        As the scheduler counts them: each has a report, too.
    phases : dict of str to float
        Seconds of each kind of work; some overlap.
    limits : dict of str to float
        What of the cluster is used: over 1 it breaks.
    """

    levels: list[Level]
    read_bytes: float
    answer_bytes: float
    tasks: int
    phases: dict[str, float]
    limits: dict[str, float]

    @property
    def seconds(self) -> float:
        """The time of the call; the scheduler works beside the workers."""
        work = sum(level.seconds for level in self.levels) + self.phases["answer on its way"]
        return max(work, self.phases["scheduler"])

    @property
    def longest(self) -> str:
        """What takes most of the time."""
        return max(self.phases, key=lambda phase: self.phases[phase])

    @property
    def moved_bytes(self) -> float:
        """Bytes of forests that go from worker to worker."""
        return sum(level.moved_bytes for level in self.levels)

    @property
    def peak_bytes(self) -> float:
        """The memory of the worker that needs most."""
        return max(level.peak_bytes for level in self.levels)

    @property
    def breaks(self) -> list[str]:
        """What is over its limit, the worst first."""
        ordered = sorted(self.limits.items(), key=lambda each: -each[1])
        return [name for name, used in ordered if used > 1]


def _tree(partitions: int, fan_in: int) -> Iterator[tuple[int, float, float, int]]:
    """Yield for each level its tasks, the share of edges of all but the last and of the last one,
    and how many parts the largest has."""
    tasks, share = partitions, 1 / partitions
    yield tasks, share, share, 1
    while tasks > 1:
        parts = min(fan_in, tasks)
        tasks, share = -(-tasks // fan_in), min(1.0, share * fan_in)
        yield tasks, share, max(0.0, 1 - (tasks - 1) * share), parts


def _partition_seconds(
    machine: Machine, kind: Kind, edges: float, vertices: float, edge_bytes: float, threads: int
) -> dict[str, float]:
    return {
        "reading": edges * edge_bytes / machine.read,
        "checking": edges / machine.checked / threads,
        "solving": kind.work * (edges / machine.solved + vertices / machine.vertices),
    }


def _partition_bytes(kind: Kind, edges: float, vertices: float, threads: int) -> float:
    """Return the memory of a worker that reads a partition in each thread, and solves one."""
    return kind.base_bytes + kind.edge_bytes * edges * threads + kind.vertex_bytes * vertices


def _together(threads: int, steps: dict[str, float]) -> float:
    """Return the time of steps, which overlap if several threads have partitions."""
    return sum(steps.values()) if threads == 1 else max(steps.values())


def costs(
    graph: ForestSizes,
    machine: Machine,
    partitions: int,
    *,
    problem: str = "components",
    fan_in: int = 4,
    read_edge_bytes: float = 16,
    name_bytes: int = 0,
) -> Costs:
    """Return what a call costs, if parts are of one size.

    Parameters
    ----------
    graph : ForestSizes
    machine : Machine
    partitions, fan_in : int
    problem : str
        A key of `KINDS`.
    read_edge_bytes : float
        Bytes of an edge where it is read: 8, 16, or more as text; fewer if compressed.
    name_bytes : int
        Bytes of a vertex's name, which travels with forests; 0 if ids are vertices.
    """
    kind, n = KINDS[problem], graph.n
    levels: list[Level] = []
    phases: dict[str, float] = {}
    coming = graph.edges
    for depth, (tasks, share, last, parts) in enumerate(_tree(partitions, fan_in)):
        sizes = [(tasks - 1, share), (1, last)]
        forest_edges = sum(count * graph.forest(of) for count, of in sizes if count)
        names = sum(count * graph.touched(of) for count, of in sizes if count) if name_bytes else 0
        forest_bytes = forest_edges * kind.forest_bytes + names * name_bytes
        waves = -(-tasks // machine.at_once)
        edges = coming / tasks if depth == 0 else parts * coming / levels[-1].tasks
        arrays = min(n, 2 * edges) if n > SPARSE * max(edges, 1024) else n
        moved = 0.0
        if depth == 0:
            threads = machine.at_work(partitions)
            steps = _partition_seconds(machine, kind, edges, arrays, read_edge_bytes, threads)
            each = _together(threads, steps)
            peak = _partition_bytes(kind, edges, arrays, threads)
        else:
            # One of the parts is there already, and with one worker all are.
            away = (parts - 1) / parts * (machine.workers > 1)
            moved = levels[-1].forest_bytes * away
            steps = {
                "forests on their way": moved / tasks / machine.network,
                "merging": kind.work * edges / machine.merged,
            }
            each = sum(steps.values())
            peak = kind.merged_edge_bytes * edges + kind.merged_vertex_bytes * arrays
            peak += kind.base_bytes
        for step, taken in steps.items():
            phases[step] = phases.get(step, 0.0) + waves * taken
        levels.append(Level(tasks, coming, forest_edges, forest_bytes, waves * each, peak, moved))
        coming = forest_edges
    answer = n * (kind.answer_bytes + name_bytes)
    tasks = 2 * sum(level.tasks for level in levels) + 1
    phases |= {"answer on its way": answer / machine.network, "scheduler": tasks * machine.task}
    limits = {
        "ids of vertices": n / MOST_VERTICES,
        "memory of a partition": levels[0].peak_bytes / machine.memory,
        "memory of a merge": max([0.0, *(each.peak_bytes for each in levels[1:])]) / machine.memory,
        "memory of the client": answer / machine.memory,
    }
    return Costs(levels, graph.edges * read_edge_bytes, answer, tasks, phases, limits)


@dataclass(frozen=True)
class Contraction:
    """What components by rounds of contraction cost.

    Attributes
    ----------
    rounds, tasks : int
    shuffled_bytes, kept_bytes : float
        What goes through the network, and what all workers keep in memory.
    seconds : float
    """

    rounds: int
    tasks: int
    shuffled_bytes: float
    kept_bytes: float
    seconds: float


def contraction(
    graph: ForestSizes,
    machine: Machine,
    partitions: int,
    *,
    read_edge_bytes: float = 16,
    shrinks: float = SHRINKS,
) -> Contraction:
    """Return what rounds of contraction cost, until one worker can finish what is left.

    The time is that of reading and of the network; what threads do with names is not in it.
    """
    first = live = partitions * graph.touched(1 / partitions)
    asked = [first]  # the smallest vertices, in the end
    while live * LIVE_BYTES > machine.memory / GATHERED:
        asked.append(live)
        live *= shrinks
    shuffled = sum(asked) * BYTES_ASKED
    buckets = [_buckets(each * BYTES_ASKED, partitions, machine.memory) for each in asked]
    tasks = int(2 * partitions * sum(buckets))
    edges = graph.edges / partitions
    waves = -(-partitions // machine.at_once)
    threads = machine.at_work(partitions)
    steps = _partition_seconds(
        machine, KINDS["components"], edges, min(graph.n, 2 * edges), read_edge_bytes, threads
    )
    of_worker = machine.share_of_a_worker(partitions) * shuffled
    seconds = waves * _together(threads, steps) + of_worker / machine.network
    return Contraction(
        len(asked) - 1, tasks, shuffled, first * NAMED_BYTES, max(seconds, tasks * machine.task)
    )


@dataclass(frozen=True)
class ForestContraction(Contraction):
    """What a forest by rounds of contraction costs.

    Attributes
    ----------
    peak_bytes : float
        The memory of the worker that needs most.
    phases, limits : dict of str to float
        As `Costs` has them.
    """

    peak_bytes: float
    phases: dict[str, float]
    limits: dict[str, float]


def contraction_of_forest(
    graph: ForestSizes,
    machine: Machine,
    partitions: int,
    *,
    problem: str = "forest",
    read_edge_bytes: float = 16,
    gather_bytes: float | None = None,
) -> ForestContraction:
    """Return what rounds cost until one worker can finish what is left of a forest.

    A partition is one task of each step of a round, so no more threads work than there are
    partitions, and no more workers have any.
    """
    kind = KINDS[problem]
    weight = kind.forest_bytes - KINDS["forest"].forest_bytes
    limit = machine.memory / GATHERED if gather_bytes is None else gather_bytes
    left = rounds_of_forest(graph, partitions)
    rounds = list(takewhile(lambda each: each.left_bytes(weight) > limit, left))
    asked = [each.shuffled_bytes(weight) for each in rounds]
    tasks = int(
        sum(
            tasks_of_round(partitions, _buckets(each, partitions, machine.memory)) for each in asked
        )
    )
    edges = graph.edges / partitions
    vertices = min(graph.n, 2 * edges)
    threads = machine.at_work(partitions)
    steps = _partition_seconds(machine, kind, edges, vertices, read_edge_bytes, threads)
    of_worker = machine.share_of_a_worker(partitions)
    of_thread = machine.share_of_a_thread(partitions)
    phases = {
        "reading": -(-partitions // machine.at_once) * _together(threads, steps),
        "rounds": of_thread * sum(each.live for each in rounds) / NAMES_A_SECOND,
        "names on their way": of_worker * sum(asked) / machine.network,
        "scheduler": tasks * machine.task,
    }
    name_bytes = ROUND_BYTES + ROUND_WEIGHTS * weight
    peaks = {
        "memory of rounds": kind.base_bytes + name_bytes * of_worker * left[0].live,
        "memory of a partition": _partition_bytes(kind, edges, vertices, threads),
    }
    work = sum(phases.values()) - phases["scheduler"]
    return ForestContraction(
        len(rounds),
        tasks,
        sum(asked),
        left[0].left_bytes(weight),
        max(work, phases["scheduler"]),
        max(peaks.values()),
        phases,
        {what: peak / machine.memory for what, peak in peaks.items()},
    )


def _buckets(size: float, partitions: int, memory: float) -> float:
    """Return what :func:`clconn.distributed.exchange.bucket_count` does."""
    worthwhile = min(size / BUCKET_BYTES, partitions, MOST_PIECES / partitions)
    return max(1.0, min(max(worthwhile, size / (memory / GATHERED)), MOST_BUCKETS))
