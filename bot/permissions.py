"""The permissions that the bot uses in a server. The invitation, doctor and the docs are held against this list."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

import discord


class Asked(Enum):
    """Whether a permission is asked for.

    :cvar NEEDED: it is in the invitation, and something that everybody uses fails without it.
    :cvar INVITED: it is in the invitation, and one feature is left out without it.
    :cvar GRANTED: a server grants it by hand if it wants the feature.
    """

    NEEDED = "needed"
    INVITED = "invited"
    GRANTED = "granted"


@dataclass(frozen=True)
class BotPermission:
    """A permission that the bot uses in a server.

    :ivar key: the name in discord.py.
    :ivar title: the name in Discord's English settings.
    :ivar use: the things that it is for.
    """

    key: str
    title: str
    asked: Asked
    use: str


PERMISSIONS: Final = (
    BotPermission("view_channel", "View Channels", Asked.NEEDED, "to see the channels in which it plays"),
    BotPermission("send_messages", "Send Messages", Asked.NEEDED, "lobbies, boards, tournaments, announcements"),
    BotPermission(
        "create_public_threads",
        "Create Public Threads",
        Asked.NEEDED,
        "a thread for a second table in a channel, and for the table of each match of a tournament",
    ),
    BotPermission(
        "send_messages_in_threads", "Send Messages in Threads", Asked.NEEDED, "lobbies and boards in threads"
    ),
    BotPermission("embed_links", "Embed Links", Asked.NEEDED, "boards as pictures; without it they are text"),
    BotPermission("attach_files", "Attach Files", Asked.NEEDED, "pictures, and files of matches and leagues"),
    BotPermission(
        "read_message_history", "Read Message History", Asked.NEEDED, "to find its own messages again after a restart"
    ),
    BotPermission("create_events", "Create Events", Asked.INVITED, "an event for each tournament with a time to start"),
    BotPermission("manage_roles", "Manage Roles", Asked.GRANTED, "the role for the first three of a season"),
    BotPermission(
        "mention_everyone",
        "Mention @everyone, @here and All Roles",
        Asked.GRANTED,
        "to call the players' role if not everybody may mention it",
    ),
)
"""All of them. No other permission is used."""


def permissions_of(*asked: Asked) -> discord.Permissions:
    """The permissions that are asked for in these ways."""
    return discord.Permissions(**{one.key: True for one in PERMISSIONS if one.asked in asked})


NEEDED: Final = permissions_of(Asked.NEEDED)
INVITED: Final = permissions_of(Asked.NEEDED, Asked.INVITED)
"""The permissions in the address that invites the bot."""
