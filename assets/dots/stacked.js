// Where dots stand, and what is written beside them. This file knows no element of the page: `node --test` tries it.

/**
 * @typedef {0 | 1 | 2} Look what is written beside a dot: its name and number, its number, nothing
 * @typedef {"" | "left"} Side where that is written; "" is the right
 * @typedef {{ id: string, x: number, widths: number[], rests: number | null, named?: boolean }} Dot its middle, how wide it is
 *   in each look, the lane in which a held dot stays, and whether its name is written wherever there is room
 * @typedef {Dot & { lane: number, look: Look, side: Side }} Placed
 */

/**
 * Return the left and right end of a dot, with its text on a side.
 * @param {Dot} dot
 * @param {Look} look
 * @param {Side} side
 * @param {number} size of a dot without text
 */
function ends({ x, widths }, look, side, size) {
  const wide = widths[look] - size / 2;
  return side ? [x - wide, x + size / 2] : [x - size / 2, x + wide];
}

/**
 * Return dots in lanes in which they do not overlap: few lanes rather than many, and then names where there is room.
 * If the lanes of the picture are too few, only the held dot has a text, and there are more.
 * @param {Dot[]} dots those that come first get the lower lanes
 * @param {{ width: number, size: number, most: number }} picture its width, the size of a dot, and its number of lanes
 */
export function stacked(dots, { width, size, most }) {
  /** @type {Placed[]} */
  const placed = dots.map((dot) => ({ ...dot, lane: 0, look: 2, side: "" }));

  /**
   * @param {Placed} one
   * @param {Look} look
   * @param {Side} side
   * @param {Placed[]} others
   */
  const isFree = (one, look, side, others) => {
    const [from, to] = ends(one, look, side, size);
    const clears = (/** @type {Placed} */ other) => {
      const [left, right] = ends(other, other.look, other.side, size);
      return other === one || other.lane !== one.lane || to <= left || from >= right;
    };
    return from >= 0 && to <= width && others.every(clears);
  };

  /**
   * Give each dot the lowest lane with room for its first possible look; return whether all found one.
   * @param {number} lanes
   * @param {Look[]} looks
   */
  const stack = (lanes, looks) => {
    /** @type {Placed[]} */
    const done = [];
    for (const one of placed)
      if (one.rests !== null) done.push(Object.assign(one, { lane: one.rests, look: 1, side: "" }));
    const findsRoom = (/** @type {Placed} */ one, /** @type {Look} */ look) => {
      one.look = look;
      one.side = ends(one, look, "", size)[1] > width ? "left" : "";
      for (one.lane = 0; one.lane < lanes; one.lane += 1)
        if (isFree(one, look, one.side, done)) return done.push(one) > 0;
      return false;
    };
    return placed.every((one) => {
      /** @type {Look[]} */
      const own = one.named ? [0, ...looks] : looks;
      return one.rests !== null || own.some((look) => findsRoom(one, look));
    });
  };
  if (!stack(most, [0, 1]) && !stack(most, [1, 2])) stack(placed.length + most, [2]);
  const lanes = 1 + Math.max(0, ...placed.map(({ lane }) => lane));

  for (const one of placed.toReversed()) {
    /** @type {Look[]} */
    const looks = one.rests !== null || lanes > most ? [1] : [0, 1];
    /** @type {[Look, Side][]} */
    const wishes = looks.flatMap((look) => [
      [look, ""],
      [look, "left"],
    ]);
    const wish = wishes.find(([look, side]) => isFree(one, look, side, placed));
    if (wish) [one.look, one.side] = wish;
  }
  return { lanes, placed };
}
