#include "cli/present/page_command.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn {
namespace {

struct KnownFlag {
  std::string_view name;
  bool has_value;
};

// Where a page goes, and what a page does not have: a terminal.
constexpr std::array kLeftOut{KnownFlag{"-o", true},
                              KnownFlag{"--output", true},
                              KnownFlag{"--force", false},
                              KnownFlag{"--open", false},
                              KnownFlag{"--lang", true},
                              KnownFlag{"--no-pager", false},
                              KnownFlag{"--color", true},
                              KnownFlag{"--width", true},
                              KnownFlag{"--background", true},
                              KnownFlag{"--glyphs", true},
                              KnownFlag{"--quiet", false},
                              KnownFlag{"-q", false},
                              KnownFlag{"--json", false},
                              KnownFlag{"--plain", false},
                              KnownFlag{"--summary", false},
                              KnownFlag{"--explain", true},
                              KnownFlag{"--view", true},
                              KnownFlag{"--row", true},
                              KnownFlag{"--figure-width", true}};

// What the page itself changes.
constexpr std::array kSettings{
    KnownFlag{"--causal", false},      KnownFlag{"--window", true}, KnownFlag{"--pad", true},
    KnownFlag{"--mask", true},         KnownFlag{"--scale", true},  KnownFlag{"--no-scale", false},
    KnownFlag{"--temperature", true},  KnownFlag{"--prefix", true}, KnownFlag{"--pad-at", true},
    KnownFlag{"--half", true},         KnownFlag{"--and", false},   KnownFlag{"--or", false},
    KnownFlag{"--pad-queries", false}, KnownFlag{"--align", true}};

// Whatever comes with these takes no other mask or scale, or is no file of the reader's.
constexpr std::array<std::string_view, 6> kWrittenOut{"--segments", "--key-segments", "--separator",
                                                      "--learned",  "--model",        "-"};

template <std::size_t n>
const KnownFlag* known(const std::array<KnownFlag, n>& flags, std::string_view word) {
  const std::string_view name = word.substr(0, word.find('='));
  const auto found = std::find_if(flags.begin(), flags.end(),
                                  [name](const KnownFlag& flag) { return flag.name == name; });
  return found == flags.end() ? nullptr : &*found;
}

}  // namespace

PageCommand page_command(const std::string& name, const std::vector<std::string>& typed) {
  PageCommand command{.name = name, .words = {}, .settings = {}, .is_literal = false};
  bool is_named = false, are_flags_over = false;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    const std::string& word = typed[i];
    if (!is_named && word == name) {
      is_named = true;
      continue;
    }
    const KnownFlag* setting = are_flags_over ? nullptr : known(kSettings, word);
    const KnownFlag* left_out = are_flags_over ? nullptr : known(kLeftOut, word);
    std::vector<std::string> none;
    std::vector<std::string>& target = setting ? command.settings : left_out ? none : command.words;
    target.push_back(word);
    const KnownFlag* flag = setting ? setting : left_out;
    if (flag && flag->has_value && word.find('=') == std::string::npos && i + 1 < typed.size())
      target.push_back(typed[++i]);
    are_flags_over = are_flags_over || word == "--";
    command.is_literal =
        command.is_literal || word.starts_with("--example") ||
        std::find(kWrittenOut.begin(), kWrittenOut.end(), word) != kWrittenOut.end();
  }
  return command;
}

}  // namespace attn
