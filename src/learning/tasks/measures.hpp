#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "learning/heads/head_measure.hpp"
#include "network/models/models.hpp"
#include "trace/table.hpp"

namespace attn {

/// Which of the heads of a model.
struct HeadPlace {
  std::size_t layer = 0, head = 0;

  bool operator==(const HeadPlace&) const = default;
};

/// One thing that tells whether something was learned.
struct MeasureRow {
  std::string id, name;  ///< for programs; for people, translated
  double before = 0.0, after = 0.0;
  std::optional<double> chance{};    ///< what guessing, or even attention, would reach
  std::optional<HeadPlace> place{};  ///< of the head; none where there is but one
};

/// The part of the answers that are right, as a person reads it everywhere: "0.983", and "<0.001"
/// of what is not quite none. In a table as a cell.
std::string accuracy_text(double part);
cell::Real accuracy_cell(double part);

/// Rows of measures as a table: measure, before, after, chance, and where a row is about one head
/// of several also layer and head.
Table measures_table(const std::vector<MeasureRow>& rows, std::string note = "");

/// What a rule says of one sequence of a batch, which may be shorter than the batch is long.
struct RuledSequence {
  std::size_t n_tokens = 0;  ///< without padding
  KeyRule rule;
};

/// The weights of one head for the first n tokens of one sequence of the last batch.
///
/// Shapes:  (n × n)
template <class Real>
arma::mat weights_of(const Network<Real>& model, std::size_t layer, std::size_t sequence,
                     std::size_t head, std::size_t n_tokens) {
  const Rows<const Real> weights = model.weights(layer, sequence, head);
  arma::mat W(n_tokens, n_tokens);
  for (arma::uword i = 0; i < W.n_rows; ++i)
    for (arma::uword j = 0; j < W.n_cols; ++j) W(i, j) = static_cast<double>(weights(i, j));
  return W;
}

/// How much weight a head puts where a rule says, over the sequences of the last batch.
HeadMeasure head_measure(const Network<float>& model, std::size_t layer, std::size_t head,
                         const std::vector<RuledSequence>& sequences, Sight sight);

/// The head that follows a rule most, measured before and after learning; the other model's head
/// is the best of its own. Both models have seen the batch last.
MeasureRow best_head(const Network<float>& before, const Network<float>& after,
                     const std::vector<RuledSequence>& sequences, Sight sight);

/// How many of the targets that count are right, and of the sequences all of whose targets are.
struct Rightness {
  std::size_t n_right = 0, n_targets = 0, n_whole = 0, n_sequences = 0;

  double accuracy() const { return part(n_right, n_targets); }
  double whole() const { return part(n_whole, n_sequences); }
  Rightness& operator+=(const Rightness& other);

 private:
  static double part(std::size_t n, std::size_t of);
};

/// The same of a batch from its logits, one row a target.
///
/// Shapes:  logits (n × n_classes), targets n, in n_sequences of equal length
Rightness rightness(Rows<const float> logits, const std::vector<std::int32_t>& targets,
                    std::size_t n_sequences);

}  // namespace attn
