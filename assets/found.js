// What the search finds. Words are found in any order, without
// regard to capitals, accents, an s at their end, and z for s. Titles and names come before other words, and whole words
// before beginnings of words. A letter alone is a whole word, and so is a name with a cutoff: "p@" for P@5 and P@k.
// Words such as "vs" and "of" are left out if others remain.

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
export const wordsOf = (text) => [
  ...new Set(
    fold(text).flatMap((word) => (word.endsWith("@") ? [word, word.slice(0, -1)] : [word])),
  ),
];
const LITTLE = new Set(
  fold("a an and are by do does for how in is of on or the to versus vs what when which why with"),
);
/** How far a word is from those of an entry: 0 for one of its names, Infinity if it has none like it. */
function distance(word, [names, more]) {
  if (names.includes(word)) return 0;
  if (more.includes(word)) return 1;
  const uncut = word.endsWith("@") && word.slice(0, -1);
  const begins = (other) => (uncut ? other === uncut : word.length > 1 && other.startsWith(word));
  return names.some(begins) ? 2 : more.some(begins) ? 3 : Infinity;
}

export function find(index, folded, words) {
  const typed = fold(words);
  const telling = typed.filter((word) => !LITTLE.has(word));
  const wanted = telling.length ? telling : typed;
  const rated = folded.map((entry, at) => {
    const first = index[at][0].startsWith("Step") ? 1.5 : 0; // what explains a word comes before a list that has it
    return [wanted.reduce((sum, word) => sum + distance(word, entry), first), at];
  });
  const found = rated.filter(([far]) => wanted.length && far < Infinity);
  return found.sort(([a, i], [b, j]) => a - b || i - j).map(([, at]) => index[at]);
}
