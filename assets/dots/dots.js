import { courier } from "../courier.js";
import { paletteOf } from "../documents.js";
import { make } from "../dom.js";
import { onDrag, SLACK, zoomOf } from "../drag.js";
import { createHand, holding } from "../holding.js";
import { lessSheet } from "../less.js";
import { litSheet } from "../lit.js";
import css from "./dots.css";
import { niceStep, rangeOf } from "./scale.js";

// Predicted scores as dots on one line, best on the right. Python owns the scores and the list, which they order. A dot
// is dragged by mouse, pen or finger, or moved by the keys; a drag sends previews to Python. Dots and names that would
// overlap are stacked. Under the line, an arc leads from each dot to its true grade.

const SCORE_STEP = 0.05; // step of an arrow key
const COARSE_STEP = 0.5;
const REACH = 26; // pixels from the pointer to the middle of a dot, at most, to drag the nearest dot
const CATCH = 5; // pixels from a tick of the line within which the pointer is on the tick

const dotsStyle = new CSSStyleSheet();
dotsStyle.replaceSync(css);

/** Create a line of dots in `root`; `sender` is the sender of its actions. */
export function createDots(root, sender) {
  const svg = (tag) => document.createElementNS("http://www.w3.org/2000/svg", tag);
  const arcs = svg("svg");
  arcs.setAttribute("aria-hidden", "true");
  const axis = make("div", { className: "axis", ariaHidden: "true" });
  const plane = make("div", { className: "plane" }, arcs, axis);
  const all = make("span", { className: "all" });
  const keys = make("p", {
    id: "keys",
    hidden: true,
    textContent:
      "Arrow keys move the score by 0.05, Page Up and Page Down by 0.5, Home and End to the ends of the line. Escape cancels.",
  });
  const board = make(
    "div",
    { className: "dots" },
    make(
      "p",
      { className: "tip" },
      make("b", { textContent: "Predicted scores" }),
      ": drag a dot. In it is its grade, beside it its score.",
      make("span", { textContent: " Its arc leads from score to grade." }),
    ),
    all,
    plane,
    keys,
  );
  root.adoptedStyleSheets = [dotsStyle, litSheet, lessSheet];
  root.append(board);

  const dots = new Map(); // document id -> { node, knob, label, value, name, arc, x, lane }
  let config = null; // the data of `docs`
  let docs = []; // the shown documents, best first; replaced, never changed in place
  let range = [0, 1]; // scores at the ends of the line
  let ticks = []; // scores with a tick

  // ---- dragging a dot, by the pointer or by the keys

  const hand = createHand(courier, sender, {
    show: (next) => {
      docs = next;
      render();
    },
    change: () => ({ do: "score", list: config.list, id: hand.held.id, to: scoreOf(hand.held.id) }),
    takeOver: (data) => {
      config = data;
      if (!config.held) range = rangeOf(config.documents, config.top); // dots keep their places during a drag
      hand.show(config.documents);
    },
    ended: () => drag.stop(),
  });

  const scoreOf = (id) => docs.find((doc) => doc.id === id).score;
  const rounded = (score) => Math.round(score * 100) / 100 + 0; // -0 is 0

  const hold = (by, id) => hand.take({ by, id, lane: dots.get(id).lane });

  function moveTo(score, isPreviewed) {
    const [low, high] = range;
    const to = Math.min(Math.max(rounded(score), low), high);
    hand.moveTo(
      docs.map((doc) => (doc.id === hand.held.id ? { ...doc, score: to } : doc)),
      isPreviewed,
    );
  }

  // ---- the pointer

  let grab = 0; // pixels from the middle of the dot to the pointer
  let start = 0;
  const xOf = ({ clientX }) => (clientX - plane.getBoundingClientRect().left) / zoomOf(plane);

  /** Return the id of the dot that a press means: the nearest within reach, or the one whose name it is on. */
  function meant(event) {
    const off = ({ knob }) => {
      const at = knob.getBoundingClientRect();
      return Math.hypot(
        at.left + at.width / 2 - event.clientX,
        at.top + at.height / 2 - event.clientY,
      );
    };
    const [id, dot] = [...dots].sort(([, one], [, other]) => off(one) - off(other))[0] ?? [];
    return id !== undefined && off(dot) <= REACH ? id : event.target.closest(".dot")?.dataset.id;
  }

  const drag = onDrag(plane, {
    slack: 0,
    take: (event) => {
      if (event.button !== 0 || [...holding].some(({ held }) => held.by !== "keys")) return null;
      const id = meant(event);
      if (id === undefined) return null;
      event.preventDefault(); // selects no text
      for (const lifted of [...holding]) lifted.letGo();
      return { id };
    },
    start: ({ id }, event) => {
      const { node, x } = dots.get(id);
      node.focus({ preventScroll: true });
      grab = xOf(event) - x;
      start = event.clientX;
      hold("pointer", id);
      render();
    },
    move: (event) => {
      const { held } = hand;
      if (held?.by !== "pointer") return;
      if (!held.isDragged && Math.abs(event.clientX - start) < SLACK) return;
      held.isDragged = true;
      const x = xOf(event) - grab;
      moveTo(ticks.find((tick) => Math.abs(placeOf(tick) - x) <= CATCH) ?? scoreAt(x));
    },
    end: ({ type }) => {
      if (hand.held?.by === "pointer") hand.letGo(type === "pointerup");
    },
  });

  // ---- the keys: a key that is down drags the dot

  function onKeydown(event) {
    const { key, shiftKey, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key !== "Tab") event.stopPropagation(); // Streamlit listens to single letters
    const id = event.target.closest(".dot")?.dataset.id;
    const isHeld = hand.held?.by === "keys" && hand.held.id === id;
    if (!id || (holding.size && !isHeld)) return;
    const step = shiftKey ? COARSE_STEP : SCORE_STEP;
    const from = scoreOf(id);
    const to = {
      ArrowRight: from + step,
      ArrowUp: from + step,
      ArrowLeft: from - step,
      ArrowDown: from - step,
      PageUp: from + COARSE_STEP,
      PageDown: from - COARSE_STEP,
      Home: range[0],
      End: range[1],
    }[key];
    if (to === undefined) return;
    event.preventDefault();
    hold("keys", id);
    moveTo(to, repeat);
  }

  function onKeyup({ key }) {
    if (hand.held?.by === "keys" && /^(Arrow|Page|Home|End)/.test(key)) hand.letGo();
  }

  function onFocusout() {
    if (hand.held?.by === "keys" && !arranging) hand.letGo();
  }

  // ---- drawing

  let arranging = false; // moving a focused dot in the DOM blurs it for a moment
  let palette = [];
  const edge = () => dotSize() * 0.75;
  const dotSize = () => dots.values().next().value?.knob.offsetWidth || 26;
  const placeOf = (score) =>
    edge() + ((score - range[0]) / (range[1] - range[0])) * (plane.clientWidth - 2 * edge());
  const scoreAt = (x) =>
    range[0] + ((x - edge()) / (plane.clientWidth - 2 * edge())) * (range[1] - range[0]);

  function render() {
    if (!config) return;
    board.classList.toggle("hidden", config.hidden);
    palette = paletteOf(board);
    paintAll();
    arrange();
    docs.forEach(paintDot);
    layOut();
    paintAxis();
  }

  function paintAll() {
    if (all.children.length) return;
    all.append(
      ...config.all.map(([label, action]) =>
        make("button", {
          type: "button",
          textContent: label,
          onclick: () => courier.act(sender, action),
        }),
      ),
    );
  }

  /** Put a dot for every document in order, best first, so that Tab goes from rank to rank; the focus stays. */
  function arrange() {
    const focused = root.activeElement;
    const ids = docs.map(({ id }) => id);
    arranging = true;
    for (const [id, { node, arc }] of dots) {
      if (ids.includes(id)) continue;
      node.remove();
      arc.remove();
      dots.delete(id);
    }
    let at = axis.nextElementSibling;
    for (const id of ids) {
      if (!dots.has(id)) dots.set(id, newDot(id));
      const { node } = dots.get(id);
      if (node === at) at = at.nextElementSibling;
      else plane.insertBefore(node, at);
    }
    if (focused && focused !== root.activeElement) focused.focus({ preventScroll: true });
    arranging = false;
  }

  function newDot(id) {
    const [stem, knob, value, name] = ["stem", "knob", "value", "name"].map((className) =>
      make("span", { className }),
    );
    const label = make("span", { className: "label" }, value, name);
    const node = make("div", { className: "dot", role: "slider", tabIndex: 0 }, stem, knob, label);
    node.dataset.id = id;
    node.setAttribute("aria-describedby", keys.id);
    const arc = arcs.appendChild(svg("path"));
    return { node, knob, label, value, name, arc };
  }

  function paintDot(doc) {
    const { node, knob, value, name, arc } = dots.get(doc.id);
    const isJudged = doc.grade !== null;
    const [low, high] = range;
    const colour = palette[isJudged ? config.colours[doc.grade] : config.unjudged];
    const rank =
      1 +
      docs.filter(
        (other) =>
          other.score > doc.score ||
          (other.score === doc.score && docs.indexOf(other) < docs.indexOf(doc)),
      ).length;
    for (const part of [node, arc]) part.style.setProperty("--grade", colour);
    node.dataset.doc = `${config.list}-${doc.id}`;
    node.ariaLabel = `Predicted score of ${doc.title}`;
    Object.assign(node, { ariaValueMin: low, ariaValueMax: high, ariaValueNow: doc.score });
    node.ariaValueText = `${doc.score}, place ${rank} of ${docs.length}, ${isJudged ? `grade ${doc.grade}` : "not judged"}`;
    for (const part of [node, arc]) part.classList.toggle("held", hand.held?.id === doc.id);
    knob.textContent = isJudged ? doc.grade : "?";
    value.textContent = String(rounded(doc.score)).replace("-", "−");
    name.textContent = doc.title;
  }

  /** Put the dots above their scores, in higher lanes if they would overlap; show names where there is room. */
  function layOut() {
    const width = plane.clientWidth;
    if (!width) return; // it is being removed from the page
    const size = dotSize();
    const placed = docs
      .toReversed()
      .sort((one, other) => one.score - other.score) // of equal scores, the last is the lowest
      .map(({ id, score }) => ({
        id,
        dot: dots.get(id),
        x: placeOf(score),
        lane: 0,
        look: 2,
        side: "",
      }));
    const widths = new Map(
      placed.map(({ id, dot: { value, name } }) => {
        const number = size + value.offsetWidth + 10;
        return [id, [number + name.offsetWidth + 4, number, size + 2]]; // with its name, its number, alone
      }),
    );
    /** Return the left and right end of a dot, with its name to its right or left. */
    const span = ({ id, x }, look, side) => {
      const wide = widths.get(id)[look] - size / 2;
      return side ? [x - wide, x + size / 2] : [x - size / 2, x + wide];
    };
    const isFree = (one, look, side, others) => {
      const [from, to] = span(one, look, side);
      return (
        from >= 0 &&
        to <= width &&
        others.every((other) => {
          const [left, right] = span(other, other.look, other.side);
          return other === one || other.lane !== one.lane || to <= left || from >= right;
        })
      );
    };
    /** Give each dot the lowest lane with room for its first possible look; return whether all found one. */
    const stack = (lanes, looks) => {
      const done = placed.filter(({ id }) => id === hand.held?.id);
      for (const one of done) Object.assign(one, { lane: hand.held.lane, look: 1, side: "" });
      return placed.every(
        (one) =>
          done.includes(one) ||
          looks.some((look) => {
            Object.assign(one, { look, side: span(one, look, "")[1] > width ? "left" : "" });
            for (one.lane = 0; one.lane < lanes; one.lane += 1) {
              if (isFree(one, look, one.side, done)) return done.push(one);
            }
            return false;
          }),
      );
    };
    const most = Number(getComputedStyle(plane).getPropertyValue("--lanes"));
    if (!stack(most, [0, 1]) && !stack(most, [1, 2])) stack(placed.length + most, [2]);
    const lanes = 1 + Math.max(0, ...placed.map(({ lane }) => lane));
    for (const one of placed.toReversed()) {
      const wishes =
        one.id === hand.held?.id || lanes > most
          ? [
              [1, ""],
              [1, "left"],
            ]
          : [
              [0, ""],
              [0, "left"],
              [1, ""],
              [1, "left"],
            ];
      const [look, side] = wishes.find((wish) => isFree(one, ...wish, placed)) ?? [
        one.look,
        one.side,
      ];
      Object.assign(one, { look, side });
    }
    plane.classList.toggle("crowded", lanes > most);
    const pitch = lanes > most ? (most - 1) / (lanes - 1) : 1; // additional lanes are closer to each other
    for (const { dot, x, lane, look, side } of placed) {
      Object.assign(dot, { x, lane });
      dot.label.className = `label ${["", "short", "none"][look]} ${side}`;
      dot.node.style.left = `${x}px`;
      dot.node.style.setProperty("--lane", lane * pitch);
    }
    for (const { id, grade } of docs) {
      const { x, arc } = dots.get(id);
      const to = grade === null ? x : placeOf(grade);
      const deep =
        (arcs.clientHeight - 4) * Math.min(1, Math.sqrt(Math.abs(to - x) / (0.6 * width)));
      arc.setAttribute("d", `M ${x} 0 C ${x} ${deep * 1.33}, ${to} ${deep * 1.33}, ${to} 0`);
    }
  }

  function paintAxis() {
    const [low, high] = range;
    const step = niceStep((high - low) / 12);
    const marks = Array.from({ length: config.top + 1 }, (_, grade) => [
      grade,
      config.symbols[grade],
    ]);
    const places = marks.map(([grade]) => grade);
    const room = dotSize() * 1.4;
    const shown = [];
    const crowded = (score) =>
      shown.some((other) => Math.abs(placeOf(other) - placeOf(score)) < room);
    const drawn = [];
    for (const [grade, symbol] of [marks[0], marks.at(-1), ...marks.slice(1, -1)]) {
      const tick = make("i", { className: "grade" });
      if (!crowded(grade)) {
        tick.append(make("span", {}, make("b", { textContent: symbol }), ` ${grade}`));
        shown.push(grade);
      }
      drawn.push([grade, tick]);
    }
    for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1) {
      const score = Number((at * step).toPrecision(12));
      if (places.includes(score)) continue;
      const tick = make("i");
      if (!crowded(score)) {
        tick.append(make("span", { textContent: String(score).replace("-", "−") }));
        shown.push(score);
      }
      drawn.push([score, tick]);
    }
    for (const [score, tick] of drawn) tick.style.left = `${placeOf(score)}px`;
    axis.replaceChildren(...drawn.map(([, tick]) => tick));
    ticks = drawn.map(([score]) => score);
  }

  for (const [part, event, answer] of [
    [board, "keydown", onKeydown],
    [board, "keyup", onKeyup],
    [plane, "focusout", onFocusout],
  ])
    part.addEventListener(event, answer);
  const resized = new ResizeObserver(() => {
    if (plane.clientWidth) render();
  }); // its width is 0 when its page is gone
  resized.observe(plane);

  return {
    sender,
    update: hand.update,
    isIn: (parent) => parent.contains(plane),
    destroy: () => {
      hand.giveUp();
      drag.stop();
      resized.disconnect();
      board.remove();
    },
  };
}
