import contents from "./contents.html";
import { CRAMPED, NARROW, PHONE } from "./media.js";
import styles from "./styles.json";

// The sidebar: the table of contents is the same on all pages, so Python sends only where it stands, and for which page.

const ownSheet = new CSSStyleSheet(); // the styles of one page
document.adoptedStyleSheets.push(ownSheet);
const drawContents = () => {
  const place = document.querySelector("[data-contents]:empty");
  if (!place) return;
  const page = place.dataset.contents;
  place.innerHTML = contents;
  place.querySelector(`nav a[href="${page || "."}"]`)?.setAttribute("aria-current", "page");
  ownSheet.replaceSync(styles[page] ?? "");
  document.getElementById("own")?.remove(); // those that came with the page
};
new MutationObserver(drawContents).observe(document.body, { subtree: true, childList: true });
drawContents();

const closeSidebar = () =>
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();
export const closeOnPhone = () => {
  if (NARROW.matches) closeSidebar();
};

// Streamlit opens the table of contents on every screen of 768 pixels or more, also when a phone is turned, unless the
// reader has closed it. A tablet and a phone on its side have no room for it. A phone forgets that it was opened.
const CLOSED = "stSidebarCollapsed-";
function closeWhereCramped() {
  try {
    const chosen = localStorage.getItem(CLOSED);
    if (!CRAMPED.matches || chosen === "true" || (chosen && !PHONE.matches)) return;
    localStorage.setItem(CLOSED, "true");
    if (!document.querySelector('[data-testid="stExpandSidebarButton"]')) closeSidebar();
  } catch {
    // this browser stores nothing: the reader closes it
  }
}
CRAMPED.addEventListener("change", closeWhereCramped);
closeWhereCramped();
document.addEventListener("click", ({ target }) => {
  // the page beneath takes no taps (assets/page.css)
  if (
    !PHONE.matches ||
    target.closest?.('[data-testid="stSidebar"], [data-testid="stExpandSidebarButton"], .stMain')
  )
    return;
  closeSidebar();
});

// Streamlit calls the button of each upload "Upload": it gets the name of what it takes.
new MutationObserver(() => {
  for (const button of document.querySelectorAll(
    '[data-testid="stFileUploader"] button:not([aria-label])',
  )) {
    if (!button.textContent.endsWith("Upload")) continue; // the one that takes a file away
    const upload = button.closest('[data-testid="stFileUploader"]');
    const label = upload.querySelector("label").textContent.trim();
    button.ariaLabel = `Upload: ${label}`;
    upload.querySelector("input").ariaLabel = label;
  }
}).observe(document.body, { childList: true, subtree: true });

// Escape folds the settings, and the menu that saves a chart.
document.addEventListener("keydown", ({ key, target }) => {
  const open = key === "Escape" && target.closest?.("details:is(.less, .save)[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
