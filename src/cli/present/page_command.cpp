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
// Of the positions alone: what others are compared with.
constexpr std::array kPositionSettings{KnownFlag{"--at", true}};

// What holds for any numbers, so that it stays where they are written out.
constexpr std::array kKept{KnownFlag{"--empty-row", true}, KnownFlag{"--backward", false},
                           KnownFlag{"--loss", true},      KnownFlag{"--target", true},
                           KnownFlag{"--jacobian", true},  KnownFlag{"--precision", true},
                           KnownFlag{"--received", false}};

// Whatever comes with these takes no other mask or scale, or is no file of the reader's.
constexpr std::array<std::string_view, 7> kWrittenOut{
    "--segments", "--key-segments", "--separator", "--learned", "--model", "--example", "-"};

std::string_view name_of(std::string_view word) { return word.substr(0, word.find('=')); }

template <std::size_t n>
const KnownFlag* known(const std::array<KnownFlag, n>& flags, std::string_view word) {
  const auto found = std::find_if(flags.begin(), flags.end(), [word](const KnownFlag& flag) {
    return flag.name == name_of(word);
  });
  return found == flags.end() ? nullptr : &*found;
}

// "-oFILE", as one may type it.
bool is_file_in_one_word(std::string_view word) {
  return word.size() > 2 && word.starts_with("-o") && word[2] != '-';
}

bool is_written_out(std::string_view word) {
  return std::find(kWrittenOut.begin(), kWrittenOut.end(), name_of(word)) != kWrittenOut.end();
}

}  // namespace

PageCommand page_command(const std::string& name, const std::vector<std::string>& typed) {
  PageCommand command{.name = name};
  std::vector<std::string> left_out;
  const auto end = std::find(typed.begin(), typed.end(), "--");
  command.rest.assign(end, typed.end());
  auto at = typed.begin();
  // Adds a word, and its value where it is a flag that has one.
  const auto take = [&](std::vector<std::string>& target, const KnownFlag* flag) {
    target.push_back(*at++);
    const bool has_value = flag && flag->has_value && target.back().find('=') == std::string::npos;
    if (has_value && at != end) target.push_back(*at++);
  };
  bool is_named = false;
  while (at != end) {
    if (!is_named && *at == name) {
      is_named = true;
      ++at;
      continue;
    }
    command.is_literal = command.is_literal || is_written_out(*at);
    if (const KnownFlag* flag = known(kSettings, *at))
      take(command.settings, flag);
    else if (const KnownFlag* position = known(kPositionSettings, *at);
             position && name == "posenc")
      take(command.settings, position);
    else if (const KnownFlag* kept = known(kKept, *at))
      take(command.kept, kept);
    else if (const KnownFlag* screen = known(kLeftOut, *at))
      take(left_out, screen);
    else
      take(is_file_in_one_word(*at) ? left_out : command.words, nullptr);
  }
  return command;
}

}  // namespace attn
