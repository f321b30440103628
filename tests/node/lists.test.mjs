import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addedTo,
  alteredIn,
  cutAt,
  movedIn,
  removedFrom,
  rowIn,
  turnedK,
} from "../../assets/lists.js";

const docs = (ids) => [...ids].map((id) => ({ id, title: id.toUpperCase(), grade: 0 }));
/** A list by its ids, with "|" behind the last retrieved document. */
const list = (text) => ({
  documents: docs(text.replace("|", "")),
  retrieved: text.indexOf("|"),
  k: 2,
});
const written = ({ documents, retrieved }) =>
  documents
    .map(({ id }) => id)
    .toSpliced(retrieved, 0, "|")
    .join("");

test("a document moves over the others and over the retrieval line", () => {
  for (const [before, id, to, after] of [
    ["abc|d", "a", 2, "bca|d"],
    ["abc|d", "a", 3, "bc|ad"],
    ["abc|d", "a", 4, "bc|da"],
    ["abc|d", "d", 3, "abcd|"],
    ["abc|d", "d", 0, "dabc|"],
    ["abc|d", "b", -1, "bac|d"],
    ["abc|d", "b", 99, "ac|db"],
    ["a|", "a", 1, "|a"],
    ["|a", "a", 0, "a|"],
  ])
    assert.equal(written(movedIn(list(before), id, to)), after, `${before}: ${id} to ${to}`);
});

test("the row of a document leaves it where it is", () => {
  for (const text of ["abc|d", "|ab", "ab|"])
    for (const { id } of list(text).documents)
      assert.deepEqual(movedIn(list(text), id, rowIn(list(text), id)), list(text));
});

test("what is added is the last that was retrieved; what is removed leaves the line in place", () => {
  const [doc] = docs("x");
  assert.equal(written(addedTo(list("ab|c"), doc)), "abx|c");
  assert.equal(written(removedFrom(list("ab|c"), "a")), "b|c");
  assert.equal(written(removedFrom(list("ab|c"), "c")), "ab|");
});

test("other values are of one document alone, and the list before is as it was", () => {
  const before = list("ab|");
  const after = alteredIn(before, "b", { grade: null });
  assert.deepEqual(
    after.documents.map(({ grade }) => grade),
    [0, null],
  );
  assert.deepEqual(before, list("ab|"));
  assert.equal(after.k, 2);
});

test("a cut stays beyond the end of the list until it leaves the end", () => {
  assert.equal(cutAt(3, 5, 2), 3);
  assert.equal(cutAt(0, 5, 2), 1);
  assert.equal(cutAt(9, 5, 2), 5);
  assert.equal(cutAt(5, 5, 8), 8);
  assert.equal(cutAt(4, 5, 8), 4);
  assert.equal(cutAt(1, 0, 3), 1);
});

test("a key turns k, from 1 to the deepest; the cut of a list goes down, that of rows to the right", () => {
  for (const [k, key, isDown, to] of [
    [4, "ArrowDown", true, 5],
    [4, "ArrowUp", true, 3],
    [4, "ArrowDown", false, 3],
    [4, "ArrowUp", false, 5],
    [4, "ArrowRight", true, 5],
    [4, "ArrowLeft", false, 3],
    [4, "PageDown", true, 9],
    [4, "PageUp", true, 1],
    [9, "PageUp", false, 10],
    [1, "ArrowLeft", true, 1],
    [10, "ArrowRight", true, 10],
    [4, "Home", true, 1],
    [4, "End", true, 10],
    [4, "k", true, null],
  ])
    assert.equal(turnedK(k, key, 10, isDown), to, `${k}, ${key}, ${isDown}`);
});
