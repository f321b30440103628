// The address of the reader's screen. A link gets the current query, which holds the whole screen, when it is used. So
// Python need not write it again after every edit.

/**
 * Return the query of the reader's screen with a link's own parameters in it.
 * @param {string | null | undefined} own
 */
export function withQuery(own) {
  if (!own) return location.search; // URLSearchParams would spell ~ as %7E
  const query = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value);
  return `?${query}`;
}
