// Knobs, buttons and choices: native controls of the browser, described by Python's data. A change shows at once and goes to
// Python as an action; the data of the next run then shows the accepted value. A control of the same name keeps its node,
// and so the focus.

const NOTE_MS = 2500; // how long the message of a button is shown
// In a text field Ctrl+Z undoes typing, not the last change of the screen. A select box has no text to undo.
const TEXT_FIELD =
  "textarea, [contenteditable], input:is([type=text], [type=search], [type=number]):not([role=combobox])";

const NETWORK = {
  // what stands below an address that phones may not reach
  alone:
    "This address works on this computer only: Rankbook found no network that phones could share with it.",
  shared: "For phones in the same network as this computer.",
};
// Keys of a presenter remote.
const PRESENTER = { PageDown: "ArrowRight", PageUp: "ArrowLeft" };
// In front of a hall these keys go through the slides, whatever was clicked last.
const LEADING = /^(Arrow(Left|Right)|Page(Up|Down))$/;
// So do these, if no control has the focus.
const FREE = { " ": "ArrowRight", Home: "Home", End: "End" };
const SLIDER = "select, [role=slider], input:not([type=radio], [type=checkbox])";
const CONTROL = "a, button, summary, input, select, textarea, [role], [tabindex='0']";
// Elements that handle the arrow keys themselves.
const ARROWS = "input, select, [role=slider], [role=radio], [role=toolbar] button";

const PHONE = matchMedia("(width <= 640px), (pointer: coarse) and (height < 480px)");
const COARSE = matchMedia("(pointer: coarse)"); // a focused field would open a keyboard over the page

const controlsStyle = new CSSStyleSheet();
controlsStyle.replaceSync(TEXTS["controls.css"]);

/** Create controls in `root`; `sender` is the sender of their actions. */
function createControls(root, sender) {
  const group = make("div", { className: "controls" });
  const live = make("div", { className: "live", role: "status" });
  root.adoptedStyleSheets = [controlsStyle, litSheet, lessSheet];
  root.append(group, live);

  const drawn = new Map(); // name -> { kind, node, paint, press? }
  let latest = null; // the newest data, perhaps not drawn yet
  let session; // if it changes, the server restarted, and its data replaces all
  let question; // the current question of a series
  let isInHall = false;
  let silence = 0; // the timer that clears the message

  const sliderHands = [];
  const tell = {
    act: (change) => rankbook.act(sender, change),
    hand: (parts) => {
      sliderHands.push(createHand(sender, parts));
      return sliderHands.at(-1);
    },
    say: (sentence) => {
      clearTimeout(silence);
      live.textContent = sentence;
      silence = setTimeout(() => {
        live.textContent = "";
      }, NOTE_MS);
    },
  };

  function update(data) {
    latest = { ...data, controls: data.controls.map(inFull) };
    rankbook.answered(sender, data.ack);
    if (data.session === session && rankbook.pending(sender)) return; // the data lacks the reader's last actions
    session = data.session;
    const begins = data.hall && !isInHall;
    isInHall = data.hall;
    render();
    // Space goes through the steps, and does not end them.
    if (begins && root.activeElement && document.querySelector(".st-key-steps")) focusTitle();
    if (data.hall && PHONE.matches) tell.act({ do: "present", to: false, unasked: true }); // a phone shows the phone's page
  }

  function render() {
    const isNext = question !== undefined && latest.asks !== question; // the next question gets the focus
    question = latest.asks;
    const isNew = !group.children.length;
    const focused = root.activeElement;
    const place = [...group.children].findIndex((node) => node.contains(focused));
    group.className = `controls ${latest.layout}`;
    const wanted = latest.controls.map((control) => [control.name, partFor(control)]);
    drawn.clear();
    for (const [name, part] of wanted) drawn.set(name, part);
    const nodes = wanted.map(([, part]) => part.node);
    for (const node of [...group.children]) if (!nodes.includes(node)) node.remove();
    nodes.forEach((node, at) => {
      if (group.children[at] !== node) group.insertBefore(node, group.children[at]);
    });
    latest.controls.forEach((control) => drawn.get(control.name).paint(control));
    if (isNext && !COARSE.matches) focusable(nodes[0])?.focus({ preventScroll: true });
    else if (focused?.isConnected)
      focused.focus({ preventScroll: true }); // moving the node took the focus
    else if (focused) focusable(nodes[Math.min(place, nodes.length - 1)])?.focus();
    else if (isNew && latest.layout === "guess") takeFocus(nodes[0]);
  }

  /** Focus the field for a guess if the keyboard has pressed the button that asks for it, in a menu or not. */
  function takeFocus(node) {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    if (!at?.matches(":is([aria-pressed], .toggled):focus-visible")) return;
    const input = focusable(node);
    openers.set(input, at);
    input.focus({ preventScroll: true });
  }

  function partFor({ name, kind: asked }) {
    const kind =
      asked === "radio" && latest.layout === "grid short" && ONE_COLUMN.matches ? "select" : asked;
    const part = drawn.get(name);
    return part?.kind === kind ? part : { kind, ...controlKinds[kind](tell, name) };
  }

  /** Press the button of a shortcut, unless the focused element handles the key. */
  function onShortcut(event) {
    const at = event.composedPath()[0];
    const held = [(event.ctrlKey || event.metaKey) && "Ctrl+", event.shiftKey && "Shift+"]
      .filter(Boolean)
      .join("");
    const inHall = !held && document.documentElement.classList.contains("presenting");
    const leads = inHall && LEADING.test(event.key);
    // In a hall a card that was clicked or dragged keeps no Space for itself; one that the keyboard led to does.
    const isOnCard = inHall && event.key === " " && at.closest?.(".board") && at === pointedAt;
    if (event.altKey || event.defaultPrevented || (holding.size && !leads && !isOnCard)) return;
    // The answers of an exercise are given from its buttons and cards alone: a stray key is no answer.
    if (latest.layout === "drill" && !group.contains(at) && !at.closest?.(".board")) return;
    if (rankbook.dialog?.open && rankbook.dialog.isConnected) return;
    const free =
      inHall &&
      (!at.closest?.(CONTROL) || at.matches("h1, .stMain") || isOnCard) &&
      FREE[event.key];
    const step = free && event.key === " " && latest.controls.find(({ kind }) => kind === "step");
    const answers = step && drawn.get(step.name).answer(); // before the next step
    const key =
      free ||
      (PRESENTER[event.key] ?? (event.key.length === 1 ? event.key.toUpperCase() : event.key));
    const keys = held + key === "Ctrl+Shift+Z" ? "Ctrl+Y" : held + key;
    const button = latest.controls.find(
      (control) => shortcutOf(control) === keys || control.ends?.[keys],
    );
    const others = [
      TEXT_FIELD,
      "dialog, dialog *",
      leads ? SLIDER : key.startsWith("Arrow") && ARROWS,
      !held && key.length === 1 && "select",
      key === "Escape" && ".help",
    ].filter(Boolean);
    // An empty text field does not need these keys; in a hall they go on from the field for a guess. A title in which
    // nothing was typed does not need Ctrl: the browser would undo what was typed in another one.
    const isFree =
      (/^(Arrow|Escape)/.test(key) && at.matches?.(TEXT_FIELD) && at.value === "") ||
      (held.startsWith("Ctrl") && at.matches?.(".title, .words") && !isTyped(at));
    if (!answers && (!button || (!isFree && at.matches?.(others.join())))) return;
    event.preventDefault();
    // A grade or a card that has the focus does not hear it, too. At R Streamlit would run the page again.
    if (leads || isOnCard || key === "R") event.stopPropagation();
    for (const hand of leads || isOnCard ? [...holding] : []) hand.giveUp();
    if (answers) return;
    if (button.ends?.[keys]) tell.act(button.ends[keys]);
    else drawn.get(button.name).press();
    if ((leads || isOnCard) && at.closest?.(".board")) focusTitle(); // the next step has other cards: none of them takes Space
  }

  // Streamlit listens to single letters, and does not notice that they are typed into a field in a shadow root.
  group.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
  });
  document.addEventListener("keydown", onShortcut, true);
  addEventListener("rankbook-less", render);

  return {
    sender,
    update,
    isIn: (parent) => parent.contains(group),
    destroy: () => {
      document.removeEventListener("keydown", onShortcut, true);
      removeEventListener("rankbook-less", render);
      for (const hand of sliderHands) hand.giveUp();
      group.replaceChildren(); // first, or a text that loses the focus would be sent
      group.remove();
      live.remove();
    },
  };
}

/** A control with what Python need not say (ui/parts/controls.py). */
const inFull = (control) => ({
  kind: "button",
  name: control.label,
  ...control,
  ...(control.items ? { items: control.items.map(inFull) } : {}),
});

/** The key that presses a button; a single character does not if the reader wants none (less.js). */
const shortcutOf = ({ shortcut }) => (less.keys && shortcut?.length === 1 ? undefined : shortcut);

// Each function creates the node of a control, and `paint`, which draws Python's data.
const controlKinds = {
  button,
  link,
  range,
  shares,
  pairs,
  curve,
  radio,
  select,
  several,
  line,
  copy,
  code,
  text,
  hands,
  step,
  menu,
};

/** A sentence; it can reserve the height of another, hidden one. */
function text() {
  const shown = make("span");
  const node = make("p", { className: "text" }, shown);
  return {
    node,
    paint: (next) => {
      shown.textContent = next.text;
      node.dataset.room = next.room ?? "";
    },
  };
}

/** Write a text whose exponents are raised (`typeset` in ui/core/plain.py). */
function write(node, text) {
  const parts = text.split(/<sup>(.*?)<\/sup>/);
  node.replaceChildren(
    ...parts.map((part, at) => (at % 2 ? make("sup", { textContent: part }) : part)),
  );
}

const answered = new Kept("rankbook-answered"); // the ids of the steps whose answer was seen, with spaces between them
const isAnswered = (step) => (answered.get() ?? "").split(" ").includes(step);

/** A step of a lesson: what to do, a question, and the answer, which comes with a button or with the act. */
function step() {
  const invites = make("span");
  const asks = make("b");
  const place = make("span", { className: "place" });
  const button = make("button", { type: "button" });
  const says = make("span", { role: "status" });
  const source = make("a", { target: "_blank", rel: "noopener" });
  const answer = make("p", { className: "answer" }, says, source);
  const node = make(
    "div",
    { className: "step" },
    make("p", { className: "invites" }, invites, " ", asks),
    place,
    button,
    answer,
  );
  let control;
  let open = false;

  function show(isOpen) {
    open = Boolean(isOpen);
    node.classList.toggle("open", open);
    button.textContent = open ? "Hide" : "Answer";
    button.ariaLabel = open ? "Hide the answer" : "Answer";
    button.ariaExpanded = String(open);
    write(says, open ? control.answer : "");
    source.hidden = !open || !control.source;
    if (open && control.of && !isAnswered(control.of))
      answered.set(`${answered.get() ?? ""} ${control.of}`.trim());
  }
  button.onclick = () => show(!open);
  return {
    node,
    /** Show the answer; return whether it was hidden. */
    answer: () => {
      const isNew = !open && Boolean(control.answer);
      if (isNew) show(true);
      return isNew;
    },
    paint: (next) => {
      const isOther = next.of !== control?.of || next.open !== control.open; // another step, or the act is done
      control = next;
      write(invites, control.do);
      write(asks, control.ask);
      place.textContent = control.place ?? "";
      button.hidden = !control.answer;
      [source.textContent, source.href] = control.source ?? ["", ""];
      show(isOther ? control.open : open);
    },
  };
}

/** A button that opens a menu of further buttons. */
function menu(tell) {
  const list = make("div", { popover: "auto" });
  const button = make("button", { type: "button", popoverTargetElement: list });
  const parts = new Map(); // name -> a part, as in createControls
  list.onbeforetoggle = () => {
    const { left, bottom } = button.getBoundingClientRect();
    list.style.inset = `${bottom + 4}px auto auto min(${left}px, 100vw - 11rem)`;
  };
  list.onclick = ({ target }) => {
    if (!target.closest("button")) return;
    list.hidePopover();
    button.classList.toggle("toggled", target.hasAttribute("aria-pressed"));
    button.focus({ preventScroll: true }); // what was pressed is not seen any more
  };
  return {
    node: make("div", { className: "menu" }, button, list),
    paint: ({ label, items }) => {
      button.textContent = label;
      for (const item of items) {
        if (!parts.has(item.name)) {
          parts.set(item.name, controlKinds[item.kind](tell, item.name));
          list.append(parts.get(item.name).node);
        }
        parts.get(item.name).paint(item);
      }
    },
  };
}

function button({ act, say }) {
  const node = make("button", { type: "button" });
  let control;
  const press = () => {
    if (control.off && !rankbook.busy())
      say(control.none ?? `Nothing to ${control.label.toLowerCase()}`);
    else act(control.change);
    if (!control.to_top) return;
    document.querySelector(".stMain").scrollTo({ top: 0 });
    focusTitle();
  };
  node.onclick = press;
  return {
    node,
    press,
    paint: (next) => {
      control = next;
      node.className = control.look ?? "";
      node.textContent = control.text ?? control.label;
      node.ariaLabel = control.text ? control.label : null;
      const key = shortcutOf(control);
      const title =
        control.help ??
        [control.text && control.label, control.shortcut].filter(Boolean).join(", ");
      node.title =
        key === control.shortcut
          ? title
          : title.replace(new RegExp(`(, )?${control.shortcut}$`), "");
      node.ariaKeyShortcuts = key?.replace("Ctrl", "Control") ?? null;
      // A title is spoken after the name, so what it repeats of the name is left out.
      const name = `${control.label}, `;
      node.ariaDescription = node.title.startsWith(name) ? node.title.slice(name.length) : null;
      node.ariaDisabled = control.off ? "true" : null;
      node.ariaPressed = control.pressed === undefined ? null : String(control.pressed);
    },
  };
}

/** A link to another page; it keeps the current query, and can send an action. */
function link({ act }) {
  const node = make("a", { className: "link" });
  let control;
  const aim = () => {
    node.search = withQuery(control.query);
  };
  for (const event of ["pointerdown", "focusin", "click"]) node.addEventListener(event, aim, true);
  node.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (control.change) act(control.change);
    rankbook.navigate(node.href);
  });
  return {
    node,
    press: () => node.click(),
    paint: (next) => {
      control = next;
      node.textContent = control.text ?? control.label;
      node.title = control.text ? control.label : "";
      node.ariaLabel = control.text ? control.label : null;
      node.classList.toggle("back", Boolean(control.back));
      node.href = control.path || ".";
      aim();
    },
  };
}

function range(tell, name) {
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

/** Connect a slider to a hand; `moved` returns the new state for a number. */
function slides(hand, input, moved) {
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
function shares(tell, name) {
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
    const input = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      ariaLabel: `${control.label}, ${words}`,
    });
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

/** Two scores for each topic, with a slider for each in half of the row: A's dot is above the line between them, B's below. */
function pairs(tell) {
  const ticks = [0, 0.5, 1].map((tick) => {
    const mark = make("span", { textContent: tick });
    mark.style.setProperty("--at", tick);
    return mark;
  });
  const scale = make("div", { className: "scale", ariaHidden: "true" }, ...ticks);
  const key = make(
    "span",
    { className: "key", ariaHidden: "true" },
    make("i", { className: "a" }),
    "A",
    make("i", { className: "b" }),
    "B",
  );
  const rows = make("ol");
  const means = ["a", "b"].map((system) =>
    make("span", { className: `mean ${system}`, ariaHidden: "true" }),
  );
  const add = make("button", { type: "button", textContent: "Add", ariaLabel: "Add a topic" });
  const head = make("div", { className: "pair top" }, key, scale);
  const foot = make(
    "div",
    { className: "pair foot" },
    make("div", { className: "track" }, ...means),
    add,
  );
  const node = make("div", { className: "pairs", role: "group" }, head, rows, foot);
  let control;

  const written = (number) => number.toFixed(2);
  const signed = (number) =>
    `${{ "-1": "\u2212", 0: "", 1: "+" }[Math.sign(number)]}${Math.abs(number).toFixed(2)}`;

  // The state is [a, b] for each topic; for one without relevant documents it is [null, null, the scores that it had, if known].
  const hand = tell.hand({
    show,
    change: () => ({
      ...control.change,
      topic: hand.held.topic,
      to: hand.shown[hand.held.topic].slice(0, 2),
    }),
  });

  function show(topics) {
    while (rows.children.length > topics.length) rows.lastElementChild.remove();
    while (rows.children.length < topics.length) rows.append(row(rows.children.length));
    topics.forEach((scores, topic) => paintRow(rows.children[topic], scores, topic));
    for (const button of rows.querySelectorAll(".remove"))
      button.ariaDisabled = topics.length > 1 ? null : "true";
    add.ariaDisabled = topics.length < control.most ? null : "true";
    node.style.setProperty("--rows", topics.length);
  }
  function paintRow(item, [a, b], topic) {
    const [, track, difference, none] = item.children;
    const empty = a === null;
    const times = control.times?.[topic];
    item.classList.toggle("empty", empty);
    item.dataset.times = times ?? "";
    item.children[0].dataset.times = times === undefined || times === null ? "" : `\u00d7${times}`;
    item.dataset.winner = empty || a === b ? "" : a > b ? "a" : "b";
    difference.textContent = empty ? "" : a === b ? "tie" : signed(Math.round(100 * (b - a)) / 100);
    none.ariaPressed = String(empty);
    for (const [input, value] of [
      [track.children[1], a],
      [track.children[2], b],
    ]) {
      input.hidden = empty;
      if (empty) continue;
      input.valueAsNumber = value;
      input.ariaValueText = written(value);
    }
    if (empty) return;
    track.style.setProperty("--low", Math.min(a, b));
    track.style.setProperty("--high", Math.max(a, b));
  }
  /** Set the scores of a topic: [] for nothing to find, null to remove it; an index after the last adds one. */
  function set(topic, to) {
    const shown = to?.length === 0 ? [null, null, hand.shown[topic].slice(0, 2)] : to;
    hand.show(hand.shown.toSpliced(topic, 1, ...(shown ? [shown] : [])));
    tell.act({ ...control.change, topic, to });
    givenUp = hand; // a slider that the mouse still holds may be that of another topic now
  }
  function row(topic) {
    const dots = ["A", "B"].map((name, system) => {
      const input = make("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.01,
        className: name.toLowerCase(),
        ariaLabel: `Topic ${topic + 1}, ${name}`,
      });
      slides(hand, input, (score) => {
        hand.held.topic = topic;
        const { before } = hand.held;
        return before.with(topic, before[topic].with(system, Math.round(100 * score) / 100));
      });
      return input;
    });
    const none = make("button", {
      type: "button",
      className: "none",
      textContent: "\u2205",
      title: "Nothing to find",
    });
    none.ariaLabel = `Topic ${topic + 1}: nothing to find`;
    none.onclick = () => {
      const [a, , had] = hand.shown[topic];
      set(topic, a === null ? (had ?? [0.5, 0.5]) : []);
    };
    const remove = make("button", {
      type: "button",
      className: "remove",
      textContent: "\u00d7",
      ariaLabel: `Remove topic ${topic + 1}`,
    });
    remove.onclick = () => {
      if (hand.shown.length === 1) return;
      set(topic, null);
      if (topic === hand.shown.length) rows.lastElementChild.querySelector(".remove").focus();
    };
    const item = make(
      "li",
      { className: "pair" },
      make("span", { className: "name", textContent: topic + 1 }),
      make("div", { className: "track" }, make("i", { className: "between" }), ...dots),
      make("span", { className: "difference" }),
      none,
      remove,
    );
    item.dataset.doc = `topic-${topic + 1}`;
    return item;
  }
  add.onclick = () => {
    if (hand.shown.length >= control.most) return;
    set(hand.shown.length, [0.5, 0.5]);
    rows.lastElementChild.querySelector("input").focus();
  };
  return {
    node,
    paint: (next) => {
      control = next;
      node.ariaLabel = control.label;
      const { value } = control;
      const topics = Array.from({ length: value.length / 2 }, (_, topic) => [
        ...value.slice(2 * topic, 2 * topic + 2),
        control.had[topic],
      ]);
      hand.show(hand.held ? hand.shown : topics); // how often each topic was drawn may have changed
      node.classList.toggle("drawn", Boolean(control.times));
      foot.classList.toggle("unknown", !control.means);
      control.means?.forEach((mean, system) => {
        means[system].textContent = `${"AB"[system]} ${mean.toFixed(3)}`;
        means[system].style.setProperty("--at", mean);
        means[system].classList.toggle(
          "right",
          mean > control.means[1 - system] || (mean === control.means[1 - system] && system === 1),
        );
      });
    },
  };
}

/** A slider for each rank, level with its card. A mouse drag over several sliders draws the curve. */
function curve(tell) {
  const heading = make("p", { className: "heading", ariaHidden: "true" });
  const group = make("div", { className: "handles", role: "group" });
  const node = make("div", { className: "curve" }, heading, group);
  let control;
  let level = -1; // index of the handle level with the pressed mouse, or -1
  let isPainting = false; // whether the mouse moved since

  const sliders = () => [...group.querySelectorAll("input")];
  const hand = tell.hand({
    show: (chances) =>
      sliders().forEach((input, at) => {
        input.ariaValueText = input.nextElementSibling.textContent = chances[at].toFixed(3);
        input.style.setProperty("--at", chances[at]);
        input.valueAsNumber = chances[at];
      }),
    change: () => {
      const { before } = hand.held;
      const all = hand.shown.map((chance, at) => [at + 1, chance]);
      return { ...control.change, to: all.filter(([rank, chance]) => chance !== before[rank - 1]) };
    },
  });
  group.onpointerdown = ({ pointerType, button, target }) => {
    level = pointerType === "mouse" && !button ? sliders().indexOf(target) : -1;
    isPainting = false;
  };
  group.onpointermove = (event) => {
    if (level < 0 || hand.isGivenUp()) return;
    isPainting = true;
    hand.take();
    const all = sliders();
    const { left, width } = all[0].getBoundingClientRect();
    const thumb = parseFloat(getComputedStyle(all[0]).getPropertyValue("--thumb-width"));
    const bottoms = all.map((input) => input.parentElement.getBoundingClientRect().bottom);
    const chances = [...hand.shown];
    const path = event.getCoalescedEvents?.() ?? []; // it does not exist on pages served over plain http
    for (const { clientX, clientY } of path.length ? path : [event]) {
      const chance = Math.min(Math.max((clientX - left - thumb / 2) / (width - thumb), 0), 1);
      const below = bottoms.findIndex((bottom) => clientY < bottom);
      const at = below < 0 ? all.length - 1 : below;
      const from = at === level ? at : level + Math.sign(at - level); // no rank is skipped
      chances.fill(Math.round(100 * chance) / 100, Math.min(from, at), Math.max(from, at) + 1);
      level = at;
    }
    hand.moveTo(chances);
  };
  group.onpointerup = group.onpointercancel = () => {
    level = -1;
  };
  group.onkeydown = () => {
    isPainting = false;
  };
  function handle(rank) {
    const input = make("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.01,
      ariaLabel: `Goes on after rank ${rank}`,
    });
    slides(hand, input, (chance) => (isPainting ? hand.shown : hand.shown.with(rank - 1, chance)));
    const named = make("span", { className: "rank", ariaHidden: "true" }, String(rank));
    const title = make("span", { className: "title", ariaHidden: "true" });
    return make(
      "div",
      { className: "handle" },
      named,
      title,
      input,
      make("span", { className: "value", ariaHidden: "true" }),
    );
  }
  return {
    node,
    paint: (next) => {
      const rebuild = next.rows.length !== control?.rows.length;
      control = next;
      if (rebuild) {
        hand.giveUp();
        group.replaceChildren(...control.rows.map((_, at) => handle(at + 1)));
      }
      heading.textContent = control.heading;
      node.style.setProperty("--cards", control.cards);
      group.ariaLabel = control.label;
      control.rows.forEach(([title, doc], at) => {
        const row = group.children[at];
        row.dataset.doc = doc;
        row.children[1].textContent = title;
      });
      if (!hand.held) hand.show(control.value);
    },
  };
}

function radio({ act }, name) {
  const options = make("div", { className: "options", role: "radiogroup" });
  const { node, paint: paintField } = field(name, options);
  let control;
  options.onchange = ({ target }) =>
    act({ ...control.change, to: control.options[target.value][0] });
  return {
    node,
    paint: (next) => {
      if (differs(next.options, control?.options)) {
        options.replaceChildren(
          ...next.options.map(([, label], at) =>
            make("label", {}, make("input", { type: "radio", name, value: at }), label),
          ),
        );
      }
      control = next;
      paintField(control);
      options.ariaLabel = control.label;
      const inputs = options.querySelectorAll("input");
      inputs.forEach((input, at) => {
        input.checked = control.options[at][0] === control.value;
      });
    },
  };
}

function select({ act }, name) {
  let box = make("select");
  const { node, paint: paintField } = field(name, make("div", { className: "select" }, box));
  let control;

  function draw(select) {
    const options = control.options.map(([id, label], at) =>
      make("option", {
        value: at,
        textContent: control.groups && isAnswered(id) ? `${label} ✓` : label,
      }),
    );
    const groups = control.groups?.map(([label, count]) =>
      make("optgroup", { label }, ...options.splice(0, count)),
    );
    select.replaceChildren(
      make("option", {
        value: "",
        disabled: true,
        hidden: true,
        textContent: control.placeholder ?? "",
      }),
      ...(groups ?? options),
    );
    show(select);
  }
  function show(select) {
    select.ariaLabel = control.label;
    select.ariaDescription = control.mark || null;
    const at = control.options.findIndex(([value]) => value === control.value);
    const value = at < 0 ? "" : String(at);
    if (select.value !== value) select.value = value; // the same value, set again, is spoken over the score
  }
  return {
    node,
    paint: (next) => {
      const isOther = differs(next.options, control?.options);
      const isSet = isOther || next.value !== control?.value;
      control = next;
      paintField(control);
      box.parentElement.dataset.mark = control.mark ?? "";
      if (box.getRootNode().activeElement === box) {
        if (isOther) draw(box);
        else show(box);
      } else if (isSet) {
        // A new box: of one that the page sets, screen readers speak the option as if it had the focus, and later none.
        const fresh = make("select", {
          onchange: () => act({ ...control.change, to: control.options[box.value][0] }),
        });
        draw(fresh);
        box.replaceWith(fresh);
        box = fresh;
      } else {
        show(box);
      }
    },
  };
}

function several({ act }, name) {
  const bar = make("div", { className: "options", role: "toolbar" });
  const { node, paint: paintField } = field(name, bar);
  let control;

  const buttons = () => [...bar.children];
  function show() {
    buttons().forEach((toggle, at) => {
      toggle.ariaPressed = String(control.value.includes(control.options[at][0]));
    });
  }
  /** Let Tab reach one button of the toolbar; the arrow keys go to the others. */
  function reach(reached) {
    for (const toggle of buttons()) toggle.tabIndex = toggle === reached ? 0 : -1;
  }
  bar.onclick = ({ target }) => {
    const at = buttons().indexOf(target);
    if (at < 0) return;
    const pressed = control.options[at][0];
    const isOn = (value) => control.value.includes(value) !== (value === pressed);
    control = { ...control, value: control.options.map(([value]) => value).filter(isOn) };
    show();
    act({ ...control.change, to: control.value });
  };
  bar.addEventListener("focusin", ({ target }) => reach(target));
  bar.onkeydown = (event) => {
    const all = buttons();
    const at = all.indexOf(event.target);
    const [left, right] = [at - 1, at + 1];
    const to = {
      ArrowRight: right,
      ArrowDown: right,
      ArrowLeft: left,
      ArrowUp: left,
      Home: 0,
      End: -1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length).focus();
  };
  return {
    node,
    paint: (next) => {
      const rebuild = differs(next.options, control?.options);
      control = next;
      if (rebuild) {
        bar.replaceChildren(
          ...control.options.map(([, label]) => make("button", { type: "button" }, label)),
        );
        reach(bar.firstElementChild);
      }
      paintField(control);
      bar.ariaLabel = control.label;
      show();
    },
  };
}

/**
 * A line of text, sent when it loses the focus; with a button `enter`, only by that or the Enter key. What is typed and not
 * sent is dropped when it is about something else (`about`), and when another value comes while the reader is elsewhere.
 */
function line({ act }, name) {
  const input = make("input", { type: "text", autocomplete: "off", spellcheck: false });
  const signs = make("span", { className: "signs" }); // a phone's keys for numbers lack them
  const button = make("button", { type: "button" });
  const { node, paint: paintField } = field(
    name,
    make("div", { className: "line" }, input, signs, button),
  );
  let control;
  let typing = false;

  signs.onmousedown = (event) => event.preventDefault(); // the field keeps the focus, and so its keys
  signs.onclick = ({ target }) => {
    if (target === signs) return;
    input.setRangeText(target.textContent, input.selectionStart, input.selectionEnd, "end");
    typing = true;
    input.focus();
  };

  function enter() {
    typing = false;
    if (input.value === control.value && !control.enter) return;
    control = { ...control, value: input.value };
    act({ ...control.change, to: input.value });
  }
  input.oninput = () => {
    typing = true;
  };
  input.onblur = () => {
    if (!control.enter) enter();
  };
  button.onclick = enter;
  input.onkeydown = ({ key, isComposing }) => {
    if (isComposing) return;
    if (key === "Escape") {
      input.value = control.value;
      typing = false;
    }
    if ((key === "Escape" && !control.enter) || key === "Enter") enter();
  };
  return {
    node,
    paint: (next) => {
      const isElsewhere = input.getRootNode().activeElement !== input;
      if (next.about !== control?.about || (isElsewhere && next.value !== control?.value))
        typing = false;
      control = next;
      paintField(control);
      input.ariaLabel = control.label;
      input.placeholder = control.placeholder ?? "";
      input.inputMode = control.signs === undefined ? "" : "decimal";
      const written = [...(control.signs ?? "")];
      if (signs.textContent !== written.join("")) {
        signs.replaceChildren(
          ...written.map((sign) =>
            make("button", { type: "button", textContent: sign, ariaLabel: `Write ${sign}` }),
          ),
        );
      }
      button.hidden = !control.enter;
      button.textContent = control.enter ?? "";
      if (control.enter) {
        input.ariaInvalid = control.note ? "true" : null;
        node.querySelector(".note").role = "alert";
      }
      if (!typing && input.value !== control.value) input.value = control.value;
    },
  };
}

/** Buttons that count votes, one for each way a score can change; their keys work while the focus is in the group. */
function hands({ act }) {
  const says = make("p", { className: "says" });
  const ways = make("div", { className: "ways" });
  // The group takes the focus after a guess: a second Enter must not count a vote.
  const node = make("div", { className: "count", role: "group", tabIndex: -1 }, says, ways);
  const clear = make("button", { type: "button", className: "clear", textContent: "Clear" });
  let control;
  clear.onclick = () => {
    show({ ...control, ways: control.ways.map(([way, sign]) => [way, sign, 0]) });
    act({ ...control.change, for: "" });
    node.focus();
  };

  function raise(at) {
    const raised = ([way, sign, count], index) => [way, sign, count + (index === at)];
    show({ ...control, ways: control.ways.map(raised) });
    act({ ...control.change, for: control.ways[at][0] });
  }
  function show(next) {
    control = next;
    control.ways.forEach(([way, sign, count], at) => {
      const [signNode, wayNode, countNode] = ways.children[at].children;
      [signNode.textContent, wayNode.textContent, countNode.textContent] = [sign, way, count || ""];
      ways.children[at].ariaLabel = `${way}, ${count} ${count === 1 ? "hand" : "hands"}`;
    });
    clear.hidden = !control.ways.some(([, , count]) => count);
  }
  ways.append(
    ...["ArrowUp", "=", "ArrowDown"].map((key, at) => {
      const button = make(
        "button",
        { type: "button", onclick: () => raise(at) },
        make("b"),
        make("span"),
        make("output", { ariaLive: "off" }),
      );
      button.ariaKeyShortcuts = key;
      return button;
    }),
    clear,
  );
  node.onkeydown = (event) => {
    const at = ["ArrowUp", "=", "ArrowDown"].indexOf(event.key);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    raise(at);
  };
  return {
    node,
    paint: (next) => {
      node.ariaLabel = next.label;
      if (says.textContent !== next.says) says.textContent = next.says;
      show(next);
    },
  };
}

/** A QR code; `paint` draws the path that Python computed. */
function qrCode(label) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const squares = drawing.appendChild(
    document.createElementNS("http://www.w3.org/2000/svg", "path"),
  );
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  const paint = ({ size, path }) => {
    drawing.setAttribute("viewBox", `0 0 ${size ?? 1} ${size ?? 1}`);
    squares.setAttribute("d", path ?? "");
  };
  return { drawing, paint };
}

/** A dialog that closes with its button, Escape or a click beside it. */
function dialogOf(label, ...children) {
  const close = make("button", { type: "button", textContent: "Close" });
  const dialog = make("dialog", { ariaLabel: label }, ...children, close);
  close.onclick = () => dialog.close();
  dialog.ask = () => {
    rankbook.dialog = dialog; // no key leads a talk below it
    dialog.showModal();
  };
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  return dialog;
}

/** The button that opens the page's address as a QR code, computed by Python, large enough for a hall. */
function code({ act }) {
  const node = make("div", { className: "code" });
  const button = make("button", { type: "button" });
  const { drawing, paint } = qrCode("QR code of the address below");
  const note = make("p", { className: "note", role: "alert" });
  const address = make("p", { className: "address" });
  const network = make("p", { className: "note" });
  const dialog = dialogOf("This page on a phone", drawing, note, address, network);
  node.append(button, dialog);
  let control;
  let asked; // the address for which Python draws the code

  button.onclick = () => {
    const link = new URL(location.href); // a phone opens the page, not the presentation
    link.search = link.search.replace(/[?&]present=1\b/, "").replace(/^&/, "?"); // URLSearchParams would spell ~ as %7E
    asked = address.textContent = link.href;
    note.textContent = network.textContent = "";
    paint({});
    dialog.ask();
    act({ ...control.change, of: link.href });
  };
  return {
    node,
    paint: (next) => {
      control = next;
      button.textContent = next.text;
      button.title = button.ariaLabel = next.label;
      if (!dialog.open || next.of !== asked) return;
      note.textContent = next.note ?? "";
      address.textContent = next.address;
      network.textContent = NETWORK[next.reach] ?? "";
      drawing.toggleAttribute("hidden", Boolean(next.note));
      paint(next);
    },
  };
}

/** The button that copies the page's address. */
function copy({ say }) {
  const node = make("button", { type: "button" });
  let control;
  node.onclick = async () => {
    node.textContent = (await copied(location.href))
      ? "Link copied"
      : "Copy it from the address bar";
    say(node.textContent);
    setTimeout(() => {
      node.textContent = control.label;
    }, NOTE_MS);
  };
  return {
    node,
    paint: (next) => {
      if (!control) node.textContent = next.label;
      control = next;
    },
  };
}

// The clipboard needs https or localhost; on plain http only execCommand works.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.body.appendChild(make("textarea", { value: text }));
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Create a control below its label, help and value; `paint` draws label, help and note. */
function field(name, control, ...beside) {
  const label = make("span", { className: "label" });
  const tip = make("span", { className: "tip", id: `${name}-help`, role: "tooltip" });
  const help = make("button", { className: "help", type: "button", textContent: "?" });
  help.setAttribute("aria-describedby", tip.id);
  help.onkeydown = ({ key }) => {
    help.classList.toggle("read", key === "Escape");
  };
  help.onblur = () => help.classList.remove("read");
  const note = make("p", { className: "note" });
  const head = make("div", { className: "head" }, label, help, tip, ...beside);
  const node = make("div", { className: "field" }, head, control, note);
  const paint = (data) => {
    label.textContent = data.label;
    help.hidden = tip.hidden = !data.help;
    help.ariaLabel = data.help ? `Help on ${data.label}` : null;
    tip.textContent = data.help ?? "";
    note.hidden = !data.note;
    note.textContent = data.note ?? "";
  };
  return { node, paint };
}

/** The part of a control to focus after its neighbour has gone; on a phone a field would open a keyboard over the page. */
const focusable = (node) => {
  if (node?.matches("button, a, [tabindex]")) return node;
  const button = COARSE.matches && node?.querySelector(".line > button:not([hidden])");
  return button || node?.querySelector("input, select, button:not(.help)");
};
