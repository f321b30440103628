/**
 * @import { Answer } from "../courier.js"
 * @import { Written } from "../dom.js"
 * @import { Hand } from "../holding.js"
 * @import { Acting, Slid, Tell } from "./field.js"
 */
import { differs, fieldIn, make, partOf, set } from "../dom.js";
import { field } from "./field.js";

/**
 * A slider.
 * @param {Tell} tell
 * @param {string} name
 */
export function range(tell, name) {
  const input = make("input", { type: "range" });
  const value = make("span", { className: "value", ariaHidden: "true" }); // the slider announces its value
  const { node, paint: paintField } = field(name, input, value);
  /** @type {Acting & { value: number, low: number, high: number, step: number }} */
  let control;

  const hand = tell.hand({
    first: 0,
    show: (number) => {
      input.valueAsNumber = number;
      set(value, { textContent: number });
      set(input, {
        ariaValueText: String(number),
        "--at": (number - control.low) / (control.high - control.low),
      });
    },
    change: (_, to) => ({ ...control.change, to }),
  });
  slides(hand, input, (number) => number);

  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      paintField(control);
      const { label, low, high, step } = control;
      set(input, { ariaLabel: label, min: low, max: high, step });
      if (!hand.held) hand.show(control.value);
    },
  };
}

/**
 * A slider from 0 to 1.
 * @param {Written<HTMLInputElement>} properties
 */
export const unitSlider = (properties) =>
  make("input", { type: "range", min: 0, max: 1, step: 0.01, ...properties });

/**
 * Connect a slider to a hand; `moved` returns the new state for a number.
 * @template S
 * @param {Hand<S, Slid, Answer>} hand
 * @param {HTMLInputElement} input
 * @param {(number: number) => S} moved
 */
export function slides(hand, input, moved) {
  input.oninput = () => {
    if (!hand.isGivenUp()) hand.take({});
    const next = hand.held ? moved(input.valueAsNumber) : hand.shown;
    if (differs(next, hand.shown)) hand.moveTo(next);
    else hand.show(hand.shown); // the drag was cancelled while the mouse goes on
  };
  // A slider back at its old value sends no change event.
  for (const event of ["change", "pointerup", "pointercancel", "blur"])
    input.addEventListener(event, () => hand.letGo());
}

/**
 * Write a number from 0 to 1 at its slider.
 * @param {HTMLInputElement} input
 * @param {number} number
 * @param {string} text
 */
export function setSlider(input, number, text) {
  set(input, { "--at": number, ariaValueText: text });
  input.valueAsNumber = number;
}

/**
 * A slider for each share of a whole: if one moves, the others change and keep their proportions.
 * @param {Tell} tell
 * @param {string} name
 */
export function shares(tell, name) {
  const group = make("div", { className: "shares", role: "group" });
  const { node, paint: paintField } = field(name, group);
  /** @type {Acting & { value: number[], names: [label: string, words: string][] }} */
  let control;

  const hand = tell.hand({
    first: /** @type {number[]} */ ([]),
    show: (shares) =>
      [...group.children].forEach((share, at) => {
        const text = shares[at].toFixed(3);
        set(partOf(share, ".value"), { textContent: text });
        setSlider(fieldIn(share), shares[at], text);
      }),
    change: (_, to) => ({ ...control.change, to }),
  });
  /**
   * Return all shares with one set to `to`; the others share the rest equally if all of them are 0.
   * @param {number[]} shares
   * @param {number} at
   * @param {number} to
   */
  function divided(shares, at, to) {
    const others = 1 - shares[at];
    /** @param {number} share */
    const part = (share) => (1 - to) * (others > 1e-6 ? share / others : 1 / (shares.length - 1));
    return shares.map((share, index) => Math.round(1e4 * (index === at ? to : part(share))) / 1e4);
  }
  /**
   * @param {[label: string, words: string]} names
   * @param {number} at
   */
  function part([label, words], at) {
    const input = unitSlider({ ariaLabel: `${control.label}, ${words}` });
    slides(hand, input, (share) => divided(hand.held?.before ?? hand.shown, at, share));
    const value = make("span", { className: "value", ariaHidden: "true" });
    return make(
      "div",
      { className: "share" },
      make("span", { ariaHidden: "true" }, label),
      value,
      input,
    );
  }
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      const rebuild = differs(next.names, control?.names);
      control = next;
      if (rebuild) {
        hand.giveUp();
        group.replaceChildren(...control.names.map(part));
      }
      paintField(control);
      set(group, { ariaLabel: control.label });
      if (!hand.held) hand.show(control.value);
    },
  };
}
