#pragma once

#include <string>
#include <utility>
#include <vector>

#include "network/layers/layers.hpp"
#include "network/models/models.hpp"
#include "network/row_matrix.hpp"

namespace attn {

/// One of each kind of transformer, small enough that all its gradients can be tried.
struct NamedSettings {
  std::string name;
  TransformerSettings settings;
};

/// Attention and a linear map, from vectors to vectors.
inline TransformerSettings copy_settings() {
  TransformerSettings s;
  s.d_model = 6;
  s.n_heads = s.n_kv_heads = 1;
  s.longest = 5;
  s.norm = NormPlace::none;
  s.has_residual = false;
  s.has_input_biases = false;
  s.dropout = 0.2;
  s.drops_weights_only = true;
  return s;
}

/// What guesses the next token.
inline TransformerSettings text_settings() {
  TransformerSettings s;
  s.vocabulary = s.n_outputs = 11;
  s.d_model = 8;
  s.n_heads = s.n_kv_heads = 2;
  s.d_ff = 12;
  s.n_layers = 2;
  s.longest = 6;
  s.positions = PositionKind::rotary;
  s.is_causal = true;
  s.has_output_bias = false;
  s.dropout = 0.1;
  return s;
}

/// What reads a sentence and tells its class.
inline TransformerSettings classifier_settings() {
  TransformerSettings s;
  s.vocabulary = 11;
  s.n_outputs = 3;
  s.d_model = 8;
  s.n_heads = s.n_kv_heads = 2;
  s.d_ff = 12;
  s.n_layers = 2;
  s.longest = 6;
  s.positions = PositionKind::sinusoidal;
  s.norm = NormPlace::post;
  s.activation = ActivationKind::gelu;
  s.pooling = PoolKind::mean;
  s.dropout = 0.1;
  return s;
}

/// Learned places, a mask of its own, shared keys and values, no feed-forward part, and an output
/// from the last token.
inline TransformerSettings last_token_settings() {
  TransformerSettings s = classifier_settings();
  s.positions = PositionKind::learned;
  s.norm = NormPlace::pre;
  s.pooling = PoolKind::last;
  s.n_heads = 4;
  s.n_kv_heads = 2;
  s.d_ff = 0;
  s.mask = half_mask(5);
  return s;
}

/// Attention between an embedding and a mean.
inline TransformerSettings bare_settings() {
  TransformerSettings s = classifier_settings();
  s.positions = PositionKind::none;
  s.norm = NormPlace::none;
  s.has_residual = false;
  s.n_layers = 1;
  s.d_ff = 0;
  return s;
}

inline std::vector<NamedSettings> all_settings() {
  return {{"copy", copy_settings()},
          {"text", text_settings()},
          {"classifier", classifier_settings()},
          {"last token", last_token_settings()},
          {"bare", bare_settings()}};
}

/// Two sequences of five tokens, some of which come again; the second has three real ones.
template <class Real>
Batch<Real> token_batch() {
  Batch<Real> batch;
  batch.n_sequences = 2;
  batch.length = 5;
  batch.tokens = {3, 1, 4, 1, 5, 9, 2, 6, 9, 3};
  return batch;
}

/// A batch for a model with such settings.
template <class Real>
Batch<Real> batch_for(const TransformerSettings& settings) {
  Batch<Real> batch = token_batch<Real>();
  if (settings.vocabulary == 0) {
    batch.tokens.clear();
    batch.vectors = random_rows<Real>(7, 10, settings.d_model).numbers;
    batch.wanted = random_rows<Real>(8, 10, settings.d_model).numbers;
  } else if (settings.pooling) {
    batch.lengths = {5, 3};
    batch.targets = {2, 0};
  } else {
    batch.targets = {1, 4, 1, 5, 9, 2, 6, kNoTarget, 3, 10};
  }
  return batch;
}

template <class Real>
Batch<Real> class_batch() {
  Batch<Real> batch = token_batch<Real>();
  batch.lengths = {5, 3};
  batch.targets = {1, 0};
  return batch;
}

/// The loss of one pass, in training as well.
template <class Real>
double loss_in(Network<Real>& model, Workers& workers, const Batch<Real>& batch,
               const PassMode& pass) {
  const Rows<Real> outputs = model.forward(workers, batch, pass);
  if (!batch.targets.empty())
    return Losses<Real>::cross_entropy(workers, outputs, batch.targets, {});
  return Losses<Real>::mean_squared_error(
      outputs, {batch.wanted.data(), outputs.n_rows, outputs.n_cols}, {});
}

/// The outputs of a batch in evaluation.
template <class Real>
arma::mat outputs_of(Network<Real>& model, Workers& workers, const Batch<Real>& batch,
                     const PassMode& pass = {}) {
  return matrix_of(model.forward(workers, batch, pass));
}

}  // namespace attn
