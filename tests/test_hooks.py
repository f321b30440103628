"""Where the app leans on Streamlit's insides: one list, and a test for each by its name.

Streamlit promises none of this. When a new version moves one, its test fails here, with what
depends on it, before a page looks wrong or an edit is lost. The list is for streamlit 1.67.

`ELEMENTS` are the names of elements that our styles and scripts look for. The functions below it
are what the courier, the board and the charts expect to happen. `INSIDES` are Python's.
"""

import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import streamlit as st
from playwright.sync_api import Page, expect
from streamlit.file_util import get_static_dir
from streamlit.runtime.pages_manager import PagesManager

import streamlits_fonts
from conftest import Tabs
from live_app import ROOT, settle
from ui.core import served

LESSON = "average_precision?k=3"


class Element(NamedTuple):
    """An element of Streamlit's that ours look for.

    Attributes:
        place: where it is seen: a key of `places`.
        found: a CSS selector of it, as strict as the strictest of ours.
        for_: what depends on it.
    """

    place: str
    found: str
    for_: str


ELEMENTS = {
    "stApp": Element(
        "lesson",
        ".stApp[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state]",
        "the courier sends again after a restart (courier.js); our colours; that tests wait",
    ),
    "stAppViewContainer": Element(
        "lesson", ".stApp > [data-testid=stAppViewContainer]", "on paper no page is cut off"
    ),
    "stMain": Element(
        "lesson",
        "[data-testid=stAppViewContainer] .stMain[data-testid=stMain]",
        "it is what scrolls: board.js, measured.js, links.js; what stays in sight at the top",
    ),
    "stMainBlockContainer": Element(
        "lesson",
        ".stMain > .stMainBlockContainer[data-testid=stMainBlockContainer]",
        "the width and the margins of a page",
    ),
    "stVerticalBlock": Element(
        "lesson", ".stMainBlockContainer > [data-testid=stVerticalBlock]", "gaps between parts"
    ),
    "stHorizontalBlock": Element(
        "lesson",
        ".stHorizontalBlock[data-testid=stHorizontalBlock]:has(> .stColumn .picture)",
        "the board beside its bars; how high they are before a hall (measured.js)",
    ),
    "stColumn": Element(
        "lesson",
        ".stHorizontalBlock > .stColumn[data-testid=stColumn]",
        "what stands side by side, and below each other on a phone",
    ),
    "stLayoutWrapper": Element(
        "lesson",
        "[data-testid=stLayoutWrapper]:has(> .st-key-bar)",
        "score and buttons stay in sight",
    ),
    "stElementContainer": Element(
        "lesson",
        ".stElementContainer[data-testid=stElementContainer]:has(> .stHtml)",
        "an empty caption takes no gap; on a phone the score's parts stand in one row",
    ),
    "stHtml": Element("lesson", ".stHtml:has(> .picture)", "bars know how much room they have"),
    "stMarkdown": Element(
        "reference", ".stMarkdown > div", "a card of the reference stands on one grid"
    ),
    "stMarkdownContainer": Element(
        "lesson", "[data-testid=stMarkdownContainer] :is(p, li)", "no line of text is too long"
    ),
    "stCaptionContainer": Element("files", "[data-testid=stCaptionContainer]", "its contrast"),
    "stHeader": Element(
        "lesson", "[data-testid=stHeader] button", "the page begins beside the menu, not below it"
    ),
    "stToolbar": Element("lesson", "[data-testid=stToolbar]", "on paper there is no menu"),
    "stSidebar": Element(
        "lesson", "[data-testid=stSidebar] nav", "the chapters before a hall and on paper"
    ),
    "stSidebarContent": Element(
        "lesson", "[data-testid=stSidebarContent] nav", "closed, it is no stop of the Tab key"
    ),
    "stSidebarCollapseButton": Element(
        "lesson",
        "[data-testid=stSidebarCollapseButton] button",
        "on a phone the chapters close behind a link (sidebar.js)",
    ),
    "stExpandSidebarButton": Element(
        "phone",
        ".stApp:has([data-testid=stExpandSidebarButton])",
        "title and score leave room for the button",
    ),
    "stHeaderActionElements": Element(
        "lesson", "[data-testid=stHeaderActionElements]", "no heading has a link of its own"
    ),
    "stElementToolbarButtonContainer": Element(
        "lesson",
        "[data-testid=stElementToolbarButtonContainer]",
        "a chart has our buttons, not Streamlit's",
    ),
    "stVegaLiteChart": Element(
        "lesson",
        ".stVegaLiteChart svg.marks .role-mark [aria-label]",
        "charts are lit, clicked and saved (charts.js, lit.js)",
    ),
    "stExpander": Element("files", "[data-testid=stExpander] details", "its frame can be seen"),
    "stRadio": Element("files", ".st-key-brought .stRadio", "on paper there are no choices"),
    "stRadioOption": Element(
        "files",
        "[data-testid=stRadioOption][data-selected] > div > div:first-child",
        "the chosen one is seen in forced colours and high contrast",
    ),
    "stSelectbox": Element("files", ".stSelectbox [role=group]", "its frame can be seen"),
    "stTextArea": Element("paste", ".stTextArea", "on paper it is black on white"),
    "stTextAreaRootElement": Element(
        "paste", "[data-testid=stTextAreaRootElement]", "its frame, and the focus around it"
    ),
    "InputInstructions": Element(
        "paste", "[data-testid=InputInstructions]", "a phone is not told to press Ctrl+Enter"
    ),
    "stFileUploader": Element(
        "upload",
        ".stFileUploader[data-testid=stFileUploader]:has(label) button[kind]",
        "its frame, its name; none on paper",
    ),
    "stFileUploaderDropzone": Element(
        "upload", "[data-testid=stFileUploaderDropzone]", "its frame can be seen"
    ),
    "stFileUploaderDropzoneInstructions": Element(
        "upload",
        "[data-testid=stFileUploaderDropzoneInstructions] span",
        "it is read in high contrast",
    ),
    "stFileChip": Element(
        "brought",
        ".stFileChip[data-testid=stFileChip] button",
        "the name of a file goes that did not arrive (bring.js)",
    ),
    "stDownloadButton": Element("fold", ".stDownloadButton button[kind]", "none on paper"),
    "stDataFrameResizable": Element(
        "own", "[data-testid=stDataFrameResizable]", "the frame of the table of means can be seen"
    ),
    "stButton": Element("own", ".stButton button[kind]", "its frame; none on paper"),
}


def choose(page: Page, way: str) -> None:
    page.locator("label", has_text=way).click()
    settle(page)


@pytest.fixture(scope="module")
def tab(tabs: Tabs) -> Iterator[Page]:
    """One tab for all of these tests. It notes its web sockets and what is sent by them."""
    page = tabs.open(touch=False)
    page.set_viewport_size({"width": 1400, "height": 900})
    page.add_init_script("""{
      const {send} = WebSocket.prototype;
      WebSocket.prototype.send = function (...message) {
        globalThis.socket = this;
        globalThis.sent = (globalThis.sent ?? 0) + 1;
        return send.apply(this, message);
      };
    }""")
    yield page
    page.context.close()


@pytest.fixture(scope="module")
def places(tab: Page) -> dict[str, set[str]]:
    """The elements of `ELEMENTS` that are there, in each place; a place is visited once."""
    found: dict[str, set[str]] = {}

    def look(place: str) -> None:
        wanted = {name: one.found for name, one in ELEMENTS.items() if one.place == place}
        found[place] = {name for name, css in wanted.items() if tab.locator(css).count()}

    def visit(place: str, address: str) -> None:
        tab.goto(f"/{address}")
        app = ELEMENTS["stApp"]  # by which `settle` waits
        expect(tab.locator(app.found), app.for_).to_have_count(1)
        settle(tab, 500)
        look(place)

    visit("lesson", LESSON)
    tab.locator(".st-key-further summary").click()
    settle(tab, 500)
    look("fold")
    tab.set_viewport_size({"width": 390, "height": 844})
    visit("phone", LESSON)
    tab.set_viewport_size({"width": 1400, "height": 900})
    visit("reference", "reference")
    visit("files", "your_data")
    choose(tab, "Paste your list")
    tab.get_by_role("textbox", name="Titles and grades").press_sequentially("Tea")
    look("paste")
    choose(tab, "Files")
    look("upload")
    tab.locator("input[type=file]").set_input_files(ROOT / "assets" / "example.csv")
    expect(tab.get_by_test_id("stMain").get_by_text(re.compile("^Read: "))).to_be_visible()
    look("brought")
    choose(tab, "Our example")
    look("own")
    return found


@pytest.fixture
def lesson(tab: Page) -> Page:
    """The tab at a lesson."""
    if not tab.url.endswith(LESSON):
        tab.goto(f"/{LESSON}")
        settle(tab, 500)
    return tab


@pytest.mark.parametrize("name", ELEMENTS)
def test_element(name: str, places: dict[str, set[str]]) -> None:
    place, found, for_ = ELEMENTS[name]
    assert name in places[place], f"{name}: no {found}, on which depends: {for_}"


def test_every_name_of_streamlit_that_styles_and_scripts_look_for_is_in_the_list() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("assets", "ui", "pages")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".css", ".js", ".html", ".py")
    ]
    looked_for = {
        name
        for text in texts
        for name in re.findall(r"data-testid=[\"']?(\w+)|\.(st[A-Z]\w+)", text)
        for name in name
        if name
    }
    assert looked_for == set(ELEMENTS)


def test_one_script_knows_streamlit() -> None:
    """All others ask it (assets/streamlit.js)."""
    elements = re.compile(r"data-testid|\.st[A-Z]\w+|st-key-")
    knowing = {
        path.name
        for path in (ROOT / "assets").rglob("*.js")
        if elements.search(path.read_text(encoding="utf-8"))
    }
    assert knowing == {"streamlit.js"}


# What the scripts expect to happen


def test_streamlit_writes_the_address_by_history_push_state(lesson: Page) -> None:
    """courier.js holds one back that would end the browser's Forward."""
    pushed = lesson.evaluate("""async () => {
      const before = history.pushState, pushed = [];
      history.pushState = (...entry) => { pushed.push(String(entry[2])); return before(...entry); };
      rankbook.act("text", {do: "turn", knob: "k", to: 4});
      while (rankbook.busy() || !location.search.includes("k=4")) {
        await new Promise((resume) => setTimeout(resume, 20));
      }
      history.pushState = before;
      return pushed;
    }""")
    assert any("k=4" in address for address in pushed)
    lesson.evaluate("rankbook.act('text', {do: 'undo'})")
    settle(lesson)


def test_streamlit_sends_what_it_is_handed_in_a_timeout_and_not_before(lesson: Page) -> None:
    """courier.js takes that timeout away while Back is on its way, so that none overtakes it."""
    at_once, put_off, later = lesson.evaluate("""() => {
      const {setTimeout} = globalThis, put = [];
      globalThis.setTimeout = (send, ms, ...given) => ms > 1000
        ? setTimeout(send, ms, ...given) : -put.push(() => send(...given));
      const before = globalThis.sent;
      try {
        rankbook.act("text", {do: "turn", knob: "k", to: 3});  // as it is
      } finally {
        globalThis.setTimeout = setTimeout;
      }
      const atOnce = globalThis.sent - before;
      put.forEach((send) => send());
      return [atOnce, put.length, globalThis.sent - before];
    }""")
    assert at_once == 0
    assert put_off > 0
    assert later == 1
    settle(lesson)


def test_streamlit_answers_popstate_with_the_page_of_the_address(lesson: Page) -> None:
    """The chapters' links change the page so, without a visit (courier.js, links.js)."""
    lesson.evaluate("globalThis.stays = true")
    lesson.evaluate("rankbook.navigate('/reciprocal_rank')")
    expect(lesson.get_by_role("heading", level=1)).to_contain_text("Reciprocal rank")
    assert lesson.evaluate("globalThis.stays")
    settle(lesson)


def test_streamlit_says_in_its_outermost_element_whether_it_is_connected(lesson: Page) -> None:
    """courier.js then sends what a restarted server has not got."""
    states = lesson.evaluate("""async () => {
      const app = document.querySelector("[data-testid=stApp]"), states = [];
      const seen = new MutationObserver(() => states.push(app.dataset.testConnectionState));
      seen.observe(app, {attributeFilter: ["data-test-connection-state"]});
      socket.close();
      while (states.length < 2 || states.at(-1) !== "CONNECTED") {
        await new Promise((resume) => setTimeout(resume, 20));
      }
      seen.disconnect();
      return states;
    }""")
    assert states[0] != "CONNECTED"
    settle(lesson)


def test_a_component_has_a_shadow_root_and_the_colours_of_the_theme(lesson: Page) -> None:
    """lit.js looks for cards in shadow roots; styles of boards and controls have the colours."""
    names = {
        name
        for folder in ("assets", "pages")
        for path in (ROOT / folder).rglob("*.css")
        for name in re.findall(r"--st-[a-z-]+", path.read_text(encoding="utf-8"))
    }
    assert len(names) > 5
    unset = lesson.evaluate(
        """(names) => {
          const hosts = [...document.querySelectorAll(".st-key-board_a *")];
          const root = hosts.find(({shadowRoot}) => shadowRoot?.querySelector("ol > .card"));
          const style = getComputedStyle(root.shadowRoot.querySelector(".card"));
          return names.filter((name) => !style.getPropertyValue(name));
        }""",
        sorted(names),
    )
    assert unset == []


def test_vega_hangs_its_row_on_each_mark(lesson: Page) -> None:
    """charts.js reads there what a click does, and what is saved as a table."""
    rows = lesson.evaluate("""() => [...document.querySelectorAll(".stVegaLiteChart .role-mark *")]
      .map((mark) => mark.__data__?.datum).filter((row) => row?.said).length""")
    assert rows > 3


def test_a_chart_names_its_tooltip(lesson: Page) -> None:
    """charts.js takes it away when what it says is no longer true."""
    lesson.locator(".stVegaLiteChart .role-mark [aria-label]").first.hover(force=True)
    expect(lesson.locator("#vg-tooltip-element.visible")).to_have_count(1)
    lesson.mouse.move(0, 0)


def test_streamlit_keeps_in_the_browser_whether_the_contents_are_closed(lesson: Page) -> None:
    """sidebar.js closes them on a tablet, unless the reader has chosen."""
    for closed in ("true", "false"):
        lesson.evaluate(f"localStorage.setItem('stSidebarCollapsed-', '{closed}')")
        lesson.reload()
        settle(lesson)
        opens = lesson.get_by_test_id("stExpandSidebarButton")
        expect(opens).to_have_count(1 if closed == "true" else 0)


# The page that Streamlit sends, with ours in it (ui/core/served.py)


def test_streamlit_s_page_has_what_ours_is_put_into_or_taken_from() -> None:
    html = Path(get_static_dir(), "index.html").read_text(encoding="utf-8")
    for part in ("<head>", "</head>", "<body>", 'as="font"'):
        assert html.count(part) == 1, part


@pytest.mark.parametrize("name", served.SOON)
def test_a_script_that_is_loaded_soon(name: str) -> None:
    assert [*Path(get_static_dir(), "static", "js").glob(f"{name}.*.js")]


@pytest.mark.parametrize("name", served.CUT)
def test_a_typeface_that_is_cut(name: str) -> None:
    assert len([*Path(get_static_dir(), "static", "media").glob(f"{name}*.woff2")]) == 1


def test_streamlit_connects_where_our_page_says_and_asks_nobody_before(lesson: Page) -> None:
    """A visit by phone would wait twice for an answer before its list is sent."""
    window = lesson.evaluate("globalThis.__streamlit")
    assert window["BACKEND_BASE_URL"].startswith("http")
    asked = lesson.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
    assert not [url for url in asked if "average_precision/_stcore" in url]


def test_the_cut_typeface_of_icons_has_each_that_streamlit_can_show(lesson: Page) -> None:
    """`python tests/streamlits_fonts.py` draws it anew."""
    missing = lesson.evaluate(
        """async (names) => {
          await document.fonts.load("20px 'Material Symbols Rounded'");
          const node = document.body.appendChild(document.createElement("span"));
          node.style = "font: 20px 'Material Symbols Rounded'; position: absolute";
          const missing = names.filter((name) => {
            node.textContent = name;
            return Math.abs(node.getBoundingClientRect().width - 20) > 1;
          });
          node.remove();
          return missing;
        }""",
        sorted(
            streamlits_fonts.icons() - {"icon_name", "star_filled"}
        ),  # the whole lacks them, too
    )
    assert missing == []


# In Python

INSIDES = {
    "streamlit.testing.v1.AppTest._run": "app_driver sends actions as a browser does",
    "streamlit.components.v2.manifest_scanner.scan_component_manifests": "app_driver looks once",
    "streamlit.testing.v1.app_test.ScriptCache": "app_driver compiles a page once",
    "streamlit.testing.v1.local_script_runner.ScriptCache": "app_driver compiles a page once",
    "streamlit.runtime.media_file_manager.MediaFileManager": "app_driver reads what is saved",
    "streamlit.proto.BackMsg_pb2.BackMsg": "make bench writes messages of its own",
    "streamlit.proto.ForwardMsg_pb2.ForwardMsg": "make bench reads the answers",
    "streamlit.file_util.get_static_dir": "Streamlit's files are sent compressed (served.py)",
    "streamlit.net_util.get_external_ip": "it would talk to the internet (served.py)",
    "streamlit.runtime.get_instance": "the gate asks the store of uploads (uploads.py)",
    "streamlit.runtime.scriptrunner.get_script_run_ctx": "whose uploads a page reads (uploads.py)",
    **{
        f"streamlit.runtime.memory_uploaded_file_manager.MemoryUploadedFileManager.{method}": (
            "uploads are counted (uploads.py)"
        )
        for method in (
            *("get_upload_urls", "get_files", "add_file", "remove_file", "remove_session_files"),
        )
    },
}


@pytest.mark.parametrize("name", INSIDES)
def test_inside(name: str) -> None:
    parts = name.split(".")
    for at in range(len(parts), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:at]))
        except ModuleNotFoundError:
            continue
        missing = [part for part in parts[at:] if (found := getattr(found, part, None)) is None]
        assert missing == [], f"{name} is gone: {INSIDES[name]}"
        return


def test_streamlit_has_the_flag_of_its_old_apps_with_a_folder_of_pages() -> None:
    """Set, it tells the first reader of a process that there is no such page (served.py)."""
    assert "uses_pages_directory" in PagesManager.__annotations__
    assert PagesManager.uses_pages_directory is not True


def test_streamlit_knows_every_option_of_ours() -> None:
    """An option that it has dropped would be left out without a word."""
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))

    def options(of: dict[str, Any], name: str = "") -> Iterator[str]:
        for key, value in of.items():
            if isinstance(value, dict):
                yield from options(value, f"{name}{key}.")
            else:
                yield f"{name}{key}"

    for option in options(config):
        st.get_option(option)
