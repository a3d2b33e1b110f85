"use strict";

// Facts that are no matrix, as tables.

/**
 * A table of the program: its cells are text already.
 * @typedef {{id: string, title: Words, columns: Words[], rows: Words[][], n_text_columns: number,
 *   note: Words}} TableData
 */

/** @param {TableData} table */
function tableElement(table) {
  const heads = table.columns.some(title => say(title));
  return element("section", {class: "facts", "data-table": table.id},
    element("div", {class: "scrolls"}, element("table", {class: "facts"},
      say(table.title) && element("caption", {}, say(table.title)),
      heads && element("thead", {}, element("tr", {}, ...table.columns.map((title, place) =>
        element("th", {scope: "col", class: place < table.n_text_columns ? "text" : undefined}, say(title))))),
      element("tbody", {}, ...table.rows.map(row => tableRow(row, table.n_text_columns))))),
    say(table.note) && element("p", {}, say(table.note)));
}

/** @param {Words[]} row @param {number} nText */
function tableRow(row, nText) {
  return element("tr", {}, ...row.map((cell, place) => element(place ? "td" : "th",
    {class: place < nText ? "text" : undefined, scope: place ? undefined : "row"}, visible(say(cell)))));
}
