"use strict";

// Commands as a shell takes them, shown and copied.

// A word that a shell passes on as it is.
/** @param {string} word */
function shellWord(word) {
  return /^[A-Za-z0-9_./:,+-][A-Za-z0-9_./:=,+-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** @param {string[]} words */
function shellLine(words) {
  return ["attn", ...words].map(shellWord).join(" ");
}

/** @param {string} text */
function copyText(text) {
  navigator.clipboard?.writeText(text).then(() => announce(t("copied")),
                                            () => announce(t("not_copied")));
}

/** The command that gives this state, to copy, or a note that says what stands in its way. */
class CommandPart {
  constructor() {
    this.line = element("code", {id: "command"});
    this.note = element("p", {});
    this.copy = button(t("copy"), () => copyText(this.line.textContent ?? ""), {id: "copy"});
    this.element = element("section", {class: "command"}, element("h2", {}, t("command")),
      element("pre", {}, this.line), this.copy, this.note);
  }

  /** @param {{line: string, note: string}} command */
  show({line, note}) {
    this.line.textContent = line;
    this.note.textContent = note;
    this.copy.hidden = !line;
  }
}
