#include "cli/help.hpp"

#include <CLI/App.hpp>
#include <algorithm>

#include "core/message.hpp"
#include "render/display_width.hpp"
#include "render/wrap.hpp"

namespace attn {
namespace {

constexpr unsigned kIndent = 2;
constexpr unsigned kWidestName = 28;  // a longer name has its description on the next line
constexpr unsigned kLeastDescription = 30;

std::string name_of(const CLI::Option& option) {
  std::string name = option.get_positional() ? option.get_name(true) : option.get_name(false, true);
  for (std::size_t at = 0; (at = name.find(',', at)) != std::string::npos; at += 2)
    name.replace(at, 1, ", ");
  if (!option.get_positional() && !option.get_type_name().empty())
    name += " " + option.get_type_name();
  return name;
}

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

std::string section(const std::string& title,
                    const std::vector<std::pair<std::string, std::string>>& entries,
                    unsigned width) {
  unsigned name_width = 0;
  for (const auto& [name, description] : entries)
    name_width = std::max(name_width, std::min(display_width(name), kWidestName));
  std::string text = "\n" + wrap(title, width, 0, kIndent);
  for (const auto& [name, description] : entries)
    text += entry(name, description, name_width, width);
  return text;
}

// The options a subcommand understands: its own, and those of the program.
std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  std::vector<const CLI::Option*> options = app.get_options();
  if (!app.get_parent()) return options;
  for (const CLI::Option* option : app.get_parent()->get_options())
    if (!app.get_option_no_throw(option->get_name())) options.push_back(option);
  return options;
}

std::string options_text(const CLI::App& app, unsigned width) {
  const std::vector<const CLI::Option*> options = options_of(app);
  std::vector<std::string> groups;
  for (const CLI::Option* option : options)
    if (std::find(groups.begin(), groups.end(), option->get_group()) == groups.end())
      groups.push_back(option->get_group());
  // The flags that every program has come last.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const std::string& group) { return group != translated("Help"); });

  std::string text;
  for (const std::string& group : groups) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const CLI::Option* option : options)
      if (option->get_group() == group)
        entries.emplace_back(name_of(*option), option->get_description());
    text += section(group, entries, width);
  }
  return text;
}

std::string usage(const CLI::App& app) {
  if (!app.get_parent()) return translated("attn COMMAND [INPUT] [FLAGS]");
  return message("attn {} [INPUT] [FLAGS]", app.get_name());
}

}  // namespace

std::string help_text(const CLI::App& app, unsigned width) {
  std::string text = wrap(app.get_description(), width, 0);
  text += "\n" + wrap(message("Usage: {}", usage(app)), width, 0);

  std::vector<std::pair<std::string, std::string>> subcommands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    subcommands.emplace_back(sub->get_name(), sub->get_description());
  if (!subcommands.empty()) text += section(translated("Commands"), subcommands, width);
  text += options_text(app, width);
  if (!app.get_footer().empty()) text += "\n" + app.get_footer();
  return text;
}

}  // namespace attn
