// All that our scripts know of Streamlit's elements; tests/test_hooks.py holds it against a new version. A container that
// Python has named `key` has the class `st-key-key`.

/**
 * Wait for an element of the page.
 * @param {string} selector
 * @returns {Promise<HTMLElement>}
 */
export const there = (selector) =>
  new Promise((found) => {
    const watch = new MutationObserver(look);
    function look() {
      const node = /** @type {HTMLElement | null} */ (document.querySelector(selector));
      if (!node) return;
      watch.disconnect();
      found(node);
    }
    watch.observe(document.body, { subtree: true, childList: true });
    look();
  });
// Our code is loaded beside Streamlit's, and may come first: what imports this file waits for Streamlit's first element.
await there(".stElementContainer");

export const MARKDOWN = ".stMarkdown";
export const CHART = ".stVegaLiteChart";
export const MAIN = ".stMain";
const UPLOAD = '[data-testid="stFileUploader"]';

// These three hold the first element, which was waited for above.
/** @param {string} selector */
const frame = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
/** The whole app, above the window's scrolling. */
export const app = () => frame(".stApp");
/** What scrolls. */
export const main = () => frame(MAIN);
/** What is scrolled: the page's content. */
export const content = () => frame(".stMainBlockContainer");
/**
 * The columns that an element stands in.
 * @param {Element | null | undefined} node
 */
export const columnsOf = (node) => node?.closest("[data-testid=stHorizontalBlock]");
/**
 * The selector of a container that Python has named, and of what is in it.
 * @param {string} key
 */
export const inKey = (key, within = "") => `.st-key-${key} ${within}`.trim();
/** The title of a fold whose content is sent when it opens. */
export const CLOSED_FOLD = ".stExpander > details:not([open]) > summary";
/**
 * The selector of HTML that Python has written, if it begins with an element.
 * @param {string} selector
 */
export const htmlOf = (selector) => `.stHtml:has(> ${selector})`;
/**
 * The selector of the last element of a container.
 * @param {string} key
 */
export const lastIn = (key) => inKey(key, "[data-testid=stElementContainer]:last-child");

/**
 * The shadow roots of our boards and controls in a container.
 * @param {string} key
 */
export const rootsIn = (key) =>
  [...document.querySelectorAll(inKey(key, "*"))].flatMap(({ shadowRoot }) => shadowRoot ?? []);

/** Return whether Python draws the page. Streamlit removes what a run has not drawn after that run. */
export const isRunning = () => app()?.dataset.testScriptState !== "notRunning";
/** Attributes that change when an element is disabled, and when a run begins or ends. */
export const STATES = ["disabled", "data-test-script-state"];

/**
 * Have a function called when the connection to the server is back.
 * @param {() => void} listener
 */
export function onReconnect(listener) {
  let isConnected = true;
  const node = app();
  if (!node) return;
  new MutationObserver(() => {
    const was = isConnected;
    isConnected = node.dataset.testConnectionState === "CONNECTED";
    if (isConnected && !was) listener();
  }).observe(node, { attributeFilter: ["data-test-connection-state"] });
}

// ---- what Streamlit asks of the browser

const { pushState, replaceState } = History.prototype;

/**
 * Have Streamlit's writing of addresses checked. In Chromium, `history.pushState` would cancel a Back on its way.
 * @param {() => boolean} mayWrite
 */
export function checkAddresses(mayWrite) {
  /**
   * @param {typeof pushState} write
   * @returns {typeof pushState}
   */
  const checked =
    (write) =>
    (...entry) => {
      if (mayWrite()) write.apply(history, entry);
    };
  Object.assign(history, { pushState: checked(pushState), replaceState: checked(replaceState) });
}

/** A popstate event of ours, for Streamlit. */
export class PageChange extends PopStateEvent {}

/**
 * Have Streamlit load the page of an address, or of the present one, without a visit: the session stays.
 * @param {string} [href]
 */
export function changePage(href) {
  if (href) pushState.call(history, null, "", href);
  dispatchEvent(new PageChange("popstate"));
}

/**
 * Call a function that gives Streamlit a message; return what sends it now if Streamlit would send it later, or null.
 * @param {() => void} give
 */
export function heldBack(give) {
  const { setTimeout } = globalThis;
  /** @type {(() => void)[]} */
  const delayed = []; // the timers that Streamlit starts now; they send the message
  globalThis.setTimeout = (send, _, ...args) =>
    -delayed.push(() => typeof send === "function" && send(...args));
  try {
    give();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  if (!delayed.length) return null;
  return () => {
    for (const send of delayed) send();
  };
}

// ---- the sidebar

export const SIDEBAR = '[data-testid="stSidebar"]';
const CLOSED = "stSidebarCollapsed-";
const opener = () => document.querySelector('[data-testid="stExpandSidebarButton"]');

export const closeSidebar = () =>
  document.querySelector('[data-testid="stSidebarCollapseButton"] button')?.click();

/** Open the sidebar; return whether it was closed. */
export function openSidebar() {
  const button = opener();
  button?.click();
  return Boolean(button);
}

/**
 * Return whether an element is neither in the sidebar, nor opens it, nor is in the page.
 * @param {EventTarget | null} node
 */
export const isBesideSidebar = (node) =>
  !node?.closest?.(`${SIDEBAR}, [data-testid="stExpandSidebarButton"], ${MAIN}`);

/** What the reader has chosen for the sidebar: "true" for closed, "false", or null. */
export const chosenSidebar = () => localStorage.getItem(CLOSED);

/** Close the sidebar as if the reader had. */
export function keepSidebarClosed() {
  localStorage.setItem(CLOSED, "true");
  if (!opener()) closeSidebar();
}

// ---- files and texts

const BROUGHT = inKey("brought"); // what holds all uploads
const watched = new WeakSet();
/** Give the button of each upload, which Streamlit calls "Upload", the name of what it takes, as soon as it is there. */
export function nameUploads() {
  const place = document.querySelector(BROUGHT);
  if (place && !watched.has(place)) {
    watched.add(place);
    new MutationObserver(nameUploads).observe(place, { subtree: true, childList: true });
  }
  for (const button of document.querySelectorAll(`${UPLOAD} button:not([aria-label])`)) {
    if (!button.textContent.endsWith("Upload")) continue; // the one that takes a file away
    const upload = button.closest(UPLOAD);
    const [label, input] = ["label", "input"].map((part) => upload?.querySelector(part));
    const name = label?.textContent.trim();
    if (!name || !input) continue;
    button.ariaLabel = `Upload: ${name}`;
    input.ariaLabel = name;
  }
}

/** Take the names of failed uploads away. */
export function dropFailedUploads() {
  for (const name of document.querySelectorAll('.stFileChip[aria-invalid="true"]'))
    if (name.textContent.includes("AxiosError")) name.querySelector("button")?.click();
}

/**
 * Return whether an element is a field for a text of many lines; in a container, if one is named.
 * @param {EventTarget | null} node
 */
export const isTextArea = (node, key = "") =>
  Boolean(node?.matches?.(key ? inKey(key, "textarea") : ".stTextArea textarea"));
