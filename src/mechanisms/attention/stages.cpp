#include "mechanisms/attention/stages.hpp"

#include <cmath>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/shape.hpp"

namespace attn {

namespace {

const Axis kKeyWidth{"d_k", {}};
const Axis kValueWidth{"d_v", {}};

double factor_of(const Stage& scaled) {
  const auto& scaling = std::get<Scaling>(scaled.rule);
  return scaling.divides ? 1.0 / scaling.number : scaling.number;
}

// "scaled = S / (τ √d_k), τ = 0.5, √4 = 2"; without a temperature "scaled = S / √d_k, √4 = 2".
std::string scale_formula(arma::uword d_k, const Scale& scale) {
  const std::string root = fmt::format("√{} = {:.4g}", d_k, std::sqrt(static_cast<double>(d_k)));
  const bool is_hot = scale.temperature != 1.0;
  const std::string over = is_hot ? " / τ" : "";
  const std::string tau = is_hot ? fmt::format(", τ = {}", scale.temperature) : "";
  if (scale.kind == Scale::Kind::off) return "scaled = S" + over + tau;
  if (scale.kind == Scale::Kind::factor)
    return fmt::format("scaled = {} S", scale.factor) + over + tau;
  return (is_hot ? "scaled = S / (τ √d_k)" : "scaled = S / √d_k") + tau + ", " + root;
}

}  // namespace

Stage input_stage(const Axis& query) {
  return {.id = "input",
          .symbol = "X",
          .formula = "X",
          .rows = query,
          .cols = model_axis(),
          .note = translated("One row per token: its embedding, the numbers that stand for it."),
          .detail = translated("Everything that follows is computed from these rows. They carry "
                               "no position: without a positional encoding, the order of the "
                               "words is not in the numbers.")};
}

Stage memory_stage(const Axis& key) {
  return {.id = "memory",
          .symbol = "M",
          .formula = "M",
          .rows = key,
          .cols = model_axis(),
          .note = translated("The other sequence: keys and values are made from it."),
          .detail = translated("This is cross-attention. The queries come from one sequence, the "
                               "keys and values from another, so the score matrix need not be "
                               "square.")};
}

Stage value_memory_stage(const Axis& key) {
  return {
      .id = "value_memory",
      .symbol = "M_V",
      .formula = "M_V",
      .rows = key,
      .cols = model_axis(),
      .note = translated("Where the values are made from: one row for each row of the memory.")};
}

Stage query_weight_stage() {
  return {.id = "wq",
          .symbol = "W_Q",
          .formula = "W_Q",
          .rows = model_axis(),
          .cols = kKeyWidth,
          .note = translated("The matrix that turns a token into its query. A model learns it.")};
}

Stage key_weight_stage() {
  return {.id = "wk",
          .symbol = "W_K",
          .formula = "W_K",
          .rows = model_axis(),
          .cols = kKeyWidth,
          .note = translated("The matrix that turns a token into its key. A model learns it.")};
}

Stage value_weight_stage() {
  return {.id = "wv",
          .symbol = "W_V",
          .formula = "W_V",
          .rows = model_axis(),
          .cols = kValueWidth,
          .note = translated("The matrix that turns a token into its value. A model learns it.")};
}

Stage query_stage(const Axis& query) {
  return {.id = "query",
          .symbol = "Q",
          .formula = "Q",
          .rows = query,
          .cols = kKeyWidth,
          .note = translated("What each token is looking for."),
          .detail = translated("Each row of Q is compared with every row of K. It is made from "
                               "the token alone, so the same word always asks the same "
                               "question.")};
}

Stage key_stage(const Axis& key) {
  return {.id = "key",
          .symbol = "K",
          .formula = "K",
          .rows = key,
          .cols = kKeyWidth,
          .note = translated("What each token offers to be found by."),
          .detail = translated("Queries and keys share one width, d_k, because each query meets "
                               "each key in a dot product.")};
}

Stage value_stage(const Axis& key) {
  return {.id = "value",
          .symbol = "V",
          .formula = "V",
          .rows = key,
          .cols = kValueWidth,
          .note = translated("What each token hands over when it is attended to."),
          .detail = translated("Values play no part in who attends to whom. There is one for "
                               "each key, so V has as many rows as K; their width, d_v, may "
                               "differ from d_k.")};
}

Stage scores_stage(const Axis& query, const Axis& key) {
  return {.id = "scores",
          .symbol = "S",
          .formula = "S = Q Kᵀ",
          .rows = query,
          .cols = key,
          .note = translated("How well does each query match each key? One dot product per cell."),
          .detail =
              translated("A score is the product of the lengths of query and key and of the cosine "
                         "of the angle between them: large where both are long and point the "
                         "same way. Scores have no fixed range yet: they grow with the width "
                         "of the vectors."),
          .rule = Product{"query", "key", true}};
}

Stage scaled_stage(const Axis& query, const Axis& key, arma::uword d_k, const Scale& scale) {
  Stage stage{.id = "scaled", .symbol = "scaled", .rows = query, .cols = key};
  stage.formula = scale_formula(d_k, scale);
  const auto [number, divides] = score_number(d_k, scale);
  stage.rule = Scaling{rule::cell("scores"), number, divides, scale};
  switch (scale.kind) {
    case Scale::Kind::sqrt_d_k:
      stage.note = translated("Divide every score by √d_k, so that softmax does not saturate.");
      break;
    case Scale::Kind::off:
      stage.note = translated("Scaling is off: no √d_k divides the scores.");
      break;
    case Scale::Kind::factor:
      stage.note = translated("Multiply every score by the chosen factor.");
      break;
  }
  if (scale.temperature != 1.0)
    add_sentence(stage.note, translated("The temperature τ divides the scores: above 1 the weights "
                                        "even out, below 1 the largest takes more."));
  stage.detail = translated(
      "If the entries of a query and a key are independent with mean 0 and variance 1, "
      "their dot product has variance d_k; divided by √d_k it has variance 1 for every "
      "d_k. Without that, one weight in a row comes close to 1 and softmax hardly "
      "learns: its gradient is close to 0.");
  return stage;
}

void add_scale_config(Trace& trace, const Scale& scale, const Stage& scaled) {
  trace.config.emplace_back("scale", factor_of(scaled));
  if (scale.temperature != 1.0) trace.config.emplace_back("temperature", scale.temperature);
}

Stage masked_stage(const Stage& of, const BlockedCells& blocked) {
  Stage stage{.id = "masked", .symbol = "masked", .rows = of.rows, .cols = of.cols};
  stage.rule = Masking{of.id};
  stage.blocked = blocked;
  stage.formula = "masked = " + of.symbol;
  if (blocked.is_empty()) {
    stage.note = translated("Nothing is masked: every query may attend to every key.");
  } else {
    stage.formula += " + mask";
    stage.note = translated("A blocked score becomes −∞, and softmax turns −∞ into exactly 0.");
    stage.detail = translated(
        "The mask adds 0 where a query may attend and −∞ where it may not. A large negative "
        "number such as −1e9 is not the same. In a row with nothing else in it, the weights "
        "would come out uniform where it replaces the scores, and as if nothing were masked "
        "where it is added to them in double precision.");
  }
  return stage;
}

Stage weights_stage(const Axis& query, const Axis& key, const BlockedCells& blocked) {
  return {.id = "weights",
          .symbol = "A",
          .formula = "A = softmax(masked)",
          .rows = query,
          .cols = key,
          .note = translated("Each row is one query's attention, shared out over the keys: it sums "
                             "to 1."),
          .detail =
              translated("exp makes every score positive, and dividing by the row's sum makes "
                         "shares of it. Entropy says how spread out a row is, from 0 (one key "
                         "takes all) to ln n (all n keys alike). The weights show what was mixed; "
                         "by themselves they do not explain a decision."),
          .rule = Softmax{"masked"},
          .blocked = blocked};
}

Stage output_stage(const Axis& query) {
  return {.id = "output",
          .symbol = "O",
          .formula = "O = A V",
          .rows = query,
          .cols = kValueWidth,
          .note = translated("Each token's new vector: the values, mixed in the proportions of its "
                             "weights."),
          .detail = translated("Each row is a weighted mean of the values, so no entry is larger "
                               "than the largest value in its column, or smaller than the "
                               "smallest."),
          .rule = Product{"weights", "value"}};
}

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

namespace {

constexpr int kDigits = 4;

}  // namespace

double largest_difference(const arma::mat& A, const arma::mat& B) {
  require_shape("B", B.n_rows, B.n_cols, A.n_rows, A.n_cols);
  return A.is_empty() ? 0.0 : arma::abs(A - B).max();
}

cell::Real difference_cell(const arma::mat& A, const arma::mat& B) {
  const double difference = largest_difference(A, B);
  if (difference < kRounding) return {.below = kRounding};
  return {.value = difference, .places = kDigits, .form = cell::Real::Form::digits};
}

std::string difference_text(const arma::mat& A, const arma::mat& B) {
  const double difference = largest_difference(A, B);
  return difference < kRounding ? "< 1e-12" : significant_text(difference, kDigits);
}

void record_group(Trace& trace, const Trace& part, const std::string& group) {
  for (Stage stage : part.stages) {
    stage.group = group;
    trace.record(std::move(stage));
  }
}

}  // namespace attn
