"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import games

MODULES = ["games", *(found.name for found in pkgutil.walk_packages(games.__path__, "games."))]
EXAMPLES = [
    test for name in MODULES for test in doctest.DocTestFinder().find(importlib.import_module(name)) if test.examples
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_examples_of_a_docstring_are_true(example: doctest.DocTest) -> None:
    assert doctest.DocTestRunner().run(example).failed == 0
