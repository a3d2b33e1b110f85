#include "cli/program/help.hpp"

#include <CLI/App.hpp>
#include <algorithm>

#include "base/message.hpp"
#include "cli/program/examples.hpp"
#include "cli/program/option_table.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

constexpr unsigned kIndent = 2;
constexpr unsigned kWidestName = 28;  // a longer name has its description on the next line
constexpr unsigned kLeastDescription = 30;

class Help {
 public:
  explicit Help(const Layout& layout) : width_(layout.prose_width()), paint_(layout) {}

  std::string text(const CLI::App& app) const {
    std::string text = wrap(app.get_description(), width_, 0);
    text += "\n" + wrap(message("Usage: {}", attn::usage_of(app)), width_, 0);
    const bool is_program = app.get_parent() == nullptr;
    if (!is_program) text += examples(translated("Examples"), app.get_name());
    OptionGroup commands{translated("Commands"), {}};
    for (const CLI::App* sub : subcommands_of(app))
      commands.entries.push_back({.name = sub->get_name(), .description = sub->get_description()});
    if (!commands.entries.empty()) text += section(commands);
    for (const OptionGroup& group : option_groups(app)) text += section(group);
    if (is_program) text += examples(translated("Try it:"), "");
    return text;
  }

 private:
  // A line that is painted keeps its spaces plain.
  std::string painted(Style::Kind kind, const std::string& line, unsigned indent = 0) const {
    return line.substr(0, indent) + paint_(kind, line.substr(indent));
  }

  std::string heading(const std::string& title) const {
    std::string lines = wrap(title, width_, 0, kIndent);
    lines.pop_back();
    return "\n" + painted(Style::Kind::strong, lines) + "\n";
  }

  // Each line by itself: a colour that goes on over the end of a line colours the margin.
  std::string commands_of(const std::string& lines) const {
    std::string text;
    for (std::size_t at = 0; at < lines.size();) {
      const std::size_t end = lines.find('\n', at);
      const std::string line = lines.substr(at, end - at);
      text +=
          painted(Style::Kind::option, line, static_cast<unsigned>(line.find_first_not_of(' '))) +
          "\n";
      at = end + 1;
    }
    return text;
  }

  std::string examples(const std::string& title, const std::string& command) const {
    std::string text = heading(title);
    for (const Example& example : examples_of(command)) {
      text += commands_of(example_lines(example.command, width_, kIndent));
      text += wrap(example.sentence, width_, kIndent + 4);
    }
    return text;
  }

  // "  --name VALUE   what it does", in two columns where there is room for them.
  std::string entry(const std::string& name, const std::string& description,
                    unsigned name_width) const {
    const std::string start = std::string(kIndent, ' ') + paint_(Style::Kind::option, name);
    const unsigned own = kIndent + display_width(name);
    const unsigned column = kIndent + name_width + 2;
    if (column + kLeastDescription > width_)
      return start + "\n" + wrap(description, width_, kIndent + 4);
    const std::string text = wrap(description, width_, column);
    if (own + 2 > column) return start + "\n" + text;
    return start + std::string(column - own, ' ') + text.substr(column);
  }

  std::string section(const OptionGroup& group) const {
    unsigned name_width = 0;
    for (const OptionEntry& option : group.entries)
      name_width = std::max(name_width, std::min(display_width(option.name), kWidestName));
    std::string text = heading(group.title);
    for (const OptionEntry& option : group.entries)
      text += entry(option.name, option.description, name_width);
    return text;
  }

  unsigned width_;
  Painter paint_;
};

}  // namespace

std::string help_text(const CLI::App& app, const Layout& layout) { return Help(layout).text(app); }

}  // namespace attn
