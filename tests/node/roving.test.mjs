import assert from "node:assert/strict";
import { test } from "node:test";
import { ledTo, reach, VERTICAL } from "../../assets/roving.js";

const LETTERS = [..."abcd"];

test("arrows, Home and End lead through a group, and no further than its ends", () => {
  for (const [from, key, to] of [
    ["b", "ArrowRight", "c"],
    ["b", "ArrowDown", "c"],
    ["b", "ArrowLeft", "a"],
    ["b", "ArrowUp", "a"],
    ["a", "ArrowUp", "a"],
    ["d", "ArrowDown", "d"],
    ["b", "Home", "a"],
    ["b", "End", "d"],
    ["none of them", "ArrowDown", "a"],
    ["b", "Enter", null],
    ["b", "x", null],
  ])
    assert.equal(ledTo(LETTERS, from, key), to, `${from}, ${key}`);
  assert.equal(ledTo([], "a", "End"), null);
});

test("a round group goes on at its other end", () => {
  for (const [from, key, to] of [
    ["d", "ArrowRight", "a"],
    ["a", "ArrowLeft", "d"],
    ["c", "ArrowRight", "d"],
    ["c", "Home", "a"],
    ["c", "End", "d"],
  ])
    assert.equal(ledTo(LETTERS, from, key, { round: true }), to, `${from}, ${key}`);
});

test("a vertical group leaves the arrows to the sides alone", () => {
  assert.equal(ledTo(LETTERS, "b", "ArrowRight", { keys: VERTICAL }), null);
  assert.equal(ledTo(LETTERS, "b", "ArrowDown", { keys: VERTICAL }), "c");
});

test("Tab reaches one of the nodes", () => {
  const nodes = [{ tabIndex: 0 }, { tabIndex: 0 }, { tabIndex: -1 }];
  reach(nodes, nodes[2]);
  assert.deepEqual(
    nodes.map(({ tabIndex }) => tabIndex),
    [-1, -1, 0],
  );
});
