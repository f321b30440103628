import { differs } from "./dom.js";

// Drags of a card, a square, a dot, the cut or a slider, by pointer or keys. During a drag, Python gets previews. At its
// end, Python gets an action if anything changed. Escape cancels it.

export const holding = new Set(); // the hands with a drag
let givenUp = null; // the hand whose drag was cancelled; its mouse button may still be down

/** Cancel the drag that a pointer may go on with: of a slider that is another one's now. */
export function giveUpPointer(hand) {
  givenUp = hand;
}

/**
 * @typedef {{ by?: string, before?: any, id?: any, row?: any, [name: string]: any }} Held what is dragged, and `before`, the state at the start
 */

/**
 * Create a hand, which handles the drags of one component or control; `sender` is the sender of its
 * actions, which `courier` sends.
 * `show` draws a state; states are never changed in place.
 * `change` gets what is held, and returns the action of the drag, if it ended now.
 * `takeOver` draws the newest data from Python.
 * `ended` gets what was held, and "moved", "dropped" (in its old place) or "cancelled".
 * @param {any} courier
 * @param {string} sender
 * @param {{ show: (state: any) => void, change: (held: Held) => any, takeOver?: (data: any) => void,
 *   ended?: (held: Held, how: string) => void }} parts
 */
export function createHand(
  courier,
  sender,
  { show, change, takeOver = (_data) => {}, ended = (_held, _how) => {} },
) {
  let session; // if it changes, the server restarted, and its data replaces all

  const hand = {
    held: /** @type {Held | null} */ (null),
    shown: /** @type {any} */ (undefined), // the state that is shown
    latest: /** @type {Record<string, any> | null} */ (null), // the newest data, perhaps not drawn yet

    show(state) {
      hand.shown = state;
      show(state);
    },

    take(what) {
      hand.held ??= { ...what, before: hand.shown };
      holding.add(hand);
    },

    moveTo(state, isPreviewed = true) {
      if (!differs(state, hand.shown)) return;
      hand.show(state);
      if (isPreviewed && hand.held) courier.preview(sender, change(hand.held));
    },

    /** End the drag; keep its change, or not. */
    letGo(keep = true) {
      if (!hand.held) return;
      const { held } = hand;
      const action = change(held);
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
