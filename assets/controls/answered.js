import { Kept } from "../dom.js";

export const answered = new Kept("rankbook-answered"); // the ids of the steps whose answer was seen, with spaces between them
export const isAnswered = (step) => (answered.get() ?? "").split(" ").includes(step);
