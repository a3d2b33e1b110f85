#include "mechanisms/attention/scaled_dot_product.hpp"

#include "mechanisms/attention/attention_stages.hpp"

namespace attn {
namespace {

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
  add_attention_config(trace, problem, trace.stage("scaled"));
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
  require_one_label_per_row(problem.query_tokens, Q, "Q");
  require_one_label_per_row(problem.key_tokens, K, "K");
  const AttentionSettings settings = settings_for(problem, Q.n_rows, K.n_rows);
  record_attention(trace, settings);
  warn_of_empty_rows(trace, settings);
  add_batch_axis(trace, problem.n_batch);
  record_config(trace, problem);
  return trace;
}

}  // namespace attn
