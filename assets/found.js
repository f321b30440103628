// What the search finds. Words are found in any order, without
// regard to capitals, accents, an s at their end, and z for s. Titles and names come before other words, and whole words
// before beginnings of words; of other words they need four letters ("RAG" does not mean Raghavan). A letter alone is a
// whole word, and so is a name with a cutoff: "p@" for P@5 and P@k.
// Words such as "vs", "of" and "not" are left out if others remain.

/**
 * @typedef {[kind: string, title: string, names: string, more: string, place: string, shown: string]} Entry of the index
 *   (ui/parts/search.py)
 * @typedef {[names: string[], more: string[]]} Folded the words of an entry
 */

/** @param {string} text */
const fold = (text) =>
  (
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}|['’]s?(?!\p{L})/gu, "")
      .replace(/@(\d+|k)(?![\p{L}\p{N}])/gu, "@ ")
      .replace(/z/g, "s")
      .match(/[\p{L}\p{N}]+@?/gu) ?? []
  ).map((word) => word.replace(/(?<=.{3})s(?=@?$)/, ""));
/** @param {string} text */
const wordsOf = (text) => [
  ...new Set(
    fold(text).flatMap((word) => (word.endsWith("@") ? [word, word.slice(0, -1)] : [word])),
  ),
];
/**
 * Return the words of an entry as they are compared.
 * @param {Entry} entry
 * @returns {Folded}
 */
export const foldedOf = ([, title, names, more]) => [wordsOf(`${title} ${names}`), wordsOf(more)];
const LITTLE = new Set(
  fold(
    "a an and are at be by can do does for from has have how i if in is it my no not of off on or the to versus vs was " +
      "what when which why with",
  ),
);
/**
 * How far a word is from those of an entry: 0 for one of its names, Infinity if it has none like it.
 * @param {string} word
 * @param {Folded} words
 */
function distance(word, [names, more]) {
  if (names.includes(word)) return 0;
  if (more.includes(word)) return 1;
  const uncut = word.endsWith("@") && word.slice(0, -1);
  /** @param {string} other */
  const begins = (other) => (uncut ? other === uncut : word.length > 1 && other.startsWith(word));
  return names.some(begins) ? 2 : word.length > 3 && more.some(begins) ? 3 : Infinity;
}

/**
 * Return the entries of an index that have all typed words, the nearest first.
 * @param {Entry[]} index
 * @param {Folded[]} folded the words of each entry
 * @param {string} words
 */
export function find(index, folded, words) {
  const typed = fold(words);
  const telling = typed.filter((word) => !LITTLE.has(word));
  const wanted = telling.length ? telling : typed;
  const rated = index.map((entry, at) => {
    const first = entry[0].startsWith("Step") ? 1.5 : 0; // what explains a word comes before a list that has it
    return { entry, far: wanted.reduce((sum, word) => sum + distance(word, folded[at]), first) };
  });
  const found = rated.filter(({ far }) => wanted.length && far < Infinity);
  return found.sort((one, other) => one.far - other.far).map(({ entry }) => entry); // equal ones stay in order
}
