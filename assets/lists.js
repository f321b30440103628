// A list after an edit, and the edits of its cut. A list is never changed in place. tests/node/lists.test.mjs tries them.

/**
 * @typedef {{ id: string, title: string, grade: number | null }} Doc
 * @typedef {{ documents: Doc[], retrieved: number }} List the first `retrieved` documents were retrieved, best first
 */

/** @param {List} list @param {string} id */
const indexIn = ({ documents }, id) => documents.findIndex((doc) => doc.id === id);

/**
 * Return a list with a document moved to row `to`, counted over the other documents and the retrieval line.
 * @template {List} L
 * @param {L} list
 * @param {string} id
 * @param {number} to
 * @returns {L}
 */
export function movedIn(list, id, to) {
  const { documents, retrieved } = list;
  const at = indexIn(list, id);
  const others = documents.toSpliced(at, 1);
  /** @type {(Doc | null)[]} */
  const withLine = [...others];
  withLine.splice(retrieved - Number(at < retrieved), 0, null);
  const row = Math.min(Math.max(to, 0), others.length + 1);
  const all = withLine.toSpliced(row, 0, documents[at]);
  return { ...list, documents: all.filter((doc) => doc !== null), retrieved: all.indexOf(null) };
}

/**
 * Return the row of a document for `movedIn`: `movedIn(list, id, rowIn(list, id))` equals the list.
 * @param {List} list
 * @param {string} id
 */
export function rowIn(list, id) {
  const at = indexIn(list, id);
  return at + Number(at >= list.retrieved);
}

/**
 * Return a list with other values of a document: its title or its grade.
 * @template {List} L
 * @param {L} list
 * @param {string} id
 * @param {Partial<Doc>} values
 * @returns {L}
 */
export const alteredIn = (list, id, values) => ({
  ...list,
  documents: list.documents.map((doc) => (doc.id === id ? { ...doc, ...values } : doc)),
});

/**
 * Return a list with a document more, at the end of those retrieved.
 * @template {List} L
 * @param {L} list
 * @param {Doc} doc
 * @returns {L}
 */
export const addedTo = (list, doc) => ({
  ...list,
  documents: list.documents.toSpliced(list.retrieved, 0, doc),
  retrieved: list.retrieved + 1,
});

/**
 * Return a list without a document.
 * @template {List} L
 * @param {L} list
 * @param {string} id
 * @returns {L}
 */
export function removedFrom(list, id) {
  const at = indexIn(list, id);
  return {
    ...list,
    documents: list.documents.toSpliced(at, 1),
    retrieved: list.retrieved - Number(at < list.retrieved),
  };
}

/**
 * Return the k that a key leads to from another one, at most `deepest`; null if the key turns none.
 * @param {number} k
 * @param {string} key
 * @param {number} deepest
 * @param {boolean} [isDown] whether a larger k is further down, and not further up
 */
export function turnedK(k, key, deepest, isDown = false) {
  /** @type {Record<string, number>} */
  const steps = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: isDown ? -1 : 1,
    ArrowDown: isDown ? 1 : -1,
    PageUp: isDown ? -5 : 5,
    PageDown: isDown ? 5 : -5,
    Home: -Infinity,
    End: Infinity,
  };
  return key in steps ? Math.min(Math.max(k + steps[key], 1), deepest) : null;
}

/**
 * Return the k of a cut dragged to a place; a k beyond the end of the list stays until the cut leaves the end.
 * @param {number} place number of documents above the cut
 * @param {number} most the largest place
 * @param {number} before k at the start of the drag
 */
export function cutAt(place, most, before) {
  const shown = Math.min(Math.max(place, 1), Math.max(most, 1));
  return shown === Math.min(before, most) ? before : shown;
}
