#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/settings.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// The model that the settings of a published config.json describe, read as its `model_type` says:
/// the same parameters, to the unit, as the framework's class (`counted_as`) has. What was assumed
/// stands in the model's notes.
/// Errors:  InputError naming the key that is missing, senseless or contradicts another, or listing
///          the known families if `model_type` is none of them.
/// Source:  the defaults of keys that are not given are those of the Transformers library 5.23
Model model_from(const Settings& settings);

/// What a config.json says of quantized weights, as evidence in a sentence:
/// `"quantization_config" (gptq, 4 bits)`. Nothing where it says nothing.
std::optional<std::string> stated_quantization(const Settings& settings);

/// The values of `model_type` that are known, in alphabetical order.
std::vector<std::string> families();

}  // namespace attn
