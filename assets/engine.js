import { Board } from "./board/board.js";
import "./bring.js";
import "./charts.js";
import { Controls } from "./controls/controls.js";
import { courier } from "./courier.js";
import { Dots } from "./dots/dots.js";
import { removeFirst } from "./first.js";
import "./links.js";
import { litSheet } from "./lit.js";
import "./measured.js";
import "./pairs.js";
import { navigate } from "./navigation.js";
import { Queries } from "./queries/queries.js";
import { post, takeAll } from "./run.js";
import "./search.js";
import "./sidebar.js";
import { main } from "./streamlit.js";

// All that runs in the browser on the app's pages: this file imports it, and hands it to Streamlit's components.

const parts = new WeakMap(); // root of a component -> the board, controls, dots or queries in it
const halls = new Set(); // those that are drawn for a hall; the page is styled for it if there are any

/** Store whether a part is drawn for a hall. */
function present(part, hall) {
  if (hall) halls.add(part);
  else halls.delete(part);
  document.documentElement.classList.toggle("presenting", halls.size > 0);
}

/** Draw a component's data; return the cleanup for Streamlit. */
function mount(root, data) {
  let part = parts.get(root);
  if (part?.sender !== data.by || !part.isIn(root)) {
    // the first call, or Streamlit has rebuilt the component
    remove(part);
    const kinds = {
      board: () => new Board(root, data.by, courier, main, litSheet),
      controls: () => new Controls(root, data.by),
      dots: () => new Dots(root, data.by),
      queries: () => new Queries(root, data.by),
    };
    part = kinds[data.kind]();
    parts.set(root, part);
  }
  present(part, data.hall);
  part.update(data);
  if (data.kind === "board") removeFirst();
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

// For Streamlit's components (ui/core/served.py), and for tests.
globalThis.rankbook = {
  mount,
  post,
  act: (by, change) => courier.act(by, change),
  preview: (by, change) => courier.preview(by, change),
  busy: () => courier.busy(),
  navigate,
  takeAll,
};
globalThis.dispatchEvent(new Event("rankbook-engine")); // listeners only resolve a promise; what waits for it runs after this script
