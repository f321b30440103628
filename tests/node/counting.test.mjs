import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { countedSecret, countFrom } from "../../assets/controls/counting.js";

let sources;
class Source {
  static CLOSED = 2;
  readyState = 1;

  constructor(path) {
    this.path = path;
    sources.push(this);
  }

  close() {
    this.readyState = Source.CLOSED;
  }

  refuse() {
    this.close();
    this.onerror();
  }
}
globalThis.EventSource = Source;
mock.timers.enable({ apis: ["setTimeout"] });

/** A wall that is on the page until its `there` is false, and what it has heard. */
const wallOf = () => {
  const wall = { there: true, heard: [], isThere: () => wall.there };
  wall.hear = (news) => wall.heard.push(news);
  return wall;
};
const open = () => sources.filter(({ readyState }) => readyState !== Source.CLOSED);

beforeEach(() => {
  sources = [];
  countFrom("");
});

test("the wall that was drawn last hears the one stream", () => {
  const [first, second] = [wallOf(), wallOf()];
  countFrom("/a", "secret", first);
  countFrom("/a", "secret", second);
  open()[0].onmessage({ data: '{"answered": 2}' });
  assert.deepEqual([sources.length, first.heard, second.heard], [1, [], [{ answered: 2 }]]);
  assert.equal(countedSecret(), "secret");
  countFrom("/b", "other", second);
  assert.deepEqual(
    open().map(({ path }) => path),
    ["/b"],
  );
});

test("a refused stream is told of, and asked for again", () => {
  const wall = wallOf();
  countFrom("/a", "secret", wall);
  sources[0].refuse();
  assert.deepEqual(wall.heard, [{ ended: true }]);
  mock.timers.tick(3000);
  assert.deepEqual(
    open().map(({ path }) => path),
    ["/a"],
  );
});

test("a refused stream of a room that has ended since is not asked for again", () => {
  const wall = wallOf();
  countFrom("/a", "secret", wall);
  sources[0].refuse();
  wall.there = false;
  mock.timers.tick(3000);
  assert.equal(sources.length, 1);
  countFrom("/a", "secret", wallOf());
  sources[1].refuse();
  countFrom("");
  mock.timers.tick(3000);
  assert.equal(sources.length, 2);
});

test("a stream without a wall is closed at its next news", () => {
  const wall = wallOf();
  countFrom("/a", "secret", wall);
  wall.there = false;
  sources[0].onmessage({ data: "{}" });
  assert.deepEqual([open(), wall.heard], [[], []]);
});
