// Shared by all that is drawn in the browser, also on a phone in a room (rooms/page.py).

/** Create an element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
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
