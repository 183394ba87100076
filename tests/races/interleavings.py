"""Build the explorer of interleavings out of the text of a kernel file, and ask it.

The text is that of ``finish_rows.cl`` as the backend assembles it, with all finds and unions, and
of the finalization in ``canonical.cl``, or with the union of ``block_trees.h`` in place of them,
between ``opencl_as_c.h`` and ``work_item.c``. A C
compiler makes a program of it and of ``explorer.c`` for each find and union.

What is modelled:

- Every interleaving of the accesses of two to five work-items, each of which unites the edges of
  some rows (``finish_entries`` or ``finish_entries_ahead``), or finalizes one vertex
  (``finalize``). Preemptions are not bounded: the search ends when all states were met. If they are
  too many, the scenario is explored without delayed stores, and then without stale loads; the
  answer says how many were.
- Stale loads, where a scenario asks for them: a plain load returns any value that the number has
  held since the work-item itself wrote it last, or since the kernel began. Nothing else makes a
  work-item see anything new, not a newer value that it has loaded before, nor a compare-and-swap
  that failed; real caches promise more than that.
- Delayed stores, where a scenario asks for them: a plain store arrives at any time, after later
  accesses of the same work-item to other places too, but at the latest before the work-item's next
  store or atomic function there. Its own loads see it at once.
- Atomic functions act at once, on the value that is there.
- A work-item that has not got a lock tries again twice at most while somebody else has it, and then
  waits: no device starves a work-item for ever.

What is checked at every time: no cycle, no tree with vertices of two components, no parent that is
not above its child, no child that becomes a root. At the end: each component is one tree, and after
a finalization every vertex points to its root. Each row ends within MOST_STEPS accesses. For unions
that link roots alone: each vertex is linked once, and the edges that linked are a spanning forest.

What is not modelled: more work-items and vertices than the scenarios have; a compiler that loads
twice where the text loads once, or moves an access (OpenCL lets it); work-items in lock step that
starve each other; torn words; the arrays that no work-item writes; the kernels of sampling, of
searches, of rounds and of minimum forests. Union-JTB's coin is a hash, and always falls alike.
States are told apart by a fingerprint of 64 bits.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from clconn.design_space import Variant
from clconn.opencl_backend.device import kernel_text
from clconn.opencl_backend.device.counters import COUNTER_SWITCHES
from clconn.opencl_backend.plan.plan_builder import variant_switches
from clconn.opencl_backend.union_find.finish_rows import FINISH_COUNTERS
from clconn.opencl_backend.union_find.union_switches import unite_switches
from tests.helpers.kernels_as_c import changed, compile_c, definitions, with_accesses

__all__ = [
    "ENDLESS_SECONDS",
    "Explorer",
    "Scenario",
    "assembled_text",
    "switches_of",
    "text_with_blocks",
]

FOLDER = Path(__file__).parent

ENDLESS_SECONDS = 120
"""After which an explorer that does not answer is stopped."""

MOST_STATES = 300_000
"""Of a scenario; with more it is explored without delayed stores, then without stale loads."""

_OF_THE_HOST = {**COUNTER_SWITCHES, **FINISH_COUNTERS}


@dataclass(frozen=True)
class Scenario:
    """Threads, and the trees that they begin with.

    Attributes
    ----------
    parents : sequence of int
        The first parent of each vertex.
    threads : sequence
        For each thread its rows, each a vertex and its neighbors; or, for a finalization, the
        vertices that it finalizes, each with no neighbors.
    stale, delayed : bool
        Whether plain loads may be stale, and plain stores be delayed.
    """

    parents: Sequence[int]
    threads: Sequence[Sequence[tuple[int, Sequence[int]]]]
    stale: bool = True
    delayed: bool = False


def switches_of(variant: Variant) -> dict[str, str | None]:
    """The ``-D`` switches of a variant's find and union, and of what it keeps beside the parents.

    Unions that link roots alone keep the edges of a spanning forest as well.
    """
    switches = {**variant_switches(variant), **unite_switches(variant)}
    if variant.rule is not None and variant.rule.links_roots_only:
        switches["FOREST"] = None
    return switches


@cache
def assembled_text() -> str:
    """The text of the kernels as C: shared accesses are calls of the explorer."""
    plain = (FOLDER / "plain_accesses.h").read_text()
    # The rest of canonical.cl runs when no thread changes parents any more; its headers are among
    # those of finish_rows.cl.
    canonical = kernel_text.text_of("canonical", ("flatten", "finalize"))
    kernels = canonical[canonical.index("__kernel ") :]
    return with_accesses(kernel_text.kernel_source("finish_rows") + kernels, plain)


@cache
def text_with_blocks() -> str:
    """The same with the union within blocks of ids as the union, on parents in place of trees."""
    header = (resources.files("clconn.kernels_cl") / "union_find/block_trees.h").read_text()
    union = header[header.index("#define LINK_TREE") : header.index("// Join a block")]
    accesses = """
#define LOAD_TREE(i) LOAD_PARENT(trees, i)
#define STORE_TREE(i, value) STORE_PARENT(trees, i, value)
"""
    instead = """
#undef UNITE_AS
#undef UNITE_IN_ROW
#define UNITE_IN_ROW(parents, source, neighbor, is_shared) \\
    (unite_in_block(parents, 0, source, neighbor LINK_ARGUMENTS), (source))
"""
    finish = "// Finish every lanes-th of the entries"
    return changed(assembled_text(), finish, accesses + union + instead + finish)


class Explorer:
    """The program that explores the interleavings of one find and one union.

    Parameters
    ----------
    folder : Path
        Where it is put.
    switches : mapping
        As of :func:`switches_of`; with FINALIZE if it is to finalize by a find of that name.
    text : str, optional
        Of the kernels; :func:`assembled_text` if not given.
    """

    def __init__(
        self, folder: Path, switches: Mapping[str, str | None], text: str | None = None
    ) -> None:
        defines = definitions({**_OF_THE_HOST, **switches})
        parts = (
            (FOLDER / "opencl_as_c.h").read_text(),
            text or assembled_text(),
            (FOLDER / "work_item.c").read_text(),
        )
        place = folder / f"kernels-{len(list(folder.iterdir()))}"
        source = place.with_suffix(".c")
        source.write_text("\n".join(parts))
        _compile(*defines, source, _explorer_object(folder), "-o", place)
        self._program = place

    def explore(
        self,
        scenarios: Sequence[Scenario],
        *,
        finalizing: bool = False,
        most_states: int = MOST_STATES,
    ) -> str:
        """Explore scenarios, until one goes wrong.

        Returns
        -------
        str
            ``"right: ..."`` or ``"wrong: ..."``, with the schedule that led there, or
            ``"unfinished: ..."``.
        """
        numbers: list[int] = [finalizing, most_states, len(scenarios)]
        for scenario in scenarios:
            numbers += [scenario.stale, scenario.delayed]
            numbers += [len(scenario.parents), *scenario.parents, len(scenario.threads)]
            for rows in scenario.threads:
                numbers.append(len(rows))
                for vertex, neighbors in rows:
                    numbers += [vertex, len(neighbors), *neighbors]
        done = subprocess.run(
            [self._program],
            input=" ".join(str(int(number)) for number in numbers),
            capture_output=True,
            text=True,
            check=False,
            timeout=ENDLESS_SECONDS,
        )
        return done.stdout or f"broken: it ended with {done.returncode}"


@cache
def _explorer_object(folder: Path) -> Path:
    """The part that all explorers share."""
    made = folder / "explorer.o"
    _compile("-c", FOLDER / "explorer.c", "-o", made)
    return made


def _compile(*arguments: str | Path) -> None:
    compile_c("-O1", f"-I{FOLDER}", *arguments)
