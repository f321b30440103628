// The one way from the page to Python. What the reader does to the lists, the knobs and the buttons becomes an action;
// the actions wait in a queue, numbered, and the whole queue goes out as the state of one component, `rankbook_post`,
// again and again until Python says that it has taken them. Streamlit drops a trigger when a run is broken off, but
// keeps a state and lets it ride on every later message. So no action is lost, none overtakes another, none is taken
// twice. Previews, sent while something is held, are numbered along with them, but neither queued nor repeated.

const REPEAT_MS = 2000; // until all that is not taken is sent again; then twice as long, and so on
const LONGEST_REPEAT_MS = 30000;
const SILENCE_MS = 3000; // until the reader is told that no answer comes
const SILENCE = "No answer from the server yet. Your last change is kept and sent again.";
const PREVIEW_MS = 100; // previews closer together abort each other's script before it paints
const LOST_MS = 2000; // a preview without an answer by then gets none
const NAVIGATION_MS = 5000; // for as long, at most, a change of the page holds back the queue

/** A popstate that Streamlit is meant to hear. */
class PageChange extends PopStateEvent {}

/** Start the courier; it lives as long as the page in the browser. */
function createCourier() {
  let session; // Python's name for this reader; another one means that the server was restarted
  let seq = 0; // number of the last action or preview
  let queue = []; // what Python has not taken yet, oldest first: { seq, by, do, … }
  let preview = null; // what is held, as Python was last told: { seq, by, do, … }
  let wanted = null; // what is held, as Python is to be told next
  const acks = new Map(); // sender -> number of its last action or preview that the data it was given knows of

  let deliver = null; // hands the outbox to Streamlit; there once the post is
  let unsent = false;
  let repeatMs = REPEAT_MS;
  let sentAt = -Infinity;
  let answerMs = 0; // from a preview to its answer
  let line = null; // where the reader is told of silence

  const timers = {}; // by the name of what is to happen
  /** Have something happen later, instead of when it was to happen; null ms: not any more. */
  function later(name, ms, happen) {
    clearTimeout(timers[name]);
    if (ms !== null) timers[name] = setTimeout(happen, ms);
  }

  // ---- out

  /** Queue what the reader did; it ends the preview of it. */
  function act(by, change) {
    seq += 1;
    queue = [...queue, { seq, by, ...change }];
    preview = wanted = null;
    repeatMs = REPEAT_MS;
    if (queue.length === 1) awaitAnswer();
    send();
    return seq;
  }

  /** Show what the page would be if the reader let go now, as soon as the server keeps up. */
  function show(by, change) {
    wanted = { by, ...change };
    sendPreview();
  }

  /** End a preview that came to nothing. */
  function cancel(by) {
    wanted = null;
    if (preview?.by !== by || preview.do === "cancel") return;
    seq += 1;
    preview = { seq, by, do: "cancel" };
    send();
  }

  /** Send the newest preview; not before the last message was answered and a pause is over. */
  function sendPreview() {
    later("preview", null);
    if (!wanted || paused) return;
    const unanswered = pending(wanted.by) || (preview?.by === wanted.by && preview.seq > ackOf(wanted.by));
    const wait = sentAt + (unanswered ? LOST_MS : Math.max(PREVIEW_MS, 2 * answerMs)) - performance.now();
    if (wait > 0) {
      later("preview", wait, sendPreview);
      return;
    }
    seq += 1;
    preview = { seq, ...wanted };
    wanted = null;
    send();
  }

  function send() {
    unsent = paused || !deliver;
    if (unsent) return;
    sentAt = performance.now();
    deliver("outbox", outbox());
    awaitRepeat();
  }

  const outbox = () => JSON.stringify({ session, actions: queue, preview });

  function awaitRepeat() {
    later("repeat", queue.length ? repeatMs : null, () => {
      repeatMs = Math.min(2 * repeatMs, LONGEST_REPEAT_MS);
      send();
    });
  }

  function awaitAnswer() {
    if (line) line.textContent = "";
    later("silence", queue.length ? SILENCE_MS : null, () => { if (line) line.textContent = SILENCE; });
  }

  // ---- in

  const ackOf = (by) => acks.get(by) ?? 0;

  /** Is there anything that Python has not taken? */
  const busy = () => queue.length > 0;

  /** Did this sender do anything that the data it was given does not know of? */
  function pending(by) {
    return queue.some((action) => action.by === by && action.seq > ackOf(by));
  }

  /** Note how far the data of a sender has come. */
  function answered(by, ack) {
    const isNews = preview?.by === by && ackOf(by) < preview.seq && preview.seq <= ack;
    if (isNews) answerMs = performance.now() - sentAt;
    acks.set(by, ack);
    sendPreview();
  }

  /** Take what the post brings: whose session this is, how much of the queue Python has taken, and which page it drew. */
  function post(data, setStateValue, status) {
    deliver = setStateValue;
    line = status;
    if (session === undefined) closeFalseAlarm(data.page);
    if (data.session !== session) begin(data.session);
    const left = queue.filter((action) => action.seq > data.ack);
    if (left.length < queue.length) {
      queue = left;
      repeatMs = REPEAT_MS;
      awaitRepeat();
      awaitAnswer();
    }
    tell(data.said);
    remeasure();
    taken = data.ack;
    if (pathOf(data.page) !== shownPath) focusTitle();
    else focusLost();
    shownPath = pathOf(data.page);
    resumeIfThere();
    if (unsent) send();
  }

  // What is to be heard has a place of its own, beside everything that Streamlit builds anew or hides.
  const voice = document.createElement("div");
  voice.setAttribute("role", "status");
  voice.className = "voice";
  document.body.append(voice);
  let said = 0; // number of the sentence that was said last

  /** Say what is new: a sentence that is the same as the last is a new one, too. */
  function tell([number, sentence]) {
    if (number === said) return;
    said = number;
    const line = document.createElement("p");
    line.textContent = sentence;
    voice.replaceChildren(line);
  }

  /**
   * Before its very first run Streamlit looks for pages in a folder, finds none, and says that there is no such page; then
   * app.py brings it. Whoever came for the page that is here need not read that.
   */
  function closeFalseAlarm(page) {
    const asked = new URL(performance.getEntriesByType("navigation")[0].name).pathname;
    if (asked.split("/").at(-1) !== page) return;
    const close = () => {
      const dialogs = [...document.querySelectorAll("[role=dialog]")];
      const alarm = dialogs.find((dialog) => dialog.querySelector("[slot=title]")?.textContent === "Page not found");
      alarm?.querySelector("button[aria-label=Close]").click();
    };
    const watch = new MutationObserver(close); // its code may still be on the way
    watch.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => watch.disconnect(), 5000);
    close();
  }

  /** Begin a session. A server that was restarted has the page's address, and cannot take what the old one was asked. */
  function begin(fresh) {
    const isFirst = session === undefined;
    session = fresh;
    if (isFirst) return;
    const lost = queue.some((action) => action.do !== "arrive");
    seq = 0;
    queue = [];
    preview = wanted = null;
    acks.clear();
    arrival = 0;
    awaitRepeat();
    awaitAnswer();
    if (lost) act("post", { do: "lost" });
  }

  // ---- from page to page: a message that leaves after Streamlit has asked for another page and before it has got one
  // names the old page, and would bring that back. So whatever changes the page holds back the queue.

  const pathOf = (url) => new URL(url || ".", location.href).pathname.replace(/\/$/, "");
  const here = () => pathOf(location.href);
  let shownPath = here(); // of the page that the data is of
  let paused = false;
  let taken = 0; // number of the last action or preview that Python has taken
  let arrival = 0; // number of the last Back or Forward
  let flush = null; // has Streamlit send what it was handed, if that is held back

  function pause() {
    paused = true;
    later("navigation", NAVIGATION_MS, resume);
  }

  function resume() {
    paused = false;
    later("navigation", null);
    if (unsent) send();
    flush?.();
    flush = null;
    sendPreview();
  }

  function resumeIfThere() {
    if (!paused || (here() === shownPath && arrival <= taken)) resume();
  }

  /** Go to an address, or have Streamlit follow to the present one; behind all that it has yet to send. */
  function navigate(href = null) {
    pause();
    setTimeout(() => {
      if (href) pushState.call(history, null, "", href);
      dispatchEvent(new PageChange("popstate"));
    });
  }

  // Back and Forward are the reader's doing, too, and take their place among the actions. Streamlit is handed them
  // before it hears of them, so that they go with its question for the page; a message of their own would name the old.
  function arrive({ pathname, search }) {
    pause();
    const number = act("address", { do: "arrive", query: search, page: pathname.split("/").at(-1) });
    if (!deliver) return;
    arrival = number;
    const { setTimeout } = globalThis;
    const put = []; // what Streamlit puts off now is to send it
    globalThis.setTimeout = (send, _, ...given) => -put.push(() => send(...given));
    try {
      deliver("outbox", outbox());
    } finally {
      globalThis.setTimeout = setTimeout;
    }
    if (put.length) flush = () => put.forEach((send) => send());
    unsent = false;
    awaitRepeat();
    if (!flush) navigate(); // it was about to send something: it has to ask for the page once more
  }

  // In Chromium only the Navigation API is early enough: there a capturing listener to popstate has no precedence.
  const { navigation } = globalThis;
  navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
    if (navigationType === "traverse" && destination.sameDocument) arrive(new URL(destination.url));
  });
  addEventListener("popstate", (event) => {
    if (!navigation && !(event instanceof PageChange)) arrive(location);
  }, true);

  // What answers an earlier message would push an address over the one that the reader went back to: no more Forward.
  const { pushState } = History.prototype;
  history.pushState = (...entry) => {
    if (!paused || arrival <= taken) pushState.apply(history, entry);
  };

  // A server that was restarted hears of this page only when something is sent. Streamlit says in its outermost element
  // whether it is connected; where it no longer did, the next repeat, or the next action, would do.
  const app = document.querySelector('[data-testid="stApp"]');
  let connected = true;
  if (app) {
    new MutationObserver(() => {
      const isBack = !connected && app.dataset.testConnectionState === "CONNECTED";
      connected = app.dataset.testConnectionState === "CONNECTED";
      if (isBack) send();
    }).observe(app, { attributeFilter: ["data-test-connection-state"] });
  }

  return { act, preview: show, cancel, busy, pending, answered, post, navigate };
}

// ---- the parts of the page that act

const parts = new WeakMap(); // a component's root -> the board, or the controls, in it
const halls = new Set(); // those of them that are drawn for a hall, and with them the whole page

/** Note that a part is drawn for a hall, or is not (any more). */
function present(part, hall) {
  if (hall) halls.add(part);
  else halls.delete(part);
  document.documentElement.classList.toggle("presenting", halls.size > 0);
}

/** Draw a component's data; return what Streamlit is to call when the component has gone. */
function mount(root, data) {
  let part = parts.get(root);
  if (part?.sender !== data.by || !part.isIn(root)) { // the first call, or Streamlit has rebuilt the component
    remove(part);
    const kinds = { board: createBoard, controls: createControls, dots: createDots, queries: createQueries };
    part = kinds[data.kind](root, data.by);
    parts.set(root, part);
  }
  present(part, data.hall);
  part.update(data);
  return () => setTimeout(() => { // it is also called when one call overtakes another
    if (root.isConnected || parts.get(root) !== part) return;
    remove(part);
    parts.delete(root);
  });
}

function remove(part) {
  part?.destroy();
  present(part, false);
}

globalThis.rankbook = { ...createCourier(), mount };
globalThis.dispatchEvent(new Event("rankbook-engine")); // heard in promises, so that the code below is read first
