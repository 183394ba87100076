"""The steps of an algorithm on a device: kernel launches, and loops of them.

A plan is a list of steps, created once for a graph and a variant and executed many times. A
:class:`Launch` is one kernel with its arguments. A :class:`Loop` repeats steps until a round
changes nothing; its kernels report a change through the counter CHANGED. A :class:`Decision` reads
what kernels have found and says which steps follow, and a :class:`Repetition` whether to go on with
the same. :class:`OnHost` is a function of the host between kernels.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from clconn.cached_properties import cached_property
from clconn.errors import DeviceMemoryError
from clconn.opencl_backend.device.cl import import_pyopencl
from clconn.opencl_backend.device.counters import CHANGED

if TYPE_CHECKING:
    from clconn.opencl_backend.device.runtime import Runtime

__all__ = [
    "FOREST",
    "PARENTS",
    "Branch",
    "Decision",
    "Launch",
    "Loop",
    "OnHost",
    "PendingKernel",
    "Repetition",
    "Slot",
    "Step",
    "Values",
    "bind",
    "bodies",
    "execute",
    "expect_loops",
    "make_all",
]


class Slot:
    """A placeholder in a launch's arguments for what each run provides: a buffer or a number."""


PARENTS = Slot()
"""The slot of a run's parent array, which becomes its result."""

FOREST = Slot()
"""The slot of a spanning forest: the edge that made each vertex a child (``forest_edges.h``)."""


Values = Mapping[Slot, Any]
"""What is in slots."""


@dataclass(frozen=True, eq=False)
class PendingKernel:
    """A kernel whose program is built when first needed, together with those of other launches.

    Attributes
    ----------
    key
        Names the kernel, its file and the switches on which it depends.
    program
        Its file, and the switches of the program that would be built for it.
    get
        Takes this object and returns the pyopencl.Kernel.
    """

    key: tuple[Any, ...]
    program: tuple[Any, ...]
    get: Callable[[PendingKernel], Any]


class Launch:
    """A kernel with its arguments and sizes, which can be enqueued many times.

    Parameters
    ----------
    kernel : pyopencl.Kernel or PendingKernel
    items
        Number of work-items; rounded up to whole work-groups.
    """

    def __init__(self, kernel: Any, items: int, local_size: int, *arguments: Any) -> None:
        self._kernel = kernel
        # A kernel does not keep its arguments alive: a buffer would return to the pool.
        self._arguments = arguments
        self.local = (local_size,)
        self.global_ = (max(1, -(-items // local_size)) * local_size,)
        self._slots = [
            (index, argument)
            for index, argument in enumerate(arguments)
            if isinstance(argument, Slot)
        ]
        if not isinstance(kernel, PendingKernel):
            _ = self.kernel

    @cached_property
    def kernel(self) -> Any:
        """The kernel, which has its arguments."""
        pending = isinstance(self._kernel, PendingKernel)
        kernel = self._kernel.get(self._kernel) if pending else self._kernel
        for index, argument in enumerate(self._arguments):
            if not isinstance(argument, Slot):
                kernel.set_arg(index, _as_kernel_argument(argument))
        return kernel

    @property
    def made(self) -> Any:
        """The kernel, if it has been made, or None."""
        return vars(self).get("kernel")

    def bind(self, slot: Slot, value: Any) -> None:
        """Put a buffer or a number into a slot."""
        for index, own in self._slots:
            if own is slot:
                self.kernel.set_arg(index, _as_kernel_argument(value))

    def fill(self, values: Values) -> None:
        """Put what a branch has been given into all slots."""
        for index, slot in self._slots:
            self.kernel.set_arg(index, _as_kernel_argument(values[slot]))


def _as_kernel_argument(value: Any) -> Any:
    """What a kernel receives for a value: an int for a Python integer, a null pointer for None."""
    if type(value) is int:
        return np.int32(value)
    # Before 2026.1.3 pyopencl sets None only with all other arguments at once, as these bytes.
    return np.uintp(0) if value is None else value


@dataclass(frozen=True)
class Loop:
    """Steps repeated until a batch of rounds changes nothing.

    Attributes
    ----------
    body
        One round. A kernel that changes anything sets the counter CHANGED.
    counters : pyopencl.Buffer
    rounds
        Rounds between two checks of the counter by the host. A check costs as much as a few
        launches; an unnecessary round costs as much as a round.
    most_rounds
        If larger than ``rounds``, the rounds between two checks double after each check up to this
        number: for loops that end after a few rounds on most graphs and after thousands on some.
    """

    body: Sequence[Step]
    counters: Any
    rounds: int = 4
    most_rounds: int = 0


@dataclass(frozen=True)
class Repetition:
    """Steps that are done at least once, and again as long as the host says so.

    Attributes
    ----------
    numbers : pyopencl.Buffer
        Its first ``count`` int32 are read after each time, for which the host waits.
    goes_on
        Takes them as a list, and the seconds since the first time began.
    """

    body: Sequence[Step]
    numbers: Any
    count: int
    goes_on: Callable[[list[int], float], bool]


@dataclass(frozen=True)
class OnHost:
    """A function of the host in a branch, which is called once the kernels before it are done.

    Attributes
    ----------
    call
        Takes the runtime, and the arguments with what is in those that are slots.
    """

    call: Callable[..., None]
    arguments: Sequence[Any]

    def run(self, runtime: Runtime, values: Values) -> None:
        """Call the function."""
        self.call(
            runtime, *(values[each] if isinstance(each, Slot) else each for each in self.arguments)
        )


Branch = tuple[int | None, Values]
"""The number of a branch, or None if nothing is left to do, and what goes into its slots."""


@dataclass(frozen=True, eq=False)
class Decision:
    """Steps among which the host chooses by numbers that kernels have stored.

    Attributes
    ----------
    numbers : pyopencl.Buffer
        Its first ``count`` int32 are read, for which the host waits.
    decide
        Takes them as a list and returns a branch.
    branches
        Functions that return the steps of a branch. Each is called when its branch is first chosen,
        so that a graph that does not need it waits for no build and takes no memory for it.
    rooms
        Slots of the branches, and of those of decisions in them, and the bytes of the buffers that
        they get if one is chosen. These return to the pool once it is enqueued.
    without_room
        The branch that is taken if there is no memory for them; by default none.
    may_end
        Whether the steps behind it are left out where nothing is left to do.
    """

    numbers: Any
    count: int
    decide: Callable[[list[int]], Branch]
    branches: Sequence[Callable[[], Sequence[Step]]]
    rooms: Mapping[Slot, int] = field(default_factory=dict)
    without_room: int | None = None
    may_end: bool = False
    made: dict[int, Sequence[Step]] = field(default_factory=dict, init=False)

    def branch(self, number: int) -> Sequence[Step]:
        """The steps of a branch."""
        if number not in self.made:
            self.made[number] = self.branches[number]()
        return self.made[number]


Step = Launch | Loop | Repetition | Decision | OnHost


def bodies(step: Step) -> Sequence[Sequence[Step]]:
    """The lists of steps within a step; of a decision those that have been made."""
    if isinstance(step, Decision):
        return list(step.made.values())
    return [step.body] if isinstance(step, Loop | Repetition) else []


def bind(steps: Sequence[Step], slot: Slot, value: Any) -> None:
    """Put a buffer or a number into a slot of all steps, but for those of branches."""
    for step in steps:
        if isinstance(step, Loop | Repetition):
            bind(step.body, slot, value)
        elif isinstance(step, Launch):
            step.bind(slot, value)


def make_all(steps: Sequence[Step]) -> None:
    """Make the kernels of all steps, also of branches that no run has chosen yet."""
    for step in steps:
        if isinstance(step, Launch):
            _ = step.kernel
        if isinstance(step, Decision):
            for number in range(len(step.branches)):
                step.branch(number)
        for body in bodies(step):
            make_all(body)


def execute(
    runtime: Runtime,
    steps: Sequence[Step],
    values: Values | None = None,
    *,
    bound: Values = MappingProxyType({}),
) -> bool:
    """Enqueue steps in order; the caller holds the runtime's lock.

    All steps but launches wait for the device; the launches after the last of those are only
    enqueued.

    Parameters
    ----------
    values
        What is in the slots of a branch. Its launches get it when they are enqueued: to bind it to
        all launches of branches that a run may take took 4 ms.
    bound
        Of steps that are in no branch: what has been put into their slots, for branches.

    Returns
    -------
    bool
        Whether the device has nothing left to do, since a decision has ended the steps.
    """
    enqueue = import_pyopencl().enqueue_nd_range_kernel
    queue = runtime.queue
    for step in steps:
        if isinstance(step, Launch):
            if values is not None:
                step.fill(values)
            enqueue(queue, step.kernel, step.global_, step.local)
            runtime.launches += 1
        elif isinstance(step, Loop):
            _repeat(runtime, step, values, bound)
        elif isinstance(step, Repetition):
            _repeat_while_told(runtime, step, values, bound)
        elif isinstance(step, Decision):
            is_left = _choose(runtime, step, bound if values is None else values)
            if step.may_end and not is_left:
                return True
        else:
            step.run(runtime, values or {})
            runtime.check_time()
    return False


def expect_loops(runtime: Runtime) -> None:
    """Build the kernel of loops with the plan that is being made."""
    runtime.kernels.expect("launches", {})


def _repeat(runtime: Runtime, loop: Loop, values: Values | None, bound: Values) -> None:
    copy = import_pyopencl().enqueue_copy
    clear = runtime.kept_kernel("launches", "clear_changed", {})
    change_flag = np.ones(1, dtype=np.int32)
    place = CHANGED * change_flag.itemsize
    rounds = loop.rounds
    while change_flag[0]:
        execute(runtime, [Launch(clear, 1, 1, loop.counters)])
        for _ in range(rounds):
            execute(runtime, loop.body, values, bound=bound)
        copy(runtime.queue, change_flag, loop.counters, src_offset=place)
        rounds = max(rounds, min(2 * rounds, loop.most_rounds))
        if change_flag[0]:
            runtime.check_time()


def _repeat_while_told(
    runtime: Runtime, repetition: Repetition, values: Values | None, bound: Values
) -> None:
    # What the device still has to do before counts for nothing here: with a search of 2 ms in it, a
    # mesh that rounds finish in 9 ms was given up after 9, for 36 of one core (H200).
    runtime.finish()
    runtime.check_time()
    begin = time.perf_counter()
    goes_on = True
    while goes_on:
        execute(runtime, repetition.body, values, bound=bound)
        numbers = _read(runtime, repetition.numbers, repetition.count)
        goes_on = repetition.goes_on(numbers, time.perf_counter() - begin)


def _read(runtime: Runtime, buffer: Any, count: int) -> list[int]:
    numbers = np.empty(count, dtype=np.int32)
    import_pyopencl().enqueue_copy(runtime.queue, numbers, buffer)
    runtime.check_time()
    return list(numbers.tolist())


def _choose(runtime: Runtime, decision: Decision, values: Values) -> bool:
    """Enqueue the branch that is chosen, and return whether there was one."""
    numbers = _read(runtime, decision.numbers, decision.count)
    branch, chosen = decision.decide(numbers)
    if branch is None:
        return False
    try:
        rooms = {slot: runtime.allocate(size) for slot, size in decision.rooms.items()}
    except DeviceMemoryError:
        if decision.without_room is None:
            raise
        branch, rooms = decision.without_room, {}
    execute(runtime, decision.branch(branch), {**values, **chosen, **rooms})
    return True
