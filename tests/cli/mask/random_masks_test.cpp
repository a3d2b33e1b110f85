// Flags of a mask that chance puts together, given to every command that has them. They see the
// same cells, or refuse the flags with the same sentence, and a small implementation of the flags'
// documentation agrees.
//
// The tests run some combinations. Many, and others, are run by hand:
//   ATTN_RANDOM_MASKS=5000 ATTN_RANDOM_SEED=7 build/dev/bin/attn_tests "[random_masks]"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/rounds.hpp"

namespace {

using Texts = std::vector<std::string>;
using Numbers = std::vector<int>;
using Cells = std::vector<std::vector<bool>>;  // of each query, the keys that it sees

// A mask as it is typed.
struct TypedMask {
  Texts queries, keys;  // keys are the queries where these are empty
  bool causal = false, pad_queries = false, join_or = false, starts = false;
  std::optional<int> prefix, window, pad;
  std::optional<Numbers> pad_at, segments, key_segments;
  std::string separator, half;
  std::optional<std::vector<Numbers>> given;

  bool are_two() const { return !keys.empty(); }
  const Texts& seen() const { return are_two() ? keys : queries; }
  int n_q() const { return static_cast<int>(queries.size()); }
  int n_k() const { return static_cast<int>(seen().size()); }

  std::string words() const {
    return fmt::format("--tokens '{}'", fmt::join(queries, "|")) +
           (are_two() ? fmt::format(" --key-tokens '{}'", fmt::join(keys, "|")) : "");
  }

  std::string flags() const {
    std::string line;
    const auto add_if = [&line](bool is_given, const std::string& text) {
      if (is_given) line += " " + text;
    };
    const auto list = [](const std::optional<Numbers>& numbers) {
      return fmt::format("{}", fmt::join(numbers.value_or(Numbers{}), ","));
    };
    add_if(causal, "--causal");
    add_if(prefix.has_value(), fmt::format("--prefix {}", prefix.value_or(0)));
    add_if(window.has_value(), fmt::format("--window {}", window.value_or(0)));
    add_if(pad.has_value(), fmt::format("--pad {}", pad.value_or(0)));
    add_if(pad_at.has_value(), "--pad-at " + list(pad_at));
    add_if(pad_queries, "--pad-queries");
    add_if(segments.has_value(), "--segments " + list(segments));
    add_if(key_segments.has_value(), "--key-segments " + list(key_segments));
    add_if(!separator.empty(), fmt::format("--separator '{}'", separator));
    add_if(!half.empty(), "--half " + half);
    if (given) {
      Texts rows;
      for (const Numbers& row : *given) rows.push_back(fmt::format("{}", fmt::join(row, " ")));
      add_if(true, fmt::format("--mask '{}'", fmt::join(rows, "; ")));
    }
    add_if(join_or, "--or");
    add_if(starts, "--align start");
    return line;
  }
};

// What the documentation says of each flag, one cell at a time.
class Expected {
 public:
  explicit Expected(const TypedMask& typed) : typed_(typed) {
    offset_ = typed.starts ? 0 : typed.n_k() - typed.n_q();
    if (typed.pad)
      for (int n = 0; n < *typed.pad; ++n) padded_.push_back(typed.n_k() - 1 - n);
    if (typed.pad_at) padded_.insert(padded_.end(), typed.pad_at->begin(), typed.pad_at->end());
    if (!typed.pad && !typed.pad_at) padded_ = spelled_as_padding(typed.seen());
  }

  // With nothing typed that could restrict, attn mask shows the causal one.
  bool is_open() const { return restrictions(0, 0).empty() && padded_.empty() && !names_padding(); }

  Cells cells() const {
    Cells seen(typed_.queries.size());
    for (int i = 0; i < typed_.n_q(); ++i)
      for (int j = 0; j < typed_.n_k(); ++j)
        seen[static_cast<std::size_t>(i)].push_back(sees(i, j));
    return seen;
  }

 private:
  static Numbers spelled_as_padding(const Texts& tokens) {
    Numbers places;
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens[i] == "<pad>") places.push_back(static_cast<int>(i));
    return places;
  }

  bool names_padding() const { return typed_.pad || typed_.pad_at; }
  bool is_padding(int key) const {
    return std::find(padded_.begin(), padded_.end(), key) != padded_.end();
  }

  bool is_padded_query(int query) const {
    if (!typed_.pad_queries) return false;
    return typed_.are_two() ? typed_.queries[static_cast<std::size_t>(query)] == "<pad>"
                            : is_padding(query + offset_);
  }

  static int document(const Texts& tokens, int place, const std::string& separator) {
    return static_cast<int>(std::count(tokens.begin(), tokens.begin() + place, separator));
  }

  // Of a cell: what each restriction says.
  std::vector<bool> restrictions(int i, int j) const {
    const auto row = static_cast<std::size_t>(i), col = static_cast<std::size_t>(j);
    const bool is_past = j <= i + offset_;
    std::vector<bool> open;
    if (typed_.prefix) open.push_back(j < *typed_.prefix || is_past);
    if (typed_.causal && !typed_.prefix) open.push_back(is_past);
    if (typed_.half == "causal") open.push_back(is_past);
    if (typed_.half == "literal") {
      const int first_half = (typed_.n_q() + 1) / 2;
      open.push_back(i < first_half || j < first_half);
    }
    if (typed_.window) open.push_back(std::abs(i + offset_ - j) < *typed_.window);
    if (typed_.segments)
      open.push_back((*typed_.segments)[row] ==
                     (typed_.key_segments ? *typed_.key_segments : *typed_.segments)[col]);
    if (!typed_.separator.empty())
      open.push_back(document(typed_.queries, i, typed_.separator) ==
                     document(typed_.seen(), j, typed_.separator));
    if (typed_.given) open.push_back((*typed_.given)[row][col] == 1);
    return open;
  }

  bool sees(int i, int j) const {
    if (is_padding(j) || is_padded_query(i)) return false;
    const std::vector<bool> open = restrictions(i, j);
    return typed_.join_or ? std::count(open.begin(), open.end(), true) > 0
                          : std::count(open.begin(), open.end(), false) == 0;
  }

  const TypedMask& typed_;
  int offset_ = 0;
  Numbers padded_;
};

class RandomMasks {
 public:
  explicit RandomMasks(std::uint32_t seed) : random_(seed) {}

  TypedMask next() {
    TypedMask typed;
    typed.queries = tokens();
    if (is_one_in(3)) typed.keys = tokens();
    const int n_q = typed.n_q(), n_k = typed.n_k();
    typed.causal = is_one_in(3);
    if (is_one_in(6)) typed.prefix = below(n_k + 1);
    if (is_one_in(4)) typed.window = below(4);
    if (is_one_in(6)) typed.pad = below(n_k + (is_one_in(8) ? 2 : 1));
    if (is_one_in(6)) typed.pad_at = numbers(1 + below(2), n_k + (is_one_in(8) ? 1 : 0));
    typed.pad_queries = is_one_in(6);
    if (is_one_in(5)) typed.segments = numbers(n_q + (is_one_in(8) ? 1 : 0), 2);
    if (typed.segments ? typed.are_two() : is_one_in(40)) typed.key_segments = numbers(n_k, 2);
    if (is_one_in(typed.segments ? 20 : 6)) typed.separator = "s";
    if (is_one_in(8)) typed.half = is_one_in(2) ? "literal" : "causal";
    if (is_one_in(5)) typed.given = given(n_q, n_k);
    typed.join_or = is_one_in(4);
    typed.starts = is_one_in(4);
    return typed;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool is_one_in(int n) { return below(n) == 0; }

  Texts tokens() {
    Texts texts(static_cast<std::size_t>(2 + below(4)));
    for (std::string& text : texts)
      text = is_one_in(8) ? "<pad>" : is_one_in(5) ? "s" : std::string(1, "abc"[below(3)]);
    return texts;
  }

  Numbers numbers(int n, int most) {
    Numbers drawn(static_cast<std::size_t>(n));
    for (int& number : drawn) number = below(most);
    return drawn;
  }

  std::vector<Numbers> given(int n_q, int n_k) {
    std::vector<Numbers> rows(static_cast<std::size_t>(n_q + (is_one_in(12) ? 1 : 0)));
    for (Numbers& row : rows) row = numbers(n_k, 2);
    return rows;
  }

  std::mt19937 random_;
};

// A number of each cell of a stage, by its group: what --plain prints.
std::map<std::string, std::vector<std::vector<double>>> stages_in(const std::string& tsv) {
  std::map<std::string, std::vector<std::vector<double>>> stages;
  std::istringstream lines(tsv);
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    Texts fields;
    std::istringstream row(line);
    for (std::string field; std::getline(row, field, '\t');) fields.push_back(field);
    if (fields.size() < 7) continue;
    auto& rows = stages[fields[0] + " " + fields[1]];
    if (rows.size() <= std::stoul(fields[2])) rows.emplace_back();
    rows.back().push_back(std::stod(fields[6]));
  }
  return stages;
}

Cells cells_of(const std::vector<std::vector<double>>& numbers) {
  Cells cells;
  for (const std::vector<double>& row : numbers) {
    cells.emplace_back();
    for (const double number : row) cells.back().push_back(number != 0.0);
  }
  return cells;
}

std::vector<std::vector<double>> numbers_in(const std::string& csv) {
  std::vector<std::vector<double>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

double largest_difference(const std::vector<std::vector<double>>& a,
                          const std::vector<std::vector<double>>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].size() == b[i].size());
    for (std::size_t j = 0; j < a[i].size(); ++j)
      largest = std::max(largest, std::abs(a[i][j] - b[i][j]));
  }
  return largest;
}

// The message of an error, however its lines are broken.
std::string error_in(const std::string& err) {
  std::string text;
  std::istringstream words(err.substr(std::min(err.size(), err.find("error: "))));
  for (std::string word; words >> word;) text += word + " ";
  return text;
}

// The commands, with a mask or without one where it would be open.
struct Ran {
  CommandResult mask, attend, mha, attend_alone, mha_alone;
};

Ran ran(const TypedMask& typed) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& command) {
    return run_command(command + " " + typed.words() + typed.flags(), folder.path(), 60);
  };
  const std::string numbers = " --seed 3 --rng numpy";
  const auto run_alone = [&](const std::string& command) {
    return run_command(command + numbers + " --quiet --dtype fp64 -o y.csv --force " +
                           typed.words() + typed.flags() + " >/dev/null && cat y.csv",
                       folder.path(), 60);
  };
  return {.mask = run("attn mask --plain --stage mask"),
          .attend = run("attn attend --plain --stage weights,output" + numbers),
          .mha = run("attn mha --plain --stage weights,projected" + numbers),
          .attend_alone = run_alone("attn attend"),
          .mha_alone = run_alone("attn mha")};
}

void check_refused_alike(const Ran& all) {
  const std::string error = error_in(all.mask.err);
  for (const CommandResult* other :
       {&all.mask, &all.attend, &all.mha, &all.attend_alone, &all.mha_alone}) {
    CHECK(other->exit_code == 2);
    CHECK(error_in(other->err) == error);
  }
}

void check_seen_alike(const Ran& all, const TypedMask& typed) {
  for (const CommandResult* one : {&all.attend, &all.mha, &all.attend_alone, &all.mha_alone}) {
    CAPTURE(one->err);
    REQUIRE(one->exit_code == 0);
  }
  const Expected expected(typed);
  auto attend = stages_in(all.attend.out), mha = stages_in(all.mha.out);
  CHECK(cells_of(attend["weights "]) == expected.cells());
  CHECK(cells_of(mha["weights head 0"]) == expected.cells());
  CHECK(cells_of(mha["weights head 1"]) == expected.cells());
  CHECK(largest_difference(attend["output "], numbers_in(all.attend_alone.out)) < 1e-12);
  CHECK(largest_difference(mha["projected "], numbers_in(all.mha_alone.out)) < 1e-12);
  if (!expected.is_open()) CHECK(cells_of(stages_in(all.mask.out)["mask "]) == expected.cells());
}

}  // namespace

TEST_CASE("commands: the flags of a mask mean the same in all of them") {
  RandomMasks masks(setting("ATTN_RANDOM_SEED", 1));
  const unsigned n = setting("ATTN_RANDOM_MASKS", 200);
  unsigned n_tried = 0, n_seen = 0;
  Sample sample(10);
  for (unsigned i = 0; i < n; ++i) {
    const TypedMask typed = masks.next();
    if (!sample.takes_next()) continue;
    ++n_tried;
    CAPTURE(typed.words(), typed.flags());
    const Ran all = ran(typed);
    CAPTURE(all.mask.err, all.attend.err, all.mha.err);
    if (all.mask.exit_code != 0) {
      check_refused_alike(all);
      continue;
    }
    check_seen_alike(all, typed);
    ++n_seen;
  }
  CHECK(n_seen > (all_rounds() ? n_tried / 4 : 0));  // not everything is refused
}
