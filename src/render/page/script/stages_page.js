"use strict";

// What a page of stages begins with.

const kPageKeys = [["n b", "key_next"], ["0–9", "key_jump"], ["← ↑ → ↓", "key_move"],
                   ["Enter", "key_act"], ["e", "key_depth"], ["v", "key_view"], ["r", "key_reset"]];

/** @param {StagesData} data @returns {() => View} */
function startPage(data) {
  const run = new Run(data), grouped = data.stages.find(stage => stage.group);
  /** @type {Looked} */
  const looked = {stage: data.first_stage, group: grouped?.group ?? "", minus: "",
    cell: {row: 0, col: 0}, first: {row: 0, col: 0}, mode: "both", precision: data.precision, depth: 1};
  if (data.stages.length > 0) looked.cell = firstCell(run, looked);
  return () => new PageView(data, run, looked);
}

// The first cell that is lit: one that teaches, not one that is blocked.
/** @param {Run} run @param {Looked} looked */
function firstCell(run, looked) {
  const stage = stageLookedAt(run, looked), row = Math.min(1, stage.shape[0] - 1);
  const cells = [...rowOf(run.value(stage), row).keys()];
  return {row, col: cells.find(col => !run.isBlocked(stage, row, col)) ?? 0};
}

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

// The stages as a strip that one walks through.

const kSoon = 700;  // ms between two digits of one number

class Strip {
  /** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
  constructor(run, looked, owner) {
    this.run = run;
    this.looked = looked;
    this.owner = owner;
    this.list = element("ol", {});
    /** @type {StageData | undefined} */
    this.current = undefined;
    /** @type {string | undefined} */
    this.shownGroup = undefined;
    /** @type {{stage: StageData, shown: HTMLElement}[]} */
    this.buttons = [];
    this.digits = "";
    this.typedAt = -Infinity;
    const groups = [...new Set(run.data.stages.map(({group}) => group).filter(Boolean))];
    this.group = choice(groups.map(group => [group, groupName(group)]), looked.group, group => {
      looked.group = group;
      owner.changed();
    }, {id: "group", "aria-label": t("group")});
    this.element = element("nav", {class: "strip", "aria-label": t("stages")},
      groups.length > 0 && this.group, this.list);
  }

  /** The stages that the strip shows: those of all heads, and those of the one looked at. */
  stages() {
    return this.run.data.stages.filter(({group}) => group === "" || group === this.looked.group);
  }

  update() {
    const current = stageLookedAt(this.run, this.looked);
    if (this.current === current && this.group.value === this.looked.group) return;
    this.current = current;
    this.group.value = this.looked.group;
    const isFocused = this.list.contains(document.activeElement);
    if (this.shownGroup !== this.looked.group) this.build();
    for (const {stage, shown} of this.buttons) {
      if (stage === current) shown.setAttribute("aria-current", "step");
      else shown.removeAttribute("aria-current");
    }
    const chosen = this.buttons.find(({stage}) => stage === current)?.shown;
    if (!chosen) return;
    if (isFocused) chosen.focus();
    setTimeout(() => this.scrollTo(chosen), 0);  // where it stands is known when all is laid out
  }

  // The buttons of the head that is looked at.
  build() {
    this.shownGroup = this.looked.group;
    this.buttons = this.stages().map((stage, place) => ({stage, shown: button(stage.symbol, () => this.go(stage), {
      class: stage.group ? "of-head" : undefined, title: say(stage.note),
      "aria-label": `${place + 1}. ${stage.symbol}: ${say(stage.note)}`, "data-stage": stage.id})}));
    this.list.replaceChildren(...this.buttons.map(({shown}) => element("li", {}, shown)));
  }

  // Along the strip alone: the page stays where it is.
  /** @param {HTMLElement} chosen */
  scrollTo(chosen) {
    const {list} = this, left = chosen.offsetLeft - list.offsetLeft;
    if (left < list.scrollLeft || left + chosen.offsetWidth > list.scrollLeft + list.clientWidth)
      list.scrollLeft = left - list.clientWidth / 2;
  }

  /** @param {StageData} stage */
  go(stage) {
    this.looked.stage = stage.id;
    this.looked.first = {row: 0, col: 0};
    this.owner.changed();
    announce(`${say(stage.formula)}. ${say(stage.note)}`);
  }

  /** @param {number} by */
  step(by) {
    const stages = this.stages(), now = stages.indexOf(stageLookedAt(this.run, this.looked));
    this.go(stages[Math.max(0, Math.min(stages.length - 1, now + by))]);
  }

  // The stage of a number, from 1: a digit soon after another makes it one of two digits, where there
  // are so many. Whether there is one.
  /** @param {string} digit @param {number} time  in ms */
  jump(digit, time) {
    const stages = this.stages(), both = this.digits + digit;
    const isSecond = both.length === 2 && time - this.typedAt < kSoon && Number(both) <= stages.length;
    this.digits = isSecond ? both : digit;
    this.typedAt = time;
    const stage = stages[Number(this.digits) - 1];
    if (stage) this.go(stage);
    return Boolean(stage);
  }
}

// What changes a run: its mask, its scale; and what changes only how it is shown.

const kModes = ["numbers", "heat", "both"];
const kMostDecimals = 12;

class Controls {
  /** @param {Run} run @param {Looked} looked @param {{changed: () => void}} owner */
  constructor(run, looked, owner) {
    this.run = run;
    this.looked = looked;
    this.owner = owner;
    this.element = element("form", {class: "controls", onsubmit: (/** @type {Event} */ event) =>
      event.preventDefault(), autocomplete: "off"},
      run.pattern && this.maskControls(), run.scale && this.scaleControls(), this.viewControls());
  }

  maskControls() {
    this.causal = element("input", {type: "checkbox", id: "causal", onchange: () =>
      this.restrict({causal: this.causal.checked})});
    this.window = element("input", {type: "number", id: "window", min: 1, max: 99999, size: 4,
      onchange: () => withCount(this.window, window => this.restrict({window}))});
    return element("fieldset", {}, element("legend", {}, t("mask")),
      element("label", {class: "control"}, this.causal, element("span", {}, t("causal"))),
      labelled(t("window"), this.window), this.run.stages.has(keyOf("mask", "")) && this.moreMask());
  }

  /** What attn mask knows beyond attention. */
  moreMask() {
    const nK = this.run.ungrouped("mask").shape[1];
    this.prefix = element("input", {type: "number", id: "prefix", min: 0, max: nK, size: 4,
      onchange: () => withCount(this.prefix, prefix => this.restrict({prefix: prefix || null}))});
    this.pad = element("input", {type: "number", id: "pad", min: 0, max: nK, size: 4,
      onchange: () => withCount(this.pad, n => this.padLast(n ?? 0, nK))});
    return element("span", {}, labelled(t("prefix"), this.prefix), labelled(t("padding"), this.pad));
  }

  /** @param {number} n @param {number} nK */
  padLast(n, nK) {
    const places = Array.from({length: n}, (_, k) => nK - n + k);
    const alsoQueries = Boolean(this.run.pattern?.paddedQueries.length);  // they are the same words
    this.restrict({paddedKeys: places, paddedQueries: alsoQueries ? places : []});
  }

  // Painted cells that follow a rule are changed as that rule; others stay, and the change comes on top.
  /** @param {Partial<MaskPattern>} change */
  restrict(change) {
    const before = this.run.pattern ?? openPattern();
    const [nQ, nK] = this.run.maskedStage()?.shape ?? [0, 0];
    this.run.setPattern({...ruleBehind(before, nQ, nK) ?? before, ...change});
    this.tellChange();
  }

  scaleControls() {
    const scale = this.run.scale;
    /** @type {[string, string][]} */
    const kinds = [["sqrt", "√d_k"], ["off", t("scale_off")], ["factor", t("scale_factor")]];
    this.kind = choice(kinds.filter(([kind]) => kind !== "sqrt" || scale?.d_k), scale?.kind ?? "sqrt",
      kind => this.rescale({kind: /** @type {any} */ (kind)}), {id: "scale"});
    this.factor = element("input", {type: "number", id: "factor", step: "any", min: 0, size: 6,
      "aria-label": t("scale_factor"), onchange: () => this.multiply(Number(this.factor.value))});
    this.temperature = element("input", {type: "range", id: "temperature", min: -20, max: 20,
      oninput: () => this.rescale({temperature: temperatureAt(Number(this.temperature.value))})});
    this.temperatureText = element("output", {for: "temperature"});
    return element("fieldset", {}, element("legend", {}, t("scale")),
      labelled(t("divide_by"), this.kind, this.factor),
      labelled(t("temperature"), this.temperature, this.temperatureText));
  }

  /** @param {number} factor */
  multiply(factor) {
    const isFactor = factor > 0 && Number.isFinite(factor);
    complain(this.factor, isFactor ? "" : t("factor_expected"));
    if (isFactor) this.rescale({factor});
  }

  /** @param {Partial<NonNullable<RunData["scale"]>>} change */
  rescale(change) {
    this.run.setScale(change);
    this.tellChange();
  }

  // The cell in view as it is then, for who does not see it.
  tellChange() {
    this.owner.changed();
    announce(document.getElementById("sum")?.textContent ?? "");
  }

  viewControls() {
    const modes = kModes.map(mode => /** @type {[string, string]} */ ([mode, t("view_" + mode)]));
    this.mode = choice(modes, this.looked.mode, mode => this.show({mode}), {id: "view"});
    this.precision = element("input", {type: "number", id: "precision", min: 0, max: kMostDecimals,
      required: true, size: 3, onchange: () =>
        withCount(this.precision, precision => this.show({precision: precision ?? this.looked.precision}))});
    this.depth = choice([["0", t("depth_0")], ["1", t("depth_1")], ["2", t("depth_2")]],
      String(this.looked.depth), depth => this.show({depth: Number(depth)}), {id: "depth"});
    this.again = button(t("reset"), () => {
      this.run.reset();
      this.owner.changed();
      announce(t("was_reset"));
    }, {id: "reset"});
    return element("fieldset", {}, element("legend", {}, t("view")), labelled(t("cells"), this.mode),
      labelled(t("decimals"), this.precision), labelled(t("words"), this.depth), this.again);
  }

  /** @param {Partial<Looked>} change */
  show(change) {
    Object.assign(this.looked, change);
    this.owner.changed();
  }

  /** The controls as the run is now. */
  update() {
    const {pattern, scale} = this.run;
    if (pattern) {
      this.causal.checked = pattern.causal;
      putNumber(this.window, pattern.window ?? "");
      if (this.prefix) putNumber(this.prefix, pattern.prefix ?? "");
      if (this.pad) putNumber(this.pad, pattern.paddedKeys.length || "");
    }
    if (scale) this.updateScale(scale);
    this.mode.value = this.looked.mode;
    putNumber(this.precision, this.looked.precision);
    this.depth.value = this.looked.depth;
    this.again.disabled = !this.run.isChanged();
  }

  /** @param {NonNullable<RunData["scale"]>} scale */
  updateScale(scale) {
    this.kind.value = scale.kind;
    this.factor.hidden = scale.kind !== "factor";
    if (document.activeElement !== this.factor) putNumber(this.factor, scale.factor);
    this.temperature.value = stepOf(scale.temperature);
    this.temperatureText.textContent = "τ = " + scale.temperature;
    this.temperature.setAttribute("aria-valuetext", "τ = " + scale.temperature);
  }
}

// Does something with a count that was typed, or with null where the field was emptied; anything
// else is answered beside the field.
/** @param {HTMLInputElement} field @param {(count: number | null) => void} then */
function withCount(field, then) {
  complain(field, field.validity.valid ? "" : filled("count_expected", field.min, field.max));
  if (field.validity.valid) then(field.value === "" ? null : Number(field.value));
}

// What a field shows of the state, in which nothing is wrong.
/** @param {HTMLInputElement} field @param {number | string} value */
function putNumber(field, value) {
  field.value = String(value);
  complain(field, "");
}

// The temperature of a step of the slider: ten to the step over twenty, in two digits.
/** @param {number} step */
function temperatureAt(step) {
  return Number((10 ** (step / 20)).toPrecision(2));
}

/** @param {number} temperature */
function stepOf(temperature) {
  return String(Math.round(20 * Math.log10(temperature)));
}

// The command that gives the state of the page, quoted for a shell.

/**
 * The command of a page: its words but for the settings that the page can change; these settings;
 * flags that hold whatever the numbers are; and what stands behind --.
 * Whether some of its keys are spelled as padding is known to the program, which reads them so.
 * @typedef {{name: string, words: string[], settings: string[], kept: string[], rest: string[],
 *   is_literal: boolean, spells_padding: boolean,
 *   tokens: {query: string[], key: string[]}}} CommandData
 */

const kLongestCommand = 100000;  // of bytes; a shell takes somewhat more

// "1 0; 0 1".
/** @param {Matrix} matrix */
function matrixArgument(matrix) {
  return Array.from({length: matrix.rows}, (_, i) => [...rowOf(matrix, i)].join(" ")).join("; ");
}

// Tokens such as <pad> are blocked by themselves, unless it is said that none is.
/** @param {CommandData} command @param {MaskPattern | null} pattern @returns {string[]} */
function patternFlags({tokens, spells_padding}, pattern) {
  if (!pattern) return [];
  const nQ = tokens.query.length, nK = tokens.key.length;
  const flags = [];
  if (pattern.causal) flags.push("--causal");
  if (pattern.prefix !== null) flags.push("--prefix", String(pattern.prefix));
  if (pattern.window !== null) flags.push("--window", String(pattern.window));
  flags.push(...paddingFlags(pattern, nK));
  if (!pattern.paddedKeys.length && spells_padding) flags.push("--pad", "0");
  if (pattern.paddedQueries.length) flags.push("--pad-queries");
  flags.push(...documentFlags(pattern));
  if (pattern.half) flags.push("--half", pattern.half);
  if (pattern.join === "any") flags.push("--or");
  if (pattern.given) flags.push("--mask", maskArgument(pattern.given, nQ, nK));
  if (pattern.align === "start") flags.push("--align", "start");
  return flags;
}

/** @param {MaskPattern} pattern @returns {string[]} */
function documentFlags({queryDocuments, keyDocuments}) {
  if (!queryDocuments || !keyDocuments) return [];
  const flags = ["--segments", queryDocuments.join(",")];
  return queryDocuments.join() === keyDocuments.join() ? flags : [...flags, "--key-segments", keyDocuments.join(",")];
}

// attn mask without any rule blocks the future.
/** @param {CommandData} command @param {MaskPattern | null} pattern @returns {string[]} */
function maskFlags(command, pattern) {
  const flags = patternFlags(command, pattern);
  return pattern?.paddedKeys.length || flags.includes("--pad") ? flags : [...flags, "--pad", "0"];
}

/** @param {MaskPattern} pattern @param {number} nK */
function paddingFlags({paddedKeys}, nK) {
  if (!paddedKeys.length) return [];
  const isAtEnd = paddedKeys.every((place, k) => place === nK - paddedKeys.length + k);
  return isAtEnd ? ["--pad", String(paddedKeys.length)] : ["--pad-at", paddedKeys.join(",")];
}

/** @param {Uint8Array} given @param {number} nQ @param {number} nK */
function maskArgument(given, nQ, nK) {
  return Array.from({length: nQ}, (_, i) =>
    [...given.subarray(i * nK, (i + 1) * nK)].join(" ")).join("; ");
}

/** @param {NonNullable<RunData["scale"]>} scale @returns {string[]} */
function scaleFlags({kind, factor, temperature}) {
  const flags = kind === "sqrt" ? [] : ["--scale", kind === "off" ? "off" : String(factor)];
  return temperature === 1 ? flags : [...flags, "--temperature", String(temperature)];
}

// A command, or what stands in its way.
/** @typedef {{line: string, note: string}} Told */

// The command for the state of a run; `group` is the head that one looks at.
/** @param {CommandData} command @param {Run} run @param {string} group @returns {Told} */
function commandFor(command, run, group) {
  const {name, words, settings, kept, rest, tokens: {query, key}} = command;
  /** @param {string[]} changed @returns {Told} */
  const typed = changed => ({line: shellLine([name, ...words, ...changed, ...kept, ...rest]), note: ""});
  if (!run.isChanged()) return typed(settings);
  if (run.pattern?.given && 2 * query.length * key.length > kLongestCommand) return refusal("command_too_long");
  const {pattern} = run;
  if (run.edits.size > 0 || command.is_literal) return literalCommand(command, run, pattern, group);
  return typed(settingFlags(command, run, pattern));
}

/** @param {string} key @returns {Told} */
function refusal(key) {
  return {line: "", note: t(key)};
}

/** @param {CommandData} command @param {Run} run @param {MaskPattern | null} pattern */
function settingFlags(command, run, pattern) {
  const flags = command.name === "mask" ? maskFlags(command, pattern) : patternFlags(command, pattern);
  return [...flags, ...(run.scale ? scaleFlags(run.scale) : []), ...(run.more?.flags() ?? [])];
}

// The numbers themselves, of one head.
/** @param {CommandData} command @param {Run} run @param {MaskPattern | null} pattern @param {string} group @returns {Told} */
function literalCommand(command, run, pattern, group) {
  const {name, kept, tokens: {query, key}} = command, names = tokenFlags(query, key);
  const settings = settingFlags(command, run, pattern);
  const note = names.length ? "" : t("names_left_out");
  if (name === "mask")
    return names.length ? {line: shellLine(["mask", ...names, ...settings, ...kept]), note} : refusal("names_left_out");
  const matrices = inputFlags(run) ?? matrixFlags(run, group), isOfOneHead = group !== "";
  // A way back from all heads, and the numbers that join them, are those of no single head.
  const isLost = isOfOneHead && (kept.includes("--backward") || [...run.edits.keys()].some(({id}) => id === "wo"));
  if (!matrices.length || isLost) return refusal("no_command");
  const line = shellLine(["attend", ...matrices, ...names, ...settings, ...kept]);
  if (line.length > kLongestCommand) return refusal("command_too_long");
  return {line, note: [isOfOneHead && filled("command_of_head", groupName(group)), note].filter(Boolean).join(" ")};
}

// X and its weights, where they alone were typed over and nothing else goes into Q, K and V.
/** @param {Run} run @returns {string[] | null} */
function inputFlags(run) {
  const flags = [];
  for (const [flag, id] of [["--x", "input"], ["--wq", "wq"], ["--wk", "wk"], ["--wv", "wv"]]) {
    const stage = run.stages.get(keyOf(id, ""));
    if (!stage?.data) return null;
    flags.push(flag, matrixArgument(run.value(stage)));
  }
  const isOfInput = ["query", "key", "value"].every(id => {
    const stage = run.stages.get(keyOf(id, "")), sources = stage?.rule.kind === "product" ? run.sourcesOf(stage) : [];
    return sources.length === 2 && sources[0].id === "input";
  });
  const isInput = [...run.edits.keys()].every(({id}) => /^(input|wq|wk|wv)$/.test(id));
  return isOfInput && isInput && !run.data.stages.some(({group}) => group) ? flags : null;
}

/** @param {Run} run @param {string} group @returns {string[]} */
function matrixFlags(run, group) {
  /** @param {string} id */
  const stageOf = id => run.stages.get(keyOf(id, group)) ?? run.stages.get(keyOf(id, ""));
  const flags = [];
  for (const [flag, id] of [["--q", "query"], ["--k", "key"], ["--v", "value"]]) {
    const stage = stageOf(id);
    if (!stage) return [];
    flags.push(flag, matrixArgument(run.value(stage)));
  }
  return flags;
}

// The words, with | between them; none where one of them has a | in it.
/** @param {string[]} query @param {string[]} key @returns {string[]} */
function tokenFlags(query, key) {
  if ([...query, ...key].some(word => word.includes("|"))) return [];
  const flags = ["--tokens", query.join("|")];
  return query.join("|") === key.join("|") ? flags : [...flags, "--key-tokens", key.join("|")];
}

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
