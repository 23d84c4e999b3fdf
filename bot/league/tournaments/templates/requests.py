"""Creating tournaments again, and from templates; saving and deleting templates."""

from dataclasses import replace
from typing import Final

from bot.league.tournaments.creation.form import open_form
from bot.league.tournaments.creation.repeating import (
    template_needed,
    template_of,
    templates_of,
    wanted_again,
    wanted_from,
)
from bot.league.tournaments.requests import clicked_tournament, require_organiser
from bot.league.tournaments.templates.messages import (
    LONGEST_NAME,
    NAME_FIELD,
    ask_delete_template,
    template_form,
    templates_message,
)
from bot.messages.parts.components import MAX_OPTIONS, Kind
from bot.messages.parts.message import Message
from bot.messages.parts.text import bold
from bot.requests.handlers import on
from bot.requests.request import Click, Request
from bot.requests.typed_text import read_name
from bot.tables.errors import TableError
from storage.league import leagues, tournament_templates

MOST_TEMPLATES: Final = MAX_OPTIONS
"""The most templates of a server; a select offers them all."""


async def list_templates(request: Request) -> Message:
    """Return the templates of the server.

    :raises TableError: if the person may not create tournaments.
    """
    require_organiser(request)
    return templates_message(await templates_of(request.services, request.guild_id), request.reader)


@on(Kind.TOURNAMENT_AGAIN)
async def _create_again(click: Click) -> None:
    """Open the form with the settings of a tournament."""
    require_organiser(click)
    wanted = await wanted_again(click, await clicked_tournament(click))
    await click.reply.whisper(await open_form(click, wanted))


@on(Kind.TEMPLATE_OPEN)
async def _create_from_template(click: Click) -> None:
    """Open the form with the settings of the chosen template."""
    require_organiser(click)
    wanted = await wanted_from(click, await template_needed(click, click.value))
    await click.reply.whisper(await open_form(click, wanted))


@on(Kind.TEMPLATE_SAVE)
async def _ask_name(click: Click) -> None:
    """Open the form for the name of a new template."""
    require_organiser(click)
    tournament = await clicked_tournament(click)
    await click.reply.ask(template_form(tournament.id, tournament.title, click.reader))


@on(Kind.TEMPLATE_NAMED)
async def _save_template(click: Click) -> None:
    """Save the settings of a tournament as a template; one with the same name is replaced."""
    require_organiser(click)
    name = read_name(click.filled.texts.get(NAME_FIELD, ""))[:LONGEST_NAME]
    if not name:
        raise TableError("template.refusal.name")
    new = await template_of(await clicked_tournament(click), name)
    async with click.services.database.write() as tx:
        await leagues.hold(tx, click.guild_id)
        known = await tournament_templates.in_guild(tx, click.guild_id)
        old = next((one for one in known if one.name.casefold() == name.casefold()), None)
        if old is None and len(known) >= MOST_TEMPLATES:
            raise TableError("template.refusal.too_many", count=MOST_TEMPLATES, command="tournament templates")
        await tournament_templates.save(tx, new if old is None else replace(new, id=old.id))
    key = "template.saved" if old is None else "template.replaced"
    await click.reply.whisper(click.words(key, name=bold(name), command=click.reader.command("tournament create")))


@on(Kind.TEMPLATE_ASK)
async def _ask_before_delete(click: Click) -> None:
    """Ask before the chosen template is deleted."""
    require_organiser(click)
    await click.reply.show(ask_delete_template(await template_needed(click, click.value), click.reader))


@on(Kind.TEMPLATE_DELETE)
async def _delete_template(click: Click) -> None:
    """Delete a template after the question."""
    require_organiser(click)
    template = await template_needed(click, click.match_id)
    async with click.services.database.write() as tx:
        await leagues.hold(tx, click.guild_id)
        await tournament_templates.remove(tx, click.guild_id, template.id)
    await click.reply.renew(Message(click.words("template.deleted", name=bold(template.name))))
