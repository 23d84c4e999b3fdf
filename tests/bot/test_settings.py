from pathlib import Path

import pytest

from bot.settings import ClockPreset, LogLevel, Settings, SettingsError, unknown_names

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(f"{name.upper()}_FILE", raising=False)


def from_text(tmp_path: Path, text: str) -> Settings:
    file = tmp_path / ".env"
    file.write_text(text, encoding="utf-8")
    return Settings.load(file)


def example() -> dict[str, str]:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_example_lists_every_setting_and_no_other() -> None:
    assert {name.lower() for name in example()} == set(Settings.model_fields)


def test_the_example_shows_the_defaults() -> None:
    assert Settings.load(ROOT / ".env.example") == Settings.load(None)


def test_every_setting_of_the_example_has_a_comment_above_it() -> None:
    blocks = (ROOT / ".env.example").read_text(encoding="utf-8").strip().split("\n\n")[1:]
    assert all(block.startswith("#") for block in blocks)


def test_an_environment_variable_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFAULT_LOCALE", "RU")
    assert from_text(tmp_path, "DEFAULT_LOCALE=pl\nDEFAULT_CLOCK=slow\n") == Settings.model_construct(
        **{**dict(Settings.load(None)), "default_locale": "ru", "default_clock": ClockPreset.SLOW}
    )


def test_a_token_is_taken_without_blanks_quotes_or_the_word_bot(tmp_path: Path) -> None:
    assert from_text(tmp_path, 'DISCORD_TOKEN="  Bot abc.def.ghi "\n').token == "abc.def.ghi"


def test_an_empty_token_is_none(tmp_path: Path) -> None:
    assert from_text(tmp_path, "DISCORD_TOKEN=\n").token is None
    assert from_text(tmp_path, 'DISCORD_TOKEN="  "\n').token is None


def test_the_token_is_not_shown_by_the_settings_text(tmp_path: Path) -> None:
    settings = from_text(tmp_path, "DISCORD_TOKEN=abc.def.ghi\nDATABASE_URL=postgresql+asyncpg://u:pass@h/b\n")
    assert "abc.def" not in repr(settings) + str(settings)
    assert "pass" not in repr(settings) + str(settings)


def test_without_an_address_the_database_is_a_file_in_the_data_folder(tmp_path: Path) -> None:
    assert from_text(tmp_path, "DATA_DIR=/srv/bones\n").database == "sqlite+aiosqlite:////srv/bones/boneyard.db"
    assert from_text(tmp_path, "").database == "sqlite+aiosqlite:///data/boneyard.db"


def test_the_log_level_may_be_written_small(tmp_path: Path) -> None:
    assert from_text(tmp_path, "LOG_LEVEL=debug\n").log_level is LogLevel.DEBUG


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("DEFAULT_LOCALE=de", "DEFAULT_LOCALE must be one of 'en', 'pl' or 'ru'."),
        ("DEFAULT_CLOCK=fast", "DEFAULT_CLOCK must be one of 'none', 'quick', 'normal' or 'slow'."),
        ("HTTP_PORT=70000", "HTTP_PORT must be a whole number from 1 to 65535."),
        ("HTTP_PORT=web", "HTTP_PORT must be a whole number from 1 to 65535."),
        ("COMPUTER_SECONDS=60", "COMPUTER_SECONDS must be a number from 0.05 to 10.0."),
        ("COMPUTER_PROCESSES=0", "COMPUTER_PROCESSES must be a whole number from 1 to 64."),
        ("SHARD_COUNT=0", "SHARD_COUNT must be auto or a whole number from 1 to 10000."),
        ("SHARD_COUNT=two", "SHARD_COUNT must be auto or a whole number from 1 to 10000."),
        ("SHARD_COUNT=2\nSHARD_IDS=0;1", "SHARD_IDS must be auto, or numbers and ranges such as 0,2-3."),
        ("SHARD_COUNT=2\nSHARD_IDS=-1", "SHARD_IDS must be auto, or numbers and ranges such as 0,2-3."),
        ("SHARD_COUNT=4\nSHARD_IDS=3-1", "SHARD_IDS has a range that ends before it begins: 3-1."),
        ("SHARD_IDS=0", "SHARD_IDS needs a numeric SHARD_COUNT, the same in every process."),
        ("SHARD_COUNT=2\nSHARD_IDS=1,2", "SHARD_IDS must be below SHARD_COUNT, that is from 0 to 1."),
        (
            "SHARD_COUNT=2\nSHARD_IDS=0",
            "SHARD_IDS needs PostgreSQL in DATABASE_URL: an SQLite file serves one process, which runs all shards.",
        ),
        (
            "DATABASE_URL=mysql://user:secret@host/base",
            "DATABASE_URL must begin with sqlite:/// and a file, or with postgresql://.",
        ),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_text(tmp_path, line + "\n")
    assert caught.value.lines == [words]


def test_shards_are_all_in_one_process_unless_something_else_is_said(tmp_path: Path) -> None:
    for text in ("", "SHARD_COUNT=\nSHARD_IDS=\n", "SHARD_COUNT=auto\nSHARD_IDS=Auto\n"):
        settings = from_text(tmp_path, text)
        assert (settings.shard_count, settings.shard_ids) == (None, None)


def test_shards_are_named_by_numbers_and_ranges(tmp_path: Path) -> None:
    on_postgresql = "DATABASE_URL=postgresql://u@h/b\nSHARD_COUNT=6\n"
    assert from_text(tmp_path, on_postgresql + "SHARD_IDS= 5, 0,2 - 3,2\n").shard_ids == (0, 2, 3, 5)
    assert from_text(tmp_path, on_postgresql).shard_ids is None
    assert from_text(tmp_path, "SHARD_COUNT=2\nSHARD_IDS=0-1\n").shard_ids == (0, 1)


def test_all_wrong_settings_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        from_text(tmp_path, "DEFAULT_LOCALE=de\nLOG_FORMAT=xml\n")
    assert [line.split()[0] for line in caught.value.lines] == ["DEFAULT_LOCALE", "LOG_FORMAT"]


def test_unknown_names_in_the_file_are_reported_with_the_nearest(tmp_path: Path) -> None:
    file = tmp_path / "settings"
    file.write_text("DISCORD_TOKN=a.b.c\nLOG_LEVEL=INFO\nPOSTGRES_PASSWORD=abc\nWEATHER=fine\n")
    assert unknown_names(file) == [
        "DISCORD_TOKN is not a setting and is ignored: do you mean DISCORD_TOKEN?",
        "WEATHER is not a setting and is ignored; .env.example lists all settings.",
    ]


def test_in_the_environment_only_nearly_right_names_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEATHER", "fine")
    monkeypatch.setenv("HTTP_PROXY", "http://proxy")
    assert unknown_names(None) == []
    monkeypatch.setenv("HTTP_PRT", "8080")
    assert unknown_names(None) == ["HTTP_PRT is not a setting and is ignored: do you mean HTTP_PORT?"]


def test_a_secret_is_read_from_the_file_that_is_named(tmp_path: Path) -> None:
    secret = tmp_path / "a token"
    secret.write_text("abc.def.ghi\n", encoding="utf-8")
    assert from_text(tmp_path, f'DISCORD_TOKEN=\nDISCORD_TOKEN_FILE="{secret}"\n').token == "abc.def.ghi"


def test_a_secret_set_twice_or_in_no_file_is_refused(tmp_path: Path) -> None:
    text = f"DISCORD_TOKEN=abc\nDISCORD_TOKEN_FILE={tmp_path}\nDATABASE_URL_FILE={tmp_path / 'nowhere'}\n"
    with pytest.raises(SettingsError) as refused:
        from_text(tmp_path, text)
    assert refused.value.lines == [
        f"DATABASE_URL_FILE: {tmp_path / 'nowhere'} cannot be read: No such file or directory.",
        "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set: keep one.",
    ]


def test_the_file_of_a_secret_is_a_known_setting(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DISCORD_TOKEN_FILE=/run/secrets/token\nHTTP_PORT_FILE=8080\n", encoding="utf-8")
    assert [line.split()[0] for line in unknown_names(tmp_path / ".env")] == ["HTTP_PORT_FILE"]
