"""Command names and descriptions in all languages."""

import inspect
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.locales import Words, spoken, words
from bot.requests.request import Request, answering

C = TypeVar("C", bound=commands.Cog)
P = ParamSpec("P")
V = TypeVar("V", str, int)

Answer = Callable[Concatenate[C, Request, P], Coroutine[Any, Any, None]]
"""A method of a cog that answers a request with its options."""

_DEFAULT = words(None)


def localised_text(key: str) -> app_commands.locale_str:
    """Return a text for a command, in English with translations."""
    return localised_label(lambda w: w(key))


def localised_label(label: Callable[[Words], str]) -> app_commands.locale_str:
    """Return a command's label, made from a language's texts."""
    return app_commands.locale_str(label(_DEFAULT), label=label)


def localised_choices(form: str, values: Iterable[V]) -> list[app_commands.Choice[V]]:
    """Return the choices of an option.

    :param form: the key of the texts, with {} for the value.
    """
    return [app_commands.Choice(name=localised_text(form.format(one)), value=one) for one in values]


def option_key(command_key: str, option: str, part: str) -> str:
    """Return the key of an option's name or description: the command's own, or the one that commands share."""
    root, own = command_key.partition(".")[0], f"{command_key}.{option}.{part}"
    return own if own in _DEFAULT else f"{root}.option.{option}.{part}"


def command(
    key: str, *, anywhere: bool = False, quiet: bool | Callable[[Mapping[str, object]], bool] = True
) -> Callable[[Answer[C, P]], app_commands.Command[C, P, None]]:
    """Return a command whose texts are under a key, and whose errors are answered.

    :param anywhere: whether it can be used in direct messages too, where there is no server.
    :param quiet: whether the answer is private, or a function of the options that says so.
    """

    def made(answer: Answer[C, P]) -> app_commands.Command[C, P, None]:
        @wraps(answer)
        async def callback(cog: C, interaction: discord.Interaction[Any], /, *args: P.args, **kwargs: P.kwargs) -> None:
            private = quiet if isinstance(quiet, bool) else quiet(kwargs)
            async with answering(interaction.client.services, interaction, quiet=private) as request:
                await answer(cog, request, *args, **kwargs)

        given = list(inspect.signature(answer).parameters)[2:]  # after the cog and the request
        app_commands.rename(**{one: localised_text(option_key(key, one, "name")) for one in given})(callback)
        app_commands.describe(**{one: localised_text(option_key(key, one, "description")) for one in given})(callback)
        command: app_commands.Command[C, P, None] = app_commands.command(
            name=localised_text(f"{key}.name"), description=localised_text(f"{key}.description")
        )(callback)
        return command if anywhere else app_commands.guild_only(command)

    return made


class CommandTranslator(app_commands.Translator):
    """Translates the texts of commands."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        _context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        label, language = string.extras.get("label"), spoken(locale.value)
        return label(words(language)) if label and language and language != _DEFAULT.locale else None


def command_mentions(registered: list[app_commands.AppCommand]) -> dict[str, str]:
    """Return each command's mention by its English name."""
    command_mentions = {}
    for command in registered:
        command_mentions[command.name] = command.mention
        for option in command.options:
            if isinstance(option, app_commands.AppCommandGroup):
                command_mentions[f"{command.name} {option.name}"] = option.mention
    return command_mentions
