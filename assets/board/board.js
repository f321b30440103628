// A list of documents to drag into order, grade, rename, add and delete, with a cut at k and a line below which
// documents were not retrieved. Python owns the list and sends it as `data`. An edit shows at once and goes to Python as
// an action. Dragging sends previews, which Python does not store.
// `Sortable` (SortableJS, loaded before this file) handles the gesture: mouse, pen, touch, the floating card. `place` moves
// the dragged card in the list, because the retrieval line is not a card. Without dragging, a click or tap on a grip lifts
// a card, and another one puts it down.

const GLIDE_MS = 150;
const TOLERANCE = 4; // pixels that the pointer may move in a click
const EDGE = 45; // pixels from an edge where the page scrolls during a drag
const FASTEST = 16; // pixels to scroll in a frame, at most
const ONE_COLUMN = matchMedia("(max-width: 640px), (pointer: coarse) and (max-width: 1100px)"); // as in board.css and page.css

const boardHtml = document.createElement("template");
boardHtml.innerHTML = TEXTS["board.html"];
const boardStyle = new CSSStyleSheet();
boardStyle.replaceSync(TEXTS["board.css"]);

/** Create a board in `root`; `sender` is the sender of its actions. */
function createBoard(root, sender) {
  root.adoptedStyleSheets = [boardStyle, litSheet, lessSheet];
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
    rankbook.act(sender, change);
    say();
  }

  const say = (sentence = "") => {
    live.textContent = sentence;
  };

  // ---- dragging a card by the pointer, by the keys or by its mark, or the cut

  const hand = createHand(sender, {
    show: (next) => {
      list = next;
      render();
    },
    change: () =>
      hand.held.by === "cut" ? turnK(list.k) : moveCard(hand.held.id, rowOf(hand.held.id)),
    takeOver,
    // Python announces a move, with the score.
    ended: ({ by, id }, how) => {
      if (how === "cancelled") say("Move cancelled");
      else if (how === "dropped" && /keys|pointer/.test(by)) sayPlace(id, " dropped");
      else say();
    },
    giveUp: () => {
      if (hand.held?.by === "pointer") endDrag();
      else hand.letGo(false);
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
    const y = middle - ol.getBoundingClientRect().top;
    const at = indexOf(hand.held.id);
    const away = (y - height / 2) / pitch - at; // in rows; it passes a card when it covers more than half of that card
    const passes = Math.sign(away) * Math.max(0, Math.ceil(Math.abs(away) - 0.55));
    const row = Math.min(Math.max(at + passes, 0), list.documents.length - 1);
    const wasMissed = at >= list.retrieved;
    const othersRetrieved = list.retrieved - !wasMissed;
    // In the row at the retrieval line, it crosses the line only near the edge of the row.
    const off = (y - (row * pitch + height / 2)) / height;
    const crosses = off > (wasMissed ? -0.4 : 0.4);
    const missed = row === othersRetrieved ? crosses : row > othersRetrieved;
    hand.moveTo(moved(hand.held.id, row + missed));
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
  let pointerY = 0;
  let startY = 0;
  let dragged = false; // whether the pointer dragged since it was pressed
  const clientY = (event) => (event.changedTouches?.[0] ?? event).clientY;
  const middleOf = (card) => {
    const box = card.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const follow = (event) => {
    if (event.type === "pointermove") pointerY = event.clientY;
    place(pointerY - grab);
  };
  /** Scroll the page while a card is dragged towards an edge of the visible part. */
  function scrollAtEdge() {
    if (hand.held?.by !== "pointer") return;
    const page = document.querySelector(".stMain") ?? document.scrollingElement;
    const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(page); // the heights of the sticky elements
    const [top, bottom] = [scrollPaddingTop, scrollPaddingBottom].map(
      (height) => parseFloat(height) || 0,
    );
    const beyond =
      Math.min(pointerY - top - EDGE, 0) + Math.max(pointerY - innerHeight + bottom + EDGE, 0);
    const step = Math.sign(beyond) * Math.min(Math.ceil(Math.abs(beyond) / 3), FASTEST);
    if (step * (pointerY - startY) > 0) page.scrollTop += step;
    requestAnimationFrame(scrollAtEdge);
  }
  const endDrag = () => sortable._onDrop(new Event("pointercancel")); // as after a pointercancel event of the system

  const sortable = Sortable.create(ol, {
    sort: false,
    draggable: ".card",
    forceFallback: true,
    fallbackTolerance: TOLERANCE,
    scroll: false, // it does not know the sticky elements at the top
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
      Sortable.ghost.inert = true; // a copy, hidden from screen readers and Tab
      Sortable.ghost.ariaHidden = "true";
      hand.letGo();
      dragged = true;
      pointerY = startY;
      hold({ by: "pointer", id: item.dataset.id });
      scrollAtEdge();
      document.addEventListener("pointermove", follow);
      document.addEventListener("scroll", follow, true); // scrolling moves the list under a resting pointer
    },
    onUnchoose: ({ item, originalEvent }) => {
      // On a busy page a quick drag ends before SortableJS starts it.
      if (dragged || originalEvent.type.endsWith("cancel")) return;
      if (Math.abs(clientY(originalEvent) - startY) < TOLERANCE) return;
      hand.letGo();
      dragged = true;
      hold({ by: "pointer", id: item.dataset.id });
      endHold(item, originalEvent);
    },
    onEnd: ({ item, originalEvent }) => {
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("scroll", follow, true);
      endHold(item, originalEvent);
    },
  });

  function endHold(item, event) {
    // SortableJS suppresses the next click after a drag. If no click follows, this one keeps it from the reader's next tap.
    setTimeout(
      () => ol.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true })),
      50,
    );
    if (!hand.held) return;
    if (event.type.endsWith("cancel")) {
      hand.letGo(false);
      return;
    }
    place(clientY(event) - grab);
    hand.letGo();
    glide(item, clientY(event) - grab - middleOf(item));
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

  function dragCut(event, rows = ol) {
    if (event.button !== 0 || hand.held) return;
    const { top, height } = rows.getBoundingClientRect();
    const gap = parseFloat(getComputedStyle(rows).rowGap);
    const below = top - ol.getBoundingClientRect().top;
    hold({ by: "cut", below, pitch: (height + gap) / list.documents.length });
    cut.setPointerCapture(event.pointerId);
  }

  /** Start to drag the cut in a picture with the list's rows (pages/precision_and_recall/boxes.py), where it is a line. */
  function takeCut(event) {
    const column = event.target.closest?.(".column");
    const handle = column?.querySelector(`[data-cut="${config.list}"]`);
    // A finger anywhere else scrolls the page.
    if (!handle || (event.pointerType !== "mouse" && !handle.contains(event.target))) return;
    event.preventDefault(); // selects no text
    dragCut(event, column.querySelector("ul"));
    moveCut(event);
  }

  function moveCut(event) {
    if (hand.held?.by !== "cut") return;
    const { below, pitch, before } = hand.held;
    const row = Math.round((event.clientY - ol.getBoundingClientRect().top - below) / pitch);
    hand.moveTo({ ...list, k: cutAt(row, list.retrieved, before.k) });
  }

  /** End a drag of the cut's pointer: of the cut, or of a mark. */
  function dropCut(event) {
    if (/cut|mark/.test(hand.held?.by)) hand.letGo(event.type === "pointerup");
  }

  // ---- the first hit on a scale (pages/reciprocal_rank/first_hit.py): dragging its mark moves its card through the list

  function takeMark(event) {
    const mark = event.target.closest?.(`[data-take^="${config.list}-"]`);
    if (!mark || event.button !== 0 || hand.held) return;
    event.preventDefault();
    const { left, width } = mark.parentElement.getBoundingClientRect();
    const places = mark.dataset.places.split(" ").map((place) => left + place * width); // x of each rank, and of "none"
    hold({ by: "mark", id: mark.dataset.take.slice(config.list.length + 1), places });
    cut.setPointerCapture(event.pointerId); // the mark is rebuilt while it moves
  }

  function moveMark({ clientX }) {
    if (hand.held?.by !== "mark") return;
    const { id, places } = hand.held;
    const off = places.map((place) => Math.abs(place - clientX));
    const rows = off.indexOf(Math.min(...off)); // number of rows above the card
    const others = list.retrieved - (indexOf(id) < list.retrieved);
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
    const documents = list.documents.map((doc) => (doc.id === id ? { ...doc, ...values } : doc));
    edit({ documents }, { do: what, list: config.list, id, ...values });
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
    startTyping(cards.get(id)?.querySelector(".title"));
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
    if (hand.held?.by === "pointer" && Sortable.ghost) {
      // the floating copy shows its current rank
      Sortable.ghost.querySelector(".rank").textContent = cards
        .get(hand.held.id)
        .querySelector(".rank").textContent;
    }
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
    wanted.forEach((card) => cards.set(card.dataset.id, card));
    if (focused && !focused.isConnected) {
      (wanted[Math.min(focusedAt, wanted.length - 1)]?.querySelector(".grip") ?? addButton).focus();
    } else if (focused !== root.activeElement) {
      focused.focus({ preventScroll: true });
    }
    arranging = false;
    wanted.forEach((card) => {
      card.getAnimations().forEach((animation) => animation.cancel());
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
    card.classList.toggle("lifted", hand.held?.by === "keys" && doc.id === hand.held.id);
    card.style.setProperty(
      "--grade",
      config.graded === false ? "var(--rule)" : `var(--grade-${judged ? doc.grade : "none"})`,
    );
    part("grip").ariaLabel = `Move ${doc.title}, ${placeOf(at)}${ofList()}`;
    part("rank").textContent = at < list.retrieved ? at + 1 : "–";
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
    [cut, "pointerdown", dragCut],
    [cut, "pointermove", moveCut],
    [cut, "pointerup", dropCut],
    [cut, "pointercancel", dropCut],
    [cut, "pointermove", moveMark],
  ])
    part.addEventListener(event, answer);
  rows.addEventListener("pointerdown", onPointerdown, true); // before Sortable, which would start a drag
  document.addEventListener("pointerdown", takeCut);
  document.addEventListener("pointerdown", takeMark);
  ONE_COLUMN.addEventListener("change", paintAdds);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(ol),
    destroy: () => {
      hand.giveUp();
      sortable.destroy();
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
  const path = [{ transform: `translateY(${dy}px)` }, { transform: "none" }];
  element.animate(path, { duration: GLIDE_MS, easing: "ease-out" });
}

// ---- shared by the board and the rows of queries (assets/queries/queries.js)

/** Return whether a field holds what a reader has typed and not saved. Its own Undo comes before the page's. */
function isTyped(node) {
  return node.matches("input") && node.value !== node.defaultValue;
}

/** Write a text into a field, unless a reader is typing there. */
function writeInto(field, text) {
  const keeps = field === field.getRootNode().activeElement && isTyped(field);
  field.defaultValue = text;
  if (!keeps) field.value = text;
}

/** Focus a field and select its text, which in some browsers does not focus it. */
function startTyping(field) {
  field?.focus();
  field?.select();
}

/** Return a list with a document moved to row `to`, counted over the other documents and the retrieval line. */
function movedIn(list, id, to) {
  const { documents, retrieved } = list;
  const at = documents.findIndex((doc) => doc.id === id);
  const others = documents.toSpliced(at, 1);
  const withLine = others.toSpliced(retrieved - (at < retrieved), 0, null);
  const row = Math.min(Math.max(to, 0), others.length + 1);
  const all = withLine.toSpliced(row, 0, documents[at]);
  return { ...list, documents: all.filter(Boolean), retrieved: all.indexOf(null) };
}

/** Return the row of a document for `movedIn`: `movedIn(list, id, rowIn(list, id))` equals the list. */
function rowIn({ documents, retrieved }, id) {
  const at = documents.findIndex((doc) => doc.id === id);
  return at + (at >= retrieved);
}

/** Return the k of a cut dragged to a place; a k beyond the end of the list stays until the cut leaves the end. */
function cutAt(place, most, before) {
  const shown = Math.min(Math.max(place, 1), Math.max(most, 1));
  return shown === Math.min(before, most) ? before : shown;
}

function paintCut(cut, k, deepest, isHeld) {
  cut.ariaValueMax = deepest;
  cut.ariaValueNow = k;
  cut.ariaValueText = cut.firstElementChild.textContent = `k = ${k}`;
  cut.classList.toggle("lifted", isHeld);
}

/** Return the theme colours that Python's data has indices of. */
const paletteOf = (node) =>
  getComputedStyle(node)
    .getPropertyValue("--st-chart-categorical-colors")
    .split(/,(?![^(]*\))/);

function paintColours(node, { colours, unjudged }) {
  const palette = paletteOf(node);
  colours.forEach((index, grade) => node.style.setProperty(`--grade-${grade}`, palette[index]));
  node.style.setProperty("--grade-none", palette[unjudged]);
}

const gradeOf = (radio) => (radio.dataset.grade === "" ? null : Number(radio.dataset.grade));

/** Draw a button for each grade, and one for "not judged". */
function paintGrades(group, top, checked) {
  if (group.children.length !== top + 2) {
    group.replaceChildren(
      ...[...Array(top + 1).keys(), null].map((grade) => {
        const radio = make("button", { type: "button", role: "radio", textContent: grade ?? "?" });
        radio.dataset.grade = grade ?? "";
        return radio;
      }),
    );
    group.style.setProperty("--count", group.children.length);
  }
  for (const radio of group.children) radio.ariaChecked = String(gradeOf(radio) === checked);
}

/** Set the previous or next grade by an arrow key; return whether the key was one. */
function onGradeKey(radio, key, set) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
  if (!by) return false;
  const radios = [...radio.parentElement.children];
  const next = radios.at((radios.indexOf(radio) + by) % radios.length);
  next.focus();
  set(gradeOf(next));
  return true;
}

/** Return an id for a new document; crypto.randomUUID does not exist on pages served over plain http. */
const freshId = () =>
  `n${Array.from(crypto.getRandomValues(new Uint32Array(2)), (part) => part.toString(36)).join("")}`;
