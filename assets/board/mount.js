// The board's code is heavy and constant, its data light and ever changing, and Streamlit sends a component's
// script with every change of its data. So the code comes once, as the component `rankbook_engine` (board.js), and
// this is all that travels with the data. Either may arrive first.
const engine = new Promise((resolve) => {
  const arrived = () => resolve(globalThis.rankbookBoard);
  if (globalThis.rankbookBoard) arrived();
  else globalThis.addEventListener("rankbook-engine", arrived, { once: true });
});
const boards = new WeakMap(); // parentElement -> its board
const newest = new WeakMap(); // parentElement -> the last call made for it

// Streamlit calls this on mount, when `data` or the theme changes, and runs the returned cleanup at unmount; but also
// when a call was, or is about to be, overtaken by the next. Only a board that has left the page is taken down.
export default async function ({ parentElement, data, setTriggerValue }) {
  const call = Symbol("call");
  newest.set(parentElement, call);
  const createBoard = await engine;
  if (newest.get(parentElement) !== call) return undefined;
  if (!boards.get(parentElement)?.isIn(parentElement)) { // the first call, or Streamlit has rebuilt the HTML
    boards.get(parentElement)?.destroy();
    boards.set(parentElement, createBoard(parentElement));
  }
  const board = boards.get(parentElement);
  board.update(data, (message) => setTriggerValue("edit", message));
  return () => setTimeout(() => {
    if (parentElement.isConnected || boards.get(parentElement) !== board) return;
    board.destroy();
    boards.delete(parentElement);
  });
}
