/**
 * @import { BoardData } from "../board/board.js"
 * @import { Sends } from "../courier.js"
 * @import { AskedList } from "./room.js"
 */
import { Board } from "../board/board.js";
import { movedIn } from "../lists.js";

// The app's board on a student's phone. This file replaces courier.js: it takes the board's actions and keeps the order.

/**
 * Draw the documents of a question in `host`, to be put into an order. An order is a list of rows of `asked.documents`.
 * `changed` gets each new order, and a sentence on the move.
 * @param {Element} host
 * @param {AskedList} asked
 * @param {string} label
 * @param {number[]} first the order to begin with
 * @param {(order: number[], sentence: string) => void} changed
 */
export function createOrder(host, asked, label, first, changed) {
  const documents = asked.documents.map(([, title, grade], row) => ({
    id: String(row),
    title,
    grade: asked.graded ? grade : null,
  }));
  let order = first;
  const inOrder = () => ({
    documents: order.map((row) => documents[row]),
    retrieved: order.length,
  });
  /** @param {number[]} rows */
  const show = (rows) => {
    order = rows;
    board.update({ ...data, ...inOrder() });
  };
  /** @type {BoardData} */
  const data = {
    ...inOrder(),
    by: "order",
    session: "",
    ack: 0,
    list: "a",
    label,
    pitch: 58,
    gap: 8,
    head: 0,
    called: ["", ""],
    adds: null,
    swaps: null,
    only_order: true,
    graded: asked.graded,
    k: asked.k,
    deepest: asked.k,
    top: asked.top,
    symbols: asked.symbols,
    unjudged: asked.graded ? 9 : 0,
    colours: Array.from({ length: asked.top + 1 }, (_, grade) =>
      Math.floor((8 * grade) / asked.top),
    ),
  };
  /** @type {Sends} */
  const courier = {
    act(_, { do: what, id, to }) {
      if (what !== "move" || typeof id !== "string" || typeof to !== "number") return;
      const moved = movedIn(inOrder(), id, Math.min(to, order.length - 1));
      show(moved.documents.map((doc) => Number(doc.id)));
      const row = Number(id);
      changed(order, `${documents[row].title}, rank ${order.indexOf(row) + 1} of ${order.length}`);
    },
    preview() {},
    cancel() {},
    answered() {},
    pending: () => false,
  };
  const board = new Board(
    host.attachShadow({ mode: "open" }),
    data,
    courier,
    () => document.scrollingElement ?? document.body,
  );
  show(first);
  return { show, destroy: () => board.destroy() };
}
