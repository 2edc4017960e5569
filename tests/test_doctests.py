"""The examples in the package's documentation are right."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import machiavelli_solver

MODULES = [
    "machiavelli_solver",
    *(
        module.name
        for module in pkgutil.walk_packages(
            machiavelli_solver.__path__, prefix="machiavelli_solver."
        )
        if not module.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    results = doctest.testmod(import_module(name), optionflags=doctest.FAIL_FAST)
    assert results.failed == 0, "see the output above"


def test_there_are_examples() -> None:
    finder = doctest.DocTestFinder()
    examples = {
        name: sum(len(test.examples) for test in finder.find(import_module(name)))
        for name in MODULES
    }
    assert sum(examples.values()) >= 60
    for name in ("cards", "rules", "notation", "melds", "positions", "values", "play"):
        assert examples[f"machiavelli_solver.{name}"] >= 2, name
