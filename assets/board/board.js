// A list of documents to drag into order, grade, rename, add and delete, with a cut at k and a line below which
// documents were not retrieved. Python owns the list and sends it as `data`; an edit shows at once, and what it changes,
// no more, goes to Python by the courier. Dragging sends previews, which Python does not keep.
// `Sortable` (SortableJS, placed before this file) gives the gesture: mouse, pen, touch, the floating card. Where a held
// card goes is decided here, in `place`, because the retrieval line is not a card. Who cannot drag lifts a card by a
// click or a tap on its grip, and by another one says where it goes.

const GLIDE_MS = 150;
const TOLERANCE = 4; // pixels up to which a press is a click
const EDGE = 45; // pixels from where the page scrolls under a held card
const FASTEST = 16; // pixels a frame
const BARS_IN_CARDS = matchMedia("(max-width: 640px), (pointer: coarse) and (max-width: 1100px)"); // as in board.css

const boardHtml = document.createElement("template");
boardHtml.innerHTML = TEXTS["board.html"];
const boardStyle = new CSSStyleSheet();
boardStyle.replaceSync(TEXTS["board.css"]);

/** Start a board in `root`; what the reader does there is told in the name of `sender`. */
function createBoard(root, sender) {
  root.adoptedStyleSheets = [boardStyle, litSheet];
  root.append(boardHtml.content.cloneNode(true));
  const [board, adding, tip, rows, ol, swaps, hint, retrievalLine, cut, addButton, live, template] = [
    ".board", ".adding", ".tip", ".rows", "ol", ".swaps", ".hint", ".retrieval", ".cut", ".add", ".live", "template",
  ].map((selector) => root.querySelector(selector));
  const cards = new Map(); // document id -> its <li>

  let list = { documents: [], retrieved: 0, k: 1 }; // what is shown; replaced, never changed in place
  let config = null; // the data that `list` was taken from
  let latest = null; // the newest data, perhaps not taken over yet
  let session; // another one means the server started afresh, and Python is right
  let held = null; // what is being moved: { by: "pointer" | "keys" | "cut" | "mark", id, before }
  let opened = null; // the card whose grades a finger has opened
  let active = null; // the card whose parts Tab reaches: a list is one stop, and the arrow keys go through its cards
  let arranging = false; // moving a focused card in the DOM blurs it for a moment

  // ---- to and from Python

  function update(data) {
    latest = data;
    rankbook.answered(sender, data.ack);
    if (held) paintAdds();
    else takeOver();
  }

  function takeOver() {
    const fresh = latest.session !== session;
    if (!fresh && rankbook.pending(sender)) return; // it is from before our edit
    session = latest.session;
    config = latest;
    list = { documents: latest.documents, retrieved: latest.retrieved, k: latest.k };
    paintColours();
    render();
    paintAdds();
  }

  /** Show the list as an edit leaves it, and tell Python what to change. */
  function edit(next, change) {
    if (held) return;
    list = { ...list, ...next };
    render();
    rankbook.act(sender, change);
    say();
  }

  const say = (sentence = "") => { live.textContent = sentence; };

  // ---- holding: by the pointer, by the keys, by its mark, or the cut; all preview, and drop or cancel, alike

  function hold(by, id = null) {
    held = { by, id, before: list };
    rankbook.isHolding = true;
    document.addEventListener("keydown", onKeyWhileHeld, true); // capture: before anybody else acts on it
    render();
  }

  function moveTo(next) {
    if (same(next, list)) return;
    list = next;
    render();
    rankbook.preview(sender, heldChange());
  }

  /** What Python is to change if the reader lets go now. */
  function heldChange() {
    return held.by === "cut" ? turnK(list.k) : moveCard(held.id, rowOf(held.id));
  }

  function letGo(keep) {
    const { before } = held;
    const made = heldChange();
    held = null;
    rankbook.isHolding = false;
    document.removeEventListener("keydown", onKeyWhileHeld, true);
    if (!keep) list = before;
    render();
    if (same(list, before)) {
      rankbook.cancel(sender);
      takeOver(); // data that came meanwhile
    } else {
      rankbook.act(sender, made);
    }
  }

  function onKeyWhileHeld(event) {
    const undoes = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    if (event.key !== "Escape" && !undoes) return;
    event.preventDefault();
    event.stopPropagation();
    if (undoes) return;
    if (held.by === "pointer") endDrag();
    else letGo(false);
    say("Move cancelled");
  }

  // ---- moving cards

  // What Python is told.
  const moveCard = (id, to) => ({ do: "move", list: config.list, id, to });
  const turnK = (k) => ({ do: "turn", knob: "k", to: k });

  const indexOf = (id) => list.documents.findIndex((doc) => doc.id === id);

  const moved = (id, to) => movedIn(list, id, config.only_order ? Math.min(to, list.documents.length - 1) : to);
  const rowOf = (id) => rowIn(list, id);

  /** One row up or down, past a card or past the retrieval line. */
  function step(id, by) {
    const row = rowOf(id) + by;
    const next = moved(id, row);
    const isThere = same(next, list);
    if (held) moveTo(next);
    else if (!isThere) edit(next, moveCard(id, row));
    if (isThere) say(`${list.documents[indexOf(id)].title} is already ${by < 0 ? "first" : "last"}`);
    else if (held) sayPlace(id);
    reveal(cards.get(id));
  }

  /** Scroll to where a card will be when it has glided there. */
  function reveal(card) {
    const glides = card.getAnimations();
    for (const { effect } of glides) effect.target = null;
    card.scrollIntoView({ block: "nearest" });
    for (const { effect } of glides) effect.target = card;
  }

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

  /** Put the held card where its middle now is on the screen. */
  function place(middle) {
    const { height, pitch } = rowHeights();
    const y = middle - ol.getBoundingClientRect().top;
    const at = indexOf(held.id);
    const away = (y - height / 2) / pitch - at; // in rows; it passes a card when more than half of it is covered
    const passes = Math.sign(away) * Math.max(0, Math.ceil(Math.abs(away) - 0.55));
    const row = Math.min(Math.max(at + passes, 0), list.documents.length - 1);
    const wasMissed = at >= list.retrieved;
    const othersRetrieved = list.retrieved - !wasMissed;
    // In the row that touches the line, it changes sides only near that row's edge, where the line was.
    const off = (y - (row * pitch + height / 2)) / height;
    const crosses = off > (wasMissed ? -0.4 : 0.4);
    const missed = row === othersRetrieved ? crosses : row > othersRetrieved;
    moveTo(moved(held.id, row + missed));
  }

  // ---- swapping neighbours, where a page asks for it: a button in the gap between each two that were retrieved

  /** Draw as many buttons as there are neighbours; Tab reaches the one that was used last. */
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
    if (at >= 0 && !held) step(list.documents[at + 1].id, -1);
  }

  function onSwapKey(event) {
    const at = [...swaps.children].indexOf(event.target);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: swaps.children.length - 1 }[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    swaps.children[to]?.focus();
  }

  function onSwapFocus({ target }) {
    for (const button of swaps.children) button.tabIndex = button === target ? 0 : -1;
  }

  // ---- the pointer on a card

  let grab = 0; // from the middle of the card to where the pointer took it
  let pointerY = 0;
  let startY = 0;
  let dragged = false; // since the pointer came down
  const clientY = (event) => (event.changedTouches?.[0] ?? event).clientY;
  const middleOf = (card) => { const box = card.getBoundingClientRect(); return box.top + box.height / 2; };
  const follow = (event) => {
    if (event.type === "pointermove") pointerY = event.clientY;
    place(pointerY - grab);
  };
  /** Near an edge of what is in sight, and on its way there, a held card has the page scroll. */
  function scrollAtEdge() {
    if (held?.by !== "pointer") return;
    const page = document.querySelector(".stMain");
    const top = parseFloat(getComputedStyle(page).scrollPaddingTop); // below what stays in sight
    const beyond = Math.min(pointerY - top - EDGE, 0) + Math.max(pointerY - innerHeight + EDGE, 0);
    const step = Math.sign(beyond) * Math.min(Math.ceil(Math.abs(beyond) / 3), FASTEST);
    if (step * (pointerY - startY) > 0) page.scrollTop += step;
    requestAnimationFrame(scrollAtEdge);
  }
  const endDrag = () => sortable._onDrop(new Event("pointercancel")); // as if the system had taken the pointer away

  const sortable = Sortable.create(ol, {
    sort: false,
    draggable: ".card",
    forceFallback: true,
    fallbackTolerance: TOLERANCE,
    scroll: false, // it knows nothing of what stays in sight at the top
    preventOnFilter: false,
    filter: (event) => {
      if (event.target.closest(".grip")) return false;
      if (event.pointerType === "touch" || event.type === "touchstart") return true; // leave touch to scrolling
      const control = event.target.closest("button, input");
      return control !== null && (control === root.activeElement || !control.matches(".title"));
    },
    onChoose: ({ item, originalEvent }) => {
      startY = clientY(originalEvent);
      grab = startY - middleOf(item);
    },
    onStart: ({ item, originalEvent }) => {
      Sortable.ghost.inert = true; // a copy: neither to be read out nor to be tabbed into
      Sortable.ghost.ariaHidden = "true";
      if (held) letGo(true);
      if (root.activeElement?.matches(".title")) root.activeElement.blur();
      dragged = true;
      pointerY = startY;
      hold("pointer", item.dataset.id);
      scrollAtEdge();
      document.addEventListener("pointermove", follow);
      document.addEventListener("scroll", follow, true); // the list moves under a resting pointer
    },
    onUnchoose: ({ item, originalEvent }) => {
      // On a busy page a quick drag is over before SortableJS has begun it.
      if (dragged || originalEvent.type.endsWith("cancel")) return;
      if (Math.abs(clientY(originalEvent) - startY) < TOLERANCE) return;
      if (held) letGo(true);
      dragged = true;
      hold("pointer", item.dataset.id);
      endHold(item, originalEvent);
    },
    onEnd: ({ item, originalEvent }) => {
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("scroll", follow, true);
      endHold(item, originalEvent);
    },
  });

  function endHold(item, event) {
    // SortableJS swallows the click that follows a drag; where none does, that would be the reader's next tap.
    setTimeout(() => ol.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })), 50);
    if (!held) return;
    if (event.type.endsWith("cancel")) {
      letGo(false);
      return;
    }
    place(clientY(event) - grab);
    drop();
    glide(item, clientY(event) - grab - middleOf(item));
  }

  // ---- clicks: the first on a grip lifts a card, the next says where it goes

  function onPointerdown(event) {
    dragged = false;
    const isLifted = held?.by === "keys";
    // The card would lose the focus, and so be dropped where it is, or its grades be closed.
    if (isLifted || (opened && event.target.closest(".drawer"))) event.preventDefault();
    if (isLifted) event.stopPropagation();
  }

  function onClick({ target, detail }) {
    if (target === ol || (dragged && detail > 0)) return; // the end of a drag, not of a click of its own
    const id = target.closest(".card")?.dataset.id;
    const radio = target.closest("[role=radio]");
    if (held?.by === "keys") {
      const grip = cards.get(held.id).querySelector(".grip");
      moveTo(moved(held.id, id ? rowOf(id) : list.documents.length));
      drop();
      grip.dispatchEvent(new FocusEvent("focusin", { bubbles: true, composed: true })); // it is the one to be lit
    } else if (held || !id) return;
    else if (target.closest(".grip")) lift(id);
    else if (target.closest(".grade")) open(opened === id ? null : id);
    else if (radio) choose(id, gradeOf(radio));
    else if (target.closest(".delete")) remove(id);
  }

  function lift(id) {
    hold("keys", id);
    cards.get(id).querySelector(".grip").focus({ preventScroll: true });
    sayPlace(id, " lifted");
  }

  /** Let go where it is; what that changes is heard from Python, with the score. */
  function drop() {
    const { id, before } = held;
    if (same(list, before)) sayPlace(id, " dropped");
    else say();
    letGo(true);
  }

  /** Open the grades of a card, where it shows only the one it has; or close them. */
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

  function dragCut(event, rows = ol) {
    if (event.button !== 0 || held) return;
    hold("cut");
    const { top, height } = rows.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(rows).rowGap);
    held.below = top - ol.getBoundingClientRect().top;
    held.pitch = (height + gap) / list.documents.length;
    cut.setPointerCapture(event.pointerId);
  }

  /** The cut can be taken in a picture, too, whose rows are the list's (ui/pictures/window.py): there it is one line. */
  function takeCut(event) {
    const column = event.target.closest?.(".column");
    const handle = column?.querySelector(`[data-cut="${config.list}"]`);
    // A finger anywhere else scrolls the page.
    if (!handle || (event.pointerType !== "mouse" && !handle.contains(event.target))) return;
    event.preventDefault(); // no text is marked
    dragCut(event, column.querySelector("ul"));
    moveCut(event);
  }

  function moveCut(event) {
    if (held?.by !== "cut") return;
    const row = Math.round((event.clientY - ol.getBoundingClientRect().top - held.below) / held.pitch);
    const shown = Math.min(Math.max(row, 1), Math.max(list.retrieved, 1));
    const start = held.before.k; // deeper than the list, it keeps its value until it leaves the end
    moveTo({ ...list, k: shown === Math.min(start, list.retrieved) ? start : shown });
  }

  function dropCut(event) {
    if (held?.by !== "cut") return;
    letGo(event.type === "pointerup");
  }

  // ---- the first hit on a scale (ui/pictures/first_hit.py): its mark is moved along, and its card through the list

  function takeMark(event) {
    const mark = event.target.closest?.(`[data-take^="${config.list}-"]`);
    if (!mark || event.button !== 0 || held) return;
    event.preventDefault();
    hold("mark", mark.dataset.take.slice(config.list.length + 1));
    const { left, width } = mark.parentElement.getBoundingClientRect();
    held.places = mark.dataset.places.split(" ").map((place) => left + place * width); // of each rank, and of none
    cut.setPointerCapture(event.pointerId); // the mark is drawn anew while it moves
  }

  function moveMark({ clientX }) {
    if (held?.by !== "mark") return;
    const off = held.places.map((place) => Math.abs(place - clientX));
    const rows = off.indexOf(Math.min(...off)); // above it
    const others = list.retrieved - (indexOf(held.id) < list.retrieved);
    const nowhere = rows === list.k && rows > others; // below a cut that is no card's, nothing is retrieved
    moveTo(moved(held.id, nowhere ? others + 1 : Math.min(rows, others)));
  }

  function dropMark(event) {
    if (held?.by === "mark") letGo(event.type === "pointerup");
  }

  function onCutKey(key) {
    const [less, more] = [list.k - 1, list.k + 1];
    const k = {
      ArrowUp: less, ArrowLeft: less, ArrowDown: more, ArrowRight: more, Home: 1, End: config.deepest,
    }[key];
    if (k === undefined) return false;
    if (k >= 1 && k <= config.deepest && k !== list.k) edit({ k }, turnK(k));
    return true;
  }

  // ---- grades, titles, adding, deleting

  function alter(id, values, what) {
    const documents = list.documents.map((doc) => (doc.id === id ? { ...doc, ...values } : doc));
    edit({ documents }, { do: what, list: config.list, id, ...values });
  }

  function setGrade(id, grade) {
    if (list.documents[indexOf(id)].grade !== grade) alter(id, { grade }, "grade");
  }

  function commitTitle(input) {
    const doc = list.documents[indexOf(input.closest(".card").dataset.id)];
    const title = input.value.trim();
    input.value = title || doc.title;
    if (title && title !== doc.title) alter(doc.id, { title }, "rename");
  }

  function remove(id) {
    const at = indexOf(id);
    const documents = list.documents.toSpliced(at, 1);
    const retrieved = list.retrieved - (at < list.retrieved);
    opened = null;
    edit({ documents, retrieved }, { do: "delete", list: config.list, id });
  }

  function add() {
    const id = freshId();
    const doc = { id, title: "New document", grade: 0 };
    const rank = list.retrieved + 1;
    edit(
      { documents: list.documents.toSpliced(rank - 1, 0, doc), retrieved: rank },
      { do: "add", list: config.list, ...doc },
    );
    cards.get(id)?.querySelector(".title").select();
  }

  // ---- the keyboard

  function onKeydown(event) {
    const { target, key } = event;
    const command = event.ctrlKey || event.metaKey;
    const typing = target.matches("input");
    if (command && /^[zy]$/i.test(key) && !typing && !held) return; // for the page's Undo and Redo
    event.stopPropagation(); // Streamlit listens to single letters
    if (command || event.isComposing) return;
    const card = target.closest(".card");
    const handled = card ? onCardKey(card.dataset.id, target, event) : target === cut && onCutKey(key);
    if (handled) event.preventDefault();
  }

  /** Space has lifted or dropped already; some browsers make a click of its coming up. */
  function onKeyup(event) {
    if (event.key === " " && event.target.matches(".grip")) event.preventDefault();
  }

  function onCardKey(id, target, { key, altKey, repeat }) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key];
    if (held && held.by !== "keys") return true;
    if (altKey && !by) return false;
    if (altKey || (held && by)) {
      step(id, by);
      return true;
    }
    if (target.matches(".title")) return onTitleKey(id, target, key);
    if (target.matches(".grip") && (key === " " || key === "Enter")) {
      if (!repeat && held) drop();
      else if (!repeat) lift(id);
      return true;
    }
    if (held) return false;
    if (key === "Escape" && opened === id) {
      close(id);
      return true;
    }
    const to = { ArrowUp: indexOf(id) - 1, ArrowDown: indexOf(id) + 1, Home: 0, End: list.documents.length - 1 }[key];
    if (target.matches(".grip") && to !== undefined) {
      cardAt(to)?.querySelector(".grip").focus();
      return true;
    }
    if (/^\d$/.test(key) && key <= config.top) setGrade(id, Number(key));
    else if (key.toLowerCase() === "u") setGrade(id, null);
    else return target.matches("[role=radio]") && onRadioKey(id, target, key);
    return true;
  }

  function onTitleKey(id, input, key) {
    if (key !== "Enter" && key !== "Escape") return false;
    if (key === "Escape") input.value = list.documents[indexOf(id)].title;
    cards.get(id).querySelector(".grip").focus(); // leaving the title commits it
    return true;
  }

  function onRadioKey(id, radio, key) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (!by) return false;
    const radios = [...radio.parentElement.children];
    const next = radios.at((radios.indexOf(radio) + by) % radios.length);
    next.focus();
    setGrade(id, gradeOf(next));
    return true;
  }

  function onFocusin({ target }) {
    active = target.closest(".card").dataset.id;
    paintStops();
  }

  function onFocusout({ target, relatedTarget }) {
    if (arranging) return;
    if (target.matches(".title")) commitTitle(target);
    else if (held?.by === "keys") drop();
    if (opened && !cards.get(opened)?.contains(relatedTarget)) open(null);
  }

  // ---- drawing

  const cardAt = (at) => cards.get(list.documents[at]?.id);
  const gradeOf = (radio) => (radio.dataset.grade === "" ? null : Number(radio.dataset.grade));

  function render() {
    board.style.setProperty("--pitch", `${config.pitch}px`);
    board.style.setProperty("--between", `${config.gap}px`);
    board.style.setProperty("--head", `${config.head}px`);
    rows.style.setProperty("--cards", Math.max(1, list.documents.length));
    ol.ariaLabel = config.label;
    tip.hidden = config.head === 0;
    const [called, below] = config.called;
    board.classList.toggle("folded", called !== "");
    board.classList.toggle("only-order", Boolean(config.only_order));
    if (called) tip.innerHTML = `<b>${called}</b> ${below}`; // words of ours
    arrange();
    list.documents.forEach(paintCard);
    paintStops();
    paintSwaps();
    if (held?.by === "pointer" && Sortable.ghost) { // the floating copy tells its present rank
      Sortable.ghost.querySelector(".rank").textContent = cards.get(held.id).querySelector(".rank").textContent;
    }
    paintLines();
  }

  function paintColours() {
    const palette = getComputedStyle(board).getPropertyValue("--st-chart-categorical-colors").split(/,(?![^(]*\))/);
    config.colours.forEach((index, grade) => board.style.setProperty(`--grade-${grade}`, palette[index]));
    board.style.setProperty("--grade-none", palette[config.unjudged]);
  }

  /** Give every document its card, in order; let those that moved glide; keep the focus where it was. */
  function arrange() {
    const focused = root.activeElement;
    const focusedAt = [...cards.values()].indexOf(focused?.closest(".card"));
    const before = new Map([...cards.values()].map((card) => [card, middleOf(card) - ol.getBoundingClientRect().top]));
    const wanted = list.documents.map((doc) => cards.get(doc.id) ?? newCard(doc.id));
    arranging = true;
    before.forEach((_, card) => { if (!wanted.includes(card)) card.remove(); });
    let at = ol.firstElementChild;
    wanted.forEach((card) => {
      if (card === at) at = at.nextElementSibling;
      else ol.insertBefore(card, at);
    });
    cards.clear();
    wanted.forEach((card) => cards.set(card.dataset.id, card));
    if (focused && !focused.isConnected) {
      (wanted[Math.min(focusedAt, wanted.length - 1)]?.querySelector(".grip") ?? addButton).focus();
    } else if (focused !== root.activeElement) {
      focused.focus({ preventScroll: true });
    }
    arranging = false;
    wanted.forEach((card) => {
      card.getAnimations().forEach((animation) => animation.cancel());
      const isSlot = held?.by === "pointer" && held.id === card.dataset.id;
      if (before.has(card) && !isSlot) glide(card, before.get(card) + ol.getBoundingClientRect().top - middleOf(card));
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
    card.ariaLabel = `${doc.title}, ${placeOf(at)}, ${relevance}`;
    card.classList.toggle("missed", at >= list.retrieved);
    card.dataset.doc = `${config.list}-${doc.id}`;
    card.classList.toggle("lifted", held?.by === "keys" && doc.id === held.id);
    card.style.setProperty("--grade", `var(--grade-${judged ? doc.grade : "none"})`);
    part("grip").ariaLabel = `Move ${doc.title}, ${placeOf(at)}`;
    part("rank").textContent = at < list.retrieved ? at + 1 : "–";
    part("symbol").textContent = judged ? config.symbols[doc.grade] : "?";
    if (root.activeElement !== part("title")) part("title").value = doc.title;
    part("whole").textContent = doc.title;
    part("grade").textContent = judged ? `${config.symbols[doc.grade]} ${doc.grade}` : "?";
    part("grade").ariaLabel = `Grade ${doc.title}, ${relevance}`;
    part("grade").ariaExpanded = String(opened === doc.id);
    card.classList.toggle("open", opened === doc.id);
    part("title").title = doc.title;
    part("title").ariaLabel = `Title of ${doc.title}`;
    part("delete").ariaLabel = `Delete ${doc.title}`;
    part("grades").ariaLabel = `Relevance of ${doc.title}`;
    paintGrades(part("grades"), doc.grade);
  }

  function paintGrades(group, checked) {
    if (group.children.length !== config.top + 2) {
      group.replaceChildren(...[...Array(config.top + 1).keys(), null].map((grade) => {
        const radio = document.createElement("button");
        radio.type = "button";
        radio.setAttribute("role", "radio");
        radio.dataset.grade = grade ?? "";
        radio.textContent = grade ?? "?";
        return radio;
      }));
      group.style.setProperty("--count", group.children.length);
    }
    for (const radio of group.children) radio.ariaChecked = String(gradeOf(radio) === checked);
  }

  /** Show in each card what it adds, where there is no room for bars beside the cards; also while one is held. */
  function paintAdds() {
    if (!BARS_IN_CARDS.matches) return;
    const { heading = "", rows: adds = {}, of_hits: ofHits = false } = latest.adds ?? {};
    adding.textContent = latest.called[0] && heading ? `${latest.called[0]}: ${heading}` : heading;
    board.style.setProperty("--bar", ofHits ? `var(--grade-${config.top})` : "");
    board.classList.toggle("with-bars", Boolean(latest.adds));
    for (const [id, card] of cards) {
      const [label = "", ...parts] = adds[id] ?? [];
      const [bar, number] = card.querySelector(".adds").children;
      number.textContent = label;
      bar.replaceChildren(...parts.map(([from, to, look, height]) => {
        const drawn = document.createElement("i");
        drawn.className = look;
        drawn.style.cssText = `--from: ${from}; --to: ${to}; --height: ${height}`;
        return drawn;
      }));
    }
  }

  /** Let Tab reach the parts of one card: the last that had the focus, or the first. */
  function paintStops() {
    if (!cards.has(active)) active = list.documents[0]?.id;
    for (const [id, card] of cards) {
      for (const part of card.querySelectorAll(".grip, .title, .grade, .delete, [role=radio]")) {
        part.tabIndex = id === active && part.ariaChecked !== "false" ? 0 : -1;
      }
    }
  }

  function paintLines() {
    const { documents: { length }, retrieved, k } = list;
    const startedWhole = held !== null && held.before.retrieved === length; // no jump when the first card leaves it
    hint.hidden = (retrieved < length && !startedWhole) || (config.called[0] !== "" && length > 0);
    hint.textContent = length === 0 ? "No documents yet: add the first one." :
      retrieved === length ? "Drop a card here if the system missed it" : "";
    rows.classList.toggle("empty", length === 0);
    rows.classList.toggle("all-retrieved", retrieved === length && held === null);
    rows.classList.toggle("at-end", Math.min(k, retrieved) === length);
    retrievalLine.style.setProperty("--row", retrieved);
    cut.hidden = length === 0;
    cut.style.setProperty("--row", Math.min(k, retrieved));
    cut.ariaValueMax = config.deepest;
    cut.ariaValueNow = k;
    cut.ariaValueText = cut.firstElementChild.textContent = `k = ${k}`;
    cut.classList.toggle("lifted", held?.by === "cut");
    rows.classList.toggle("holding", held !== null);
    rows.classList.toggle("choosing", held?.by === "keys");
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
    [cut, "pointerdown", dragCut],
    [cut, "pointermove", moveCut],
    [cut, "pointerup", dropCut],
    [cut, "pointercancel", dropCut],
    [cut, "pointermove", moveMark],
    [cut, "pointerup", dropMark],
    [cut, "pointercancel", dropMark],
  ]) part.addEventListener(event, answer);
  rows.addEventListener("pointerdown", onPointerdown, true); // before Sortable takes it for the start of a drag
  document.addEventListener("pointerdown", takeCut);
  document.addEventListener("pointerdown", takeMark);
  BARS_IN_CARDS.addEventListener("change", paintAdds);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(ol),
    destroy: () => {
      if (held?.by === "pointer") endDrag();
      else if (held) letGo(false);
      sortable.destroy();
      document.removeEventListener("pointerdown", takeCut);
      document.removeEventListener("pointerdown", takeMark);
      BARS_IN_CARDS.removeEventListener("change", paintAdds);
      ol.replaceChildren(); // first, for a title that loses the focus with the board would be taken for typed
      board.remove();
    },
  };
}

/** Do two lists show the same? Documents are never changed in place, so the same one is the same object. */
function same(a, b) {
  return a.k === b.k && a.retrieved === b.retrieved && a.documents.length === b.documents.length
    && a.documents.every((doc, at) => doc === b.documents[at]);
}

/** Show `element` coming from `dy` pixels below its place. */
function glide(element, dy) {
  if (Math.abs(dy) < 1 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const path = [{ transform: `translateY(${dy}px)` }, { transform: "none" }];
  element.animate(path, { duration: GLIDE_MS, easing: "ease-out" });
}

// ---- what lists on a board and rows of queries (assets/queries/queries.js) have in common

/** A list with a document at row `to` of the other documents and the retrieval line between them. */
function movedIn(list, id, to) {
  const { documents, retrieved } = list;
  const at = documents.findIndex((doc) => doc.id === id);
  const others = documents.toSpliced(at, 1);
  const withLine = others.toSpliced(retrieved - (at < retrieved), 0, null);
  const row = Math.min(Math.max(to, 0), others.length + 1);
  const all = withLine.toSpliced(row, 0, documents[at]);
  return { ...list, documents: all.filter(Boolean), retrieved: all.indexOf(null) };
}

/** The row of a document among the others and the retrieval line: `movedIn(list, id, rowIn(list, id))` is the list. */
function rowIn({ documents, retrieved }, id) {
  const at = documents.findIndex((doc) => doc.id === id);
  return at + (at >= retrieved);
}

/** An id for a new document; not crypto.randomUUID, which a page served over plain http lacks. */
const freshId = () => `n${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("")}`;
