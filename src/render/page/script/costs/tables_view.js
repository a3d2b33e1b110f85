"use strict";

// A page of numbers that stay as they are: tables, and the curves of a sweep or a measurement.

/**
 * Curves through exact counts at given places.
 * @typedef {{x_name: string, y_name: Words, is_bytes?: boolean, places: string[],
 *   curves: {name: Words, values: string[]}[], marks: string[]}} PlotData
 */
/**
 * @typedef {{kind: string, command: {name: string, words: string[]}, title: Words, source: Words,
 *   about: Words[], plots: PlotData[], sentences: Words[], tables: TableData[], notes: Words[],
 *   warnings: Words[]}} TablesData
 */

class TablesView {
  /** @param {TablesData} data */
  constructor(data) {
    this.data = data;
    this.plots = data.plots.map(plot => ({plot, part: new CurvesPart()}));
    this.command = new CommandPart();
    this.element = element("div", {class: "costs"},
      ...data.about.map(text => say(text) && element("p", {}, visible(say(text)))),
      ...this.plots.map(({part}) => part.element),
      data.sentences.length > 0 && element("ul", {id: "crossings"},
        ...data.sentences.map(text => element("li", {}, say(text)))),
      ...data.tables.map(tableElement),
      ...data.warnings.map(text => element("p", {class: "warning"}, say(text))),
      this.command.element, notesElement(data.notes));
    window.onresize = () => this.changed();
  }

  changed() {
    for (const {plot, part} of this.plots) part.show(pictureOf(plot));
    const {command} = this.data;
    this.command.show({line: shellLine([command.name, ...command.words]), note: ""});
  }

  recolored() {}

  onKey() {
    return false;
  }
}

/** @param {PlotData} plot @returns {CostPicture} */
function pictureOf(plot) {
  const places = plot.places.map(BigInt), name = say(plot.y_name);
  const curves = plot.curves.map(curve => {
    const values = new Map(curve.values.map((value, k) => [places[k], BigInt(value)]));
    return {name: say(curve.name), at: (/** @type {bigint} */ place) => values.get(place) ?? 0n};
  });
  const isOperations = /^(FLOP|MAC)$/.test(name), write = isOperations ? decimalText(name) : grouped;
  return {title: filled("along", name, plot.x_name), xName: plot.x_name, yName: name, places, curves,
    marks: plot.marks.map(mark => ({place: BigInt(mark), text: `${plot.x_name} = ${grouped(BigInt(mark))}`})),
    cursor: places[places.length - 1], base: 10n, isFixed: true, tick: write, write};
}
