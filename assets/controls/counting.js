// The stream of how many have answered in a room: one at a time, which the wall that was drawn last hears.

const AGAIN_MS = 3000; // from a refused stream until it is asked for again

/**
 * @typedef {{ number?: number | null, version?: number, answered?: number | null, phones?: number, here?: number, admitted?: number,
 *   crowded?: boolean, ended?: boolean }} News
 * @typedef {{ hear: (news: News) => void, isThere: () => boolean }} Hearer a wall, and whether the page still has it
 */

/** @type {{ path: string, secret: string, source: EventSource | null, again?: ReturnType<typeof setTimeout> }} */
const counting = { path: "", secret: "", source: null };
/** @type {Hearer | null} */
let hearer = null;

/** The secret of the room that is counted. */
export const countedSecret = () => counting.secret;

/**
 * Count from a stream, and end the one before; "" ends it for good.
 * @param {string} path
 * @param {string} [secret]
 * @param {Hearer | null} [wall]
 */
export function countFrom(path, secret = "", wall = null) {
  clearTimeout(counting.again);
  hearer = wall;
  if (counting.path === path) return;
  counting.source?.close();
  const source = path ? new EventSource(path) : null;
  Object.assign(counting, { path, secret, source });
  if (!source) return;
  source.onmessage = ({ data }) => {
    if (hearer?.isThere()) hearer.hear(JSON.parse(data));
    else countFrom(""); // the wall has gone, and with it what the stream was for
  };
  source.onerror = () => {
    // a refusal closes the stream
    if (source.readyState !== EventSource.CLOSED || counting.source !== source) return;
    counting.path = "";
    hearer?.hear({ ended: true }); // or another device holds the room: one run finds out
    counting.again = setTimeout(() => {
      if (hearer?.isThere()) countFrom(path, secret, hearer);
    }, AGAIN_MS);
  };
}
