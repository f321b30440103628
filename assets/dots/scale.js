// The numbers of a line of dots.

/**
 * Return the scores at the ends of the line: it has all grades and dots, and room to drag beyond them.
 * @param {{ score: number }[]} docs
 * @param {number} top
 */
export function rangeOf(docs, top) {
  const scores = docs.map(({ score }) => score);
  const low = Math.min(0, ...scores);
  const high = Math.max(top, ...scores);
  const room = 0.08 * (high - low);
  const step = niceStep(room);
  return [Math.floor((low - room) / step) * step, Math.ceil((high + room) / step) * step].map(
    (end) => Number(end.toPrecision(12)),
  );
}

/**
 * Return the first of 1, 2, 5, 10, 20, … (or 0.1, 0.2, …) that is not below a step.
 * @param {number} step
 */
export function niceStep(step) {
  const ten = 10 ** Math.floor(Math.log10(step));
  const times = [1, 2, 5].find((nice) => nice * ten >= step * (1 - 1e-9)) ?? 10;
  return times * ten;
}

/**
 * Return round scores between two, a twelfth of the line or more apart.
 * @param {number} low
 * @param {number} high
 */
export function roundScores(low, high) {
  const step = niceStep((high - low) / 12);
  const [first, last] = [Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9)];
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}
