/** @import { Heard } from "./dom.js" */
import { listen } from "./dom.js";

// One gesture for all that a pointer drags: it is pressed on something, and the drag begins when it has moved.

export const SLACK = 4; // pixels that the pointer may move in a click
const EDGE = 45; // pixels from an edge where the page scrolls during a drag
const FASTEST = 16; // pixels to scroll in a frame, at most

/**
 * How much larger the screen shows an element than its own pixels: by CSS `zoom`. Pointers and rectangles are as shown.
 * @param {Element} node
 */
export const zoomOf = (node) => node.currentCSSZoom ?? 1;

/**
 * Have the pointer drag what is in `root`.
 * `take` gets a press, and returns what it holds, or null if it holds nothing.
 * `start` is called when the pointer has moved `slack` pixels, and at once if that is 0; it gets what is held.
 * `capture` returns what hears the pointer wherever it goes.
 * `move` and `end` get each event; the last one is of the type "pointerup" or "pointercancel".
 * Return `press`, which starts the gesture elsewhere, and `stop`, which ends it and calls nothing.
 * @template W what is held
 * @param {Element} root
 * @param {{ slack?: number, take: (event: Heard<PointerEvent>) => W | null, start?: (what: W, event: PointerEvent) => void,
 *   move: (event: PointerEvent) => void, end: (event: PointerEvent) => void, capture?: (what: W) => Element }} parts
 */
export function onDrag(
  root,
  { slack = SLACK, take, start = () => {}, move, end, capture = () => root },
) {
  /** @type {{ what: W, x: number, y: number, id: number, isDragged: boolean, listening: AbortController } | null} */
  let held = null;

  /**
   * @param {PointerEvent} event
   * @param {W} what
   */
  function press(event, what) {
    if (held || event.button !== 0) return;
    const listening = new AbortController();
    const { clientX: x, clientY: y, pointerId: id } = event;
    held = { what, x, y, id, isDragged: false, listening };
    const options = { capture: true, signal: listening.signal };
    const refuse = (/** @type {Event} */ refused) => refused.preventDefault();
    document.addEventListener("pointermove", onMove, options);
    document.addEventListener("pointerup", onEnd, options);
    document.addEventListener("pointercancel", onEnd, options);
    document.addEventListener("selectstart", refuse, options);
    document.addEventListener("dragstart", refuse, options);
    if (slack === 0) begin(event);
  }

  /**
   * Begin to drag what is pressed if the pointer is far from there.
   * @param {PointerEvent} event
   */
  function begin(event) {
    if (!held || held.isDragged) return;
    if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < slack) return;
    held.isDragged = true;
    if (event.type !== "pointerup") capture(held.what).setPointerCapture(held.id);
    start(held.what, event);
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (event.pointerId !== held?.id) return;
    begin(event);
    if (held?.isDragged) move(event);
  }

  /** @param {PointerEvent} event */
  function onEnd(event) {
    if (event.pointerId !== held?.id) return;
    // On a busy page a quick drag ends before its first move is heard.
    if (event.type === "pointerup") begin(event);
    const wasDragged = held?.isDragged;
    stop();
    if (wasDragged) end(event);
  }

  function stop() {
    held?.listening.abort();
    held = null;
  }

  listen(root, {
    pointerdown: (event) => {
      const what = take(event);
      if (what) press(event, what);
    },
  });
  return { press, stop };
}

/**
 * Put a copy of an element into `host`, for eyes only. Return how it follows the pointer, which was pressed at x and y.
 * @param {Element} node
 * @param {Element} host an element with a position
 * @param {number} x
 * @param {number} y
 */
export function floatingCopy(node, host, x, y) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  const { left, top } = node.getBoundingClientRect();
  const [offX, offY] = [x - left, y - top];
  copy.inert = true;
  copy.ariaHidden = "true";
  copy.classList.add("floating");
  copy.style.width = `${node.offsetWidth}px`;
  copy.style.height = `${node.offsetHeight}px`;
  host.append(copy);
  return {
    copy,
    /**
     * @param {number} toX
     * @param {number} toY
     */
    follow: (toX, toY) => {
      const at = host.getBoundingClientRect();
      copy.style.left = `${(toX - offX - at.left) / zoomOf(host)}px`;
      copy.style.top = `${(toY - offY - at.top) / zoomOf(host)}px`;
    },
  };
}

/**
 * Scroll the page while something is dragged towards an edge of its visible part: below the sticky elements at the top.
 * `pointer` returns where it is and where it was pressed, or null when the drag has ended.
 * @param {Element} page
 * @param {() => { y: number, startY: number } | null} pointer
 */
export function scrollAtEdge(page, pointer) {
  const at = pointer();
  if (!at) return;
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(page); // the heights of the sticky elements
  const [top, bottom] = [scrollPaddingTop, scrollPaddingBottom].map(
    (height) => parseFloat(height) || 0,
  );
  const beyond = Math.min(at.y - top - EDGE, 0) + Math.max(at.y - innerHeight + bottom + EDGE, 0);
  const step = Math.sign(beyond) * Math.min(Math.ceil(Math.abs(beyond) / 3), FASTEST);
  if (step * (at.y - at.startY) > 0) page.scrollTop += step;
  requestAnimationFrame(() => scrollAtEdge(page, pointer));
}
