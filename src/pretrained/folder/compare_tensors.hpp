#pragma once

#include "base/settings.hpp"
#include "costs/model/model.hpp"
#include "data/model/model_files.hpp"

namespace attn {

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
