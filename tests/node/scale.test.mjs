import assert from "node:assert/strict";
import { test } from "node:test";
import { niceStep, rangeOf, roundScores } from "../../assets/dots/scale.js";

test("a step is 1, 2 or 5 times a power of ten, and not below what is asked", () => {
  for (const [asked, nice] of [
    [1, 1],
    [1.1, 2],
    [3, 5],
    [6, 10],
    [0.04, 0.05],
    [0.3, 0.5],
  ])
    assert.equal(Number(niceStep(asked).toPrecision(9)), nice);
});

test("a line has all grades and all scores, and room beside them", () => {
  assert.deepEqual(rangeOf([{ score: 1 }], 3), [-0.5, 3.5]); // 0.08 of 3 is 0.24: steps of 0.5
  assert.deepEqual(rangeOf([{ score: -2 }, { score: 8 }], 3), [-3, 9]); // 0.8: steps of 1
});

test("round scores are few, and both ends are among them if they are round", () => {
  assert.deepEqual(roundScores(-0.5, 3.5), [-0.5, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5]); // 4 / 12: steps of 0.5
  assert.deepEqual(
    roundScores(-0.3, 0.9),
    [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9],
  );
  assert.deepEqual(roundScores(0.1, 4.9), [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5]);
});
