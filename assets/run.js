/** @import { Deliver } from "./courier.js" */
import { ALL, courier, TEXT, Timers } from "./courier.js";
import { isFirstShown } from "./first.js";
import { focusLost, focusTitle } from "./focus.js";
import { MOUSE } from "./media.js";
import { arriveAt, forgetArrival, resumeIfThere } from "./navigation.js";
import { content, main, onReconnect } from "./streamlit.js";
import { announce } from "./voice.js";

// What happens after each run of Python: the post brings what was processed, and the page may have other elements.

const SILENCE = "No answer from the server yet. Your last change is kept and sent again.";
const STILL_MS = 300; // without a change, until the page counts as drawn
const PAUSE_MS = 2000; // without a run, until a phone asks for the text below the stage

// The missing answer stands in the top layer, wherever the post is drawn. It is always open, so that it is also read out.
const silenceStyle = new CSSStyleSheet();
silenceStyle.replaceSync(`p {
  inset: auto 1rem 1rem; width: fit-content; margin: 0 auto; padding: 0; border: 0; border-radius: 0.4rem;
  color: var(--st-background-color); background: var(--st-text-color); font-family: var(--st-font); font-size: 0.875rem; line-height: 1.4;
  &:not(:empty) { padding: 0.5rem 1rem; border: 1px solid transparent; } /* seen in forced colours */
}`);

/** @type {(() => void)[]} */
const listeners = [];
/** @type {Element | null} */
let line = null; // the element that shows the missing answer
/** @type {(() => void) | null} */
let unwatch = null; // ends the watch for charts that a phone has not asked for
const timers = new Timers();

/**
 * Have a function called after each run, which may have replaced elements.
 * @param {() => void} listener
 */
export function afterRun(listener) {
  listeners.push(listener);
}

/** @type {(() => void)[]} */
const beginnings = [];
/**
 * Have a function called when a session begins: with the page, and when the server was started anew.
 * @param {() => void} listener
 */
export function atSession(listener) {
  beginnings.push(listener);
}

courier.onSilence = (isSilent) => {
  if (line) line.textContent = isSilent ? SILENCE : "";
};
courier.onSession = (isFirst) => {
  if (!isFirst) forgetArrival();
  for (const listener of beginnings) listener();
};
onReconnect(() => courier.sendAgain());

/**
 * Process the data of the post: session, number acknowledged, sentence to announce, and the page that was drawn.
 * @param {{ session: string, ack: number, page: string, depth: number, said: [number: number, sentence: string] }} data
 *   what Python sends (ui/core/post.py)
 * @param {Deliver} setStateValue
 * @param {HTMLElement} status
 */
export function post(data, setStateValue, status) {
  const root = status.getRootNode();
  if (line !== status && root instanceof ShadowRoot) {
    line = status;
    root.adoptedStyleSheets = [silenceStyle];
  }
  if (!status.matches(":popover-open")) status.showPopover();
  courier.receive(data, setStateValue);
  announce(data.said);
  for (const listener of listeners) listener();
  if (arriveAt(data.page)) focusTitle();
  else focusLost();
  resumeIfThere();
  courier.sendRest();
  keepHeight(courier.lacks(data.depth));
  if (data.depth < ALL) awaitMore(data.depth);
}

// Where there is a mouse, the rest of a page is asked for once its stage has been painted. A phone asks for the text
// after a pause, because formulas need much code. The code of charts is as large as all other code of a page: it is
// loaded when one is less than a screen away.
/** @param {number} drawn */
function awaitMore(drawn) {
  if (courier.lacks(drawn)) courier.sendAgain();
  else if (MOUSE.matches) requestAnimationFrame(() => setTimeout(takeAll));
  else {
    timers.later("text", PAUSE_MS, () => courier.ask(TEXT));
    unwatch ??= watchCharts();
  }
}

/** Ask for the whole page. */
export function takeAll() {
  courier.ask(ALL);
  unwatch?.();
}

/**
 * Keep the page's height until a server that was started anew has drawn the text, so that the page does not scroll.
 * @param {boolean} keeps
 */
function keepHeight(keeps) {
  content().style.minHeight = keeps ? `${content().offsetHeight}px` : "";
}

/** Ask for the whole page when a chart is near; return what ends the watch. */
function watchCharts() {
  const near = new IntersectionObserver(
    (places) => {
      if (places.some(({ isIntersecting }) => isIntersecting)) takeAll();
    },
    { root: main(), rootMargin: "100%" },
  );
  // As long as the list is missing, a chart seems nearer than it is.
  const look = () =>
    timers.later("charts", STILL_MS, () => {
      if (isFirstShown()) return;
      near.disconnect();
      for (const place of main().querySelectorAll(".awaited")) near.observe(place);
    });
  const watch = new MutationObserver(look);
  watch.observe(document.body, { subtree: true, childList: true });
  look();
  return () => {
    watch.disconnect();
    near.disconnect();
    timers.later("charts", null);
  };
}
