"use strict";

// A page of what was learned: its curve, its heads before and after, what was measured and made up.

class LearningView {
  /** @param {LearningData} data @param {Head[]} heads @param {LearningLook} looked */
  constructor(data, heads, looked) {
    this.data = data;
    this.curve = new CurvePart(data, looked);
    this.heads = heads.length ? new HeadsPart(data, heads, looked) : null;
    this.command = new CommandPart();
    this.element = element("div", {class: "learning"}, this.curve.element, this.heads?.element,
      data.samples.length > 0 && samplesElement(data.samples), ...data.tables.map(tableElement),
      this.command.element, data.notes.length > 0 && element("section", {class: "notes"},
        element("h2", {}, t("notes")),
        element("ul", {}, ...data.notes.map(note => element("li", {}, visible(say(note)))))));
    window.onresize = () => this.curve.update();
  }

  changed() {
    this.curve.update();
    this.heads?.update();
    const {command} = this.data;
    this.command.show({line: shellLine([command.name, ...command.words]), note: ""});
  }

  recolored() {
    this.heads?.repaint();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const {curve, heads} = this, last = this.data.curve.length - 1;
    if (event.key === "n" || event.key === "b")
      curve.choose(Math.max(0, Math.min(last, curve.looked.point + (event.key === "n" ? 1 : -1))), true);
    else if (heads && /^[1-9]$/.test(event.key) && Number(event.key) <= heads.heads.length)
      heads.maps[Number(event.key) - 1].button.click();
    else if (heads && event.key === "v") {
      heads.looked.mode = kModes[(kModes.indexOf(heads.looked.mode) + 1) % kModes.length];
      heads.mode.value = heads.looked.mode;
      heads.showHead();
    } else return false;
    return true;
  }
}

// The texts that a model made up on the way, those of one step together.
/** @param {LearningData["samples"]} samples */
function samplesElement(samples) {
  const steps = [...new Set(samples.map(({step}) => step))];
  return element("section", {class: "samples"}, element("h2", {}, t("samples")),
    element("dl", {}, ...steps.flatMap(step => [
      element("dt", {}, filled("at_step", grouped(step))),
      ...samples.filter(sample => sample.step === step).map(({text}) =>
        element("dd", {}, say(text) ? wordElement(say(text)) : t("nothing")))])));
}
