import { make } from "./dom.js";

/**
 * Copy a text; return whether it was copied. The clipboard needs https or localhost; on plain http only execCommand works.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.body.appendChild(make("textarea", { value: text }));
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}
