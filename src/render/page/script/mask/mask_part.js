"use strict";

// What a page of attn mask has besides its stages: the rule of what was painted, and its program.

const kCodeKinds = /** @type {[string, string][]} */ ([["torch", "PyTorch"], ["numpy", "NumPy"], ["jax", "JAX"],
                                                       ["cpp", "C++"]]);

class MaskPart {
  /** @param {Record<string, Dialect>} dialects @param {Run} run */
  constructor(dialects, run) {
    this.dialects = dialects;
    this.run = run;
    this.stage = run.ungrouped("mask");
    this.kind = choice(kCodeKinds, "torch", () => this.update(), {id: "code-kind"});
    this.rule = element("p", {id: "rule"});
    this.counts = element("ul", {class: "counts"});
    this.code = element("code", {id: "code"});
    this.element = element("section", {class: "command"}, element("h2", {}, t("rule_and_code")), this.rule,
      this.counts, labelled(t("code"), this.kind), element("pre", {}, this.code),
      button(t("copy"), () => copyText(this.code.textContent ?? "")));
  }

  update() {
    const pattern = this.run.pattern ?? openPattern(), [nQ, nK] = this.stage.shape;
    this.rule.textContent = isPaintedAlone(pattern) && this.run.hasOtherMask() ? t("no_rule") : patternFormula(pattern, nQ, nK);
    this.counts.replaceChildren(...this.countLines());
    this.code.textContent = new MaskProgram(pattern, nQ, nK, this.dialects[this.kind.value]).text();
  }

  countLines() {
    const blocked = this.run.blockedOf(this.stage), n = this.stage.shape[0] * this.stage.shape[1];
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const code of blocked ?? []) if (code) {
      const letter = String.fromCharCode(code);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const nBlocked = [...counts.values()].reduce((a, b) => a + b, 0);
    return [["#", t("may_attend"), n - nBlocked],
            ...[...counts].map(([letter, count]) => [letter, this.run.reasonName(letter), count])]
      .map(([letter, name, count]) => element("li", {}, element("kbd", {}, String(letter)),
        ` ${name}: ${count}`));
  }
}
