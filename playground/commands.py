"""The commands available to a person in a place."""

from collections.abc import Mapping
from typing import Any

from simcord.enums import AppCommandType, OptionType
from simcord.env import Env
from simcord.interactions import command_leaves, walk_to_subcommand


def command_list(env: Env, person_id: int, channel_id: int, locale: str) -> dict[str, Any]:
    """Return slash commands with options, and other commands' names."""
    backend = env.backend

    def visible(kind: AppCommandType) -> list[dict[str, Any]]:
        return backend.visible_commands(user_id=person_id, channel_id=channel_id, type=kind)

    slash = [
        _slash(root, path, leaf, locale)
        for root in visible(AppCommandType.CHAT_INPUT)
        for path, leaf in command_leaves(root)
    ]
    return {
        "slash": slash,
        "person": [_menu(root, locale) for root in visible(AppCommandType.USER)],
        "message": [_menu(root, locale) for root in visible(AppCommandType.MESSAGE)],
    }


def option_specs(env: Env, person_id: int, channel_id: int, name: str) -> dict[str, Mapping[str, Any]]:
    """Return the registered options of a command by name.

    :raises LookupError: if the person cannot use such a command there.
    """
    path = name.split()
    for root in env.backend.visible_commands(user_id=person_id, channel_id=channel_id):
        if path and root["name"] == path[0]:
            leaf, _ = walk_to_subcommand(root, path[1:])
            return {option["name"]: option for option in leaf.get("options") or []}
    raise LookupError(f"unknown command /{name}")


def _menu(root: Mapping[str, Any], locale: str) -> dict[str, str]:
    return {"name": root["name"], "label": _localised(root, "name", locale)}


def _slash(root: Mapping[str, Any], path: list[str], leaf: Mapping[str, Any], locale: str) -> dict[str, Any]:
    labels, node = [_localised(root, "name", locale)], root
    for step in path[1:]:
        node = next(option for option in node["options"] if option["name"] == step)
        labels.append(_localised(node, "name", locale))
    return {
        "name": " ".join(path),
        "label": " ".join(labels),
        "description": _localised(leaf, "description", locale),
        "options": [_option(option, locale) for option in leaf.get("options") or []],
    }


def _option(option: Mapping[str, Any], locale: str) -> dict[str, Any]:
    return {
        "name": option["name"],
        "label": _localised(option, "name", locale),
        "description": _localised(option, "description", locale),
        "type": OptionType(option["type"]).name.lower(),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"label": _localised(choice, "name", locale), "value": str(choice["value"])}
            for choice in option.get("choices") or []
        ],
    }


def _localised(thing: Mapping[str, Any], key: str, locale: str) -> str:
    return str((thing.get(f"{key}_localizations") or {}).get(locale) or thing.get(key) or "")
