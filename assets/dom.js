// Shared by all that is drawn in the browser, also on a phone in a room (rooms/page.py).

/**
 * The properties of an element that can be written. A text may be given as a number.
 * @template E
 * @typedef {{ [N in keyof E]?: string extends E[N] ? E[N] | number : E[N] }} Written
 */

/**
 * Create an element with properties and children.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Written<HTMLElementTagNameMap[T]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/**
 * Set properties, but only those that differ: what is written again is drawn again, and a screen reader may say it again.
 * Numbers are written as texts. A name that begins with two hyphens is a property of an element's style.
 * @template {Element | DOMStringMap} N
 * @param {N} node
 * @param {Written<N> & { [name: `--${string}`]: string | number }} properties
 */
export function set(node, properties) {
  for (const [name, wanted] of Object.entries(properties)) {
    const value = typeof wanted === "number" && name !== "tabIndex" ? String(wanted) : wanted;
    if (name.startsWith("--") && node instanceof Element) {
      if (node.style.getPropertyValue(name) !== value) node.style.setProperty(name, String(value));
    } else if (Reflect.get(node, name) !== value) Reflect.set(node, name, value);
  }
}

/**
 * Return the first element of a selector, in HTML of our own, which has it.
 * @param {ParentNode} parent
 * @param {string} selector
 */
export function partOf(parent, selector) {
  const node = parent.querySelector(selector);
  if (!node) throw new Error(`no ${selector}`);
  return node;
}

/**
 * Return the first field of a selector, in HTML of our own, which has it.
 * @param {ParentNode} parent
 * @param {string} [selector]
 */
export function fieldIn(parent, selector = "input") {
  const node = partOf(parent, selector);
  if (!(node instanceof HTMLInputElement)) throw new Error(`no field is ${selector}`);
  return node;
}

/**
 * Return a copy of what stands in the template of our own HTML.
 * @param {ParentNode} parent
 */
export function copyOfTemplate(parent) {
  const template = parent.querySelector("template");
  if (!template) throw new Error("no template");
  return /** @type {Element} */ (partOf(template.content, "*").cloneNode(true));
}

/**
 * An event that is heard at one of our elements: that, or an element in it, is its target.
 * @template {Event} E
 * @typedef {E & { readonly target: Element }} Heard
 */

/**
 * Have functions called at events of an element and of what is in it.
 * @param {Element} node
 * @param {{ [K in keyof HTMLElementEventMap]?: (event: Heard<HTMLElementEventMap[K]>) => void }} answers
 * @param {boolean} [isFirst] whether they are called before those of what is in it
 */
export function listen(node, answers, isFirst = false) {
  for (const [event, answer] of Object.entries(answers))
    node.addEventListener(event, /** @type {EventListener} */ (answer), isFirst); // each gets the kind that it is named by
}

/**
 * Give an element so many children, by new ones at its end or fewer there.
 * @param {Element} parent
 * @param {number} count
 * @param {() => Element} create
 */
export function fitChildren(parent, count, create) {
  while (parent.children.length > count) parent.lastElementChild?.remove();
  while (parent.children.length < count) parent.append(create());
}

/**
 * Give a parent these children, in their order; of those that stay, move as few as one that has gone up or down.
 * @param {Element} parent
 * @param {Element[]} nodes
 */
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

/**
 * Have the browser save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const href = URL.createObjectURL(blob);
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

let isQuiet = false;
/** Return whether nodes are moved or removed: what thereby loses the focus was not left by the reader. */
export const isArranging = () => isQuiet;

/**
 * Move and remove nodes; a focus that is lost meanwhile saves no text and drops no card.
 * @param {() => void} draw
 */
export function quietly(draw) {
  isQuiet = true;
  draw();
  isQuiet = false;
}

/**
 * Return what has the focus in the document or the shadow root of a node.
 * @param {Node} node
 */
export function focusedBeside(node) {
  const root = node.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/**
 * Draw the children of a list anew, and keep the focus that is in one of them. If its node goes, what `instead` returns
 * gets the focus; it is called with the place of that child.
 * @param {Element} list
 * @param {() => void} draw
 * @param {(at: number) => Element | null | undefined} [instead]
 * @param {Element | null} [node] what must stay, if not the focused node itself
 */
export function keepFocus(list, draw, instead = () => null, node) {
  const focused = focusedBeside(list);
  const kept = node ?? focused;
  const at = kept ? [...list.children].findIndex((child) => child.contains(kept)) : -1;
  quietly(() => {
    draw();
    if (at < 0) return;
    if (!kept?.isConnected) instead(at)?.focus();
    else if (focused !== focusedBeside(list)) focused?.focus({ preventScroll: true });
  });
}

/**
 * Return whether two values are written differently as JSON.
 * @param {unknown} one
 * @param {unknown} other
 */
export const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);

/** A text in localStorage. What the browser refuses to store, this page keeps, and nothing older takes its place. */
export class Kept {
  #key;
  /** @type {string | null | undefined} */
  #refused; // the text that was not stored

  /** @param {string} key */
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

  /**
   * Keep a text, or none (null); return whether a reload will find it so.
   * @param {string | null} text
   */
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
