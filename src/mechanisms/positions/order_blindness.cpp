#include <algorithm>

#include "base/message.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {
namespace {

constexpr arma::uword kRuns = 6;          // two orders, three variations
constexpr arma::uword kMostWords = 1672;  // so that the scores of all runs have 2^24 cells at most

// One way to run attention over both orders.
struct Variation {
  std::string suffix;  // of the groups' names
  bool adds_positions = false, causal = false;
};

const std::vector<Variation>& variations() {
  static const std::vector<Variation> all{
      {"", false, false}, {" + PE", true, false}, {" causal", false, true}};
  return all;
}

std::string group_of(int order, const Variation& variation) {
  return "order " + std::to_string(order) + variation.suffix;
}

// X of one order: the embeddings in that order, and the encoding of its positions where it counts.
void record_input(Trace& trace, const OrderProblem& problem, const Variation& variation, int order,
                  const std::vector<std::string>& words, const arma::uvec& places) {
  const std::string group = group_of(order, variation);
  const arma::uword d_model = problem.X.n_cols;
  Stage ordered{.id = variation.adds_positions ? "embedding" : "input",
                .group = group,
                .symbol = variation.adds_positions ? "E" : "X",
                .formula = variation.adds_positions ? "E" : "X",
                .rows = {"query", words},
                .cols = {"d_model", {}},
                .note = translated("The embeddings of the words, in this order."),
                .rule = rule::part_of("words", places, first_places(d_model))};
  const arma::mat& E = record(trace, std::move(ordered), problem.X.rows(places));
  if (!variation.adds_positions) return;
  Stage input = positioned_stage({"query", words}, trace.stage("embedding", group));
  input.group = group;
  input.cols = {"d_model", {}};
  record(trace, std::move(input), E + trace.stage("encoding").value);
}

void record_projections(Trace& trace, const std::string& group) {
  const Axis query = trace.stage("input", group).rows;
  const arma::mat& X = trace.stage("input", group).value;
  const auto add = [&](Stage stage, const char* weights) {
    const Stage& W = trace.stage(weights);
    stage.group = group;
    stage.formula = fmt::format("{} = X {}", stage.symbol, W.symbol);
    stage.rule = Product{"input", weights};
    record(trace, std::move(stage), project(X, W.value));
  };
  add(query_stage(query), "wq");
  add(key_stage({"key", query.labels}), "wk");
  add(value_stage({"key", query.labels}), "wv");
}

void record_cosines(Trace& trace, const std::string& group) {
  const Stage& input = trace.stage("input", group);
  record(trace,
         {.id = "cosine",
          .group = group,
          .symbol = "cos",
          .formula = "cos = X_i⋅X_j / (|X_i|⋅|X_j|)",
          .rows = input.rows,
          .cols = {"key", input.rows.labels},
          .note = translated("How alike the directions of two embeddings are. This is not yet "
                             "attention: no query, no key and no softmax is in it."),
          .rule = rule::alignment("input", "input")},
         cosine_similarities(input.value, input.value));
}

void record_order(Trace& trace, const OrderProblem& problem, const Variation& variation, int order,
                  const std::vector<std::string>& words, const arma::uvec& places) {
  record_input(trace, problem, variation, order, words, places);
  const std::string group = group_of(order, variation);
  const bool is_plain = !variation.adds_positions && !variation.causal;
  if (problem.compares_directions && is_plain) record_cosines(trace, group);
  record_projections(trace, group);
  const arma::mat& O = record_attention(
      trace, settings_for({.causal = variation.causal}, words.size(), words.size(), kRuns), group);
  record(trace,
         {.id = "pooled",
          .group = group,
          .symbol = "pooled",
          .formula = "pooled = mean(O)",
          .rows = {.name = "mean", .labels = {translated("mean")}, .ids = {"mean"}},
          .cols = {"d_v", {}},
          .note = translated("What a classifier that averages over the words gets to see."),
          .rule = rule::mean_row("output")},
         arma::mean(O, 0));
}

Table order_table(const Trace& trace, const arma::uvec& places) {
  Table table{.id = "order",
              .title = translated("How far the outputs of the two orders differ: the largest "
                                  "difference of two numbers."),
              .columns = {{"attention", translated("attention")},
                          {"place_by_place", translated("place by place")},
                          {"word_by_word", translated("word by word")},
                          {"pooled", translated("pooled")}},
              .n_text_columns = 1,
              .after = ""};
  const std::vector<cell::Text> names{
      {"without_positions", translated("without positions")},
      {"with_positions_added", translated("with positions added")},
      {"without_positions_causal", translated("without positions, causal mask")}};
  for (std::size_t i = 0; i < variations().size(); ++i) {
    const Variation& variation = variations()[i];
    const auto of = [&](int order, const char* id) -> const arma::mat& {
      return trace.stage(id, group_of(order, variation)).value;
    };
    const arma::mat& first = of(1, "output");
    table.rows.push_back({names[i], difference_cell(first, of(2, "output")),
                          difference_cell(first.rows(places), of(2, "output")),
                          difference_cell(of(1, "pooled"), of(2, "pooled"))});
  }
  table.note = translated(
      "Without positions the rows move with their words: attention is equivariant. Only the pooled "
      "mean is invariant, the same for both orders. Positions break this, and so does a causal "
      "mask, for what a word may see then depends on its place.");
  return table;
}

}  // namespace

Trace order_blindness(const OrderProblem& problem) {
  if (problem.words.size() > kMostWords)
    throw InputError(
        message("{} words are too many: every stage of {} runs of attention is kept, "
                "and the limit is {}. Use a shorter sentence.",
                problem.words.size(), kRuns, kMostWords));
  const arma::uvec places = order_of(problem.words, problem.reordered);
  require_one_label_per_row(problem.words, problem.X, "X");
  const arma::uword n = problem.X.n_rows, d_model = problem.X.n_cols;
  Trace trace{.command = "posenc",
              .query_tokens = problem.words,
              .key_tokens = problem.reordered,
              .config = {{"kind", problem.formula.name},
                         {"d_model", static_cast<std::int64_t>(d_model)},
                         {"length", static_cast<std::int64_t>(n)},
                         {"base", problem.base}}};
  Stage words = embedding_stage({"query", problem.words}, d_model);
  words.id = "words";
  record(trace, std::move(words), problem.X);
  record(trace, query_weight_stage(), problem.W_Q);
  record(trace, key_weight_stage(), problem.W_K);
  record(trace, value_weight_stage(), problem.W_V);
  record(trace, problem.formula.stage(position_axis(n, {}), d_model, problem.base),
         problem.formula.encoding(first_positions(n), d_model, problem.base));
  for (const Variation& variation : variations()) {
    record_order(trace, problem, variation, 1, problem.words, first_places(n));
    record_order(trace, problem, variation, 2, problem.reordered, places);
  }
  trace.tables.push_back(order_table(trace, places));
  trace.overview = {"order", "order 1 output", "order 2 output", "order 1 pooled",
                    "order 2 pooled"};
  if (problem.compares_directions)
    trace.overview.insert(trace.overview.end(), {"order 1 cosine", "order 2 cosine"});
  if (arma::all(places == first_places(n)))
    trace.notes.push_back(
        translated("both orders are the same, so nothing can differ. Give the "
                   "words in another order."));
  return trace;
}

arma::uvec order_of(const std::vector<std::string>& words,
                    const std::vector<std::string>& reordered) {
  std::vector<bool> is_taken(words.size(), false);
  arma::uvec places(reordered.size());
  for (std::size_t i = 0; i < reordered.size(); ++i) {
    std::size_t place = 0;
    while (place < words.size() && (is_taken[place] || words[place] != reordered[i])) ++place;
    if (place == words.size())
      throw InputError(
          message("the second order must hold the same words as the first, but \"{}\" "
                  "is in it more often. Capitals count.",
                  reordered[i]));
    is_taken[place] = true;
    places(i) = place;
  }
  const auto missing = std::find(is_taken.begin(), is_taken.end(), false);
  if (missing != is_taken.end())
    throw InputError(
        message("the second order must hold the same words as the first, but \"{}\" "
                "is in the first more often. Capitals count.",
                words[static_cast<std::size_t>(missing - is_taken.begin())]));
  return places;
}

}  // namespace attn
