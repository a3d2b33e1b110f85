"use strict";

// A page of layers: their tables, their curves along the tokens, and the command.

class LayersView {
  /** @param {LayersData} data @param {Layers} state */
  constructor(data, state) {
    this.data = data;
    this.state = state;
    this.tokens = new TokensControl(state, this);
    this.tables = element("div", {id: "tables"});
    this.work = new CurvesPart(place => this.choose(place));
    this.steps = new CurvesPart(place => this.choose(place));
    this.command = new CommandPart();
    this.element = element("div", {class: "costs"}, say(data.about) && element("p", {}, say(data.about)),
      this.tokens.element, this.tables, element("section", {}, element("h2", {}, t("curves")),
        element("p", {}, t("curves_words")), this.work.element, this.steps.element),
      ...data.tables.map(tableElement), this.command.element, notesElement(data.notes));
    window.onresize = () => this.drawCurves();
  }

  /** @param {bigint} tokens */
  choose(tokens) {
    this.state.tokens = tokens;
    this.changed();
  }

  changed() {
    this.tokens.update();
    this.tables.replaceChildren(...layerTables(this.state).map(tableElement));
    this.drawCurves();
    const {command, unit} = this.data, {state} = this;
    const words = [command.name, ...command.words];
    const isOther = state.tokens !== BigInt(this.data.tokens);
    if (this.data.is_given || isOther) words.push("--tokens", String(state.tokens));
    else if (this.data.sweep) words.push("--sweep", this.data.sweep);
    if (unit === "mac" || state.unit === "mac") words.push("--unit", state.unit);
    this.command.show({line: shellLine(words), note: ""});
  }

  drawCurves() {
    const {state, data} = this, cursor = state.tokens, base = state.unit.toUpperCase();
    let to = BigInt(data.range.to);
    while (cursor > to) to *= 2n;
    const from = cursor < BigInt(data.range.from) ? 1n : BigInt(data.range.from);
    const places = geometricSteps(from, to, value => BigInt(Math.round(value)));
    /** @param {(layer: Layers["layers"][number]) => Tree} tree @returns {CostCurve[]} */
    const curves = tree => state.layers.map(layer => {
      const formula = formulaOf(tree(layer));
      return {name: layer.name, at: remembered(place => valueOf(formula, state.values(layer, place)))};
    });
    const marks = data.crossings.map(({left, right, first_after}) =>
      ({place: BigInt(first_after), text: `T = ${grouped(BigInt(first_after))}: ${left}, ${right}`}))
      .sort((a, b) => Number(a.place - b.place));
    const shared = {xName: "T", places, cursor, isFixed: false};
    this.work.show({...shared, title: t("curves_layers"), yName: base, base: 10n, marks: marks.slice(0, 6),
      curves: curves(layer => layer.totals[state.list()]), tick: decimalText(base), write: decimalText(base)});
    this.steps.show({...shared, title: t("curves_steps"), yName: t("steps"), base: 10n, marks: [],
      curves: curves(layer => layer.steps), tick: grouped, write: grouped});
  }

  recolored() {}

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "r") this.tokens.again.click();
    else if (event.key === "u") this.tokens.changeUnit(this.state.unit === "flop" ? "mac" : "flop");
    else return false;
    return true;
  }
}

/** The slider for the number of tokens, and what operations are counted in. */
class TokensControl {
  /** @param {Layers} state @param {LayersView} owner */
  constructor(state, owner) {
    this.state = state;
    this.owner = owner;
    this.steps = geometricSteps(1n, kMostOnSlider, value => BigInt(Math.round(value)));
    this.slider = element("input", {type: "range", min: 0, max: this.steps.length - 1, "data-symbol": "T",
      "aria-label": t("setting_tokens"), oninput: () => owner.choose(this.steps[Number(this.slider.value)])});
    this.field = element("input", {type: "text", inputmode: "numeric", size: 9, id: "setting-T",
      "aria-label": t("setting_tokens"), autocomplete: "off", onchange: () => this.read()});
    this.unit = choice([["flop", "FLOP"], ["mac", "MAC"]], state.unit, unit => this.changeUnit(unit),
      {id: "unit"});
    this.again = button(t("reset"), () => {
      state.reset();
      owner.changed();
      announce(t("was_reset"));
    }, {id: "reset"});
    this.element = element("form", {class: "settings",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
      element("div", {class: "setting"}, element("label", {for: "setting-T"},
        element("span", {class: "symbol"}, "T"), " ", t("setting_tokens")), this.slider, this.field),
      element("div", {class: "setting"}, labelled(t("counted_in"), this.unit), this.again));
  }

  /** @param {string} unit */
  changeUnit(unit) {
    this.state.unit = unit;
    this.owner.changed();
  }

  read() {
    const count = countTyped(this.field, BigInt(this.state.data.largest_setting));
    if (count !== undefined) this.owner.choose(count);
  }

  update() {
    this.slider.value = nearestStep(this.steps, this.state.tokens);
    this.slider.setAttribute("aria-valuetext", "T = " + grouped(this.state.tokens));
    this.field.value = grouped(this.state.tokens);
    complain(this.field, "");
    this.unit.value = this.state.unit;
    this.again.disabled = !this.state.isChanged();
  }
}
