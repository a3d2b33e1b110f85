"use strict";

// Many heads at a first look: a few dots each.

/**
 * @typedef {{name: string, caption: string, n_cols: number, dots: string}} SketchData
 * @typedef {{title: Words, note: Words, rows: {name: string, sketches: SketchData[]}[]}} SheetData
 */

/** @param {SheetData} sheet */
function sketchSheet(sheet) {
  return element("section", {class: "sketches"}, say(sheet.title) && element("p", {}, say(sheet.title)),
    ...sheet.rows.map(row => element("div", {class: "maps"},
      row.name && element("span", {class: "row-name"}, row.name), ...row.sketches.map(sketchElement))),
    say(sheet.note) && element("p", {}, say(sheet.note)));
}

/** @param {SketchData} sketch */
function sketchElement({name, caption, n_cols, dots}) {
  const canvas = element("canvas", {class: "map", role: "img", "aria-label": `${name} ${caption}`});
  const cells = Float64Array.from(dots, dot => Number(dot));
  paintMap(canvas, matrixOf(cells.length / n_cols, n_cols, cells), true, null, 128);
  return element("figure", {}, canvas, element("figcaption", {}, `${name} ${caption}`));
}
