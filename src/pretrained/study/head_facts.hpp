#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/named.hpp"
#include "network/rows.hpp"
#include "pretrained/forward/head_attention.hpp"

namespace attn {

/// What of a head is measured, as a mean over the queries that have such a key. W are its weights,
/// i a query and j a key, from 0; t are the tokens.
///
///     previous   W(i, i−1)                   i ≥ 1
///     first      W(i, 0)                     i ≥ 1
///     self       W(i, i)                     i ≥ 1
///     next       W(i, i+1)                   i < n−1, where a query sees what follows
///     same       Σ W(i, j), j < i, t(j) = t(i)
///     induction  Σ W(i, j), 1 ≤ j ≤ i, t(j−1) = t(i): what followed the token before
///     separator  Σ W(i, j), t(j) a separator ([SEP], </s>)
///     entropy    −Σ W ln W / ln(number of open keys), where there are two or more
enum class HeadMeasureKind { previous, first, self, next, same, induction, separator, entropy };
inline constexpr Named<HeadMeasureKind> kHeadMeasureKinds[] = {
    {HeadMeasureKind::previous, "previous"},   {HeadMeasureKind::first, "first"},
    {HeadMeasureKind::self, "self"},           {HeadMeasureKind::next, "next"},
    {HeadMeasureKind::same, "same"},           {HeadMeasureKind::induction, "induction"},
    {HeadMeasureKind::separator, "separator"}, {HeadMeasureKind::entropy, "entropy"}};
inline constexpr std::size_t kHeadMeasures = std::size(kHeadMeasureKinds);

/// A mean, and over how many queries.
struct MeanOverQueries {
  double sum = 0.0;
  std::size_t n_rows = 0;

  double mean() const { return n_rows == 0 ? 0.0 : sum / static_cast<double>(n_rows); }
  bool operator==(const MeanOverQueries&) const = default;
};

/// All measures of one head over one text.
using HeadMeans = std::array<MeanOverQueries, kHeadMeasures>;

inline const MeanOverQueries& mean_of(const HeadMeans& means, HeadMeasureKind kind) {
  return means[static_cast<std::size_t>(kind)];
}

/// A head's weights as a small picture: a dot where a block of them holds the largest weight of a
/// query, or one of .2 and more.
struct HeadSketch {
  std::size_t n_rows = 0, n_cols = 0;
  std::vector<bool> dots{};  ///< row by row
};

/// One head of a model in one text.
struct HeadFacts {
  std::size_t layer = 0, head = 0;
  HeadMeans means{};
  HeadMeans even{};  ///< of attention that makes no difference between what this layer sees
  HeadSketch sketch{};
};

/// The keys of each rule in one text, found once for all heads of a model.
class TokenRules {
 public:
  /// `separators` are the places of tokens that stand between texts.
  TokenRules(std::vector<std::uint32_t> ids, Sights sights, std::vector<bool> separators);

  std::size_t n_tokens() const { return ids_.size(); }

  /// The measures of a head whose weights these are.
  ///
  /// Shapes:  weights (n × n)
  template <class Real>
  HeadMeans means_of(Rows<const Real> weights) const;

  /// The same of a head that makes no difference between the keys that it may look at.
  HeadMeans even_means() const;

 private:
  bool sees(std::size_t query, std::size_t key) const;
  bool is_padding(std::size_t place) const;
  template <class Weight, class Entropy>
  HeadMeans means(const Weight& weight, const Entropy& entropy) const;

  std::vector<std::uint32_t> ids_;
  Sights sights_;
  std::vector<std::size_t> separators_;
  std::size_t first_ = 0;            // token of the text, behind padding
  std::vector<std::size_t> n_open_;  // keys that each query sees
  std::vector<std::vector<std::uint32_t>>
      same_;  // for each query the places before it of its token
};

/// Which of the measures have any query, by the means of even attention.
std::vector<HeadMeasureKind> measured_in(const HeadMeans& even);

/// The picture of a head, no larger than `side` dots a side.
template <class Real>
HeadSketch sketch_of(Rows<const Real> weights, std::size_t side);

extern template HeadMeans TokenRules::means_of(Rows<const float>) const;
extern template HeadMeans TokenRules::means_of(Rows<const double>) const;
extern template HeadSketch sketch_of(Rows<const float>, std::size_t);
extern template HeadSketch sketch_of(Rows<const double>, std::size_t);

}  // namespace attn
