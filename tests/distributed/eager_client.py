"""A client that runs each task at once in this process, and can weigh the memory that it takes."""

import tracemalloc
from operator import itemgetter

import numpy as np


class Done:
    """A future that has its value."""

    def __init__(self, value):
        self.value = value

    def result(self):
        return self.value


def _values(what):
    if isinstance(what, Done):
        return what.value
    if isinstance(what, list | tuple):
        return type(what)(_values(each) for each in what)
    return what


def _bytes(what):
    if isinstance(what, np.ndarray):
        return what.nbytes
    if isinstance(what, list | tuple):
        return sum(map(_bytes, what))
    return sum(map(_bytes, vars(what).values())) if hasattr(what, "__dict__") else 0


def _peak_bytes(function, arguments, known):
    """What a call allocates, if it is more than is known of others.

    It is the least of a few, since other threads may allocate meanwhile.
    """
    peaks = []
    for _ in range(8):
        tracemalloc.start()
        function(*arguments)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        if peaks[-1] <= known:
            break
    return min(peaks)


class ClientOfWorkers:
    """A client whose scheduler knows workers with these limits of memory."""

    def __init__(self, *limits):
        self.scheduler = self
        self._limits = limits

    def identity(self, n_workers):
        told = self._limits if n_workers == -1 else self._limits[:n_workers]
        return {"workers": {str(at): {"memory_limit": limit} for at, limit in enumerate(told)}}

    def sync(self, function, **arguments):
        return function(**arguments)


class EagerClient(ClientOfWorkers):
    """As much of distributed.Client as computations in rounds use."""

    def __init__(self, *, weigh=False):
        super().__init__(1 << 30)
        self.weigh = weigh
        self.heaviest = 0, "nothing"

    def submit(self, function, *arguments, pure):
        arguments = _values(arguments)
        value = function(*arguments)
        # What takes a part of a value holds no more than the task that made the value.
        if self.weigh and not isinstance(function, itemgetter):
            # The peak has the value; the arguments are there before.
            given = _bytes(arguments)
            weight = _peak_bytes(function, arguments, self.heaviest[0] - given) + given
            self.heaviest = max(self.heaviest, (weight, getattr(function, "__name__", "?")))
        return Done(value)

    def compute(self, block):
        return Done(block)

    def gather(self, futures):
        return _values(futures)
