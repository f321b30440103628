/**
 * @import { BoardData } from "./board/board.js"
 * @import { ControlsData } from "./controls/controls.js"
 * @import { Answer } from "./courier.js"
 * @import { DotsData } from "./dots/dots.js"
 * @import { QueriesData } from "./queries/queries.js"
 */
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
import { speaks } from "./voice.js";

// All that runs in the browser on the app's pages: this file imports it, and hands it to Streamlit's components.

/**
 * @typedef {{ sender: string, isIn: (parent: Node) => boolean, update(data: Answer): void, destroy: () => void }} Component
 *   a board, controls, dots or queries; each gets data of its own kind
 * @typedef {(BoardData & { kind: "board" }) | (ControlsData & { kind: "controls" }) | (DotsData & { kind: "dots" })
 *   | (QueriesData & { kind: "queries" })} Data what Python sends to one
 */

/** @type {WeakMap<ShadowRoot, Component>} */
const components = new WeakMap(); // by the root that each stands in
/** @type {Set<Component>} */
const halls = new Set(); // those that are drawn for a hall; the page is styled for it if there are any

/**
 * Store whether a component is drawn for a hall.
 * @param {Component} component
 * @param {boolean} hall
 */
function present(component, hall) {
  if (hall) halls.add(component);
  else halls.delete(component);
  const { classList } = document.documentElement;
  const begins = halls.size > 0 && !classList.contains("presenting");
  classList.toggle("presenting", halls.size > 0);
  if (begins) main().scrollTo({ top: 0 }); // a hall reads from the top
}

/**
 * Create the component for some data.
 * @param {ShadowRoot} root
 * @param {Data} data
 * @returns {Component}
 */
function create(root, data) {
  switch (data.kind) {
    case "board":
      return new Board(root, data, courier, main, litSheet);
    case "controls":
      return new Controls(root, data);
    case "dots":
      return new Dots(root, data);
    case "queries":
      return new Queries(root, data);
  }
}

/**
 * Draw a component's data; return the cleanup for Streamlit.
 * @param {ShadowRoot} root
 * @param {Data} data
 */
function mount(root, data) {
  const before = components.get(root);
  const stays = before?.sender === data.by && before.isIn(root) && before; // if not, Streamlit has rebuilt it
  if (before && !stays) remove(before);
  const component = stays || create(root, data);
  components.set(root, component);
  present(component, "hall" in data && Boolean(data.hall));
  component.update(data);
  if (data.kind === "board") removeFirst();
  return () =>
    setTimeout(() => {
      // the cleanup also runs when one call overtakes another
      if (root.isConnected || components.get(root) !== component) return;
      remove(component);
      components.delete(root);
    });
}

/** @param {Component} component */
function remove(component) {
  component.destroy();
  present(component, false);
}

// For Streamlit's components (ui/core/served.py), and for tests.
Object.assign(globalThis, {
  rankbook: {
    mount,
    post,
    act: (/** @type {string} */ by, /** @type {unknown} */ change) => courier.act(by, change),
    preview: (/** @type {string} */ by, /** @type {unknown} */ change) =>
      courier.preview(by, change),
    busy: () => courier.busy(),
    speaks,
    navigate,
    takeAll,
  },
});
globalThis.dispatchEvent(new Event("rankbook-engine")); // listeners only resolve a promise; what waits for it runs after this script
