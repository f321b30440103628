"""Take the README's picture of the app as it is now; run by `make screenshot`."""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

import chromium
from live_app import ROOT, serve, settle


def main() -> None:
    """Open the lesson on average precision and save what is seen."""
    with (
        TemporaryDirectory() as logs,
        serve(Path(logs) / "server.log") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        page = browser.new_page(viewport={"width": 1400, "height": 860})
        page.goto(server.address)
        settle(page)  # the first visit after a start is special
        page.goto(f"{server.address}/average_precision")
        settle(page, 1000)
        page.screenshot(path=ROOT / "assets" / "screenshot.png")
        browser.close()


if __name__ == "__main__":
    main()
