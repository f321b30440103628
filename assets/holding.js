/** @import { Action, Answer, Sends } from "./courier.js" */
import { differs } from "./dom.js";

// Drags of a card, a square, a dot, the cut or a slider, by pointer or keys. During a drag, Python gets previews. At its
// end, Python gets an action if anything changed. Escape cancels it.

/**
 * @typedef {{ held: { by?: string } | null, letGo: (keep?: boolean) => void, giveUp: () => void }} Holding what all hands have
 */

/** @type {Set<Holding>} */
export const holding = new Set(); // the hands with a drag
/** @type {Holding | null} */
let givenUp = null; // the hand whose drag was cancelled; its mouse button may still be down

/**
 * Cancel the drag that a pointer may go on with: of a slider that is another one's now.
 * @param {Holding} hand
 */
export function giveUpPointer(hand) {
  givenUp = hand;
}

/**
 * @template S a state: what is drawn; it is never changed in place
 * @template {{ by?: string }} W what is dragged, and by what: "pointer", "keys", …
 * @template {Answer} D data from Python
 * @typedef {object} Parts
 * @property {S} first the state before Python has sent one
 * @property {(state: S) => void} show draws a state
 * @property {(held: W & { before: S }, shown: S) => Action} change returns the action of the drag, if it ended in a state
 * @property {(data: D) => void} [takeOver] draws the newest data from Python
 * @property {(held: W & { before: S }, how: "moved" | "dropped" | "cancelled") => void} [ended] "dropped" is: in its old place
 */

/**
 * @template S
 * @template {{ by?: string }} W
 * @template {Answer} D
 * @typedef {ReturnType<typeof createHand<S, W, D>>} Hand
 */

/**
 * Create a hand, which handles the drags of one component or control; `sender` is the sender of its
 * actions, which `courier` sends. What is held has `before`, the state at the start.
 * @template S
 * @template {{ by?: string }} W
 * @template {Answer} D
 * @param {Sends} courier
 * @param {string} sender
 * @param {Parts<S, W, D>} parts
 */
export function createHand(
  courier,
  sender,
  { first, show, change, takeOver = () => {}, ended = () => {} },
) {
  /** @type {string | undefined} */
  let session; // if it changes, the server restarted, and its data replaces all

  const hand = {
    held: /** @type {(W & { before: S }) | null} */ (null),
    shown: first, // the state that is shown
    latest: /** @type {D | null} */ (null), // the newest data, perhaps not drawn yet

    /** @param {S} state */
    show(state) {
      hand.shown = state;
      show(state);
    },

    /** @param {W} what */
    take(what) {
      hand.held ??= { ...what, before: hand.shown };
      holding.add(hand);
    },

    /**
     * @param {S} state
     * @param {boolean} [isPreviewed]
     */
    moveTo(state, isPreviewed = true) {
      if (!differs(state, hand.shown)) return;
      hand.show(state);
      if (isPreviewed && hand.held) courier.preview(sender, change(hand.held, state));
    },

    /** End the drag; keep its change, or not. */
    letGo(keep = true) {
      if (!hand.held) return;
      const { held } = hand;
      const action = change(held, hand.shown);
      const isMoved = keep && differs(hand.shown, held.before);
      hand.held = null;
      holding.delete(hand);
      hand.show(isMoved ? hand.shown : held.before);
      if (isMoved) courier.act(sender, action);
      else courier.cancel(sender);
      ended(held, isMoved ? "moved" : keep ? "dropped" : "cancelled");
      takeNewest();
    },

    giveUp: () => hand.letGo(false),
    isGivenUp: () => givenUp === hand,

    /** @param {D} data */
    update(data) {
      hand.latest = data;
      courier.answered(sender, data.ack);
      takeNewest();
    },
  };

  /** Draw the newest data, unless a drag is going on, or the data lacks the reader's last actions. */
  function takeNewest() {
    if (!hand.latest || hand.held || (hand.latest.session === session && courier.pending(sender)))
      return;
    session = hand.latest.session;
    takeOver(hand.latest);
  }

  return hand;
}

document.addEventListener(
  "pointerdown",
  () => {
    givenUp = null;
  },
  true,
);

// In the capture phase, before other listeners.
document.addEventListener(
  "keydown",
  (event) => {
    const undoes = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    const cancels = event.key === "Escape";
    if (!cancels) givenUp = null;
    if (holding.size === 0 || !(cancels || undoes)) return;
    event.preventDefault();
    event.stopPropagation();
    if (undoes) return;
    for (const hand of holding) {
      givenUp = hand;
      hand.giveUp();
    }
  },
  true,
);
