import { Board } from "../board/board.js";
import { movedIn } from "../lists.js";

// The app's board on a student's phone. This file replaces courier.js: it takes the board's actions and keeps the order.

/**
 * Draw the documents of a question in `host`, to be put into an order. An order is a list of rows of `asked.documents`.
 * `changed` gets each new order, and a sentence on the move.
 */
export function createOrder(host, asked, label, first, changed) {
  const documents = asked.documents.map(([, title, grade], row) => ({
    id: String(row),
    title,
    grade: asked.graded ? grade : null,
  }));
  let order;
  const inOrder = () => ({
    documents: order.map((row) => documents[row]),
    retrieved: order.length,
  });
  const show = (rows) => {
    order = rows;
    board.update({ ...data, ...inOrder() });
  };
  const data = {
    ...{
      kind: "board",
      by: "order",
      session: 1,
      ack: 0,
      list: "a",
      label,
      pitch: 58,
      gap: 8,
      head: 0,
      called: ["", ""],
    },
    ...{
      adds: null,
      swaps: null,
      only_order: true,
      graded: asked.graded,
      k: asked.k,
      deepest: asked.k,
    },
    ...{ top: asked.top, symbols: asked.symbols, unjudged: asked.graded ? 9 : 0 },
    colours: Array.from({ length: asked.top + 1 }, (_, grade) =>
      Math.floor((8 * grade) / asked.top),
    ),
  };
  const courier = {
    act(_, { do: what, id, to }) {
      if (what !== "move") return;
      show(
        movedIn(inOrder(), id, Math.min(to, order.length - 1)).documents.map((doc) =>
          Number(doc.id),
        ),
      );
      const rank = order.indexOf(Number(id));
      changed(order, `${documents[id].title}, rank ${rank + 1} of ${order.length}`);
    },
    preview() {},
    cancel() {},
    answered() {},
    pending: () => false,
  };
  const board = new Board(
    host.attachShadow({ mode: "open" }),
    data.by,
    courier,
    () => document.scrollingElement,
  );
  show(first);
  return { show, destroy: () => board.destroy() };
}
