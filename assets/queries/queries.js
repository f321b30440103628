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
import { differs } from "../dom.js";
import { onDrag, zoomOf } from "../drag.js";
import { createHand } from "../holding.js";
import { lessSheet } from "../less.js";
import { addedTo, alteredIn, cutAt, movedIn, removedFrom, rowIn } from "../lists.js";
import { litSheet } from "../lit.js";
import css from "./queries.css";
import html from "./queries.html";

// Several queries, each a row: its words, its documents as squares in ranked order, its score as a dot on an axis shared
// by all rows. Python owns the queries and computes the dots and the lines of the means, also during a drag. Squares are
// placed by a transform, so that a dragged square follows the pointer and the others glide. Their order for screen readers
// changes at the end of the drag.

const DENSE = 28; // pixels from square to square; below this, not every rank's number fits
const LONG = 9; // retrieved documents in a row, at most, beside which its score is worked out

const queriesHtml = document.createElement("template");
queriesHtml.innerHTML = html;
const queriesStyle = new CSSStyleSheet();
queriesStyle.replaceSync(css);

/** Create rows of queries in `root`; `sender` is the sender of its actions. */
export function createQueries(root, sender) {
  root.adoptedStyleSheets = [queriesStyle, litSheet, lessSheet];
  root.append(queriesHtml.content.cloneNode(true));
  const [board, headLane, numbers, cut, headAxis, footAxis, rows, more, drawer, live, template] = [
    ".queries",
    ".head .lane",
    ".numbers",
    ".cut",
    ".head .axis",
    ".foot .axis",
    ".rows",
    ".more",
    ".drawer",
    ".live",
    ".of-row",
  ].map((selector) => root.querySelector(selector));
  const inDrawer = (name) => drawer.querySelector(`.${name}`);

  let list = { rows: [], k: 1 }; // the shown queries; replaced, never changed in place
  let config = null; // the data of `list`
  let press = null; // pixels from the middle of the pressed square to the pointer: { dx, dy }
  let dragged = false; // whether the pointer dragged since it was pressed
  let byFinger = false; // whether the last square was touched; the next tap is then told in the drawer
  let onlyShown = false; // whether the tap only shows details and sets no grade
  let active = null; // the square focused last
  let chosen = false; // whether the focus is on it, or in the drawer
  let clicked = null; // the square pressed last, unless a key was pressed since
  let under = null; // the square that the mouse moved over last
  let shown = null; // the square whose document is in the drawer; each edit there is of this document
  let perLine = 1; // number of squares that fit in a line
  let pitch = 1; // pixels from one square to the next

  // ---- to and from Python

  function update(data) {
    hand.update(data);
    if (hand.held) paintAxes();
  }

  function takeOver(data) {
    config = data;
    paintColours(board, config);
    hand.show({ rows: data.rows, k: data.k });
  }

  function edit(next, change) {
    if (hand.held) return;
    courier.act(sender, change);
    hand.show({ ...list, ...next });
    say();
  }

  const say = (sentence = "") => {
    live.textContent = sentence;
  };
  const nameOf = (row) => config.names[row]; // name of a list for Python
  const words = (row) => list.rows[row].query || `Query ${row + 1}`;
  const withRow = (row, next) => ({ rows: list.rows.with(row, { ...list.rows[row], ...next }) });
  const indexOf = (row, id) => list.rows[row].documents.findIndex((doc) => doc.id === id);
  const docOf = ({ row, id }) => list.rows[row]?.documents.find((doc) => doc.id === id);

  // ---- dragging a square by the pointer or by the keys, or the cut

  const hand = createHand(courier, sender, {
    show: (next) => {
      keepRows(list.rows, next.rows);
      list = next;
      render();
    },
    change: () => {
      const { by, row, id } = hand.held;
      return by === "cut"
        ? turnK(list.k)
        : { do: "move", list: nameOf(row), id, to: rowOf(row, id) };
    },
    takeOver,
    ended: ({ by, row, id }, how) => {
      drag.stop();
      cutDrag.stop();
      if (how === "cancelled") say("Move cancelled");
      else if (how === "dropped" && by !== "cut") sayPlace(row, id, " dropped");
      else say();
    },
  });

  function hold(what) {
    if (root.activeElement?.matches("input")) root.activeElement.blur(); // a drag saves no text
    hand.take({ ...what, fits: columns().fits });
    render();
  }

  const turnK = (k) => ({ do: "turn", knob: "k", to: k });

  // ---- moving a square

  const moved = (row, id, to) => ({ ...list, ...withRow(row, movedIn(list.rows[row], id, to)) });
  const rowOf = (row, id) => rowIn(list.rows[row], id);

  function step(row, id, by) {
    const to = rowOf(row, id) + by;
    const next = moved(row, id, to);
    if (!differs(next, list))
      say(`${docOf({ row, id }).title} is already ${by < 0 ? "first" : "last"}`);
    else if (hand.held) {
      hand.moveTo(next);
      sayPlace(row, id);
    } else edit(next, { do: "move", list: nameOf(row), id, to });
    squareOf({ row, id })?.focus({ preventScroll: true });
  }

  function placeOf(row, at) {
    const { retrieved } = list.rows[row];
    return at < retrieved ? `rank ${at + 1} of ${retrieved}` : "not retrieved";
  }

  function sayPlace(row, id, verb = "") {
    say(`${docOf({ row, id }).title}${verb}, ${placeOf(row, indexOf(row, id))}`);
  }

  // ---- places of squares: cells from left to right, then in the next line

  /** Return the most retrieved and the most missed documents of a row; at least one cell is for missed ones. */
  function extent() {
    const shown = hand.held ? [...list.rows, ...hand.held.before.rows] : list.rows; // other columns keep their places during a drag
    const widest = Math.max(0, ...shown.map((row) => row.retrieved));
    return {
      widest,
      missed: Math.max(1, ...shown.map((row) => row.documents.length - row.retrieved)),
    };
  }

  /** Return whether every row fits in one line; ranks, cut and missed documents are columns then. */
  function columns() {
    const { widest, missed } = extent();
    return { widest, fits: hand.held?.fits ?? widest + 1 + missed <= perLine };
  }

  /** Return the cell of a document; the cell after the last retrieved document is empty. */
  function cellOf({ retrieved }, at, { widest, fits }) {
    if (at < retrieved) return at;
    return (fits ? widest : retrieved) + 1 + at - retrieved;
  }

  /** Return the row of the dragged document in its list when the square's middle is in a cell. */
  function placeIn(row, cell) {
    const { documents, retrieved } = list.rows[row];
    const wasMissed = indexOf(row, hand.held.id) >= retrieved;
    const others = retrieved - Number(!wasMissed);
    const first = cellOf({ retrieved }, retrieved, columns()); // cell of the first missed document
    if (cell < first - (columns().fits && columns().widest > retrieved ? 1 : 0))
      return Math.min(cell, others);
    return others + 1 + Math.min(Math.max(cell - first, 0), documents.length - 1 - others);
  }

  const drag = onDrag(rows, {
    take: (event) => {
      const square = event.target.closest(".square");
      dragged = false;
      if (!square || event.button !== 0 || (hand.held && hand.held.by !== "keys")) return null;
      hand.letGo();
      clicked = square;
      const { left, top, width, height } = square.getBoundingClientRect();
      press = {
        dx: event.clientX - left - width / 2,
        dy: event.clientY - top - height / 2,
      };
      // A finger cannot hover: its first tap only shows the details of the square.
      byFinger = event.pointerType === "touch";
      onlyShown = byFinger && root.activeElement !== square;
      return square;
    },
    start: (square) => {
      dragged = true;
      hold({ by: "pointer", ...refOf(square) });
    },
    capture: (square) => square,
    move: follow,
    end: ({ type }) => {
      if (hand.held?.by !== "pointer") return;
      squareOf(hand.held).focus({ preventScroll: true });
      hand.letGo(type === "pointerup");
    },
  });

  function follow(event) {
    if (hand.held?.by !== "pointer") return;
    const { row, id } = hand.held;
    const lane = rows.children[row].querySelector(".lane");
    const { left, top, height } = lane.getBoundingClientRect();
    const zoom = zoomOf(lane);
    const [x, y] = [event.clientX - press.dx - left, event.clientY - press.dy - top].map(
      (off) => off / zoom,
    );
    const lowest = height / zoom - pitch * 0.75;
    const square = squareOf(hand.held);
    square.style.setProperty("--x", `${x - pitch / 2}px`);
    square.style.setProperty("--y", `${Math.min(Math.max(y - pitch / 2, -pitch / 4), lowest)}px`);
    const column = Math.min(Math.max(Math.floor(x / pitch), 0), perLine - 1);
    const line = columns().fits ? 0 : Math.max(Math.floor(y / pitch), 0);
    hand.moveTo(moved(row, id, placeIn(row, line * perLine + column)));
  }

  function onClick(event) {
    const { target } = event;
    const row = rowAt(target);
    const square = target.closest(".square");
    if (square) {
      if (dragged && event.detail > 0) return; // the end of a drag
      square.focus({ preventScroll: true }); // some browsers do not focus a clicked button
      if (!onlyShown) cycle(refOf(square));
      onlyShown = false;
    } else if (target.closest(".add")) addTo(row);
    else if (target.closest(".copy")) copy(row);
    else if (target.closest(".remove")) removeQuery(row);
  }

  const rowAt = (node) => [...rows.children].indexOf(node.closest(".row"));
  const refOf = (square) => ({ row: rowAt(square), id: square.dataset.id });
  const squareOf = ({ row, id }) =>
    rows.children[row]?.querySelector(`.square[data-id="${CSS.escape(id)}"]`);

  // ---- the cut at k

  const cutDrag = onDrag(cut, {
    slack: 0,
    take: () => (hand.held ? null : { by: "cut" }),
    start: hold,
    move: (event) => {
      if (hand.held?.by !== "cut") return;
      const off = (event.clientX - headLane.getBoundingClientRect().left) / zoomOf(headLane);
      const most = Math.min(perLine, columns().widest);
      hand.moveTo({ ...list, k: cutAt(Math.round(off / pitch), most, hand.held.before.k) });
    },
    end: ({ type }) => {
      if (hand.held?.by === "cut") hand.letGo(type === "pointerup");
    },
  });

  function onCutKey(key) {
    const [less, greater] = [list.k - 1, list.k + 1];
    const k = {
      ArrowLeft: less,
      ArrowDown: less,
      ArrowRight: greater,
      ArrowUp: greater,
      Home: 1,
      End: config.deepest,
    }[key];
    if (k === undefined) return false;
    if (k >= 1 && k <= config.deepest && k !== list.k) edit({ k }, turnK(k));
    return true;
  }

  // ---- grades, titles, documents, queries

  function alter({ row, id }, values, what) {
    edit(withRow(row, alteredIn(list.rows[row], id, values)), {
      do: what,
      list: nameOf(row),
      id,
      ...values,
    });
  }

  function grade(ref, to) {
    if (docOf(ref).grade !== to) alter(ref, { grade: to }, "grade");
  }

  const oneHigher = ({ grade: old }) => (old === null ? 0 : (old + 1) % (config.top + 1));
  const cycle = (ref) => grade(ref, oneHigher(docOf(ref)));

  function remove({ row, id }) {
    edit(withRow(row, removedFrom(list.rows[row], id)), { do: "delete", list: nameOf(row), id });
  }

  function addTo(row) {
    const doc = { id: freshId(), title: "New document", grade: 0 };
    edit(withRow(row, addedTo(list.rows[row], doc)), { do: "add", list: nameOf(row), ...doc });
  }

  /** Return whether there is room for one more query; if not, say so. */
  function hasRoom() {
    const most = config.names.length;
    if (list.rows.length < most) return true;
    say(`There is room for ${most} queries`);
    return false;
  }

  function copy(row) {
    if (hasRoom())
      edit(
        { rows: list.rows.toSpliced(row, 0, list.rows[row]) },
        { do: "copy_query", list: nameOf(row) },
      );
  }

  function removeQuery(row) {
    if (list.rows.length === 1) {
      say("One query is left");
      return;
    }
    edit({ rows: list.rows.toSpliced(row, 1) }, { do: "remove_query", list: nameOf(row) });
    rows.children[Math.min(row, list.rows.length - 1)].querySelector(".remove").focus();
  }

  function addQuery() {
    if (!hasRoom()) return;
    edit({ rows: [...list.rows, config.fresh] }, { do: "add_query" });
    startTyping(rows.lastElementChild.querySelector(".words"));
  }

  function commitWords(input) {
    if (hand.held) hand.giveUp(); // it would refuse the words
    const row = rowAt(input);
    const query = input.value.trim();
    if (query !== list.rows[row].query)
      edit(withRow(row, { query }), { do: "name_query", list: nameOf(row), query });
    else input.value = list.rows[row].query;
  }

  function commitTitle(input) {
    if (hand.held) hand.giveUp();
    const doc = docShown();
    const title = input.value.trim();
    if (doc && title && title !== doc.title) alter(refOf(shown), { title }, "rename");
    else input.value = doc?.title ?? "";
  }

  // ---- the keyboard

  function onKeydown(event) {
    const { target, key } = event;
    const command = event.ctrlKey || event.metaKey;
    if (command && /^[zy]$/i.test(key) && !isTyped(target) && !hand.held) return; // for the page's Undo and Redo
    event.stopPropagation(); // Streamlit listens to single letters
    if (command || event.isComposing) return;
    const handled = target.matches(".square")
      ? onSquareKey(squareFor(target, key), event)
      : target === cut
        ? onCutKey(key)
        : target.matches(".words")
          ? onLineKey(
              target,
              key,
              () => list.rows[rowAt(target)].query,
              () => leaveWords(target),
            )
          : target.matches(".title")
            ? onLineKey(
                target,
                key,
                () => docShown()?.title ?? "",
                () => shown?.focus(),
              )
            : target.matches("[role=radio]")
              ? onGradeKey(target, key, (to) => grade(refOf(shown), to))
              : false;
    if (handled) event.preventDefault();
  }

  function onKeyup(event) {
    if (event.key === " " && event.target.matches(".square")) event.preventDefault(); // the keydown has lifted or dropped already
  }

  /** Return the square that a key is for: the one that is shown. If the mouse has chosen it, it gets the focus. */
  function squareFor(focused, key) {
    if (hand.held || !shown || /^(Tab|Shift|Alt)$/.test(key)) return focused;
    clicked = null;
    shown.focus({ preventScroll: true });
    return shown;
  }

  function onSquareKey(square, { key, altKey, repeat }) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    const ref = refOf(square);
    const { row, id } = ref;
    if (hand.held && hand.held.by !== "keys") return true;
    if (altKey && !by) return false;
    if (altKey || (hand.held && by)) {
      step(row, id, by);
      return true;
    }
    if (hand.held && (key === "Home" || key === "End")) {
      hand.moveTo(moved(row, id, key === "Home" ? 0 : list.rows[row].documents.length));
      sayPlace(row, id);
      return true;
    }
    if (key === " " || (hand.held && key === "Enter")) {
      if (repeat) return true;
      if (hand.held) hand.letGo();
      else {
        hold({ by: "keys", row, id });
        sayPlace(row, id, " lifted");
      }
      return true;
    }
    if (hand.held) return false;
    const { documents } = list.rows[row];
    const at = indexOf(row, id);
    const to = by ? at + by : { Home: 0, End: documents.length - 1 }[key];
    if (to !== undefined) {
      if (documents[to]) squareOf({ row, id: documents[to].id }).focus();
    } else if (/^\d$/.test(key)) {
      if (Number(key) <= config.top) grade(ref, Number(key));
    } else if (key.toLowerCase() === "u") grade(ref, null);
    else if (key === "Delete") remove(ref);
    else if (key === "Enter") startTyping(inDrawer("title"));
    else return false;
    return true;
  }

  function onLineKey(input, key, before, leave) {
    if (key !== "Enter" && key !== "Escape") return false;
    if (key === "Escape") input.value = before();
    leave(); // leaving saves it
    return true;
  }

  /** Move the focus from the words of a query to its documents; leaving saves the words. */
  function leaveWords(input) {
    (
      input.closest(".row").querySelector(".square[tabindex='0']") ??
      input.closest(".row").querySelector(".add")
    ).focus();
  }

  function onFocusin({ target }) {
    if (target.matches(".square")) active = target;
    chosen = target.matches(".square") || drawer.contains(target);
    tell();
    paintStops();
  }

  function onFocusout({ target, relatedTarget }) {
    if (arranging) return;
    if (target.matches(".words")) commitWords(target);
    else if (target.matches(".title")) commitTitle(target);
    else if (hand.held?.by === "keys") hand.letGo();
    if (relatedTarget && board.contains(relatedTarget)) return;
    chosen = false;
    tell();
  }

  function onDrawerClick({ target }) {
    const radio = target.closest("[role=radio]");
    if (!docShown()) return;
    if (radio) grade(refOf(shown), gradeOf(radio));
    else if (target.closest(".delete")) remove(refOf(shown));
  }

  // No pointerover: squares also move under a resting mouse.
  function onPointed({ target, pointerType, type }) {
    const square =
      pointerType === "mouse" && type === "pointermove" ? target.closest(".square") : null;
    if (square === under) return;
    under = square;
    tell();
  }

  // ---- drawing

  let arranging = false; // moving or removing a focused element blurs it

  /** Add and remove nodes where queries came or went: each other query keeps its own, with the focus and what is typed. */
  function keepRows(before, after) {
    if (before.length === after.length) return;
    const common = Math.min(before.length, after.length);
    const at = after.findIndex((row, index) => index === common || differs(row, before[index]));
    const first = at < 0 ? common : at;
    arranging = true;
    while (rows.children.length > after.length) rows.children[first].remove();
    arranging = false;
    while (rows.children.length < after.length) {
      rows.insertBefore(
        template.content.firstElementChild.cloneNode(true),
        rows.children[first] ?? null,
      );
    }
  }

  function render() {
    const { widest, missed } = extent();
    board.classList.toggle("in-hall", config.hall);
    board.classList.toggle("plain", config.plain);
    board.classList.toggle("long", widest > LONG);
    board.classList.toggle(
      "all-found",
      list.rows.every(({ documents, retrieved }) => documents.length === retrieved),
    );
    board.style.setProperty("--cells", widest + 1 + missed);
    board.style.setProperty("--rows", list.rows.length);
    measure();
    const columned = columns();
    for (const [at, row] of list.rows.entries()) paintRow(rows.children[at], row, at, columned);
    paintHead(columned);
    paintAxes();
    tell();
    paintStops();
    more.ariaDisabled = list.rows.length === config.names.length ? "true" : null;
  }

  /** Measure how many squares fit in a line; hidden elements have width 0. */
  function measure() {
    const width = headLane.getBoundingClientRect().width / zoomOf(headLane);
    pitch = parseFloat(getComputedStyle(cut).width) || 1;
    perLine = Math.max(1, Math.floor((width + 1) / pitch));
  }

  function paintRow(node, row, at, columned) {
    const part = (className) => node.querySelector(`.${className}`);
    const name = words(at);
    const { documents, retrieved } = row;
    node.dataset.doc = nameOf(at);
    node.ariaLabel = `Query ${at + 1}${row.query && `: ${row.query}`}`;
    const field = part("words");
    writeInto(field, row.query);
    field.placeholder = name;
    part("whole").textContent = row.query ? `${at + 1}. ${name}` : name;
    field.ariaLabel = `Query ${at + 1}, its words`;
    part("whole").classList.toggle("unnamed", !row.query);
    part("copy").ariaLabel = `Duplicate ${name}`;
    part("remove").ariaLabel = `Remove ${name}`;
    part("remove").ariaDisabled = list.rows.length === 1 ? "true" : null;
    part("add").ariaLabel = `Add a document to ${name}`;

    const ol = part("lane").firstElementChild;
    ol.ariaLabel = `Ranked documents of ${name}`;
    const drawn = new Map([...ol.children].map((li) => [li.firstElementChild.dataset.id, li]));
    const wanted = documents.map((doc) => drawn.get(doc.id) ?? newSquare(doc.id));
    if (!hand.held) arrange(ol, wanted);
    let last = retrieved;
    documents.forEach((doc, i) => {
      const cell = cellOf(row, i, columned);
      last = Math.max(last, cell);
      paintSquare(wanted[i].firstElementChild, doc, at, i, cell);
    });
    const [plus, firstMissed] = [retrieved, cellOf(row, retrieved, columned)];
    const space = hand.held?.row === at ? Math.max(last, firstMissed) : last;
    place(part("add"), plus);
    place(part("missed-line"), firstMissed);
    part("missed-line").hidden = retrieved === documents.length && hand.held?.row !== at;
    part("lane").style.setProperty("--lines", Math.floor(space / perLine) + 1);
    const depth = Math.min(list.k, columned.fits ? columned.widest : retrieved);
    place(part("cut-line"), depth - 1);
    part("cut-line").hidden = depth < 1;
  }

  function arrange(ol, wanted) {
    const focused = root.activeElement;
    const edited = drawer.contains(focused) ? shown : focused;
    const at = [...ol.children].findIndex((li) => li.contains(edited));
    arranging = true;
    for (const li of [...ol.children]) if (!wanted.includes(li)) li.remove();
    wanted.forEach((li, i) => {
      if (ol.children[i] !== li) ol.insertBefore(li, ol.children[i] ?? null);
    });
    if (at >= 0 && !edited.isConnected) {
      (
        ol.children[Math.min(at, wanted.length - 1)]?.firstElementChild ??
        ol.parentElement.querySelector(".add")
      ).focus({ preventScroll: true });
    } else if (at >= 0 && focused !== root.activeElement) focused.focus({ preventScroll: true });
    arranging = false;
  }

  function newSquare(id) {
    const li = document.createElement("li");
    const button = li.appendChild(document.createElement("button"));
    button.type = "button";
    button.className = "square";
    button.dataset.id = id;
    button.setAttribute("aria-describedby", "keys");
    return li;
  }

  function place(node, cell) {
    node.style.setProperty("--column", cell % perLine);
    node.style.setProperty("--line", Math.floor(cell / perLine));
  }

  function paintSquare(square, doc, row, at, cell) {
    const judged = doc.grade !== null;
    const { retrieved } = list.rows[row];
    const isHeld = hand.held?.row === row && hand.held.id === doc.id;
    square.ariaLabel = `${doc.title}, ${placeOf(row, at)}, ${judged ? `relevance ${doc.grade} of ${config.top}` : "relevance not judged"}`;
    square.textContent = judged ? config.symbols[doc.grade] : "?";
    square.classList.toggle("none", doc.grade === 0);
    square.classList.toggle("missed", at >= retrieved);
    square.classList.toggle("below", at >= list.k && at < retrieved);
    square.classList.toggle("lifted", isHeld);
    square.classList.toggle("followed", isHeld && hand.held.by === "pointer");
    square.style.setProperty("--fill", `var(--grade-${judged ? doc.grade : "none"})`);
    place(square, cell);
  }

  function paintHead({ widest, fits }) {
    board.classList.toggle("wrapped", !fits);
    board.classList.toggle("dense", pitch < DENSE);
    numbers.replaceChildren(
      ...Array.from({ length: Math.min(widest, perLine) }, (_, at) => {
        const number = document.createElement("span");
        number.textContent = String(at + 1);
        place(number, at);
        return number;
      }),
    );
    const column = Math.max(0, Math.min(list.k, widest, perLine) - 1);
    cut.style.setProperty("--column", column);
    cut.classList.toggle("last", column === perLine - 1);
    paintCut(cut, list.k, config.deepest, hand.held?.by === "cut");
  }

  /** Draw the dots at the places that Python sent; also during a drag. */
  function paintAxes() {
    const { axis } = hand.latest;
    board.classList.toggle("hides", !axis);
    headAxis.replaceChildren();
    footAxis.replaceChildren();
    if (!axis || axis.dots.length !== rows.children.length) return;
    for (const [at, text] of axis.ticks) mark(headAxis, "tick", at, text);
    for (const [which, [at, text]] of axis.lines.entries())
      mark(which ? footAxis : headAxis, "named-line", at, text);
    [...rows.children].forEach((row, at) => {
      const [dot, text] = axis.dots[at];
      const part = (name) => row.querySelector(`.${name}`);
      const [mean, other] = axis.lines;
      show(part("mean"), mean?.[0]);
      show(part("other"), other?.[0]);
      show(part("dot"), dot);
      const was = axis.was[at];
      show(part("was"), was !== undefined && Math.abs(was - (dot ?? 0)) > 5e-4 ? was : undefined);
      show(part("pull"), mean && dot !== null ? Math.min(dot, mean[0]) : undefined);
      if (mean && dot !== null) part("pull").style.setProperty("--long", Math.abs(dot - mean[0]));
      part("value").textContent = text;
      part("worked").textContent = [axis.each, axis.worked[at]].filter(Boolean).join(" = ");
      part("value").classList.toggle("ruled", !/^[\d.]+$/.test(text));
    });
  }

  function mark(axis, kind, at, text) {
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = text;
    span.style.setProperty("--at", at);
    if (at > (config.hall ? 0.6 : 0.5)) span.classList.add("left"); // a hall has more room on the right
    axis.append(span);
  }

  function show(node, at) {
    node.hidden = at === undefined || at === null;
    if (!node.hidden) node.style.setProperty("--at", at);
  }

  const docShown = () => shown && docOf(refOf(shown));

  /**
   * Choose the document in the drawer: the one that is edited there, or the focused one, or else the one below the mouse.
   * That one also comes before a document that the mouse has focused.
   */
  function tell() {
    const isEdited = drawer.contains(root.activeElement);
    const focused = chosen ? active : null;
    const pointed = under?.isConnected ? under : null;
    if (!isEdited) shown = (focused === clicked && pointed) || focused || pointed;
    const doc = docShown();
    drawer.classList.toggle("open", Boolean(doc));
    if (doc) paintDrawer(refOf(shown), doc);
    else if (isEdited) rows.querySelector(".square, .add").focus(); // its query has gone
  }

  function paintDrawer(ref, doc) {
    const at = indexOf(ref.row, ref.id);
    const place = at < list.rows[ref.row].retrieved ? `rank ${at + 1}` : "not retrieved";
    inDrawer("place").textContent = byFinger
      ? `${place}. Tap again: grade ${oneHigher(doc)}`
      : place;
    writeInto(inDrawer("title"), doc.title);
    inDrawer("title").ariaLabel = `Title of ${doc.title}`;
    inDrawer("delete").ariaLabel = `Delete ${doc.title}`;
    inDrawer("grades").ariaLabel = `Relevance of ${doc.title}`;
    inDrawer("grades").style.setProperty("--fill", `var(--grade-${doc.grade ?? "none"})`);
    paintGrades(inDrawer("grades"), config.top, doc.grade);
    for (const radio of inDrawer("grades").children)
      radio.tabIndex = radio.ariaChecked === "true" ? 0 : -1;
  }

  /** Let Tab reach one square of each row: the one focused last, or the first. */
  function paintStops() {
    [...rows.children].forEach((node) => {
      const squares = [...node.querySelectorAll(".square")];
      const stop = squares.includes(active) ? active : squares[0];
      for (const square of squares) square.tabIndex = square === stop ? 0 : -1;
    });
  }

  const resized = new ResizeObserver(() => {
    if (config && !hand.held) render();
  });
  resized.observe(headLane);
  for (const [part, event, answer] of [
    [board, "keydown", onKeydown],
    [board, "keyup", onKeyup],
    [board, "focusin", onFocusin],
    [board, "focusout", onFocusout],
    [rows, "pointermove", onPointed],
    [rows, "pointerleave", onPointed],
    [rows, "click", onClick],
    [drawer, "click", onDrawerClick],
    [more, "click", addQuery],
  ])
    part.addEventListener(event, answer);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(rows),
    destroy: () => {
      hand.giveUp();
      drag.stop();
      cutDrag.stop();
      resized.disconnect();
      arranging = true; // what loses the focus is not saved
      board.remove();
    },
  };
}
