import { differs, Kept, make, partOf, set } from "../dom.js";
import { FINGER } from "../media.js";
import { say } from "../voice.js";

// What a student's phone shows of a room. The server sends the state of the room in the page, and each later one as an event.
// An answer is kept here, and sent again, until the server says what became of it. `told` is the room (rooms/hub.py), `mine`
// is the phone's own answer as the server has it, and the verdict on it; `mine.barred` says why it may give none.

/**
 * @typedef {[id: string, title: string, grade: number | null]} AskedDocument
 * @typedef {{ documents: AskedDocument[], retrieved?: number, k: number, top: number, symbols: string[], graded?: boolean }}
 *   AskedList the list that a question is about
 * @typedef {{ kind: "number" | "direction" | "choice" | "order", text: string, choices?: string[] } & Partial<AskedList>} Asked
 * @typedef {{ text: string, value?: string | number | null, within?: number, link?: string }} Truth
 * @typedef {{ ended?: boolean, version?: number, number?: number | null, phase?: string, again?: number | null, asked?: Asked,
 *   truth?: Truth }} Told
 * @typedef {{ value?: string, verdict?: { text: string, link?: string }, barred?: string }} Mine
 * @typedef {{ number?: number | null, value: string }} Answered what belongs to a question, by its number
 * @typedef {{ paint: () => void, submit?: () => void, destroy?: () => void, isMissing?: () => boolean }} Field what a question
 *   is answered in; `paint` shows the own answer, `submit` sends what was written
 */

/** @type {{ base: string, code: string, hints: Record<string, string>, board: string, told: Told, mine: Mine }} */
const { base, code, hints, board, ...first } = JSON.parse(
  document.getElementById("state")?.textContent ?? "",
);
const ROOM = `${base}/room/${code}`;
const KEY = `rankbook-room-${code}`;
const PATIENCE_MS = 10_000; // how long the server may take to answer
const FIRST_WAIT_MS = 500; // before an answer is sent again; it doubles
const LONGEST_WAIT_MS = 8_000;
const POLL_MS = 5_000; // while no events arrive
const RENEW_MS = 60_000; // after this time the stream is opened anew: a dead one looks like one without news
/** @type {Record<string, string>} */
const SIGNS = { rises: "↑", stays: "=", falls: "↓" };

const [main, which, question, wall, hint, form, bar, said, headline, detail, links] = [
  "main",
  "#which",
  "#question",
  "#wall",
  "#hint",
  "#answer",
  "#bar",
  "#said",
  "#headline",
  "#detail",
  "#links",
].map((selector) => partOf(document, selector));

let { told, mine } = first;
/** @type {Pick<Told, "number" | "phase" | "ended"> & { drawn?: boolean }} */
let shown = {}; // number and phase of the question that is drawn
/** @type {Field | null} */
let controls = null; // of the drawn question
let note = ""; // why an answer was not taken
/** @type {Told["number"]} */
let late = null; // number of the question to which an answer came too late
let failing = false; // whether the last attempt to send failed
let lost = false; // whether nothing is heard from the server
let unknown = false; // whether the server has told what this page cannot show

// ---- what survives a reload, in the tabs of this room

const store = new Kept(KEY);

/** @returns {{ pending?: Answered, draft?: Answered, renewed?: Answered }} */
function kept() {
  try {
    return JSON.parse(store.get() ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * Keep some changes; return whether a reload will find them.
 * @param {ReturnType<typeof kept>} changes
 */
function keep(changes) {
  const all = { ...kept(), ...changes };
  return store.set(
    Object.values(all).some((value) => value !== undefined) ? JSON.stringify(all) : null,
  );
}

/**
 * Return what is kept for the present question: the answer on its way ("pending"), or the order not sent yet ("draft").
 * @param {"pending" | "draft" | "renewed"} name
 */
function keptNow(name) {
  const found = kept()[name];
  return found && found.number === told.number ? found.value : undefined;
}

const own = () => keptNow("pending") ?? mine.value;

// ---- requests

/**
 * @param {string} path in the room's address
 * @param {RequestInit} [options]
 */
const call = (path, options) =>
  fetch(ROOM + path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
/** @type {Promise<void> | null} */
let renewal = null; // of the phone's mark, once for all that were refused

/**
 * Ask the server as a phone of the room. If it does not know the phone's mark, the page is loaded once: it gives one.
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options) {
  const reply = await call(path, options);
  if (reply.status !== 403) {
    renewal = null;
    return reply;
  }
  renewal ??= call("").then(
    () => listen(true),
    (error) => {
      renewal = null;
      throw error;
    },
  );
  await renewal;
  return call(path, options);
}

// ---- a server that was renewed since this page was loaded

/**
 * Reload the page, once for each phase of a question, and with all that is kept; after that, the student is asked to.
 * @param {unknown} problem
 */
function renew(problem) {
  console.warn(problem);
  unknown = true;
  const phase = String(told.phase);
  if (keptNow("renewed") !== phase && keep({ renewed: { number: told.number, value: phase } }))
    location.reload();
}

// ---- answers

let wait = FIRST_WAIT_MS;
let sending = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Take an answer from the student.
 * @param {string} value
 */
function answer(value) {
  note = "";
  late = null;
  if (value !== mine.value || keptNow("pending") !== undefined)
    keep({ pending: { number: told.number, value } });
  wait = FIRST_WAIT_MS;
  send();
  paint();
}

/** Send the kept answer until the server has answered; a newer one is sent after it. */
async function send() {
  clearTimeout(timer);
  const { pending } = kept();
  if (!pending || sending || told.ended) return;
  sending = true;
  try {
    const reply = await ask("/answer", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(pending),
      keepalive: true, // also when the screen is locked meanwhile
    });
    if (reply.status >= 500 || reply.status === 429) throw new Error(String(reply.status));
    const reports = reply.status === 404 ? {} : await reply.json();
    if (reply.status !== 404 && reports.taken === undefined && !reports.problem) {
      renew("a reply of another kind");
      throw new Error("It is sent again.");
    }
    failing = false;
    wait = FIRST_WAIT_MS;
    if (!differs(kept().pending, pending)) keep({ pending: undefined });
    if (reply.status === 404) end();
    else settle(pending, reports);
  } catch {
    failing = true;
    timer = setTimeout(send, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
  sending = false;
  paint();
  if (!failing) send();
}

/**
 * Take over what the server says of an answer.
 * @param {Answered} sent
 * @param {{ taken?: boolean, value?: string, problem?: string }} report
 */
function settle({ number, value }, { taken, value: asTaken, problem }) {
  const isPresent = number === told.number;
  if (taken && isPresent) {
    requests += 1; // what is on its way is older
    mine = { value: asTaken };
    if (keptNow("draft") === value) keep({ draft: undefined });
  } else if (taken === false) {
    late = number;
    if (isPresent) fetchMine();
  } else if (problem && isPresent) note = problem;
}

let requests = 0; // for the own answer; only the reply to the last one counts

/** Ask the server for the own answer and the verdict on it. */
async function fetchMine() {
  const { number } = told;
  if (!number) return;
  requests += 1;
  const request = requests;
  try {
    const reply = await ask(`/mine?number=${number}`);
    if (!reply.ok && reply.status !== 403) throw new Error(String(reply.status));
    const found = reply.ok ? await reply.json() : {}; // a browser without cookies has no answers
    if (number === told.number && request === requests) mine = found ?? {};
    paint();
  } catch {
    setTimeout(() => number === told.number && fetchMine(), POLL_MS);
  }
}

// ---- states of the room

/** @type {EventSource | undefined} */
let source;
let live = false; // whether events arrive
/** @type {ReturnType<typeof setTimeout> | null | undefined} */
let watch; // polls while no events arrive
/** @type {ReturnType<typeof setTimeout> | undefined} */
let reopening;

/** Open the stream of events; after a pause, the own answer may have changed in another tab. */
function listen(paused = false) {
  let isFirst = paused;
  source?.close();
  clearTimeout(reopening);
  reopening = setTimeout(listen, RENEW_MS * (1 + Math.random()));
  source = new EventSource(`${ROOM}/events`);
  source.onmessage = ({ data }) => {
    clearTimeout(watch ?? undefined);
    watch = null;
    live = true;
    lost = false;
    try {
      take(JSON.parse(data), isFirst);
    } catch (problem) {
      renew(problem);
      paint();
    }
    isFirst = false;
  };
  source.onerror = () => {
    isFirst = true;
    live = false;
    watch ??= setTimeout(poll, POLL_MS);
  };
  watch ??= setTimeout(poll, 2 * POLL_MS);
}

/** Read the state from the page itself. */
async function poll() {
  const before = mine;
  try {
    const reply = await call("?here");
    if (!reply.ok && reply.status !== 404) throw new Error(String(reply.status));
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    lost = false;
    if (reply.status === 404) end();
    else readPage(page, before);
  } catch {
    lost = true;
  }
  paint();
  watch = told.ended || live ? null : setTimeout(poll, POLL_MS);
  if (!told.ended && source?.readyState === EventSource.CLOSED) listen(true);
}

/**
 * Take the state from the page as it is now, and the own answer if that has not changed meanwhile.
 * @param {Document} page
 * @param {Mine} before
 */
function readPage(page, before) {
  try {
    const found = JSON.parse(partOf(page, "#state").textContent ?? "");
    take(found.told);
    if (!told.ended && found.told.number === told.number && mine === before)
      mine = found.mine ?? {};
  } catch (problem) {
    renew(problem);
  }
}

/**
 * Take a state of the room.
 * @param {Told} next
 * @param {boolean} [paused] whether nothing was heard for a while
 */
function take(next, paused = false) {
  if (next.ended) {
    end();
    return;
  }
  if (told.ended || Number(next.version) < Number(told.version)) return;
  const isNew = next.number !== told.number;
  const isRevealed = next.phase === "revealed" && (isNew || told.phase !== "revealed");
  if (isNew) {
    mine = {};
    note = "";
    if (late !== told.number) late = null;
  }
  told = next;
  unknown = false;
  draw();
  if (paused || isRevealed) fetchMine();
  send();
}

function end() {
  told = { ended: true };
  mine = {};
  note = "";
  source?.close();
  clearTimeout(reopening);
  fetch(ROOM).catch(() => {}); // the answer deletes the cookie
  store.set(null);
  draw();
}

function wake() {
  if (document.hidden || told.ended) return;
  listen(true);
  wait = FIRST_WAIT_MS;
  send();
}

// ---- drawing

/** Draw a new question, or a new phase of the question; the status shows all else. */
function draw() {
  try {
    drawTold();
  } catch (problem) {
    shown = { drawn: true };
    renew(problem);
  }
  paint();
}

function drawTold() {
  const { ended, number, phase, again, asked } = told;
  const isNew = number !== shown.number || ended !== shown.ended;
  if (isNew || phase !== shown.phase) {
    const hadFocus = main.contains(document.activeElement);
    which.textContent = again
      ? `Question ${again}, asked again`
      : number
        ? `Question ${number}`
        : "";
    question.textContent =
      asked?.text ??
      (ended ? "The room has ended. Nothing was kept." : "Wait for the next question.");
    say(""); // it told of the list before
    document.title = `${number ? which.textContent : question.textContent} · Rankbook`;
    drawControls();
    const hasFocus =
      main.contains(document.activeElement) && document.activeElement !== document.body;
    if (shown.drawn && (isNew || (hadFocus && !hasFocus))) question.focus();
    shown = { drawn: true, number, phase, ended };
  }
}

function drawControls() {
  const { ended, number, phase, asked } = told;
  const isOpen = phase === "open";
  controls?.destroy?.();
  controls = null;
  form.replaceChildren();
  form.className = asked?.kind ?? "";
  bar.replaceChildren(said);
  hint.textContent = hints[isOpen && asked ? asked.kind : asked || ended ? "" : "wait"] ?? "";
  wall.replaceChildren();
  if (!asked) return;
  if (hasList(asked) && asked.kind !== "order") wall.append(listOf(asked, "The list on the wall"));
  /** @type {Record<string, (asked: Asked, number: number) => Field>} */
  const kinds = { number: numberField, direction: choices, choice: choices, order: orderList };
  if (isOpen) controls = kinds[asked.kind](asked, Number(number));
  else controls = asked.kind === "order" ? sentOrder(asked) : null;
}

/**
 * Return whether a question is about a list.
 * @param {Asked} asked
 * @returns {asked is Asked & AskedList}
 */
const hasList = (asked) => asked.documents !== undefined;

function numberField() {
  const button = sendButton();
  const input = make("input", {
    id: "value",
    inputMode: "decimal",
    autocomplete: "off",
    enterKeyHint: "send",
    maxLength: 40,
  });
  input.value = own() ?? "";
  input.setAttribute("aria-describedby", "hint");
  // A phone's keys for numbers have neither.
  const signs = ["/", "%"].map((sign) =>
    make("button", {
      type: "button",
      className: "sign",
      textContent: sign,
      ariaLabel: `Write ${sign}`,
      onclick: () => {
        input.setRangeText(sign, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
        input.focus();
      },
    }),
  );
  form.append(
    make("label", { htmlFor: "value", textContent: "Your answer" }),
    make("div", { className: "row" }, input, ...signs),
    button,
  );
  return {
    submit: () => {
      const text = input.value.trim();
      if (text) answer(text);
      else note = "Write a number first.";
      if (FINGER.matches) button.focus(); // a phone's keys would hide the status
      paint();
    },
    paint: () => {
      if (note && document.activeElement === button) input.focus();
      input.ariaInvalid = String(Boolean(note));
    },
  };
}

function sendButton() {
  const button = make("button", { className: "send", textContent: "Send" });
  button.setAttribute("form", "answer");
  return button;
}

/**
 * @param {Asked} asked
 * @returns {Field}
 */
function choices({ kind, choices }) {
  const isDirection = kind === "direction";
  const texts = isDirection ? Object.keys(SIGNS) : choices;
  if (!texts) throw new Error("a choice of nothing");
  const options = texts.map((text, at) => [isDirection ? text : String(at), text]);
  const radios = options.map(([value]) =>
    make("input", { type: "radio", name: "value", value, onchange: () => answer(value) }),
  );
  const group = make(
    "div",
    { role: "radiogroup" },
    ...options.map(([value, text], at) => {
      const sign = isDirection ? SIGNS[value] : "";
      return make(
        "label",
        {},
        radios[at],
        ...(sign ? [make("i", { textContent: sign, ariaHidden: "true" })] : []),
        make("span", { textContent: text }),
      );
    }),
  );
  group.setAttribute("aria-labelledby", "question");
  group.setAttribute("aria-describedby", "hint");
  form.append(group);
  return {
    paint: () =>
      radios.forEach((radio) => {
        radio.checked = radio.value === own();
      }),
  };
}

/**
 * @param {Asked} asked
 * @param {number} number of the question
 * @returns {Field}
 */
function orderList(asked, number) {
  if (!hasList(asked)) throw new Error("an order of no list");
  const documents = asked.documents.slice(0, asked.retrieved);
  const start = documents.map((_, row) => row);
  const rowsOf = (/** @type {string | undefined} */ text) => text?.split(",").map(Number);
  const current = () => rowsOf(keptNow("draft") ?? own()) ?? start;
  const missed = asked.documents
    .slice(asked.retrieved)
    .map(([, title]) => title)
    .join(", ");
  /** @type {{ show: (rows: number[]) => void, destroy: () => void } | null} */
  let list = null;
  let isGone = false;
  let isMissing = false; // whether the board did not arrive
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let retry;
  const host = make("div", { className: "board-host" });
  const button = sendButton();
  button.disabled = true;
  form.append(
    host,
    ...(missed ? [make("p", { className: "soft", textContent: `Not retrieved: ${missed}` })] : []),
  );
  bar.append(button);
  /**
   * @param {string} url
   * @param {number} [wait]
   */
  const load = async (url, wait = FIRST_WAIT_MS) => {
    /** @type {{ createOrder?: typeof import("./order.js").createOrder }} */
    const { createOrder } = await import(url).catch(async (problem) => {
      const reply = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
        () => null,
      );
      if (!isGone && (reply?.ok || reply?.status === 404)) renew(problem); // it is not the network
      return {};
    });
    if (isGone) return;
    isMissing = !createOrder;
    if (!createOrder)
      retry = setTimeout(load, wait, `${board}?${Date.now()}`, Math.min(2 * wait, LONGEST_WAIT_MS)); // a failed module is remembered
    else begin(createOrder, { ...asked, documents });
    paint();
  };
  /**
   * @param {typeof import("./order.js").createOrder} createOrder
   * @param {AskedList} asked
   */
  function begin(createOrder, asked) {
    try {
      list = createOrder(host, asked, "Your order", current(), (order, sentence) => {
        keep({ draft: { number, value: order.join(",") } });
        note = "";
        say(sentence);
        paint();
      });
      button.disabled = false;
      unknown = false;
    } catch (problem) {
      renew(problem);
    }
  }
  load(board);
  return {
    submit: () => answer(current().join(",")),
    paint: () => {
      if (keptNow("draft") === undefined) list?.show(current());
    },
    isMissing: () => isMissing,
    destroy: () => {
      isGone = true;
      clearTimeout(retry);
      list?.destroy();
    },
  };
}

/**
 * Draw the order that was sent, or the one to start from.
 * @param {Asked} asked
 * @returns {Field}
 */
function sentOrder(asked) {
  return {
    paint: () => {
      wall.replaceChildren();
      const order = mine.value?.split(",").map(Number) ?? [];
      if (!order.length || !hasList(asked)) return;
      const documents = order.map((row) => asked.documents[row]);
      wall.append(
        make("p", { className: "soft", textContent: "Your order" }),
        listOf({ ...asked, documents, retrieved: undefined }, "Your order"),
      );
    },
  };
}

/**
 * Draw a list small: ranks, titles, symbols of the grades, and the lines of k and of retrieval.
 * @param {AskedList} asked
 * @param {string} label
 */
function listOf({ documents, retrieved = documents.length, k, symbols, graded = true }, label) {
  const line = (/** @type {string} */ textContent, name = "") =>
    make("li", { className: `line ${name}`, textContent });
  const mark = (/** @type {number | null} */ grade) =>
    grade === null ? "?" : `${symbols[grade]} ${grade}`;
  const rows = documents.flatMap(([, title, grade], at) => [
    make(
      "li",
      {},
      make("b", { textContent: at < retrieved ? at + 1 : "–" }),
      make("span", { textContent: title }),
      make("i", { textContent: graded ? mark(grade) : "" }),
    ),
    ...(at + 1 === k && k <= retrieved ? [line(`k = ${k}`)] : []),
    ...(at + 1 === retrieved && retrieved < documents.length
      ? [line("not retrieved", "missed")]
      : []),
  ]);
  return make("ol", { className: "list", role: "list", ariaLabel: label }, ...rows);
}

// ---- the status

const rounded = (/** @type {string | number} */ number) =>
  String(Number(Number(number).toFixed(3)));
const sentence = (/** @type {string} */ text) => (!text || /[.!?]$/.test(text) ? text : `${text}.`);

/**
 * Return an answer in words.
 * @param {Asked} asked
 * @param {string} value
 */
function spoken({ kind, choices }, value) {
  if (kind === "number") return rounded(value);
  return `“${kind === "choice" ? choices?.[Number(value)] : value}”`;
}

/** @type {string[][]} */
let linked = []; // the links that are drawn

function paint() {
  let words = ["", ""];
  /** @type {string[][]} */
  let wanted = [];
  try {
    controls?.paint();
    if (told.number) words = status();
    wanted = offered();
  } catch (problem) {
    renew(problem);
  }
  if (unknown) words = ["!", "Reload this page", "It cannot show this question."];
  hint.hidden = unknown || Boolean(mine.barred);
  const isOpen = told.phase === "open" && !hint.hidden;
  form.hidden = !isOpen;
  for (const button of bar.querySelectorAll("button")) button.hidden = !isOpen;
  const [mark, head, ...details] = words;
  if ((lost || (controls?.isMissing?.() && !unknown)) && !failing && !told.ended)
    details.push("No network. This page tries again by itself.");
  said.dataset.mark = mark;
  set(headline, { textContent: head }); // the same text again would be spoken again
  set(detail, { textContent: details.filter(Boolean).join("\n") });
  said.classList.toggle("empty", !said.textContent.trim());
  if (!differs(wanted, linked)) return;
  linked = wanted;
  links.replaceChildren(
    ...wanted.map(([link, text]) =>
      make("a", { href: `${base}/${link}`, target: "_blank", rel: "noopener", textContent: text }),
    ),
  );
}

/**
 * Return the links that a revealed question offers: the truth's, and that of the verdict.
 * @returns {string[][]}
 */
function offered() {
  const { phase, truth, asked } = told;
  if (phase !== "revealed") return [];
  const theirs =
    asked?.kind === "order"
      ? "Open a list with this score in Rankbook"
      : "Open this list in Rankbook";
  return [
    [truth?.link ?? "", theirs],
    [mine.verdict?.link ?? "", "Open your order in Rankbook"],
  ].filter(([link]) => link);
}

/**
 * Return a mark, a headline and sentences about the own answer.
 * @returns {string[]}
 */
function status() {
  const { phase, asked, truth } = told;
  if (!asked) throw new Error("a question without content");
  const isOrder = asked.kind === "order";
  const { value } = mine;
  const before = late !== null && late !== told.number;
  const remark =
    note ||
    (late === null
      ? ""
      : `Your ${before ? "answer to the question before" : "last answer"} came too late.`);
  const yours =
    value === undefined ? "" : isOrder ? "You sent an order." : `You said ${spoken(asked, value)}.`;
  if (keptNow("pending") !== undefined && phase !== "revealed") {
    return failing ? ["…", "No network", "Your answer is kept and sent again."] : ["…", "Sending"];
  }
  if (phase === "open") {
    if (mine.barred) return ["–", "Not for this phone", mine.barred];
    if (remark)
      return ["!", "Not taken", remark, yours && `Your answer before still counts. ${yours}`];
    if (value === undefined) return ["", ""];
    if (keptNow("draft") !== undefined && keptNow("draft") !== value) {
      return ["!", "Changed, but not sent", "Press Send to replace the order that you sent."];
    }
    return ["✓", "Your answer is in", yours, "You can change it until the question is closed."];
  }
  if (phase !== "closed" && phase !== "revealed")
    throw new Error(`a phase of another kind: ${phase}`);
  if (phase === "closed")
    return ["–", "Closed", "Wait for the answer.", remark, yours || "You gave no answer."];
  if (!truth) throw new Error("an answer without content");
  const answers = asked.choices?.includes(truth.text)
    ? `The answer is “${truth.text}”.`
    : sentence(truth.text);
  if (value === undefined) return ["–", "The answer", answers, remark, "You gave no answer."];
  if (isOrder) return ["–", "The result", sentence(mine.verdict?.text ?? ""), answers];
  if (truth.value === undefined || truth.value === null) return ["–", "The answer", answers, yours];
  const isNumber = asked.kind === "number";
  const off = Math.abs(Number(value) - Number(truth.value));
  const isRight = isNumber ? off <= Number(truth.within) + 1e-9 : value === String(truth.value);
  const how = isRight ? ["✓", "Right"] : ["≠", isNumber ? `Off by ${rounded(off)}` : "Not right"];
  return [...how, answers, yours, remark];
}

// ---- events, and the beginning

form.addEventListener("submit", (event) => {
  event.preventDefault();
  controls?.submit?.();
});
addEventListener("storage", ({ key }) => {
  if (key === KEY) fetchMine();
}); // another tab has sent an answer
addEventListener("online", wake);
addEventListener("offline", () => {
  lost = true;
  paint();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) wake();
});
document.addEventListener("visibilitychange", wake);
try {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("rankbook-room-") && key !== KEY) localStorage.removeItem(key);
} catch {
  /* it keeps nothing */
}
document.getElementById("plain")?.remove();
draw();
listen();
send();
