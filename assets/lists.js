// A list and its cut after a move. What holds a list is { documents, retrieved }; it is never changed in place.

/** Return a list with a document moved to row `to`, counted over the other documents and the retrieval line. */
export function movedIn(list, id, to) {
  const { documents, retrieved } = list;
  const at = documents.findIndex((doc) => doc.id === id);
  const others = documents.toSpliced(at, 1);
  const withLine = others.toSpliced(retrieved - (at < retrieved), 0, null);
  const row = Math.min(Math.max(to, 0), others.length + 1);
  const all = withLine.toSpliced(row, 0, documents[at]);
  return { ...list, documents: all.filter(Boolean), retrieved: all.indexOf(null) };
}

/** Return the row of a document for `movedIn`: `movedIn(list, id, rowIn(list, id))` equals the list. */
export function rowIn({ documents, retrieved }, id) {
  const at = documents.findIndex((doc) => doc.id === id);
  return at + (at >= retrieved);
}

/** Return the k of a cut dragged to a place; a k beyond the end of the list stays until the cut leaves the end. */
export function cutAt(place, most, before) {
  const shown = Math.min(Math.max(place, 1), Math.max(most, 1));
  return shown === Math.min(before, most) ? before : shown;
}
