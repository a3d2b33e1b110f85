#pragma once

#include <cstdint>
#include <vector>

#include "network/parameters.hpp"
#include "network/workers.hpp"

namespace attn {

/// Sequences that go through a model together, padded to one length.
template <class Real>
struct Batch {
  std::size_t n_sequences = 0, length = 0;
  std::vector<std::uint32_t> tokens;   ///< (n_sequences · length), one sequence after another
  std::vector<std::uint32_t> lengths;  ///< how many tokens of each are real; empty: all
  std::vector<std::int32_t> targets;   ///< one a token, or one a sequence where that is pooled
  std::vector<Real> vectors, wanted;   ///< rows of numbers, in place of tokens and targets
};

/// In which mood a model runs. In training it drops numbers, which ones hangs on seed and step.
struct PassMode {
  bool is_training = false;
  std::uint64_t seed = 0, step = 0;
};

/// A model that learns: forward, what it is worth, and backward.
template <class Real>
class Network {
 public:
  explicit Network(std::uint64_t seed) : parameters(seed) {}
  virtual ~Network() = default;
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  /// The outputs of a batch: logits or vectors, a row for each token or each sequence. They stand
  /// until the next call, and the caller may write over them.
  virtual Rows<Real> forward(Workers& workers, const Batch<Real>& batch, const PassMode& pass) = 0;

  /// Adds the gradients of the loss to those of the parameters, from the gradient of the outputs
  /// of the forward pass before, which is used up.
  virtual void backward(Workers& workers, const Batch<Real>& batch, const PassMode& pass,
                        Rows<Real> d_outputs) = 0;

  /// How many maps of attention a forward pass leaves for each sequence: layers and heads.
  virtual std::size_t n_layers() const = 0;
  virtual std::size_t n_heads() const = 0;

  /// The weights of one head for one sequence of the last batch, (length × length).
  virtual Rows<const Real> weights(std::size_t layer, std::size_t sequence,
                                   std::size_t head) const = 0;

  Parameters<Real> parameters;
};

/// Forward, loss, and all gradients, which replace those before. The loss is that of cross-entropy
/// where the batch has targets, else the mean squared error against the wanted vectors.
template <class Real>
double loss_and_gradients(Network<Real>& model, Workers& workers, const Batch<Real>& batch,
                          const PassMode& pass);

/// The loss alone, in evaluation: nothing is dropped.
template <class Real>
double loss_of(Network<Real>& model, Workers& workers, const Batch<Real>& batch);

extern template double loss_and_gradients(Network<float>&, Workers&, const Batch<float>&,
                                          const PassMode&);
extern template double loss_and_gradients(Network<double>&, Workers&, const Batch<double>&,
                                          const PassMode&);
extern template double loss_of(Network<float>&, Workers&, const Batch<float>&);
extern template double loss_of(Network<double>&, Workers&, const Batch<double>&);

}  // namespace attn
