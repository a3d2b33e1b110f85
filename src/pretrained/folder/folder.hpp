// A model as Hugging Face saves it, and its tensors beside the counted parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/settings.hpp"
#include "costs/model/model.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/family/family.hpp"
#include "tokenizer/tokenizer.hpp"

namespace attn {

/// A model as Hugging Face saves it in a folder, or another that is run like one: config.json,
/// weights and tokenizer.
struct ModelFolder {
  std::string name;  ///< of the model: the last part of the path that says something
  Architecture architecture;
  WeightFiles files;
  Tokenizer tokenizer;
  std::vector<std::string> notes;  ///< of all of these

  /// How a text becomes tokens where the tokenizer knows nothing but their names.
  std::function<Encoding(const std::string& text)> encode_words{};

  Encoding encode(const std::string& text) const {
    return encode_words ? encode_words(text) : tokenizer.encode(text);
  }
};

/// Reads a folder. Weights are mapped and not read.
///
/// Errors:  InputError for what is missing, damaged, unknown or does not fit: see architecture_of,
///          WeightFiles and read_tokenizer. For a name that is no folder, with the lines that fetch
///          the model of that name.
ModelFolder read_model_folder(const std::string& path);

/// Whether a typed model is a folder and not a name: it has a "/", or holds a config.json.
bool names_folder(const std::string& typed);

/// The tensors in a model's files beside those that its parameters are counted for, by name and
/// shape; no number is looked at.
///
/// `settings` are those of its config.json, and `model` what model_from() makes of them. Their
/// family must be one that is run.
///
/// Errors:  InputError for sizes that cannot be.
StoredTensors compare_tensors(const Settings& settings, const Model& model,
                              const WeightFiles& files);

}  // namespace attn
