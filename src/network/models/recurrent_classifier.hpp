#pragma once

#include <variant>
#include <vector>

#include "base/named.hpp"
#include "network/layers/embedding.hpp"
#include "network/layers/linear.hpp"
#include "network/layers/recurrent.hpp"
#include "network/models/model.hpp"

namespace attn {

enum class RecurrentKind { rnn, lstm };

struct RecurrentSettings {
  RecurrentKind kind = RecurrentKind::lstm;
  std::size_t vocabulary = 0, d_model = 0, n_classes = 2;
};

/// A classifier that reads a sequence word by word: an embedding, a recurrent layer, and a linear
/// map of its state after the last word.
template <class Real>
class RecurrentClassifier : public Network<Real> {
 public:
  RecurrentClassifier(const RecurrentSettings& settings, std::uint64_t seed);

  Rows<Real> forward(Workers& workers, const Batch<Real>& batch, const PassMode& pass) override;
  void backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                Rows<Real> d_outputs) override;
  std::size_t n_layers() const override { return 0; }
  std::size_t n_heads() const override { return 0; }
  Rows<const Real> weights(std::size_t, std::size_t, std::size_t) const override { return {}; }

 private:
  template <class Layer>
  struct Reader {
    Layer layer;
    typename Layer::Kept kept;
  };

  RecurrentSettings settings_;
  Embedding<Real> embedding_;
  std::variant<Reader<RnnLayer<Real>>, Reader<LstmLayer<Real>>> reader_;
  Linear<Real> head_;
  std::vector<Real> embedded_, last_, outputs_, d_last_, d_states_, d_embedded_;
};

extern template class RecurrentClassifier<float>;
extern template class RecurrentClassifier<double>;

}  // namespace attn
