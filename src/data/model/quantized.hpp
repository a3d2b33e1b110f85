#pragma once

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The first of these names of tensors that tells that weights are quantized: codes and scales take
/// the place of their numbers.
///
/// Source:  what bitsandbytes, GPTQ, AWQ, compressed-tensors, FP8, HQQ and quanto write
std::optional<std::string> quantized_name(const std::vector<std::string>& names);

/// Throws the InputError for weights that are quantized; `evidence` says where that can be seen.
[[noreturn]] void refuse_quantized(const std::string& place, const std::string& evidence);

}  // namespace attn
