"""Slash commands in the box, by the keyboard and by the Send button."""

import pytest
from playwright.async_api import Browser, expect

from tests.browser import PHONE, Look

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


async def test_enter_takes_the_command_then_the_choice_and_then_sends(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/as")
    await expect(ada.suggestions).to_have_count(1)
    await ada.key("Enter")
    await expect(ada.option("size")).to_be_focused()
    await expect(ada.suggestions).to_have_text(["Small", "Big"])
    await ada.key("ArrowDown")
    await ada.key("Enter")
    await expect(ada.option("size")).to_have_value("Big")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("size 2, colour None, who None, loud None")
    await expect(ada.last).to_contain_text("Ada used /ask")
    await expect(ada.composer).to_be_focused()


async def test_a_choice_stays_chosen_until_its_field_is_changed(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/ask ")
    await ada.type("big")
    await ada.key("Enter")
    await ada.option("size").click()  # to look at it again
    await expect(ada.suggestions).to_have_count(0)
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("size 2")


async def test_tab_takes_a_suggestion_and_options_follow_the_last_field(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/ask ")
    await ada.key("Tab")
    await expect(ada.option("size")).to_have_value("Small")
    await expect(ada.suggestions).to_contain_text(["colour", "who", "loud"])
    await ada.type("wh")
    await ada.key("Tab")
    await expect(ada.option("who")).to_be_focused()
    await ada.type("Bor")
    await ada.key("Enter")
    await ada.key("ArrowDown")
    await ada.key("ArrowDown")
    await ada.key("Enter")
    await expect(ada.option("loud")).to_be_focused()
    await ada.key("Enter")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("size 1, colour None, who Borys, loud True")


async def test_the_bot_suggests_while_one_types(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/ask size:Big colour:bl")
    await expect(ada.suggestions).to_have_text(["Blue", "Black"])
    await ada.key("ArrowDown")
    await ada.key("Enter")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("size 2, colour black")


async def test_a_required_option_that_is_missing_is_gone_to_and_named(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/ask ")
    await ada.key("Escape")  # closes the list
    await ada.key("Enter")
    await expect(ada.option("size")).to_be_focused()
    await expect(ada.status).to_have_text("size is required")
    await ada.type("huge")
    await ada.key("Enter")
    await expect(ada.status).to_have_text("size: choose one of the list")
    await expect(ada.messages.get_by_role("article")).to_have_count(0)


async def test_escape_closes_the_list_and_then_leaves_the_command(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/ask ")
    await expect(ada.suggestions).to_have_count(2)
    await ada.key("Escape")
    await expect(ada.suggestions).to_have_count(0)
    await expect(ada.command_line).to_have_count(1)
    await ada.key("Escape")
    await expect(ada.command_line).to_have_count(0)
    await expect(ada.composer).to_be_focused()


async def test_backspace_takes_back_an_option_and_then_the_command(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/plain ")
    await expect(ada.command_line).to_have_text("/plain")
    await ada.key("Backspace")
    await expect(ada.composer).to_have_value("/plain")


async def test_what_is_no_command_is_not_sent(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("/nonsense")
    await ada.key("Enter")
    await expect(ada.status).to_have_text("There is no such command here")
    await expect(ada.messages.get_by_role("article")).to_have_count(0)


async def test_names_descriptions_and_choices_are_in_the_viewer_s_language(shown: str, browser: Browser) -> None:
    borys = await Look(await browser.new_page(viewport=PHONE), shown, "Borys").open()
    await borys.composer.click()
    await borys.type("/py")
    await expect(borys.suggestions).to_have_text(["/pytajPyta o rzeczy"])
    await borys.key("Enter")
    await expect(borys.suggestions).to_have_text(["Mały", "Duży"])
    await borys.key("Escape")
    await borys.key("Enter")
    await expect(borys.status).to_have_text("Brakuje opcji rozmiar")
    await borys.page.get_by_label("Język").select_option("en-US")
    await expect(borys.page.get_by_role("button", name="Send")).to_be_visible()


async def test_a_phone_sends_with_its_button_and_nothing_stands_out_to_the_side(shown: str, browser: Browser) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    ada = await Look(await context.new_page(), shown, "Ada").open()
    await ada.composer.tap()
    await ada.type("/text")
    await ada.page.get_by_role("button", name="Send").tap()
    await expect(ada.last).to_contain_text("quoted")
    await ada.composer.tap()
    await ada.type("Good evening")
    await ada.page.get_by_role("button", name="Send").tap()
    await expect(ada.last).to_contain_text("Good evening")
    widths = await ada.page.evaluate(
        "[document.documentElement.scrollWidth, ...document.querySelectorAll('.scroller')]"
        ".map((each) => each.scrollWidth ? each.scrollWidth - each.clientWidth : each)"
    )
    assert widths == [PHONE["width"], 0]


async def test_a_command_that_is_not_answered_is_said_to_have_failed(ada: Look) -> None:
    await ada.command("/silent")
    await expect(ada.status).to_have_text("/silent: The application did not respond")


async def test_a_late_answer_is_waited_for_and_then_there(ada: Look) -> None:
    await ada.command("/late")
    await expect(ada.last).to_contain_text("Boneyard is thinking…")
    await expect(ada.last).to_contain_text("Here at last.")


async def test_a_mention_of_a_command_puts_it_into_the_box(ada: Look) -> None:
    await ada.command("/text")
    await ada.last.get_by_role("button", name="/plain").first.click()
    await expect(ada.command_line).to_have_text("/plain")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("Plainly.")
