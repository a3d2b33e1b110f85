#include "mechanisms/backward/gradient_stages.hpp"

#include <utility>

#include "base/message.hpp"

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

}  // namespace attn
