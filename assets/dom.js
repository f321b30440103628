// Shared by all that is drawn in the browser, also on a phone in a room (rooms/page.py).

/** Create an element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Set properties, but only those that differ: what is written again is drawn again, and a screen reader may say it again.
 * Numbers are written as texts. A name that begins with two hyphens is a property of the style.
 * @param {any} node
 * @param {Record<string, any>} properties
 */
export function set(node, properties) {
  for (const [name, wanted] of Object.entries(properties)) {
    const value = typeof wanted === "number" && name !== "tabIndex" ? String(wanted) : wanted;
    if (name.startsWith("--")) {
      if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, value);
    } else if (node[name] !== value) node[name] = value;
  }
}

/** Give an element so many children, by new ones at its end or fewer there. */
export function fitChildren(parent, count, create) {
  while (parent.children.length > count) parent.lastElementChild.remove();
  while (parent.children.length < count) parent.append(create());
}

/** Give a parent these children, in their order; of those that stay, move as few as one that has gone up or down. */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const [index, node] of nodes.entries()) {
    // One that has gone down: those behind it stay where they are.
    if (node !== at && node === at?.nextElementSibling) {
      const to = nodes.indexOf(at);
      if (to > index) {
        parent.insertBefore(at, nodes[to + 1]?.parentNode === parent ? nodes[to + 1] : null);
        at = node;
      }
    }
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
}

/** Have the browser save a file. */
export function download(blob, name) {
  const href = URL.createObjectURL(blob);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

let isQuiet = false;
/** Return whether nodes are moved or removed: what thereby loses the focus was not left by the reader. */
export const isArranging = () => isQuiet;

/** Move and remove nodes; a focus that is lost meanwhile saves no text and drops no card. */
export function quietly(draw) {
  isQuiet = true;
  draw();
  isQuiet = false;
}

/**
 * Draw the children of a list anew, and keep the focus that is in one of them. If its node goes, what `instead` returns
 * gets the focus; it is called with the place of that child.
 * @param {Element} list
 * @param {() => void} draw
 * @param {(at: number) => HTMLElement | null | undefined} [instead]
 * @param {any} [node] what must stay, if not the focused node itself
 */
export function keepFocus(list, draw, instead = () => null, node) {
  const root = /** @type {ShadowRoot} */ (list.getRootNode());
  const focused = root.activeElement;
  const kept = node ?? focused;
  const at = [...list.children].findIndex((child) => child.contains(kept));
  quietly(() => {
    draw();
    if (at < 0) return;
    if (!kept.isConnected) instead(at)?.focus();
    else if (focused !== root.activeElement) focused?.focus({ preventScroll: true });
  });
}

export const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

/** A text in localStorage. What the browser refuses to store, this page keeps, and nothing older takes its place. */
export class Kept {
  #key;
  #refused; // the text that was not stored

  constructor(key) {
    this.#key = key;
  }

  /** Return the text, or null. */
  get() {
    if (this.#refused !== undefined) return this.#refused;
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }

  /** Keep a text, or none (null); return whether a reload will find it so. */
  set(text) {
    try {
      if (text === null) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, text);
      this.#refused = undefined;
      return true;
    } catch {
      this.#refused = text;
      try {
        localStorage.removeItem(this.#key); // a full storage has an older text, which a reload would find
      } catch {
        /* it stores nothing at all */
      }
      return false;
    }
  }
}
