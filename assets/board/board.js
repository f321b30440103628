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
import { differs, make } from "../dom.js";
import { floatingCopy, onDrag, scrollAtEdge, zoomOf } from "../drag.js";
import { createHand } from "../holding.js";
import { less, lessSheet } from "../less.js";
import { addedTo, alteredIn, cutAt, movedIn, removedFrom, rowIn } from "../lists.js";
import { ONE_COLUMN } from "../media.js";
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

/**
 * Create a board in `root`; `sender` is the sender of its actions, which go to `courier`. `scroller`
 * returns what scrolls the page, and `sheets` are further styles: those that light a document everywhere.
 */
export function createBoard(root, sender, courier, scroller, ...sheets) {
  root.adoptedStyleSheets = [boardStyle, lessSheet, ...sheets];
  root.append(boardHtml.content.cloneNode(true));
  const [
    board,
    adding,
    tip,
    signs,
    rows,
    ol,
    swaps,
    hint,
    retrievalLine,
    cut,
    addButton,
    live,
    template,
  ] = [
    ".board",
    ".adding",
    ".tip",
    ".signs",
    ".rows",
    "ol",
    ".swaps",
    ".hint",
    ".retrieval",
    ".cut",
    ".add",
    ".live",
    "template",
  ].map((selector) => root.querySelector(selector));
  const cards = new Map(); // document id -> its <li>

  let list = { documents: [], retrieved: 0, k: 1 }; // the shown list; replaced, never changed in place
  let config = null; // the data of `list`
  let opened = null; // id of the card whose grades are open, on a touch screen
  let active = null; // id of the card that Tab reaches; the arrow keys go through the other cards
  let arranging = false; // moving a focused card in the DOM blurs it for a moment

  // ---- to and from Python

  function update(data) {
    hand.update(data);
    if (hand.held) paintAdds();
  }

  function takeOver(data) {
    config = data;
    paintColours(board, config);
    signs.style.setProperty("--count", config.top + 2);
    signs.replaceChildren(
      ...[...config.symbols, ""].map((sign) => make("span", { textContent: sign })),
    );
    hand.show({ documents: data.documents, retrieved: data.retrieved, k: data.k });
    paintAdds();
  }

  /** Show the edited list, and send the action. */
  function edit(next, change) {
    if (hand.held) return;
    hand.show({ ...list, ...next });
    courier.act(sender, change);
    say();
  }

  const say = (sentence = "") => {
    live.textContent = sentence;
  };

  // ---- dragging a card by the pointer, by the keys or by its mark, or the cut

  const hand = createHand(courier, sender, {
    show: (next) => {
      list = next;
      render();
    },
    change: () =>
      hand.held.by === "cut" ? turnK(list.k) : moveCard(hand.held.id, rowOf(hand.held.id)),
    takeOver,
    // Python announces a move, with the score.
    ended: ({ by, id }, how) => {
      if (by === "pointer") land();
      else cutDrag.stop();
      if (how === "cancelled") say("Move cancelled");
      else if (how === "dropped" && /keys|pointer/.test(by)) sayPlace(id, " dropped");
      else say();
    },
  });

  function hold(what) {
    if (root.activeElement?.matches("input")) root.activeElement.blur(); // a drag saves no text
    hand.take(what);
    render();
  }

  // ---- moving cards

  // Actions for Python.
  const moveCard = (id, to) => ({ do: "move", list: config.list, id, to });
  const turnK = (k) => ({ do: "turn", knob: "k", to: k });

  const indexOf = (id) => list.documents.findIndex((doc) => doc.id === id);

  const moved = (id, to) =>
    movedIn(list, id, config.only_order ? Math.min(to, list.documents.length - 1) : to);
  const rowOf = (id) => rowIn(list, id);

  /** Move a document one row up or down, past a card or past the retrieval line. */
  function step(id, by) {
    const row = rowOf(id) + by;
    const next = moved(id, row);
    const isAtEnd = !differs(next, list);
    if (hand.held) hand.moveTo(next);
    else if (!isAtEnd) edit(next, moveCard(id, row));
    if (isAtEnd)
      say(`${list.documents[indexOf(id)].title} is already ${by < 0 ? "first" : "last"}`);
    else if (hand.held) sayPlace(id);
    reveal(cards.get(id));
  }

  /** Scroll to the final place of a card that still glides. */
  function reveal(card) {
    const glides = card.getAnimations();
    for (const { effect } of glides) effect.target = null;
    card.scrollIntoView({ block: "nearest" });
    for (const { effect } of glides) effect.target = card;
  }

  /** What tells the parts of a second list from those of the first. */
  const ofList = () => (config.list === "b" ? ", list B" : "");

  const rankOf = (at) => (at < list.retrieved ? String(at + 1) : "–");

  function placeOf(at) {
    return at < list.retrieved ? `rank ${at + 1} of ${list.retrieved}` : "not retrieved";
  }

  function sayPlace(id, verb = "") {
    const at = indexOf(id);
    say(`${list.documents[at].title}${verb}, ${placeOf(at)}`);
  }

  function rowHeights() {
    const height = ol.firstElementChild.offsetHeight;
    return { height, pitch: height + parseFloat(getComputedStyle(ol).rowGap) };
  }

  /** Move the dragged card to the row where its middle is on the screen. */
  function place(middle) {
    const { height, pitch } = rowHeights();
    const y = (middle - ol.getBoundingClientRect().top) / zoomOf(ol);
    const at = indexOf(hand.held.id);
    const away = (y - height / 2) / pitch - at; // in rows; it passes a card when it covers more than half of that card
    const passes = Math.sign(away) * Math.max(0, Math.ceil(Math.abs(away) - 0.55));
    const row = Math.min(Math.max(at + passes, 0), list.documents.length - 1);
    const wasMissed = at >= list.retrieved;
    const othersRetrieved = list.retrieved - Number(!wasMissed);
    // In the row at the retrieval line, it crosses the line only near the edge of the row.
    const off = (y - (row * pitch + height / 2)) / height;
    const crosses = off > (wasMissed ? -0.4 : 0.4);
    const missed = row === othersRetrieved ? crosses : row > othersRetrieved;
    hand.moveTo(moved(hand.held.id, row + Number(missed)));
  }

  // ---- swapping retrieved neighbours, on pages with `swaps`: a button in each gap

  /** Draw a button for each two neighbours; Tab reaches the one that was used last. */
  function paintSwaps() {
    const count = config.swaps ? Math.max(list.retrieved - 1, 0) : 0;
    swaps.hidden = count === 0;
    if (swaps.contains(root.activeElement) && swaps.children.length > count) {
      (swaps.children[count - 1] ?? addButton).focus();
    }
    while (swaps.children.length > count) swaps.lastChild.remove();
    while (swaps.children.length < count) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "⇅";
      button.tabIndex = -1;
      swaps.append(button);
    }
    [...swaps.children].forEach((button, at) => {
      const neighbours = list.documents.slice(at, at + 2);
      button.style.setProperty("--row", at + 1);
      button.ariaLabel = `Swap ranks ${at + 1} and ${at + 2}`;
      button.title = config.swaps[at] ?? "";
      button.dataset.doc = neighbours.map(({ id }) => `${config.list}-${id}`).join(" ");
    });
    if (count && !swaps.querySelector("[tabindex='0']")) swaps.firstChild.tabIndex = 0;
  }

  function onSwap({ target }) {
    const at = [...swaps.children].indexOf(target);
    if (at >= 0 && !hand.held) step(list.documents[at + 1].id, -1);
  }

  function onSwapKey(event) {
    const at = [...swaps.children].indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: swaps.children.length - 1 }[
      event.key
    ];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    swaps.children[to]?.focus();
  }

  function onSwapFocus({ target }) {
    for (const button of swaps.children) button.tabIndex = button === target ? 0 : -1;
  }

  // ---- the pointer on a card

  let grab = 0; // pixels from the middle of the card to the pointer
  let pointer = { x: 0, y: 0, startY: 0 };
  let floating = null; // the copy of the dragged card, below the pointer
  let dragged = false; // whether the pointer dragged since it was pressed
  const middleOf = (card) => {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const follow = () => {
    if (hand.held?.by !== "pointer") return;
    floating?.follow(pointer.x, pointer.y);
    place(pointer.y - grab);
  };

  /** Return the card that a press takes hold of: by its grip, or with a mouse by all that is not a control. */
  function cardTaken(event) {
    const card = event.target.closest(".card");
    if (!card || event.target.closest(".grip")) return card;
    if (event.pointerType === "touch") return null; // leave touch to scrolling
    const control = event.target.closest("button, input");
    return control && (control === root.activeElement || !control.matches(".title")) ? null : card;
  }

  const cardDrag = onDrag(ol, {
    take: (event) => {
      const card = cardTaken(event);
      if (card) {
        pointer = { x: event.clientX, y: event.clientY, startY: event.clientY };
        grab = event.clientY - middleOf(card);
      }
      return card;
    },
    start: (card) => {
      hand.letGo();
      dragged = true;
      floating = floatingCopy(card, rows, pointer.x, pointer.y);
      hold({ by: "pointer", id: card.dataset.id });
      scrollAtEdge(scroller(), () => (hand.held?.by === "pointer" ? pointer : null));
      document.addEventListener("scroll", follow, true); // scrolling moves the list under a resting pointer
    },
    move: ({ clientX, clientY }) => {
      pointer = { ...pointer, x: clientX, y: clientY };
      follow();
    },
    end: ({ type, clientX, clientY }) => {
      if (hand.held?.by !== "pointer") return;
      const card = cards.get(hand.held.id);
      if (type === "pointerup") {
        pointer = { ...pointer, x: clientX, y: clientY };
        follow();
      }
      hand.letGo(type === "pointerup");
      if (type === "pointerup") glide(card, clientY - grab - middleOf(card));
    },
  });

  /** Take away what follows the pointer. */
  function land() {
    cardDrag.stop();
    floating?.copy.remove();
    floating = null;
    document.removeEventListener("scroll", follow, true);
  }

  // ---- clicks: the first on a grip lifts a card, the next puts it down

  function onPointerdown(event) {
    dragged = false;
    const isLifted = hand.held?.by === "keys";
    // Otherwise the card would lose the focus, and so be dropped, or its grades be closed.
    if (isLifted || (opened && event.target.closest(".drawer"))) event.preventDefault();
    if (isLifted) event.stopPropagation();
  }

  function onClick({ target, detail }) {
    if (target === ol || (dragged && detail > 0)) return; // the end of a drag
    const id = target.closest(".card")?.dataset.id;
    const radio = target.closest("[role=radio]");
    if (hand.held?.by === "keys") {
      const grip = cards.get(hand.held.id).querySelector(".grip");
      hand.moveTo(moved(hand.held.id, id ? rowOf(id) : list.documents.length));
      hand.letGo();
      grip.dispatchEvent(new FocusEvent("focusin", { bubbles: true, composed: true })); // highlights this card
    } else if (hand.held || !id) return;
    else if (target.closest(".grip")) lift(id);
    else if (target.closest(".grade")) open(opened === id ? null : id);
    else if (radio) choose(id, gradeOf(radio));
    else if (target.closest(".delete")) remove(id);
  }

  function lift(id) {
    hold({ by: "keys", id });
    cards.get(id).querySelector(".grip").focus({ preventScroll: true });
    sayPlace(id, " lifted");
  }

  /** Open the grades of a card that shows only its own, or close them (`null`). */
  function open(id) {
    opened = id;
    list.documents.forEach(paintCard);
    cards.get(id)?.querySelector("[role=radio][aria-checked=true]").focus();
  }

  function choose(id, grade) {
    setGrade(id, grade);
    if (opened) close(id);
  }

  function close(id) {
    open(null);
    cards.get(id)?.querySelector(".grade").focus();
  }

  // ---- the cut at k

  /** Return a hold on the cut, in the rows of the list or of a picture of it. */
  function cutIn(rows) {
    const { top, height } = rows.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(rows).rowGap) * zoomOf(rows);
    const below = top - ol.getBoundingClientRect().top;
    return { by: "cut", below, pitch: (height + gap) / list.documents.length };
  }

  /** Start to drag the cut in a picture with the list's rows (pages/precision_and_recall/boxes.py), where it is a line. */
  function takeCut(event) {
    const column = event.target.closest?.(".column");
    const handle = column?.querySelector(`[data-cut="${config.list}"]`);
    // A finger anywhere else scrolls the page.
    if (!handle || (event.pointerType !== "mouse" && !handle.contains(event.target))) return;
    if (hand.held) return;
    event.preventDefault(); // selects no text
    cutDrag.press(event, cutIn(column.querySelector("ul")));
    moveCut(event);
  }

  function moveCut(event) {
    if (hand.held?.by === "mark") moveMark(event);
    if (hand.held?.by !== "cut") return;
    const { below, pitch, before } = hand.held;
    const row = Math.round((event.clientY - ol.getBoundingClientRect().top - below) / pitch);
    hand.moveTo({ ...list, k: cutAt(row, list.retrieved, before.k) });
  }

  // The cut, or a mark.
  const cutDrag = onDrag(cut, {
    slack: 0,
    take: () => (hand.held ? null : cutIn(ol)),
    start: (what) => hold(what),
    move: moveCut,
    end: ({ type }) => {
      if (/cut|mark/.test(hand.held?.by)) hand.letGo(type === "pointerup");
    },
  });

  // ---- the first hit on a scale (pages/reciprocal_rank/first_hit.py): dragging its mark moves its card through the list

  function takeMark(event) {
    const mark = event.target.closest?.(`[data-take^="${config.list}-"]`);
    if (!mark || event.button !== 0 || hand.held) return;
    event.preventDefault();
    const { left, width } = mark.parentElement.getBoundingClientRect();
    const places = mark.dataset.places.split(" ").map((place) => left + place * width); // x of each rank, and of "none"
    // By the cut, because the mark is rebuilt while it moves.
    cutDrag.press(event, {
      by: "mark",
      id: mark.dataset.take.slice(config.list.length + 1),
      places,
    });
  }

  function moveMark({ clientX }) {
    const { id, places } = hand.held;
    const off = places.map((place) => Math.abs(place - clientX));
    const rows = off.indexOf(Math.min(...off)); // number of rows above the card
    const others = list.retrieved - Number(indexOf(id) < list.retrieved);
    const nowhere = rows === list.k && rows > others; // below a cut behind all others it is not retrieved
    hand.moveTo(moved(id, nowhere ? others + 1 : Math.min(rows, others)));
  }

  function onCutKey(key) {
    const [fewer, more] = [list.k - 1, list.k + 1];
    const k = {
      ArrowUp: fewer,
      ArrowLeft: fewer,
      ArrowDown: more,
      ArrowRight: more,
      Home: 1,
      End: config.deepest,
      PageUp: Math.max(list.k - 5, 1),
      PageDown: Math.min(list.k + 5, config.deepest),
    }[key];
    if (k === undefined) return false;
    if (k >= 1 && k <= config.deepest && k !== list.k) edit({ k }, turnK(k));
    return true;
  }

  // ---- grades, titles, adding, deleting

  function alter(id, values, what) {
    edit(alteredIn(list, id, values), { do: what, list: config.list, id, ...values });
  }

  function setGrade(id, grade) {
    if (list.documents[indexOf(id)].grade !== grade) alter(id, { grade }, "grade");
  }

  function commitTitle(input) {
    if (hand.held) hand.giveUp(); // it would refuse the title
    const doc = list.documents[indexOf(input.closest(".card").dataset.id)];
    const title = input.value.trim();
    input.value = title || doc.title;
    if (title && title !== doc.title) alter(doc.id, { title }, "rename");
  }

  function remove(id) {
    opened = null;
    edit(removedFrom(list, id), { do: "delete", list: config.list, id });
  }

  function add() {
    const doc = { id: freshId(), title: "New document", grade: 0 };
    edit(addedTo(list, doc), { do: "add", list: config.list, ...doc });
    startTyping(cards.get(doc.id)?.querySelector(".title"));
  }

  // ---- the keyboard

  function onKeydown(event) {
    const { target, key } = event;
    const command = event.ctrlKey || event.metaKey;
    if (command && /^[zy]$/i.test(key) && !isTyped(target) && !hand.held) return; // for the page's Undo and Redo
    event.stopPropagation(); // Streamlit listens to single letters
    if (command || event.isComposing) return;
    const card = target.closest(".card");
    const handled = card
      ? onCardKey(card.dataset.id, target, event)
      : target === cut && onCutKey(key);
    if (handled) event.preventDefault();
  }

  /** Space has lifted or dropped already; some browsers add a click on keyup. */
  function onKeyup(event) {
    if (event.key === " " && event.target.matches(".grip")) event.preventDefault();
  }

  function onCardKey(id, target, { key, altKey, repeat }) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (hand.held && hand.held.by !== "keys") return true;
    if (altKey && !by) return false;
    if (altKey || (hand.held && by)) {
      step(id, by);
      return true;
    }
    if (target.matches(".title")) return onTitleKey(id, target, key);
    if (target.matches(".grip") && (key === " " || key === "Enter")) {
      if (!repeat && hand.held) hand.letGo();
      else if (!repeat) lift(id);
      return true;
    }
    if (hand.held) return false;
    if (key === "Escape" && opened === id) {
      close(id);
      return true;
    }
    const to = {
      ArrowUp: indexOf(id) - 1,
      ArrowDown: indexOf(id) + 1,
      Home: 0,
      End: list.documents.length - 1,
    }[key];
    if (target.matches(".grip") && to !== undefined) {
      cardAt(to)?.querySelector(".grip").focus();
      return true;
    }
    if (config.only_order) return false;
    if (/^\d$/.test(key) && key <= config.top) setGrade(id, Number(key));
    else if (key.toLowerCase() === "u") setGrade(id, null);
    else
      return (
        target.matches("[role=radio]") && onGradeKey(target, key, (grade) => setGrade(id, grade))
      );
    return true;
  }

  function onTitleKey(id, input, key) {
    if (key !== "Enter" && key !== "Escape") return false;
    if (key === "Escape") input.value = list.documents[indexOf(id)].title;
    cards.get(id).querySelector(".grip").focus(); // leaving the title saves it
    return true;
  }

  function onFocusin({ target }) {
    active = target.closest(".card").dataset.id;
    paintStops();
  }

  /** Explain the keys where the reader enters the list, not at each of its cards. */
  function explain(isOutside) {
    for (const [id, card] of cards) {
      const grip = card.querySelector(".grip");
      if (isOutside && id === active) grip.setAttribute("aria-describedby", "keys");
      else if (grip !== root.activeElement) grip.removeAttribute("aria-describedby");
    }
  }

  function onFocusout({ target, relatedTarget }) {
    if (arranging) return;
    explain(!ol.contains(relatedTarget));
    if (target.matches(".title")) commitTitle(target);
    else if (hand.held?.by === "keys") hand.letGo();
    if (opened && !cards.get(opened)?.contains(relatedTarget)) open(null);
  }

  // ---- drawing

  const cardAt = (at) => cards.get(list.documents[at]?.id);

  function render() {
    board.style.setProperty("--pitch", `${config.pitch}px`);
    board.style.setProperty("--between", `${config.gap}px`);
    board.style.setProperty("--head", `${config.head}px`);
    rows.style.setProperty("--cards", Math.max(1, list.documents.length));
    ol.ariaLabel = config.label;
    retrievalLine.ariaLabel = `Not retrieved${ofList()}`;
    cut.ariaLabel = `Cut at k${ofList()}`;
    addButton.ariaLabel = `Add document${ofList()}`;
    tip.hidden = signs.hidden = config.head === 0;
    const returned = tip.querySelector("span"); // beside another list its name stands here
    if (returned)
      returned.textContent = `What a search ${config.searched ? `for “${config.searched}” ` : ""}returned, best first.`;
    const [called, below] = config.called;
    board.classList.toggle("folded", called !== "");
    board.classList.toggle("only-order", Boolean(config.only_order));
    board.classList.toggle("ungraded", config.graded === false);
    if (config.only_order) root.querySelector(".marks")?.remove();
    if (called) tip.innerHTML = `<b>${called}</b> ${below}`; // our own markup
    arrange();
    list.documents.forEach(paintCard);
    paintStops();
    explain(!ol.contains(root.activeElement));
    paintSwaps();
    if (floating && hand.held?.by === "pointer")
      floating.copy.querySelector(".rank").textContent = rankOf(indexOf(hand.held.id));
    paintLines();
  }

  /** Put a card for every document in order; moved cards glide; the focus stays. */
  function arrange() {
    const focused = root.activeElement;
    const focusedAt = [...cards.values()].indexOf(focused?.closest(".card"));
    const before = new Map(
      [...cards.values()].map((card) => [card, middleOf(card) - ol.getBoundingClientRect().top]),
    );
    const wanted = list.documents.map((doc) => cards.get(doc.id) ?? newCard(doc.id));
    arranging = true;
    before.forEach((_, card) => {
      if (!wanted.includes(card)) card.remove();
    });
    let at = ol.firstElementChild;
    wanted.forEach((card) => {
      if (card === at) at = at.nextElementSibling;
      else ol.insertBefore(card, at);
    });
    cards.clear();
    for (const card of wanted) cards.set(card.dataset.id, card);
    if (focused && !focused.isConnected) {
      (wanted[Math.min(focusedAt, wanted.length - 1)]?.querySelector(".grip") ?? addButton).focus();
    } else if (focused !== root.activeElement) {
      focused.focus({ preventScroll: true });
    }
    arranging = false;
    wanted.forEach((card) => {
      for (const animation of card.getAnimations()) animation.cancel();
      const isSlot = hand.held?.by === "pointer" && hand.held.id === card.dataset.id;
      if (before.has(card) && !isSlot)
        glide(card, before.get(card) + ol.getBoundingClientRect().top - middleOf(card));
    });
  }

  function newCard(id) {
    const card = template.content.firstElementChild.cloneNode(true);
    card.dataset.id = id;
    return card;
  }

  function paintCard(doc, at) {
    const card = cards.get(doc.id);
    const part = (name) => card.querySelector(`.${name}`);
    const judged = doc.grade !== null;
    const relevance = judged ? `relevance ${doc.grade} of ${config.top}` : "relevance not judged";
    card.ariaLabel = [doc.title, placeOf(at), ...(config.graded === false ? [] : [relevance])].join(
      ", ",
    );
    card.classList.toggle("missed", at >= list.retrieved);
    card.dataset.doc = `${config.list}-${doc.id}`;
    const isHeld = doc.id === hand.held?.id;
    card.classList.toggle("lifted", isHeld && hand.held.by === "keys");
    card.classList.toggle("slot", isHeld && hand.held.by === "pointer");
    card.style.setProperty(
      "--grade",
      config.graded === false ? "var(--rule)" : `var(--grade-${judged ? doc.grade : "none"})`,
    );
    part("grip").ariaLabel = `Move ${doc.title}, ${placeOf(at)}${ofList()}`;
    part("rank").textContent = rankOf(at);
    part("symbol").textContent = judged ? config.symbols[doc.grade] : "?";
    part("title").readOnly = part("grade").disabled = Boolean(config.only_order);
    writeInto(part("title"), doc.title);
    part("whole").textContent = doc.title;
    if (config.graded === false) {
      part("grade").textContent = "⋯";
      part("grade").ariaLabel = `More about ${doc.title}`;
    } else {
      part("grade").textContent = judged ? `${config.symbols[doc.grade]} ${doc.grade}` : "?";
      part("grade").ariaLabel = `Grade ${doc.title}, ${relevance}`;
    }
    part("grade").ariaExpanded = String(opened === doc.id);
    card.classList.toggle("open", opened === doc.id);
    part("title").title = doc.title;
    part("title").ariaLabel = `Title of ${doc.title}`;
    part("delete").ariaLabel = `Delete ${doc.title}`;
    part("grades").ariaLabel = `Relevance of ${doc.title}`;
    paintGrades(part("grades"), config.top, doc.grade);
  }

  /** Draw in each card what it adds, on screens without room for bars beside the cards; also during a drag. */
  function paintAdds() {
    if (!ONE_COLUMN.matches) return;
    const { heading = "", rows: adds = {}, of_hits: ofHits = false } = hand.latest.adds ?? {};
    const [called] = hand.latest.called;
    adding.textContent = called && heading ? `${called}: ${heading}` : heading;
    board.style.setProperty("--bar", ofHits ? `var(--grade-${config.top})` : "");
    board.classList.toggle("with-bars", Boolean(hand.latest.adds));
    const labels = Object.values(adds).map(([label]) => label);
    board.style.setProperty("--label", `${Math.max(0, ...labels.map((label) => label.length))}ch`);
    board.classList.toggle(
      "tall-labels",
      labels.some((label) => label.includes("\n")),
    );
    for (const [id, card] of cards) {
      const [label = "", ...parts] = adds[id] ?? [];
      const [bar, number] = card.querySelector(".adds").children;
      number.textContent = label;
      bar.replaceChildren(
        ...parts.map(([from, to, look, height]) => {
          const part = document.createElement("i");
          part.className = look;
          part.style.cssText = `--from: ${from}; --to: ${to}; --height: ${height}`;
          return part;
        }),
      );
    }
  }

  /** Let Tab reach the parts of one card: the card focused last, or the first. */
  function paintStops() {
    if (!cards.has(active)) active = list.documents[0]?.id;
    const reached = config.only_order ? ".grip" : "*";
    for (const [id, card] of cards) {
      for (const part of card.querySelectorAll(".grip, .title, .grade, .delete, [role=radio]")) {
        part.tabIndex =
          id === active && part.matches(reached) && part.ariaChecked !== "false" ? 0 : -1;
      }
    }
  }

  function paintLines() {
    const {
      documents: { length },
      retrieved,
      k,
    } = list;
    const startedWhole = hand.held?.before.retrieved === length; // the hint stays when the first card leaves
    hint.hidden = (retrieved < length && !startedWhole) || (config.called[0] !== "" && length > 0);
    hint.textContent =
      length === 0
        ? "No documents yet: add the first one."
        : retrieved === length
          ? "Drop a card here if the system did not find it"
          : "";
    rows.classList.toggle("empty", length === 0);
    board.classList.toggle("plain", Boolean(config.plain));
    rows.classList.toggle("all-retrieved", retrieved === length && !hand.held);
    rows.classList.toggle("at-end", Math.min(k, retrieved) === length);
    retrievalLine.style.setProperty("--row", retrieved);
    cut.hidden = length === 0;
    cut.style.setProperty("--row", Math.min(k, retrieved));
    paintCut(cut, k, config.deepest, hand.held?.by === "cut");
    rows.classList.toggle("holding", hand.held !== null);
    rows.classList.toggle("choosing", hand.held?.by === "keys");
  }

  for (const [part, event, answer] of [
    [board, "keydown", onKeydown],
    [rows, "click", onClick],
    [ol, "keyup", onKeyup],
    [ol, "focusin", onFocusin],
    [ol, "focusout", onFocusout],
    [swaps, "click", onSwap],
    [swaps, "keydown", onSwapKey],
    [swaps, "focusin", onSwapFocus],
    [addButton, "click", add],
  ])
    part.addEventListener(event, answer);
  rows.addEventListener("pointerdown", onPointerdown, true); // before the drags
  document.addEventListener("pointerdown", takeCut);
  document.addEventListener("pointerdown", takeMark);
  ONE_COLUMN.addEventListener("change", paintAdds);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(ol),
    destroy: () => {
      hand.giveUp();
      land();
      cutDrag.stop();
      document.removeEventListener("pointerdown", takeCut);
      document.removeEventListener("pointerdown", takeMark);
      ONE_COLUMN.removeEventListener("change", paintAdds);
      ol.replaceChildren(); // first, or a title that loses the focus would be saved
      board.remove();
    },
  };
}

/** Animate `element` from `dy` pixels below its place. */
function glide(element, dy) {
  if (Math.abs(dy) < 1 || less.motion) return;
  const path = [{ transform: `translateY(${dy / zoomOf(element)}px)` }, { transform: "none" }];
  element.animate(path, { duration: GLIDE_MS, easing: "ease-out" });
}
