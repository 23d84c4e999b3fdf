"""Privacy policy and terms name the operator, in every language."""

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.locales import LOCALES
from bot.messages.privacy import personal_data_message
from bot.settings import Settings, SettingsError
from bot.tools.legal import TEXTS, OperatorUnknown, legal_text, write
from tests.bot.messages.tables import READER

KNOWN = Settings(_env_file=None, operator_name="Ada and Borys", support_url="https://example.org/help")


def test_every_text_names_the_operator_and_the_contact_in_every_language(tmp_path: Path) -> None:
    files = write(tmp_path / "legal", KNOWN)
    assert {file.name for file in files} == {f"{name}.{locale}.md" for name in TEXTS for locale in LOCALES}
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "Ada and Borys" in text
        assert "https://example.org/help" in text
        assert "{" not in text


@pytest.mark.parametrize("name", TEXTS)
def test_the_languages_say_the_same_number_of_things(name: str) -> None:
    shapes = {
        locale: [line[:2] for line in legal_text(name, locale, KNOWN).splitlines() if line.startswith(("#", "- "))]
        for locale in LOCALES
    }
    assert shapes["pl"] == shapes["ru"] == shapes["en"]


def test_nothing_is_written_that_would_not_say_who_runs_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(OperatorUnknown, match=r"OPERATOR_NAME and SUPPORT_URL"):
        write(tmp_path / "legal", Settings(_env_file=None))
    monkeypatch.setenv("OPERATOR_NAME", "Ada")
    monkeypatch.delenv("SUPPORT_URL", raising=False)
    assert main(["legal", str(tmp_path / "legal")]) == 1
    assert "SUPPORT_URL" in capsys.readouterr().err
    assert not (tmp_path / "legal").exists()


def test_privacy_links_what_is_published_and_nothing_else() -> None:
    def told(**links: str) -> str:
        embed = personal_data_message({}, READER, links).embed
        assert embed is not None
        return embed.description or ""

    assert "](" not in told()
    assert "[Privacy policy](https://example.org/p)" in told(policy="https://example.org/p")
    assert "[Terms](https://example.org/t)" in told(terms="https://example.org/t")


def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRIVACY_URL", "example.org/p")
    with pytest.raises(SettingsError, match="PRIVACY_URL must begin with https://"):
        Settings.load(env_file=None)
