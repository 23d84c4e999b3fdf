"""Messages about templates of tournaments."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.messages.parts.components import Button, ClickAddress, Form, Kind, Select, SelectOption, Style, TextField
from bot.messages.parts.message import COLOUR, Message
from bot.messages.parts.reader import Reader
from bot.messages.parts.text import MAX_DESCRIPTION, MAX_OPTION_TEXT, bold, escape, truncate
from storage.league.tournament_templates import TournamentTemplate

LONGEST_NAME: Final = 50
"""The most characters of the name of a template."""

NAME_FIELD: Final = "template"


def template_form(tournament_id: int, title: str, reader: Reader) -> Form:
    """Return the form for the name of a new template."""
    w = reader.words
    field = TextField(NAME_FIELD, w("template.name"), LONGEST_NAME, filled=title[:LONGEST_NAME])
    address = ClickAddress(Kind.TEMPLATE_NAMED, str(tournament_id))
    return Form(address, w("template.button.save"), (field,), w("template.note"))


def templates_message(templates: Sequence[TournamentTemplate], reader: Reader) -> Message:
    """Return the templates of a server, to start from one or to delete one."""
    w = reader.words
    if not templates:
        return Message(w("template.none", button=bold(w("tournament.button.hosts"))))
    embed = discord.Embed(colour=COLOUR, title=w("template.title"))
    lines = []
    for one in templates:
        game, kind = w(f"game.{one.game}.name"), w(f"tournament.kind.{one.settings['kind']}")
        lines.append(f"{bold(one.name)} · {escape(one.settings['title'])} · {game} · {kind}")
    embed.description = truncate("\n".join(lines), MAX_DESCRIPTION)
    options = tuple(SelectOption(truncate(one.name, MAX_OPTION_TEXT), str(one.id)) for one in templates)
    start = Select(ClickAddress(Kind.TEMPLATE_OPEN), options, w("tournament.form.template"))
    delete = Select(ClickAddress(Kind.TEMPLATE_ASK), options, w("template.delete"))
    return Message(embed=embed, rows=((start,), (delete,)))


def ask_delete_template(template: TournamentTemplate, reader: Reader) -> Message:
    """Return the question before a template is deleted."""
    w = reader.words
    yes = Button(ClickAddress(Kind.TEMPLATE_DELETE, str(template.id)), w("table.button.confirm"), Style.DANGER)
    no = Button(ClickAddress(Kind.KEEP), w("table.button.keep"))
    return Message(w("template.ask_delete", name=bold(template.name)), rows=((yes, no),))
