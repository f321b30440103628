// The room of a class on its lecturer's screen (ui/parts/room.py): code and QR code, the number of answers, and two questions
// before something that cannot be undone. The room's secret is kept in this browser only, for all of its tabs, and never in
// the address. A cookie holds the code without the secret: a page that is loaded draws no score before its tab has told the
// secret, because the class may be asked for that score.

const ROOM = "rankbook-room"; // in localStorage: { code, secret }, and "replaces", the secret that it was handed
let unstoredRoom = null; // the room, where the browser refuses to store it
function heldRoom() {
  try {
    return unstoredRoom ?? JSON.parse(localStorage.getItem(ROOM) ?? "null");
  } catch {
    return null;
  }
}
function markRoom(code) {
  const path = new URL(".", location.href).pathname;
  document.cookie = `rankbook_room=${code}; path=${path}; SameSite=Lax; max-age=${code ? 86400 : 0}`;
}
function holdRoom(room) {
  unstoredRoom = null;
  try {
    localStorage.setItem(ROOM, JSON.stringify(room));
  } catch {
    unstoredRoom = room;
  }
  markRoom(room.code);
}
function dropRoom() {
  unstoredRoom = null;
  try {
    localStorage.removeItem(ROOM);
  } catch { /* this browser stores nothing */ }
  markRoom("");
}
{
  // Another device hands the room over behind #, which no browser sends with a request. The new secret ends its control.
  const [, handed] = location.hash.split("#room=");
  if (handed) {
    const [code, old] = handed.split(".");
    history.replaceState(history.state, "", location.pathname + location.search);
    const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
    const secret = btoa(bytes).replace(/[+]/g, "-").replace(/[/]/g, "_").replace(/=/g, "");
    holdRoom({ code, secret, replaces: old });
  }
  const resume = () => {
    const room = heldRoom();
    if (!room) markRoom("");
    rankbook.act("room", room ? { do: "room_resume", ...room } : { do: "room_none" });
  };
  // After a reload, and after the server was started anew.
  addEventListener("rankbook-session", () => {
    if (heldRoom() || document.cookie.includes("rankbook_room=")) resume();
  });
  addEventListener("storage", ({ key, newValue }) => { // another tab has opened a room, or taken one over
    if (key === ROOM && newValue) resume();
  });
}

const FOLLOW_MS = 500; // between a reported change and the run for it; what this tab has changed is drawn earlier

// One stream at a time, which the wall that was drawn last hears.
const counting = { path: "", source: null, hear: () => {} };
function countFrom(path) {
  if (counting.path === path) return;
  counting.source?.close();
  counting.path = path;
  counting.source = path ? new EventSource(path) : null;
  if (!path) return;
  const { source } = counting;
  source.onmessage = ({ data }) => counting.hear(JSON.parse(data));
  source.onerror = () => { // a refusal closes the stream
    if (source.readyState !== EventSource.CLOSED || counting.source !== source) return;
    counting.path = "";
    setTimeout(() => { if (!counting.path) countFrom(path); }, 3000);
  };
}

/** The room's code in a corner, and how many have answered; a press shows the code large. */
controlKinds.wall = ({ act }) => {
  const small = qrCode("");
  const large = qrCode("QR code of the address below");
  const count = make("output", { className: "answered", ariaLive: "off" });
  const [code, largeCode] = [make("b"), make("p", { className: "code" })];
  const [address, largeAddress] = [make("span"), make("p", { className: "address" })];
  const network = make("p", { className: "note" });
  const corner = make("button", { type: "button", className: "corner" }, small.drawing, make("span", {}, code, address));
  const dialog = dialogOf("Room", large.drawing, largeCode, largeAddress, network);
  const node = make("div", { className: "wall" }, corner, count, dialog);
  small.drawing.setAttribute("aria-hidden", "true");
  let control;
  let reportedVersion = -1; // the newest version of the room that the stream has reported
  let requestedVersion = -1; // the version for which a run was requested
  let following;

  const press = () => dialog.ask();
  corner.onclick = press;

  function hear({ ended, version, number, answered }) {
    reportedVersion = ended ? Infinity : version;
    follow();
    if ((number ?? 0) === control.number && control.answered !== null) show(answered);
  }
  /** Look what another tab or device has changed, unless this one is about to draw it. */
  function follow() {
    clearTimeout(following);
    following = setTimeout(() => {
      if (reportedVersion <= control.version || reportedVersion === requestedVersion || control.gone) return;
      if (rankbook.busy()) {
        follow();
        return;
      }
      requestedVersion = reportedVersion;
      act({ do: "room_look" });
    }, FOLLOW_MS);
  }
  function show(answered) {
    count.replaceChildren(...(answered === null ? [] : [make("b", { textContent: answered }), " answered"]));
  }

  return {
    node,
    press,
    paint: (next) => {
      control = next;
      node.hidden = Boolean(next.gone);
      if (next.gone) {
        const held = heldRoom();
        if (held?.code === next.code && held.secret === next.secret) dropRoom();
        countFrom("");
        return;
      }
      const known = heldRoom();
      const isNew = known?.code !== next.code;
      if (isNew || known.secret !== next.secret || known.replaces) holdRoom({ code: next.code, secret: next.secret });
      code.textContent = largeCode.textContent = `${next.code.slice(0, 3)} ${next.code.slice(3)}`;
      address.textContent = largeAddress.textContent = next.address.replace(/^https?:[/][/]/, "").replace(/[/][^/]*$/, "");
      network.textContent = NETWORK[next.reach] ?? "";
      corner.title = ["Show the code large", shortcutOf(next)].filter(Boolean).join(", ");
      corner.ariaLabel = `Room ${next.code} at ${address.textContent}, show the code large`;
      corner.ariaKeyShortcuts = shortcutOf(next) ?? null;
      small.paint(next);
      large.paint(next);
      show(next.answered);
      counting.hear = hear;
      countFrom(next.stream);
      if (isNew) dialog.ask();
    },
  };
};

/** The button that downloads all answers as a table. */
controlKinds.results = ({ act }) => {
  const node = make("button", { type: "button" });
  let control;
  let wanted = false;
  node.onclick = () => {
    wanted = true;
    act(control.change);
  };
  return {
    node,
    paint: (next) => {
      control = next;
      node.textContent = next.label;
      if (!wanted || next.table === undefined) return;
      wanted = false;
      const href = URL.createObjectURL(new Blob([next.table], { type: "text/csv" }));
      make("a", { href, download: "answers.csv" }).click();
      setTimeout(() => URL.revokeObjectURL(href), 10_000);
    },
  };
};

/** The button that ends the room, after one question. */
controlKinds.end_room = ({ act }) => {
  const node = make("div");
  const button = make("button", { type: "button" });
  const yes = make("button", { type: "button", textContent: "End and delete" });
  const dialog = dialogOf("End room", make("p", { className: "asked", textContent: "End and delete all answers?" }), yes);
  node.append(button, dialog);
  dialog.className = "small";
  dialog.lastElementChild.textContent = "Cancel";
  dialog.lastElementChild.autofocus = true; // a second Enter must not delete
  let control;
  button.onclick = () => dialog.ask();
  yes.onclick = () => {
    dialog.close();
    act(control.change);
  };
  return {
    node,
    paint: (next) => {
      control = next;
      button.textContent = next.label;
    },
  };
};

/** The button that hands the room to another device: a QR code that holds the secret, shown once. */
controlKinds.hand_over = ({ act }) => {
  const node = make("div");
  const button = make("button", { type: "button" });
  const code = qrCode("QR code that hands the room over");
  const warning = make("p", { className: "asked", textContent: "Turn the projector off first. Whoever scans the next code holds the room." });
  const show = make("button", { type: "button", textContent: "The projector is off: show the code" });
  const dialog = dialogOf("Other device", warning, code.drawing, show);
  node.append(button, dialog);
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
    dialog.ask();
  };
  dialog.onclose = reset;
  show.onclick = () => {
    wanted = true;
    act({ ...control.change, of: location.href.split("#")[0] });
  };
  reset();
  return {
    node,
    paint: (next) => {
      control = next;
      button.textContent = next.label;
      if (!wanted || !next.given) return;
      code.paint(next.given);
      code.drawing.removeAttribute("hidden");
      dialog.lastElementChild.focus(); // the button that had the focus is hidden
      show.hidden = true;
      dialog.className = "";
    },
  };
};
