#include "mechanisms/multi_head.hpp"

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/shape.hpp"
#include "mechanisms/attention_stages.hpp"
#include "mechanisms/head_stages.hpp"
#include "mechanisms/parameter_table.hpp"

namespace attn {
namespace {

const arma::mat& key_source(const MultiHeadProblem& problem) {
  return problem.memory ? *problem.memory : problem.X;
}

const arma::mat& value_source(const MultiHeadProblem& problem) {
  return problem.value_memory ? *problem.value_memory : key_source(problem);
}

void require_split(const std::string& name, const arma::mat& W, arma::uword n_heads) {
  if (W.n_cols % n_heads == 0) return;
  throw InputError(
      message("{} has {} columns, which {} heads cannot share evenly: {} / {} = {:.4g}. Check the "
              "number of heads.",
              name, W.n_cols, n_heads, W.n_cols, n_heads,
              static_cast<double>(W.n_cols) / static_cast<double>(n_heads)));
}

void require_bias(const std::string& name, const arma::rowvec& b, const arma::mat& W) {
  if (!b.is_empty()) require_shape(name, b.n_rows, b.n_cols, 1, W.n_cols);
}

void require_fitting_shapes(const MultiHeadProblem& problem) {
  const MultiHeadWeights& w = problem.weights;
  const HeadCounts& counts = problem.counts;
  const arma::mat &M = key_source(problem), &N = value_source(problem);
  const std::string memory = problem.memory ? "M" : "X";
  require_not_empty("X", problem.X);
  require_not_empty(memory, M);
  require_not_empty("W_Q", w.W_Q);
  require_not_empty("W_K", w.W_K);
  require_not_empty("W_V", w.W_V);
  require_product("X", problem.X, "W_Q", w.W_Q);
  require_product(memory, M, "W_K", w.W_K);
  require_product(problem.value_memory ? "M_V" : memory, N, "W_V", w.W_V);
  require_same_height(memory, M, "M_V", N);

  if (problem.rope && problem.memory)
    throw InputError(translated(
        "--rope needs one sequence: positions of two sequences cannot be compared. Leave "
        "out --rope, or the other sequence."));
  kv_head_of(0, counts);  // refuses counts that do not fit each other
  require_split("W_Q", w.W_Q, counts.n_heads);
  require_split("W_K", w.W_K, counts.n_kv_heads);
  require_split("W_V", w.W_V, counts.n_kv_heads);
  const arma::uword d_k = w.W_Q.n_cols / counts.n_heads;
  if (w.W_K.n_cols != counts.n_kv_heads * d_k)
    throw InputError(
        message("a query and a key must be equally wide: {} query heads in {} columns of W_Q make "
                "d_k {}, {} key-value heads in {} columns of W_K make {}. Check the numbers of "
                "heads.",
                counts.n_heads, w.W_Q.n_cols, d_k, counts.n_kv_heads, w.W_K.n_cols,
                w.W_K.n_cols / counts.n_kv_heads));
  const arma::uword d_v = w.W_V.n_cols / counts.n_kv_heads;
  if (!w.W_O.is_empty() && w.W_O.n_rows != counts.n_heads * d_v)
    throw InputError(message(
        "W_O must have one row for each column of the concatenation: {} heads x d_v {} = {}, but "
        "it is {}.",
        counts.n_heads, d_v, counts.n_heads * d_v, shape_of(w.W_O)));
  require_bias("b_Q", w.b_Q, w.W_Q);
  require_bias("b_K", w.b_K, w.W_K);
  require_bias("b_V", w.b_V, w.W_V);
  if (!w.W_O.is_empty()) require_bias("b_O", w.b_O, w.W_O);
}

// A weight, its bias where there is one, and the id of that bias for the product.
struct Projection {
  Stage weight;
  const arma::mat& W;
  const arma::rowvec& b;

  std::string bias_id() const { return b.is_empty() ? "" : "b" + weight.id.substr(1); }
};

std::string record_weight(Trace& trace, const Projection& projection) {
  record(trace, projection.weight, projection.W);
  const std::string bias = projection.bias_id();
  if (!bias.empty())
    record(trace,
           bias_stage(bias, "b" + projection.weight.symbol.substr(1), projection.weight.cols),
           projection.b);
  return bias;
}

Stage with_cols(Stage stage, const Axis& cols) {
  stage.cols = cols;
  return stage;
}

void record_projections(Trace& trace, const MultiHeadProblem& problem, const Axis& query,
                        const Axis& key) {
  const MultiHeadWeights& w = problem.weights;
  record(trace, input_stage(query), problem.X);
  std::string key_input = "input", value_input = "input";
  if (problem.memory) {
    record(trace, memory_stage(key), *problem.memory);
    key_input = value_input = "memory";
  }
  if (problem.value_memory) {
    record(trace, value_memory_stage(key), *problem.value_memory);
    value_input = "value_memory";
  }
  const Stage Q = all_queries_stage(query), K = all_keys_stage(key), V = all_values_stage(key);
  const std::string bq =
      record_weight(trace, {with_cols(query_weight_stage(), Q.cols), w.W_Q, w.b_Q});
  const std::string bk =
      record_weight(trace, {with_cols(key_weight_stage(), K.cols), w.W_K, w.b_K});
  const std::string bv =
      record_weight(trace, {with_cols(value_weight_stage(), V.cols), w.W_V, w.b_V});
  record_projection(trace, Q, "input", "wq", bq);
  record_projection(trace, K, key_input, "wk", bk);
  record_projection(trace, V, value_input, "wv", bv);
}

void record_angles(Trace& trace, const MultiHeadProblem& problem, const Axis& token) {
  if (!problem.rope) return;
  const arma::vec positions = first_positions(problem.X.n_rows);
  const arma::uword d_k = problem.weights.W_Q.n_cols / problem.counts.n_heads;
  record(trace, angles_stage(token, positions, d_k, problem.rope->base),
         rotation_angles(positions, d_k, problem.rope->base));
}

// What a head compares: its queries and keys, turned where there are rotary positions.
Compared record_rotations(Trace& trace, const MultiHeadProblem& problem, arma::uword head) {
  if (!problem.rope) return {};
  const Pairing pairing = problem.rope->pairing;
  for (const char* id : {"query", "key"}) {
    const Stage& of = trace.stage(id, group_of(head));
    record(trace, rotated_stage(of, pairing),
           rotated(of.value, trace.stage("angles").value, pairing));
  }
  return {.query = "query_rotated", .key = "key_rotated"};
}

void record_head(Trace& trace, const MultiHeadProblem& problem, const AttentionSettings& settings,
                 arma::uword head) {
  const HeadCounts& counts = problem.counts;
  const arma::uword kv_head = kv_head_of(head, counts);
  const Stage &query = trace.stage("query"), &key = trace.stage("key"),
              &value = trace.stage("value");
  const arma::uword d_k = query.value.n_cols / counts.n_heads;
  const arma::uword d_v = value.value.n_cols / counts.n_kv_heads;
  record(trace, head_query_stage(query.rows, head, d_k),
         head_columns(query.value, counts.n_heads, head));
  record(trace, head_key_stage(key.rows, head, counts, d_k),
         head_columns(key.value, counts.n_kv_heads, kv_head));
  record(trace, head_value_stage(key.rows, head, counts, d_v),
         head_columns(value.value, counts.n_kv_heads, kv_head));
  record_attention(trace, settings, group_of(head), record_rotations(trace, problem, head));
}

std::vector<arma::mat> values_of(const Trace& trace, const std::string& id) {
  std::vector<arma::mat> values;
  for (const Stage* stage : trace.in_every_group(id)) values.push_back(stage->value);
  return values;
}

void record_result(Trace& trace, const MultiHeadProblem& problem, const Axis& query) {
  record(trace, concat_stage(query, problem.counts.n_heads),
         concat_heads(values_of(trace, "output")));
  const MultiHeadWeights& w = problem.weights;
  if (w.W_O.is_empty()) return;
  const std::string bo = record_weight(trace, {output_weight_stage(), w.W_O, w.b_O});
  record_projection(trace, projected_stage(query), "concat", "wo", bo);
}

void record_config(Trace& trace, const MultiHeadProblem& problem) {
  const auto add = [&trace](const char* name, arma::uword size) {
    trace.config.emplace_back(name, static_cast<std::int64_t>(size));
  };
  const Stage& key = trace.stage("key", group_of(0));
  add("d_model", problem.X.n_cols);
  add("n_heads", problem.counts.n_heads);
  add("n_kv_heads", problem.counts.n_kv_heads);
  add("n_q", problem.X.n_rows);
  add("n_k", key.value.n_rows);
  add("d_k", key.value.n_cols);
  add("d_v", trace.stage("value", group_of(0)).value.n_cols);
  trace.config.emplace_back("rope", problem.rope.has_value());
  add_attention_config(trace, problem, trace.stage("scaled", group_of(0)));
}

}  // namespace

Trace multi_head(const MultiHeadProblem& problem) {
  require_fitting_shapes(problem);
  require_one_label_per_row(problem.query_tokens, problem.X, "X");
  require_one_label_per_row(problem.key_tokens, key_source(problem), problem.memory ? "M" : "X");
  const AttentionSettings settings =
      settings_for(problem, problem.X.n_rows, key_source(problem).n_rows, problem.counts.n_heads);

  Trace trace{
      .command = "mha", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  record_projections(trace, problem, query, key);
  record_angles(trace, problem, query);
  for (arma::uword head = 0; head < problem.counts.n_heads; ++head)
    record_head(trace, problem, settings, head);
  if (problem.average)
    record(trace, average_stage(query, key, problem.counts.n_heads, settings.blocked),
           mean_of_heads(values_of(trace, "weights")));
  record_result(trace, problem, query);

  warn_of_empty_rows(trace, settings);
  record_config(trace, problem);
  trace.tables.push_back(parameter_table(trace, problem.counts));
  trace.result = problem.weights.W_O.is_empty() ? "concat" : "projected";
  trace.overview = {"parameters", "weights", "average", trace.result};
  return trace;
}

}  // namespace attn
