"""The examples in docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import games

MODULES = ["games", *(found.name for found in pkgutil.walk_packages(games.__path__, "games."))]


@pytest.mark.parametrize("name", [name for name in MODULES if ">>>" in (importlib.import_module(name).__doc__ or "")])
def test_the_examples_of_a_module_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
