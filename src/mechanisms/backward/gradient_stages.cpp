#include "mechanisms/backward/gradient_stages.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/statistics.hpp"
#include "mechanisms/attention/stages.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

struct Words {
  const char *note, *detail = "";
};

// Of the stages that every head has.
Words words_of_attention(const std::string& id) {
  if (id == "weights")
    return {translated("What each weight is worth: the gradient of this query's output times the "
                       "value that the weight fetches."),
            translated("Positive: more attention to this key would raise the loss. A key that may "
                       "not be attended to has no say.")};
  if (id == "value")
    return {
        translated("A value reaches the loss through every query that looks at it: their "
                   "gradients, mixed in the proportions of their weights.")};
  if (id == "scaled")
    return {translated("Back through softmax: a key counts for as much as it is worth above or "
                       "below the mean of its row, Σ A⋅dA. So each row sums to 0."),
            translated("A weight near 0 lets hardly anything through, and so does one near 1, "
                       "whose row has no other. The mask adds numbers that never change, so "
                       "`masked` has the same gradient; where it blocks, that is exactly 0, since "
                       "the weight is.")};
  if (id == "scores")
    return {translated("What was done to the scores is done to their gradient: the same scale.")};
  return {""};
}

Words words_of_projections(const std::string& id) {
  if (id == "query")
    return {
        translated("To raise the loss, each query would move along the keys that it met, by "
                   "the gradient of its scores: one row of d_scores.")};
  if (id == "key")
    return {
        translated("To raise the loss, each key would move along the queries that met it, by "
                   "the gradient of its scores: one column of d_scores.")};
  if (id == "query_rotated" || id == "key_rotated")
    return {translated("The gradient of the rows that the scores were made from: turned ones.")};
  if (id == "wq")
    return {
        translated("The gradients of all queries, each times the embedding that its query was "
                   "made from. Training takes a small step the other way.")};
  if (id == "wk")
    return {
        translated("The gradients of all keys, each times the embedding that its key was made "
                   "from.")};
  if (id == "wv")
    return {
        translated("The gradients of all values, each times the embedding that its value was "
                   "made from.")};
  if (id == "wo")
    return {
        translated("The gradients of the result, each times what the heads found for its "
                   "token.")};
  if (id.starts_with("b"))
    return {translated("The bias was added to every row, so the gradients of all rows add up.")};
  return {""};
}

Words words_of_ends(const std::string& id) {
  if (id == "input")
    return {
        translated("What the embedding of each token does to the loss: the gradients of all "
                   "that was made from it add up.")};
  if (id == "memory" || id == "value_memory")
    return {
        translated("What each token of the other sequence does to the loss: the gradients of "
                   "all that was made from it add up.")};
  if (id == "concat")
    return {translated("Back through W_O: what the output of each head is worth.")};
  if (id == "output") return {translated("This head's share: some of the columns, nothing more.")};
  return {""};
}

Words words_of(const std::string& id) {
  for (const Words& words : {words_of_attention(id), words_of_projections(id), words_of_ends(id)})
    if (*words.note) return words;
  return {""};
}

// "dA"; what has no symbol goes by its id: "d_scaled".
std::string symbol_of(const Stage& of) {
  return of.symbol == of.id ? "d_" + of.id : "d" + of.symbol;
}

}  // namespace

std::string meaning_of_gradients() {
  return translated(
      "From here on a positive number says that more of this would raise the loss, a negative one "
      "that it would lower it.");
}

Stage gradient_stage(const Stage& of) {
  const Words words = words_of(of.id);
  return {.id = "d_" + of.id,
          .group = of.group,
          .symbol = symbol_of(of),
          .rows = of.rows,
          .cols = of.cols,
          .remark = of.remark,
          .note = words.note,
          .detail = words.detail,
          .blocked = of.blocked,
          .gradient_of = of.id};
}

Stage jacobian_stage(const Stage& weights, arma::uword row) {
  const std::string a = "a_" + weights.rows.place_name(row);
  Stage stage{
      .id = "jacobian",
      .group = weights.group,
      .symbol = "J",
      .formula = fmt::format("J = diag({0}) − {0}ᵀ {0}", a),
      .rows = weights.cols,
      .cols = weights.cols,
      .remark = weights.remark,
      .note = message("How each weight of \"{}\" changes with each of its scores. Every row "
                      "and column sums to 0.",
                      weights.rows.place_name(row)),
      .detail = translated("A weight grows with its own score and shrinks with the others. "
                           "The gradient of the weights times this matrix is that of the "
                           "scaled scores: one row of d_scaled = dA J."),
      .rule = SoftmaxJacobian{weights.id, row}};
  if (weights.blocked.is_empty()) return stage;
  const arma::uword n = weights.value.n_cols;
  const auto& reasons = weights.blocked;
  stage.blocked.zeros(n, n);
  for (arma::uword j = 0; j < n; ++j)
    for (arma::uword k = 0; k < n; ++k)
      stage.blocked(j, k) = reasons(row, k) != 0 ? reasons(row, k) : reasons(row, j);
  if (!stage.blocked.is_zero()) return stage;
  stage.blocked.reset();
  return stage;
}

namespace {

constexpr int kDigitsOfMean = 4;  // of numbers of any size
constexpr arma::uword kMostKeys = 24;

std::optional<arma::uword> chosen_row(const Backward& backward) {
  if (backward.jacobian_row) return backward.jacobian_row;
  if (backward.loss.kind == Loss::Kind::cell) return backward.loss.row;
  return {};
}

TableRow row_of_key(const Stage& weights, const Stage& slopes, const Stage& scaled, arma::uword i,
                    arma::uword key, double mean) {
  const cell::Text name = cell::name(weights.cols.place_name(key));
  if (is_blocked(weights, i, key)) {
    TableRow row{name};
    row.insert(row.end(), 4, cell::Missing{"."});
    row.emplace_back(cell::Real{0.0});
    return row;
  }
  const double share = weights.value(i, key), slope = slopes.value(i, key);
  return {name,
          cell::Real{share},
          cell::Real{slope},
          cell::Real{share * slope},
          cell::Real{slope - mean},
          cell::Real{scaled.value(i, key)}};
}

// What was given, or is learned: where the walk back ends.
bool is_an_end(const Trace& trace, const Stage& stage) {
  if (stage.gradient_of.empty() || !stage.group.empty()) return false;
  return std::holds_alternative<Given>(trace.stage(stage.gradient_of).rule);
}

// "[sat, 1]"
std::string name_of_place(const Stage& stage, arma::uword cell) {
  return fmt::format("[{}, {}]", stage.rows.place_name(cell % stage.value.n_rows),
                     stage.cols.place_name(cell / stage.value.n_rows));
}

// Beside the largest slope of all, rounding errors have no digits and no place.
TableRow row_of_gradient(const Stage& stage, double largest_of_all) {
  TableRow row{cell::name(stage.id), cell::name(bare_shape(stage))};
  const arma::uword cell = arma::mat(arma::abs(stage.value)).index_max();
  if (std::abs(stage.value[cell]) <= kRounding * largest_of_all) {
    const cell::Real none{.below = kRounding};
    row.insert(row.end(), {none, cell::Missing{"-"}, none});
  } else {
    row.insert(row.end(), {cell::Real{stage.value[cell]}, cell::name(name_of_place(stage, cell)),
                           cell::Real{arma::norm(stage.value, "fro")}});
  }
  return row;
}

}  // namespace

SoftmaxRow row_to_show(const Trace& trace, const Backward& backward) {
  const std::optional<arma::uword> chosen = chosen_row(backward);
  SoftmaxRow best;
  double largest = -1.0;
  for (const Stage& stage : trace.stages) {
    if (stage.id != "d_scaled") continue;
    const arma::vec sizes = arma::max(arma::abs(stage.value), 1);
    const arma::uword row = chosen.value_or(sizes.index_max());
    if (sizes(row) <= largest) continue;
    largest = sizes(row);
    best = {stage.group, row};
  }
  return best;
}

Table softmax_row_table(const Trace& trace, const SoftmaxRow& shown) {
  const Stage& weights = trace.stage("weights", shown.group);
  const Stage& slopes = trace.stage("d_weights", shown.group);
  const Stage& scaled = trace.stage("d_scaled", shown.group);
  const arma::uword i = shown.row, n = weights.value.n_cols;
  const double mean = arma::dot(weights.value.row(i), slopes.value.row(i));
  const std::string name = shown.group.empty() ? scaled.id : shown.group + " " + scaled.id;
  Table table{
      .id = "softmax_row",
      .title = message("{} by hand, row \"{}\": {} = {} ∘ ({} − D), and D = Σ {}⋅{} = {} is "
                       "what its attention is worth on average.",
                       name, weights.rows.place_name(i), scaled.symbol, weights.symbol,
                       slopes.symbol, weights.symbol, slopes.symbol,
                       with_minus_sign(significant_text(mean, kDigitsOfMean))),
      .columns = {{"key", translated("key")},
                  {"weights", weights.symbol},
                  {"d_weights", slopes.symbol},
                  {"product", fmt::format("{}⋅{}", weights.symbol, slopes.symbol)},
                  {"above_mean", fmt::format("{} − D", slopes.symbol)},
                  {"d_scaled", scaled.symbol}},
      .note = translated("The last column sums to 0, as every row of d_scaled does: softmax "
                         "shares out one whole, so what one key gains the others lose."),
      .after = "d_scaled"};
  if (!shown.group.empty())
    add_sentence(table.note, message("Among all heads, {} has the largest gradient here; --head N "
                                     "shows another.",
                                     shown.group));
  for (arma::uword key = 0; key < n; ++key) {
    if (n > kMostKeys && key == kMostKeys - 2) {
      table.rows.emplace_back(table.columns.size(), cell::Gap{n - 1 - key});
      key = n - 1;
    }
    table.rows.push_back(row_of_key(weights, slopes, scaled, i, key, mean));
  }
  table.rows.push_back({cell::Text{"total", translated("total")},
                        cell::Real{arma::accu(weights.value.row(i))}, cell::Missing{},
                        cell::Real{mean}, cell::Missing{},
                        cell::Real{sum_but_for_rounding(scaled.value.row(i))}});
  return table;
}

Table gradient_table(const Trace& trace) {
  Table table{.id = "gradients",
              .title = translated(
                  "How strongly the loss changes with what was given or is learned: "
                  "the largest number of each gradient, where it is, and the norm of them all."),
              .columns = {{"stage", translated("stage")},
                          {"shape", translated("shape")},
                          {"largest", translated("largest")},
                          {"at", translated("at")},
                          {"norm", translated("norm")}},
              .n_text_columns = 2,
              .note = translated("A step of training takes a small multiple of the gradient away "
                                 "from what is learned, and the loss falls."),
              .after = trace.stages.back().id,
              .dispensable = {1}};
  std::vector<const Stage*> ends;
  double largest = 0.0;
  for (const Stage& stage : trace.stages) {
    if (!is_an_end(trace, stage)) continue;
    ends.push_back(&stage);
    largest = std::max(largest, largest_size(statistics_of(stage.value)));
  }
  for (const Stage* end : ends) table.rows.push_back(row_of_gradient(*end, largest));
  return table;
}

}  // namespace attn
