"use strict";

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
