// What a hand has taken and not let go yet: a card, a square, a dot, the cut, a slider. While it moves, Python is sent
// previews. When it is let go, Python is sent an action, unless all is as it was. Escape gives the move up.

const holding = new Set(); // the hands that hold something
let givenUp = null; // the hand whose move was given up; the mouse may go on with it until it is pressed again

/**
 * Make the hand of a part of the page, or of a control; what it does is told in the name of `sender`.
 * `show` shows a state of what can be moved; states are never changed in place.
 * `change` says what Python is to change if the reader lets go now.
 * `takeOver` takes Python's newest data, where that comes by the hand's `update`.
 * `ended` is told what was held, and whether it was "moved", "dropped" where it was, or "cancelled".
 * `giveUp` ends a move that is not only ended here.
 */
function createHand(sender, { show, change, takeOver, ended = () => {}, giveUp }) {
  let session; // another one means the server started afresh, and Python is right

  const hand = {
    held: null, // what is held, and `before`, the state in which it was taken
    shown: null, // the state that is shown
    latest: null, // the newest data, perhaps not taken over yet

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
      if (isPreviewed) rankbook.preview(sender, change());
    },

    /** Let go, and keep what was moved or not. */
    letGo(keep = true) {
      if (!hand.held) return;
      const { held } = hand;
      const made = change();
      const isMoved = keep && differs(hand.shown, held.before);
      hand.held = null;
      holding.delete(hand);
      hand.show(isMoved ? hand.shown : held.before);
      if (isMoved) rankbook.act(sender, made);
      else rankbook.cancel(sender);
      ended(held, isMoved ? "moved" : keep ? "dropped" : "cancelled");
      takeNewest();
    },

    giveUp: giveUp ?? (() => hand.letGo(false)),
    isGivenUp: () => givenUp === hand,

    update(data) {
      hand.latest = data;
      rankbook.answered(sender, data.ack);
      takeNewest();
    },
  };

  /** Take the newest data, unless something is held, or it is from before what the reader did. */
  function takeNewest() {
    if (!hand.latest || hand.held || (hand.latest.session === session && rankbook.pending(sender))) return;
    session = hand.latest.session;
    takeOver(hand.latest);
  }

  return hand;
}

document.addEventListener("pointerdown", () => { givenUp = null; }, true);

// Capture: before anybody else acts on it.
document.addEventListener("keydown", (event) => {
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
}, true);
