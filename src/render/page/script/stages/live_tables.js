"use strict";

// The tables below the stages. What hangs on the numbers is worked out anew where it can be.

/** Tables that no change of the page has any say in. */
const kUnchanging = new Set(["parameters", "pairs", "empty_row"]);

/**
 * The tables of a kind of page that are worked out anew, and their rows as the run is now; null where
 * they are to be asked for again, as other work goes first.
 * @typedef {Record<string, (table: TableData, run: Run, precision: number) => Words[][] | null>} LiveRows
 */

class LiveTables {
  /** @param {TableData[]} tables @param {Run} run @param {number} precision */
  constructor(tables, run, precision) {
    this.run = run;
    this.precision = precision;
    this.ofStart = tables.some(({id}) => !kUnchanging.has(id) && !commandRows[id]);
    this.note = element("p", {class: "warning", hidden: true}, t("tables_of_start"));
    this.shown = tables.map(table => ({table, element: tableElement(table), rows: table.rows}));
    this.nUpdates = 0;
    this.element = element("div", {}, this.note, ...this.shown.map(one => one.element));
  }

  update() {
    this.note.hidden = !this.ofStart || !this.run.isChanged();
    ++this.nUpdates;
    for (const one of this.shown) if (commandRows[one.table.id]) this.fill(one);
  }

  /** @param {LiveTables["shown"][number]} one */
  fill(one) {
    const {table} = one, isChanged = this.run.isChanged(), update = this.nUpdates;
    const rows = isChanged ? commandRows[table.id](table, this.run, this.precision) : table.rows;
    one.element.setAttribute("aria-busy", String(!rows));
    if (rows && JSON.stringify(rows) !== JSON.stringify(one.rows)) {
      const now = tableElement({...table, rows});
      one.element.replaceWith(now);
      one.element = now;
      one.rows = rows;
    } else if (!rows) {
      setTimeout(() => { if (update === this.nUpdates && this.element.isConnected) this.fill(one); }, 20);
    }
  }
}
