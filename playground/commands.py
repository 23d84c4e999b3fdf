"""The application commands that a person can use in a place, in that person's language."""

from collections.abc import Mapping
from typing import Any

from simcord.enums import AppCommandType, OptionType
from simcord.env import Env
from simcord.interactions import command_leaves, walk_to_subcommand


def command_list(env: Env, person_id: int, channel_id: int, locale: str) -> dict[str, Any]:
    """Slash commands with their options, and the names of the commands on people and on messages."""
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
    """The options of a command by their names, as they are registered.

    :raises LookupError: if the person sees no such command there.
    """
    path = name.split()
    for root in env.backend.visible_commands(user_id=person_id, channel_id=channel_id):
        if path and root["name"] == path[0]:
            leaf, _ = walk_to_subcommand(root, path[1:])
            return {option["name"]: option for option in leaf.get("options") or []}
    raise LookupError(f"/{name} is not there")


def _menu(root: Mapping[str, Any], locale: str) -> dict[str, str]:
    return {"name": root["name"], "label": _said(root, "name", locale)}


def _slash(root: Mapping[str, Any], path: list[str], leaf: Mapping[str, Any], locale: str) -> dict[str, Any]:
    labels, node = [_said(root, "name", locale)], root
    for step in path[1:]:
        node = next(option for option in node["options"] if option["name"] == step)
        labels.append(_said(node, "name", locale))
    return {
        "name": " ".join(path),
        "label": " ".join(labels),
        "description": _said(leaf, "description", locale),
        "options": [_option(option, locale) for option in leaf.get("options") or []],
    }


def _option(option: Mapping[str, Any], locale: str) -> dict[str, Any]:
    return {
        "name": option["name"],
        "label": _said(option, "name", locale),
        "description": _said(option, "description", locale),
        "type": OptionType(option["type"]).name.lower(),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": [
            {"label": _said(choice, "name", locale), "value": str(choice["value"])}
            for choice in option.get("choices") or []
        ],
    }


def _said(thing: Mapping[str, Any], key: str, locale: str) -> str:
    return str((thing.get(f"{key}_localizations") or {}).get(locale) or thing.get(key) or "")
