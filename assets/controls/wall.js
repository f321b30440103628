/**
 * @import { Code } from "./code.js"
 * @import { News } from "./counting.js"
 * @import { Acting, ControlData, Tell } from "./field.js"
 */
import { courier } from "../courier.js";
import { download, make, set } from "../dom.js";
import { dialogOf, NETWORK, qrCode } from "./code.js";
import { countedSecret, countFrom } from "./counting.js";
import { shortcutOf } from "./field.js";
import { forgetRooms, holdRoom, keepOffers, offers } from "./held.js";

// What a lecturer's screen shows of the room of a class (ui/room/wall.py).

let storedHere = ""; // the secret that this tab has stored: only once, another tab may have stored a newer one since

const CROWDED =
  "Too many pages of this room are open. Some phones see a question a few seconds late.";
const FOLLOW_MS = 500; // between a reported change and the run for it; what this tab has changed is drawn earlier

/**
 * The room's code in a corner, and how many of its phones have answered; a press shows the code large.
 * @param {Tell} tell
 */
export const wall = ({ act }) => {
  const small = qrCode("");
  const large = qrCode("QR code of the address below");
  const [counted, ofThese] = [make("b"), make("span")];
  const count = make("output", { ariaLive: "off" }, counted, ofThese);
  const crowded = make("p", { className: "crowded" });
  const [code, largeCode] = [make("b"), make("p", { className: "code" })];
  const [address, largeAddress] = [make("span"), make("p", { className: "address" })];
  const network = make("p", { className: "note" });
  const corner = make(
    "button",
    { type: "button", className: "corner" },
    small.drawing,
    make("span", {}, code, address),
  );
  const { dialog, ask: press } = dialogOf("Room", large.drawing, largeCode, largeAddress, network);
  const node = make("div", { className: "wall" }, corner, count, crowded, dialog);
  small.drawing.setAttribute("aria-hidden", "true");
  /**
   * @type {ControlData & Code & News & { version: number, answered: number | null, code: string, secret: string, came: string,
   *   address: string, reach: string, stream: string, only_here: boolean }}
   */
  let control;
  /** @type {News} */
  let heard = {}; // what the stream has reported last; it may come before the run that draws its question
  let reportedVersion = -1; // the newest version of the room that the stream has reported
  let requestedVersion = -1; // the version for which a run was requested
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let following;

  corner.onclick = press;

  /** @param {News} news */
  function hear({ ended, version = -1, ...counts }) {
    reportedVersion = ended ? Infinity : version;
    if (!ended && requestedVersion === Infinity) requestedVersion = -1; // the next refusal is another one
    follow();
    if (ended) return;
    heard = { version, ...counts };
    if ((counts.number ?? 0) === control.number) show(counts);
  }
  /** Look what another tab or device has changed, unless this one is about to draw it. */
  function follow() {
    clearTimeout(following);
    following = setTimeout(() => {
      if (
        reportedVersion <= control.version ||
        reportedVersion === requestedVersion ||
        !node.isConnected
      )
        return;
      if (courier.busy()) {
        follow();
        return;
      }
      requestedVersion = reportedVersion;
      act({ do: "room_look", unasked: true });
    }, FOLLOW_MS);
  }
  /**
   * Show how many have answered of the phones that may, or else how many phones there are.
   * @param {News} news
   */
  function show({ phones = 0, here = 0, admitted = 0, ...more }) {
    const asks = control.answered !== null;
    const answered = more.answered ?? 0;
    const all = asks ? Math.max(admitted || phones, answered) : phones;
    const named = `${all} ${all === 1 ? "phone" : "phones"}`;
    /** @type {[large: number, small: string]} */
    const [large, small] = asks
      ? [answered, ` of ${named}`]
      : control.only_here
        ? [here, ` of ${all} here`]
        : [all, named.replace(String(all), "")];
    set(count, { className: asks ? "answered" : "joined" });
    set(counted, { textContent: large });
    set(ofThese, { textContent: small });
    set(crowded, { textContent: more.crowded ? CROWDED : "" });
  }

  return {
    node,
    press,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      const isNew = next.came && storedHere !== next.secret;
      if (isNew) {
        storedHere = next.secret;
        holdRoom({ code: next.code, secret: next.secret });
      }
      keepOffers(offers().filter(({ secret }) => secret !== next.secret));
      const place = next.address.replace(/^https?:[/][/]/, "").replace(/[/][^/]*$/, "");
      for (const node of [code, largeCode])
        set(node, { textContent: `${next.code.slice(0, 3)} ${next.code.slice(3)}` });
      for (const node of [address, largeAddress]) set(node, { textContent: place });
      set(network, { textContent: NETWORK[next.reach] ?? "" });
      set(corner, {
        title: ["Show the code large", shortcutOf(next)].filter(Boolean).join(", "),
        ariaLabel: `Room ${next.code} at ${place}, show the code large`,
        ariaKeyShortcuts: shortcutOf(next) ?? null,
      });
      small.paint(next);
      large.paint(next);
      const isNewer = (heard.answered ?? 0) > (next.answered ?? 0);
      show(heard.version === next.version && isNewer ? heard : next);
      countFrom(next.stream, next.secret, { hear, isThere: () => node.isConnected });
      if (isNew && next.came === "opened") press();
    },
  };
};

/** The rooms that this browser is to forget. */
export const lost_rooms = () => ({
  node: make("div", { hidden: true }),
  paint: (/** @type {ControlData & { secrets: string[] }} */ { secrets }) => {
    forgetRooms(secrets);
    if (secrets.includes(countedSecret())) countFrom("");
  },
});

/**
 * The question whether a room that another device hands over shall replace the present one.
 * @param {Tell} tell
 */
export const take_room = ({ act }) => {
  const says = make("p", { className: "asked" });
  const take = make("button", { type: "button" });
  const { dialog, close: keep, ask } = dialogOf("Take room", says, take);
  dialog.className = "small";
  keep.autofocus = true; // a second Enter must not give the room up
  /** @type {Acting & { text: string, take: string, keep: string, secret: string }} */
  let control;
  let answered = ""; // the secret of the offer that was answered
  take.onclick = () => {
    answered = control.secret;
    dialog.close();
    act(control.change);
  };
  dialog.onclose = () => {
    if (answered === control.secret) return;
    answered = control.secret;
    act({ do: "room_keep" });
  };
  return {
    node: make("div", {}, dialog),
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(says, { textContent: next.text });
      set(take, { textContent: next.take });
      set(keep, { textContent: next.keep });
      set(dialog, { ariaLabel: next.label });
      if (!dialog.open && answered !== next.secret) ask();
    },
  };
};

/**
 * The button that downloads all answers as a table.
 * @param {Tell} tell
 */
export const results = ({ act }) => {
  const node = make("button", { type: "button" });
  /** @type {Acting & { table?: string }} */
  let control;
  let wanted = false;
  node.onclick = () => {
    wanted = true;
    act(control.change);
  };
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(node, { textContent: next.label });
      if (!wanted || next.table === undefined) return;
      wanted = false;
      download(new Blob([next.table], { type: "text/csv" }), "answers.csv");
    },
  };
};

/**
 * The button that ends the room, after one question.
 * @param {Tell} tell
 */
export const end_room = ({ act }) => {
  const node = make("div");
  const button = make("button", { type: "button" });
  const yes = make("button", { type: "button", textContent: "End and delete" });
  const { dialog, close, ask } = dialogOf(
    "End room",
    make("p", { className: "asked", textContent: "End and delete all answers?" }),
    yes,
  );
  node.append(button, dialog);
  dialog.className = "small";
  close.textContent = "Cancel";
  close.autofocus = true; // a second Enter must not delete
  /** @type {Acting} */
  let control;
  button.onclick = ask;
  yes.onclick = () => {
    dialog.close();
    act(control.change);
  };
  return {
    node,
    paint: (/** @type {Acting} */ next) => {
      control = next;
      set(button, { textContent: next.label });
    },
  };
};

/**
 * The button that hands the room to another device: a QR code that holds the secret, shown once.
 * @param {Tell} tell
 */
export const hand_over = ({ act }) => {
  const node = make("div");
  const button = make("button", { type: "button" });
  const code = qrCode("QR code that hands the room over");
  const warning = make("p", {
    className: "asked",
    textContent: "Turn the projector off first. Whoever scans the next code holds the room.",
  });
  const show = make("button", {
    type: "button",
    textContent: "The projector is off: show the code",
  });
  const { dialog, close, ask } = dialogOf("Other device", warning, code.drawing, show);
  node.append(button, dialog);
  /** @type {Acting & { given?: Code }} */
  let control;
  let wanted = false;
  function reset() {
    wanted = false;
    code.paint({});
    code.drawing.setAttribute("hidden", "");
    show.hidden = false;
    dialog.className = "small";
  }
  button.onclick = () => {
    reset();
    ask();
  };
  dialog.onclose = reset;
  show.onclick = () => {
    wanted = true;
    act({ ...control.change, of: location.href.split("#")[0] });
  };
  reset();
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(button, { textContent: next.label });
      if (!wanted || !next.given) return;
      code.paint(next.given);
      code.drawing.removeAttribute("hidden");
      close.focus(); // the button that had the focus is hidden
      show.hidden = true;
      dialog.className = "";
    },
  };
};
