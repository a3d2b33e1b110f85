#include "cli/positions/position_flags.hpp"

#include <cmath>

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_group.hpp"
#include "cli/flags/flag_values.hpp"
#include "data/words/tokens.hpp"
#include "examples/position_examples.hpp"
#include "mechanisms/positions/additive_encoding.hpp"
#include "mechanisms/positions/alibi.hpp"
#include "mechanisms/positions/encoding_comparison.hpp"
#include "mechanisms/positions/order_blindness.hpp"
#include "mechanisms/positions/position_stages.hpp"
#include "mechanisms/positions/rotary_encoding.hpp"

namespace attn {

void PositionFlags::add_to(CLI::App& app) {
  const FlagGroup which(app, translated("Positions"));
  words.add_word_flags(which);
  which.value("--kind", kind, "KIND",
              translated("sinusoidal (default), learned, rope (rotary) or alibi"));
  which.value("--length", length, "N",
              translated("Number of positions, where there are no words (default 64; 16 for "
                         "learned, 6 for rope, 8 for alibi)"));
  which.value("--d-model", numbers.d_model, "N",
              translated("Width: of an embedding (default 16, 4 with --add and --order), with "
                         "rope of a head (default 8)"));
  which.value("--base", base, "X", translated("What positions are divided by (default 10000)"));
  which.value("--layout", layout, "KIND",
              translated("Pairs of rope that come first: interleaved (default) or half"));
  which.value("--heads", heads, "N", translated("Heads of alibi (default 8)"));
  which.value("--max-length", max_length, "N",
              translated("Rows of the learned table (default 512)"));
  which.value("--seed", numbers.seed, "N",
              translated("Other numbers for words and the learned table"));
  which.value("--rng", numbers.rng, "KIND",
              translated("Words: whole numbers (default), or numpy for RandomState(seed).randn"));

  const FlagGroup asked(app, translated("What to show of them"));
  asked.value("--positions", positions, "LIST", translated("Only these rows: 0,1,10 or 0-9"));
  asked.value("--dims", dims, "LIST", translated("Only these dimensions"));
  asked.value("--at", at, "P", translated("Compare every position with this one (default 0)"));
  asked.value("--shift", shift, "K", translated("The matrix that moves every position by K"));
  asked.flag("--add", add, translated("Add the encoding to the embeddings of the words"));
  asked.flag("--scale-embedding", scale_embedding,
             translated("With --add: multiply the embeddings by √d_model first"));
  asked.value("--vocab", vocabulary, "N",
              translated("With --add: words in the embedding table (default 10000)"));
  asked.flag("--compare", compare, translated("The sinusoidal encoding beside a learned table"));
  asked.value("--order", order, "TEXT",
              translated("The same words in another order: does attention notice?"));
}

namespace {

constexpr arma::uword kUsualLength = 64;                    // curves need many
constexpr arma::uword kLearnedLength = 16;                  // no two rows are alike
constexpr arma::uword kRotaryLength = 6, kAlibiLength = 8;  // every cell is looked at
constexpr arma::uword kUsualWidth = 16, kUsualHead = 8;
constexpr std::uint64_t kMostHeads = 256, kLargestVocabulary = 100'000'000;
constexpr double kLongestShift = 1e9;

enum class Kind { sinusoidal, learned, rope, alibi };

class PositionReader {
 public:
  explicit PositionReader(const PositionFlags& flags)
      : flags_(flags),
        kind_(static_cast<Kind>(
            choice_value("--kind", flags.kind, {"sinusoidal", "learned", "rope", "alibi"}))) {}

  Trace read() {
    refuse_flags_of_other_kinds();
    read_words();
    Trace trace = trace_of_kind();
    trace.title = title_;
    trace.source = source_;
    trace.notes.insert(trace.notes.end(), notes_.begin(), notes_.end());
    return trace;
  }

 private:
  bool is_additive() const { return kind_ == Kind::sinusoidal || kind_ == Kind::learned; }
  bool has_formula() const { return kind_ == Kind::sinusoidal || kind_ == Kind::rope; }
  bool uses_table() const { return kind_ == Kind::learned || flags_.compare; }

  // A flag that means nothing here would be ignored in silence.
  void refuse_flags_of_other_kinds() const {
    const bool numbers_of_words = flags_.add || !flags_.order.empty();
    struct Condition {
      const char* flag;
      bool is_given, has_meaning;
      const char* needed;
    };
    const Condition conditions[] = {
        {"--base", !flags_.base.empty(), has_formula(), "--kind sinusoidal, rope"},
        {"--layout", flags_.layout != "interleaved", kind_ == Kind::rope, "--kind rope"},
        {"--heads", !flags_.heads.empty(), kind_ == Kind::alibi, "--kind alibi"},
        {"--d-model", !flags_.numbers.d_model.empty(), kind_ != Kind::alibi,
         "--kind sinusoidal, learned, rope"},
        {"--max-length", !flags_.max_length.empty(), uses_table(), "--kind learned, --compare"},
        {"--seed", !flags_.numbers.seed.empty(), uses_table() || numbers_of_words,
         "--kind learned, --compare, --add, --order"},
        {"--rng", flags_.numbers.rng != "whole", numbers_of_words, "--add, --order"},
        {"--positions", !flags_.positions.empty(), is_additive(), "--kind sinusoidal, learned"},
        {"--dims", !flags_.dims.empty(), is_additive(), "--kind sinusoidal, learned"},
        {"--at", !flags_.at.empty(), is_additive(), "--kind sinusoidal, learned"},
        {"--shift", !flags_.shift.empty(), is_additive(), "--kind sinusoidal"},
        {"--add", flags_.add, is_additive(), "--kind sinusoidal, learned"},
        {"--compare", flags_.compare, kind_ == Kind::sinusoidal, "--kind sinusoidal"},
        {"--order", !flags_.order.empty(), kind_ == Kind::sinusoidal, "--kind sinusoidal"},
        {"--scale-embedding", flags_.scale_embedding, flags_.add, "--add"},
        {"--vocab", !flags_.vocabulary.empty(), flags_.add, "--add"}};
    for (const Condition& condition : conditions)
      if (condition.is_given && !condition.has_meaning)
        throw InputError(message("{} only works with {}.", condition.flag, condition.needed));
    refuse_two_screens();
  }

  // --order, --compare, --add and --shift each have a screen of their own.
  void refuse_two_screens() const {
    const std::pair<const char*, bool> screens[] = {{"--order", !flags_.order.empty()},
                                                    {"--compare", flags_.compare},
                                                    {"--add", flags_.add},
                                                    {"--shift", !flags_.shift.empty()}};
    const char* chosen = nullptr;
    for (const auto& [flag, is_given] : screens) {
      if (!is_given) continue;
      if (chosen) refuse_together(chosen, flag);
      chosen = flag;
    }
    if (flags_.order.empty()) return;
    for (const auto& [flag, value] :
         {std::pair{"--positions", flags_.positions}, {"--dims", flags_.dims}, {"--at", flags_.at}})
      if (!value.empty()) refuse_together("--order", flag);
  }

  void read_words() {
    title_ = flags_.compare ? "sinusoidal, learned" : flags_.kind;
    const bool needs_words = flags_.add || !flags_.order.empty();
    if (!flags_.words.has_words() && !needs_words) return;
    if (!flags_.length.empty()) refuse_together(translated("a sentence"), "--length");
    Words words = attn::read_words(flags_.words);
    tokens_ = std::move(words.tokens);
    title_ += "   " + words.title;
    notes_ = std::move(words.notes);
  }

  arma::uword length(arma::uword usual) const {
    if (!tokens_.empty()) return tokens_.size();
    return flags_.length.empty() ? usual : count_value("--length", flags_.length, 1, kMaxTokens);
  }

  arma::uword width(arma::uword usual) const {
    const std::string& text = flags_.numbers.d_model;
    return text.empty() ? usual : count_value("--d-model", text, 1, kLargestWidth);
  }

  double base() {
    const double base = flags_.base.empty() ? kPositionBase : number_value("--base", flags_.base);
    source_ = fmt::format("base {}", base);
    return base;
  }

  Trace trace_of_kind() {
    if (!flags_.order.empty()) return order();
    switch (kind_) {
      case Kind::sinusoidal:
      case Kind::learned:
        return additive();
      case Kind::rope:
        return rotary();
      case Kind::alibi:
        break;
    }
    const std::uint64_t n_heads =
        flags_.heads.empty() ? 8 : count_value("--heads", flags_.heads, 1, kMostHeads);
    return alibi({.length = length(kAlibiLength), .n_heads = n_heads, .tokens = tokens_});
  }

  Trace rotary() {
    const arma::uword d_head = width(kUsualHead);
    const std::size_t layout = choice_value("--layout", flags_.layout, {"interleaved", "half"});
    return rotary_encoding({.length = length(kRotaryLength),
                            .tokens = tokens_,
                            .base = base(),
                            .query = example_query(d_head),
                            .key = example_key(d_head),
                            .layout = static_cast<Pairing>(layout)});
  }

  Trace additive() {
    AdditiveProblem problem{
        .length = length(uses_table() ? kLearnedLength : kUsualLength),
        .d_model = width(flags_.add ? 4 : kUsualWidth),
        .tokens = tokens_,

    };
    problem.positions = chosen("--positions", flags_.positions, problem.length);
    problem.dims = chosen("--dims", flags_.dims, problem.d_model);
    if (kind_ == Kind::sinusoidal) problem.base = base();
    if (uses_table()) problem.table = learned_table(problem.d_model);
    if (!flags_.at.empty()) problem.at = count_value("--at", flags_.at, 0, kMaxTokens);
    if (!flags_.shift.empty()) problem.shift = shift();
    if (flags_.add) problem.added_to = added_to(problem.d_model);
    return flags_.compare ? encoding_comparison(problem) : additive_encoding(problem);
  }

  static arma::uvec chosen(const char* flag, const std::string& list, arma::uword n) {
    if (list.empty()) return {};
    return arma::conv_to<arma::uvec>::from(index_list(flag, list, n));
  }

  arma::mat learned_table(arma::uword d_model) {
    const std::uint64_t n_rows =
        flags_.max_length.empty() ? 512
                                  : count_value("--max-length", flags_.max_length, 1, kMaxTokens);
    require_cells_fit(translated("positions x dimensions"), n_rows, d_model);
    const std::uint32_t seed = flags_.numbers.read_model().seed.value_or(0);
    if (!source_.empty()) source_ += ", ";
    source_ += fmt::format("seed {}", seed);
    return untrained_positions(n_rows, d_model, seed);
  }

  std::int64_t shift() const {
    const double k = number_value("--shift", flags_.shift);
    if (k == std::floor(k) && std::abs(k) <= kLongestShift) return static_cast<std::int64_t>(k);
    throw InputError(
        message("--shift must be a whole number of positions from {} to {}, but it is "
                "{}.",
                -kLongestShift, kLongestShift, flags_.shift));
  }

  AddedTo added_to(arma::uword d_model) {
    AddedTo added{.X = word_numbers(model(d_model), tokens_, {}).X,
                  .scales = flags_.scale_embedding};
    if (!flags_.vocabulary.empty())
      added.vocabulary = count_value("--vocab", flags_.vocabulary, 1, kLargestVocabulary);
    return added;
  }

  WordModel model(arma::uword d_model) {
    WordModel model = flags_.numbers.read_model();
    model.d_model = model.d_k = model.d_v = d_model;
    require_words_fit(tokens_.size(), d_model);
    source_ += (source_.empty() ? "" : ", ") + name_of(model);
    notes_.push_back(made_up_note());
    return model;
  }

  Trace order() {
    OrderProblem problem{.words = tokens_, .base = base()};
    const bool has_bars = !flags_.words.tokens.empty();
    problem.reordered = has_bars ? split_tokens(flags_.order) : words_of(flags_.order).tokens;
    WordNumbers numbers = word_numbers(model(width(4)), tokens_, {});
    problem.X = std::move(numbers.X);
    problem.W_Q = std::move(numbers.weights.W_Q);
    problem.W_K = std::move(numbers.weights.W_K);
    problem.W_V = std::move(numbers.weights.W_V);
    title_ += message(" and \"{}\"", flags_.order);
    return order_blindness(problem);
  }

  const PositionFlags& flags_;
  Kind kind_;
  std::vector<std::string> tokens_, notes_;
  std::string title_, source_;
};

}  // namespace

Trace position_trace(const PositionFlags& flags) { return PositionReader(flags).read(); }

}  // namespace attn
