import { isRunning, main, STATES } from "./streamlit.js";

// Keep the focus: Streamlit rebuilds elements, removes them, or disables them for a moment. The focused element then loses
// the focus, and Tab would start at the top of the page again.

/** Focus the page's title, which screen readers then announce: for a new page or a new list. */
export function focusTitle() {
  const title = document.querySelector("h1");
  title?.setAttribute("tabindex", "-1");
  title?.focus({ preventScroll: true });
}

/** Actions that change the top of the page, sent by a link in a text or a mark of a chart. */
const AT_TOP = /preset|take_on|puzzle|^topic$/;

/**
 * Go to the top of the page if an action changes what stands there.
 * @param {{ do: string } | null | undefined} action
 */
export function followToTop(action) {
  if (action && AT_TOP.test(action.do)) toTop();
}

/** Go to the top of the page, where an action has changed what stands there. */
export function toTop() {
  main().scrollTo({ top: 0 });
  focusTitle();
}

/** @type {ParentNode[]} */
let focusPath = []; // the element focused last, and its ancestors
/** @type {((path: ParentNode[]) => void)[]} */
export const focusListeners = []; // called with this path
/** @type {Element | null} */
let pointedTo = null; // the element focused last, if a pointer has led there
let pointed = false; // whether the last thing that the reader used is a pointer
// The document is not told of a focus that moves within a shadow root, so each root listens for itself.
const roots = new WeakSet();
/** @param {Event} event */
function onFocus(event) {
  const [focused] = event.composedPath();
  if (!(focused instanceof Element)) return;
  pointedTo = pointed ? focused : null;
  const root = focused.getRootNode();
  if (!roots.has(root)) root.addEventListener("focusin", onFocus, true);
  roots.add(root);
  focusPath = [];
  /** @type {ParentNode | null} */
  let node = focused;
  while (node) {
    focusPath.push(node);
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  for (const listener of focusListeners) listener(focusPath);
}
document.addEventListener("focusin", onFocus, true);
roots.add(document);

/** Return what has the focus, in whatever shadow root. */
export function focusedNode() {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Return the focused element if a pointer has led there, or null. */
export const pointedAt = () => pointedTo;

const STOPS = "a[href], button, input, select, textarea, summary, [role=slider]";
/** @type {(place: ParentNode) => Element[]} */
const stopsIn = (place) =>
  [...place.querySelectorAll("*")]
    .flatMap((node) => [
      ...(node.matches(STOPS) ? [node] : []),
      ...(node.shadowRoot ? stopsIn(node.shadowRoot) : []),
    ])
    .filter((node) => !node.disabled && node.checkVisibility({ visibilityProperty: true }));
/** @type {WeakMap<Element, Element>} */
export const openers = new WeakMap(); // a field that comes and goes -> the button that drew it, and gets the focus back

/** If the focused element was removed, focus one with the same label, or the first one in its place; on a new page, its title. */
export function focusLost() {
  const [lost] = focusPath;
  if (document.activeElement !== document.body || !(lost instanceof Element)) return;
  if (lost.isConnected && !lost.matches(":disabled")) return; // the reader moved the focus away
  if (lost.matches("h1")) {
    focusTitle();
    return;
  }
  const opener = openers.get(lost);
  if (opener?.isConnected) {
    opener.focus({ preventScroll: true });
    return;
  }
  const labelOf = (/** @type {Element} */ node) => node.ariaLabel ?? node.textContent;
  const place = focusPath.find((node) => node.isConnected && node !== lost) ?? document.body;
  const stops = stopsIn(place);
  const same = stops.find(
    (node) => node.tagName === lost.tagName && labelOf(node) === labelOf(lost),
  );
  const next = same ?? (place.querySelector("h1") ? undefined : stops[0]);
  if (next && place !== document.body) next.focus({ preventScroll: true });
  else focusTitle();
}

// In front of a hall the arrow keys go through the steps: a control that was set by a pointer gives up the focus.
// A button does, too, so that Space is the next slide and not a second press.
const SLIDERS = "input:is([type=range], [type=radio]), [role=slider]";
const BUTTONS = `${SLIDERS}, [role=radio], button:not(.grip, .grade)`;
addEventListener(
  "pointerdown",
  () => {
    pointed = true;
  },
  true,
);
addEventListener(
  "keydown",
  () => {
    pointed = false;
  },
  true,
);
for (const [event, kinds] of [
  ["pointerup", SLIDERS],
  ["click", BUTTONS],
  ["input", "select"],
]) {
  addEventListener(
    event,
    (happened) => {
      const path = happened.composedPath();
      setTimeout(() => {
        const at = focusedNode();
        if (!at) return;
        const isIts = path.includes(at) || path.some((node) => node === at.popoverTargetElement); // the button of a menu
        if (!pointed || !isIts || !at.matches(kinds) || !document.querySelector(".presenting"))
          return;
        focusPath = []; // focusLost must not restore it
        at.blur();
      });
    },
    true,
  );
}

// Streamlit disables what has the focus for a moment, and removes what a run has not drawn after that run, when the post
// has been read. Only what is around the focus is watched.
const watch = new MutationObserver((changes) => {
  const [focused] = focusPath;
  if (!(focused instanceof Element)) return;
  const isAble = changes.some((change) => change.target === focused && change.attributeName);
  if (isAble && !focused.disabled && document.activeElement === document.body) focused.focus();
  if (!focused.isConnected && !isRunning()) focusLost();
});
focusListeners.push((path) => {
  watch.disconnect();
  for (const node of path) watch.observe(node, { childList: true, attributeFilter: STATES });
});
