#include "mechanisms/attention/head_stages.hpp"

#include "base/message.hpp"
#include "mechanisms/attention/attention_stages.hpp"

namespace attn {
namespace {

const Axis kHeadsKeyWidth{"n_heads*d_k", {}};
const Axis kKvHeadsKeyWidth{"n_kv_heads*d_k", {}};
const Axis kKvHeadsValueWidth{"n_kv_heads*d_v", {}};
const Axis kHeadsValueWidth{"n_heads*d_v", {}};

Stage of_all_heads(Stage stage, const Axis& cols) {
  stage.cols = cols;
  add_sentence(stage.note, translated("All heads side by side, head 0 first."));
  return stage;
}

// The columns from `first` on of a stage of all heads, as one head reads them.
Stage part_of(Stage stage, arma::uword head, arma::uword first, arma::uword d_head) {
  const std::string whole = stage.symbol;
  stage.group = group_of(head);
  stage.symbol = fmt::format("{}_{}", whole, head);
  stage.formula = fmt::format("{} = {}[:, {}:{}]", stage.symbol, whole, first, first + d_head);
  stage.rule = Columns{stage.id, first};
  return stage;
}

Stage kv_part_of(Stage stage, arma::uword head, const HeadCounts& counts, arma::uword d_head) {
  const arma::uword kv_head = kv_head_of(head, counts);
  stage = part_of(std::move(stage), head, kv_head * d_head, d_head);
  if (counts.n_kv_heads < counts.n_heads) {
    stage.remark = fmt::format("kv head {}", kv_head);
    add_sentence(stage.note, message("Query heads share it: {} of them read key-value head {}.",
                                     counts.n_heads / counts.n_kv_heads, kv_head));
  }
  return stage;
}

// "O_0 | O_1", or "O_0 | .. | O_7" for many.
std::string of_heads(const std::string& symbol, const std::string& between, arma::uword n_heads) {
  std::string text = symbol + "_0";
  if (n_heads > 2) text += between + "..";
  if (n_heads > 1) text += fmt::format("{}{}_{}", between, symbol, n_heads - 1);
  return text;
}

}  // namespace

std::string group_of(arma::uword head) { return fmt::format("head {}", head); }

Stage all_queries_stage(const Axis& query) {
  return of_all_heads(query_stage(query), kHeadsKeyWidth);
}

Stage all_keys_stage(const Axis& key) { return of_all_heads(key_stage(key), kKvHeadsKeyWidth); }

Stage all_values_stage(const Axis& key) {
  return of_all_heads(value_stage(key), kKvHeadsValueWidth);
}

Stage head_query_stage(const Axis& query, arma::uword head, arma::uword d_head) {
  Stage stage = part_of(query_stage(query), head, head * d_head, d_head);
  stage.note = translated("This head's share of the queries: some of their columns, nothing more.");
  return stage;
}

Stage head_key_stage(const Axis& key, arma::uword head, const HeadCounts& counts,
                     arma::uword d_head) {
  Stage stage = key_stage(key);
  stage.note = translated("This head's share of the keys.");
  return kv_part_of(std::move(stage), head, counts, d_head);
}

Stage head_value_stage(const Axis& key, arma::uword head, const HeadCounts& counts,
                       arma::uword d_head) {
  Stage stage = value_stage(key);
  stage.note = translated("This head's share of the values.");
  return kv_part_of(std::move(stage), head, counts, d_head);
}

Stage angles_stage(const Axis& token, const arma::vec& positions, arma::uword d_k,
                   const Rotary& rope) {
  const bool has_base_alone = rope.frequencies.is_empty();
  Stage stage{.id = "angles",
              .symbol = "θ",
              .formula = has_base_alone ? "θ = p / base^(2i/d_k)" : "θ = p ω_i",
              .rows = token,
              .cols = {"pair", {}},
              .note = translated("The angle, in radians, by which each pair of columns is turned "
                                 "at each position: the same for every head.")};
  if (has_base_alone) stage.rule = Angle{positions, d_k, rope.base};
  return stage;
}

Stage normed_stage(const Stage& of) {
  return {
      .id = of.id + "_normed",
      .group = of.group,
      .symbol = "N" + of.symbol,
      .formula = fmt::format("N{0} = g {0} / √(mean of {0}² + eps)", of.symbol),
      .rows = of.rows,
      .cols = of.cols,
      .remark = of.remark,
      .note = of.id == "query"
                  ? translated("The queries, each row brought to about the same length (RMSNorm) "
                               "and each column multiplied by its gain.")
                  : translated("The keys, each row brought to about the same length (RMSNorm) "
                               "and each column multiplied by its gain.")};
}

Stage rotated_stage(const Stage& of, const Rotary& rope) {
  const bool is_query = of.id.starts_with("query");
  const std::string id = is_query ? "query_rotated" : "key_rotated";
  Stage stage{.id = id,
              .group = of.group,
              .symbol = "R" + of.symbol,
              .formula = fmt::format("R{0} = rotate({0}, θ)", of.symbol),
              .rows = of.rows,
              .cols = of.cols,
              .remark = of.remark,
              .note = is_query
                          ? translated("The queries, turned by their positions.")
                          : translated("The keys, turned by their positions: a score now depends "
                                       "on how far apart two tokens are."),
              .detail = rope.pairing == Pairing::interleaved
                            ? translated("Pairs are neighbouring columns, 2i and 2i + 1 "
                                         "(interleaved, as in the paper).")
                            : translated("Pairs are one column from each half, i and i + d_k/2 "
                                         "(half-split, as in Hugging Face's Llama)."),
              .rule = Rotation{of.id, "angles", rope.pairing}};
  if (rope.length == 1.0) return stage;
  stage.formula = fmt::format("R{0} = {1:.4g} rotate({0}, θ)", of.symbol, rope.length);
  stage.rule = Given{};
  return stage;
}

Stage bias_stage(const std::string& id, const std::string& symbol, const Axis& cols) {
  return {.id = id,
          .symbol = symbol,
          .formula = symbol,
          .rows = {"bias", {}},
          .cols = cols,
          .note = translated("A bias: the same row is added to every token's row.")};
}

Stage average_stage(const Axis& query, const Axis& key, arma::uword n_heads,
                    const BlockedCells& blocked) {
  return {.id = "average",
          .symbol = "mean A",
          .formula = fmt::format("mean A = ({}) / {}", of_heads("A", " + ", n_heads), n_heads),
          .rows = query,
          .cols = key,
          .note = translated("The mean of the heads, not the weights of any head."),
          .detail = translated("Some libraries return this by default. Two heads that look at "
                               "different keys average to a row that looks at both, which no head "
                               "does; the output is never computed from it."),
          .rule = Mean{"weights"},
          .blocked = blocked};
}

Stage concat_stage(const Axis& query, arma::uword n_heads) {
  return {.id = "concat",
          .symbol = "concat",
          .formula = fmt::format("concat = [{}]", of_heads("O", " | ", n_heads)),
          .rows = query,
          .cols = kHeadsValueWidth,
          .note = translated("The outputs of the heads side by side, head 0 first."),
          .detail = translated("Until here no head has seen what another one computed."),
          .rule = Concat{"output"}};
}

Stage output_weight_stage() {
  return {.id = "wo",
          .symbol = "W_O",
          .formula = "W_O",
          .rows = kHeadsValueWidth,
          .cols = model_axis(),
          .note = translated("The matrix that mixes what the heads found. A model learns it.")};
}

Stage projected_stage(const Axis& query) {
  return {.id = "projected",
          .symbol = "Y",
          .rows = query,
          .cols = model_axis(),
          .note = translated("Each token's new vector: W_O mixes what all heads found."),
          .detail = translated("It is as wide as the embedding, so the next layer can take it, and "
                               "a residual connection can add it to the input.")};
}

}  // namespace attn
