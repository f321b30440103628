import { copied } from "./copied.js";
import { courier } from "./courier.js";
import { followToTop } from "./focus.js";
import { actArrive, navigate } from "./navigation.js";
import { withQuery } from "./query.js";
import { afterRun } from "./run.js";
import { closeOnPhone } from "./sidebar.js";
import { isTextArea, MARKDOWN, rootsIn } from "./streamlit.js";

// Links of the table of contents and in texts, and answers that fold.

const opened = new Set(); // their questions
const ANSWERS = `${MARKDOWN} details`;
/** @param {EventTarget} answer */
const questionOf = (answer) => answer.firstElementChild?.textContent;
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement && target.matches(ANSWERS))) return;
    const question = questionOf(target);
    if (target.open) opened.add(question);
    else opened.delete(question);
  },
  true,
);
afterRun(() => {
  for (const answer of document.querySelectorAll(ANSWERS)) {
    if (opened.has(questionOf(answer))) answer.open = true;
  }
});

const LINKS = `nav[aria-label=Chapters] a, :is(.ways, .caption, ${MARKDOWN}) a:not([href^='#'])`;
/**
 * Those to other hosts are none of ours. A link that has got the current query is written with its host, too.
 * @param {Event} event
 */
function linkOf({ target }) {
  const link = target?.closest?.(LINKS);
  return link instanceof HTMLAnchorElement && link.host === location.host ? link : null;
}
/** @type {WeakMap<HTMLAnchorElement, string>} */
export const ownQuery = new WeakMap(); // of each link, as it is written: "?show=ndcg", or ""

/**
 * Give a link the current query, with its own, before the browser follows, copies or opens it.
 * @param {Event} event
 */
const addQuery = (event) => {
  const link = linkOf(event);
  if (!link) return;
  if (!ownQuery.has(link)) ownQuery.set(link, link.search);
  link.search = withQuery(ownQuery.get(link));
};
for (const event of ["pointerdown", "focusin", "click"])
  document.addEventListener(event, addQuery, true);

/**
 * Change the page as the browser's Back and Forward do: Streamlit then keeps the session. A query of the link's own
 * changes the screen, too, which Undo takes back.
 * @param {HTMLAnchorElement} link
 * @param {string | undefined} own
 */
export function follow(link, own) {
  if (own) actArrive(link);
  navigate(link.href);
}
document.addEventListener("click", (event) => {
  const link = linkOf(event);
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.pathname !== location.pathname) follow(link, ownQuery.get(link));
  closeOnPhone();
});
// Copy lines of code.
document.addEventListener("click", async ({ target }) => {
  if (!target?.matches?.("[data-copy]")) return;
  if (await copied(target.previousElementSibling?.textContent ?? "")) target.textContent = "Copied";
  setTimeout(() => {
    target.textContent = "Copy";
  }, 2000);
});

// A link to a heading of the page gives it the focus: the next Tab goes on from there.
document.addEventListener("click", (event) => {
  const link = event.target?.closest?.('a[href^="#"]:not([href^="#do="])');
  if (!(link instanceof HTMLAnchorElement)) return;
  const heading = document.getElementById(link.hash.slice(1));
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
});

// A link to a field names its group of controls, whose last text field it is.
document.addEventListener("click", (event) => {
  const link = event.target?.closest?.("a[data-field]");
  if (!link) return;
  event.preventDefault();
  for (const root of rootsIn(link.dataset.field ?? ""))
    [...root.querySelectorAll("input")].at(-1)?.focus();
});

// In a text field for a list, Ctrl+Enter presses the button below. Streamlit takes the text at the same key.
document.addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => {
  if (key !== "Enter" || !(ctrlKey || metaKey) || !isTextArea(target, "data_text")) return;
  for (const root of rootsIn("paste")) setTimeout(() => root.querySelector("button")?.click());
});

// A link in a text to `#do=` and an action sends this action. Streamlit would open it in another tab. Anybody can write
// such a link, so Python does for the sender "link" only what a page offers as links (ui/core/post.py).
/** @param {URL | HTMLAnchorElement} link */
function actOf(link) {
  try {
    const action = JSON.parse(decodeURIComponent(link.hash.split("#do=")[1]));
    courier.act("link", action);
    return action;
  } catch {
    // the link was cut off
    return null;
  }
}
document.addEventListener(
  "click",
  (event) => {
    const link = event.target?.closest?.('a[href^="#do="]');
    if (!(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    event.stopPropagation();
    followToTop(actOf(link));
  },
  true,
);

// Such a link may have the role of a button: then Space does what Enter does.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target?.matches?.('a[role="button"]')) return;
  event.preventDefault();
  event.target.click();
});

// A page opened by a copy of such a link sends its action after loading.
if (location.hash.startsWith("#do=")) {
  const copied = new URL(location.href);
  history.replaceState(history.state, "", location.pathname + location.search);
  actOf(copied);
}
