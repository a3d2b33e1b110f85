#pragma once

#include <vector>

#include "learning/report/report.hpp"
#include "learning/text/text.hpp"

namespace attn {

/// Texts that a language model makes up while it learns: at the beginning, after a tenth, a quarter
/// and half of the steps, and at the end.
class LearnSamples {
 public:
  /// The corpus must live as long.
  LearnSamples(const Corpus& corpus, double temperature)
      : corpus_(corpus), temperature_(temperature) {}

  /// Takes one where one is due.
  void take(Training& training, Workers& workers);

  const std::vector<SampledText>& texts() const { return texts_; }

 private:
  const Corpus& corpus_;
  double temperature_;
  std::vector<SampledText> texts_{};
};

}  // namespace attn
