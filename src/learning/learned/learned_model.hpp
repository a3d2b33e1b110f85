#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/heads.hpp"
#include "learning/training/model_file.hpp"
#include "network/models/models.hpp"

namespace attn {

/// A model of text that has learned, in double, as a file of attn learn keeps it.
class LearnedModel {
 public:
  /// Errors:  InputError if it learned anything but text, if its parts do not fit each other, or as
  ///          load_parameters.
  explicit LearnedModel(ModelFile file);

  /// Errors:  the same, or as read_model_file.
  explicit LearnedModel(const std::string& path) : LearnedModel(read_model_file(path)) {}

  const ModelFile& file() const { return file_; }
  const TextFacts& text() const { return *file_.text; }
  const Vocabulary& vocabulary() const { return vocabulary_; }
  std::size_t n_layers() const { return model_->n_layers(); }
  std::size_t n_heads() const { return model_->n_heads(); }

  /// How many words a sentence may have, <s> not among them.
  std::size_t n_longest() const { return model_->settings().longest - 1; }

  /// A layer of attention in one sentence: its weights, and what the layers below it and LayerNorm
  /// make of the words. It is causal.
  ///
  /// Shapes:  X (n × d_model)
  /// Errors:  std::out_of_range if there is no such layer.
  MultiHeadLayer layer(const std::vector<std::uint32_t>& ids, std::size_t layer);

  /// What all heads do in sentences: by sentence, then by layer and head.
  ///
  /// Shapes:  each (n × n) of a sentence of n tokens
  std::vector<std::vector<arma::mat>> weights(const std::vector<TextPiece>& sentences);

  /// The same of this model as it was before it learned anything.
  std::vector<std::vector<arma::mat>> untrained_weights(const std::vector<TextPiece>& sentences);

 private:
  MultiHeadWeights layer_weights(std::size_t layer);
  arma::mat tensor(const std::string& name);

  ModelFile file_;
  Vocabulary vocabulary_;
  std::unique_ptr<Transformer<double>> model_;
};

}  // namespace attn
