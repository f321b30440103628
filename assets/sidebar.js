import contents from "./contents.html";
import { CRAMPED, NO_ROOM, PHONE } from "./media.js";
import { afterRun } from "./run.js";
import {
  chosenSidebar,
  closeSidebar,
  isBesideSidebar,
  keepSidebarClosed,
  nameUploads,
  SIDEBAR,
  there,
} from "./streamlit.js";
import styles from "./styles.json";

// The sidebar: the table of contents is the same on all pages, so Python sends only where it stands, and for which page.

const ownSheet = new CSSStyleSheet(); // the styles of one page
document.adoptedStyleSheets.push(ownSheet);
const drawContents = () => {
  const place = document.querySelector("[data-contents]:empty");
  if (!place) return;
  const page = place.dataset.contents ?? "";
  place.innerHTML = contents;
  place.querySelector(`nav a[href="${page || "."}"]`)?.setAttribute("aria-current", "page");
  ownSheet.replaceSync(styles[page] ?? "");
  document.getElementById("own")?.remove(); // those that came with the page
};
there(SIDEBAR).then((sidebar) => {
  new MutationObserver(drawContents).observe(sidebar, { subtree: true, childList: true });
  drawContents();
});
afterRun(drawContents);

export const closeOnPhone = () => {
  if (NO_ROOM.matches) closeSidebar();
};

// Streamlit opens the table of contents on every screen of 768 pixels or more, also when a phone is turned, unless the
// reader has closed it. A tablet and a phone on its side have no room for it. A phone forgets that it was opened.
function closeWhereCramped() {
  try {
    const chosen = chosenSidebar();
    if (!CRAMPED.matches || chosen === "true" || (chosen && !PHONE.matches)) return;
    keepSidebarClosed();
  } catch {
    // this browser stores nothing: the reader closes it
  }
}
CRAMPED.addEventListener("change", closeWhereCramped);
closeWhereCramped();
document.addEventListener("click", ({ target }) => {
  if (PHONE.matches && isBesideSidebar(target)) closeSidebar(); // the page beneath takes no taps (assets/page.css)
});

afterRun(nameUploads);

// Escape folds the settings, and the menu that saves a chart.
document.addEventListener("keydown", ({ key, target }) => {
  const open = key === "Escape" && target?.closest?.("details:is(.less, .save)[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary")?.focus();
});
