#include "cli/positions/posenc.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/examples/examples.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "data/words/tokens.hpp"
#include "examples/numbers.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {

namespace {

struct PosencFlags {
  PositionFlags positions;
  ViewFlags view;
  ExampleFlags example;
};

// What --positions and --dims choose is a stage of its own: where that is not shown, they would do
// nothing.
void require_choice_is_shown(const Trace& trace, const PosencFlags& flags, const ViewChoice& view) {
  const Flags given = given_among({flags.positions.positions, flags.positions.dims});
  if (given.empty()) return;
  const Selection shown = selected(trace, view);
  const auto is_chosen = [](const Stage* stage) { return stage->id == "chosen"; };
  const bool is_shown = view.screen == Screen::quiet || view.result_alone
                            ? shown.result && is_chosen(shown.result)
                            : std::any_of(shown.stages.begin(), shown.stages.end(), is_chosen);
  if (is_shown) return;
  throw InputError(
      message("{} chooses a part of the encoding, which is the stage \"chosen\", and that is not "
              "shown here. Add --stage chosen, or leave out {}.",
              given.front().name(), given.front().name()));
}

int posenc(const PosencFlags& flags, const TellExample& example) {
  const ViewChoice view = flags.view.read();
  const auto told = [&] {
    Trace trace = position_trace(flags.positions);
    example().add_to(trace);
    return trace;
  };
  const Trace trace = told();
  require_choice_is_shown(trace, flags, view);
  require_shapes_shown(flags.positions.batch, view, trace);
  return present(trace, view, {.again = told});
}

}  // namespace

Action add_posenc(FlagTable& table) {
  const auto flags = std::make_shared<PosencFlags>();
  flags->positions.add_to(table);
  flags->view.add_to(table);
  flags->example.add_to(table);
  return with_examples("posenc", table, flags->example, flags->view,
                       [flags](const TellExample& example) {
                         flags->positions.words.for_programs = flags->view.is_for_programs();
                         return posenc(*flags, example);
                       });
}

namespace {

// The names of the formulas, or of those that a shift can move: "sinusoidal".
std::string formula_names(bool have_shift = false) {
  std::vector<std::string> names;
  for (const PositionFormula& formula : position_formulas())
    if (formula.shift || !have_shift) names.emplace_back(formula.name);
  return listed(names);
}

}  // namespace

void PositionFlags::add_to(FlagTable& table) {
  const FlagGroup which(table, translated("Positions"));
  words.add_word_flags(which);
  const std::string by_formula = "--kind " + formula_names(), of_table = by_formula + ", learned";
  which.value(kind, "KIND", position_kinds_in_words(), {.usual = position_formulas().front().name});
  which.value(length, "N",
              translated("Number of positions, where there are no words (default 64; 16 for "
                         "learned, 6 for rope, 8 for alibi)"));
  which.value(numbers.d_model, "N",
              translated("Width: of an embedding (default 16, 4 with --add and --order), with "
                         "rope of a head (default 8)"),
              {.needs = {of_table + ", rope"}});
  which.value(base, "X", translated("What positions are divided by (default 10000)"),
              {.needs = {by_formula + ", rope"}});
  which.value(layout, "KIND",
              translated("Pairs of rope that come first: interleaved (default) or half"),
              {.needs = {"--kind rope"}});
  which.value(heads, "N", translated("Heads of alibi (default 8)"), {.needs = {"--kind alibi"}});
  which.value(
      max_length, "N",
      translated("Rows of the learned table (default 512); with --add, rows that are stored"),
      {.needs = {"--kind learned, --compare, --add"}});
  which.value(numbers.seed, "N", translated("Other numbers for words and the learned table"),
              {.needs = {"--kind learned, --compare, --add, --order"}});
  which.value(numbers.rng, "KIND",
              translated("Words: whole numbers (default), or numpy for RandomState(seed).randn"),
              {.needs = {"--add, --order"}});

  // Each of --order, --compare, --add and --shift has a screen of its own.
  const FlagGroup asked(table, translated("What to show of them"));
  const FlagGroup of_rows = asked.with(of_table), of_add = asked.with("--add");
  of_rows.value(positions, "LIST", translated("Only these rows: 0,1,10 or 0-9"));
  of_rows.value(dims, "LIST", translated("Only these dimensions"));
  of_rows.in_page(PageRole::setting)
      .value(at, "P", translated("Compare every position with this one (default 0)"));
  asked.value(shift, "K", translated("The matrix that moves every position by K"),
              {.needs = {"--kind " + formula_names(true) + "|learned"}});
  of_rows.flag(add, translated("Add the encoding to the embeddings of the words"),
               {.excludes = {"--shift"}});
  of_add.flag(scale_embedding, translated("With --add: multiply the embeddings by √d_model first"));
  of_add.value(vocabulary, "N",
               translated("With --add: words in the embedding table (default 10000)"));
  of_add.value(batch, "N",
               translated("With --add: shapes of N sequences at once; the numbers stay those of "
                          "one"),
               {.yields_to = {"--quiet", "--plain"}});
  asked.with("--kind sinusoidal")
      .flag(compare, translated("The sinusoidal encoding beside a learned table"),
            {.excludes = {"--add", "--shift"}});
  asked.with(by_formula)
      .value(order, "TEXT", translated("The same words in another order: does attention notice?"),
             {.excludes = {"--compare", "--add", "--shift", "--positions", "--dims", "--at"}});
  asked.with("--order").value(
      x, "MATRIX",
      translated("With --order: embeddings of the words, which are query, key and value "
                 "themselves"),
      {.excludes = {"--d-model", "--seed", "--rng"}});
}

namespace {

constexpr arma::uword kUsualLength = 64;                    // curves need many
constexpr arma::uword kLearnedLength = 16;                  // no two rows are alike
constexpr arma::uword kRotaryLength = 6, kAlibiLength = 8;  // every cell is looked at
constexpr arma::uword kUsualWidth = 16, kUsualHead = 8;
constexpr std::uint64_t kUsualHeads = 8, kUsualRows = 512;
constexpr std::uint64_t kMostAlibiHeads = 256, kLargestVocabulary = 100'000'000;
constexpr double kLongestShift = 1e9;

class PositionReader {
 public:
  explicit PositionReader(const PositionFlags& flags) : flags_(flags), kind_(kind_of(flags.kind)) {}

  Trace read() {
    refuse_conflicts_of(flags_);
    read_words();
    Trace trace = flags_.order ? order() : (this->*kind_.trace)();
    trace.title = title_;
    trace.source = source_;
    trace.notes.insert(trace.notes.end(), notes_.begin(), notes_.end());
    return trace;
  }

 private:
  struct Kind {
    const char* name;
    Trace (PositionReader::*trace)();
    std::optional<PositionFormula> formula{};  ///< of those that have one
  };

  static std::vector<Kind> kinds() {
    std::vector<Kind> kinds;
    for (const PositionFormula& formula : position_formulas())
      kinds.push_back({formula.name, &PositionReader::additive, formula});
    kinds.push_back({"learned", &PositionReader::additive});
    kinds.push_back({"rope", &PositionReader::rotary});
    kinds.push_back({"alibi", &PositionReader::biases});
    return kinds;
  }

  static Kind kind_of(const Flag& flag) {
    const std::vector<Kind> all = kinds();
    std::vector<std::string> names;
    for (const Kind& kind : all) names.emplace_back(kind.name);
    return all[flag ? choice_value(flag.name(), flag.text(), names) : 0];
  }

  bool uses_table() const { return !kind_.formula || flags_.compare; }
  bool needs_words() const { return flags_.add || flags_.order; }

  void read_words() {
    title_ = flags_.compare ? "sinusoidal, learned" : kind_.name;
    if (!flags_.words.has_words() && !needs_words()) return;
    if (flags_.length) refuse_together(translated("a sentence"), flags_.length.name());
    Words words = attn::read_words(flags_.words);
    tokens_ = std::move(words.tokens);
    title_ += "   " + words.title;
    notes_ = std::move(words.notes);
  }

  arma::uword length(arma::uword usual) const {
    if (!tokens_.empty()) return tokens_.size();
    return flags_.length.count(1, kMaxTokens).value_or(usual);
  }

  arma::uword width(arma::uword usual) const {
    return flags_.numbers.d_model.count(1, kLargestWidth).value_or(usual);
  }

  double base() {
    const double base = flags_.base.number().value_or(kPositionBase);
    source_ = fmt::format("base {}", base);
    return base;
  }

  Trace biases() {
    return alibi({.length = length(kAlibiLength),
                  .n_heads = flags_.heads.count(1, kMostAlibiHeads).value_or(kUsualHeads),
                  .tokens = tokens_});
  }

  Trace rotary() {
    const arma::uword d_head = width(kUsualHead);
    return rotary_encoding(
        {.length = length(kRotaryLength),
         .tokens = tokens_,
         .base = base(),
         .query = example_query(d_head),
         .key = example_key(d_head),
         .layout = flags_.layout.choice(kPairings).value_or(Pairing::interleaved)});
  }

  Trace additive() {
    AdditiveProblem problem{
        .length = length(uses_table() ? kLearnedLength : kUsualLength),
        .d_model = width(flags_.add ? 4 : kUsualWidth),
        .tokens = tokens_,
    };
    problem.positions = chosen(flags_.positions, problem.length);
    problem.dims = chosen(flags_.dims, problem.d_model);
    if (kind_.formula) {
      problem.formula = *kind_.formula;
      problem.base = base();
    }
    if (uses_table()) problem.table = learned_table(problem.d_model);
    if (flags_.at) problem.at = *flags_.at.count(0, kMaxTokens);
    if (flags_.shift) problem.shift = shift();
    if (flags_.add) problem.added_to = added_to(problem.d_model);
    return flags_.compare ? encoding_comparison(problem) : additive_encoding(problem);
  }

  static arma::uvec chosen(const Flag& places, arma::uword n) {
    return arma::conv_to<arma::uvec>::from(places.places(n));
  }

  arma::mat learned_table(arma::uword d_model) {
    const std::uint64_t n_rows = flags_.max_length.count(1, kMaxTokens).value_or(kUsualRows);
    require_cells_fit(translated("positions x dimensions"), n_rows, d_model);
    const std::uint32_t seed = flags_.numbers.read_model().seed.value_or(0);
    if (!source_.empty()) source_ += ", ";
    source_ += fmt::format("seed {}", seed);
    return untrained_positions(n_rows, d_model, seed);
  }

  std::int64_t shift() const {
    const double k = *flags_.shift.number();
    if (k == std::floor(k) && std::abs(k) <= kLongestShift) return static_cast<std::int64_t>(k);
    throw InputError(
        message("--shift must be a whole number of positions from {} to {}, but it is "
                "{}.",
                -kLongestShift, kLongestShift, flags_.shift.text()));
  }

  AddedTo added_to(arma::uword d_model) {
    AddedTo added{.X = word_numbers(model(d_model), tokens_, {}).X,
                  .scales = bool(flags_.scale_embedding)};
    added.n_batch = n_batch_of(flags_.batch);
    if (!uses_table()) added.n_stored = flags_.max_length.count(1, kMaxTokens).value_or(0);
    added.vocabulary = flags_.vocabulary.count(1, kLargestVocabulary).value_or(added.vocabulary);
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

  void make_up(OrderProblem& problem) {
    WordNumbers numbers = word_numbers(model(width(4)), tokens_, {});
    problem.X = std::move(numbers.X);
    add_note(notes_, same_embedding_note(tokens_, problem.X));
    problem.W_Q = std::move(numbers.weights.W_Q);
    problem.W_K = std::move(numbers.weights.W_K);
    problem.W_V = std::move(numbers.weights.W_V);
  }

  // Given embeddings meet as they are, so that their directions can be compared, too.
  void give_embeddings(OrderProblem& problem) {
    problem.X = read_sequence(flags_.x, {"x", "input", "X"});
    problem.W_Q = problem.W_K = problem.W_V = arma::eye(problem.X.n_cols, problem.X.n_cols);
    problem.compares_directions = true;
    source_ += (source_.empty() ? "" : ", ") + std::string("given");
  }

  Trace order() {
    OrderProblem problem{.words = tokens_, .base = base(), .formula = *kind_.formula};
    const std::string& order = flags_.order.text();
    problem.reordered = flags_.words.tokens ? split_tokens(order) : words_of(order).tokens;
    flags_.x ? give_embeddings(problem) : make_up(problem);
    title_ += message(" and \"{}\"", order);
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
