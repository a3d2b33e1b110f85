"use strict";

// A page of stages: all of its parts, and what happens where one of them changes something.

// Something of a page that follows its run.
/**
 * @typedef {{element: HTMLElement, update: () => void, repaint?: () => void}} Part
 * @typedef {(data: StagesData, run: Run, looked: Looked, owner: {changed: () => void}) => Part[]} CommandParts
 */

/**
 * The data of a page of stages, beside those of its run.
 * @typedef {RunData & {kind: string, command: CommandData, title: string, about: Words,
 *   source: Words, tables: TableData[], notes: Words[], warnings: Words[], overview: string[],
 *   result: string, first_stage: string, precision: number,
 *   sketches: SheetData | null, begins_late: boolean, dialects?: Record<string, any>}} StagesData
 */

class PageView {
  /** @param {StagesData} data @param {Run} run @param {Looked} looked */
  constructor(data, run, looked) {
    this.data = data;
    this.run = run;
    this.looked = looked;
    this.tables = new LiveTables(data.tables, run, data.precision);
    this.strip = new Strip(run, looked, this);
    this.stage = new StageView(run, looked, this);
    this.controls = new Controls(run, looked, this);
    this.parts = commandParts(data, run, looked, this);
    this.command = new CommandPart();
    const hasStages = data.stages.length > 0, {sketches} = data;
    // Positions are curves and clocks first, and numbers after that.
    const parts = this.parts.map(part => part.element), isPosenc = data.kind === "posenc";
    this.element = element("div", {class: "stages"}, this.words(), this.lateNote(),
      ...isPosenc ? parts : [], sketches && !run.groupsOf("weights").length && sketchSheet(sketches),
      ...hasStages ? [this.strip.element, this.stage.element, this.controls.element] : [],
      ...isPosenc ? [] : parts,
      this.command.element, this.tables.element, this.notes());
  }

  words() {
    const about = say(this.data.about);
    return about ? element("p", {class: "about"}, about) : null;
  }

  lateNote() {
    return this.data.begins_late ? element("p", {class: "warning"}, t("begins_late")) : null;
  }

  notes() {
    const {notes, warnings} = this.data;
    if (!notes.length && !warnings.length) return null;
    return element("section", {class: "notes"}, element("h2", {}, t("notes")), element("ul", {},
      ...warnings.map(text => element("li", {class: "warning"}, say(text))),
      ...notes.map(text => element("li", {}, say(text)))));
  }

  /** Everything that hangs on the run or on what is looked at. */
  changed() {
    const isInGrid = this.stage.matrices.contains(document.activeElement);
    if (this.data.stages.length > 0) {
      this.strip.update();
      this.stage.update();
      this.controls.update();
    }
    if (isInGrid) this.stage.focusCell();
    for (const part of this.parts) part.update();
    this.tables.update();
    this.command.show(commandFor(this.data.command, this.run, this.looked.group));
  }

  /** The colours changed. */
  recolored() {
    for (const part of this.parts) part.repaint?.();
    this.changed();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something here */
  onKey(event) {
    if (!this.data.stages.length) return false;
    if (/^[0-9]$/.test(event.key)) return this.strip.jump(event.key, event.timeStamp);
    if (event.key === "n" || event.key === " ") this.strip.step(1);
    else if (event.key === "b") this.strip.step(-1);
    else if (event.key === "e") this.controls.show({depth: (this.looked.depth + 1) % 3});
    else if (event.key === "v")
      this.controls.show({mode: kModes[(kModes.indexOf(this.looked.mode) + 1) % kModes.length]});
    else if (event.key === "r") this.controls.again.click();
    else if (event.key.startsWith("Arrow")) this.stage.focusCell();
    else return false;
    return true;
  }
}
