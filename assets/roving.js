import { set } from "./dom.js";

// A group that Tab reaches once: at one of its nodes. The arrow keys go on to the others.

/** @type {Record<string, number>} */
const STEPS = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};
export const VERTICAL = /^(Arrow(Up|Down)|Home|End)$/;

/**
 * Let Tab reach one of the nodes, and no other one.
 * @param {Iterable<Element>} nodes
 * @param {Element | null | undefined} reached
 */
export function reach(nodes, reached) {
  for (const node of nodes) set(node, { tabIndex: node === reached ? 0 : -1 });
}

/**
 * Return the node that a key leads to from another one, or null if it is no such key. At an end it leads nowhere else,
 * or, if the group is `round`, to the other end.
 * @template N
 * @param {N[]} nodes
 * @param {N} from
 * @param {string} key
 * @param {{ keys?: RegExp, round?: boolean }} [kind] `keys` are those that count
 * @returns {N | null}
 */
export function ledTo(nodes, from, key, { keys = /./, round = false } = {}) {
  const step = keys.test(key) ? STEPS[key] : undefined;
  if (step === undefined || !nodes.length) return null;
  const to = nodes.indexOf(from) + step;
  const isRound = round && Number.isFinite(step);
  const last = nodes.length - 1;
  return nodes.at(isRound ? to % nodes.length : Math.min(Math.max(to, 0), last)) ?? null;
}
