"""Messages on the page: what is drawn, what can be clicked, and what stays where it is."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Route, expect

import playground
from bot.settings import Settings
from playground import simulated
from tests.browser import DESKTOP, NARROW, PATIENCE, PHONE, Look
from tests.playground.conftest import Printed
from tests.playground.showing_bot import MANY, ShowingBot

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


async def test_markup_is_drawn_in_messages_and_embeds(ada: Look) -> None:
    await ada.command("/text")
    embed = ada.last.locator(".embed")
    await expect(ada.last.locator("blockquote")).to_have_text("quoted")
    await expect(embed.locator(".title strong")).to_have_text("Bold")
    await expect(embed.locator("small")).to_have_text("fine print")
    await expect(embed.locator(".mention").first).to_have_text("@Ada")
    await expect(embed.locator(".mention").nth(1)).to_have_text("# dominoes")
    await expect(embed.locator("time")).to_have_text("1 hour ago")
    await expect(ada.last).not_to_contain_text("<")


async def test_a_layout_is_drawn_with_its_frame_picture_text_file_row_and_line(ada: Look) -> None:
    await ada.command("/layout")
    frame = ada.last.locator(".container")
    await expect(frame.locator("h3")).to_have_text("Side 0")
    await expect(frame.locator("small")).to_have_text("fine print")
    await expect(frame.get_by_role("img")).to_have_attribute("alt", "side 0 in words")
    await expect(ada.last.locator(".file")).to_contain_text("table.csv")
    await expect(ada.last.locator(".layout > .text-display strong")).to_have_text("A")
    await expect(ada.last.get_by_role("separator")).to_have_count(1)
    await expect(ada.last.locator(".picture")).to_have_count(1)
    await ada.button("Turn").focus()
    await ada.key("Enter")
    await expect(frame.locator("h3")).to_have_text("Side 1")
    await expect(ada.button("Turn")).to_be_focused()
    await expect(frame.get_by_role("img")).to_have_attribute("alt", "side 1 in words")


async def test_a_time_is_told_in_the_language_of_each_viewer(ada: Look, shown: str, browser: Browser) -> None:
    borys = await Look(await browser.new_page(viewport=DESKTOP), shown, "Borys").open()
    await ada.command("/text")
    await expect(borys.last.locator(".embed time")).to_have_text("1 godzinę temu")
    await expect(ada.last.locator(".embed time")).to_have_text("1 hour ago")


async def test_a_spoiler_opens_when_it_is_clicked(ada: Look) -> None:
    await ada.command("/text")
    spoiler = ada.last.locator(".spoiler")
    await expect(spoiler).to_have_attribute("aria-expanded", "false")
    await spoiler.click()
    await expect(spoiler).to_have_attribute("aria-expanded", "true")


async def test_a_new_picture_takes_the_old_one_s_place_only_when_it_is_there(ada: Look) -> None:
    may_come = asyncio.Event()

    async def hold(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    await ada.page.route("**/side-1.png", hold)
    await ada.command("/board")
    image = ada.last.get_by_role("img")
    await expect(image).to_have_attribute("alt", "a picture called side-0.png")
    before = await image.bounding_box()
    await ada.press("Turn")
    await expect(ada.last).to_contain_text("Side 1")
    await expect(image).to_have_attribute("alt", "a picture called side-0.png")
    assert await image.evaluate("(image) => image.complete && image.naturalWidth") == 400
    may_come.set()
    await expect(image).to_have_attribute("alt", "a picture called side-1.png")
    assert await image.bounding_box() == before


async def test_many_pictures_are_all_there_and_the_newest_is_in_view(ada: Look) -> None:
    await ada.command("/many")
    await expect(ada.last).to_contain_text(f"Picture {MANY - 1}")
    images = ada.messages.get_by_role("img")
    await expect(images).to_have_count(MANY)
    await expect(images.last).to_be_in_viewport()
    assert await images.evaluate_all(
        "(images) => images.every((image) => image.complete && image.naturalWidth === 400)"
    )
    assert await ada.page.locator(".picture:not([data-shown])").count() == 0


async def test_who_has_scrolled_up_stays_there_and_is_told_of_news(ada: Look, shown: str, browser: Browser) -> None:
    await ada.command("/many")
    await expect(ada.messages.get_by_role("img")).to_have_count(MANY)
    scroller = ada.page.locator(".scroller")
    await scroller.hover()
    await ada.page.mouse.wheel(0, -3000)
    await expect(ada.messages.get_by_role("img").last).not_to_be_in_viewport()
    newest = ada.page.get_by_role("button", name="Jump to the newest")
    borys = await Look(await browser.new_page(viewport=PHONE), shown, "Borys").open()
    await borys.composer.click()
    await borys.type("Are you there?")
    await borys.key("Enter")
    await newest.click()
    await expect(ada.last).to_contain_text("Are you there?")
    await expect(ada.last).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_the_newest_stays_in_view_when_the_page_moves_by_itself(ada: Look) -> None:
    await ada.command("/many")
    images = ada.messages.get_by_role("img")
    await expect(images).to_have_count(MANY)
    await ada.page.locator(".scroller").evaluate("(scroller) => { scroller.scrollTop -= 400; }")
    await expect(images.last).to_be_in_viewport()
    await ada.command("/many")
    await expect(images).to_have_count(2 * MANY)
    await expect(images.last).to_be_in_viewport()


async def test_a_click_shows_at_once_that_it_is_pending_and_says_when_it_failed(ada: Look) -> None:
    await ada.command("/board")
    await ada.button("Nothing").click()
    await expect(ada.button("Nothing")).to_have_class("button secondary pending", timeout=300)
    await expect(ada.last.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(ada.button("Nothing")).to_have_class("button secondary")
    await expect(ada.button("Never")).to_be_disabled()
    await ada.press("Turn")
    await expect(ada.last.get_by_role("alert")).to_have_count(0, timeout=PATIENCE)


async def test_a_click_that_races_an_edit_is_to_be_repeated(ada: Look) -> None:
    async def press_another(route: Route) -> None:
        action = route.request.post_data_json or {}
        await route.continue_(post_data={**action, "id": "of the former message"})

    await ada.command("/board")
    await ada.page.route("**/api/actions", press_another)
    await ada.press("Turn")
    await expect(ada.last.get_by_role("alert")).to_have_text("That was just replaced. Press again.")


async def test_a_link_to_a_message_jumps_to_it_on_the_page(ada: Look) -> None:
    await ada.command("/many")
    await expect(ada.messages.get_by_role("img")).to_have_count(MANY)
    first = ada.messages.get_by_role("article").first
    message, place = await first.get_attribute("data-message"), ada.page.locator("[aria-current]")
    link = f"https://discord.com/channels/1/{await place.get_attribute('data-place')}/{message}"
    await ada.page.get_by_role("button", name="second-table").click()
    await ada.composer.click()
    await ada.type(link)
    await ada.key("Enter")
    await ada.messages.get_by_role("link", name="# dominoes › 💬").click()
    await expect(place).to_contain_text("dominoes")
    await expect(first).to_be_focused()
    await expect(first).to_be_in_viewport()


async def test_one_key_skips_from_the_top_to_the_messages(ada: Look) -> None:
    await ada.key("Tab")
    await ada.key("Enter")
    assert await ada.page.evaluate("document.activeElement.contains(document.querySelector('[role=log]'))")


async def test_a_select_menu_shows_descriptions_and_sends_what_is_chosen(ada: Look) -> None:
    await ada.command("/board")
    await ada.messages.get_by_role("button", name="Your game").click()
    options = ada.page.get_by_role("listbox", name="Your game").get_by_role("option")
    await expect(options).to_have_text(["BlockNo drawing", "KentWith signs"])
    await ada.key("ArrowDown")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("You chose kent.")
    await expect(ada.last).to_contain_text("Only you can see this")
    await ada.last.get_by_role("button", name="Dismiss").click()
    await expect(ada.messages).not_to_contain_text("You chose kent.")


async def test_a_form_is_filled_in_and_sent(ada: Look) -> None:
    await ada.command("/board")
    await ada.button("Form").click()
    dialog = ada.page.get_by_role("dialog", name="A form")
    await ada.page.set_viewport_size(NARROW)
    assert await ada.sideways() == []
    await dialog.get_by_label("Name").fill("Celina")
    await ada.key("Enter")
    await expect(dialog).to_have_count(0)
    await expect(ada.last).to_contain_text("Hello, Celina!")


async def test_reactions_are_made_and_taken_back_and_any_emoji_can_be_added(
    ada: Look, shown: str, browser: Browser
) -> None:
    borys = await Look(await browser.new_page(viewport=DESKTOP), shown, "Borys").open()
    await ada.command("/text")
    thumb = ada.last.locator('.reaction[data-id="👍"]')
    await expect(thumb).to_have_attribute("aria-pressed", "false")
    await thumb.click()
    await expect(thumb).to_have_attribute("aria-pressed", "true")
    await expect(borys.last.locator('.reaction[data-id="👍"]')).to_contain_text("2")
    await thumb.click()
    await expect(thumb).to_contain_text("1")
    await ada.last.get_by_role("button", name="Add a reaction").last.click()
    await ada.type("🦴")
    await ada.key("Enter")
    await expect(borys.last.locator('.reaction[data-id="🦴"]')).to_contain_text("1")


async def test_a_file_can_be_saved(ada: Look) -> None:
    await ada.command("/file")
    async with ada.page.expect_download() as saving:
        await ada.last.get_by_role("link", name="table.csv").click()
    saved = await saving.value
    assert saved.suggested_filename == "table.csv"
    assert (await saved.path()).read_text(encoding="utf-8") == "one,two\n"


async def test_a_message_is_sent_seen_by_others_as_unread_and_gone_when_deleted(
    ada: Look, shown: str, browser: Browser
) -> None:
    borys = await Look(await browser.new_page(viewport=DESKTOP), shown, "Borys", "second-table").open()
    await ada.composer.click()
    await ada.type("Good **evening**")
    await ada.key("Enter")
    await expect(ada.last.locator("strong")).to_have_text("evening")
    place = borys.page.get_by_role("button", name="dominoes")
    await expect(place.get_by_label("nieprzeczytane: 1")).to_be_visible()
    await place.click()
    await expect(borys.last).to_contain_text("Good evening")
    await expect(place.get_by_label("nieprzeczytane: 1")).to_have_count(0)
    await ada.last.hover()
    await ada.last.get_by_role("button", name="More").click()
    await ada.page.get_by_role("menuitem", name="Delete message").click()
    await expect(borys.messages).not_to_contain_text("Good evening")


async def test_direct_messages_are_a_place_of_one_person_alone(ada: Look) -> None:
    await ada.page.get_by_role("button", name="Boneyard", exact=True).click()
    await ada.composer.click()
    await ada.type("Just between us")
    await ada.key("Enter")
    await expect(ada.last).to_contain_text("Just between us")
    await ada.page.get_by_label("Person").select_option("Celina")
    await expect(ada.welcome).to_have_text("Welcome to @Boneyard!")
    await expect(ada.messages).not_to_contain_text("Just between us")


async def test_the_menus_have_the_bot_s_commands_on_messages_and_on_people(ada: Look) -> None:
    await ada.composer.click()
    await ada.type("Seven")
    await ada.key("Enter")
    await ada.last.hover()
    await ada.last.get_by_role("button", name="More").click()
    await ada.page.get_by_role("menuitem", name="Count letters").click()
    await expect(ada.messages).to_contain_text("5 letters")
    await ada.messages.get_by_role("button", name="Ada").first.click()
    await ada.page.get_by_role("menuitem", name="Greet").click()
    await expect(ada.last).to_contain_text("Hello, Ada!")
    await ada.messages.get_by_text("Ada used").last.click(button="right")
    await expect(ada.page.get_by_role("menuitem", name="Greet")).to_be_visible()
    await ada.page.keyboard.press("Escape")
    await ada.messages.get_by_text("Seven").click(button="right")
    await expect(ada.page.get_by_role("menuitem", name="Count letters")).to_be_visible()


async def test_up_to_four_people_side_by_side_and_on_a_phone_one_with_a_switch(shown: str, browser: Browser) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await page.goto(shown)
    await page.get_by_role("button", name="Play", exact=True).click()
    panes = page.get_by_role("region").filter(visible=True)
    await expect(panes).to_have_count(1)
    add = page.get_by_role("button", name="Another player")
    for _ in range(3):
        await add.click()
    await expect(panes).to_have_count(4)
    await expect(add).to_be_disabled()
    await expect(page.get_by_role("region", name="Dmitri, #dominoes")).to_be_visible()
    await page.set_viewport_size(PHONE)
    await expect(panes).to_have_count(1)
    await page.get_by_role("navigation", name="Views").get_by_role("button", name="Borys").click()
    await expect(panes).to_have_accessible_name("Borys, #dominoes")
    await expect(panes.locator(".places .dm")).to_be_in_viewport(ratio=1)
    await page.set_viewport_size(NARROW)
    await page.locator(".pane:not(.away)").get_by_role("button", name="demo").click()
    await expect(panes.locator("[aria-current]")).to_be_in_viewport(ratio=1)
    assert await page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
    await page.reload()
    await expect(page.get_by_role("region", include_hidden=True)).to_have_count(4)


async def test_light_and_dark_can_be_changed_and_stay_changed(ada: Look) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    before = await ada.page.evaluate(colour)
    await ada.page.get_by_role("button", name="Light or dark").click()
    after = await ada.page.evaluate(colour)
    assert after != before
    await ada.page.reload()
    await expect(ada.welcome).to_be_visible()
    assert await ada.page.evaluate(colour) == after


@pytest_asyncio.fixture(loop_scope="session")
async def tricky(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """Yield the address of a playground in which the first person's name is HTML."""
    people = (simulated.SimulatedPerson(TRICKY, "en-US"), *simulated.PEOPLE[1:])
    furnish = simulated.furnish
    monkeypatch.setattr(simulated, "furnish", lambda env: furnish(env, people))
    out = Printed()
    task = asyncio.create_task(playground.run(ShowingBot, settings, out))
    yield await out.address()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


TRICKY = '<img id="tricked" src="x" onerror="document.title = 1">'


async def test_html_in_a_name_and_in_a_message_is_inert(tricky: str, browser: Browser) -> None:
    page = await browser.new_page(viewport=DESKTOP)
    await page.goto(tricky)
    await page.get_by_role("button", name="Play", exact=True).click()
    pane = page.get_by_role("region").first
    await pane.locator("textarea.text").click()
    await page.keyboard.type("/text")
    for _ in range(2):
        await page.keyboard.press("Enter")
    await expect(pane.locator(".embed .mention").first).to_have_text(f"@{TRICKY}")
    await page.keyboard.type('<b id="tricked">bold</b> || <script>x</script>')
    await page.keyboard.press("Enter")
    await expect(pane.get_by_role("article").last).to_contain_text('<b id="tricked">bold</b> || <script>x</script>')
    assert await page.locator("#tricked").count() == 0
    assert await page.title() == "Boneyard's playground"
