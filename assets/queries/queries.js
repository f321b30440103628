/**
 * @import { Action, Answer } from "../courier.js"
 * @import { Grades } from "../documents.js"
 * @import { Heard } from "../dom.js"
 * @import { Hand } from "../holding.js"
 * @import { Doc, List } from "../lists.js"
 */
import { courier } from "../courier.js";
import {
  freshId,
  gradeOf,
  isTyped,
  onGradeKey,
  paintColours,
  paintCut,
  paintGrades,
  startTyping,
  writeInto,
} from "../documents.js";
import {
  arrange,
  copyOfTemplate,
  differs,
  fieldIn,
  fitChildren,
  isArranging,
  keepFocus,
  listen,
  make,
  partOf,
  quietly,
  set,
} from "../dom.js";
import { onDrag, zoomOf } from "../drag.js";
import { createHand } from "../holding.js";
import { lessSheet } from "../less.js";
import { addedTo, alteredIn, cutAt, movedIn, removedFrom, rowIn, turnedK } from "../lists.js";
import { litSheet } from "../lit.js";
import { ledTo, reach } from "../roving.js";
import { say } from "../voice.js";
import css from "./queries.css";
import html from "./queries.html";

// Several queries, each a row: its words, its documents as squares in ranked order, its score as a dot on an axis shared
// by all rows. Python owns the queries and computes the dots and the lines of the means, also during a drag. Squares are
// placed by a transform, so that a dragged square follows the pointer and the others glide. Their order for screen readers
// changes at the end of the drag.

const DENSE = 28; // pixels from square to square; below this, not every rank's number fits
// rem: a square (--pitch), the working, and all that stands left and right of an axis on a wide screen (--working)
const CELL = 2.3;
const WORKING = 12;
const BESIDE_AXIS = 36;
const MOST_CHARACTERS = 28; // of a working that fits in there
const LONG = 9; // retrieved documents in a row, at most, beside which its score is worked out

const queriesHtml = document.createElement("template");
queriesHtml.innerHTML = html;
const queriesStyle = new CSSStyleSheet();
queriesStyle.replaceSync(css);

/**
 * @typedef {List & { query: string }} Row a query with its documents
 * @typedef {{ rows: Row[], k: number }} Rows
 * @typedef {[at: number, text: string]} Mark of an axis: `at` is from 0 to 1
 * @typedef {{ ticks: Mark[], lines: Mark[], dots: [at: number | null, text: string][], was: (number | null)[], each: string,
 *   worked: string[], apart: string[] }} Axis the scores of all queries, those before the last change, how each was worked out,
 *   and how far it is from the mean
 * @typedef {Answer & Grades & Rows & { names: string[], deepest: number, fresh: Row, hall: boolean, plain: boolean,
 *   room: number, axis: Axis | null }} QueriesData what Python sends (pages/mean_over_queries/queries.py)
 * @typedef {{ row: number, id: string }} Ref a document, and the row that it is in
 * @typedef {{ by: "pointer" | "keys", fits: boolean } & Ref} HeldSquare `fits` is whether every row fits in one line
 * @typedef {{ by: "cut", fits: boolean }} HeldCut
 * @typedef {{ widest: number, fits: boolean }} Columns
 */

/** Create rows of queries in `root` for what Python sends first. */
export class Queries {
  /** @type {Rows} */
  list = { rows: [], k: 1 }; // the shown queries; replaced, never changed in place
  press = { dx: 0, dy: 0 }; // pixels from the middle of the pressed square to the pointer
  dragged = false; // whether the pointer dragged since it was pressed
  byFinger = false; // whether the last square was touched; the next tap is then told in the drawer
  onlyShown = false; // whether the tap only shows details and sets no grade
  /** @type {Element | null} */
  active = null; // the square focused last
  chosen = false; // whether the focus is on it, or in the drawer
  /** @type {Element | null} */
  clicked = null; // the square pressed last, unless a key was pressed since
  /** @type {Element | null} */
  under = null; // the square that the mouse moved over last
  /** @type {Element | null} */
  shown = null; // the square whose document is in the drawer; each edit there is of this document
  perLine = 1; // number of squares that fit in a line
  pitch = 1; // pixels from one square to the next

  /**
   * @param {ShadowRoot} root
   * @param {QueriesData} data
   */
  constructor(root, data) {
    this.root = root;
    this.sender = data.by;
    this.config = data; // the data of `list`

    this.root.adoptedStyleSheets = [queriesStyle, litSheet, lessSheet];

    this.root.append(queriesHtml.content.cloneNode(true));
    const part = (/** @type {string} */ selector) => partOf(root, selector);
    this.board = part(".queries");
    this.headLane = part(".head .lane");
    this.numbers = part(".numbers");
    this.cut = part(".cut");
    this.headAxis = part(".head .axis");
    this.footAxis = part(".foot .axis");
    this.rows = part(".rows");
    this.more = part(".more");
    this.drawer = part(".drawer");
    this.title = fieldIn(this.drawer);

    // ---- dragging a square by the pointer or by the keys, or the cut

    /** @type {Hand<Rows, HeldSquare | HeldCut, QueriesData>} */
    this.hand = createHand(courier, this.sender, {
      first: this.list,
      show: (next) => {
        this.keepRows(this.list.rows, next.rows);
        this.list = next;
        this.render();
      },
      change: (held) =>
        held.by === "cut"
          ? this.turnK(this.list.k)
          : this.moveSquare(held.row, held.id, this.rowOf(held.row, held.id)),
      takeOver: this.takeOver,
      // Python announces a move, with the score.
      ended: (held, how) => {
        this.drag.stop();
        this.cutDrag.stop();
        if (how === "cancelled") say("Move cancelled");
        else if (how === "dropped" && held.by !== "cut")
          this.sayPlace(held.row, held.id, " dropped");
      },
    });

    this.drag = onDrag(this.rows, {
      take: (event) => {
        const square = event.target.closest(".square");
        this.dragged = false;
        if (!square || event.button !== 0 || (this.hand.held && this.hand.held.by !== "keys"))
          return null;
        this.hand.letGo();
        this.clicked = square;
        const { left, top, width, height } = square.getBoundingClientRect();
        this.press = {
          dx: event.clientX - left - width / 2,
          dy: event.clientY - top - height / 2,
        };
        // A finger cannot hover: its first tap only shows the details of the square.
        this.byFinger = event.pointerType === "touch";
        this.onlyShown = this.byFinger && this.root.activeElement !== square;
        return square;
      },
      start: (square) => {
        this.dragged = true;
        this.hold({ by: "pointer", ...this.refOf(square) });
      },
      capture: (square) => square,
      move: this.follow,
      end: ({ type }) => {
        if (this.hand.held?.by !== "pointer") return;
        this.squareOf(this.hand.held)?.focus({ preventScroll: true });
        this.hand.letGo(type === "pointerup");
      },
    });

    // ---- the cut at k

    this.cutDrag = onDrag(this.cut, {
      slack: 0,
      take: () => (this.hand.held ? null : "cut"),
      start: (by) => this.hold({ by }),
      move: (event) => {
        if (this.hand.held?.by !== "cut") return;
        const off =
          (event.clientX - this.headLane.getBoundingClientRect().left) / zoomOf(this.headLane);
        const most = Math.min(this.perLine, this.columns().widest);
        this.hand.moveTo({
          ...this.list,
          k: cutAt(Math.round(off / this.pitch), most, this.hand.held.before.k),
        });
      },
      end: ({ type }) => {
        if (this.hand.held?.by === "cut") this.hand.letGo(type === "pointerup");
      },
    });

    this.resized = new ResizeObserver(() => {
      if (!this.hand.held) this.render();
    });

    this.resized.observe(this.headLane);

    listen(this.board, {
      keydown: this.onKeydown,
      keyup: this.onKeyup,
      focusin: this.onFocusin,
      focusout: this.onFocusout,
    });
    listen(this.rows, {
      pointermove: this.onPointed,
      pointerleave: this.onPointed,
      click: this.onClick,
    });
    listen(this.drawer, { click: this.onDrawerClick });
    listen(this.more, { click: this.addQuery });
  }

  inDrawer = (/** @type {string} */ name) => partOf(this.drawer, `.${name}`);

  // ---- to and from Python

  update = (/** @type {QueriesData} */ data) => {
    this.hand.update(data);
    if (this.hand.held) this.paintAxes();
  };

  takeOver = (/** @type {QueriesData} */ data) => {
    this.config = data;
    paintColours(this.board, this.config);
    this.hand.show({ rows: data.rows, k: data.k });
  };

  /**
   * Show the edited queries, and send the action.
   * @param {Partial<Rows>} next
   * @param {Action} change
   */
  edit(next, change) {
    if (this.hand.held) return;
    courier.act(this.sender, change);
    this.hand.show({ ...this.list, ...next });
  }

  nameOf = (/** @type {number} */ row) => this.config.names[row]; // name of a list for Python
  words = (/** @type {number} */ row) => this.list.rows[row].query || `Query ${row + 1}`;
  /**
   * Return the queries with another row.
   * @param {number} row
   * @param {Partial<Row>} next
   */
  withRow = (row, next) => ({
    rows: this.list.rows.with(row, { ...this.list.rows[row], ...next }),
  });
  /**
   * @param {number} row
   * @param {string} id
   */
  indexOf = (row, id) => this.list.rows[row].documents.findIndex((doc) => doc.id === id);
  docOf = (/** @type {Ref} */ { row, id }) =>
    this.list.rows[row]?.documents.find((doc) => doc.id === id);

  /** @param {Omit<HeldSquare, "fits"> | Omit<HeldCut, "fits">} what */
  hold(what) {
    if (this.root.activeElement?.matches("input")) this.root.activeElement.blur(); // a drag saves no text
    this.hand.take({ ...what, fits: this.columns().fits });
    this.render();
  }

  /** Return the square that is held, or null. */
  heldSquare() {
    const { held } = this.hand;
    return held && held.by !== "cut" ? held : null;
  }

  turnK = (/** @type {number} */ k) => ({ do: "turn", knob: "k", to: k });

  // ---- moving a square

  /**
   * Return the action that moves a document.
   * @param {number} row
   * @param {string} id
   * @param {number} to
   */
  moveSquare = (row, id, to) => ({ do: "move", list: this.nameOf(row), id, to });
  /**
   * Return the queries with a document in another place of its row.
   * @param {number} row
   * @param {string} id
   * @param {number} to
   */
  moved = (row, id, to) => ({
    ...this.list,
    ...this.withRow(row, movedIn(this.list.rows[row], id, to)),
  });
  /**
   * @param {number} row
   * @param {string} id
   */
  rowOf = (row, id) => rowIn(this.list.rows[row], id);

  /**
   * Move a document one place to the left (-1) or to the right (1).
   * @param {number} row
   * @param {string} id
   * @param {number} by
   */
  step(row, id, by) {
    const to = this.rowOf(row, id) + by;
    const next = this.moved(row, id, to);
    if (!differs(next, this.list))
      say(`${this.docOf({ row, id })?.title} is already ${by < 0 ? "first" : "last"}`);
    else if (this.hand.held) {
      this.hand.moveTo(next);
      this.sayPlace(row, id);
    } else this.edit(next, this.moveSquare(row, id, to));
    this.squareOf({ row, id })?.focus({ preventScroll: true });
  }

  /**
   * @param {number} row
   * @param {number} at
   */
  placeOf(row, at) {
    const { retrieved } = this.list.rows[row];
    return at < retrieved ? `rank ${at + 1} of ${retrieved}` : "not retrieved";
  }

  /**
   * Say where a document is.
   * @param {number} row
   * @param {string} id
   * @param {string} [verb] what has happened to it
   */
  sayPlace(row, id, verb = "") {
    say(`${this.docOf({ row, id })?.title}${verb}, ${this.placeOf(row, this.indexOf(row, id))}`);
  }

  // ---- places of squares: cells from left to right, then in the next line

  /** Return the most retrieved and the most missed documents of a row; at least one cell is for missed ones. */
  extent() {
    const shown = this.hand.held
      ? [...this.list.rows, ...this.hand.held.before.rows]
      : this.list.rows; // other columns keep their places during a drag
    const widest = Math.max(0, ...shown.map((row) => row.retrieved));
    return {
      widest,
      missed: Math.max(1, ...shown.map((row) => row.documents.length - row.retrieved)),
    };
  }

  /** Return whether every row fits in one line; ranks, cut and missed documents are columns then. */
  columns() {
    const { widest, missed } = this.extent();
    return { widest, fits: this.hand.held?.fits ?? widest + 1 + missed <= this.perLine };
  }

  /**
   * Return the cell of a document; the cell after the last retrieved document is empty.
   * @param {{ retrieved: number }} row
   * @param {number} at
   * @param {Columns} columns
   */
  cellOf({ retrieved }, at, { widest, fits }) {
    if (at < retrieved) return at;
    return (fits ? widest : retrieved) + 1 + at - retrieved;
  }

  /**
   * Return the row of the dragged document in its list when the square's middle is in a cell.
   * @param {number} row
   * @param {string} id
   * @param {number} cell
   */
  placeIn(row, id, cell) {
    const { documents, retrieved } = this.list.rows[row];
    const wasMissed = this.indexOf(row, id) >= retrieved;
    const others = retrieved - Number(!wasMissed);
    const first = this.cellOf({ retrieved }, retrieved, this.columns()); // cell of the first missed document
    if (cell < first - (this.columns().fits && this.columns().widest > retrieved ? 1 : 0))
      return Math.min(cell, others);
    return others + 1 + Math.min(Math.max(cell - first, 0), documents.length - 1 - others);
  }

  follow = (/** @type {PointerEvent} */ event) => {
    const { held } = this.hand;
    if (held?.by !== "pointer") return;
    const { row, id } = held;
    const lane = partOf(this.rows.children[row], ".lane");
    const { left, top, height } = lane.getBoundingClientRect();
    const zoom = zoomOf(lane);
    const [x, y] = [event.clientX - this.press.dx - left, event.clientY - this.press.dy - top].map(
      (off) => off / zoom,
    );
    const lowest = height / zoom - this.pitch * 0.75;
    const square = this.squareOf({ row, id });
    if (square)
      set(square, {
        "--x": `${x - this.pitch / 2}px`,
        "--y": `${Math.min(Math.max(y - this.pitch / 2, -this.pitch / 4), lowest)}px`,
      });
    const column = Math.min(Math.max(Math.floor(x / this.pitch), 0), this.perLine - 1);
    const line = this.columns().fits ? 0 : Math.max(Math.floor(y / this.pitch), 0);
    this.hand.moveTo(this.moved(row, id, this.placeIn(row, id, line * this.perLine + column)));
  };

  onClick = (/** @type {Heard<MouseEvent>} */ event) => {
    const { target } = event;
    const row = this.rowAt(target);
    const square = target.closest(".square");
    if (square) {
      if (this.dragged && event.detail > 0) return; // the end of a drag
      square.focus({ preventScroll: true }); // some browsers do not focus a clicked button
      if (!this.onlyShown) this.cycle(this.refOf(square));
      this.onlyShown = false;
    } else if (target.closest(".add")) this.addTo(row);
    else if (target.closest(".copy")) this.copy(row);
    else if (target.closest(".remove")) this.removeQuery(row);
  };

  rowAt = (/** @type {Element} */ node) =>
    [...this.rows.children].findIndex((row) => row.contains(node));
  refOf = (/** @type {Element} */ square) => ({
    row: this.rowAt(square),
    id: square.dataset.id ?? "",
  });
  squaresOf = (/** @type {Element} */ row) => [...row.querySelectorAll(".square")];
  squareOf = (/** @type {Ref} */ { row, id }) =>
    this.rows.children[row]?.querySelector(`.square[data-id="${CSS.escape(id)}"]`);

  /** @param {string} key */
  onCutKey(key) {
    const k = turnedK(this.list.k, key, this.config.deepest);
    if (k === null) return false;
    if (k !== this.list.k) this.edit({ k }, this.turnK(k));
    return true;
  }

  // ---- grades, titles, documents, queries

  /**
   * Give a document another grade or title.
   * @param {Ref} ref
   * @param {Partial<Doc>} values
   * @param {string} what the name of the action
   */
  alter({ row, id }, values, what) {
    this.edit(this.withRow(row, alteredIn(this.list.rows[row], id, values)), {
      do: what,
      list: this.nameOf(row),
      id,
      ...values,
    });
  }

  /**
   * @param {Ref} ref
   * @param {number | null} to
   */
  grade(ref, to) {
    if (this.docOf(ref)?.grade !== to) this.alter(ref, { grade: to }, "grade");
  }

  oneHigher = (/** @type {Doc} */ { grade: old }) =>
    old === null ? 0 : (old + 1) % (this.config.top + 1);
  /** @param {Ref} ref */
  cycle(ref) {
    const doc = this.docOf(ref);
    if (doc) this.grade(ref, this.oneHigher(doc));
  }

  /** @param {Ref} ref */
  remove({ row, id }) {
    this.edit(this.withRow(row, removedFrom(this.list.rows[row], id)), {
      do: "delete",
      list: this.nameOf(row),
      id,
    });
  }

  /** @param {number} row */
  addTo(row) {
    const doc = { id: freshId(), title: "New document", grade: 0 };
    this.edit(this.withRow(row, addedTo(this.list.rows[row], doc)), {
      do: "add",
      list: this.nameOf(row),
      ...doc,
    });
  }

  /** Return whether there is room for one more query; if not, say so. */
  hasRoom() {
    const most = this.config.names.length;
    if (this.list.rows.length < most) return true;
    say(`There is room for ${most} queries`);
    return false;
  }

  /** @param {number} row */
  copy(row) {
    if (this.hasRoom())
      this.edit(
        { rows: this.list.rows.toSpliced(row, 0, this.list.rows[row]) },
        { do: "copy_query", list: this.nameOf(row) },
      );
  }

  /** @param {number} row */
  removeQuery(row) {
    if (this.list.rows.length === 1) {
      say("One query is left");
      return;
    }
    this.edit(
      { rows: this.list.rows.toSpliced(row, 1) },
      { do: "remove_query", list: this.nameOf(row) },
    );
    const beside = this.rows.children[Math.min(row, this.list.rows.length - 1)];
    partOf(beside, ".remove").focus();
  }

  addQuery = () => {
    if (!this.hasRoom()) return;
    this.edit({ rows: [...this.list.rows, this.config.fresh] }, { do: "add_query" });
    startTyping(fieldIn(this.rows, ".row:last-child .words"));
  };

  /**
   * Take over the words that a query has in its field.
   * @param {number} row
   */
  commitWords(row) {
    if (this.hand.held) this.hand.giveUp(); // it would refuse the words
    const input = this.wordsOf(row);
    const query = input.value.trim();
    if (query !== this.list.rows[row].query)
      this.edit(this.withRow(row, { query }), { do: "name_query", list: this.nameOf(row), query });
    else input.value = this.list.rows[row].query;
  }

  /** The field with the words of a query. */
  wordsOf = (/** @type {number} */ row) => fieldIn(this.rows.children[row], ".words");

  /** Take over the title that stands in the drawer. */
  commitTitle() {
    if (this.hand.held) this.hand.giveUp();
    const doc = this.docShown();
    const title = this.title.value.trim();
    if (this.shown && doc && title && title !== doc.title)
      this.alter(this.refOf(this.shown), { title }, "rename");
    else this.title.value = doc?.title ?? "";
  }

  // ---- the keyboard

  onKeydown = (/** @type {Heard<KeyboardEvent>} */ event) => {
    const { target, key } = event;
    const command = event.ctrlKey || event.metaKey;
    if (command && /^[zy]$/i.test(key) && !isTyped(target) && !this.hand.held) return; // for the page's Undo and Redo
    event.stopPropagation(); // Streamlit listens to single letters
    if (command || event.isComposing) return;
    if (this.onPartKey(target, event)) event.preventDefault();
  };

  /**
   * Do what a key does at a part of the rows or of the drawer; return whether it does anything.
   * @param {Element} target
   * @param {KeyboardEvent} event
   */
  onPartKey(target, event) {
    const { key } = event;
    const { shown } = this;
    if (target.matches(".square")) return this.onSquareKey(this.squareFor(target, key), event);
    if (target === this.cut) return this.onCutKey(key);
    const isLeft = key === "Enter" || key === "Escape"; // leaving a field saves it
    if (target.matches(".words") && isLeft) {
      const row = this.rowAt(target);
      if (key === "Escape") this.wordsOf(row).value = this.list.rows[row].query;
      partOf(this.rows.children[row], ".square[tabindex='0'], .add").focus();
      return true;
    }
    if (target === this.title && isLeft) {
      if (key === "Escape") this.title.value = this.docShown()?.title ?? "";
      shown?.focus();
      return true;
    }
    if (!shown || !target.matches("[role=radio]")) return false;
    return onGradeKey(target, key, (to) => this.grade(this.refOf(shown), to));
  }

  onKeyup = (/** @type {Heard<KeyboardEvent>} */ event) => {
    if (event.key === " " && event.target.matches(".square")) event.preventDefault(); // the keydown has lifted or dropped already
  };

  /**
   * Return the square that a key is for: the one that is shown. If the mouse has chosen it, it gets the focus.
   * @param {Element} focused
   * @param {string} key
   */
  squareFor(focused, key) {
    if (this.hand.held || !this.shown || /^(Tab|Shift|Alt)$/.test(key)) return focused;
    this.clicked = null;
    this.shown.focus({ preventScroll: true });
    return this.shown;
  }

  /**
   * @param {Element} square
   * @param {KeyboardEvent} event
   */
  onSquareKey(square, { key, altKey, repeat }) {
    const by = Number(/^Arrow(Right|Down)$/.test(key)) - Number(/^Arrow(Left|Up)$/.test(key));
    const ref = this.refOf(square);
    const { row, id } = ref;
    if (this.hand.held && this.hand.held.by !== "keys") return true;
    if (altKey && !by) return false;
    if (altKey || (this.hand.held && by)) {
      this.step(row, id, by);
      return true;
    }
    if (this.hand.held && (key === "Home" || key === "End")) {
      this.hand.moveTo(
        this.moved(row, id, key === "Home" ? 0 : this.list.rows[row].documents.length),
      );
      this.sayPlace(row, id);
      return true;
    }
    if (key === " " || (this.hand.held && key === "Enter")) {
      if (repeat) return true;
      if (this.hand.held) this.hand.letGo();
      else {
        this.hold({ by: "keys", row, id });
        this.sayPlace(row, id, " lifted");
      }
      return true;
    }
    if (this.hand.held) return false;
    const next = ledTo(this.squaresOf(this.rows.children[row]), square, key);
    if (next) next.focus();
    else if (/^\d$/.test(key)) {
      if (Number(key) <= this.config.top) this.grade(ref, Number(key));
    } else if (key.toLowerCase() === "u") this.grade(ref, null);
    else if (key === "Delete") this.remove(ref);
    else if (key === "Enter") startTyping(this.title);
    else return false;
    return true;
  }

  onFocusin = (/** @type {Heard<Event>} */ { target }) => {
    if (target.matches(".square")) this.active = target;
    this.chosen = target.matches(".square") || this.drawer.contains(target);
    this.showDocument();
    this.paintStops();
  };

  onFocusout = (/** @type {Heard<FocusEvent>} */ { target, relatedTarget }) => {
    if (isArranging()) return;
    if (target.matches(".words")) this.commitWords(this.rowAt(target));
    else if (target === this.title) this.commitTitle();
    else if (this.hand.held?.by === "keys") this.hand.letGo();
    if (relatedTarget instanceof Node && this.board.contains(relatedTarget)) return;
    this.chosen = false;
    this.showDocument();
  };

  onDrawerClick = (/** @type {Heard<Event>} */ { target }) => {
    const radio = target.closest("[role=radio]");
    if (!this.shown || !this.docShown()) return;
    if (radio) this.grade(this.refOf(this.shown), gradeOf(radio));
    else if (target.closest(".delete")) this.remove(this.refOf(this.shown));
  };

  // No pointerover: squares also move under a resting mouse.
  onPointed = (/** @type {Heard<PointerEvent>} */ { target, pointerType, type }) => {
    const square =
      pointerType === "mouse" && type === "pointermove" ? target.closest(".square") : null;
    if (square === this.under) return;
    this.under = square;
    this.showDocument();
  };

  /**
   * Add and remove nodes where queries came or went: each other query keeps its own, with the focus and what is typed.
   * @param {Row[]} before
   * @param {Row[]} after
   */
  keepRows(before, after) {
    if (before.length === after.length) return;
    const common = Math.min(before.length, after.length);
    const at = after.findIndex((row, index) => index === common || differs(row, before[index]));
    const first = at < 0 ? common : at;
    quietly(() => {
      while (this.rows.children.length > after.length) this.rows.children[first].remove();
    });
    while (this.rows.children.length < after.length) {
      this.rows.insertBefore(copyOfTemplate(this.root), this.rows.children[first] ?? null);
    }
  }

  render() {
    const { widest, missed } = this.extent();
    this.board.classList.toggle("in-hall", this.config.hall);
    this.board.classList.toggle("plain", this.config.plain);
    const cells = widest + 1 + missed;
    const { room } = this.config;
    const beside = CELL * cells + Math.min(room / 2, WORKING);
    const isLong = widest > LONG || room > MOST_CHARACTERS || beside > BESIDE_AXIS;
    this.board.classList.toggle("long", isLong);
    this.board.classList.toggle(
      "all-found",
      this.list.rows.every(({ documents, retrieved }) => documents.length === retrieved),
    );
    set(this.board, {
      "--cells": cells,
      "--rows": this.list.rows.length,
      "--room": this.config.room,
    });
    this.measure();
    const columned = this.columns();
    for (const [at, row] of this.list.rows.entries())
      this.paintRow(this.rows.children[at], row, at, columned);
    this.paintHead(columned);
    this.paintAxes();
    this.showDocument();
    this.paintStops();
    set(this.more, {
      ariaDisabled: this.list.rows.length === this.config.names.length ? "true" : null,
    });
  }

  /** Measure how many squares fit in a line; hidden elements have width 0. */
  measure() {
    const width = this.headLane.getBoundingClientRect().width / zoomOf(this.headLane);
    this.pitch = parseFloat(getComputedStyle(this.cut).width) || 1;
    this.perLine = Math.max(1, Math.floor((width + 1) / this.pitch));
  }

  /**
   * @param {Element} node
   * @param {Row} row
   * @param {number} at
   * @param {Columns} columned
   */
  paintRow(node, row, at, columned) {
    const part = (/** @type {string} */ className) => partOf(node, `.${className}`);
    const name = this.words(at);
    const { documents, retrieved } = row;
    set(node.dataset, { doc: this.nameOf(at) });
    set(node, { ariaLabel: `Query ${at + 1}${row.query && `: ${row.query}`}` });
    const field = fieldIn(node, ".words");
    writeInto(field, row.query);
    set(field, { placeholder: name, ariaLabel: `Query ${at + 1}, its words` });
    set(part("whole"), { textContent: row.query ? `${at + 1}. ${name}` : name });
    part("whole").classList.toggle("unnamed", !row.query);
    set(part("copy"), { ariaLabel: `Duplicate ${name}` });
    set(part("remove"), {
      ariaLabel: `Remove ${name}`,
      ariaDisabled: this.list.rows.length === 1 ? "true" : null,
    });
    set(part("add"), { ariaLabel: `Add a document to ${name}` });

    const ol = partOf(node, "ol");
    set(ol, { ariaLabel: `Ranked documents of ${name}` });
    const drawn = new Map(this.squaresOf(node).map((square) => [square.dataset.id, square]));
    const squares = documents.map((doc) => drawn.get(doc.id) ?? this.newSquare(doc.id));
    if (!this.hand.held) this.arrange(ol, squares);
    let last = retrieved;
    documents.forEach((doc, i) => {
      const cell = this.cellOf(row, i, columned);
      last = Math.max(last, cell);
      this.paintSquare(squares[i], doc, at, i, cell);
    });
    const [plus, firstMissed] = [retrieved, this.cellOf(row, retrieved, columned)];
    const isHeld = this.heldSquare()?.row === at;
    const space = isHeld ? Math.max(last, firstMissed) : last;
    this.place(part("add"), plus);
    this.place(part("missed-line"), firstMissed);
    set(part("missed-line"), { hidden: retrieved === documents.length && !isHeld });
    set(part("lane"), { "--lines": Math.floor(space / this.perLine) + 1 });
    const depth = Math.min(this.list.k, columned.fits ? columned.widest : retrieved);
    this.place(part("cut-line"), depth - 1);
    set(part("cut-line"), { hidden: depth < 1 });
  }

  /**
   * Put squares in order, and keep the focus.
   * @param {Element} ol
   * @param {Element[]} squares
   */
  arrange(ol, squares) {
    const isEdited = this.drawer.contains(this.root.activeElement);
    keepFocus(
      ol,
      () =>
        arrange(
          ol,
          squares.map((square) => square.parentElement ?? make("li", {}, square)),
        ),
      (at) => squares[Math.min(at, squares.length - 1)] ?? ol.parentElement?.querySelector(".add"),
      isEdited ? this.shown : undefined,
    );
  }

  /** @param {string} id */
  newSquare(id) {
    const square = make("button", { type: "button", className: "square" });
    square.dataset.id = id;
    square.setAttribute("aria-describedby", "keys");
    return square;
  }

  /**
   * Put a node into a cell.
   * @param {Element} node
   * @param {number} cell
   */
  place(node, cell) {
    set(node, { "--column": cell % this.perLine, "--line": Math.floor(cell / this.perLine) });
  }

  /**
   * @param {Element} square
   * @param {Doc} doc
   * @param {number} row
   * @param {number} at
   * @param {number} cell
   */
  paintSquare(square, { id, title, grade }, row, at, cell) {
    const { retrieved } = this.list.rows[row];
    const held = this.heldSquare();
    const isHeld = held?.row === row && held.id === id;
    const relevance =
      grade === null ? "relevance not judged" : `relevance ${grade} of ${this.config.top}`;
    set(square, {
      ariaLabel: `${title}, ${this.placeOf(row, at)}, ${relevance}`,
      textContent: grade === null ? "?" : this.config.symbols[grade],
    });
    square.classList.toggle("none", grade === 0);
    square.classList.toggle("missed", at >= retrieved);
    square.classList.toggle("below", at >= this.list.k && at < retrieved);
    square.classList.toggle("lifted", isHeld);
    square.classList.toggle("followed", isHeld && held.by === "pointer");
    set(square, { "--fill": `var(--grade-${grade ?? "none"})` });
    this.place(square, cell);
  }

  /** @param {Columns} columned */
  paintHead({ widest, fits }) {
    this.board.classList.toggle("wrapped", !fits);
    this.board.classList.toggle("dense", this.pitch < DENSE);
    fitChildren(this.numbers, Math.min(widest, this.perLine), () => make("span"));
    for (const [at, number] of [...this.numbers.children].entries()) {
      set(number, { textContent: at + 1 });
      this.place(number, at);
    }
    const column = Math.max(0, Math.min(this.list.k, widest, this.perLine) - 1);
    set(this.cut, { "--column": column });
    this.cut.classList.toggle("last", column === this.perLine - 1);
    paintCut(this.cut, this.list.k, this.config.deepest, this.hand.held?.by === "cut");
  }

  /** Draw the dots at the places that Python sent; also during a drag. */
  paintAxes() {
    const axis = this.hand.latest?.axis;
    this.board.classList.toggle("hides", !axis);
    const isDrawn = axis?.dots.length === this.rows.children.length;
    const [mean, other] = (isDrawn && axis?.lines) || [];
    this.paintMarks(this.headAxis, (isDrawn && axis?.ticks) || [], mean);
    this.paintMarks(this.footAxis, [], other);
    if (isDrawn && axis)
      for (const [at, row] of [...this.rows.children].entries()) this.paintScore(row, at, axis);
  }

  /**
   * Write texts at their places of an axis: ticks, and the name of a line.
   * @param {Element} axis
   * @param {Mark[]} ticks
   * @param {Mark | undefined} line
   */
  paintMarks(axis, ticks, line) {
    const marks = line ? [...ticks, line] : ticks;
    const middle = this.config.hall ? 0.6 : 0.5; // a hall has more room on the right
    fitChildren(axis, marks.length, () => make("span"));
    for (const [index, [at, textContent]] of marks.entries()) {
      const kind = index < ticks.length ? "tick" : "named-line";
      const className = at > middle ? `${kind} left` : kind;
      set(axis.children[index], { className, textContent, "--at": at });
    }
  }

  /**
   * Draw the score of a query as a dot, with the lines of both means, and what it was.
   * @param {Element} row
   * @param {number} at
   * @param {Axis} axis
   */
  paintScore(row, at, { lines: [mean, other], dots, was, each, worked, apart }) {
    const [dot, text] = dots[at];
    const part = (/** @type {string} */ name) => partOf(row, `.${name}`);
    this.show(part("mean"), mean?.[0]);
    this.show(part("other"), other?.[0]);
    this.show(part("dot"), dot);
    const hasMoved = at < was.length && Math.abs((was[at] ?? 0) - (dot ?? 0)) > 5e-4;
    this.show(part("was"), hasMoved ? was[at] : null);
    this.show(part("pull"), mean && dot !== null ? Math.min(dot, mean[0]) : null);
    if (mean && dot !== null) set(part("pull"), { "--long": Math.abs(dot - mean[0]) });
    const side = mean && (dot ?? 0) < mean[0] ? "apart left" : "apart";
    set(part("apart"), { className: side, textContent: apart[at] ?? "", "--at": mean?.[0] ?? 0 });
    set(part("value"), { textContent: text });
    set(part("worked"), { textContent: worked[at] && `${each} = ${worked[at]}` });
    part("value").classList.toggle("ruled", !/^[\d.]+$/.test(text));
  }

  /**
   * Show a node at a place of its axis, or hide it.
   * @param {Element} node
   * @param {number | null | undefined} at
   */
  show(node, at) {
    set(node, { hidden: at === undefined || at === null });
    if (at !== undefined && at !== null) set(node, { "--at": at });
  }

  docShown = () => this.shown && this.docOf(this.refOf(this.shown));

  /**
   * Choose the document in the drawer: the one that is edited there, or the focused one, or else the one below the mouse.
   * That one also comes before a document that the mouse has focused.
   */
  showDocument() {
    const isEdited = this.drawer.contains(this.root.activeElement);
    const focused = this.chosen ? this.active : null;
    const pointed = this.under?.isConnected ? this.under : null;
    if (!isEdited) this.shown = (focused === this.clicked && pointed) || focused || pointed;
    const doc = this.docShown();
    this.drawer.classList.toggle("open", Boolean(doc));
    if (this.shown && doc) this.paintDrawer(this.refOf(this.shown), doc);
    else if (isEdited) partOf(this.rows, ".square, .add").focus(); // its query has gone
  }

  /**
   * @param {Ref} ref
   * @param {Doc} doc
   */
  paintDrawer(ref, doc) {
    const at = this.indexOf(ref.row, ref.id);
    const place = at < this.list.rows[ref.row].retrieved ? `rank ${at + 1}` : "not retrieved";
    set(this.inDrawer("place"), {
      textContent: this.byFinger ? `${place}. Tap again: grade ${this.oneHigher(doc)}` : place,
    });
    writeInto(this.title, doc.title);
    set(this.title, { ariaLabel: `Title of ${doc.title}` });
    set(this.inDrawer("delete"), { ariaLabel: `Delete ${doc.title}` });
    const grades = this.inDrawer("grades");
    set(grades, {
      ariaLabel: `Relevance of ${doc.title}`,
      "--fill": `var(--grade-${doc.grade ?? "none"})`,
    });
    paintGrades(grades, this.config.top, doc.grade);
    const radios = [...grades.children];
    reach(
      radios,
      radios.find((radio) => radio.ariaChecked === "true"),
    );
  }

  /** Let Tab reach one square of each row: the one focused last, or the first. */
  paintStops() {
    for (const row of this.rows.children) {
      const squares = this.squaresOf(row);
      reach(squares, squares.find((square) => square === this.active) ?? squares[0]);
    }
  }

  isIn = (/** @type {Node} */ parent) => parent.contains(this.rows);

  destroy() {
    this.hand.giveUp();
    this.drag.stop();
    this.cutDrag.stop();
    this.resized.disconnect();
    quietly(() => this.board.remove());
  }
}
