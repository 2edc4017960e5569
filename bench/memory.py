"""What the counting engine remembers between positions, made exchangeable.

The engine keeps small caches for the length of the process, and the table when it is
loaded. To time it in several states of that memory, position by position in one process,
each state is a `Memory`: inside ``with memory:`` the package uses that one's caches only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, Final

from machiavelli_solver import load_tables
from machiavelli_solver.engines import counting
from machiavelli_solver.engines.counting.automaton import LazyAutomaton, _of_thread
from machiavelli_solver.engines.counting.table import table_automaton

_PACKAGE: Final = "machiavelli_solver"

for _module in iter_modules(counting.__path__):
    # a module imported later, inside ``with memory``, would keep that one's caches
    import_module(f"{counting.__name__}.{_module.name}")

_SHARED: Final = {table_automaton}
"""Caches of what never changes: the unpacked table files."""


class Memory:
    """The caches of one state, empty at first.

    Args:
        tables: whether the tables are loaded.
    """

    def __init__(self, *, tables: bool) -> None:
        self._tables = tables
        self._own: dict[Any, Any] = {}
        self._before: list[tuple[dict[str, Any], str, Any]] = []
        self._loaded: dict[int, Any] = {}
        self._automata: dict[Hashable, LazyAutomaton] = {}
        self._automata_before: dict[Hashable, LazyAutomaton] = {}

    def forget(self) -> None:
        """Empty the caches, and forget the lazy automata."""
        for function in self._own.values():
            function.cache_clear()
        self._automata.clear()

    def __enter__(self) -> Memory:
        for names, name, function in _caches():
            self._before.append((names, name, function))
            if function not in self._own:
                self._own[function] = _empty_copy(function)
            names[name] = self._own[function]
        self._automata_before, _of_thread.automata = _of_thread.automata, self._automata
        self._loaded = dict(counting._LOADED)
        counting._LOADED.clear()
        if self._tables:
            load_tables()
        return self

    def __exit__(self, *_: object) -> None:
        while self._before:
            names, name, function = self._before.pop()
            names[name] = function
        _of_thread.automata = self._automata_before
        counting._LOADED.clear()
        counting._LOADED.update(self._loaded)


def _caches() -> Iterator[tuple[dict[str, Any], str, Any]]:
    """Every name in the package that is bound to a cached function, and where."""
    for module_name, module in list(sys.modules.items()):
        if module_name.partition(".")[0] == _PACKAGE:
            for name, value in list(vars(module).items()):
                if hasattr(value, "cache_parameters") and value not in _SHARED:
                    yield vars(module), name, value


def _empty_copy(function: Any) -> Callable[..., object]:
    copy: Callable[..., object] = lru_cache(**function.cache_parameters())(function.__wrapped__)
    return copy
