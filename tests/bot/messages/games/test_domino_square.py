"""Texts, questions and pictures of Domino Square, by fixed positions."""

from __future__ import annotations

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from bot.locales import words
from bot.messages.games import presenter_at
from bot.messages.games.domino_square import DominoSquarePresenter
from bot.messages.parts.choices import Ask, focus_of_page
from bot.messages.parts.components import Button
from bot.messages.parts.message import Message
from bot.messages.parts.reader import Reader
from bot.messages.table.board import ChannelPermissions, board_message
from bot.messages.table.hand import hand_message
from bot.messages.table.summary import deal_message, match_message
from games import Move
from games.computers.decisions import decision_of
from games.domino_square import DominoSquare
from games.domino_square.view import DominoSquareView
from tests.bot.messages.tables import READER, table_of
from tests.games.domino_square.tables import late, play, square

ADA = "6-4 6-5 5-4 3-2 2-1 1-0 6-0 5-0 4-0"
BORYS = "5-3 5-2 5-1 4-3 4-2 4-1 3-1 3-0 2-0"
UNDER = "5-3@1,0>1,1"  # right under the opening 6-4


def look(
    match: DominoSquare, seat: int | None = None, locale: str = "en"
) -> tuple[DominoSquarePresenter, DominoSquareView]:
    """Return the game's presenter and the seat's view."""
    presenter = presenter_at(table_of(match), Reader(words(locale)))
    assert isinstance(presenter, DominoSquarePresenter)
    return presenter, match.view(seat)


def opened() -> DominoSquare:
    """Ada has opened with 6-4; Borys is to move."""
    match = square(2, ADA, BORYS)
    play(match, "6-4")
    return match


def nearly_full() -> DominoSquare:
    """Return a position whose last place, by 6 2 3 1, takes 5-0."""
    return late(square(2), 17, "5-0 2-0", "4-1", rest="5-3")


def test_the_square_is_above_the_tiles_while_one_chooses() -> None:
    presenter, view = look(opened(), 1)
    choosing, waiting = presenter.hand(view), presenter.hand(opened().view(0))
    assert choosing is not None
    assert waiting is not None
    assert "6-4 e6–f6" in choosing.alt
    assert "6-4 e6–f6" not in waiting.alt
    heights = [Image.open(BytesIO(drawing.paint())).height for drawing in (choosing, waiting)]
    assert heights[0] > heights[1]


# --- Words on the board -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "facts"),
    [
        ("en", ["Deal 1", "first to win 3 deals", "room left: 5 rows and 4 columns"]),
        ("pl", ["Rozdanie 1", "do 3 wygranych rozdań", "zostało miejsca: 5 rzędów i 4 kolumny"]),
        ("ru", ["Раздача 1", "до 3 выигранных раздач", "осталось места: 5 рядов и 4 столбца"]),
    ],
)
def test_the_footer_tells_the_deal_the_target_and_the_room_that_is_left(locale: str, facts: list[str]) -> None:
    presenter, view = look(opened(), locale=locale)
    assert presenter.facts(view) == facts


@pytest.mark.parametrize(
    ("locale", "fact"),
    [
        ("en", "all six rows and columns are in use"),
        ("pl", "wszystkie sześć rzędów i kolumn zajęte"),
        ("ru", "все шесть рядов и столбцов заняты"),
    ],
)
def test_the_footer_tells_when_no_room_is_left(locale: str, fact: str) -> None:
    presenter, view = look(nearly_full(), locale=locale)
    assert presenter.facts(view)[-1] == fact


@pytest.mark.parametrize(
    ("locale", "opening", "placing"),
    [
        ("en", "**Ada** opens with `6-4`.", "**Borys** places `5-3` on e7–f7."),
        ("pl", "**Ada** wychodzi kamieniem `6-4`.", "**Borys** dokłada `5-3` na e7–f7."),
        ("ru", "**Ada** заходит с `6-4`.", "**Borys** кладёт `5-3` на e7–f7."),
    ],
)
def test_a_tile_is_told_with_the_cell_of_its_higher_half_first(locale: str, opening: str, placing: str) -> None:
    match = square(2, ADA, BORYS)
    told = look(match, locale=locale)[0].event_texts(play(match, "6-4", UNDER))
    assert told == [opening, placing]


@pytest.mark.parametrize(
    ("locale", "told", "remark", "prompt"),
    [
        (
            "en",
            "`6-4` is the first starter, for **Ada**.",
            "**Borys** places the second starter; then the hands are dealt.",
            "This tile is the second starter. Choose where it goes; then the hands are dealt.",
        ),
        (
            "pl",
            "`6-4` to pierwszy kamień początkowy; wykłada **Ada**.",
            "**Borys** dokłada drugi kamień początkowy; potem rozdaje się resztę.",
            "To drugi kamień początkowy: wybierz, gdzie go dołożyć. Potem rozdaje się resztę.",
        ),
        (
            "ru",
            "`6-4` — первая начальная кость; кладёт **Ada**.",
            "**Borys** кладёт вторую начальную кость; потом раздают остальные.",
            "Это вторая начальная кость: выберите, куда её положить. Потом раздают остальные.",
        ),
    ],
)
def test_with_four_players_starters_are_called_so(locale: str, told: str, remark: str, prompt: str) -> None:
    match = square(4, starters="6-4 5-3")
    presenter, view = look(match, 1, locale)
    assert presenter.event_texts(match.events)[-1] == told
    assert presenter.remarks(view) == [remark]
    assert presenter.prompt(view) == prompt
    assert presenter.hand(match.view(0)) is None, "nobody else holds a tile yet"
    play(match, UNDER)
    presenter, view = look(match, 0, locale)
    assert presenter.remarks(view) == []
    assert presenter.prompt(view) == words(locale)("hand.choose_tile")


@pytest.mark.parametrize(
    ("locale", "seat"),
    [
        ("en", ["8 tiles", "0 deals won"]),
        ("pl", ["8 kamieni", "0 wygranych rozdań"]),
        ("ru", ["8 костей", "0 выигранных раздач"]),
    ],
)
def test_behind_a_name_stand_the_tiles_and_the_deals_won(locale: str, seat: list[str]) -> None:
    presenter, view = look(opened(), locale=locale)
    assert presenter.seat(view, 0) == seat


# --- What lies --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        (
            "en",
            (
                "The square, e6 to f7; each tile with the cells of its higher and its lower half: 6-4 e6–f6, 5-3 "
                "e7–f7. Last tile: 5-3. It can still reach a2 to j11."
            ),
        ),
        (
            "pl",
            (
                "Kwadrat od e6 do f7; każdy kamień z polami większej i mniejszej połówki: 6-4 e6–f6, 5-3 e7–f7. "
                "Ostatni kamień: 5-3. Może jeszcze sięgnąć od a2 do j11."
            ),
        ),
        (
            "ru",
            (
                "Квадрат от e6 до f7; каждая кость с клетками большей и меньшей половинки: 6-4 e6–f6, 5-3 e7–f7. "
                "Последняя кость: 5-3. Он ещё может занять место от a2 до j11."
            ),
        ),
    ],
)
def test_the_board_says_in_words_what_it_shows(locale: str, said: str) -> None:
    match = opened()
    play(match, UNDER)
    presenter, view = look(match, locale=locale)
    drawing = presenter.board(view)
    assert drawing is not None
    assert drawing.alt == said
    assert drawing.paint().startswith(b"\x89PNG")


def test_before_the_opening_the_square_is_empty() -> None:
    presenter, view = look(square(2, ADA, BORYS), 0)
    assert presenter.description(view) == "No tile lies on the table yet."
    assert presenter.text_board(view) == ""
    assert [choice.label for choice in presenter.choices(view)[0].choices] == [str(tile) for tile in view.hand]
    drawing = presenter.board(view)
    assert drawing is not None
    assert drawing.paint().startswith(b"\x89PNG")


def test_a_cell_keeps_its_name_while_the_square_grows_and_loses_room() -> None:
    match = opened()
    for move in (UNDER, "2-1@-1,0>-2,0", "4-1@2,0>2,1"):
        play(match, move)
        presenter, view = look(match)
        assert "6-4 e6–f6, 5-3 e7–f7" in presenter.description(view)


def test_without_pictures_the_square_stands_there_in_letters() -> None:
    board = board_message(table_of(nearly_full()), READER, ChannelPermissions(("attach_files",)))
    assert board.embed is not None
    field = board.embed.fields[1]
    assert field.name == "The square"
    assert field.value is not None
    assert field.value.splitlines()[:5] == [
        "```text",
        "   e f g h i j",
        " 6 6-3 5-4 1-2",
        " 7 0-4 2-5 6-1",
        " 8 5-1 6-0 3-4",
    ]
    assert "11 2-6 3-1 · ·" in field.value


# --- Choosing a place -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "place", "direction"),
    [
        (
            "en",
            "Where do you want to play `5-3`? 7 places. Each letter is between its two cells.",
            "Which way round does `5-3` go on e4–e5?",
        ),
        (
            "pl",
            "Gdzie dołożyć `5-3`? 7 miejsc. Każda litera leży między swoimi dwoma polami.",
            "Jak obrócić `5-3` na e4–e5?",
        ),
        (
            "ru",
            "Куда положить `5-3`? 7 мест. Буква стоит между двумя клетками места.",
            "Какой стороной положить `5-3` на e4–e5?",
        ),
    ],
)
def test_the_place_is_asked_first_then_the_direction(locale: str, place: str, direction: str) -> None:
    presenter, view = look(opened(), 1, locale)
    where = presenter.question(view, "5-3")
    assert where is not None
    assert where.text == place
    does = where.groups[0].choices[0].does
    assert isinstance(does, Ask)
    which = presenter.question(view, does.key)
    assert which is not None
    assert (which.text, which.before) == (direction, "5-3")


@pytest.mark.parametrize(
    ("locale", "upright", "lying"),
    [
        ("en", ["5 above, 3 below", "3 above, 5 below"], ["5 left, 3 right", "3 left, 5 right"]),
        ("pl", ["5 u góry, 3 na dole", "3 u góry, 5 na dole"], ["5 z lewej, 3 z prawej", "3 z lewej, 5 z prawej"]),
        ("ru", ["5 сверху, 3 снизу", "3 сверху, 5 снизу"], ["5 слева, 3 справа", "3 слева, 5 справа"]),
    ],
)
def test_each_direction_is_named_as_the_picture_shows_it(locale: str, upright: list[str], lying: list[str]) -> None:
    presenter, view = look(opened(), 1, locale)
    for key, labels, moves in (
        ("5-3@-2,0>-1,0", upright, ["5-3@-2,0>-1,0", "5-3@-1,0>-2,0"]),  # e4 and e5
        ("5-3@0,2>0,3", lying, ["5-3@0,2>0,3", "5-3@0,3>0,2"]),  # g6 and h6
    ):
        question = presenter.question(view, key)
        assert question is not None
        assert [choice.label for choice in question.groups[0].choices] == labels
        assert [str(choice.does) for choice in question.groups[0].choices] == moves


def test_who_reads_the_board_as_text_sees_cells_on_the_buttons() -> None:
    reader = Reader(words("en"), board="text")
    asked = hand_message(table_of(opened()), 11, reader, asked="5-3")
    assert asked.embed is not None
    assert asked.embed.description == "Where do you want to play `5-3`? 7 places."
    assert labels_of(asked)[:4] == ["A · e4–e5", "B · f4–f5", "C · d5–d6", "D · e5–f5"]
    assert asked.drawings == ()


def labels_of(message: Message) -> list[str]:
    return [part.label or "" for row in message.rows for part in row if isinstance(part, Button)]


def test_a_tile_says_on_its_button_how_many_places_it_can_take() -> None:
    assert "5-3 · 7 places" in labels_of(hand_message(table_of(opened()), 11, READER))


def test_mirror_images_of_the_first_moves_are_offered_once() -> None:
    # Two places in line, two side by side, and two uprights each above, below, on the left and on the right: twelve.
    # Those below are mirror images of those above; on each side the upper upright stands for both.
    page = hand_message(table_of(opened()), 11, READER, asked="5-3")
    assert labels_of(page) == [*"ABCDEFG", "Back"]
    [drawing] = page.drawings
    assert drawing.alt == "Places for 5-3: A e4–e5; B f4–f5; C d5–d6; D e5–f5; E g5–g6; F c6–d6; G g6–h6."
    assert opened().refusal(1, UNDER) is None, "all can still be played"


def test_with_tiles_in_two_rows_every_place_is_offered() -> None:
    # Beside 6-4 over 5-3, 2-1 fits in line at the four ends (4), upright or lying above and below (3 each), and upright
    # on the left and on the right at three heights each (6).
    match = opened()
    play(match, UNDER)
    table = table_of(match)
    first, second = (hand_message(table, 10, READER, asked=asked) for asked in ("2-1", "2-1~1"))
    assert labels_of(first) == [*"ABCDEFGHIJ", "More", "Back"]
    assert labels_of(second) == [*"ABCDEF", "Earlier", "Back"]
    assert [len(row) for row in first.rows] == [5, 5, 1, 1]
    pictures = [drawing.paint() for page in (first, second) for drawing in page.drawings]
    assert len(set(pictures)) == 2


def test_an_old_button_of_a_folded_place_still_finds_its_tile() -> None:
    presenter, view = look(opened(), 1)
    question = presenter.question(view, "5-3")
    assert question is not None
    assert presenter.question(view, UNDER) is None
    focus = focus_of_page(question, room=4, asked="5-3")
    assert focus is not None
    assert focus.places == tuple(choice.place for choice in question.groups[0].choices)


def test_a_place_where_one_direction_fits_takes_one_click_that_names_it() -> None:
    # In line with 6-4, 6-5 can only repeat the 6; upright beside the 6 its 5 must be in that row.
    match = opened()
    play(match, UNDER)
    page = hand_message(table_of(match), 10, READER, asked="6-5")
    assert labels_of(page)[1] == "B · 6-5"
    [part] = [part for row in page.rows for part in row if isinstance(part, Button) and part.label == "B · 6-5"]
    assert part.address.rest == "6-5@-1,-1>0,-1", "the 6 above, so that its row has one 6"
    assert page.embed is not None
    assert "only this way round fits" in (page.embed.description or "")


def test_a_tile_with_one_place_is_played_by_one_click_that_names_its_cells() -> None:
    presenter, view = look(nearly_full(), 0)
    [choice] = presenter.choices(view)[0].choices
    assert (choice.label, str(choice.does)) == ("5-0 · j11–i11", "5-0@5,5>5,4")


# --- Why not ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "button", "line"),
    [
        (
            "en",
            "Why not?",
            "**2-0** fits nowhere. 120 ways to place it were tried: outside 6 × 6: 118; a number twice in a row: 2.",
        ),
        (
            "pl",
            "Dlaczego nie?",
            (
                "**2-0** nigdzie nie pasuje; sprawdzono 120 ułożeń: poza kwadratem 6 × 6: 118; "
                "liczba powtórzona w rzędzie: 2."
            ),
        ),
        (
            "ru",
            "Почему нельзя?",
            (
                "**2-0** никуда не подходит; проверено 120 способов её положить: вне квадрата 6 × 6: 118; "
                "число дважды в ряду: 2."
            ),
        ),
    ],
)
def test_one_may_ask_why_a_tile_fits_nowhere(locale: str, button: str, line: str) -> None:
    # Around six rows and columns lie 28 cells; the corner beside the two free cells and the cell next to it below them
    # meet no tile. Pairs of free cells of which one meets the layout: 27 along that ring, 23 and 2 at each of three
    # corners outwards, 3 from it inwards, and the free two: 60, both ways round 120; all but the last pair are outside.
    reader = Reader(words(locale))
    presenter, view = look(nearly_full(), 0, locale)
    [query] = presenter.queries(view)
    assert query.label == button
    assert isinstance(query.does, Ask)
    message = hand_message(table_of(nearly_full()), 10, reader, asked=query.does.key)
    assert message.embed is not None
    assert message.embed.description is not None
    lines = message.embed.description.splitlines()
    assert lines[:-1] == [line]
    assert lines[-1] == f"-# {reader.words('square.why.counted')}"


def test_one_may_ask_so_while_others_move() -> None:
    table = table_of(nearly_full())
    waiting = hand_message(table, 11, READER)
    assert [part.label for row in waiting.rows for part in row if hasattr(part, "label")] == ["Why not?", "Refresh"]
    asked = hand_message(table, 11, READER, asked="why")
    assert asked.embed is not None
    assert "**4-1** fits nowhere" in (asked.embed.description or "")


def test_nothing_is_asked_where_every_tile_fits() -> None:
    presenter, view = look(opened(), 1)
    assert presenter.queries(view) == ()
    assert presenter.question(view, "why") is None


# --- The end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locale", "lines", "hands", "ranking"),
    [
        (
            "en",
            ["Nobody can place a tile any more: **Ada** placed the last one.", "**Ada** wins the deal."],
            "Tiles of Ada: 2-0. Tiles of Borys: 4-1.",
            "🥇 1. **Ada**: 3 deals won\n🥈 2. **Borys**: 0 deals won",
        ),
        (
            "pl",
            ["Nikt nie może już nic dołożyć: ostatni kamień dokłada **Ada**.", "**Ada** wygrywa rozdanie."],
            "Kamienie (Ada): 2-0. Kamienie (Borys): 4-1.",
            "🥇 1. **Ada**: 3 wygrane rozdania\n🥈 2. **Borys**: 0 wygranych rozdań",
        ),
        (
            "ru",
            ["Никто больше ничего не может положить: последнюю кость кладёт **Ada**.", "**Ada** выигрывает раздачу."],
            "Кости (Ada): 2-0. Кости (Borys): 4-1.",
            "🥇 1. **Ada**: 3 выигранные раздачи\n🥈 2. **Borys**: 0 выигранных раздач",
        ),
    ],
)
def test_the_end_names_the_last_placer_tiles_left_and_deals_won(
    locale: str, lines: list[str], hands: str, ranking: str
) -> None:
    match = late(square(2), 17, "5-0 2-0", "4-1", rest="5-3", scores=(2, 0))
    play(match, "5-0@5,5>5,4")
    assert match.last_deal is not None
    reader, table = Reader(words(locale)), table_of(match)
    ended = deal_message(table, match.last_deal, reader, ChannelPermissions())
    assert ended.embed is not None
    assert (ended.embed.description or "").splitlines() == lines
    [drawing] = ended.drawings
    assert drawing.alt.endswith(hands)
    assert drawing.paint().startswith(b"\x89PNG")
    in_letters = deal_message(table, match.last_deal, reader, ChannelPermissions(("attach_files",)))
    assert in_letters.embed is not None
    assert "11 2-6 3-1 0-5\n```" in (in_letters.embed.fields[-1].value or "")
    won = match_message(table, reader)
    assert won.embed is not None
    assert won.embed.fields[0].value == ranking


def test_computers_and_reviews_judge_the_moves_that_are_offered() -> None:
    match = opened()
    decision = decision_of(match, 1, Random(1))
    assert decision is not None
    presenter, view = look(match, 1)
    assert set(decision.moves.values()) == set(presenter.distinct_moves(view, view.moves))
    assert decision.number_of(Move.parse(UNDER)) == decision.number_of(Move.parse("5-3@-1,0>-1,1"))
