import assert from "node:assert/strict";
import { test } from "node:test";
import { find, foldedOf } from "../../assets/found.js";

// kind, title, names, other words
const INDEX = [
  ["Page", "Precision", "P@5 P@k", "the share of hits"],
  ["Page", "nDCG", "normalised discounted cumulative gain", "LightGBM prints it"],
  ["Step of nDCG", "Normalised", "", "gain"],
  ["Page", "Café", "", "of a list"],
];
const FOLDED = INDEX.map(foldedOf);
const titles = (words) => find(INDEX, FOLDED, words).map(([, title]) => title);

test("words are found in any order, without regard to capitals, accents, plural and z", () => {
  assert.deepEqual(titles("GAINS cumulative"), ["nDCG"]);
  assert.deepEqual(titles("cafe"), ["Café"]);
  assert.deepEqual(titles("normalized"), ["nDCG", "Normalised"]);
});

test("titles and names come before other words, whole words before beginnings", () => {
  assert.deepEqual(titles("gain"), ["nDCG", "Normalised"]);
  assert.deepEqual(titles("prec"), ["Precision"]);
});

test("a letter alone is a whole word, and so is a name with a cutoff", () => {
  assert.deepEqual(titles("p"), ["Precision"]);
  assert.deepEqual(titles("p@10"), ["Precision"]);
  assert.deepEqual(titles("l"), []);
});

test("little words count only alone", () => {
  assert.deepEqual(titles("the gain of"), ["nDCG", "Normalised"]);
  assert.deepEqual(titles("hits not at share"), ["Precision"]);
  assert.deepEqual(titles("of"), ["Precision", "Café"]);
  assert.deepEqual(titles(""), []);
});
