// Sends all actions of the reader to Python. Actions on lists, knobs and buttons are numbered and queued. The whole queue
// is sent as the state of one component, `rankbook_post`, and repeated until Python acknowledges it. Streamlit drops a
// trigger when a run is aborted, but sends a state again with every later message. So no action is lost, reordered or
// processed twice. Previews, sent during a drag, are numbered like actions, but neither queued nor repeated.

const REPEAT_MS = 2000; // until unacknowledged actions are sent again; doubled after each repeat
const LONGEST_REPEAT_MS = 30000;
const SILENCE_MS = 3000; // until the reader is told that the server does not answer
const SILENCE = "No answer from the server yet. Your last change is kept and sent again.";
const PREVIEW_MS = 100; // between previews: closer ones abort each other's run before it draws
const LOST_MS = 2000; // until a preview without an answer counts as lost
const STILL_MS = 300; // without a change, until the page counts as drawn
const VOICE_MS = 250; // until a sentence is announced: among many changes of the page Orca drops it
const PAUSE_MS = 2000; // without a run, until a phone asks for the text below the stage
const [STAGE, TEXT, ALL] = [0, 1, 2]; // how far a page is drawn (ui.core.session.Depth)
const NAVIGATION_MS = 5000; // longest pause of the queue during a change of the page
const MOST_LEVELS = 8; // of lists and objects in an action: Python cannot read endless ones

/** A popstate event of ours, for Streamlit. */
class PageChange extends PopStateEvent {}

// The missing answer stands in the top layer, wherever the post is drawn. It is always open, so that it is also read out.
const silenceStyle = new CSSStyleSheet();
silenceStyle.replaceSync(`p {
  inset: auto 1rem 1rem; width: fit-content; margin: 0 auto; padding: 0; border: 0; border-radius: 0.4rem;
  color: var(--st-background-color); background: var(--st-text-color); font-family: var(--st-font); font-size: 0.875rem; line-height: 1.4;
  &:not(:empty) { padding: 0.5rem 1rem; border: 1px solid transparent; } /* seen in forced colours */
}`);

/** Create the courier, once for the lifetime of the page in the browser. */
function createCourier() {
  let session; // id of the Python session; it changes if the server restarts
  let seq = 0; // number of the last action or preview
  let queue = []; // unacknowledged actions, oldest first: { seq, by, do, … }
  let preview = null; // the preview sent last: { seq, by, do, … }
  let wanted = null; // the preview to send next: { by, do, … }
  const acks = new Map(); // sender -> number of its last action or preview that its data includes

  let deliver = null; // passes the outbox to Streamlit; null until the post component is loaded
  let unsent = false;
  let repeatMs = REPEAT_MS;
  let repeats = 0;
  let sentAt = -Infinity;
  let answerMs = 0; // time from the last preview to its answer
  let line = null; // the element that shows the missing answer
  let depth = STAGE; // how far Python is asked to draw a page, with every message

  const timers = {};
  /** Start or restart a named timer; stop it if ms is null. */
  function later(name, ms, happen) {
    clearTimeout(timers[name]);
    if (ms !== null) timers[name] = setTimeout(happen, ms);
  }

  // ---- out

  const isShallow = (value, levels = MOST_LEVELS) =>
    Object(value) !== value ||
    (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)));
  /** Return whether something can be an action. What cannot would block the queue: Python could not acknowledge it. */
  const isAction = (change) => typeof change?.do === "string" && isShallow(change);

  /** Queue an action and end its preview. Its number and its sender are ours, whatever a link says. */
  function act(by, change) {
    if (!isAction(change)) return seq;
    seq += 1;
    queue = [...queue, { ...change, seq, by }];
    preview = wanted = null;
    repeatMs = REPEAT_MS;
    if (queue.length === 1) awaitAnswer();
    send();
    return seq;
  }

  /** Request a preview of a change; only the newest is sent, at the pace of the server. */
  function requestPreview(by, change) {
    if (!isAction(change)) return;
    wanted = { ...change, by };
    sendPreview();
  }

  /** Cancel a preview whose drag changed nothing. */
  function cancel(by) {
    wanted = null;
    if (preview?.by !== by || preview.do === "cancel") return;
    seq += 1;
    preview = { seq, by, do: "cancel" };
    send();
  }

  /** Send the newest preview, after the last message was answered and a pause has passed. */
  function sendPreview() {
    later("preview", null);
    if (!wanted || paused) return;
    const unanswered =
      pending(wanted.by) || (preview?.by === wanted.by && preview.seq > ackOf(wanted.by));
    const wait =
      sentAt + (unanswered ? LOST_MS : Math.max(PREVIEW_MS, 2 * answerMs)) - performance.now();
    if (wait > 0) {
      later("preview", wait, sendPreview);
      return;
    }
    seq += 1;
    preview = { ...wanted, seq };
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

  // A repeat is numbered: Streamlit calls back only for a message that differs from the one before.
  const outbox = () => JSON.stringify({ session, actions: queue, preview, depth, repeats });

  function awaitRepeat() {
    later("repeat", queue.length ? repeatMs : null, () => {
      repeatMs = Math.min(2 * repeatMs, LONGEST_REPEAT_MS);
      repeats += 1;
      send();
    });
  }

  function awaitAnswer() {
    if (line) line.textContent = "";
    later("silence", queue.length ? SILENCE_MS : null, () => {
      if (line) line.textContent = SILENCE;
    });
  }

  // ---- in

  const ackOf = (by) => acks.get(by) ?? 0;

  /** Return whether actions are unacknowledged. */
  const busy = () => queue.length > 0;

  /** Return whether a sender has actions that its data does not include. */
  function pending(by) {
    return queue.some((action) => action.by === by && action.seq > ackOf(by));
  }

  /** Store the number of the last action that a sender's data includes. */
  function answered(by, ack) {
    const isNew = preview?.by === by && ackOf(by) < preview.seq && preview.seq <= ack;
    if (isNew) answerMs = performance.now() - sentAt;
    acks.set(by, ack);
    sendPreview();
  }

  /** Process the data of the post: session, number acknowledged, sentence to announce, and the page that was drawn. */
  function post(data, setStateValue, status) {
    deliver = setStateValue;
    if (line !== status) {
      line = status;
      line.getRootNode().adoptedStyleSheets = [silenceStyle];
    }
    if (!line.matches(":popover-open")) line.showPopover();
    if (data.session !== session) begin(data.session);
    const left = queue.filter((action) => action.seq > data.ack);
    if (left.length < queue.length) {
      queue = left;
      repeatMs = REPEAT_MS;
      awaitRepeat();
      awaitAnswer();
    }
    announce(data.said);
    remeasure();
    reopen();
    taken = data.ack;
    if (pathOf(data.page) !== shownPath) focusTitle();
    else focusLost();
    shownPath = pathOf(data.page);
    resumeIfThere();
    if (unsent) send();
    keepHeight(data.depth < depth);
    if (data.depth < ALL) awaitMore(data.depth);
  }

  // Where there is a mouse, the rest of a page is asked for once its stage has been painted. A phone asks for the text
  // after a pause, because formulas need much code. The code of charts is as large as all other code of a page: it is
  // loaded when one is less than a screen away.
  let near = null;
  function awaitMore(drawn) {
    if (drawn < depth)
      send(); // the server was started anew
    else if (matchMedia("(pointer: fine)").matches)
      requestAnimationFrame(() => setTimeout(take, 0, ALL));
    else {
      later("text", PAUSE_MS, () => take(TEXT));
      near ??= watchCharts(document.querySelector(".stMain"));
    }
  }

  /** Keep the page's height until a server that was started anew has drawn the text, so that the page does not scroll. */
  function keepHeight(keeps) {
    const content = document.querySelector(".stMainBlockContainer");
    content.style.minHeight = keeps ? `${content.offsetHeight}px` : "";
  }

  /** Ask for a page down to a depth, unless that was asked for. */
  function take(wanted) {
    if (depth >= wanted) return;
    depth = wanted;
    send();
  }

  function watchCharts(main) {
    const observer = new IntersectionObserver(
      (places) => {
        if (places.some(({ isIntersecting }) => isIntersecting)) take(ALL);
      },
      { root: main, rootMargin: "100%" },
    );
    // As long as the list is missing, a chart seems nearer than it is.
    const observe = () =>
      later("charts", STILL_MS, () => {
        if (first?.isConnected) return;
        observer.disconnect();
        for (const place of main.querySelectorAll(".awaited")) observer.observe(place);
      });
    new MutationObserver(observe).observe(document.body, { subtree: true, childList: true });
    observe();
    return observer;
  }

  // The live region for screen readers is outside everything that Streamlit rebuilds or hides.
  const voice = document.createElement("div");
  voice.setAttribute("role", "status");
  voice.className = "voice";
  document.body.append(voice);
  let announced = 0; // number of the last announced sentence
  let lines = []; // those to announce

  /** Announce a new sentence, even if its text equals the last one. */
  function announce([number, sentence]) {
    if (number === announced) return;
    announced = number;
    const line = document.createElement("p");
    line.textContent = sentence;
    lines.push(line);
    later("voice", VOICE_MS, () => {
      voice.replaceChildren(...lines);
      lines = [];
    });
  }

  /** Begin a session. A restarted server has read the address, and cannot process actions for the old one. */
  function begin(fresh) {
    const isFirst = session === undefined;
    session = fresh;
    if (!isFirst) forget();
    dispatchEvent(new Event("rankbook-session"));
  }

  function forget() {
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

  // ---- from page to page: a message that is sent after Streamlit has requested another page and before that arrives
  // names the old page, and would bring it back. So every change of the page pauses the queue.

  const pathOf = (url) => new URL(url || ".", location.href).pathname.replace(/\/$/, "");
  const here = () => pathOf(location.href);
  let shownPath = here(); // path of the page that Python drew last
  let paused = false;
  let taken = 0; // number of the last action or preview that Python has processed
  let arrival = 0; // number of the last Back or Forward
  let leaving = false; // Back or Forward has begun, and the browser still shows the old address
  let again = false; // Streamlit must request the page once more when the new address is there
  let flush = null; // makes Streamlit send the outbox that it was given, if that is delayed

  function pause() {
    paused = true;
    later("navigation", NAVIGATION_MS, resume);
  }

  function resume() {
    paused = leaving = false;
    later("navigation", null);
    if (unsent) send();
    flush?.();
    flush = null;
    sendPreview();
  }

  function resumeIfThere() {
    if (!paused || (!leaving && here() === shownPath && arrival <= taken)) resume();
  }

  /** Go to an address, or make Streamlit load the current one, after all that it has yet to send. */
  function navigate(href = null) {
    pause();
    setTimeout(() => {
      if (href) pushState.call(history, null, "", href);
      dispatchEvent(new PageChange("popstate"));
    });
  }

  // Back and Forward become actions, too. Streamlit gets the outbox before the popstate event, so that both go in its
  // request for the page; a separate message would name the old page.
  function arrive({ pathname, search }) {
    for (const hand of [...holding]) hand.giveUp();
    pause();
    const number = act("address", {
      do: "arrive",
      query: search,
      page: pathname.split("/").at(-1),
    });
    if (!deliver) return;
    arrival = number;
    const { setTimeout } = globalThis;
    const delayed = []; // the timers that Streamlit starts now; they send the outbox
    globalThis.setTimeout = (send, _, ...args) => -delayed.push(() => send(...args));
    try {
      deliver("outbox", outbox());
    } finally {
      globalThis.setTimeout = setTimeout;
    }
    if (delayed.length) flush = () => delayed.forEach((send) => send());
    unsent = false;
    awaitRepeat();
    again = !flush; // Streamlit was sending already
    if (again && !leaving) navigate();
  }

  // In Chromium only the Navigation API is early enough: a capturing listener to popstate has no precedence there.
  const { navigation } = globalThis;
  navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
    leaving = navigationType === "traverse" && destination.sameDocument;
    if (leaving) arrive(new URL(destination.url));
  });
  addEventListener(
    "popstate",
    (event) => {
      if (event instanceof PageChange) return;
      leaving = false;
      if (!navigation) arrive(location);
      else if (again) navigate();
    },
    true,
  );

  // An answer that writes an address while Back is on its way would cancel it, or delete the entries of Forward.
  const { pushState, replaceState } = History.prototype;
  for (const write of [pushState, replaceState]) {
    history[write.name] = (...entry) => {
      if (!leaving && (!paused || arrival <= taken)) write.apply(history, entry);
    };
  }

  // A restarted server does not know this page until a message is sent. Streamlit marks its outermost element as connected
  // or not. Without that mark, the next repeat or action sends the message.
  const app = document.querySelector('[data-testid="stApp"]');
  let connected = true;
  if (app) {
    new MutationObserver(() => {
      const isBack = !connected && app.dataset.testConnectionState === "CONNECTED";
      connected = app.dataset.testConnectionState === "CONNECTED";
      if (isBack) send();
    }).observe(app, { attributeFilter: ["data-test-connection-state"] });
  }

  return {
    act,
    preview: requestPreview,
    cancel,
    busy,
    pending,
    answered,
    post,
    navigate,
    takeAll: () => take(ALL),
  };
}

// ---- the components of the page

const parts = new WeakMap(); // root of a component -> the board, controls, dots or queries in it
const halls = new Set(); // those that are drawn for a hall; the page is styled for it if there are any

/** Store whether a part is drawn for a hall. */
function present(part, hall) {
  if (hall) halls.add(part);
  else halls.delete(part);
  document.documentElement.classList.toggle("presenting", halls.size > 0);
}

// A page's question and list come before its code, to be read (ui/parts/frame.py). They go when its own are there, or when
// its own have not come long after its title.
const LONG_MS = 10000;
const first = document.getElementById("first");
if (first) {
  new MutationObserver((changes, watch) => {
    if (!document.querySelector('[data-testid="stMain"] h1')) return;
    watch.disconnect();
    setTimeout(() => first.remove(), first.querySelector("ol") ? LONG_MS : 0);
  }).observe(document.body, { subtree: true, childList: true });
}

/** Draw a component's data; return the cleanup for Streamlit. */
function mount(root, data) {
  let part = parts.get(root);
  if (part?.sender !== data.by || !part.isIn(root)) {
    // the first call, or Streamlit has rebuilt the component
    remove(part);
    const kinds = {
      board: createBoard,
      controls: createControls,
      dots: createDots,
      queries: createQueries,
    };
    part = kinds[data.kind](root, data.by);
    parts.set(root, part);
  }
  present(part, data.hall);
  part.update(data);
  if (data.kind === "board") first?.remove();
  return () =>
    setTimeout(() => {
      // the cleanup also runs when one call overtakes another
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
globalThis.dispatchEvent(new Event("rankbook-engine")); // listeners only resolve a promise; what waits for it runs after this script
