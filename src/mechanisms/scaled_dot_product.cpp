#include "mechanisms/scaled_dot_product.hpp"

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/shape.hpp"
#include "mechanisms/attention_stages.hpp"

namespace attn {
namespace {

// Each (n_q × n_k) stage takes 8 bytes a cell, and four of them are kept.
constexpr arma::uword kMaxScoreCells = arma::uword{1} << 24;  // 4096 × 4096

void require_fitting_shapes(const Embedded& embedded) {
  const arma::mat& memory = embedded.memory ? *embedded.memory : embedded.X;
  const std::string memory_name = embedded.memory ? "M" : "X";
  require_not_empty("X", embedded.X);
  require_not_empty(memory_name, memory);
  require_same_width("X", embedded.X, memory_name, memory);
  require_not_empty("W_Q", embedded.W_Q);
  require_not_empty("W_K", embedded.W_K);
  require_not_empty("W_V", embedded.W_V);
  require_product("X", embedded.X, "W_Q", embedded.W_Q);
  require_product(memory_name, memory, "W_K", embedded.W_K);
  require_product(memory_name, memory, "W_V", embedded.W_V);
  require_same_width("W_Q", embedded.W_Q, "W_K", embedded.W_K);
}

void require_fitting_shapes(const Projected& projected) {
  require_not_empty("Q", projected.Q);
  require_not_empty("K", projected.K);
  require_not_empty("V", projected.V);
  require_same_width("Q", projected.Q, "K", projected.K);
  require_same_height("K", projected.K, "V", projected.V);
}

void require_stages_fit(arma::uword n_q, arma::uword n_k) {
  if (n_q <= kMaxScoreCells / n_k) return;
  throw InputError(
      message("every stage is kept, and {} queries x {} keys make more score cells than fit: the "
              "limit is {}. Use shorter sequences.",
              n_q, n_k, kMaxScoreCells));
}

void require_one_label_per_row(const std::vector<std::string>& tokens, const arma::mat& rows,
                               const std::string& name) {
  if (tokens.size() == rows.n_rows) return;
  throw InputError(message(
      "{} needs one token a row: rows {}, tokens given {}. Check --tokens and --key-tokens.", name,
      rows.n_rows, tokens.size()));
}

const arma::mat& record(Trace& trace, Stage stage, arma::mat value) {
  stage.value = std::move(value);
  return trace.record(std::move(stage));
}

// A stage that is the product of two recorded ones: "Q = X W_Q".
void record_projection(Trace& trace, Stage stage, const std::string& left,
                       const std::string& right) {
  const Stage& X = trace.stage(left);
  const Stage& W = trace.stage(right);
  stage.formula = fmt::format("{} = {} {}", stage.symbol, X.symbol, W.symbol);
  stage.rule = Product{left, right};
  record(trace, std::move(stage), project(X.value, W.value));
}

void record_query_key_value(Trace& trace, const Embedded& embedded, const Axis& query,
                            const Axis& key) {
  const std::string source = embedded.memory ? "memory" : "input";
  record(trace, input_stage(query), embedded.X);
  if (embedded.memory) record(trace, memory_stage(key), *embedded.memory);
  record(trace, query_weight_stage(), embedded.W_Q);
  record(trace, key_weight_stage(), embedded.W_K);
  record(trace, value_weight_stage(), embedded.W_V);
  record_projection(trace, query_stage(query), "input", "wq");
  record_projection(trace, key_stage(key), source, "wk");
  record_projection(trace, value_stage(key), source, "wv");
}

void record_query_key_value(Trace& trace, const Projected& projected, const Axis& query,
                            const Axis& key) {
  record(trace, query_stage(query), projected.Q);
  record(trace, key_stage(key), projected.K);
  record(trace, value_stage(key), projected.V);
}

const char* effect_of(EmptyRow empty_row) {
  switch (empty_row) {
    case EmptyRow::zero:
      return translated("its weights and its output are 0");
    case EmptyRow::nan:
      return translated("its weights and its output are undefined (0/0, NaN)");
    case EmptyRow::uniform:
      return translated("its weights are all equal, over keys that it must not see");
  }
  return "";
}

void warn_of_empty_rows(Trace& trace, const BlockedCells& blocked, EmptyRow empty_row) {
  constexpr arma::uword kMostNamed = 3;
  arma::uword n_empty = 0;
  for (arma::uword i = 0; i < blocked.n_rows; ++i)
    if (arma::all(blocked.row(i) != 0) && ++n_empty <= kMostNamed)
      trace.warnings.push_back(message("query \"{}\" (row {}) may attend to nothing: {}",
                                       trace.query_tokens[i], i, effect_of(empty_row)));
  if (n_empty > kMostNamed)
    trace.warnings.push_back(
        message("queries that may attend to nothing: {} of {}", n_empty, blocked.n_rows));
}

std::string word_for(EmptyRow empty_row) {
  return empty_row == EmptyRow::zero ? "zero" : empty_row == EmptyRow::nan ? "nan" : "uniform";
}

double factor_of(const Stage& scaled) {
  const auto& scaling = std::get<Scaling>(scaled.rule);
  return scaling.divides ? 1.0 / scaling.number : scaling.number;
}

void record_config(Trace& trace, const AttentionProblem& problem) {
  const auto width = [&trace](const char* id) {
    return static_cast<std::int64_t>(trace.stage(id).value.n_cols);
  };
  const auto height = [&trace](const char* id) {
    return static_cast<std::int64_t>(trace.stage(id).value.n_rows);
  };
  if (std::holds_alternative<Embedded>(problem.tensors))
    trace.config.emplace_back("d_model", width("input"));
  trace.config.emplace_back("n_q", height("query"));
  trace.config.emplace_back("n_k", height("key"));
  trace.config.emplace_back("d_k", width("key"));
  trace.config.emplace_back("d_v", width("value"));
  trace.config.emplace_back("scale", factor_of(trace.stage("scaled")));
  trace.config.emplace_back("causal", problem.causal);
  trace.config.emplace_back("mask", problem.mask.has_value());
  trace.config.emplace_back("empty_row", word_for(problem.empty_row));
}

}  // namespace

Trace scaled_dot_product(const AttentionProblem& problem) {
  std::visit([](const auto& tensors) { require_fitting_shapes(tensors); }, problem.tensors);

  Trace trace{
      .command = "attend", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  std::visit([&](const auto& tensors) { record_query_key_value(trace, tensors, query, key); },
             problem.tensors);

  const arma::mat& Q = trace.stage("query").value;
  const arma::mat& K = trace.stage("key").value;
  const arma::mat& V = trace.stage("value").value;
  require_one_label_per_row(problem.query_tokens, Q, "Q");
  require_one_label_per_row(problem.key_tokens, K, "K");
  require_stages_fit(Q.n_rows, K.n_rows);

  const arma::uword d_k = K.n_cols;
  const BlockedCells blocked =
      blocked_cells({.causal = problem.causal, .given = problem.mask}, Q.n_rows, K.n_rows);
  const arma::mat& S = record(trace, scores_stage(query, key), attention_scores(Q, K));
  const arma::mat& scaled = record(trace, scaled_stage(query, key, d_k, problem.scale),
                                   scaled_scores(S, d_k, problem.scale));
  const arma::mat& masked = record(
      trace, masked_stage(query, key, blocked),
      blocked.is_empty() ? scaled : masked_scores(scaled, arma::conv_to<Mask>::from(blocked == 0)));
  const arma::mat& W =
      record(trace, weights_stage(query, key, blocked), softmax_rows(masked, problem.empty_row));
  record(trace, output_stage(query), attention_output(W, V));

  warn_of_empty_rows(trace, blocked, problem.empty_row);
  record_config(trace, problem);
  return trace;
}

}  // namespace attn
