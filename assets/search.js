/** @import { Entry, Folded } from "./found.js" */
import { fieldIn, partOf } from "./dom.js";
import { find, foldedOf } from "./found.js";
import { less } from "./less.js";
import { follow, ownQuery } from "./links.js";
import { withQuery } from "./query.js";
import { ledTo } from "./roving.js";
import { closeOnPhone } from "./sidebar.js";
import { CLOSED_FOLD, inKey, main, openSidebar } from "./streamlit.js";

// The search. Its index (ui/parts/search.py) is fetched when somebody searches.
const MOST = 40;
/** @param {EventTarget | null} node */
const boxOf = (node) => node?.closest?.("[role=search]");
/** @type {{ index: Entry[], folded: Folded[] } | null} */
let known = null; // the entries, and their words

/** @param {Element} box */
async function fetchIndex(box) {
  if (known) return;
  box.ariaBusy = "true";
  try {
    /** @type {Entry[]} */
    const index = await (await fetch(new URL("search.json", import.meta.url))).json();
    known = { index, folded: index.map(foldedOf) };
  } catch {
    // no connection: the next word that is typed tries again
  }
  box.ariaBusy = "false";
  drawResults(box, fieldIn(box).value);
}

/**
 * @param {Element} box
 * @param {string} words
 */
function drawResults(box, words) {
  const found = known ? find(known.index, known.folded, words) : [];
  const links = found.slice(0, MOST).map(([kind, title, , , place, shown]) => {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = place || ".";
    ownQuery.set(link, link.search);
    const wholeScreen = /^(Step|Section|Question)/.test(kind) && link.search; // of a step
    if (!wholeScreen) link.search = withQuery(link.search);
    link.dataset.shown = shown || "h1";
    link.append(title, Object.assign(document.createElement("small"), { textContent: kind }));
    return item;
  });
  partOf(box, "ul").replaceChildren(...links);
  const count = `${found.length} result${found.length === 1 ? "" : "s"}`;
  partOf(box, "p").textContent = !words.trim()
    ? ""
    : !known
      ? "Rankbook’s server does not answer. Type on, and it is asked again."
      : !found.length
        ? "Nothing here has all of these words; try fewer, or a shorter one."
        : found.length > MOST
          ? `${count}, the first ${MOST} are shown`
          : count;
}

const CLOSED = inKey("further", CLOSED_FOLD);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let revealing; // the timer of what follows, until the reader acts
for (const act of ["pointerdown", "keydown", "wheel"]) {
  document.addEventListener(act, () => clearTimeout(revealing), { capture: true, passive: true });
}

/**
 * Show what a result is about as soon as the page has it: open what is folded around it, and focus it. The page may
 * still draw, and focus its title, so this is repeated.
 * @param {string} shown a selector, or how the text of a heading or a cell begins
 */
function reveal(shown, until = Date.now() + 8000, again = 4) {
  const byClass = shown === "h1" || shown.startsWith(".");
  const nodes = [
    ...main().querySelectorAll(byClass ? shown : "summary, summary strong, h2, td, th"),
  ];
  const first = nodes.find((each) => byClass || each.textContent.trim().startsWith(shown));
  const node = first?.closest("summary") ?? first;
  if (!node) {
    for (const each of main().querySelectorAll(CLOSED)) each.click(); // their text is sent when they open
    if (Date.now() < until) revealing = setTimeout(reveal, 150, shown, until, again);
    return;
  }
  const stop = node.matches("summary") ? node : (node.querySelector("summary, h2") ?? node);
  const at = document.activeElement;
  const ours = at === stop || at === node; // whose title may have come since
  if (again < 4 && at && !ours && !at.matches("body, h1, [role=search] *")) return; // the reader went on
  /** @type {HTMLDetailsElement | null | undefined} */
  let fold = stop.closest("details");
  while (fold) {
    if (stop.matches(CLOSED) && fold === stop.parentElement) stop.click();
    else fold.open = true;
    fold = fold.parentElement?.closest("details");
  }
  const chapters = [...main().querySelectorAll("details.chapter")]; // each is followed by its rows
  const before = Node.DOCUMENT_POSITION_PRECEDING;
  const chapter = chapters.findLast((each) => stop.compareDocumentPosition(each) & before);
  if (chapter instanceof HTMLDetailsElement) chapter.open = true;
  if (stop.tabIndex < 0) stop.tabIndex = -1;
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "start" });
  if (again) revealing = setTimeout(reveal, 500, shown, until, again - 1);
}

/** @param {Element} box */
function clearSearch(box) {
  fieldIn(box).value = "";
  drawResults(box, "");
}
document.addEventListener("input", ({ target }) => {
  const box = boxOf(target);
  if (box && known) drawResults(box, fieldIn(box).value);
  else if (box) fetchIndex(box);
});
document.addEventListener("focusin", ({ target }) => {
  const box = boxOf(target);
  if (box) fetchIndex(box);
});
document.addEventListener("click", ({ target }) => {
  const way = target?.closest?.("[data-reveal]");
  if (way) reveal(way.dataset.reveal ?? "");
});
document.addEventListener("click", (event) => {
  const link = event.target?.closest?.("[role=search] a");
  const box = boxOf(event.target);
  if (!(link instanceof HTMLAnchorElement) || !box) return;
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { href, dataset } = link;
  clearSearch(box);
  closeOnPhone();
  if (href !== location.href) follow(link, ownQuery.get(link));
  revealing = setTimeout(
    reveal,
    href.split("?")[0] === location.href.split("?")[0] ? 0 : 600,
    dataset.shown ?? "h1",
  );
});
document.addEventListener(
  "keydown",
  (event) => {
    const box = boxOf(event.target);
    const isInHall = document.documentElement.classList.contains("presenting"); // it hides the contents
    if (event.key === "/" && !box && !less.keys && !isInHall) {
      // from anywhere but a field that takes text
      const at = event.composedPath()[0];
      const isTyping = at?.matches?.(
        "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable=true]",
      );
      if (isTyping || event.ctrlKey || event.metaKey || at?.closest?.("dialog")) return;
      event.preventDefault();
      const focus = () => document.querySelector("[role=search] input")?.focus();
      if (openSidebar()) setTimeout(focus, 100);
      else focus();
    } else if (box && /^Arrow(Up|Down)$/.test(event.key)) {
      event.preventDefault();
      const stops = [...box.querySelectorAll("input, a")];
      const at = stops.find((stop) => stop === event.target);
      ledTo(stops, at, event.key)?.focus();
    } else if (box && event.key === "Enter" && event.target?.matches("input")) {
      box.querySelector("a")?.click();
    } else if (box && event.key === "Escape") {
      clearSearch(box);
      fieldIn(box).focus();
    }
  },
  true,
); // before our controls, which keep single letters from Streamlit
