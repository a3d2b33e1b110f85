#include <numeric>
#include <utility>

#include "base/count.hpp"
#include "base/message.hpp"
#include "core/attention.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/multi_head_tables.hpp"
#include "mechanisms/attention/stages.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

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
  record(trace, angles_stage(token, positions, d_k, *problem.rope),
         rotation_angles(positions, d_k, *problem.rope));
}

// What a head compares: its queries and keys, behind their norm where they have one ...
Compared record_norms(Trace& trace, const MultiHeadProblem& problem, arma::uword head) {
  if (!problem.norm) return {};
  const QueryKeyNorm& norm = *problem.norm;
  const auto record_normed = [&](const Stage& of, const arma::rowvec& gain) {
    record(trace, normed_stage(of), rms_normed(of.value, gain, norm.epsilon));
  };
  record_normed(trace.stage("query", group_of(head)), norm.query_gain);
  record_normed(trace.stage("key", group_of(head)), norm.key_gain);
  return {.query = "query_normed", .key = "key_normed"};
}

// ... and turned where there are rotary positions.
Compared record_rotations(Trace& trace, const MultiHeadProblem& problem, arma::uword head) {
  const Compared compared = record_norms(trace, problem, head);
  if (!problem.rope) return compared;
  const Rotary& rope = *problem.rope;
  for (const std::string& id : {compared.query, compared.key}) {
    const Stage& of = trace.stage(id, group_of(head));
    record(trace, rotated_stage(of, rope),
           rope.length * rotated(of.value, trace.stage("angles").value, rope.pairing));
  }
  return {.query = "query_rotated", .key = "key_rotated"};
}

std::vector<arma::uword> heads_of(const MultiHeadProblem& problem) {
  if (!problem.heads.empty()) return problem.heads;
  std::vector<arma::uword> all(problem.counts.n_heads);
  std::iota(all.begin(), all.end(), arma::uword{0});
  return all;
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
  const std::string group = group_of(heads_of(problem).front());
  const Stage& key = trace.stage("key", group);
  add("d_model", problem.X.n_cols);
  add("n_heads", problem.counts.n_heads);
  add("n_kv_heads", problem.counts.n_kv_heads);
  add("n_q", problem.X.n_rows);
  add("n_k", key.value.n_rows);
  add("d_k", key.value.n_cols);
  add("d_v", trace.stage("value", group).value.n_cols);
  trace.config.emplace_back("rope", problem.rope.has_value());
  add_attention_config(trace, problem, trace.stage("scaled", group));
}

}  // namespace

Trace multi_head(const MultiHeadProblem& problem) {
  require_fitting_shapes(problem);
  require_one_label_per_row(problem.query_tokens, problem.X, "X");
  require_one_label_per_row(problem.key_tokens, problem.keys_from(), problem.memory ? "M" : "X");
  const AttentionSettings settings =
      settings_for(problem, problem.X.n_rows, problem.keys_from().n_rows, heads_of(problem).size());

  Trace trace{
      .command = "mha", .query_tokens = problem.query_tokens, .key_tokens = problem.key_tokens};
  const Axis query{"query", problem.query_tokens};
  const Axis key{"key", problem.key_tokens};
  record_projections(trace, problem, query, key);
  record_angles(trace, problem, query);
  for (const arma::uword head : heads_of(problem)) record_head(trace, problem, settings, head);
  if (problem.average)
    record(trace, average_stage(query, key, problem.counts.n_heads, settings.blocked),
           mean_of_heads(values_of(trace, "weights")));
  const bool has_all_heads = problem.heads.empty();
  if (has_all_heads) record_result(trace, problem, query);

  warn_of_empty_rows(trace, settings);
  add_batch_axis(trace, problem.n_batch);
  record_config(trace, problem);
  if (has_all_heads) trace.tables.push_back(parameter_table(trace, problem.counts));
  if (Table heads = head_table(trace); !heads.rows.empty())
    trace.tables.push_back(std::move(heads));
  if (has_all_heads) trace.result = problem.weights.W_O.is_empty() ? "concat" : "projected";
  trace.overview = {"parameters", "weights", "average", trace.result};
  return trace;
}

namespace {

TableRow row_of(const cell::Text& name, const WeightMeans& means) {
  return {name, cell::Real{means.entropy}, cell::Real{*means.self}, cell::Real{*means.neighbours},
          cell::Real{*means.distance}};
}

}  // namespace

Table head_table(const Trace& trace) {
  Table table{.id = "heads",
              .title = translated("Where each head looks, as means over the queries. A head whose "
                                  "numbers are near those of the last row prefers no place."),
              .columns = {{"head", translated("head")},
                          {"entropy", translated("entropy")},
                          {"self", translated("on itself")},
                          {"neighbours", translated("on the neighbours")},
                          {"distance", translated("distance")}},
              .note = translated("The neighbours of place i are i - 1 and i + 1. The distance is "
                                 "the sum of the weights times |i - j|, in places.")};
  const std::vector<const Stage*> heads = trace.in_every_group("weights");
  if (heads.empty() || !weight_means_of(*heads.front()).self) return table;
  for (const Stage* head : heads)
    table.rows.push_back(row_of(cell::name(head->group), weight_means_of(*head)));
  table.rows.push_back(row_of({"uniform", translated("attention spread evenly")},
                              weight_means_of(evenly_spread(*heads.front()))));
  return table;
}

namespace {

// With a batch there are too many axes for names; the note says what they are.
cell::Text shape_cell(const Stage& stage) {
  return cell::name(stage.n_batch > 0 ? tuple_shape(sizes_of(stage)) : short_shape(stage));
}

cell::Text split_cell(const Stage& stage, const HeadAxis& heads) {
  return cell::name(stage.n_batch > 0 ? tuple_shape(sizes_of(stage, heads))
                                      : named_shape(stage, heads));
}

// What a weight and its bias hold, as "8*4+4".
struct Learned {
  std::uint64_t weight = 0, bias = 0;
  std::string sum;
};

Learned learned_by(const Trace& trace, const std::string& weight, const std::string& bias) {
  const arma::mat& W = trace.stage(weight).value;
  Learned count{.weight = W.n_elem, .bias = 0, .sum = fmt::format("{}*{}", W.n_rows, W.n_cols)};
  if (trace.find(bias)) {
    count.bias = W.n_cols;
    count.sum += fmt::format("+{}", W.n_cols);
  }
  return count;
}

class ParameterTable {
 public:
  ParameterTable(const Trace& trace, const HeadCounts& counts) : trace_(trace), counts_(counts) {}

  Table table() {
    table_ = {.id = "parameters",
              .title = translated("Shapes on the way, and the parameters that are learned."),
              .columns = {{"stage", translated("stage")},
                          {"shape", translated("shape")},
                          {"split", translated("split into heads")},
                          {"weight_and_bias", translated("weight+bias")},
                          {"count", translated("count")}},
              .n_text_columns = 3};
    add_input();
    add_projection("query", "wq", "bq", counts_.n_heads, "head");
    add_projection("key", "wk", "bk", counts_.n_kv_heads, kv_head_name());
    add_projection("value", "wv", "bv", counts_.n_kv_heads, kv_head_name());
    for (const char* id : {"scores", "weights", "output"}) add_per_head(id);
    add_shape("concat");
    if (trace_.find("projected")) add_projection("projected", "wo", "bo", 0, "");
    table_.rows.push_back({cell::Text{"total", translated("total")}, cell::Missing{},
                           cell::Missing{}, cell::Missing{},
                           cell::Whole{count_of(weights_ + biases_)}});
    table_.note = note();
    return std::move(table_);
  }

 private:
  const char* kv_head_name() const {
    return counts_.n_kv_heads == counts_.n_heads ? "head" : "kv head";
  }

  void add_input() {
    for (const char* id : {"input", "memory", "value_memory"})
      if (trace_.find(id)) add_shape(id);
  }

  // A stage that is neither split nor made by parameters.
  void add_shape(const char* id) {
    table_.rows.push_back({cell::name(id), shape_cell(trace_.stage(id)), cell::Missing{},
                           cell::Missing{}, cell::Missing{}});
  }

  void add_projection(const char* id, const char* weight, const char* bias, arma::uword n_heads,
                      const char* head) {
    const Learned count = learned_by(trace_, weight, bias);
    weights_ += count.weight;
    biases_ += count.bias;
    TableCell in_heads = cell::Missing{};
    if (n_heads > 0) in_heads = split_cell(trace_.stage(id, group_of(0)), {head, n_heads});
    table_.rows.push_back({cell::name(id), shape_cell(trace_.stage(id)), in_heads,
                           cell::name(count.sum),
                           cell::Whole{count_of(count.weight + count.bias)}});
  }

  void add_per_head(const char* id) {
    table_.rows.push_back({cell::name(id), cell::Missing{},
                           split_cell(trace_.stage(id, group_of(0)), {"head", counts_.n_heads}),
                           cell::Missing{}, cell::Missing{}});
  }

  // Keys and values as if every query head had its own.
  std::uint64_t full_count() const {
    const std::uint64_t share = counts_.n_heads / counts_.n_kv_heads - 1;
    std::uint64_t extra = 0;
    for (const auto& [weight, bias] : {std::pair{"wk", "bk"}, {"wv", "bv"}}) {
      const Learned count = learned_by(trace_, weight, bias);
      extra += share * (count.weight + count.bias);
    }
    return weights_ + biases_ + extra;
  }

  std::string note() const {
    std::string text;
    const auto add = [&text](const std::string& sentence) { add_sentence(text, sentence); };
    if (trace_.stage("query").n_batch > 0)
      add(translated(
          "Shapes are (batch, tokens, width) and (batch, heads, tokens, width); those of "
          "scores and weights end in queries and keys."));
    if (biases_ > 0) add(message("Of these, {} are biases.", count_text(biases_)));
    const arma::uword share = counts_.n_heads / counts_.n_kv_heads;
    if (share > 1) {
      add(message("{} query heads share each key-value head: heads 0 to {} read kv head 0.", share,
                  share - 1));
      add(
          message("With keys and values of their own for every head there would be {}; the cache "
                  "of keys and values is {:.3g} % of that layer's.",
                  count_text(full_count()), 100.0 / static_cast<double>(share)));
    }
    const bool fills_model = trace_.find("projected") && trace_.stage("concat").value.n_cols ==
                                                             trace_.stage("input").value.n_cols;
    if (share == 1 && fills_model)
      add(
          translated("As long as n_heads times d_head is d_model, the total does not depend on the "
                     "number of heads."));
    return text;
  }

  const Trace& trace_;
  const HeadCounts& counts_;
  Table table_;
  std::uint64_t weights_ = 0, biases_ = 0;
};

}  // namespace

Table parameter_table(const Trace& trace, const HeadCounts& counts) {
  return ParameterTable(trace, counts).table();
}

}  // namespace attn
