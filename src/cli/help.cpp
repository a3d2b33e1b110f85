#include "cli/help.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/system.hpp"
#include "cli/commands.hpp"
#include "cli/flags/flag.hpp"
#include "cli/flags/shared_flags.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"
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

namespace {

constexpr unsigned kGoesOnAt = 4;

// A flag and its value stay in one line.
std::string with_values_beside(std::string command) {
  constexpr std::string_view kNoBreakSpace = "\u00a0";
  for (std::size_t flag = command.find(" --"); flag != std::string::npos;
       flag = command.find(" --", flag + 1)) {
    const std::size_t space = command.find(' ', flag + 1);
    if (space == std::string::npos || command[space + 1] == '-' || command[space + 1] == '"')
      continue;
    command.replace(space, 1, kNoBreakSpace);
  }
  return command;
}

std::vector<Example> examples_of_program() {
  return {
      {"attn attend \"The cat sat down\" --causal",
       translated("Attention on a sentence, every matrix from the words to the output.")},
      {"attn attend \"The cat sat down\" --step",
       translated("The same with the keyboard, stage by stage and cell by cell.")},
      {"attn mask --causal --window 3 --tokens \"The|cat|sat|<pad>\"",
       translated("Who may attend to whom, and why the others may not.")},
      {"attn complexity --model llama-3-8b --compare mha,gqa:8,mqa",
       translated("What a model costs, and what fewer key-value heads save.")},
      {"attn exercise", translated("Work it out by hand, question by question.")},
  };
}

std::vector<Example> english_examples_of(std::string_view command) {
  if (command == "attend")
    return {
        {"attn attend \"The cat sat down\" --causal",
         translated("From the words to the output, every matrix; no word sees a later one.")},
        {"attn attend \"The cat sat down\" --step",
         translated("The same with the keyboard: arrows choose the cell that is worked out.")},
        {"attn attend --q \"1 0; 0 1\" --k \"1 1; 0 2\" --v \"4 0; 0 8\"",
         translated("Matrices of your own, typed here or read from .csv, .npy and other files.")},
    };
  if (command == "mha")
    return {
        {"attn mha \"The cat sat on the mat\" --d-model 8 --heads 4 --causal",
         translated("Four heads side by side, and what each of them attends to.")},
        {"attn mha \"The cat sat down\" --heads 2 --head 0",
         translated("Every stage of the first head alone.")},
        {"attn mha \"The cat sat down\" --d-model 8 --heads 4 --kv-heads 2 --shapes-only",
         translated("Grouped-query attention: the shape of every matrix, one a line.")},
    };
  if (command == "posenc")
    return {
        {"attn posenc --d-model 16",
         translated("The sines and cosines that tell positions apart, as curves and numbers.")},
        {"attn posenc --length 12 --at 3", translated("How similar every position is to one.")},
        {"attn posenc \"The cat sat down\" --kind rope",
         translated("Rotary positions (RoPE): vectors are turned, each pair of columns at a "
                    "speed of its own.")},
    };
  if (command == "mask")
    return {
        {"attn mask --causal --window 3 --tokens \"The|cat|sat|<pad>\"",
         translated("Who may attend to whom, and why each of the other cells is blocked.")},
        {"attn mask \"The cat sat down\" --causal --leak",
         translated("Change the last word: does any query before it notice?")},
        {"attn mask --causal --queries 4 --keys 4 --code torch",
         translated("The mask as code to paste into a program.")},
    };
  if (command == "complexity")
    return {
        {"attn complexity --model llama-3-8b --tokens 8192",
         translated("Parameters, operations and memory of a known model, with their formulas.")},
        {"attn complexity --model llama-3-8b --compare mha,gqa:8,mqa",
         translated("What fewer key-value heads save.")},
        {"attn complexity --d-model 512 --heads 8 --sweep tokens=512:4096",
         translated("How the costs of one layer grow with the sequence.")},
    };
  if (command == "learn")
    return {
        {"attn learn copy --curve",
         translated("A small model in a blink: its loss, and its weights before and after.")},
        {"attn learn copy --dropout 0",
         translated("The same without dropout, which had held the loss up.")},
        {"attn learn reverse --steps 100",
         translated("Twelve digits backwards: the head looks at the mirrored place.")},
    };
  if (command == "exercise")
    return {
        {"attn exercise",
         translated("Go on where you left off, question by question; every answer is kept.")},
        {"attn exercise list", translated("All exercises, how far you are, and what comes next.")},
        {"attn exercise start 1 answer.txt",
         translated("Answer in your own editor; attn exercise check 1 answer.txt judges it.")},
    };
  return examples_of_program();
}

// A sentence in the language of the person, who wants to see what attention does with it.
void translate_words(std::string& command) {
  for (const auto& [english, own] :
       {std::pair("The cat sat on the mat", translated("The cat sat on the mat")),
        std::pair("The cat sat down", translated("The cat sat down"))}) {
    const std::string words(english);
    if (const std::size_t at = command.find(words); at != std::string::npos)
      command.replace(at, words.size(), own);
  }
}

}  // namespace

std::vector<Example> examples_of(std::string_view command) {
  std::vector<Example> examples = english_examples_of(command);
  for (Example& example : examples) translate_words(example.command);
  return examples;
}

std::string example_lines(const std::string& command, unsigned width, unsigned indent) {
  std::string text = wrap(with_values_beside(command), width - 2, indent, kGoesOnAt);
  for (std::size_t at = text.find('\n'); at + 1 < text.size(); at = text.find('\n', at + 3))
    text.insert(at, " \\");
  return text;
}

std::string version_text(const Layout& layout) {
  const KernelFacts facts = kernel_facts();
  const std::vector<std::pair<std::string, std::string>> named{
      {"BLAS", message("{}, {}", facts.blas, facts.runs_on)},
      {translated("vectors"), facts.vectors},
      {translated("threads"), std::to_string(usual_threads())},
      {translated("compiler"), kCompiler}};
  unsigned column = 0;
  for (const auto& [name, value] : named) column = std::max(column, display_width(name) + 2);
  std::string text = fmt::format("attn {}\n", ATTN_VERSION);
  for (const auto& [name, value] : named)
    if (!value.empty()) text += wrap(pad_right(name, column) + value, layout.width, 0, column);
  return text;
}

}  // namespace attn
