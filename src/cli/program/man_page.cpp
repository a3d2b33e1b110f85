#include "cli/program/man_page.hpp"

#include <CLI/App.hpp>

#include "base/message.hpp"
#include "cli/program/examples.hpp"
#include "cli/program/option_table.hpp"

namespace attn {
namespace {

// Text as roff shows it: a backslash and a leading dot or quote would be commands, a bare hyphen a
// typographic one, and a double quote the end of a title.
std::string in_roff(const std::string& text) {
  std::string result;
  bool line_starts = true;
  for (const char c : text) {
    if (line_starts && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else if (c == '"')
      result += "\\(dq";
    else
      result += c;
    line_starts = c == '\n';
  }
  return result;
}

std::string section(const std::string& title) { return ".SH " + in_roff(title) + "\n"; }

std::string paragraph(const std::string& term, const std::string& text) {
  return ".TP\n.B " + in_roff(term) + "\n" + in_roff(text) + "\n";
}

std::string groups_text(const std::vector<OptionGroup>& groups) {
  std::string text;
  for (const OptionGroup& group : groups) {
    text += ".SS \"" + in_roff(group.title) + "\"\n";
    for (const OptionEntry& option : group.entries)
      text += paragraph(option.name, option.description);
  }
  return text;
}

std::string examples_text(const std::string& command) {
  std::string text;
  for (const Example& example : examples_of(command))
    text += paragraph(example.command, example.sentence);
  return text;
}

std::string exit_codes() {
  return paragraph("0", translated("Done.")) +
         paragraph("1", translated("It ran well, and the answer is \"not yet\".")) +
         paragraph("2", translated("The input is wrong: a flag, a file, a shape or a number.")) +
         paragraph("3", translated("The surroundings are wrong, for instance a full disk.")) +
         paragraph("70", translated("A bug of attn: please report it.")) +
         paragraph("130", translated("Interrupted."));
}

}  // namespace

std::string man_page(const CLI::App& app) {
  std::string text = ".TH ATTN 1 \"\" \"attn " ATTN_VERSION "\"\n";
  text += section(translated("NAME")) + "attn \\- " + in_roff(app.get_description()) + "\n";
  text += section(translated("SYNOPSIS")) + ".B " + in_roff(usage_of(app)) + "\n";
  for (const CLI::App* sub : subcommands_of(app))
    text += section("attn " + sub->get_name()) + in_roff(sub->get_description()) + "\n" +
            examples_text(sub->get_name()) + groups_text(option_groups(*sub));
  text += section(translated("EXIT STATUS")) + exit_codes();
  text += section(translated("EXAMPLES")) + examples_text("");
  return text;
}

}  // namespace attn
