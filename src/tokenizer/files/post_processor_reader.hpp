#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tokenizer/steps/post_processor.hpp"

namespace attn {

/// The post-processor as a tokenizer.json describes it: null adds nothing. `file` is what a refusal
/// names.
///
/// Errors:  InputError for a kind that is not known, with those that are; for a special token that
///          the template does not explain
PostProcessor post_processor_from(const nlohmann::json& json, const std::string& file);

/// [CLS] A [SEP], and for a pair B [SEP] of type 1.
PostProcessor bert_post_processor(std::uint32_t cls, std::uint32_t sep);

/// <s> A </s>, and for a pair </s> B </s>, all of type 0.
PostProcessor roberta_post_processor(std::uint32_t cls, std::uint32_t sep);

}  // namespace attn
