#pragma once

#include <functional>
#include <vector>

#include "learning/heads/heads.hpp"
#include "network/layers/layers.hpp"
#include "network/models/models.hpp"

namespace attn {

/// A model that knows every answer, or none, and each of whose heads looks where a rule says; one
/// without a rule looks everywhere alike.
class KnowingModel : public Network<float> {
 public:
  using RuleOf = std::function<KeyRule(const std::vector<std::uint32_t>&)>;

  KnowingModel(std::size_t n_outputs, bool knows, std::vector<RuleOf> of_head)
      : Network<float>(1), n_outputs_(n_outputs), knows_(knows), of_head_(std::move(of_head)) {}

  Rows<float> forward(Workers&, const Batch<float>& batch, const PassMode&) override {
    batch_ = batch;
    logits_.assign(batch.targets.size() * n_outputs_, 0.0F);
    for (std::size_t i = 0; i < batch.targets.size(); ++i) {
      if (batch.targets[i] == kNoTarget) continue;
      const auto right = static_cast<std::size_t>(batch.targets[i]);
      logits_[i * n_outputs_ + (knows_ ? right : (right + 1) % n_outputs_)] = 1.0F;
    }
    return {logits_.data(), batch.targets.size(), n_outputs_};
  }
  void backward(Workers&, const Batch<float>&, const PassMode&, Rows<float>) override {}
  std::size_t n_layers() const override { return 1; }
  std::size_t n_heads() const override { return of_head_.size(); }

  Rows<const float> weights(std::size_t, std::size_t sequence, std::size_t head) const override {
    const std::size_t n = batch_.length;
    weights_.assign(n * n, 1.0F / static_cast<float>(n));
    const auto first = batch_.tokens.begin() + static_cast<std::ptrdiff_t>(sequence * n);
    if (of_head_[head])
      for (const NamedKeys& named :
           of_head_[head]({first, first + static_cast<std::ptrdiff_t>(n)})) {
        for (std::size_t key = 0; key < n; ++key) weights_[named.query * n + key] = 0.0F;
        for (const arma::uword key : named.keys)
          weights_[named.query * n + key] = 1.0F / static_cast<float>(named.keys.size());
      }
    return {weights_.data(), n, n};
  }

 private:
  std::size_t n_outputs_;
  bool knows_;
  std::vector<RuleOf> of_head_;
  Batch<float> batch_{};
  std::vector<float> logits_{};
  mutable std::vector<float> weights_{};
};

}  // namespace attn
