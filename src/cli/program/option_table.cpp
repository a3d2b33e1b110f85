#include "cli/program/option_table.hpp"

#include <CLI/App.hpp>
#include <algorithm>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/flags/letters.hpp"
#include "cli/flags/sequence_flags.hpp"

namespace attn {
namespace {

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  std::vector<const CLI::Option*> options = app.get_options();
  if (!app.get_parent()) return options;
  for (const CLI::Option* option : app.get_parent()->get_options())
    if (!app.get_option_no_throw(option->get_name())) options.push_back(option);
  return options;
}

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry entry{.name = {}, .description = option.get_description(), .flags = {}};
  if (option.get_positional()) {
    entry.name = option.get_name(true);
    return entry;
  }
  for (const std::string& name : option.get_snames()) entry.flags.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) {
    if (const std::string letter = letter_of("--" + name); !letter.empty())
      entry.flags.push_back(letter);
    entry.flags.push_back("--" + name);
  }
  for (const std::string& flag : entry.flags) entry.name += (entry.name.empty() ? "" : ", ") + flag;
  entry.takes_value = !option.get_type_name().empty();
  if (entry.takes_value) entry.name += " " + option.get_type_name();
  return entry;
}

// What the first word of a command can be; without entries where any word can.
FirstWords first_words_of(const CLI::App& app) {
  for (const Command& command : commands())
    if (app.get_name() == command.name) return command.first_words;
  return {};
}

std::vector<OptionEntry> verb_entries(const CLI::App& app) {
  const FirstWords words = first_words_of(app);
  return words.entries ? words.entries() : std::vector<OptionEntry>{};
}

// A sentence is what comes first, and the flags of its words much later.
std::string title_above(const CLI::Option& option) {
  const std::string title = option.get_group();
  return option.get_positional() && title == words_title() ? translated("Input") : title;
}

// Where numbers come from is asked for less often than what is done with them.
void move_numbers_behind_stages(std::vector<OptionGroup>& groups) {
  const auto place_of = [&groups](const std::string& title) {
    return std::find_if(groups.begin(), groups.end(),
                        [&title](const OptionGroup& group) { return group.title == title; });
  };
  for (const std::string& title : {matrices_title(), words_title()}) {
    const auto group = place_of(title), stages = place_of(translated("Stages"));
    if (group < stages && stages != groups.end()) std::rotate(group, group + 1, stages + 1);
  }
}

}  // namespace

std::vector<OptionGroup> option_groups(const CLI::App& app) {
  std::vector<OptionGroup> groups;
  if (const auto verbs = verb_entries(app); !verbs.empty())
    groups.push_back({first_words_of(app).title, verbs});
  for (const CLI::Option* option : options_of(app)) {
    if (option->get_group().empty()) continue;  // hidden
    const std::string title = title_above(*option);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&title](const OptionGroup& known) { return known.title == title; });
    if (group == groups.end()) group = groups.insert(group, {title, {}});
    group->entries.push_back(entry_of(*option));
  }
  move_numbers_behind_stages(groups);
  // The flags that every program has come last.
  std::stable_partition(groups.begin(), groups.end(),
                        [](const OptionGroup& group) { return group.title != translated("Help"); });
  return groups;
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> verbs;
  for (const OptionEntry& entry : verb_entries(app))
    verbs.push_back(entry.name.substr(0, entry.name.find(' ')));
  return verbs;
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string usage_of(const CLI::App& app) {
  if (!app.get_parent()) return translated("attn COMMAND [INPUT] [FLAGS]");
  const std::vector<const CLI::Option*> options = app.get_options();
  const bool takes_words = std::any_of(options.begin(), options.end(),
                                       [](const auto* option) { return option->get_positional(); });
  if (const FirstWords words = first_words_of(app); words.entries)
    return message("attn {} {} [FLAGS]", app.get_name(), words.usage);
  return takes_words ? message("attn {} [INPUT] [FLAGS]", app.get_name())
                     : message("attn {} [FLAGS]", app.get_name());
}

}  // namespace attn
