"""Cached tables, and the live one of a channel."""

from bot.tables.live import TableCache
from bot.tables.state import Table
from storage.matches import Status
from tests.bot.tables.tabletop import ADA, CHANNEL, a_lobby

OTHER = CHANNEL + 1


class Untouchable(Table):
    """A table that no one may look at."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"the {name} of a table of another channel was looked at")


def lobby_of(match_id: str, channel: int = CHANNEL, status: Status = Status.LOBBY) -> Table:
    return a_lobby(ADA, id=match_id, channel_id=channel, status=status)


def test_the_live_table_of_a_channel_is_found_without_the_others() -> None:
    cache = TableCache()
    others = [lobby_of(f"there-{number}", OTHER + number) for number in range(5)]
    for table in (*others, lobby_of("here")):
        cache[table.id] = table
    for table in others:
        object.__setattr__(table, "__class__", Untouchable)
    found = cache.live_in(CHANNEL)
    assert found is not None
    assert found.id == "here"


def test_a_finished_table_is_held_but_not_live_in_its_channel() -> None:
    cache = TableCache()
    cache["here"] = lobby_of("here")
    over = lobby_of("here", status=Status.OVER)
    cache[over.id] = over
    assert cache.get("here") == over
    assert cache.live_in(CHANNEL) is None


def test_a_table_that_is_over_does_not_touch_the_next_one_of_its_channel() -> None:
    cache = TableCache()
    over = lobby_of("old", status=Status.OVER)
    cache[over.id] = over
    cache["new"] = lobby_of("new")
    cache[over.id] = over
    del cache["old"]
    found = cache.live_in(CHANNEL)
    assert found is not None
    assert found.id == "new"
    assert len(cache) == 1


def test_a_dropped_table_is_gone_and_can_be_dropped_again() -> None:
    cache = TableCache()
    cache["here"] = lobby_of("here")
    for _ in range(2):
        cache.pop("here", None)
        assert (len(cache), cache.get("here"), cache.live_in(CHANNEL)) == (0, None, None)
