"""A bot with one of everything that the playground's page can draw or do."""

import asyncio
import io
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from PIL import Image

Interaction = discord.Interaction[commands.Bot]

POLISH = {
    "ask": "pytaj",
    "Asks for things": "Pyta o rzeczy",
    "size": "rozmiar",
    "How big": "Jak duże",
    "Small": "Mały",
    "Big": "Duży",
}
COLOURS = ("red", "green", "blue", "black")
MANY = 14


class Polish(app_commands.Translator):
    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return POLISH.get(string.message) if locale is discord.Locale.polish else None


def picture(name: str, colour: tuple[int, int, int] = (30, 120, 60)) -> discord.File:
    content = io.BytesIO()
    Image.new("RGB", (400, 200), colour).save(content, "PNG")
    content.seek(0)
    return discord.File(content, name, description=f"a picture called {name}")


class Buttons(discord.ui.View):
    """A button that turns the picture, one that never answers, one that opens a form, and a select menu."""

    def __init__(self, turned: int = 0) -> None:
        super().__init__(timeout=None)
        self.turned = turned

    @discord.ui.button(label="Turn", style=discord.ButtonStyle.primary)
    async def turn(self, interaction: Interaction, _button: Any) -> None:
        turned = self.turned + 1
        await interaction.response.edit_message(
            embed=pictured(turned), attachments=[picture(f"side-{turned}.png", (120, 30, 60))], view=Buttons(turned)
        )

    @discord.ui.button(label="Nothing")
    async def nothing(self, interaction: Interaction, _button: Any) -> None:
        pass

    @discord.ui.button(label="Form", style=discord.ButtonStyle.success)
    async def form(self, interaction: Interaction, _button: Any) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Never", style=discord.ButtonStyle.danger, disabled=True)
    async def never(self, interaction: Interaction, _button: Any) -> None:
        raise AssertionError("a disabled button was pressed")

    @discord.ui.select(
        placeholder="Your game",
        options=[
            discord.SelectOption(label="Block", value="block", description="No drawing"),
            discord.SelectOption(label="Kent", value="kent", description="With signs"),
        ],
    )
    async def choose(self, interaction: Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.send_message(f"You chose {select.values[0]}.", ephemeral=True)


class Form(discord.ui.Modal, title="A form"):
    name: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Name", min_length=2, max_length=20)

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.send_message(f"Hello, {self.name.value}!")


def pictured(turned: int) -> discord.Embed:
    embed = discord.Embed(title=f"Side {turned}", colour=0x336699)
    return embed.set_image(url=f"attachment://side-{turned}.png")


class ShowingBot(commands.Bot):
    """Its commands: /ask, /text, /board, /layout, /many, /file, /late, /silent, /plain, and two in the menus."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True, dm_messages=True, guild_messages=True))

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Polish())
        listed: list[app_commands.Command[Any, Any, Any]] = [
            *(ask, text, board, layout, many, file, late, silent, plain)
        ]
        for command in listed:
            self.tree.add_command(command)
        self.tree.add_command(app_commands.ContextMenu(name="Count letters", callback=count_letters))
        self.tree.add_command(app_commands.ContextMenu(name="Greet", callback=greet))
        await self.tree.sync()


@app_commands.command(name=locale_str("ask"), description=locale_str("Asks for things"))
@app_commands.rename(size=locale_str("size"))
@app_commands.describe(size=locale_str("How big"), colour="Which colour", who="For whom", loud="Aloud")
@app_commands.choices(
    size=[
        app_commands.Choice(name=locale_str("Small"), value=1),
        app_commands.Choice(name=locale_str("Big"), value=2),
    ]
)
async def ask(
    interaction: Interaction,
    size: int,
    colour: str | None = None,
    who: discord.Member | None = None,
    loud: bool | None = None,
) -> None:
    name = who.display_name if who else None
    await interaction.response.send_message(f"size {size}, colour {colour}, who {name}, loud {loud}")


@ask.autocomplete("colour")
async def colours(_interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=colour.title(), value=colour) for colour in COLOURS if colour.startswith(current)]


@app_commands.command(description="Shows markup")
async def text(interaction: Interaction) -> None:
    now = int(discord.utils.utcnow().timestamp())
    mention = f"</plain:{interaction.id}>"
    embed = discord.Embed(
        title="**Bold** title",
        description=f"{interaction.user.mention} in {getattr(interaction.channel, 'mention', '')}\n-# fine print",
    )
    embed.add_field(name="Since", value=f"<t:{now - 3600}:R>", inline=True)
    embed.add_field(name="Try", value=mention, inline=True)
    embed.set_footer(text="*the end*")
    await interaction.response.send_message(f"> quoted\n||hidden|| {mention} <t:{now}:T>", embed=embed)
    shown = await interaction.original_response()
    await shown.add_reaction("👍")


@app_commands.command(description="Shows a picture with buttons")
async def board(interaction: Interaction) -> None:
    await interaction.response.send_message(embed=pictured(0), file=picture("side-0.png"), view=Buttons())


class Layout(discord.ui.LayoutView):
    """One of everything that Components V2 are made of, with a button that turns the picture."""

    def __init__(self, turned: int = 0) -> None:
        super().__init__(timeout=None)
        media = discord.MediaGalleryItem(f"attachment://side-{turned}.png", description=f"side {turned} in words")
        self.add_item(
            discord.ui.Container(
                discord.ui.TextDisplay(f"### Side {turned}\n-# fine print"),
                discord.ui.MediaGallery(media),
                accent_colour=0x336699,
            )
        )
        self.add_item(discord.ui.File("attachment://table.csv"))
        self.add_item(discord.ui.TextDisplay("At **A** (5)"))
        button: discord.ui.Button[Any] = discord.ui.Button(label="Turn", style=discord.ButtonStyle.primary)
        button.callback = self._turn  # type: ignore[method-assign]  # as discord.py wants it outside of a class
        self.add_item(discord.ui.ActionRow(button))
        self.add_item(discord.ui.Separator())
        self.turned = turned

    async def _turn(self, interaction: discord.Interaction[Any]) -> None:
        turned = self.turned + 1
        await interaction.response.edit_message(attachments=layout_files(turned), view=Layout(turned))


def layout_files(turned: int) -> list[discord.File]:
    return [picture(f"side-{turned}.png"), discord.File(io.BytesIO(b"one,two\n"), "table.csv")]


@app_commands.command(description="Shows Components V2")
async def layout(interaction: Interaction) -> None:
    await interaction.response.send_message(files=layout_files(0), view=Layout())


@app_commands.command(description="Shows many pictures")
async def many(interaction: Interaction) -> None:
    await interaction.response.send_message("Here they come:")
    for number in range(MANY):
        await interaction.followup.send(f"Picture {number}", file=picture(f"many-{number}.png", (number * 9, 80, 90)))


@app_commands.command(description="Gives a file")
async def file(interaction: Interaction) -> None:
    content = io.BytesIO(b"one,two\n")
    await interaction.response.send_message("A file:", file=discord.File(content, "table.csv"))


@app_commands.command(description="Answers late")
async def late(interaction: Interaction) -> None:
    await interaction.response.defer()
    await asyncio.sleep(2)
    await interaction.edit_original_response(content="Here at last.")


@app_commands.command(description="Never answers")
async def silent(_interaction: Interaction) -> None:
    pass


@app_commands.command(description="Answers at once")
async def plain(interaction: Interaction) -> None:
    await interaction.response.send_message("Plainly.", ephemeral=True)


async def count_letters(interaction: Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"{len(message.content)} letters", ephemeral=True)


async def greet(interaction: Interaction, member: discord.Member) -> None:
    await interaction.response.send_message(f"Hello, {member.display_name}!", ephemeral=True)
