"""Compose files are valid and run each shard once."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import time
from math import inf
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from sqlalchemy import make_url

from bot.metrics import ClickResult, Metrics, Mover, Publication, StorageFault
from bot.settings import EX_CONFIG, Settings
from storage.backup import newest_backup
from storage.schema import metadata
from tests.databases import PostgresDatabase
from tests.needs import missing

ROOT: Final = Path(__file__).parents[3]
BOTS: Final = ("shard-0", "shard-1")
SECRETS: Final = {"DISCORD_TOKEN": "abc", "POSTGRES_PASSWORD": "abc"}


def read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


def image_settings() -> dict[str, str]:
    """Return the image's settings for every bot."""
    _, environment, *_ = (ROOT / "Dockerfile").read_text(encoding="utf-8").split("ENV ")
    return dict(re.findall(r"\b([A-Z_]+)=(\S+)", environment.split("\nUSER")[0]))


def settings_of(service: dict[str, Any], said: dict[str, str]) -> Settings:
    """Return a bot's settings: compose over `.env` over image. A missing `${NAME:?…}` is a KeyError, as in Compose."""

    def value_of(found: re.Match[str]) -> str:
        return said[found[1]] if found[2] == "?" else said.get(found[1]) or found[3]

    own = {key: re.sub(r"\$\{(\w+):([?-])([^}]*)\}", value_of, value) for key, value in service["environment"].items()}
    variables = image_settings() | (said if "env_file" in service else {}) | own
    given = {key.lower(): value for key, value in variables.items() if value}
    return Settings(_env_file=None, **{key: value for key, value in given.items() if key in Settings.model_fields})


@pytest.fixture
def services() -> dict[str, Any]:
    return {
        name: service
        for file in ("compose.yaml", "compose.monitoring.yaml")
        for name, service in read(file)["services"].items()
    }


def test_the_compose_file_runs_every_shard_once_with_valid_settings(
    services: dict[str, Any],
) -> None:
    shards: list[int] = []
    for name in BOTS:
        assert {key.lower() for key in services[name]["environment"]} <= set(Settings.model_fields)
        settings = settings_of(services[name], SECRETS)
        assert settings.database.startswith("postgresql://")
        assert settings.shard_count == len(BOTS)
        assert settings.shard_ids is not None
        shards += settings.shard_ids
    assert shards == list(range(len(BOTS)))


def test_the_recipe_for_secrets_in_files_needs_no_token_in_env(services: dict[str, Any]) -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    [recipe] = [block for block in re.findall(r"```\n(.*?)```", page, re.DOTALL) if block.startswith("services:")]
    override = yaml.safe_load(recipe)
    said = {"POSTGRES_PASSWORD": "abc"}
    for name in BOTS:
        merged = services[name] | {
            "environment": services[name]["environment"] | override["services"][name]["environment"]
        }
        assert settings_of(merged, said).token is None
        assert merged["environment"]["DISCORD_TOKEN_FILE"] == f"/run/secrets/{override['services'][name]['secrets'][0]}"
        assert override["services"][name]["secrets"] == list(override["secrets"])


@pytest.mark.parametrize("name", BOTS)
def test_env_reaches_the_bots_but_for_what_the_compose_file_itself_sets(services: dict[str, Any], name: str) -> None:
    said = SECRETS | {
        "DATABASE_URL": "sqlite:///elsewhere.db",
        "DATA_DIR": "data",
        "DEFAULT_LOCALE": "pl",
        "LOG_LEVEL": "DEBUG",
        "REQUESTS_PER_SECOND": "10",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_PORT": "9999",
        "SHARD_COUNT": "7",
        "SHARD_IDS": "auto",
    }
    settings = settings_of(services[name], said)
    assert (settings.default_locale, settings.log_level, settings.requests_per_second) == ("pl", "DEBUG", 10.0)
    assert settings.database == "postgresql://boneyard:abc@postgres/boneyard"
    image = image_settings()
    assert str(settings.data_dir) == image["DATA_DIR"]
    assert (settings.http_host, str(settings.http_port)) == (image["HTTP_HOST"], image["HTTP_PORT"])
    assert (settings.shard_count, settings.shard_ids) == (len(BOTS), (BOTS.index(name),))


def test_with_a_copy_of_the_example_bots_share_discord_s_limits(services: dict[str, Any]) -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    said = dict(line.split("=", 1) for line in lines if line and not line.startswith("#")) | SECRETS
    settings = [settings_of(services[name], said) for name in BOTS]
    assert sum(one.requests_per_second * len(one.shard_ids or ()) / (one.shard_count or 1) for one in settings) == 40


def test_a_file_env_need_not_be_there(services: dict[str, Any]) -> None:
    assert [services[name]["env_file"] for name in BOTS] == [[{"path": ".env", "required": False}]] * len(BOTS)


def test_no_one_logs_in_to_the_dashboard_with_a_default_password(services: dict[str, Any]) -> None:
    environment = services["grafana"]["environment"]
    assert environment["GF_AUTH_DISABLE_LOGIN_FORM"] == "true"
    assert environment["GF_AUTH_BASIC_ENABLED"] == "false"


def test_whatever_a_service_mounts_or_waits_for_is_there(services: dict[str, Any]) -> None:
    named = read("compose.yaml")["volumes"].keys() | read("compose.monitoring.yaml")["volumes"].keys()
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert source in named or (ROOT / source).is_file(), volume


def test_secrets_come_from_outside_and_nothing_is_open_to_the_world(services: dict[str, Any]) -> None:
    for service in services.values():
        for key, value in service.get("environment", {}).items():
            if re.search("TOKEN|PASSWORD|URL", key):
                assert re.search(r"\$\{\w+:[?-]", value), key
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))


def test_prometheus_asks_every_bot_at_the_port_of_the_image() -> None:
    (job,) = read("deploy/prometheus.yaml")["scrape_configs"]
    (found,) = job["dns_sd_configs"]
    port = re.search(r"HTTP_PORT=(\d+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    assert port is not None
    assert (tuple(found["names"]), found["port"]) == ((*BOTS, "boneyard"), int(port[1]))


@pytest.fixture
def known(tmp_path: Path) -> set[str]:
    """Return the metric names known to Prometheus."""
    metrics = Metrics()
    metrics.count_click(ClickResult.DONE, 0.1)
    metrics.count_move("block", Mover.PERSON)
    metrics.count_publication(Publication.EDITED)
    metrics.count_storage_fault(StorageFault.OTHER)
    metrics.backups(tmp_path)
    metrics.disk(tmp_path)
    with metrics.thinking("block"):
        pass
    metrics.shard(0, held=True, connected=True, ready=True, latency_s=0.1)
    return {re.split(r"[ {]", line)[0] for line in metrics.text().decode().splitlines() if not line.startswith("#")}


def test_alerts_fire_when_they_should_and_at_no_other_time() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        missing("promtool (Debian's package prometheus)")
    rules = str(ROOT / "deploy" / "alerts.test.yaml")
    done = subprocess.run([promtool, "test", "rules", rules], capture_output=True, text=True, check=False)  # noqa: S603  # our own file
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_alert_asks_metrics_that_there_are_and_says_what_to_do(known: set[str]) -> None:
    (group,) = read("deploy/alerts.yaml")["groups"]
    asked = {rule["alert"]: set(re.findall(r"boneyard_\w+", rule["expr"])) for rule in group["rules"]}
    assert asked == {
        "BoneyardShardIsDown": {"boneyard_shard_ready"},
        "BoneyardIsNotReady": {"boneyard_shard_ready", "boneyard_shards"},
        "BoneyardHoldsEditsBack": {"boneyard_edits_waiting"},
        "BoneyardComputersWait": {"boneyard_computers_waiting"},
        "BoneyardLedgerIsNotZero": {"boneyard_ledger_faults"},
        "BoneyardBackupIsOld": {"boneyard_backup_age_seconds"},
        "BoneyardRestarts": set(),
        "BoneyardAnswersLate": {"boneyard_clicks_total"},
        "BoneyardWritesFail": {"boneyard_storage_errors_total"},
        "BoneyardDiskIsFull": {"boneyard_disk_free_bytes", "boneyard_disk_bytes"},
    }
    assert set().union(*asked.values()) <= known
    assert all(rule["annotations"]["summary"] for rule in group["rules"])
    mounts = read("compose.monitoring.yaml")["services"]["prometheus"]["volumes"]
    assert f"./deploy/alerts.yaml:{read('deploy/prometheus.yaml')['rule_files'][0]}:ro" in mounts


def test_one_process_on_sqlite_keeps_data_and_backups_apart() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    said = dict(line.split("=", 1) for line in lines if line and not line.startswith("#")) | SECRETS
    services = read("compose.sqlite.yaml")["services"]
    settings = settings_of(services["boneyard"], said)
    assert (settings.data_dir, settings.backup_dir, settings.http_port) == (Path("/data"), Path("/backups"), 8080)
    for service in services.values():
        assert service["volumes"] == ["boneyard-data:/data", "boneyard-backups:/backups"]


@pytest.mark.parametrize("file", ["compose.yaml", "compose.sqlite.yaml", "compose.monitoring.yaml"])
def test_bots_in_containers_may_write_to_their_volumes_alone(file: str) -> None:
    services = read(file)["services"]
    for service in services.values():
        assert service["restart"] == "unless-stopped"
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        assert service["logging"]["options"]["max-size"]
        if service.get("image") == "boneyard":
            assert service["read_only"]
            assert service["cap_drop"] == ["ALL"]
            assert service["tmpfs"] == ["/tmp"]  # noqa: S108  # in the container


def test_the_backup_of_compose_keeps_two_weeks_of_dumps(postgres: PostgresDatabase, tmp_path: Path) -> None:
    for name, days in (("boneyard-old.dump", 15), ("boneyard-recent.dump", 13), ("boneyard-killed.dump.part", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (time.time() - days * 86400 - 60,) * 2)
    url = make_url(postgres.address)
    server = {"PGHOST": url.host, "PGPORT": str(url.port or 5432), "PGUSER": url.username, "PGDATABASE": url.database}
    environment = {**os.environ, "ONCE": "1", "BACKUPS": str(tmp_path)}
    environment |= {name: value for name, value in server.items() if value} | {"PGPASSWORD": url.password or ""}
    command = ["sh", str(ROOT / "deploy/backup-postgres.sh")]
    subprocess.run(command, env=environment, check=True)  # noqa: S603  # our own
    made, recent = sorted(tmp_path.iterdir())
    assert (recent.name, stat.S_IMODE(made.stat().st_mode)) == ("boneyard-recent.dump", 0o600)


def test_a_dump_that_fails_leaves_nothing(tmp_path: Path) -> None:
    environment = {**os.environ, "ONCE": "1", "BACKUPS": str(tmp_path), "PGHOST": str(tmp_path)}
    command = ["sh", str(ROOT / "deploy/backup-postgres.sh")]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)  # noqa: S603  # our own
    assert done.returncode == 1
    assert "no backup was made" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_newest_backup_tells_its_age_and_none_is_infinitely_old(tmp_path: Path) -> None:
    assert newest_backup(tmp_path / "nowhere") == newest_backup(tmp_path) == -inf
    written = {"boneyard-1.db": 1000, "boneyard-2.dump": 2000, "boneyard-3.db.part": 3000, "notes.db": 3000}
    for name, at in written.items():
        (tmp_path / name).write_text("copied")
        os.utime(tmp_path / name, (at, at))
    (tmp_path / "boneyard-4.db").touch()  # reserved by a killed backup of an earlier version
    assert newest_backup(tmp_path) == 2000


def test_everything_can_be_compiled_in_a_folder_with_a_blank_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("requirements-dev.lock", ".venv/bin/python", ".venv/.installed-dev"):
        (folder / name).touch()
    recipe = subprocess.run(  # noqa: S603  # our own Makefile
        ["make", "--dry-run", "--no-print-directory", "-f", str(ROOT / "Makefile"), "compiled"],  # noqa: S607  # of PATH
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    lines = [line for line in recipe.splitlines() if "cd build/compiling" in line]
    assert len(lines) == 2
    assert all(f'"{folder}' in line for line in lines)


def test_a_bot_whose_settings_are_wrong_is_not_started_again_by_systemd() -> None:
    unit = (ROOT / "deploy/boneyard.service").read_text(encoding="utf-8")
    assert f"RestartPreventExitStatus={EX_CONFIG}\n" in unit
    assert "Restart=always\n" in unit


def test_the_image_has_a_pinned_base_and_copies_what_is_there() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for source in re.findall(r"^COPY (?!--from)(\S+) ", text, re.MULTILINE):
        assert (ROOT / source).exists(), source
    assert re.search(r"^ARG PYTHON=python:\d+\.\d+\.\d+-slim-\w+$", text, re.MULTILINE)
    assert "USER 10001:10001" in text.rpartition("FROM ")[2]
    assert "HEALTHCHECK" in text


def test_image_kernels_are_compiled_with_locked_versions_and_its_python() -> None:
    stages = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(stages) == {"${PYTHON}"}
    of_image, of_developers = (
        set(re.findall(r"^\S+==\S+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements-compile.lock", "requirements-dev.lock")
    )
    assert {one.partition("==")[0] for one in of_image - of_developers} == {"setuptools"}


def test_the_dashboard_shows_existing_metrics_from_its_source(known: set[str]) -> None:
    (source,) = read("deploy/grafana/datasources.yaml")["datasources"]
    panels = json.loads((ROOT / "deploy/grafana/boneyard.json").read_text(encoding="utf-8"))["panels"]
    assert {panel["datasource"]["uid"] for panel in panels} == {source["uid"]}
    asked = {
        name
        for panel in panels
        for target in panel["targets"]
        for name in re.findall(r"\b(?:boneyard|process)_\w+", target["expr"])
    }
    assert asked <= known
    assert set(re.findall(r"boneyard_\w+", (ROOT / "deploy/alerts.yaml").read_text(encoding="utf-8"))) <= asked


def test_the_page_for_operators_lists_every_metric(known: set[str]) -> None:
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(boneyard_\w+)`", page, re.MULTILINE))
    assert rows == {
        re.sub(r"_(bucket|sum|count|created|total|info)$", "", name) for name in known if "boneyard" in name
    }


def test_the_dashboards_are_looked_for_where_the_compose_file_puts_them(services: dict[str, Any]) -> None:
    (provider,) = read("deploy/grafana/dashboards.yaml")["providers"]
    mounted = [volume.split(":")[1] for volume in services["grafana"]["volumes"]]
    home = services["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home in mounted
    assert home.startswith(f"{provider['options']['path']}/")


def test_the_page_on_trust_names_every_table_of_the_database() -> None:
    named = re.findall(r"`(\w+)`", (ROOT / "docs/trust.md").read_text(encoding="utf-8"))
    assert metadata.tables.keys() <= set(named)


def test_units_take_away_the_rights_that_the_bot_does_not_need() -> None:
    program = shutil.which("systemd-analyze") or missing("systemd-analyze (Debian's package systemd)")
    for unit in ("boneyard.service", "boneyard-backup.service"):
        command = [program, "security", "--offline=true", "--threshold=29", str(ROOT / "deploy" / unit)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own file
        assert done.returncode == 0, done.stdout[-300:] + done.stderr
