"use strict";

// The tables below the stages. What hangs on the numbers is worked out anew where it can be.

/** Tables that no change of the page has any say in. */
const kUnchanging = new Set(["parameters", "pairs", "empty_row"]);

/**
 * The tables of a kind of page that are worked out anew, and their rows as the run is now.
 * @typedef {Record<string, (table: TableData, run: Run, precision: number) => Words[][]>} LiveRows
 */

class LiveTables {
  /** @param {TableData[]} tables @param {Run} run @param {number} precision */
  constructor(tables, run, precision) {
    this.run = run;
    this.precision = precision;
    this.ofStart = tables.some(({id}) => !kUnchanging.has(id) && !commandRows[id]);
    this.note = element("p", {class: "warning", hidden: true}, t("tables_of_start"));
    this.shown = tables.map(table => ({table, element: tableElement(table)}));
    this.element = element("div", {}, this.note, ...this.shown.map(one => one.element));
  }

  update() {
    this.note.hidden = !this.ofStart || !this.run.isChanged();
    for (const one of this.shown) {
      const rows = commandRows[one.table.id];
      if (!rows) continue;
      const now = tableElement(this.run.isChanged()
        ? {...one.table, rows: rows(one.table, this.run, this.precision)} : one.table);
      one.element.replaceWith(now);
      one.element = now;
    }
  }
}
