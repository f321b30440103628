import { Kept } from "../dom.js";

export const answered = new Kept("rankbook-answered"); // the ids of the steps whose answer was seen, with spaces between them
/**
 * Return whether the answer of a step was seen.
 * @param {string} step its id
 */
export const isAnswered = (step) => (answered.get() ?? "").split(" ").includes(step);
