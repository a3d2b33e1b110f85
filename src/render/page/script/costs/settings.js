"use strict";

// The sliders of a page of costs, and beside each the same number as a field.

const kMostOnSlider = 1n << 20n;

/** @param {bigint} a @param {bigint} b @returns {bigint} */
function greatestDivisor(a, b) {
  return b === 0n ? a : greatestDivisor(b, a % b);
}

// Eight numbers to each doubling, those that `nearest` makes of them, each once.
/** @param {bigint} least @param {bigint} most @param {(value: number) => bigint} nearest */
function geometricSteps(least, most, nearest) {
  /** @type {Set<bigint>} */
  const steps = new Set();
  for (let k = 0; 2 ** (k / 8) <= Number(most); ++k) steps.add(nearest(2 ** (k / 8)));
  return [...steps].filter(step => step >= least && step <= most);
}

// The multiple of a number that is nearest; wide models come in widths that 64 divides.
/** @param {bigint} factor @returns {(value: number) => bigint} */
function nearestMultiple(factor) {
  const wide = factor * 64n / greatestDivisor(factor, 64n);
  return value => {
    const step = value >= 2 * Number(wide) ? wide : factor;
    return BigInt(Math.max(1, Math.round(value / Number(step)))) * step;
  };
}

// The values that the slider of a setting goes over: none that the program would refuse.
/** @param {Costs} costs @param {string} symbol @returns {bigint[]} */
function stepsOf(costs, symbol) {
  const values = costs.values(), splits = costs.splitsHeads();
  const rounded = (/** @type {number} */ value) => BigInt(Math.round(value));
  if (symbol === "h_kv") return divisorsOf(values("h"));
  if (symbol === "d") return geometricSteps(1n, 32768n, nearestMultiple(splits ? values("h") : 1n));
  if (symbol === "B") return geometricSteps(1n, 1024n, rounded);
  if (symbol !== "h") return geometricSteps(1n, kMostOnSlider, rounded);
  const kv = costs.chosen.get("h_kv") ?? 1n;
  const heads = splits ? divisorsOf(values("d")) : Array.from({length: 256}, (_, k) => BigInt(k + 1));
  return heads.filter(n => n <= 1024n && n % kv === 0n);
}

// The place of the step that is nearest to a value.
/** @param {bigint[]} steps @param {bigint} value */
function nearestStep(steps, value) {
  let nearest = 0;
  steps.forEach((step, place) => {
    const distance = Math.abs(log10Of(step) - log10Of(value));
    if (distance < Math.abs(log10Of(steps[nearest]) - log10Of(value))) nearest = place;
  });
  return nearest;
}

// The count that was typed, its digits grouped or not; undefined where it is none, which is then said.
/** @param {HTMLInputElement} field @param {bigint} most */
function countTyped(field, most) {
  const digits = typedText(field).replace(/[\s,_]/g, "");
  const isCount = /^[0-9]{1,16}$/.test(digits) && BigInt(digits) >= 1n && BigInt(digits) <= most;
  complain(field, isCount ? "" : filled("no_count", visible(field.value), grouped(most)));
  return isCount ? BigInt(digits) : undefined;
}

/** One setting: a slider and a field, which say the same. */
class SettingControl {
  /**
   * @param {Costs} costs @param {Costs["settings"][number]} setting
   * @param {(symbol: string, value: bigint | null) => void} choose
   */
  constructor(costs, setting, choose) {
    this.costs = costs;
    this.setting = setting;
    const {symbol, label} = setting, name = t("setting_" + label);
    this.slider = element("input", {type: "range", min: 0, "data-symbol": symbol, "aria-label": name,
      oninput: () => choose(symbol, this.steps[Number(this.slider.value)]),
      onchange: () => announce(costsSummary(costs))});
    this.field = element("input", {type: "text", inputmode: "numeric", size: 9, id: "setting-" + symbol,
      autocomplete: "off", "aria-label": name, onchange: () => this.read(choose)});
    /** @type {bigint[]} */
    this.steps = [];
    this.element = element("div", {class: "setting"},
      element("label", {for: "setting-" + symbol}, element("span", {class: "symbol"}, symbol), " ", name),
      this.slider, this.field);
  }

  /** @param {(symbol: string, value: bigint | null) => void} choose */
  read(choose) {
    const {symbol, follows} = this.setting, isEmpty = Boolean(follows) && typedText(this.field) === "";
    const count = isEmpty ? null : countTyped(this.field, BigInt(this.costs.data.largest_setting));
    if (count === undefined) return;
    choose(symbol, count);
    announce(costsSummary(this.costs));
  }

  update() {
    const {symbol} = this.setting, value = this.costs.values()(symbol);
    this.steps = stepsOf(this.costs, symbol);
    this.slider.max = this.steps.length - 1;
    this.slider.value = nearestStep(this.steps, value);
    this.slider.disabled = this.steps.length < 2;
    this.slider.setAttribute("aria-valuetext", `${symbol} = ${grouped(value)}`);
    this.field.value = grouped(value);
    complain(this.field, "");
  }
}

/** All settings, what operations are counted in, and the way back. */
class Settings {
  /** @param {Costs} costs @param {{changed: () => void}} owner */
  constructor(costs, owner) {
    this.costs = costs;
    this.owner = owner;
    this.controls = costs.settings.map(setting =>
      new SettingControl(costs, setting, (symbol, value) => this.choose(symbol, value)));
    this.unit = choice([["flop", "FLOP"], ["mac", "MAC"]], costs.unit, unit => {
      costs.unit = unit;
      owner.changed();
    }, {id: "unit"});
    this.again = button(t("reset"), () => {
      costs.reset();
      owner.changed();
      announce(t("was_reset"));
    }, {id: "reset"});
    this.refusal = element("p", {id: "refusal", role: "status"});
    this.element = element("form", {class: "settings", autocomplete: "off",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault()},
      ...this.controls.map(control => control.element),
      element("div", {class: "setting"}, labelled(t("counted_in"), this.unit), this.again), this.refusal);
  }

  // As many key-value heads as heads are not chosen: they follow.
  /** @param {string} symbol @param {bigint | null} value */
  choose(symbol, value) {
    const {costs} = this, follows = costs.setting(symbol)?.follows;
    const isUsual = value !== null && symbol === "h_kv" && follows && value === costs.values()("h");
    costs.choose(symbol, isUsual ? null : value);
    this.owner.changed();
  }

  update() {
    for (const control of this.controls) control.update();
    this.unit.value = this.costs.unit;
    this.again.disabled = !this.costs.isChanged();
    this.refusal.textContent = this.costs.refusal();
    this.refusal.classList.toggle("warning", this.refusal.textContent !== "");
  }
}

// The totals in a sentence, for who does not see the tables change.
/** @param {Costs} costs */
function costsSummary(costs) {
  const refusal = costs.refusal();
  if (refusal) return refusal;
  const values = costs.values(), flops = seriesOf(costs, "flops", values);
  const operations = costs.unit === "flop" ? flops : flops / 2n, base = costs.unit.toUpperCase();
  return filled("summary", grouped(seriesOf(costs, "parameters", values)),
    withUnit(operations, decimalUnitFor(operations, base)));
}
