from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.locales.check import differences, named_commands, placeholders

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals={plurals}; plural=(n != 1);\\n"\n\n'


def catalogue_of(entries: str, plurals: int = 2) -> Catalog:
    return read_po(BytesIO((HEADER.format(plurals=plurals) + entries).encode()))


def text(key: str, value: str) -> str:
    return f'msgid "{key}"\nmsgstr "{value}"\n\n'


def counted(key: str, *values: str) -> str:
    lines = [f'msgid "{key}"', f'msgid_plural "{key}"', *(f'msgstr[{i}] "{v}"' for i, v in enumerate(values))]
    return "\n".join(lines) + "\n\n"


def test_a_text_names_no_command_in_any_language(tmp_path: Path) -> None:
    names = text("command.play.name", "play"), text("command.play.name", "graj")
    english = catalogue_of(
        names[0] + text("a.b", "Type /play.") + text("a.c", "Type {play}, for play/day, not /plays.")
    )
    polish = catalogue_of(names[1] + text("a.b", "Wpisz `/graj`.") + text("a.c", "Wpisz {play}."))
    page = tmp_path / "pl" / "terms.md"
    page.parent.mkdir()
    page.write_text("Wpisz {/play} albo /play.", encoding="utf-8")
    assert named_commands({"en": english, "pl": polish}, [page]) == [
        "en: a.b names a command; it needs a placeholder",
        "pl: a.b names a command; it needs a placeholder",
        "pl: terms.md names a command; it needs a placeholder",
    ]


@pytest.mark.parametrize(
    ("english", "polish", "fault"),
    [
        (text("a.b", "x"), text("a.c", "x"), "pl: a.b is missing"),
        (text("a.b", "x"), text("a.b", ""), "pl: a.b is empty"),
        (text("a.b", "x {name}"), text("a.b", "x"), "pl: a.b has other placeholders than en"),
        (text("a.b", "x"), text("a.b", "x {0}"), "pl: a.b cannot be filled: {0} is not a plain name in braces"),
        (text("a.b", "x"), counted("a.b", "{n} x", "{n} y"), "pl: a.b has plural forms in one language only"),
        (counted("a.b", "{n} x", "{n} y"), counted("a.b", "{n} x", ""), "pl: a.b is empty"),
        (counted("a.b", "{n} x", "{n} y"), counted("a.b", "{n} x", "y"), "pl: a.b lacks {n}"),
        (
            counted("a.b", "{n} x", "{n} y"),
            counted("a.b", "{n} x", "{n} y {z}"),
            "pl: a.b has other placeholders in one plural form than in another",
        ),
        (text("a.b", "x"), "#, fuzzy\n" + text("a.b", "x"), "pl: a.b is marked as fuzzy"),
        (text("a.b", "x... y"), text("a.b", "x.. y"), "pl: a.b has two full stops in a row"),
        (
            text("league.import.wrong.b", "x"),
            text("league.import.wrong.b", "x."),
            "pl: league.import.wrong.b ends with a full stop, and another one follows it",
        ),
    ],
)
def test_what_differs_between_languages_is_found(english: str, polish: str, fault: str) -> None:
    assert fault in differences({"en": catalogue_of(english), "pl": catalogue_of(polish)})


def test_an_ellipsis_is_not_two_full_stops() -> None:
    texts = catalogue_of(text("a.b", "x... y"))
    assert differences({"en": texts, "pl": texts}) == []


def test_a_plural_form_may_leave_out_the_number_where_it_is_one() -> None:
    texts = catalogue_of(counted("a.b", "a tile", "{n} tiles"))
    assert differences({"en": texts, "pl": texts}) == []


def test_doubled_braces_are_no_placeholder() -> None:
    assert placeholders("{{x}} {name}") == {"name"}
