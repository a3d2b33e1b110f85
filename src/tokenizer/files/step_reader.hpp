#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tokenizer/steps/normalizer.hpp"
#include "tokenizer/steps/pre_tokenizer.hpp"

namespace attn {

/// The steps as a tokenizer.json describes them: null is none, a Sequence one after another. `file`
/// is what a refusal names.
///
/// Errors:  InputError for a kind, an expression or a setting that is not known, with those that
/// are
std::vector<Normalizer> normalizers_from(const nlohmann::json& json, const std::string& file);
std::vector<PreTokenizer> pre_tokenizers_from(const nlohmann::json& json, const std::string& file);

}  // namespace attn
