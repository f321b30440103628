/**
 * @import { Action, Answer, Sends } from "../courier.js"
 * @import { Grades } from "../documents.js"
 * @import { Heard } from "../dom.js"
 * @import { Hand } from "../holding.js"
 * @import { Doc, List } from "../lists.js"
 */
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
import { floatingCopy, onDrag, scrollAtEdge, zoomOf } from "../drag.js";
import { createHand } from "../holding.js";
import { less, lessSheet } from "../less.js";
import { addedTo, alteredIn, cutAt, movedIn, removedFrom, rowIn, turnedK } from "../lists.js";
import { ONE_COLUMN } from "../media.js";
import { ledTo, reach, VERTICAL } from "../roving.js";
import { say } from "../voice.js";
import css from "./board.css";
import html from "./board.html";

// A list of documents to drag into order, grade, rename, add and delete, with a cut at k and a line below which
// documents were not retrieved. Python owns the list and sends it as `data`. An edit shows at once and goes to Python as
// an action. Dragging sends previews, which Python does not store.
// Mouse, pen or finger drag a copy of a card. `place` moves the card itself in the list. Without dragging, a click or tap on
// a grip lifts a card, and another one puts it down.

const GLIDE_MS = 150;

const boardHtml = document.createElement("template");
boardHtml.innerHTML = html;
const boardStyle = new CSSStyleSheet();
boardStyle.replaceSync(css);
/** @type {Adds} */
const NOTHING_ADDED = { heading: "", of_hits: false, rows: {} };

/** @param {Element} card */
const idOf = (card) => card.dataset.id ?? "";

/**
 * @typedef {List & { k: number }} CutList
 * @typedef {[from: number, to: number, look: string, height?: number]} Bar
 * @typedef {{ heading: string, of_hits: boolean, rows: Record<string, [label: string, ...Bar[]]> }} Adds what each document
 *   adds to the score
 * @typedef {Answer & Grades & CutList & { list: string, label: string, deepest: number, pitch: number, gap: number,
 *   head: number, called: [name: string, below: string], searched?: string, only_order: boolean, graded?: boolean,
 *   plain?: boolean, swaps: string[] | null, adds: Adds | null }} BoardData what Python sends (ui/parts/board.py)
 * @typedef {{ by: "pointer" | "keys", id: string }} HeldCard
 * @typedef {{ by: "cut", below: number, pitch: number }} HeldCut
 */

/**
 * Create a board in `root` for what Python sends first; its actions go to `courier`. `scroller`
 * returns what scrolls the page, and `sheets` are further styles: those that light a document everywhere.
 */
export class Board {
  /** @type {Map<string, Element>} */
  cards = new Map(); // by the ids of their documents
  /** @type {CutList} */
  list = { documents: [], retrieved: 0, k: 1 }; // the shown list; replaced, never changed in place
  /** @type {string | null} */
  opened = null; // id of the card whose grades are open, on a touch screen
  /** @type {string | undefined} */
  active; // id of the card that Tab reaches; the arrow keys go through the other cards
  // ---- the pointer on a card
  grab = 0; // pixels from the middle of the card to the pointer
  pointer = { x: 0, y: 0, startY: 0 };
  /** @type {ReturnType<typeof floatingCopy> | null} */
  floating = null; // the copy of the dragged card, below the pointer
  dragged = false; // whether the pointer dragged since it was pressed

  /**
   * @param {ShadowRoot} root
   * @param {BoardData} data
   * @param {Sends} courier
   * @param {() => Element} scroller
   * @param {...CSSStyleSheet} sheets
   */
  constructor(root, data, courier, scroller, ...sheets) {
    this.root = root;
    this.sender = data.by;
    this.config = data; // the data of `list`
    this.courier = courier;
    this.scroller = scroller;

    this.root.adoptedStyleSheets = [boardStyle, lessSheet, ...sheets];

    this.root.append(boardHtml.content.cloneNode(true));
    const part = (/** @type {string} */ selector) => partOf(root, selector);
    this.board = part(".board");
    this.adding = part(".adding");
    this.tip = part(".tip");
    this.signs = part(".signs");
    this.rows = part(".rows");
    this.ol = part("ol");
    this.swaps = part(".swaps");
    this.hint = part(".hint");
    this.retrievalLine = part(".retrieval");
    this.cut = part(".cut");
    this.addButton = part(".add");

    // ---- dragging a card by the pointer, or by the keys, or the cut

    /** @type {Hand<CutList, HeldCard | HeldCut, BoardData>} */
    this.hand = createHand(this.courier, this.sender, {
      first: this.list,
      show: (next) => {
        this.list = next;
        this.render();
      },
      change: (held) =>
        held.by === "cut" ? this.turnK(this.list.k) : this.moveCard(held.id, this.rowOf(held.id)),
      takeOver: this.takeOver,
      // Python announces a move, with the score.
      ended: (held, how) => {
        if (held.by === "pointer") this.land();
        else this.cutDrag.stop();
        if (how === "cancelled") say("Move cancelled");
        else if (how === "dropped" && (held.by === "keys" || held.by === "pointer"))
          this.sayPlace(held.id, " dropped");
      },
    });

    this.cardDrag = onDrag(this.ol, {
      take: (event) => {
        const card = this.cardTaken(event);
        if (card) {
          this.pointer = { x: event.clientX, y: event.clientY, startY: event.clientY };
          this.grab = event.clientY - this.middleOf(card);
        }
        return card;
      },
      start: (card) => {
        this.hand.letGo();
        this.dragged = true;
        this.floating = floatingCopy(card, this.rows, this.pointer.x, this.pointer.y);
        this.hold({ by: "pointer", id: idOf(card) });
        scrollAtEdge(this.scroller(), () =>
          this.hand.held?.by === "pointer" ? this.pointer : null,
        );
        document.addEventListener("scroll", this.follow, true); // scrolling moves the list under a resting pointer
      },
      move: ({ clientX, clientY }) => {
        this.pointer = { ...this.pointer, x: clientX, y: clientY };
        this.follow();
      },
      end: ({ type, clientX, clientY }) => {
        if (this.hand.held?.by !== "pointer") return;
        const card = this.cards.get(this.hand.held.id);
        if (type === "pointerup") {
          this.pointer = { ...this.pointer, x: clientX, y: clientY };
          this.follow();
        }
        this.hand.letGo(type === "pointerup");
        if (card && type === "pointerup") glide(card, clientY - this.grab - this.middleOf(card));
      },
    });

    this.cutDrag = onDrag(this.cut, {
      slack: 0,
      take: () => /** @type {HeldCut | null} */ (this.hand.held ? null : this.cutIn(this.ol)),
      start: (what) => this.hold(what),
      move: this.moveCut,
      end: ({ type }) => {
        if (this.hand.held?.by === "cut") this.hand.letGo(type === "pointerup");
      },
    });

    listen(this.board, { keydown: this.onKeydown });
    listen(this.rows, { click: this.onClick });
    listen(this.ol, { keyup: this.onKeyup, focusin: this.onFocusin, focusout: this.onFocusout });
    listen(this.swaps, { click: this.onSwap, keydown: this.onSwapKey, focusin: this.onSwapFocus });
    listen(this.addButton, { click: this.add });

    listen(this.rows, { pointerdown: this.onPointerdown }, true); // before the drags

    document.addEventListener("pointerdown", this.takeCut);

    ONE_COLUMN.addEventListener("change", this.paintAdds);
  }

  // ---- to and from Python

  update = (/** @type {BoardData} */ data) => {
    this.hand.update(data);
    if (this.hand.held) this.paintAdds();
  };

  takeOver = (/** @type {BoardData} */ data) => {
    this.config = data;
    paintColours(this.board, this.config);
    set(this.signs, { "--count": this.config.top + 2 });
    fitChildren(this.signs, this.config.top + 2, () => make("span"));
    for (const [at, sign] of [...this.config.symbols, ""].entries())
      set(this.signs.children[at], { textContent: sign });
    this.hand.show({ documents: data.documents, retrieved: data.retrieved, k: data.k });
    this.paintAdds();
  };

  /**
   * Show the edited list, and send the action.
   * @param {Partial<CutList>} next
   * @param {Action} change
   */
  edit(next, change) {
    if (this.hand.held) return;
    this.hand.show({ ...this.list, ...next });
    this.courier.act(this.sender, change);
  }

  /** @param {HeldCard | HeldCut} what */
  hold(what) {
    if (this.root.activeElement?.matches("input")) this.root.activeElement.blur(); // a drag saves no text
    this.hand.take(what);
    this.render();
  }

  // ---- moving cards

  // Actions for Python.
  /**
   * @param {string} id
   * @param {number} to
   */
  moveCard = (id, to) => ({ do: "move", list: this.config.list, id, to });
  turnK = (/** @type {number} */ k) => ({ do: "turn", knob: "k", to: k });

  indexOf = (/** @type {string} */ id) => this.list.documents.findIndex((doc) => doc.id === id);

  /**
   * Return the list with a document in another row.
   * @param {string} id
   * @param {number} to
   */
  moved = (id, to) =>
    movedIn(
      this.list,
      id,
      this.config.only_order ? Math.min(to, this.list.documents.length - 1) : to,
    );
  rowOf = (/** @type {string} */ id) => rowIn(this.list, id);

  /**
   * Move a document one row up or down, past a card or past the retrieval line.
   * @param {string} id
   * @param {number} by
   */
  step(id, by) {
    const row = this.rowOf(id) + by;
    const next = this.moved(id, row);
    const isAtEnd = !differs(next, this.list);
    if (this.hand.held) this.hand.moveTo(next);
    else if (!isAtEnd) this.edit(next, this.moveCard(id, row));
    if (isAtEnd)
      say(`${this.list.documents[this.indexOf(id)].title} is already ${by < 0 ? "first" : "last"}`);
    else if (this.hand.held) this.sayPlace(id);
    this.reveal(this.cardFor(id));
  }

  /**
   * Scroll to the final place of a card that still glides.
   * @param {Element} card
   */
  reveal(card) {
    const glides = card.getAnimations().map(({ effect }) => effect);
    const aim = (/** @type {Element | null} */ target) => {
      for (const effect of glides) if (effect instanceof KeyframeEffect) effect.target = target;
    };
    aim(null);
    card.scrollIntoView({ block: "nearest" });
    aim(card);
  }

  /** What tells the parts of a second list from those of the first. */
  ofList = () => (this.config.list === "b" ? ", list B" : "");

  rankOf = (/** @type {number} */ at) => (at < this.list.retrieved ? String(at + 1) : "–");

  /** @param {number} at */
  placeOf(at) {
    return at < this.list.retrieved ? `rank ${at + 1} of ${this.list.retrieved}` : "not retrieved";
  }

  /**
   * Say where a document is.
   * @param {string} id
   * @param {string} [verb] what has happened to it
   */
  sayPlace(id, verb = "") {
    const at = this.indexOf(id);
    say(`${this.list.documents[at].title}${verb}, ${this.placeOf(at)}`);
  }

  rowHeights() {
    const height = partOf(this.ol, ".card").offsetHeight;
    return { height, pitch: height + parseFloat(getComputedStyle(this.ol).rowGap) };
  }

  /**
   * Move the dragged card to the row where its middle is on the screen.
   * @param {string} id
   * @param {number} middle
   */
  place(id, middle) {
    const { height, pitch } = this.rowHeights();
    const y = (middle - this.ol.getBoundingClientRect().top) / zoomOf(this.ol);
    const at = this.indexOf(id);
    const away = (y - height / 2) / pitch - at; // in rows; it passes a card when it covers more than half of that card
    const passes = Math.sign(away) * Math.max(0, Math.ceil(Math.abs(away) - 0.55));
    const row = Math.min(Math.max(at + passes, 0), this.list.documents.length - 1);
    const wasMissed = at >= this.list.retrieved;
    const othersRetrieved = this.list.retrieved - Number(!wasMissed);
    // In the row at the retrieval line, it crosses the line only near the edge of the row.
    const off = (y - (row * pitch + height / 2)) / height;
    const crosses = off > (wasMissed ? -0.4 : 0.4);
    const missed = row === othersRetrieved ? crosses : row > othersRetrieved;
    this.hand.moveTo(this.moved(id, row + Number(missed)));
  }

  // ---- swapping retrieved neighbours, on pages with `swaps`: a button in each gap

  /** Draw a button for each two neighbours; Tab reaches the one that was used last. */
  paintSwaps() {
    const count = this.config.swaps ? Math.max(this.list.retrieved - 1, 0) : 0;
    set(this.swaps, { hidden: count === 0 });
    const fit = () =>
      fitChildren(this.swaps, count, () =>
        make("button", { type: "button", textContent: "⇅", tabIndex: -1 }),
      );
    keepFocus(this.swaps, fit, () => this.swaps.lastElementChild ?? this.addButton);
    const buttons = [...this.swaps.children];
    buttons.forEach((button, at) => {
      const neighbours = this.list.documents.slice(at, at + 2);
      set(button, {
        "--row": at + 1,
        ariaLabel: `Swap ranks ${at + 1} and ${at + 2}`,
        title: this.config.swaps?.[at] ?? "",
      });
      set(button.dataset, {
        doc: neighbours.map(({ id }) => `${this.config.list}-${id}`).join(" "),
      });
    });
    if (!buttons.some(({ tabIndex }) => tabIndex === 0)) reach(buttons, buttons[0]);
  }

  onSwap = (/** @type {Heard<Event>} */ { target }) => {
    const at = [...this.swaps.children].indexOf(target);
    if (at >= 0 && !this.hand.held) this.step(this.list.documents[at + 1].id, -1);
  };

  onSwapKey = (/** @type {Heard<KeyboardEvent>} */ event) => {
    const next = ledTo([...this.swaps.children], event.target, event.key, { keys: VERTICAL });
    if (!next || event.altKey) return;
    event.preventDefault();
    next.focus();
  };

  onSwapFocus = (/** @type {Heard<Event>} */ { target }) => reach(this.swaps.children, target);

  /** @param {Element} card */
  middleOf(card) {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2;
  }
  follow = () => {
    const { held } = this.hand;
    if (held?.by !== "pointer") return;
    this.floating?.follow(this.pointer.x, this.pointer.y);
    this.place(held.id, this.pointer.y - this.grab);
  };

  /**
   * Return the card that a press takes hold of: by its grip, or with a mouse by all that is not a control.
   * @param {Heard<PointerEvent>} event
   */
  cardTaken(event) {
    const card = event.target.closest(".card");
    if (!card || event.target.closest(".grip")) return card;
    if (event.pointerType === "touch") return null; // leave touch to scrolling
    const control = event.target.closest("button, input");
    return control && (control === this.root.activeElement || !control.matches(".title"))
      ? null
      : card;
  }

  /** Take away what follows the pointer. */
  land() {
    this.cardDrag.stop();
    this.floating?.copy.remove();
    this.floating = null;
    document.removeEventListener("scroll", this.follow, true);
  }

  // ---- clicks: the first on a grip lifts a card, the next puts it down

  onPointerdown = (/** @type {Heard<PointerEvent>} */ event) => {
    this.dragged = false;
    const isLifted = this.hand.held?.by === "keys";
    // Otherwise the card would lose the focus, and so be dropped, or its grades be closed.
    if (isLifted || (this.opened && event.target.closest(".drawer"))) event.preventDefault();
    if (isLifted) event.stopPropagation();
  };

  onClick = (/** @type {Heard<MouseEvent>} */ { target, detail }) => {
    if (target === this.ol || (this.dragged && detail > 0)) return; // the end of a drag
    const id = target.closest(".card")?.dataset.id;
    const radio = target.closest("[role=radio]");
    if (this.hand.held?.by === "keys") {
      const grip = this.gripOf(this.hand.held.id);
      this.hand.moveTo(
        this.moved(this.hand.held.id, id ? this.rowOf(id) : this.list.documents.length),
      );
      this.hand.letGo();
      grip.dispatchEvent(new FocusEvent("focusin", { bubbles: true, composed: true })); // highlights this card
    } else if (this.hand.held || !id) return;
    else if (target.closest(".grip")) this.lift(id);
    else if (target.closest(".grade")) this.open(this.opened === id ? null : id);
    else if (radio) this.choose(id, gradeOf(radio));
    else if (target.closest(".delete")) this.remove(id);
  };

  /**
   * Return the card of a document in the list, perhaps a new one.
   * @param {string} id
   */
  cardFor(id) {
    return this.cards.get(id) ?? this.newCard(id);
  }

  gripOf = (/** @type {string} */ id) => partOf(this.cardFor(id), ".grip");

  /** @param {string} id */
  lift(id) {
    this.hold({ by: "keys", id });
    this.gripOf(id).focus({ preventScroll: true });
    this.sayPlace(id, " lifted");
  }

  /**
   * Open the grades of a card that shows only its own, or close them (`null`).
   * @param {string | null} id
   */
  open(id) {
    this.opened = id;
    this.list.documents.forEach(this.paintCard);
    this.cards
      .get(id ?? "")
      ?.querySelector("[role=radio][aria-checked=true]")
      ?.focus();
  }

  /**
   * @param {string} id
   * @param {number | null} grade
   */
  choose(id, grade) {
    this.setGrade(id, grade);
    if (this.opened) this.close(id);
  }

  /** @param {string} id */
  close(id) {
    this.open(null);
    this.cards.get(id)?.querySelector(".grade")?.focus();
  }

  // ---- the cut at k

  /**
   * Return a hold on the cut, in the rows of the list or of a picture of it.
   * @param {Element} rows
   * @returns {HeldCut}
   */
  cutIn(rows) {
    const { top, height } = rows.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(rows).rowGap) * zoomOf(rows);
    const below = top - this.ol.getBoundingClientRect().top;
    return { by: "cut", below, pitch: (height + gap) / this.list.documents.length };
  }

  /** Start to drag the cut in a picture with the list's rows (pages/precision_and_recall/boxes.py), where it is a line. */
  takeCut = (/** @type {PointerEvent} */ event) => {
    const { target, pointerType } = event;
    if (!(target instanceof Element)) return;
    const column = target.closest(".column");
    const handle = column?.querySelector(`[data-cut="${this.config.list}"]`);
    // A finger anywhere else scrolls the page.
    if (!column || !handle || (pointerType !== "mouse" && !handle.contains(target))) return;
    if (this.hand.held) return;
    event.preventDefault(); // selects no text
    this.cutDrag.press(event, this.cutIn(partOf(column, "ul")));
    this.moveCut(event);
  };

  moveCut = (/** @type {PointerEvent} */ event) => {
    const { held } = this.hand;
    if (held?.by !== "cut") return;
    const { below, pitch, before } = held;
    const row = Math.round((event.clientY - this.ol.getBoundingClientRect().top - below) / pitch);
    this.hand.moveTo({ ...this.list, k: cutAt(row, this.list.retrieved, before.k) });
  };

  /** @param {string} key */
  onCutKey(key) {
    const k = turnedK(this.list.k, key, this.config.deepest, true);
    if (k === null) return false;
    if (k !== this.list.k) this.edit({ k }, this.turnK(k));
    return true;
  }

  // ---- grades, titles, adding, deleting

  /**
   * Give a document another grade or title.
   * @param {string} id
   * @param {Partial<Doc>} values
   * @param {string} what the name of the action
   */
  alter(id, values, what) {
    this.edit(alteredIn(this.list, id, values), {
      do: what,
      list: this.config.list,
      id,
      ...values,
    });
  }

  /**
   * @param {string} id
   * @param {number | null} grade
   */
  setGrade(id, grade) {
    if (this.list.documents[this.indexOf(id)].grade !== grade) this.alter(id, { grade }, "grade");
  }

  /**
   * Take over the title that a card has in its field.
   * @param {string} id
   */
  commitTitle(id) {
    if (this.hand.held) this.hand.giveUp(); // it would refuse the title
    const input = fieldIn(this.cardFor(id));
    const doc = this.list.documents[this.indexOf(id)];
    const title = input.value.trim();
    input.value = title || doc.title;
    if (title && title !== doc.title) this.alter(doc.id, { title }, "rename");
  }

  /** @param {string} id */
  remove(id) {
    this.opened = null;
    this.edit(removedFrom(this.list, id), { do: "delete", list: this.config.list, id });
  }

  add = () => {
    const doc = { id: freshId(), title: "New document", grade: 0 };
    this.edit(addedTo(this.list, doc), { do: "add", list: this.config.list, ...doc });
    const card = this.cards.get(doc.id); // there is none if something is held
    if (card) startTyping(fieldIn(card));
  };

  // ---- the keyboard

  onKeydown = (/** @type {Heard<KeyboardEvent>} */ event) => {
    const { target, key } = event;
    const command = event.ctrlKey || event.metaKey;
    if (command && /^[zy]$/i.test(key) && !isTyped(target) && !this.hand.held) return; // for the page's Undo and Redo
    event.stopPropagation(); // Streamlit listens to single letters
    if (command || event.isComposing) return;
    const card = target.closest(".card");
    const handled = card
      ? this.onCardKey(idOf(card), target, event)
      : target === this.cut && this.onCutKey(key);
    if (handled) event.preventDefault();
  };

  /**
   * Space has lifted or dropped already; some browsers add a click on keyup.
   * @param {Heard<KeyboardEvent>} event
   */
  onKeyup = (event) => {
    if (event.key === " " && event.target.matches(".grip")) event.preventDefault();
  };

  /**
   * Do what a key does at a part of a card; return whether it does anything.
   * @param {string} id
   * @param {Element} target
   * @param {KeyboardEvent} event
   */
  onCardKey(id, target, { key, altKey, repeat }) {
    const by = Number(key === "ArrowDown") - Number(key === "ArrowUp");
    if (this.hand.held && this.hand.held.by !== "keys") return true;
    if (altKey && !by) return false;
    if (altKey || (this.hand.held && by)) {
      this.step(id, by);
      return true;
    }
    if (target.matches(".title")) return this.onTitleKey(id, key);
    if (target.matches(".grip") && (key === " " || key === "Enter")) {
      if (!repeat && this.hand.held) this.hand.letGo();
      else if (!repeat) this.lift(id);
      return true;
    }
    if (this.hand.held) return false;
    if (key === "Escape" && this.opened === id) {
      this.close(id);
      return true;
    }
    const next =
      target.matches(".grip") &&
      ledTo([...this.ol.children], this.cardFor(id), key, { keys: VERTICAL });
    if (next) {
      partOf(next, ".grip").focus();
      return true;
    }
    if (this.config.only_order) return false;
    if (/^\d$/.test(key) && Number(key) <= this.config.top) this.setGrade(id, Number(key));
    else if (key.toLowerCase() === "u") this.setGrade(id, null);
    else
      return (
        target.matches("[role=radio]") &&
        onGradeKey(target, key, (grade) => this.setGrade(id, grade))
      );
    return true;
  }

  /**
   * @param {string} id
   * @param {string} key
   */
  onTitleKey(id, key) {
    if (key !== "Enter" && key !== "Escape") return false;
    if (key === "Escape")
      fieldIn(this.cardFor(id)).value = this.list.documents[this.indexOf(id)].title;
    this.gripOf(id).focus(); // leaving the title saves it
    return true;
  }

  onFocusin = (/** @type {Heard<Event>} */ { target }) => {
    this.active = target.closest(".card")?.dataset.id;
    this.paintStops();
  };

  /**
   * Explain the keys where the reader enters the list, not at each of its cards.
   * @param {boolean} isOutside whether the focus is outside the list
   */
  explain(isOutside) {
    for (const [id, card] of this.cards) {
      const grip = partOf(card, ".grip");
      const isDescribed = grip.hasAttribute("aria-describedby");
      if (isOutside && id === this.active) {
        if (!isDescribed) grip.setAttribute("aria-describedby", "keys");
      } else if (isDescribed && grip !== this.root.activeElement)
        grip.removeAttribute("aria-describedby");
    }
  }

  onFocusout = (/** @type {Heard<FocusEvent>} */ { target, relatedTarget }) => {
    if (isArranging()) return;
    const next = relatedTarget instanceof Node ? relatedTarget : null;
    this.explain(!this.ol.contains(next));
    const card = target.closest(".card");
    if (card && target.matches(".title")) this.commitTitle(idOf(card));
    else if (this.hand.held?.by === "keys") this.hand.letGo();
    if (this.opened && !this.cards.get(this.opened)?.contains(next)) this.open(null);
  };

  // ---- drawing

  render() {
    const [called, below] = this.config.called;
    set(this.board, {
      "--pitch": `${this.config.pitch}px`,
      "--between": `${this.config.gap}px`,
      "--head": `${this.config.head}px`,
    });
    set(this.rows, { "--cards": Math.max(1, this.list.documents.length) });
    set(this.ol, { ariaLabel: this.config.label });
    set(this.retrievalLine, { ariaLabel: `Not retrieved${this.ofList()}` });
    set(this.cut, { ariaLabel: `Cut at k${this.ofList()}` });
    set(this.addButton, { ariaLabel: `Add document${this.ofList()}` });
    set(this.tip, { hidden: this.config.head === 0 });
    set(this.signs, { hidden: this.config.head === 0 });
    const returned = this.tip.querySelector("span"); // beside another list its name stands here
    const query = this.config.searched ? `for “${this.config.searched}” ` : "";
    if (returned) set(returned, { textContent: `What a search ${query}returned, in this order.` });
    this.board.classList.toggle("folded", called !== "");
    this.board.classList.toggle("only-order", Boolean(this.config.only_order));
    this.board.classList.toggle("ungraded", this.config.graded === false);
    if (this.config.only_order) this.root.querySelector(".marks")?.remove();
    if (called) set(this.tip, { innerHTML: `<b>${called}</b> ${below}` }); // our own markup
    this.arrange();
    this.list.documents.forEach(this.paintCard);
    this.paintStops();
    this.explain(!this.ol.contains(this.root.activeElement));
    this.paintSwaps();
    if (this.floating && this.hand.held?.by === "pointer")
      set(partOf(this.floating.copy, ".rank"), {
        textContent: this.rankOf(this.indexOf(this.hand.held.id)),
      });
    this.paintLines();
  }

  /** Put a card for every document in order; moved cards glide; the focus stays. */
  arrange() {
    const wanted = this.list.documents.map((doc) => this.cardFor(doc.id));
    if (
      wanted.length === this.cards.size &&
      wanted.every((card, at) => card === this.ol.children[at])
    )
      return;
    const before = this.placesOf([...this.cards.values()]);
    keepFocus(
      this.ol,
      () => {
        arrange(this.ol, wanted);
        this.cards.clear();
        for (const card of wanted) this.cards.set(idOf(card), card);
      },
      (at) => wanted[Math.min(at, wanted.length - 1)]?.querySelector(".grip") ?? this.addButton,
    );
    for (const card of wanted) for (const animation of card.getAnimations()) animation.cancel();
    // First all places are read, then all cards begin to glide: each reading after a change would lay out the page anew.
    for (const [card, place] of this.placesOf(wanted)) {
      const isSlot = this.hand.held?.by === "pointer" && this.hand.held.id === card.dataset.id;
      if (!isSlot) glide(card, (before.get(card) ?? place) - place);
    }
  }

  /**
   * Return how far down in the list the middle of each card is shown.
   * @param {Element[]} all
   */
  placesOf(all) {
    const { top } = this.ol.getBoundingClientRect();
    return new Map(all.map((card) => [card, this.middleOf(card) - top]));
  }

  /** @param {string} id */
  newCard(id) {
    const card = copyOfTemplate(this.root);
    card.dataset.id = id;
    return card;
  }

  /**
   * @param {Doc} doc
   * @param {number} at
   */
  paintCard = ({ id, title, grade }, at) => {
    const card = this.cardFor(id);
    const part = (/** @type {string} */ name) => partOf(card, `.${name}`);
    const { symbols, top, graded } = this.config;
    const isGraded = graded !== false;
    const relevance = grade === null ? "relevance not judged" : `relevance ${grade} of ${top}`;
    const { held } = this.hand;
    const isHeld = held?.by !== "cut" && id === held?.id;
    set(card, {
      ariaLabel: [title, this.placeOf(at), ...(isGraded ? [relevance] : [])].join(", "),
      "--grade": isGraded ? `var(--grade-${grade ?? "none"})` : "var(--rule)",
    });
    set(card.dataset, { doc: `${this.config.list}-${id}` });
    card.classList.toggle("missed", at >= this.list.retrieved);
    card.classList.toggle("lifted", isHeld && held?.by === "keys");
    card.classList.toggle("slot", isHeld && held?.by === "pointer");
    card.classList.toggle("open", this.opened === id);
    set(part("grip"), { ariaLabel: `Move ${title}, ${this.placeOf(at)}${this.ofList()}` });
    set(part("rank"), { textContent: this.rankOf(at) });
    set(part("symbol"), { textContent: grade === null ? "?" : symbols[grade] });
    const field = fieldIn(card);
    writeInto(field, title);
    set(field, {
      readOnly: Boolean(this.config.only_order),
      title,
      ariaLabel: `Title of ${title}`,
    });
    set(part("whole"), { textContent: title });
    set(part("grade"), {
      disabled: Boolean(this.config.only_order),
      textContent: !isGraded ? "⋯" : grade === null ? "?" : `${symbols[grade]} ${grade}`,
      ariaLabel: isGraded ? `Grade ${title}, ${relevance}` : `More about ${title}`,
      ariaExpanded: String(this.opened === id),
    });
    set(part("delete"), { ariaLabel: `Delete ${title}` });
    set(part("grades"), { ariaLabel: `Relevance of ${title}` });
    paintGrades(part("grades"), top, grade);
  };

  /** Draw in each card what it adds, on screens without room for bars beside the cards; also during a drag. */
  paintAdds = () => {
    if (!ONE_COLUMN.matches) return;
    const latest = this.hand.latest?.adds;
    const { heading, rows: adds, of_hits: ofHits } = latest ?? NOTHING_ADDED;
    const [called] = this.hand.latest?.called ?? [""];
    const labels = Object.values(adds).map(([label]) => label);
    const lines = labels.flatMap((label) => label.split("\n"));
    set(this.adding, { textContent: [called, heading].filter(Boolean).join(": ") });
    set(this.board, {
      "--bar": ofHits ? `var(--grade-${this.config.top})` : "",
      "--columns": heading.split("\n")[0].split("\t").length - 2,
      "--label": `${Math.max(0, ...lines.map((line) => line.length))}ch`,
    });
    this.board.classList.toggle("with-bars", Boolean(latest));
    this.board.classList.toggle("without-labels", Boolean(latest) && labels.length === 0);
    this.board.classList.toggle(
      "tall-labels",
      labels.some((label) => label.includes("\n")),
    );
    this.board.classList.toggle("in-columns", heading.includes("\t"));
    for (const [id, card] of this.cards) {
      const [label = "", ...parts] = adds[id] ?? [];
      const [bar, number] = partOf(card, ".adds").children;
      set(number, { textContent: label });
      fitChildren(bar, parts.length, () => make("i"));
      for (const [at, [from, to, look, height]] of parts.entries())
        set(bar.children[at], {
          className: look,
          "--from": from,
          "--to": to,
          "--height": height ?? "",
        });
    }
  };

  /** Let Tab reach the parts of one card: the card focused last, or the first. */
  paintStops() {
    if (!this.cards.has(this.active ?? "")) this.active = this.list.documents[0]?.id;
    const reached = this.config.only_order ? ".grip" : "*";
    for (const [id, card] of this.cards) {
      for (const part of card.querySelectorAll(".grip, .title, .grade, .delete, [role=radio]")) {
        const isStop = id === this.active && part.matches(reached) && part.ariaChecked !== "false";
        set(part, { tabIndex: isStop ? 0 : -1 });
      }
    }
  }

  paintLines() {
    const { retrieved, k } = this.list;
    const { length } = this.list.documents;
    const startedWhole = this.hand.held?.before.retrieved === length; // the hint stays when the first card leaves
    set(this.hint, {
      hidden: (retrieved < length && !startedWhole) || (this.config.called[0] !== "" && length > 0),
      textContent:
        length === 0
          ? "No documents yet: add the first one."
          : retrieved === length
            ? "Drop a card here if the system did not find it"
            : "",
    });
    set(this.retrievalLine, { "--row": retrieved });
    set(this.cut, { hidden: length === 0, "--row": Math.min(k, retrieved) });
    paintCut(this.cut, k, this.config.deepest, this.hand.held?.by === "cut");
    this.board.classList.toggle("plain", Boolean(this.config.plain));
    this.rows.classList.toggle("empty", length === 0);
    this.rows.classList.toggle("all-retrieved", retrieved === length && !this.hand.held);
    this.rows.classList.toggle("at-end", Math.min(k, retrieved) === length);
    this.rows.classList.toggle("none-retrieved", retrieved === 0 && length > 0);
    this.rows.classList.toggle("holding", this.hand.held !== null);
    this.rows.classList.toggle("choosing", this.hand.held?.by === "keys");
  }

  isIn = (/** @type {Node} */ parent) => parent.contains(this.ol);

  destroy() {
    this.hand.giveUp();
    this.land();
    this.cutDrag.stop();
    document.removeEventListener("pointerdown", this.takeCut);
    ONE_COLUMN.removeEventListener("change", this.paintAdds);
    quietly(() => this.board.remove());
  }
}

/**
 * Animate an element from `dy` pixels below its place.
 * @param {Element} element
 * @param {number} dy
 */
function glide(element, dy) {
  if (Math.abs(dy) < 1 || less.motion) return;
  const path = [{ transform: `translateY(${dy / zoomOf(element)}px)` }, { transform: "none" }];
  element.animate(path, { duration: GLIDE_MS, easing: "ease-out" });
}
