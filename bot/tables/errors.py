"""The errors for requests that a table refuses."""

from games import Refusal
from games.core.view import DealEnd
from storage.kept_out import KeptOut


class TableError(Exception):
    """A request that a table refuses, without any change.

    :param key: the key of the text with the reason.
    :param command: a helpful command, if the text mentions one.
    :param count: the number for a text with plural forms.
    :param values: the values of the text's placeholders.
    """

    def __init__(self, key: str, /, *, count: int | None = None, command: str = "play", **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.command = command
        self.count = count
        self.values = values


class Stale(TableError):
    """A click on an outdated picture."""

    def __init__(self) -> None:
        super().__init__("hand.stale")


class Refused(TableError):
    """A move against the rules, with the reason in `refusal`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__("hand.refused")
        self.refusal = refusal


class CameSecond(TableError):
    """A call in a deal that another call has ended.

    :ivar ending: the end of that deal; None if a later one has ended.
    :ivar caller: the seat whose call came too late.
    """

    def __init__(self, ending: DealEnd | None, caller: int) -> None:
        super().__init__("table.old_deal")
        self.ending = ending
        self.caller = caller


class TableUnknown(TableError):
    """A match that does not exist or may not be seen."""

    def __init__(self) -> None:
        super().__init__("hand.table_unknown")


class TableOver(TableError):
    """A finished match, or a closed lobby."""

    def __init__(self) -> None:
        super().__init__("hand.table_over")


class SoloOver(TableError):
    """A finished solitaire."""

    def __init__(self) -> None:
        super().__init__("solo.over", command="play")


class SeatRequestOver(TableError):
    """An expired request: the seat or the deal has changed."""

    def __init__(self) -> None:
        super().__init__("table.replace.offer_over")


class OfferOver(TableError):
    """An expired offer of a seat."""

    def __init__(self) -> None:
        super().__init__("table.replace.offer_over")


class TooManyTables(TableError):
    """A person at the limit of open tables, with their channels."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__("lobby.refusal.too_many_tables", command="table show")
        self.channels = channels


class KeptOutError(TableError):
    """A person whom the moderators of the server keep out.

    :ivar ban: since when, until when and why.
    """

    def __init__(self, ban: KeptOut) -> None:
        super().__init__("kept.you")
        self.ban = ban

    def for_reader(self, user_id: int, name: str = "") -> TableError:
        """Return the error as a person may read it: without the reason if it is about another.

        :param name: the other's name.
        """
        return self if user_id == self.ban.user_id else TableError("kept.other", name=name)


class PairingTaken(TableError):
    """A pairing that is settled or has a live table."""

    def __init__(self) -> None:
        super().__init__("tournament.refusal.played")


class LadderRunning(TableError):
    """A person with a running match on the ladder of the game."""

    def __init__(self) -> None:
        super().__init__("ladder.refusal.running")


class ChannelTaken(TableError):
    """A channel with a live table: the match `match_id`."""

    def __init__(self, match_id: str) -> None:
        super().__init__("lobby.refusal.channel_taken")
        self.match_id = match_id
