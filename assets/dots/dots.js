/**
 * @import { Action, Answer } from "../courier.js"
 * @import { Grades } from "../documents.js"
 * @import { Heard } from "../dom.js"
 * @import { Hand } from "../holding.js"
 * @import { Doc } from "../lists.js"
 */
import { courier } from "../courier.js";
import { paletteOf } from "../documents.js";
import { arrange, differs, isArranging, keepFocus, listen, make, set } from "../dom.js";
import { onDrag, SLACK, zoomOf } from "../drag.js";
import { createHand, holding } from "../holding.js";
import { lessSheet } from "../less.js";
import { litSheet } from "../lit.js";
import css from "./dots.css";
import { rangeOf, roundScores } from "./scale.js";
import { stacked } from "./stacked.js";

// Predicted scores as dots on one line, best on the right. Python owns the scores and the list, which they order. A dot
// is dragged by mouse, pen or finger, or moved by the keys; a drag sends previews to Python. Dots and names that would
// overlap are stacked. Under the line, an arc leads from each dot to its true grade.

const SCORE_STEP = 0.05; // step of an arrow key
const COARSE_STEP = 0.5;
const ROOMY = 500; // pixels of a line that has room for all names
const ABOVE = 3; // pixels from the deepest point of an arc to its error, if that stands above it
const ASIDE = 6; // pixels from an arc to its error, if that stands beside it
const REACH = 26; // pixels from the pointer to the middle of a dot, at most, to drag the nearest dot
const APART = 5; // pixels between the deepest points of two arcs
const FEW = 4; // most dots of which one says what its score, its grade and its error are, if the step names none
const LEAST = 0.6; // size of the dots of many lanes, as a part of their usual size
const CATCH = 5; // pixels from a tick of the line within which the pointer is on the tick

/** Each term, and what it is. */
const TERMS = [
  ["Place", " = predicted score. "],
  ["Pie", " = true grade. "],
  ["Error", " = score − grade. "],
  ["MSE", " = mean of error²."],
];

const dotsStyle = new CSSStyleSheet();
dotsStyle.replaceSync(css);

/**
 * @typedef {Doc & { short: string, score: number }} Scored
 * @typedef {Answer & Grades & { list: string, documents: Scored[], all: [label: string, action: Action][], held: boolean,
 *   hidden: boolean, named: string[] }} DotsData what Python sends (pages/squared_error); the step names the documents of `named`
 * @typedef {{ by: "pointer" | "keys", id: string, lane: number, isDragged?: boolean }} HeldDot
 * @typedef {Record<"node" | "knob" | "label" | "value" | "name" | "arc", Element> & { x: number, lane: number }} Dot the
 *   parts of a dot, and where it is
 * @typedef {{ score: number, x: number, symbol: string, isWritten: boolean, name: string }} Tick of the line; only a grade has a symbol
 */

/** Create a line of dots in `root` for what Python sends first. */
export class Dots {
  /** @type {Map<string, Dot>} */
  dots = new Map(); // by the ids of their documents
  /** @type {Scored[]} */
  docs = []; // the shown documents, best first; replaced, never changed in place
  range = [0, 1]; // scores at the ends of the line
  /** @type {number[]} */
  ticks = []; // scores with a tick
  /** @type {Tick[]} */
  drawnTicks = [];
  // ---- the pointer
  grab = 0; // pixels from the middle of the dot to the pointer
  start = 0;
  // ---- drawing
  /** @type {string[]} */
  palette = [];

  /**
   * @param {ShadowRoot} root
   * @param {DotsData} data
   */
  constructor(root, data) {
    this.root = root;
    this.sender = data.by;
    this.config = data; // the data of `docs`
    this.arcs = document.createElementNS("http://www.w3.org/2000/svg", "svg");

    this.arcs.setAttribute("aria-hidden", "true");
    this.error = make("span", { className: "error", ariaHidden: "true" });
    this.axis = make("div", { className: "axis", ariaHidden: "true" });
    this.plane = make("div", { className: "plane" }, this.arcs, this.axis);
    this.all = make("span", { className: "all" });
    this.keys = make("p", {
      id: "keys",
      hidden: true,
      textContent:
        "Arrow keys move the score by 0.05, Page Up and Page Down by 0.5, Home and End to the ends of the line. Escape cancels.",
    });
    this.board = make(
      "div",
      { className: "dots" },
      make(
        "p",
        { className: "tip" },
        ...TERMS.map(([term, words]) => make("span", {}, make("b", { textContent: term }), words)),
      ),
      this.all,
      this.plane,
      this.keys,
    );

    this.root.adoptedStyleSheets = [dotsStyle, litSheet, lessSheet];

    this.root.append(this.board);

    // ---- dragging a dot, by the pointer or by the keys

    /** @type {Hand<Scored[], HeldDot, DotsData>} */
    this.hand = createHand(courier, this.sender, {
      first: this.docs,
      show: (next) => {
        this.docs = next;
        this.render();
      },
      change: ({ id }) => ({ do: "score", list: this.config.list, id, to: this.scoreOf(id) }),
      takeOver: (data) => {
        this.config = data;
        if (!this.config.held) this.range = rangeOf(this.config.documents, this.config.top); // dots keep their places during a drag
        this.hand.show(this.config.documents);
      },
      ended: () => this.drag.stop(),
    });

    this.drag = onDrag(this.plane, {
      slack: 0,
      take: (event) => {
        if (event.button !== 0 || [...holding].some(({ held }) => held?.by !== "keys")) return null;
        const id = this.meant(event);
        if (id === undefined) return null;
        event.preventDefault(); // selects no text
        for (const lifted of [...holding]) lifted.letGo();
        return { id };
      },
      start: ({ id }, event) => {
        const dot = this.dots.get(id);
        if (!dot) return;
        dot.node.focus({ preventScroll: true });
        this.grab = this.xOf(event) - dot.x;
        this.start = event.clientX;
        this.hold("pointer", id);
        this.render();
      },
      move: (event) => {
        const { held } = this.hand;
        if (held?.by !== "pointer") return;
        if (!held.isDragged && Math.abs(event.clientX - this.start) < SLACK) return;
        held.isDragged = true;
        const x = this.xOf(event) - this.grab;
        this.moveTo(
          this.ticks.find((tick) => Math.abs(this.placeOf(tick) - x) <= CATCH) ?? this.scoreAt(x),
        );
      },
      end: ({ type }) => {
        if (this.hand.held?.by === "pointer") this.hand.letGo(type === "pointerup");
      },
    });

    listen(this.board, { keydown: this.onKeydown, keyup: this.onKeyup });
    listen(this.plane, { focusout: this.onFocusout });
    this.resized = new ResizeObserver(() => {
      if (this.plane.clientWidth) this.render();
    }); // its width is 0 when its page is gone

    this.resized.observe(this.plane);
  }

  off = (/** @type {Scored} */ { score, grade }) =>
    grade === null ? 0 : this.rounded(score - grade);

  isNamed = (/** @type {{ id: string }} */ { id }) => this.config.named.includes(id);
  isRoomy = () => this.plane.clientWidth >= ROOMY;

  /**
   * Return the document whose dot, arc and grade say what they are: the one that the step names, or else, among few,
   * the one with the largest error.
   */
  explained() {
    const named = this.docs.find(this.isNamed);
    if (named || this.docs.length > FEW || !this.isRoomy()) return named;
    const [first] = this.docs.toSorted(
      (one, other) => Math.abs(this.off(other)) - Math.abs(this.off(one)),
    );
    return first && this.off(first) ? first : undefined;
  }

  scoreOf = (/** @type {string} */ id) => this.docs.find((doc) => doc.id === id)?.score ?? 0;
  rounded = (/** @type {number} */ score) => Math.round(score * 100) / 100 + 0; // -0 is 0

  /**
   * @param {"pointer" | "keys"} by
   * @param {string} id
   */
  hold = (by, id) => this.hand.take({ by, id, lane: this.dots.get(id)?.lane ?? 0 });

  /**
   * Move the held dot to a score.
   * @param {number} score
   * @param {boolean} [isPreviewed]
   */
  moveTo(score, isPreviewed) {
    const [low, high] = this.range;
    const to = Math.min(Math.max(this.rounded(score), low), high);
    this.hand.moveTo(
      this.docs.map((doc) => (doc.id === this.hand.held?.id ? { ...doc, score: to } : doc)),
      isPreviewed,
    );
  }
  xOf = (/** @type {{ clientX: number }} */ { clientX }) =>
    (clientX - this.plane.getBoundingClientRect().left) / zoomOf(this.plane);

  /**
   * Return the id of the dot that a press means: the nearest within reach, or the one whose name it is on.
   * @param {Heard<PointerEvent>} event
   */
  meant(event) {
    const off = (/** @type {Dot} */ { knob }) => {
      const at = knob.getBoundingClientRect();
      return Math.hypot(
        at.left + at.width / 2 - event.clientX,
        at.top + at.height / 2 - event.clientY,
      );
    };
    const [id, dot] = [...this.dots].sort(([, one], [, other]) => off(one) - off(other))[0] ?? [];
    return id !== undefined && off(dot) <= REACH ? id : event.target.closest(".dot")?.dataset.id;
  }

  // ---- the keys: a key that is down drags the dot

  onKeydown = (/** @type {Heard<KeyboardEvent>} */ event) => {
    const { key, shiftKey, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key !== "Tab") event.stopPropagation(); // Streamlit listens to single letters
    const id = event.target.closest(".dot")?.dataset.id;
    const isHeld = this.hand.held?.by === "keys" && this.hand.held.id === id;
    if (!id || (holding.size && !isHeld)) return;
    const step = shiftKey ? COARSE_STEP : SCORE_STEP;
    const from = this.scoreOf(id);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: from + step,
      ArrowUp: from + step,
      ArrowLeft: from - step,
      ArrowDown: from - step,
      PageUp: from + COARSE_STEP,
      PageDown: from - COARSE_STEP,
      Home: this.range[0],
      End: this.range[1],
    };
    if (!(key in targets)) return;
    event.preventDefault();
    this.hold("keys", id);
    this.moveTo(targets[key], repeat);
  };

  onKeyup = (/** @type {KeyboardEvent} */ { key }) => {
    if (this.hand.held?.by === "keys" && /^(Arrow|Page|Home|End)/.test(key)) this.hand.letGo();
  };

  onFocusout = () => {
    if (this.hand.held?.by === "keys" && !isArranging()) this.hand.letGo();
  };
  edge = () => this.dotSize() * 0.75;
  dotSize = () => this.dots.values().next().value?.knob.offsetWidth || 26;
  placeOf = (/** @type {number} */ score) =>
    this.edge() +
    ((score - this.range[0]) / (this.range[1] - this.range[0])) *
      (this.plane.clientWidth - 2 * this.edge());
  scoreAt = (/** @type {number} */ x) =>
    this.range[0] +
    ((x - this.edge()) / (this.plane.clientWidth - 2 * this.edge())) *
      (this.range[1] - this.range[0]);

  render() {
    this.board.classList.toggle("hidden", this.config.hidden);
    this.palette = paletteOf(this.board);
    this.paintAll();
    this.arrange();
    this.docs.forEach(this.paintDot);
    this.layOut();
    this.paintAxis();
  }

  paintAll() {
    const labels = this.config.all.map(([label]) => label);
    if (`${labels}` === `${[...this.all.children].map((each) => each.textContent)}`) return;
    this.all.replaceChildren(
      ...this.config.all.map(([label, action]) =>
        make("button", {
          type: "button",
          textContent: label,
          onclick: () => courier.act(this.sender, action),
        }),
      ),
    );
  }

  /** Put a dot for every document in order, best first, so that Tab goes from rank to rank; the focus stays. */
  arrange() {
    const ids = new Set(this.docs.map(({ id }) => id));
    for (const [id, { arc }] of this.dots) {
      if (ids.has(id)) continue;
      arc.remove();
      this.dots.delete(id);
    }
    const nodes = [...ids].map((id) => this.dotOf(id).node);
    keepFocus(this.plane, () => arrange(this.plane, [this.arcs, this.axis, this.error, ...nodes]));
  }

  /**
   * Return the dot of a document, perhaps a new one.
   * @param {string} id
   */
  dotOf(id) {
    const dot = this.dots.get(id) ?? this.newDot(id);
    this.dots.set(id, dot);
    return dot;
  }

  /**
   * @param {string} id
   * @returns {Dot}
   */
  newDot(id) {
    const [stem, knob, value, name] = ["stem", "knob", "value", "name"].map((className) =>
      make("span", { className }),
    );
    const label = make("span", { className: "label" }, value, name);
    const node = make("div", { className: "dot", role: "slider", tabIndex: 0 }, stem, knob, label);
    node.dataset.id = id;
    node.setAttribute("aria-describedby", this.keys.id);
    const arc = this.arcs.appendChild(
      document.createElementNS("http://www.w3.org/2000/svg", "path"),
    );
    return { node, knob, label, value, name, arc, x: 0, lane: 0 };
  }

  paintDot = (/** @type {Scored} */ doc) => {
    const { node, knob, value, name, arc } = this.dotOf(doc.id);
    const { grade } = doc;
    const [low, high] = this.range;
    const colour = this.palette[grade === null ? this.config.unjudged : this.config.colours[grade]];
    const rank =
      1 +
      this.docs.filter(
        (other) =>
          other.score > doc.score ||
          (other.score === doc.score && this.docs.indexOf(other) < this.docs.indexOf(doc)),
      ).length;
    set(node.dataset, { doc: `${this.config.list}-${doc.id}` });
    set(node, {
      ariaLabel: `Predicted score of ${doc.title}`,
      ariaValueMin: low,
      ariaValueMax: high,
      ariaValueNow: doc.score,
      ariaValueText: `${doc.score}, place ${rank} of ${this.docs.length}, ${grade === null ? "not judged" : `grade ${grade}`}`,
    });
    for (const part of [node, arc]) {
      set(part, { "--grade": colour });
      part.classList.toggle("held", this.hand.held?.id === doc.id);
    }
    node.classList.toggle("named", this.isNamed(doc));
    set(knob, { textContent: grade === null ? "?" : this.config.symbols[grade] });
    const score = written(this.rounded(doc.score));
    set(value, { textContent: doc === this.explained() ? `score ${score}` : score });
    set(name, { textContent: this.isRoomy() || this.isNamed(doc) ? doc.short : "" });
  };

  /** Put the dots above their scores, in higher lanes if they would overlap; show names where there is room. */
  layOut() {
    const width = this.plane.clientWidth;
    if (!width) return; // it is being removed from the page
    const most = Number(getComputedStyle(this.plane).getPropertyValue("--lanes"));
    const size = this.dotSize();
    const { held } = this.hand;
    const { isNamed } = this;
    const upwards = this.docs
      .toReversed() // of equal scores, the last is the lowest
      .sort(
        (one, other) => Number(isNamed(other)) - Number(isNamed(one)) || one.score - other.score,
      ); // a name that the step asks for has room first
    const { lanes, placed } = stacked(
      upwards.map(({ id, score }) => {
        const { value, name } = this.dotOf(id);
        const number = size + value.offsetWidth + 10;
        const widths = [number + name.offsetWidth + 4, number, size + 2];
        const rests = id === held?.id ? held.lane : null;
        return { id, x: this.placeOf(score), widths, rests, named: isNamed({ id }) };
      }),
      { width, size, most },
    );
    this.plane.classList.toggle("crowded", lanes > most);
    const pitch = lanes > most ? (most - LEAST - 0.1) / (lanes - 1) : 1; // additional lanes are closer to each other
    set(this.plane, { "--small": Math.max(LEAST, Math.min(1, pitch)) });
    for (const { id, x, lane, look, side } of placed) {
      const dot = this.dotOf(id);
      Object.assign(dot, { x, lane });
      const isLeft = lanes > most && lane % 2 === 1 && x > 4 * size;
      const isAside = isLeft && pitch < LEAST - 0.1; // so that no dot hides the next one
      const hand = isLeft ? "left" : side;
      set(dot.label, { className: `label ${["", "short", "none"][look]} ${hand}` });
      set(dot.node, { "--x": `${x}px`, "--lane": lane * pitch, "--aside": Number(isAside) });
    }
    this.paintArcs(width);
  }

  /**
   * Lead an arc from each dot to its true grade. A wider one is deeper, so that no arc lies on another.
   * @param {number} width
   */
  paintArcs(width) {
    const height = this.arcs.clientHeight - 4;
    const arcs = this.docs.map(({ id, grade }) => {
      const { x, arc } = this.dotOf(id);
      const to = grade === null ? x : this.placeOf(grade);
      return { x, to, arc, wide: Math.abs(to - x), deep: 0 };
    });
    let last = 0;
    for (const each of arcs.toSorted((one, other) => one.wide - other.wide))
      if (each.wide) {
        const own = height * Math.min(1, Math.sqrt(each.wide / (0.6 * width)));
        last = each.deep = Math.max(own, last + APART);
      }
    const squeeze = Math.min(1, height / last);
    for (const { x, to, arc, deep } of arcs) {
      const low = deep * squeeze * 1.33;
      arc.setAttribute("d", `M ${x} 0 C ${x} ${low}, ${to} ${low}, ${to} 0`);
    }
    const told = this.explained();
    const at = told && arcs[this.docs.indexOf(told)];
    const off = told ? this.off(told) : 0;
    set(this.error, { textContent: off ? `error ${off > 0 ? "+" : ""}${written(off)}` : "" });
    if (!at || !off) return;
    // In its arc, beside it or beside all arcs; clear of other arcs and of the texts of the ticks.
    const room = this.error.offsetWidth + ASIDE;
    const half = this.error.offsetHeight / 2;
    const [left, right] = ends(at);
    const [after, before] = [right + ASIDE + room / 2, left - ASIDE - room / 2];
    const clears = (/** @type {number} */ x) =>
      arcs.every((arc) => {
        const [from, to] = ends(arc);
        return arc === at || from === to || x + room / 2 <= from || x - room / 2 >= to;
      });
    const within = at.wide > 1.3 * room ? [(left + right) / 2] : [];
    const beside = after + room / 2 <= width ? [after, before] : [before];
    const all = arcs.flatMap(ends);
    const past = Math.max(...all) + ASIDE + room / 2;
    const places = [...within, ...beside, ...(past + room / 2 <= width ? [past] : [])];
    const x = places.find(clears) ?? places[0];
    const deep = at.deep * squeeze;
    const above = deep - half - ABOVE; // inside the bowl of a deep arc
    set(this.error, {
      "--x": `${x}px`,
      "--y": `${above < half ? Math.max(Math.min(deep, this.arcs.clientHeight - 2 * half), half) : above}px`,
    });
  }

  /** Draw ticks for the grades and for round scores between them; texts that would touch another one are left out. */
  paintAxis() {
    const [low, high] = this.range;
    const { top, symbols } = this.config;
    const room = this.dotSize() * 1.4;
    /** @type {number[]} */
    const taken = []; // the scores whose texts have room
    const isWritten = (/** @type {number} */ score) => {
      const has = taken.every(
        (other) => Math.abs(this.placeOf(other) - this.placeOf(score)) >= room,
      );
      if (has) taken.push(score);
      return has;
    };
    const grades = [...new Set([0, top, ...Array(top).keys()])];
    const between = roundScores(low, high).filter((score) => !grades.includes(score));
    const ticks = [...grades, ...between].map((score) => ({
      score,
      x: this.placeOf(score),
      symbol: grades.includes(score) ? symbols[score] : "",
      isWritten: isWritten(score),
      name: this.isRoomy() && this.explained()?.grade === score ? "grade " : "",
    }));
    this.ticks = ticks.map(({ score }) => score);
    if (!differs(ticks, this.drawnTicks)) return;
    this.drawnTicks = ticks;
    this.axis.replaceChildren(...ticks.map(tickOf));
  }

  update = (/** @type {DotsData} */ data) => this.hand.update(data);

  isIn = (/** @type {Node} */ parent) => parent.contains(this.plane);

  destroy() {
    this.hand.giveUp();
    this.drag.stop();
    this.resized.disconnect();
    this.board.remove();
  }
}

/**
 * Return the left and right end of an arc.
 * @param {{ x: number, to: number }} arc
 */
const ends = ({ x, to }) => [Math.min(x, to), Math.max(x, to)];

/** @param {number} score */
const written = (score) => String(score).replace("-", "−");

/** @param {Tick} tick */
function tickOf({ score, x, symbol, isWritten, name }) {
  const tick = make("i", { className: symbol && "grade" });
  tick.style.left = `${x}px`;
  const text = written(score);
  if (isWritten && symbol)
    tick.append(make("span", {}, make("b", { textContent: symbol }), ` ${name}${text}`));
  else if (isWritten) tick.append(make("span", { textContent: text }));
  return tick;
}
