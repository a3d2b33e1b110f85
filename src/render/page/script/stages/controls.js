"use strict";

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
