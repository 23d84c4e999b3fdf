"""Every command of the pages is run by a test, or listed with the reason why it cannot be."""

import re
import shlex
from pathlib import Path
from typing import Final

import yaml

from bot.tools.parsing import command_line

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ("README.md", "CONTRIBUTING.md", "docs/operating.md", "docs/troubleshooting.md", "docs/testing.md")
PROGRAMS: Final = "make|docker|systemctl|createdb|git|cp|install|ch(grp|mod|own)|runuser|useradd|promtool|pre-commit"

RUN: Final = {
    r"make (setup|check|test|compiled|dist)$|make test ARGS|python -m pytest|\.ci/run$": ".ci/run",
    r"promtool test": "test_alerts_fire_when_they_should_and_at_no_other_time",
    r"python -m bot doctor$": "test_doctor_says_what_the_bot_says_when_it_starts",
    r"python -m bot run$": "test_a_run_without_a_token_helps_and_names_a_misspelled_setting",
    r"make play$": "test_sigterm_closes_the_playground_in_good_order",
    r"python -m bot backup": "test_the_command_line_makes_a_backup_and_says_what_is_wrong",
    r"python -m bot restore": "test_a_backup_is_restored_for_the_owner_of_the_former_file_which_is_kept",
    r"python -m bot copy-database": "test_finished_matches_are_replayed_before_they_are_saved",
    r"python -m bot reports": "test_reports_are_listed_newest_first_and_marked_as_done",
    r"python -m bot legal": "test_every_text_names_the_operator_and_the_contact_in_every_language",
    r"python -m bot\.tools\.proofreading": "test_our_texts_have_no_faults",
    r"make site": "test_the_index_links_every_game_and_what_the_operator_publishes",
    r"make release": "test_a_release_is_tagged_and_main_goes_on_with_the_next",
    r"make bench$": "test_a_benchmark_measures_what_it_should",
    r"make strength": "test_a_short_run_writes_the_page_and_goes_on_where_it_was",
    r"make coach$": "test_a_short_run_writes_its_section_and_goes_on_where_it_was",
}
NOT_RUN: Final = {
    r"docker": "needs Docker's engine",
    r"systemctl|useradd|install |ch(grp|mod|own) |cp deploy/": "changes the machine, as root",
    r"createdb": "needs a server; the tests make their databases by SQL",
    r"git (pull|push|switch)|pre-commit": "needs a remote, or changes the checkout",
    r"make (format|pictures|puzzles|soak)|python -m tests\.": "writes into the checkout, or takes hours",
}


def commands() -> set[str]:
    """Return the simple commands of fenced blocks, inline code and headers."""
    lines = []
    for page in PAGES:
        parts = (ROOT / page).read_text(encoding="utf-8").split("```")
        lines += "\n".join(parts[1::2]).splitlines() + re.findall(r"`([^`\n]+)`", "".join(parts[::2]))
    for path in (ROOT / "Dockerfile", *ROOT.glob("compose*"), *ROOT.glob("deploy/*.*")):
        lines += re.findall(r"^# *(?:[^#\n]*: +)?(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    found = {re.sub(r" +#.*", "", part).strip() for line in lines for part in line.split("&&")}
    is_command = re.compile(rf"(\.venv/bin/)?python -(?!.*…)|(?!git make)({PROGRAMS})\b|\.ci/run$")
    return {one for one in found if is_command.match(one)}


def bare(command: str) -> str:
    """Return what a command runs in the end: the bot's own one in a container or as another user."""
    return re.sub(r"^(docker compose .* boneyard (?=python)|runuser -u boneyard -- )?(\.venv/bin/)?", "", command)


def test_every_command_is_run_by_a_test_or_cannot_be() -> None:
    kinds = RUN | NOT_RUN
    found = {command: [kind for kind in kinds if re.match(kind, bare(command))] for command in commands()}
    assert {command: kinds for command, kinds in found.items() if len(kinds) != 1} == {}
    assert kinds.keys() - {kind for kinds in found.values() for kind in kinds} == set()
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    assert {name for name in RUN.values() if name != ".ci/run" and f"def {name}(" not in tests} == set()


def test_every_command_of_the_bot_has_arguments_that_it_accepts() -> None:
    for words in (bare(command).split()[3:] for command in commands() if "python -m bot " in command):
        command_line().parse_args([*words, "FILE"] if words == ["restore"] else words)


def test_commands_of_compose_name_files_and_services_that_exist() -> None:
    for words in (shlex.split(command) for command in commands() if re.match("docker compose .*[a-z0-9]$", command)):
        files = [words[at + 1] for at, word in enumerate(words) if word == "-f"] or ["compose.yaml"]
        services = {name for file in files for name in yaml.safe_load((ROOT / file).read_text())["services"]}
        named = {word.split("=")[0].split(":")[0] for word in words if re.match(r"(shard-|boneyard$|backup)", word)}
        assert named <= services
