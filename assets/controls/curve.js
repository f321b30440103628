/** @import { Acting, Tell } from "./field.js" */
import { fieldIn, listen, make, partOf, set } from "../dom.js";
import { setSlider, slides, unitSlider } from "./range.js";

const NEAR = 0.03;
/**
 * What a drag means: an end of a slider is hard to hit, so it catches a hand near it.
 * @param {number} chance
 */
const caught = (chance) =>
  chance >= 1 - NEAR ? 1 : chance <= NEAR ? 0 : Math.round(100 * chance) / 100;

/**
 * A slider for each rank, level with its card. A mouse drag over several sliders draws the curve.
 * @param {Tell} tell
 */
export function curve(tell) {
  const heading = make("p", { className: "heading", ariaHidden: "true" });
  const group = make("div", { className: "handles", role: "group" });
  const node = make("div", { className: "curve" }, heading, group);
  /** @type {Acting & { value: number[], heading: string, cards: number, rows: string[] }} */
  let control;
  let level = -1; // index of the handle level with the pressed mouse, or -1
  let isPainting = false; // whether the mouse moved since
  let isDragged = false; // by a mouse, finger or pen, and not turned by keys

  const sliders = () => [...group.querySelectorAll("[type=range]")];
  const hand = tell.hand({
    first: /** @type {number[]} */ ([]),
    show: (chances) => {
      for (const [at, row] of [...group.children].entries()) {
        const text = chances[at].toFixed(3);
        set(partOf(row, ".value"), { textContent: text });
        setSlider(fieldIn(row), chances[at], text);
      }
    },
    change: ({ before }, shown) => {
      const all = shown.map((chance, at) => [at + 1, chance]);
      return { ...control.change, to: all.filter(([rank, chance]) => chance !== before[rank - 1]) };
    },
  });
  listen(group, {
    pointerdown: ({ pointerType, button, target }) => {
      level = pointerType === "mouse" && !button ? sliders().indexOf(target) : -1;
      isPainting = false;
      isDragged = true;
    },
  });
  group.onpointermove = (event) => {
    if (level < 0 || hand.isGivenUp()) return;
    isPainting = true;
    hand.take({});
    const all = sliders();
    const { left, width } = all[0].getBoundingClientRect();
    const thumb = parseFloat(getComputedStyle(all[0]).getPropertyValue("--thumb-width"));
    const bottoms = [...group.children].map((row) => row.getBoundingClientRect().bottom);
    const chances = [...hand.shown];
    const path = event.getCoalescedEvents?.() ?? []; // it does not exist on pages served over plain http
    for (const { clientX, clientY } of path.length ? path : [event]) {
      const chance = Math.min(Math.max((clientX - left - thumb / 2) / (width - thumb), 0), 1);
      const below = bottoms.findIndex((bottom) => clientY < bottom);
      const at = below < 0 ? all.length - 1 : below;
      const from = at === level ? at : level + Math.sign(at - level); // no rank is skipped
      chances.fill(caught(chance), Math.min(from, at), Math.max(from, at) + 1);
      level = at;
    }
    hand.moveTo(chances);
  };
  group.onpointerup = group.onpointercancel = () => {
    level = -1;
  };
  group.onkeydown = () => {
    isPainting = isDragged = false;
  };
  /** @param {number} rank */
  function handle(rank) {
    const input = unitSlider({ ariaLabel: `Goes on after rank ${rank}` });
    slides(hand, input, (chance) =>
      isPainting ? hand.shown : hand.shown.with(rank - 1, isDragged ? caught(chance) : chance),
    );
    const named = make("span", { className: "rank", ariaHidden: "true" }, String(rank));
    return make(
      "div",
      { className: "handle" },
      named,
      input,
      make("span", { className: "value", ariaHidden: "true" }),
    );
  }
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      const rebuild = next.rows.length !== control?.rows.length;
      control = next;
      if (rebuild) {
        hand.giveUp();
        group.replaceChildren(...control.rows.map((_, at) => handle(at + 1)));
      }
      set(heading, { textContent: control.heading });
      set(node, { "--cards": control.cards });
      set(group, { ariaLabel: control.label });
      for (const [at, doc] of control.rows.entries()) set(group.children[at].dataset, { doc });
      if (!hand.held) hand.show(control.value);
    },
  };
}
