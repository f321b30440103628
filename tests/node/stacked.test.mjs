// Dots of 20 pixels on a line of 300; with its name a dot is 100 pixels wide, with its number alone 50.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stacked } from "../../assets/dots/stacked.js";

const PICTURE = { width: 300, size: 20, most: 2 };
const NAME = 0;
const NUMBER = 1;
const dots = (...places) =>
  places.map((x, at) => ({ id: String(at), x, widths: [100, 50, 22], rests: null }));
const drawn = ({ placed }) => placed.map(({ lane, look, side }) => [lane, look, side]);

test("where there is room, each name stands to the right of its dot", () => {
  const found = stacked(dots(20, 150), PICTURE);
  assert.equal(found.lanes, 1);
  assert.deepEqual(drawn(found), [
    [0, NAME, ""],
    [0, NAME, ""],
  ]);
});

test("a name that would leave the line stands to the left", () => {
  assert.deepEqual(drawn(stacked(dots(280), PICTURE)), [[0, NAME, "left"]]);
});

test("dots that would overlap have lanes", () => {
  const found = stacked(dots(100, 105), PICTURE); // the first begins at 90 and ends at 190, the second begins at 95
  assert.equal(found.lanes, 2);
  assert.deepEqual(
    found.placed.map(({ lane }) => lane),
    [0, 1],
  );
});

test("numbers alone come before more lanes, and names where there is room beside them", () => {
  const found = stacked(dots(100, 155, 210), { ...PICTURE, most: 1 }); // as numbers they end at 140, 195 and 250
  assert.equal(found.lanes, 1);
  assert.deepEqual(drawn(found), [
    [0, NAME, "left"], // from 10 to 110
    [0, NUMBER, ""],
    [0, NAME, ""], // from 200 to 300
  ]);
});

test("equal scores have a lane each, and no texts if there are too many", () => {
  const found = stacked(dots(150, 150, 150, 150), PICTURE);
  assert.equal(found.lanes, 4);
  assert.deepEqual(
    found.placed.map(({ lane }) => lane),
    [0, 1, 2, 3],
  );
});

test("a held dot stays in its lane, and shows its number", () => {
  const held = { ...dots(150)[0], id: "held", rests: 1 };
  const [first, second] = stacked([...dots(150), held], PICTURE).placed;
  assert.deepEqual([first.lane, second.lane], [0, 1]);
  assert.deepEqual([second.look, second.side], [NUMBER, ""]);
});
