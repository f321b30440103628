/** @import { Acting, Tell } from "./field.js" */
import { make, set } from "../dom.js";
import { speakIn } from "../voice.js";

/** @type {Record<string, string>} */
export const NETWORK = {
  // what stands below an address that phones may not reach
  alone:
    "This address works on this computer only: Rankbook found no network that phones could share with it.",
  shared: "For phones in the same network as this computer.",
};
/** @typedef {{ size?: number, path?: string }} Code a QR code that Python computed */

/**
 * A QR code; `paint` draws the path that Python computed.
 * @param {string} label
 */
export function qrCode(label) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const squares = drawing.appendChild(
    document.createElementNS("http://www.w3.org/2000/svg", "path"),
  );
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", label);
  const paint = (/** @type {Code} */ { size = 1, path = "" }) => {
    drawing.setAttribute("viewBox", `0 0 ${size} ${size}`);
    squares.setAttribute("d", path);
  };
  return { drawing, paint };
}

/** @type {HTMLDialogElement | null} */
let asking = null; // the open dialog, perhaps of a control that has gone
/** Return whether a dialog is open: no key leads a talk below it. */
export const isAsking = () => Boolean(asking?.open && asking.isConnected);

/**
 * A dialog that closes with its button, Escape or a click beside it; `ask` opens it.
 * @param {string} label
 * @param {...Element} children
 */
export function dialogOf(label, ...children) {
  const close = make("button", { type: "button", textContent: "Close" });
  const live = make("div", { className: "live", role: "status" });
  const dialog = make("dialog", { ariaLabel: label }, live, ...children, close);
  close.onclick = () => dialog.close();
  dialog.addEventListener("close", () => {
    asking = null;
    speakIn(null);
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog) dialog.close();
  });
  const ask = () => {
    asking = dialog;
    dialog.showModal();
    speakIn(live);
  };
  return { dialog, close, ask };
}

/**
 * The button that opens the page's address as a QR code, computed by Python, large enough for a hall.
 * @param {Tell} tell
 */
export function code({ act }) {
  const node = make("div", { className: "code" });
  const button = make("button", { type: "button" });
  const { drawing, paint } = qrCode("QR code of the address below");
  const note = make("p", { className: "note", role: "alert" });
  const address = make("p", { className: "address" });
  const network = make("p", { className: "note" });
  const { dialog, ask } = dialogOf("This page on a phone", drawing, note, address, network);
  node.append(button, dialog);
  /** @type {Acting & Code & { text: string, of?: string, note?: string, address: string, reach: string }} */
  let control;
  let asked = ""; // the address for which Python draws the code

  button.onclick = () => {
    const link = new URL(location.href); // a phone opens the page, not the presentation
    link.search = link.search.replace(/[?&]present=1\b/, "").replace(/^&/, "?"); // URLSearchParams would spell ~ as %7E
    asked = address.textContent = link.href;
    note.textContent = network.textContent = "";
    paint({});
    ask();
    act({ ...control.change, of: link.href });
  };
  return {
    node,
    paint: (/** @type {typeof control} */ next) => {
      control = next;
      set(button, { textContent: next.text, title: next.label, ariaLabel: next.label });
      if (!dialog.open || next.of !== asked) return;
      set(note, { textContent: next.note ?? "" });
      set(address, { textContent: next.address });
      set(network, { textContent: NETWORK[next.reach] ?? "" });
      drawing.toggleAttribute("hidden", Boolean(next.note));
      paint(next);
    },
  };
}
