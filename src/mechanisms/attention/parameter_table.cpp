#include "mechanisms/attention/parameter_table.hpp"

#include "base/count.hpp"
#include "base/message.hpp"
#include "mechanisms/attention/head_stages.hpp"
#include "trace/trace.hpp"

namespace attn {
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
