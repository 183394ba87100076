"""Attributes that are computed on first use: by whom, how often, and that nobody waits."""

import functools
import threading
from pathlib import Path

import clconn
from clconn import opencl_backend, reference
from clconn.cached_properties import cached_property


class _Thing:
    """Its value takes a lock, as that of a device graph takes the runtime's."""

    lock = threading.RLock()

    def __init__(self):
        self.entered = threading.Event()
        self.computed = 0

    @cached_property
    def value(self):
        """What is computed."""
        self.entered.set()
        with self.lock:
            self.computed += 1
            return object()


def test_a_value_is_computed_once():
    thing = _Thing()
    assert thing.value is thing.value
    assert thing.computed == 1
    assert _Thing().value is not thing.value
    assert isinstance(_Thing.value, functools.cached_property)
    assert _Thing.value.__doc__ == "What is computed."
    del thing.value
    assert thing.value is not None
    assert thing.computed == 2


def test_two_objects_do_not_wait_for_each_other():
    """One computes, and waits for a lock, whose holder asks the other for the same attribute."""
    first, second = _Thing(), _Thing()
    values = []

    def hold_and_ask():
        with _Thing.lock:
            waits = threading.Thread(target=lambda: values.append(first.value), daemon=True)
            waits.start()
            assert first.entered.wait(10)
            values.append(second.value)
        waits.join(10)

    holder = threading.Thread(target=hold_and_ask, daemon=True)
    holder.start()
    holder.join(25)
    assert len(values) == 2, "they wait for each other"
    assert values == [second.value, first.value]


def test_the_package_uses_no_other():
    for folder in map(Path, (*clconn.__path__, *opencl_backend.__path__, *reference.__path__)):
        for file in folder.rglob("*.py"):
            if file.name != "cached_properties.py":
                text = file.read_text(encoding="utf-8")
                assert "functools import cached_property" not in text, file
                assert "functools.cached_property" not in text, file
