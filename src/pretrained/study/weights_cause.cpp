#include <algorithm>
#include <armadillo>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "pretrained/study/study.hpp"

namespace attn {

namespace {

// The weights of one head here and there, which a cause makes alike in place; whether anything in
// them is as that cause leaves it.
using Undo = std::function<bool(arma::mat& ours, arma::mat& theirs)>;

void share_out(arma::mat& weights, arma::uword row) {
  const double sum = arma::accu(weights.row(row));
  if (sum > 0.0) weights.row(row) /= sum;
}

bool transpose(arma::mat&, arma::mat& theirs) {
  arma::inplace_trans(theirs);
  return true;
}

// The weights of the keys that the other matrix also sees; whether there are more. A query that
// sees nothing there has no mask, which leaves it something, but no weights.
bool hide_unseen(arma::mat& weights, const arma::mat& other) {
  bool has_more = false;
  for (arma::uword row = 0; row < weights.n_rows; ++row) {
    const arma::uvec hidden = arma::find(other.row(row) == 0.0 && weights.row(row) != 0.0);
    if (hidden.is_empty() || !arma::any(other.row(row))) continue;
    for (const arma::uword col : hidden) weights(row, col) = 0.0;
    share_out(weights, row);
    has_more = true;
  }
  return has_more;
}

bool undo_scores(arma::mat&, arma::mat& theirs) {
  const bool are_scores = theirs.min() < 0.0 || theirs.max() > 1.0;
  for (arma::uword row = 0; row < theirs.n_rows; ++row) {
    theirs.row(row) = arma::exp(theirs.row(row) - theirs.row(row).max());
    share_out(theirs, row);
  }
  return are_scores;
}

bool undo_unmasked_scores(arma::mat& ours, arma::mat& theirs) {
  theirs.elem(arma::find(ours == 0.0)).fill(-arma::datum::inf);
  return undo_scores(ours, theirs);
}

// What is left after dropout is divided by the part that is kept, the same in every head.
class DropoutUndo {
 public:
  explicit DropoutUndo(double tolerance) : tolerance_(tolerance) {}

  bool operator()(arma::mat& ours, arma::mat& theirs) {
    constexpr double kLeastFactor = 1.001;
    const arma::uvec kept = arma::find(theirs != 0.0);
    if (!factor_ && !kept.is_empty())
      factor_ = arma::accu(theirs.elem(kept)) / arma::accu(ours.elem(kept));
    const arma::uvec dropped = arma::find(theirs == 0.0 && ours > tolerance_);
    ours.elem(dropped).zeros();
    if (factor_) theirs /= *factor_;
    return !dropped.is_empty() && factor_ && *factor_ > kLeastFactor && std::isfinite(*factor_);
  }

 private:
  double tolerance_;  // below it, a weight may have been rounded to 0
  std::optional<double> factor_{};
};

template <class Real>
class CauseSearch {
 public:
  CauseSearch(Rows<const Real> ours, const MappedArray& others, double tolerance)
      : ours_(ours), others_(others), tolerance_(tolerance) {}

  std::optional<CauseFound> found(std::size_t layer) const {
    const std::size_t n_layers = others_.n_numbers() / ours_.size();
    for (std::size_t other = 0; other < n_layers; ++other)
      if (other != layer && fits(other, [](arma::mat&, arma::mat&) { return true; }))
        return CauseFound{WeightsCause::other_layer, other};
    const std::pair<WeightsCause, Undo> causes[] = {
        {WeightsCause::transposed, transpose},
        {WeightsCause::unmasked,
         [](arma::mat& ours, arma::mat& theirs) { return hide_unseen(theirs, ours); }},
        {WeightsCause::masked,
         [](arma::mat& ours, arma::mat& theirs) { return hide_unseen(ours, theirs); }},
        {WeightsCause::scores, undo_scores},
        {WeightsCause::unmasked_scores, undo_unmasked_scores},
        {WeightsCause::dropout, DropoutUndo(tolerance_)}};
    for (const auto& [cause, undo] : causes)
      if (fits(layer, undo)) return CauseFound{cause, layer};
    if (are_other_heads(layer)) return CauseFound{WeightsCause::other_heads, layer};
    return {};
  }

 private:
  std::size_t n() const { return ours_.n_cols; }
  std::size_t n_heads() const { return ours_.n_rows / n(); }

  arma::mat our_head(std::size_t head) const {
    arma::mat weights(n(), n());
    for (std::size_t i = 0; i < n(); ++i)
      for (std::size_t j = 0; j < n(); ++j)
        weights(i, j) = static_cast<double>(ours_(head * n() + i, j));
    return weights;
  }

  arma::mat their_head(std::size_t layer, std::size_t head) const {
    arma::mat weights(n(), n());
    others_.copy((layer * n_heads() + head) * n() * n(), n() * n(), weights.memptr());
    arma::inplace_trans(weights);
    return weights;
  }

  bool agree(const arma::mat& ours, const arma::mat& theirs) const {
    return std::equal(ours.begin(), ours.end(), theirs.begin(), [this](double one, double other) {
      return std::abs(one - other) <= tolerance_;
    });
  }

  // Whoever makes the change makes it in every head, so that all must agree with it; one at least
  // must show the cause.
  bool fits(std::size_t layer, const Undo& undo) const {
    bool is_shown = false;
    for (std::size_t head = 0; head < n_heads(); ++head) {
      arma::mat ours = our_head(head), theirs = their_head(layer, head);
      is_shown = undo(ours, theirs) || is_shown;
      if (!agree(ours, theirs)) return false;
    }
    return is_shown;
  }

  bool are_other_heads(std::size_t layer) const {
    std::vector<bool> is_taken(n_heads());
    for (std::size_t head = 0; head < n_heads(); ++head) {
      const arma::mat ours = our_head(head);
      std::size_t other = 0;
      while (other < n_heads() && (is_taken[other] || !agree(ours, their_head(layer, other))))
        ++other;
      if (other == n_heads()) return false;
      is_taken[other] = true;
    }
    return true;
  }

  const Rows<const Real> ours_;
  const MappedArray& others_;
  const double tolerance_;
};

}  // namespace

bool is_cause_sought(std::size_t n_weights) {
  constexpr std::size_t kMostWeights = std::size_t{1} << 24;  // some seconds at most
  return n_weights <= kMostWeights;
}

template <class Real>
std::optional<CauseFound> cause_of_difference(Rows<const Real> ours, const MappedArray& others,
                                              std::size_t layer, double tolerance) {
  if (!is_cause_sought(ours.size())) return {};
  return CauseSearch<Real>(ours, others, tolerance).found(layer);
}

template std::optional<CauseFound> cause_of_difference(Rows<const float>, const MappedArray&,
                                                       std::size_t, double);
template std::optional<CauseFound> cause_of_difference(Rows<const double>, const MappedArray&,
                                                       std::size_t, double);

}  // namespace attn
