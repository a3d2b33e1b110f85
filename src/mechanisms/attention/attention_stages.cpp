#include "mechanisms/attention/attention_stages.hpp"

#include <cmath>

#include "base/message.hpp"

namespace attn {
namespace {

const Axis kKeyWidth{"d_k", {}};
const Axis kValueWidth{"d_v", {}};

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
  if (scale.kind == Scale::Kind::factor)
    stage.rule = Scaling{"scores", score_factor(d_k, scale), false, scale};
  else
    stage.rule = Scaling{"scores", score_divisor(d_k, scale), true, scale};
  switch (scale.kind) {
    case Scale::Kind::sqrt_d_k:
      stage.note = translated("Divide every score by √d_k, so that softmax does not saturate.");
      break;
    case Scale::Kind::off:
      stage.note = translated("Scaling is off: the scores go to softmax as they are.");
      break;
    case Scale::Kind::factor:
      stage.note = translated("Multiply every score by the chosen factor.");
      break;
  }
  if (scale.temperature != 1.0)
    add_sentence(stage.note, translated("The temperature τ divides them, too: above 1 the weights "
                                        "even out, below 1 the largest takes more."));
  stage.detail = translated(
      "If the entries of a query and a key are independent with mean 0 and variance 1, "
      "their dot product has variance d_k; divided by √d_k it has variance 1 for every "
      "d_k. Without that, one weight in a row comes close to 1 and softmax hardly "
      "learns: its gradient is close to 0.");
  return stage;
}

Stage masked_stage(const Axis& query, const Axis& key, const BlockedCells& blocked) {
  Stage stage{.id = "masked", .symbol = "masked", .rows = query, .cols = key};
  stage.rule = Masking{"scaled"};
  stage.blocked = blocked;
  if (blocked.is_empty()) {
    stage.formula = "masked = scaled";
    stage.note = translated("Nothing is masked: every query may attend to every key.");
  } else {
    stage.formula = "masked = scaled + mask";
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

}  // namespace attn
