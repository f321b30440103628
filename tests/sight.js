// Measures of a page as it is drawn, for tests/test_sight.py. Each returns what is wrong with it.
{
  const within = (root) =>
    [...root.querySelectorAll("*")].flatMap((each) =>
      each.shadowRoot ? [each, ...within(each.shadowRoot)] : [each],
    );
  const all = (selector) => within(document).filter((each) => each.matches(selector));
  const outer = (thing) => thing.parentElement ?? thing.getRootNode().host;
  const above = (thing, holds) => {
    while (thing && !holds(thing)) thing = outer(thing);
    return thing;
  };
  const seen = (thing) =>
    thing.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (thing) => thing.getBoundingClientRect();
  const style = (thing, part) => getComputedStyle(thing, part);
  const text = (thing) => thing.textContent.trim();
  const named = (thing) =>
    `${thing.tagName} ${thing.ariaLabel || thing.innerText || thing.className}`.slice(0, 60);
  const USABLE = "a[href], button, input:not([type=file]), select, textarea, summary, [tabindex]";
  const usable = () => all(USABLE).filter((each) => seen(each) && box(each).width > 1);
  const isChosen = (radio) =>
    radio.checked ||
    !within(radio.getRootNode()).some((other) => other.name === radio.name && other.checked);
  const stops = () =>
    usable().filter(
      (each) => each.tabIndex >= 0 && !each.disabled && (each.type !== "radio" || isChosen(each)),
    );

  // Colours, as red, green, blue and alpha from 0 to 1.
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const known = new Map();
  function paint(colour) {
    if (!known.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      known.set(
        colour,
        [...pen.getImageData(0, 0, 1, 1).data].map((part) => part / 255),
      );
    }
    return known.get(colour);
  }
  const over = ([r, g, b, a], [R, G, B]) => [
    r * a + R * (1 - a),
    g * a + G * (1 - a),
    b * a + B * (1 - a),
    1,
  ];
  function ground(thing) {
    if (!thing) return [1, 1, 1, 1];
    const own = paint(style(thing).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(outer(thing)));
  }
  function remembered(answer) {
    const answers = new Map();
    return (of) => answers.get(of) ?? answers.set(of, answer(of)).get(of);
  }
  const light = (colour) =>
    colour
      .slice(0, 3)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  function contrast(one, other) {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  }

  globalThis.sight = {
    /** What has the focus, and lies under what stays in sight or out of it. */
    async covered(back) {
      await new Promise(requestAnimationFrame);
      document.activeElement.blur();
      const bars = all("[data-testid=stLayoutWrapper], .adding").filter(
        (bar) => style(bar).position === "sticky" && bar.offsetHeight,
      );
      const apart = (each) => bars.includes(each) || each.matches("header, nav");
      return (back ? stops().reverse() : stops()).flatMap((stop) => {
        stop.focus();
        if (stop.matches("main") || above(stop, apart)) return [];
        const { top, bottom, height } = box(stop.closest("label") ?? stop);
        const from = Math.max(
          0,
          ...bars
            .map(box)
            .filter((bar) => bar.top < 70)
            .map((bar) => bar.bottom),
        );
        const fits = height + 30 < innerHeight - from;
        const out = fits
          ? top < from - 1 || bottom > innerHeight + 1
          : bottom < from || top > innerHeight;
        return out ? [`${named(stop)}: ${top} to ${bottom}, free from ${from}`] : [];
      });
    },

    /** Edges of what can be used that stand out less than they should; a text without an edge is its own sign. */
    edges(least) {
      return usable()
        .flatMap((thing) => {
          if (thing.ariaDisabled || thing.disabled || thing.matches("[type=radio], [type=range]"))
            return [];
          const near = (frame) =>
            box(frame).width - box(thing).width < 60 && box(frame).height - box(thing).height < 14;
          const frames = [];
          for (let frame = thing; frame && near(frame); frame = outer(frame)) frames.push(frame);
          const found = frames.flatMap((frame) => {
            const { borderTopWidth, borderTopColor, borderTopStyle } = style(frame);
            const isDrawn =
              borderTopStyle !== "none" &&
              parseFloat(borderTopWidth) > 0 &&
              paint(borderTopColor)[3] > 0;
            const beside = ground(outer(frame));
            return isDrawn
              ? [ground(frame), over(paint(borderTopColor), beside)].map((own) =>
                  contrast(own, beside),
                )
              : [];
          });
          const best = Math.max(...found);
          return best < least && found.length ? [`${named(thing)} ${best.toFixed(2)}`] : [];
        })
        .concat(
          all("[data-testid=stRadioOption] > div > div:first-child").flatMap((circle) => {
            const best = contrast(
              over(paint(style(circle).borderTopColor), ground(outer(circle))),
              ground(outer(circle)),
            );
            return best < least ? [`radio ${best.toFixed(2)}`] : [];
          }),
        );
    },

    /** What has no ring of 2 px at 3:1 round it, or round its label or frame, when it has the focus. */
    rings() {
      return stops().flatMap((stop) => {
        stop.focus();
        const ring = above(
          stop,
          (each) =>
            style(each).outlineStyle === "solid" && parseFloat(style(each).outlineWidth) >= 2,
        );
        if (!ring) return [`${named(stop)}: no ring`];
        const inside = parseFloat(style(ring).outlineOffset) < 0;
        const stands = contrast(
          paint(style(ring).outlineColor),
          ground(inside ? ring : outer(ring)),
        );
        const isIts =
          box(ring).width - box(stop).width < 400 && box(ring).height - box(stop).height < 40;
        return stands < 3 || !isIts ? [`${named(stop)} ${stands.toFixed(2)}`] : [];
      });
    },

    /** Texts with less contrast than asked for, but for those on a colour of their own and some more. */
    texts(least, exempt = "style") {
      const own = `style, svg, [aria-checked=true], .chip, ${exempt}`;
      const grounds = remembered(ground);
      const clear = remembered((thing) => (thing ? style(thing).opacity * clear(outer(thing)) : 1));
      return within(document).flatMap((thing) => {
        const isText = [...thing.childNodes].some(
          (node) => node.nodeType === 3 && node.data.trim(),
        );
        if (!isText || !seen(thing) || box(thing).width <= 1 || thing.closest(own)) return [];
        const [r, g, b, a] = paint(style(thing).color);
        const behind = grounds(thing);
        const stands = contrast(over([r, g, b, a * clear(thing)], behind), behind);
        return a && stands < least ? [`${named(thing)} ${stands.toFixed(2)}`] : [];
      });
    },

    /** What is chosen, or drawn by a picture, and cannot be told from its ground; what the browser would draw itself. */
    forced() {
      const FILLED = {
        "[aria-pressed=true], [aria-checked=true], nav [aria-current], .truth": null,
        "[data-testid=stRadioOption][data-selected] > div > div:first-child": null,
        ".picture .solid:not(li)": null,
        ".crowded li.solid": "::before",
        ".swaps :is(.up, .down)": "::before",
      };
      const unseen = Object.entries(FILLED).flatMap(([selector, part]) =>
        all(selector).filter((thing) => {
          const own = part
            ? over(paint(style(thing, part).backgroundColor), ground(thing))
            : ground(thing);
          return seen(thing) && box(thing).width > 1 && contrast(own, ground(outer(thing))) < 3;
        }),
      );
      const ours = all(".field :is([type=range], [type=radio])").filter(
        (each) => style(each).appearance === "none",
      );
      return [...unseen, ...ours].map(named);
    },

    /** Set all texts as a reader may (WCAG 1.4.12), or as they were. */
    space(isWide) {
      globalThis.spaced ??= new CSSStyleSheet();
      globalThis.spaced.replaceSync(
        isWide
          ? `
        * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
        p { margin-bottom: 2em !important; }`
          : "",
      );
      for (const root of [document, ...within(document).map((each) => each.shadowRoot)]) {
        if (root && !root.adoptedStyleSheets.includes(globalThis.spaced))
          root.adoptedStyleSheets.push(globalThis.spaced);
      }
    },

    /** Texts of pictures that lie over others by more pixels than their lines may touch. */
    overlaps(most) {
      if (!document.querySelector(".picture")) return [];
      const range = document.createRange();
      const isCut = ([rect, each]) =>
        above(
          each,
          (one) =>
            style(one).overflowX !== "visible" &&
            (box(one).right < rect.right - 2 || box(one).bottom < rect.bottom - 2),
        );
      const isText = (node) => node.nodeType === 3 && node.data.trim();
      const texts = within(document)
        .filter((each) => [...each.childNodes].some(isText))
        .filter(
          (each) =>
            seen(each) &&
            !each.closest("header, style, svg") &&
            style(each).clipPath === "none" &&
            paint(style(each).color)[3],
        )
        .flatMap((each) =>
          [...each.childNodes].filter(isText).flatMap((node) => {
            range.selectNodeContents(node);
            return [...range.getClientRects()].map((rect) => [rect, each, node.data.trim()]);
          }),
        )
        .filter((one) => one[0].width > 2 && !isCut(one));
      const found = new Set();
      for (const [one, of, said] of texts.filter(([, each]) => each.closest(".picture"))) {
        for (const [other, by, told] of texts) {
          const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          if (of !== by && across > 2 && down > most) found.add(`${said} / ${told}`);
        }
      }
      return [...found];
    },

    /** Texts of charts that lie over others, or leave their chart, by more pixels than they may. */
    charted(most) {
      return all(".stVegaLiteChart > svg").flatMap((svg) => {
        const edge = box(svg);
        const texts = [...svg.querySelectorAll("text")]
          .filter((each) => text(each) && style(each).opacity > 0 && box(each).width)
          .map((each) => [box(each), text(each)]);
        const out = texts
          .filter(([one]) => one.left < edge.left - most || one.right > edge.right + most)
          .map(([, said]) => `${said} is cut`);
        const over = texts.flatMap(([one, said], at) =>
          texts
            .slice(at + 1)
            .filter(
              ([other]) =>
                Math.min(one.right, other.right) - Math.max(one.left, other.left) > most &&
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > most + 4,
            )
            .map(([, told]) => `${said} / ${told}`),
        );
        return [...out, ...over];
      });
    },

    /** Targets under 24 px; the cut is held by its chip, and a link in a line is as high as the line. */
    small() {
      return usable()
        .filter((each) => !each.matches(".cut"))
        .flatMap((thing) => {
          const { width, height } = box(thing.closest("label") ?? thing);
          const isInLine = thing.matches("a") && style(thing).display === "inline";
          return isInLine || Math.min(width, height) >= 24
            ? []
            : [`${named(thing)} ${width} x ${height}`];
        });
    },

    /** Texts that are cut inside a line, where they have no room for all their lines. */
    cut() {
      return within(document.querySelector(".stMain"))
        .filter(
          (thing) =>
            seen(thing) &&
            /hidden|clip/.test(style(thing).overflowY) &&
            text(thing) &&
            thing.clientWidth > 2 &&
            !thing.children.length &&
            thing.scrollHeight > thing.clientHeight + 3,
        )
        .flatMap((thing) => {
          const line = parseFloat(style(thing).lineHeight);
          const rest = thing.clientHeight % line;
          return rest > 4 && rest < line - 4
            ? [`${named(thing)}: ${thing.clientHeight} for lines of ${line}`]
            : [];
        });
    },

    /** Rows of pictures that do not say what they are, or twice; what a chart says beside its bars. */
    heard() {
      const rows = all(".picture .column li:not([aria-hidden])").map(text);
      const wrong = rows.filter(
        (row) =>
          !/^(ranks? \d+( and \d+)?|not retrieved): .|^walked off the end|^beyond |^left unsatisfied|^go on below: \d/.test(
            row,
          ),
      );
      for (const chart of all("[data-testid=stVegaLiteChart]")) {
        const read = [...chart.querySelectorAll(".role-mark > *")].filter(
          (mark) => !mark.closest("[aria-hidden=true]"),
        );
        const said = read.map((mark) => mark.ariaLabel ?? "");
        if (!said.length) wrong.push("a chart that says nothing");
        wrong.push(
          ...said.filter(
            (each, at) =>
              !/\w/.test(each) || /null|undefined|NaN/.test(each) || said.indexOf(each) !== at,
          ),
        );
      }
      return wrong;
    },

    /** Tables without a name, cells that name nothing, headings out of order. */
    order() {
      const wrong = [];
      for (const table of all(".stHtml table")) {
        if (!table.closest("[role=region]")?.ariaLabel)
          wrong.push(`${named(table)} stands in no region with a name`);
        wrong.push(
          ...[...table.querySelectorAll("th")]
            .filter((head) => !text(head) || !head.scope)
            .map(() => "a th for nothing"),
        );
        const rows = [...table.querySelectorAll("tbody tr")].filter((row) => text(row.cells[0]));
        wrong.push(
          ...rows
            .filter((row) => !row.querySelector("th[scope=row], th[scope=rowgroup]"))
            .map(named),
        );
      }
      const levels = all("h1, h2, h3, h4, h5, h6")
        .filter(seen)
        .map((head) => Number(head.tagName[1]));
      const jumps = levels.some((level, at) => at && level > levels[at - 1] + 1);
      return levels[0] !== 1 || levels.lastIndexOf(1) > 0 || jumps
        ? [...wrong, `headings ${levels}`]
        : wrong;
    },
  };
}
