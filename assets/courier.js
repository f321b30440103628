// Sends all actions of the reader to Python. Actions on lists, knobs and buttons are numbered and queued. The whole queue
// is sent as the state of one component, `rankbook_post`, and repeated until Python acknowledges it. Streamlit drops a
// trigger when a run is aborted, but sends a state again with every later message. So no action is lost, reordered or
// processed twice. Previews, sent during a drag, are numbered like actions, but neither queued nor repeated.
// This file knows no element of the page: `node --test` tries it.

const REPEAT_MS = 2000; // until unacknowledged actions are sent again; doubled after each repeat
const LONGEST_REPEAT_MS = 30000;
const SILENCE_MS = 3000; // until the reader is told that the server does not answer
const PREVIEW_MS = 100; // between previews: closer ones abort each other's run before it draws
const LOST_MS = 2000; // until a preview without an answer counts as lost
const MOST_LEVELS = 8; // of lists and objects in an action: Python cannot read endless ones
// How far a page is drawn (ui.core.session.Depth).
const STAGE = 0;
export const TEXT = 1;
export const ALL = 2;

/**
 * @typedef {{ do: string, [name: string]: unknown }} Action what a reader does
 * @typedef {Action & { by: string }} Signed an action or a preview with its sender
 * @typedef {Signed & { seq: number }} Sent with its number, too
 * @typedef {{ by: string, session: string, ack: number }} Answer what Python sends to each component beside its data: its
 *   name, the session, and the number of its last action that the data includes
 * @typedef {(name: string, value: string) => void} Deliver sets the state of Streamlit's component
 * @typedef {Pick<Courier, "preview" | "cancel" | "answered" | "pending"> & { act: (by: string, change: Action) => unknown }}
 *   Sends what takes the actions of a board
 */

/** @type {(value: unknown, levels?: number) => boolean} */
const isShallow = (value, levels = MOST_LEVELS) =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1)));

/**
 * Return whether something can be an action. What cannot would block the queue: Python could not acknowledge it.
 * @param {unknown} change
 * @returns {change is Action}
 */
const isAction = (change) =>
  typeof change === "object" &&
  change !== null &&
  "do" in change &&
  typeof change.do === "string" &&
  isShallow(change);

/** Timers by name. */
export class Timers {
  /** @type {Record<string, ReturnType<typeof setTimeout>>} */
  #running = {};

  /**
   * Start or restart a timer; stop it if ms is null.
   * @param {string} name
   * @param {number | null} ms
   * @param {() => void} [happen]
   */
  later(name, ms, happen = () => {}) {
    clearTimeout(this.#running[name]);
    if (ms !== null) this.#running[name] = setTimeout(happen, ms);
  }
}

export class Courier {
  /** @type {string | undefined} */
  #session; // id of the Python session; it changes if the server restarts
  #seq = 0; // number of the last action or preview
  /** @type {Sent[]} */
  #queue = []; // unacknowledged actions, oldest first
  /** @type {Sent | null} */
  #preview = null; // the preview sent last
  /** @type {Signed | null} */
  #wanted = null; // the preview to send next
  /** @type {Map<string, number>} */
  #acks = new Map(); // sender -> number of its last action or preview that its data includes
  /** @type {Deliver | null} */
  #deliver = null; // passes the outbox to Streamlit; null until the post component is loaded
  #unsent = false;
  #paused = false; // nothing is sent meanwhile
  #repeatMs = REPEAT_MS;
  #repeats = 0;
  #sentAt = -Infinity;
  #answerMs = 0; // time from the last preview to its answer
  #depth = STAGE; // how far Python is asked to draw a page, with every message
  #timers = new Timers();

  /** Number of the last action or preview that Python has processed. */
  taken = 0;
  /**
   * Called when the server's answer is missed, and when it has come.
   * @type {(isSilent: boolean) => void}
   */
  onSilence = () => {};
  /**
   * Called when a session begins: with the page, and after each restart of the server.
   * @type {(isFirst: boolean) => void}
   */
  onSession = () => {};

  // ---- out

  /**
   * Queue an action and end its preview. Its number and its sender are ours, whatever a link says.
   * @param {string} by
   * @param {unknown} change an action, if it is one
   */
  act(by, change) {
    if (!isAction(change)) return this.#seq;
    this.#seq += 1;
    this.#queue = [...this.#queue, { ...change, seq: this.#seq, by }];
    this.#preview = this.#wanted = null;
    this.#repeatMs = REPEAT_MS;
    if (this.#queue.length === 1) this.#awaitAnswer();
    this.#send();
    return this.#seq;
  }

  /**
   * Request a preview of a change; only the newest is sent, at the pace of the server.
   * @param {string} by
   * @param {unknown} change
   */
  preview(by, change) {
    if (!isAction(change)) return;
    this.#wanted = { ...change, by };
    this.sendPreview();
  }

  /**
   * Cancel a preview whose drag changed nothing.
   * @param {string} by
   */
  cancel(by) {
    this.#wanted = null;
    if (this.#preview?.by !== by || this.#preview?.do === "cancel") return;
    this.#seq += 1;
    this.#preview = { seq: this.#seq, by, do: "cancel" };
    this.#send();
  }

  /** Send the newest preview, after the last message was answered and a pause has passed. */
  sendPreview() {
    this.#timers.later("preview", null);
    if (!this.#wanted || this.#paused) return;
    const { by } = this.#wanted;
    const isUnanswered =
      this.pending(by) || (this.#preview?.by === by && this.#preview?.seq > this.#ackOf(by));
    const pace = isUnanswered ? LOST_MS : Math.max(PREVIEW_MS, 2 * this.#answerMs);
    const wait = this.#sentAt + pace - performance.now();
    if (wait > 0) {
      this.#timers.later("preview", wait, () => this.sendPreview());
      return;
    }
    this.#seq += 1;
    this.#preview = { ...this.#wanted, seq: this.#seq };
    this.#wanted = null;
    this.#send();
  }

  /**
   * Ask for the page down to a depth, unless that was asked for.
   * @param {number} depth
   */
  ask(depth) {
    if (this.#depth >= depth) return;
    this.#depth = depth;
    this.#send();
  }

  /**
   * Return whether Python has drawn less of the page than was asked for: the server was started anew.
   * @param {number} drawn
   */
  lacks = (drawn) => drawn < this.#depth;

  #send() {
    this.#unsent = this.#paused || !this.#deliver;
    if (!this.#unsent) this.handOver();
  }

  /** Return whether there is something that sends. */
  canSend = () => this.#deliver !== null;

  /**
   * Send the outbox, also during a pause; `around` calls what passes it to Streamlit.
   * @param {(give: () => void) => void} [around]
   */
  handOver(around = (give) => give()) {
    this.#sentAt = performance.now();
    this.#unsent = false;
    // A repeat is numbered: Streamlit calls back only for a message that differs from the one before.
    const outbox = JSON.stringify({
      session: this.#session,
      actions: this.#queue,
      preview: this.#preview,
      depth: this.#depth,
      repeats: this.#repeats,
    });
    around(() => this.#deliver?.("outbox", outbox));
    this.#awaitRepeat();
  }

  #awaitRepeat() {
    this.#timers.later("repeat", this.#queue.length ? this.#repeatMs : null, () => {
      this.#repeatMs = Math.min(2 * this.#repeatMs, LONGEST_REPEAT_MS);
      this.#repeats += 1;
      this.#send();
    });
  }

  #awaitAnswer() {
    this.onSilence(false);
    this.#timers.later("silence", this.#queue.length ? SILENCE_MS : null, () =>
      this.onSilence(true),
    );
  }

  pause() {
    this.#paused = true;
  }

  resume() {
    this.#paused = false;
    this.sendRest();
  }

  /** Send what could not be sent before. */
  sendRest() {
    if (this.#unsent) this.#send();
  }

  /** Send the outbox again: a restarted server does not know this page until a message is sent. */
  sendAgain() {
    this.#send();
  }

  // ---- in

  #ackOf = (/** @type {string} */ by) => this.#acks.get(by) ?? 0;

  /** Return whether actions are unacknowledged. */
  busy = () => this.#queue.length > 0;

  /**
   * Return whether a sender has actions that its data does not include.
   * @param {string} by
   */
  pending(by) {
    return this.#queue.some((action) => action.by === by && action.seq > this.#ackOf(by));
  }

  /**
   * Store the number of the last action that a sender's data includes.
   * @param {string} by
   * @param {number} ack
   */
  answered(by, ack) {
    const seq = this.#preview?.by === by ? this.#preview.seq : 0;
    if (this.#ackOf(by) < seq && seq <= ack) this.#answerMs = performance.now() - this.#sentAt;
    this.#acks.set(by, ack);
    this.sendPreview();
  }

  /**
   * Take what Python has processed: its session, and the number of the last action; `deliver` sends from now on.
   * @param {{ session: string, ack: number }} processed
   * @param {Deliver} deliver
   */
  receive({ session, ack }, deliver) {
    this.#deliver = deliver;
    if (session !== this.#session) this.#begin(session);
    const left = this.#queue.filter((action) => action.seq > ack);
    if (left.length < this.#queue.length) {
      this.#queue = left;
      this.#repeatMs = REPEAT_MS;
      this.#awaitRepeat();
      this.#awaitAnswer();
    }
    this.taken = ack;
  }

  /**
   * Begin a session. A restarted server has read the address, and cannot process actions for the old one.
   * @param {string} session
   */
  #begin(session) {
    const isFirst = this.#session === undefined;
    this.#session = session;
    if (!isFirst) this.#forget();
    this.onSession(isFirst);
  }

  #forget() {
    const isLost = this.#queue.some((action) => action.do !== "arrive");
    this.#seq = 0;
    this.#queue = [];
    this.#preview = this.#wanted = null;
    this.#acks.clear();
    this.#awaitRepeat();
    this.#awaitAnswer();
    if (isLost) this.act("post", { do: "lost" });
  }
}

/** The one courier of the page. */
export const courier = new Courier();
