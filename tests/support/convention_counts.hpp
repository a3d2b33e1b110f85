#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "costs/model/model.hpp"

namespace attn {

/// What each convention says of a pass: its count, or the reason why it does not apply.
std::map<std::string, std::string> convention_counts(const Model& model, const Pass& pass);

/// Every token at once, or of a batch of sequences.
Pass pass_of(std::uint64_t n_tokens, Mode mode = Mode::prefill, std::uint64_t n_batch = 1);

// Models small enough for the counters of PyTorch, by whose figures they are tested.
Model tiny_bert();   ///< 2 layers of width 12, 3 heads, 50 words, a pooler
Model tiny_llama();  ///< 2 layers of width 16, 4 heads in 2 groups, 50 words
Model tiny_vit();    ///< 2 layers of width 12, 3 heads, 4 patches of 4 × 4 × 3

}  // namespace attn
