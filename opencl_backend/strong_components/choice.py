"""Choose the variant of strongly connected components for ``"auto"``."""

from __future__ import annotations

from collections.abc import Mapping

from clconn.design_space import Automatic, Choice
from clconn.opencl_backend.graph.device_graph import DeviceGraph
from clconn.opencl_backend.plan.finalist import Finalist
from clconn.opencl_backend.strong_components.contraction import (
    AFTER_CHAINS,
    AT_LENGTH,
    BRIEFLY,
    CUT,
    ENDED,
    FOUND,
    IN_ROUNDS,
    LEFT,
    ON_ONE_CORE,
    SEARCHED,
    TRIMMED,
)
from clconn.opencl_backend.strong_components.first_choice import (
    IN_ORDER,
    LEAST_TO_LOOK,
    SEARCHES,
    UNDECIDED,
    WITHOUT_SEARCHES,
    choose_for_first_run,
)
from clconn.opencl_backend.strong_components.quotient import (
    FEW,
    GIVEN,
    LAST,
    LEAST_TO_SEARCH,
    PATHS,
    SHORTCUTS,
)
from clconn.opencl_backend.strong_components.signatures import LEFT_CHAINS
from clconn.percentage import percentage
from clconn.problems import STRONG_COMPONENTS

__all__ = ["choose_strong_components", "strong_components_finalists"]

ON_PROCESSOR = "csr/pearce/serial"

SEARCHED_FIRST = "csr/two-phase/jump"
"""For what has a large component."""

SMALL_COMPONENT = 1 / 16
"""Share of the vertices up to which the component that searches find is not worth them."""

# Of four graphs of states with 12.5 to 16.8 arcs a vertex three took 1.4 to 3.0 ms by coloring, 4.6
# to 14.3 by contraction, and a shuffled one 8.3 and 5.4 (H100). Of six graphs where the component
# that searches find has 1 to 8 vertices coloring takes 3 to 19 times as long. It takes a round for
# each step along a large component, so strips beside a clique must not look alike: these have few
# arcs.
ONE_OF_SEVERAL = 64
"""Vertices of a component that searches find from which it may be one of several large ones, if at
least twice as many others were to be contracted."""
FEW_OF_SEVERAL = 1 / 64
"""Share of these others that contraction leaves up to which they are few components."""
ARCS_OF_SEVERAL = 10
"""Arcs per vertex from which these are not deep."""

# Ten such graphs (H100, H200) take 1.83 times the best in the mean, 3.2 at most, by the first run's
# variant, 2.22 and 6.2 by contraction. csr/signatures/chains takes 1.24 and 2.3, but rings with a
# few chords beside a graph without cycles take it up to eleven times as many rounds. So a second
# run tries some tens of rounds: hexagons whose arcs point by chance take 0.47 ms in place of 2.45.
FEW_ON_PATHS = 1 / 6
"""Share of the vertices up to which contraction is not worth it where most of them are on paths."""

# A round of signatures of such a graph takes about as long as one of searches, and theirs are
# fewer: of 14 graphs (H200) nine, whose searches took 23 rounds and more, take 1.09 to 1.63 times
# as long by csr/two-phase/jump, one 0.90, and those with fewer rounds 0.36 to 1.25. Of smaller
# components others are behind, for which signatures take up to 4.7 times as long.
SEARCH_ROUNDS = range(20, 65)
"""Rounds that searches took which found most of a small graph."""
MOST_OF_SMALL = 0.7
"""Share of its vertices in their component."""
SMALL_WORK = 1 << 21
"""Vertices and entries of both directions up to which a graph is small."""
ARCS_OF_SMALL = 4
"""Arcs per vertex of such a graph."""
# Of seven other graphs, whose searches took 46 to 111 rounds (H200, 2^18 and 2^20 vertices), six
# take 1.35 to 11.4 times as long by csr/two-phase/jump as by csr/contraction/signatures, which the
# seventh tries in vain for two milliseconds; with 20 to 39 rounds eleven take 0.2 to 0.99 times as
# long, and one 1.2.
MANY_SEARCH_ROUNDS = 40
"""Rounds that searches of any graph took from which signatures are tried without them, or, where
searches came first because of short cycles, contraction: five triangulations of 2**21 and 2**22
vertices take 3.4 to 9.1 ms by it, 8.5 to 17 by searches and 9.5 to 24 by signatures (H200)."""

FEW_BACK = 0.01
"""Share of the arcs to larger ids, or to smaller ones, below which few lead back: a torus that one
arc closes takes 60 rounds of signatures with what searches find and 208 without (2^16 vertices),
and five to eight times the time (2^18)."""

# Of 18 graphs that were trimmed (H200, 2026-11-30) six, of which next to nothing was left, take 0.2
# to 0.9 of the time that they take by csr/signatures/jump, and two bars that one core had to finish
# 0.4 to 0.6 of that by csr/two-phase/serial. Of five others, of which it left less than half,
# csr/contraction/signatures takes 0.36 to 1.35 of the time of csr/signatures/jump, 0.8 in the mean.
LITTLE_LEFT = 1 / 32
"""Share of the vertices that trimming at length leaves up to which a graph is trimmed again."""

# What contraction makes so small is full of short cycles. Of seven such graphs (H200, 2026-11-30),
# whose first run had cut chains or stopped rounds, six take 0.2 to 0.7 of the time by
# csr/contraction/signatures or csr/signatures/jump that they take by csr/contraction/alone, which
# finds only what is nearby: shuffled near vertices 4.5 to 5.7 ms in place of 32. Control flow and
# assembly graphs, with fewer arcs, take 2.7 times as long and more. What has to be contracted then,
# too, takes the first run's variant again.
FEW_OF_SHALLOW = 1 / 32
"""Share of the vertices that are left after contraction, up to which a graph is not deep."""
ARCS_OF_SHALLOW = 1.5
"""Arcs per vertex from which that is tried."""

_IN_CHAINS = (
    Finalist(UNDECIDED), Finalist("csr/two-phase/chains"), Finalist("csr/signatures/chains"),
)  # fmt: skip
_IN_ROUNDS = (
    Finalist("csr/contraction/alone"),
    Finalist("csr/contraction/chains"),
    Finalist("csr/contraction/segments"),
    Finalist("csr/contraction/trimming"),
    Finalist("csr/contraction/searches"),
    Finalist("csr/contraction/signatures"),
    Finalist("csr/two-phase/jump"),
    Finalist("csr/two-phase/serial"),
    Finalist("csr/signatures/jump"),
    Finalist("csr/forward-backward/trim-two"),
    Finalist("csr/coloring/trim-two"),
    Finalist("csr/numbered/single-source"),
)


def strong_components_finalists(graph: DeviceGraph) -> tuple[Finalist, ...]:
    """The variants that are tried where the user has them measured.

    A processor would take seconds for those with many rounds, before they are stopped.
    """
    first = (Finalist(ON_PROCESSOR),) if graph.runtime.is_cpu else ()
    return (*first, *_IN_CHAINS, *(() if first else _IN_ROUNDS))


def choose_strong_components(graph: DeviceGraph, request: Automatic) -> Choice:
    """Choose the variant of strong components for a device.

    On a GPU a look at a few vertices decides about the first run on a graph, or the run itself;
    what it has found out decides about the next ones.
    """
    if graph.runtime.is_cpu:
        return request.choose(
            ON_PROCESSOR,
            "the device is a processor, where one core that reads each arc once is faster than all "
            "cores that read them again and again",
        )
    first = request.choose(*choose_for_first_run(graph))
    plan = graph.plans.get((STRONG_COMPONENTS.name, *first.key))
    reports = {} if plan is None else plan.reports
    is_cut = first.variant.name == IN_ORDER and not reports.get(ON_ONE_CORE)
    if not reports or not graph.n or is_cut:
        return first
    variant, why = _what_suits(first.variant.name, graph.n, graph.entry_count, reports)
    suited = request.choose(variant, f"the first run on this graph found that {why}")
    leaves_searches_out = variant == WITHOUT_SEARCHES and variant != first.variant.name
    if leaves_searches_out:
        needs = _why_to_search_again(graph, suited)
        if needs:
            is_large = reports[FOUND] >= SMALL_COMPONENT * graph.n
            searching = SEARCHED_FIRST if is_large else first.variant.name
            return request.choose(searching, f"{suited.reason}; but {needs}")
    return suited


def _why_to_search_again(graph: DeviceGraph, without: Choice) -> str:
    """Why signatures may need what searches find, which reach few, or slowly; empty if not."""
    tried = graph.plans.get((STRONG_COMPONENTS.name, *without.key))
    if tried is not None and tried.reports.get(LEFT):
        return "a run without searches found that they do not by themselves"
    if graph.n < LEAST_TO_LOOK:
        return ""
    rarer = min(graph.first_arcs.larger, graph.first_arcs.smaller)
    if rarer < FEW_BACK:
        return f"{percentage(rarer)} of the arcs lead back, and what searches find may tell where"
    return ""


# By what the first run on 135 graphs had found (H100; structures in six orders and mixtures of
# 2**16 to 2**20 vertices, their arcs by chance), as multiples of the best of six variants in the
# mean and at most: of 28 graphs with a small component that searches found 1.08 and 3.2 by what
# is chosen (1.91 by the first run's variant), of 16 with a larger one 1.10 and 1.5; of those that
# needed more rounds 22 that signatures finished 1.17 and 3.0 (by csr/signatures/jump 1.35 and
# 11), 22 that contraction made smaller 1.03 and 1.4 (1.88), 12 that one core finished 1.14.
# For 17 graphs that signatures finished after a short search the first run's variant took 1.51,
# and of 30 others csr/signatures/jump 1.28 in the mean (1.76), but a torus that one arc closes 264
# times as long, without the priority that searches give. csr/contraction/signatures, which
# contracts what signatures leave, takes 1.07 and 1.19 of 11 graphs (1.69 and 4.5 by the first
# run's; H200, 2026-11-30), but such a torus 5 to 8. So it is not taken where hardly an arc leads
# back; and if it had something to contract, the first run's variant is taken again.
# Of 66 others, for which this was not made, a graph that trimming had finished took 16 times the
# best by csr/contraction/trimming, one of chains 15 by the first run's variant, and one with a
# large component, whose others contraction had made a tenth, 9 by csr/two-phase/jump; so they take
# others since. Of 279 graphs, 78 of them of practice, nine of which chains had left few vertices
# take 1.0 by csr/signatures/chains, 1.6 by what was chosen.
# Of 39 graphs of 2**18 vertices with shortcuts (H200) csr/contraction/alone takes 1.22 times the
# best of seven in the mean, 2.4 at most, the first run's variant 1.47 and 3.1, csr/signatures/jump
# 2.7 and 104, but 0.7 of the former on those that trimming has halved; of 2**20 one of which
# signatures finish a third takes 40 ms by csr/contraction/alone and 16 by the first run's.
# Of 52 graphs whose ids were cut and of which something was left csr/contraction/alone takes 0.32
# and 0.41 of the time of the two that one core had to finish, 1.21 in the mean of the others.
def _what_suits(first: str, n: int, arcs: int, reports: Mapping[str, int]) -> tuple[str, str]:
    # It is asked of a graph that was cut only if one core had to finish it.
    if first == IN_ORDER:
        return "csr/contraction/alone", "one core had to finish what was left of the segments"
    found, left = reports[FOUND], reports[LEFT]
    given, last = reports.get(GIVEN, 0), reports.get(LAST, 0)
    component = f"the component of the likeliest vertex has {percentage(found / n)} of the vertices"
    are_others = found >= ONE_OF_SEVERAL and given >= 2 * found and PATHS not in reports
    if are_others and last <= FEW_OF_SEVERAL * given and arcs >= ARCS_OF_SEVERAL * n:
        return "csr/coloring/trim-two", (
            f"{component}, and contraction makes of {given:,} others {last:,}, so that components "
            "are large and few"
        )
    if found >= SMALL_COMPONENT * n:
        if given > FEW and last <= given / 2:
            return first, f"{component}, and contraction makes the others much fewer"
        if SHORTCUTS in reports:
            return first, f"{component}, and shortcuts make the others shallow"
        is_small = n + 2 * arcs <= SMALL_WORK and arcs <= ARCS_OF_SMALL * n
        is_most = found >= MOST_OF_SMALL * n and not left
        if is_small and is_most and reports[SEARCHED] in SEARCH_ROUNDS:
            rounds = f"searches took {reports[SEARCHED]} rounds of so small a graph"
            return "csr/signatures/jump", f"{component}, and {rounds}"
        if not left and reports[SEARCHED] >= MANY_SEARCH_ROUNDS:
            without = "csr/contraction/alone" if first == SEARCHES else WITHOUT_SEARCHES
            return without, f"{component}, for which searches took many rounds"
        return SEARCHED_FIRST, component
    are_chains = left == LEFT_CHAINS or CUT in reports
    # What they leave took few rounds, so that nothing needs to stand behind signatures.
    all_chains = "csr/signatures/chains", "chains make all of it, or nearly"
    if not left:
        if CUT in reports:
            return all_chains
        if first == WITHOUT_SEARCHES:
            return "csr/signatures/jump", "signatures finish it"
        if not found and reports[ENDED]:
            return "csr/signatures/jump", "there is nothing to search"
        if not found and not reports.get(SEARCHED):
            return "csr/signatures/jump", "signatures finish it without a search"
        if not found:
            why = "signatures finish it after two searches that reach few vertices"
            return WITHOUT_SEARCHES, why
        return "csr/signatures/jump", f"{component}, too few for searches"
    if GIVEN not in reports:
        return first, "it is deep, and the device had no room to contract it"
    trimmed = reports[TRIMMED]
    if are_chains and not given and not trimmed:
        return all_chains
    is_on_one_core = reports.get(ON_ONE_CORE, 0)
    why = f"trimming leaves {percentage(given / n)} of it"
    # Without chains that are cut before it may take thousands of rounds.
    if trimmed == AFTER_CHAINS and given <= n / 2:
        return first, why
    is_little = given <= (LITTLE_LEFT * n if trimmed == AT_LENGTH else 0)
    if trimmed in (AT_LENGTH, BRIEFLY) and (is_little or is_on_one_core):
        return "csr/contraction/trimming", f"{why}, for one core" if is_on_one_core else why
    if trimmed == AT_LENGTH and given <= n / 2:
        return WITHOUT_SEARCHES, why
    if given <= FEW:
        return first, f"{given:,} vertices need many more rounds than the others"
    if PATHS in reports:
        what = f"{percentage(reports[PATHS] / given)} of what is left do not branch"
        if given > FEW_ON_PATHS * n:
            return "csr/contraction/alone", what
        if first != UNDECIDED:
            return first, what
        return WITHOUT_SEARCHES, f"{what}, and signatures may soon finish so few"
    what = f"contraction leaves {percentage(last / given)} of the vertices that it is given"
    if reports.get(IN_ROUNDS):
        form = "jump" if are_chains else "chains"
        return f"csr/signatures/{form}", f"{what}, and signatures finish them"
    if is_on_one_core and last > given / 2:
        return "csr/two-phase/serial", f"{what}, and rounds take longer than one core of the host"
    if SHORTCUTS in reports and not is_on_one_core:
        best = first if n + arcs >= LEAST_TO_SEARCH else "csr/contraction/alone"
        return best, f"{what}, and shortcuts make these shallow"
    is_thin = arcs < ARCS_OF_SHALLOW * n
    if first == UNDECIDED and not is_thin and last <= FEW_OF_SHALLOW * given:
        return WITHOUT_SEARCHES, f"{what}, along whose short cycles signatures spread in few rounds"
    return "csr/contraction/alone", what
