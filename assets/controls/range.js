import { differs, make } from "../dom.js";
import { field } from "./field.js";

export function range(tell, name) {
  const input = make("input", { type: "range" });
  const value = make("span", { className: "value", ariaHidden: "true" }); // the slider announces its value
  const { node, paint: paintField } = field(name, input, value);
  let control;

  const hand = tell.hand({
    show: (number) => {
      input.valueAsNumber = number;
      value.textContent = input.ariaValueText = String(number);
      input.style.setProperty("--at", (number - control.low) / (control.high - control.low));
    },
    change: () => ({ ...control.change, to: hand.shown }),
  });
  slides(hand, input, (number) => number);

  return {
    node,
    paint: (next) => {
      control = next;
      paintField(control);
      input.ariaLabel = control.label;
      Object.assign(input, { min: control.low, max: control.high, step: control.step });
      if (!hand.held) hand.show(control.value);
    },
  };
}

/** A slider from 0 to 1. */
export const unitSlider = (properties) =>
  make("input", { type: "range", min: 0, max: 1, step: 0.01, ...properties });

/** Connect a slider to a hand; `moved` returns the new state for a number. */
export function slides(hand, input, moved) {
  input.oninput = () => {
    if (!hand.isGivenUp()) hand.take();
    const next = hand.held ? moved(input.valueAsNumber) : hand.shown;
    if (differs(next, hand.shown)) hand.moveTo(next);
    else hand.show(hand.shown); // the drag was cancelled while the mouse goes on
  };
  // A slider back at its old value sends no change event.
  for (const event of ["change", "pointerup", "pointercancel", "blur"])
    input.addEventListener(event, () => hand.letGo());
}

/** A slider for each share of a whole: if one moves, the others change and keep their proportions. */
export function shares(tell, name) {
  const group = make("div", { className: "shares", role: "group" });
  const { node, paint: paintField } = field(name, group);
  let control;

  const hand = tell.hand({
    show: (shares) =>
      [...group.children].forEach((share, at) => {
        const [, value, input] = share.children;
        value.textContent = input.ariaValueText = shares[at].toFixed(3);
        input.style.setProperty("--at", shares[at]);
        input.valueAsNumber = shares[at];
      }),
    change: () => ({ ...control.change, to: hand.shown }),
  });
  /** Return all shares with one set to `to`; the others share the rest equally if all of them are 0. */
  function divided(shares, at, to) {
    const others = 1 - shares[at];
    const part = (share) => (1 - to) * (others > 1e-6 ? share / others : 1 / (shares.length - 1));
    return shares.map((share, index) => Math.round(1e4 * (index === at ? to : part(share))) / 1e4);
  }
  function part([label, words], at) {
    const input = unitSlider({ ariaLabel: `${control.label}, ${words}` });
    slides(hand, input, (share) => divided(hand.held.before, at, share));
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
    paint: (next) => {
      const rebuild = differs(next.names, control?.names);
      control = next;
      if (rebuild) {
        hand.giveUp();
        group.replaceChildren(...control.names.map(part));
      }
      paintField(control);
      group.ariaLabel = control.label;
      if (!hand.held) hand.show(control.value);
    },
  };
}
