"""Text keys found in the code, and their faults."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.tools.proofreading import Use, faulty_completions, faulty_uses, idle_texts, uses, variable_completions

TEXTS = """
msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "a.b"
msgstr "x {name}"

msgid "a.e"
msgstr "{command} {link}"

msgid "a.n"
msgid_plural "a.n"
msgstr[0] "{n} x"
msgstr[1] "{n} y"

msgid "a.one.x"
msgstr "x"
"""


@pytest.fixture
def texts() -> Catalog:
    return read_po(BytesIO(TEXTS.encode()))


def read(folder: Path, line: str) -> tuple[Use, ...]:
    """Return the text keys of a one-line package `bot`."""
    code = folder / "bot"
    code.mkdir()
    (code / "x.py").write_text(line, encoding="utf-8")
    return uses(frozenset({"a"}), code)


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ('w("a.b", name=1)', []),
        ('self.words("a.b", name=1)', []),
        ('words(locale)("a.b", **values)', []),
        ('words("pl")', []),
        ("w(key)", []),
        ('w("a.b" if x else "a.c", name=1)', ["bot/x.py:1: there is no text a.c"]),
        ('w("z.b")', ["bot/x.py:1: there is no text z.b"]),
        ('w("a.b")', ["bot/x.py:1: a.b lacks a value for {name}"]),
        ('w("a.n")', ["bot/x.py:1: a.n needs a count for its plural forms"]),
        ('words(x).count("a.n", 3)', []),
        ('w.count("a.b", 3, name=1)', ["bot/x.py:1: a.b has no plural forms"]),
        ('w(f"a.one.{kind}")', []),
        ('w(f"a.two.{kind}")', ["bot/x.py:1: no COMPLETES declares completions of a.two.{}"]),
        ('w(f"{part}.b")', ["bot/x.py:1: no COMPLETES declares completions of {}.b"]),
        ('raise TableError("a.e")', []),
        ('raise TableError("a.b", name=1)', []),
        ('raise TableError("a.b")', ["bot/x.py:1: a.b lacks a value for {name}"]),
        ('raise TableError("a.n", count=2)', []),
        ('raise TableError("a.n")', ["bot/x.py:1: a.n needs a count for its plural forms"]),
        ('raise TableError("a.c")', ["bot/x.py:1: there is no text a.c"]),
        ('Note("a.c", {"name": name})', ["bot/x.py:1: there is no text a.c"]),
        ('in_words("a.c")', ["bot/x.py:1: there is no text a.c"]),
        ('KEYS = {1: "a.b", 2: "a.c"}', ["bot/x.py:1: there is no text a.c"]),
        ('key = f"a.two.{kind}"', ["bot/x.py:1: no COMPLETES declares completions of a.two.{}"]),
        ('open("a.csv")', []),
        ('"a.b is a sentence", "z.b"', []),
    ],
)
def test_faulty_uses_of_texts_are_found_in_the_code(
    tmp_path: Path, texts: Catalog, line: str, faults: list[str]
) -> None:
    assert faulty_uses(read(tmp_path, line), texts, {"a.one.{}": frozenset({"a.one.x"})}) == faults


def test_a_key_that_may_be_completed_has_a_text(tmp_path: Path, texts: Catalog) -> None:
    completed = {"a.one.{}": frozenset({"a.one.x", "a.one.y"})}
    assert faulty_completions(completed, texts, read(tmp_path, 'w(f"a.one.{x}")')) == ["there is no text a.one.y"]


def test_what_no_code_completes_need_not_be_declared(tmp_path: Path, texts: Catalog) -> None:
    completed = {"a.one.{}": frozenset({"a.one.x"})}
    assert faulty_completions(completed, texts, read(tmp_path, "pass")) == ["no code completes a.one.{}"]


def test_a_declaration_of_a_completed_key_is_no_use_of_it(tmp_path: Path, texts: Catalog) -> None:
    completed = {"a.one.{}": frozenset({"a.one.x"})}
    found = read(tmp_path, 'COMPLETES: Final = {"a.one.{}": KINDS}')
    assert faulty_completions(completed, texts, found) == ["no code completes a.one.{}"]


@pytest.mark.parametrize(("line", "faults"), [("", ["bot.x: COMPLETES needs : Final"]), (": Final", [])])
def test_completions_that_are_not_final_are_named_themselves(tmp_path: Path, line: str, faults: list[str]) -> None:
    read(tmp_path, f'COMPLETES{line} = {{"a.one.{{}}": KINDS}}')
    assert variable_completions(tmp_path / "bot") == faults


def test_texts_that_no_code_names_or_completes_are_found(tmp_path: Path, texts: Catalog) -> None:
    found = read(tmp_path, 'KEYS = {"x": "a.b", "y": "a.e"}; w(f"a.one.{x}")')
    assert idle_texts(texts, found, {"a.one.{}": frozenset({"a.one.x"})}) == ["no code uses the text a.n"]
    assert idle_texts(texts, found, {}) == ["no code uses the text a.n", "no code uses the text a.one.x"]


def test_a_command_names_its_texts_and_those_of_all_its_arguments(tmp_path: Path) -> None:
    line = '@command("a.b", anywhere=True)\nasync def do(self, request, x=None, *, y=False): ...\n'
    keys = [f"{key}.{part}" for part in ("name", "description") for key in ("a.b", "a.option.x", "a.option.y")]
    assert [use.key for use in read(tmp_path, line)] == keys
