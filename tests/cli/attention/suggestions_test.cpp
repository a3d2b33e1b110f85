// What `attn mha --expect` suggests, typed: it makes the two results agree. Each change that it
// tries is made by flags, the result kept, and the command without them asked what to change.

#include <fmt/format.h>

#include "base/text.hpp"
#include "mechanisms/attention/variants.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/multi_head_problem.hpp"
#include "support/rounds.hpp"

namespace {

// Flags with their values, as typed; of some a later one takes the place of an earlier one.
using Line = std::vector<std::pair<std::string, std::string>>;

Line split_flags(const std::string& text) {
  Line line;
  std::istringstream words(text);
  for (std::string word; words >> word;)
    if (word.starts_with("--"))
      line.emplace_back(word, "");
    else
      line.back().second = word;
  return line;
}

void leave_out(Line& line, const std::string& flag) {
  std::erase_if(line, [&flag](const auto& typed) { return typed.first == flag; });
}

std::string joined_flags(const Line& line) {
  std::string text;
  for (const auto& [flag, value] : line) text += " " + flag + (value.empty() ? "" : " " + value);
  return text;
}

// The flags after a change: "add --pad 1", "give --heads 4", "leave out --causal". "" for a change
// that no flag makes.
std::string changed(const std::string& flags, std::string change) {
  constexpr std::string_view kNoOther = " and no other padding";
  Line line = split_flags(flags);
  const std::map<std::string, std::string> in_words{{"turn the scale on", "--scale"},
                                                    {"leave out the padding", "--pad"}};
  if (const auto found = in_words.find(change); found != in_words.end())
    change = "leave out " + found->second;
  if (change.starts_with("leave out --")) {
    leave_out(line, change.substr(10));
    if (change == "leave out --rope")
      for (const char* flag : {"--layout", "--base"}) leave_out(line, flag);
    if (change == "leave out --pad") leave_out(line, "--pad-queries");
    return joined_flags(line) + " ";
  }
  if (change.ends_with(kNoOther)) {
    change.resize(change.size() - kNoOther.size());
    leave_out(line, "--pad");
  }
  const std::size_t first = change.find("--");
  if (first == std::string::npos || (!change.starts_with("add ") && !change.starts_with("give ")))
    return "";
  for (const auto& typed : split_flags(change.substr(first))) {
    leave_out(line, typed.first);
    line.push_back(typed);
  }
  return joined_flags(line) + " ";
}

std::string suggestion_in(const std::string& err) {
  std::string text;
  std::istringstream words(err);
  for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
  const std::string before = "This change would make them agree: ";
  const std::size_t at = text.find(before);
  if (at == std::string::npos) return "";
  const std::size_t first = at + before.size(), full_stop = text.find(". ", first);
  return text.substr(first, std::min(full_stop, text.size() - 1) - first);
}

// Some flags, and a problem of the same sizes and settings: of the changes, only names are read.
void check_all(const std::string& flags, const MultiHeadProblem& problem) {
  const TemporaryFolder folder;
  const auto run = [&folder](const std::string& more) {
    return run_command("attn mha 'a b c d' --seed 5 --heads 2 --quiet " + more, folder.path());
  };
  int n_checked = 0;
  Sample sample(4);
  for (const Variant& variant : variants_of(problem)) {
    const std::string typed = changed(flags, variant.change);
    if (typed.empty() || !sample.takes_next()) continue;
    CAPTURE(flags, variant.change, typed);
    const CommandResult made = run(typed + " -o e.npy --force");
    CAPTURE(made.err);
    if (made.exit_code == 2) continue;  // it does not fit the other flags
    REQUIRE(made.exit_code == 0);
    const CommandResult asked = run(flags + " --expect e.npy --tolerance 1e-9");
    CAPTURE(asked.err);
    if (asked.exit_code == 0) continue;  // the change changes nothing
    const std::string suggested = suggestion_in(asked.err);
    CAPTURE(suggested);
    REQUIRE_FALSE(suggested.empty());
    CHECK(run(changed(flags, suggested) + " --expect e.npy --tolerance 1e-9").exit_code == 0);
    ++n_checked;
  }
  CHECK(n_checked > (all_rounds() ? 20 : 0));
}

MultiHeadProblem problem_for(arma::uword n_k, arma::uword d_key, MaskPattern pattern) {
  std::mt19937 draws(5);
  MultiHeadProblem problem = random_problem(draws, {.n_q = 4, .n_k = n_k, .d_key = d_key});
  problem.pattern = std::move(pattern);
  return problem;
}

}  // namespace

TEST_CASE("mha --expect: what it suggests makes the results agree") {
  check_all("", problem_for(4, 0, {}));
}

TEST_CASE("mha --expect: what it suggests beside other flags makes the results agree") {
  MultiHeadProblem problem = problem_for(4, 0, {.causal = true, .padded_keys = {3}, .window = 3});
  problem.rope = Rotary{.base = 50.0, .pairing = Pairing::half_split};
  problem.scale.kind = Scale::Kind::off;
  check_all("--causal --pad 1 --window 3 --rope --layout half --base 50 --scale off", problem);
}

TEST_CASE(
    "mha --expect: what it suggests for restrictions that are joined makes the results agree") {
  check_all("--prefix 1 --segments 0,0,1,1 --half literal --or --align start --pad 1 --pad-queries",
            problem_for(4, 0,
                        {.n_prefix = 1,
                         .padded_keys = {3},
                         .padded_queries = {3},
                         .documents = Documents{{0, 0, 1, 1}, {0, 0, 1, 1}},
                         .half = HalfReading::literal,
                         .align = Align::start,
                         .join = Join::any}));
}

TEST_CASE("mha --expect: what it suggests for two sequences makes the results agree") {
  check_all("--key-tokens 'x|y' --causal", problem_for(2, 4, {.causal = true}));
}
