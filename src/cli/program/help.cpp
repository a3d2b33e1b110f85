#include "cli/program/help.hpp"

#include <CLI/App.hpp>
#include <algorithm>

#include "base/message.hpp"
#include "cli/program/option_table.hpp"
#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

constexpr unsigned kIndent = 2;
constexpr unsigned kWidestName = 28;  // a longer name has its description on the next line
constexpr unsigned kLeastDescription = 30;

// "  --name VALUE   what it does", in two columns where there is room for them.
std::string entry(const std::string& name, const std::string& description, unsigned name_width,
                  unsigned width) {
  const std::string start = std::string(kIndent, ' ') + name;
  const unsigned column = kIndent + name_width + 2;
  if (column + kLeastDescription > width)
    return start + "\n" + wrap(description, width, kIndent + 4);
  const std::string text = wrap(description, width, column);
  if (display_width(start) + 2 > column) return start + "\n" + text;
  return pad_right(start, column) + text.substr(column);
}

std::string section(const OptionGroup& group, unsigned width) {
  unsigned name_width = 0;
  for (const OptionEntry& option : group.entries)
    name_width = std::max(name_width, std::min(display_width(option.name), kWidestName));
  std::string text = "\n" + wrap(group.title, width, 0, kIndent);
  for (const OptionEntry& option : group.entries)
    text += entry(option.name, option.description, name_width, width);
  return text;
}

}  // namespace

std::string help_text(const CLI::App& app, unsigned width) {
  std::string text = wrap(app.get_description(), width, 0);
  text += "\n" + wrap(message("Usage: {}", usage_of(app)), width, 0);
  OptionGroup commands{translated("Commands"), {}};
  for (const CLI::App* sub : subcommands_of(app))
    commands.entries.push_back({.name = sub->get_name(), .description = sub->get_description()});
  if (!commands.entries.empty()) text += section(commands, width);
  for (const OptionGroup& group : option_groups(app)) text += section(group, width);
  if (!app.get_footer().empty()) text += "\n" + app.get_footer();
  return text;
}

}  // namespace attn
