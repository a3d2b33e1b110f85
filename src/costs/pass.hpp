#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "base/named.hpp"

namespace attn {

enum class Mode { prefill, decode, train };
inline constexpr Named<Mode> kModes[] = {
    {Mode::prefill, "prefill"}, {Mode::decode, "decode"}, {Mode::train, "train"}};
enum class Logits { all, last };
inline constexpr Named<Logits> kLogits[] = {{Logits::all, "all"}, {Logits::last, "last"}};

/// How a stored number is coded.
struct Dtype {
  std::string name = "fp16";
  std::uint64_t n_bits = 16;
};

/// Every type: fp32, fp16, bf16, fp8, int8, int4.
const std::vector<Dtype>& all_dtypes();

/// What each kind of number is stored in.
struct StoredTypes {
  Dtype weights, values, cache;  ///< values: scores and whatever else is computed
};

/// The types of a run whose weights have that one: types below 16 bits are for what is only read,
/// so values then have 16. The cache has the type of the values, unless it is given.
StoredTypes stored_types(const Dtype& weights, const std::optional<Dtype>& cache = {});

/// One run of a model: how many tokens, and who attends to whom.
struct Pass {
  Mode mode = Mode::prefill;
  std::uint64_t n_batch = 1;
  std::uint64_t n_tokens = 1;  ///< T: queries of a sequence; in decoding the one new token
  std::uint64_t n_keys = 1;    ///< S: what they may attend to, with the cache and themselves
  std::uint64_t n_source = 0;  ///< M: tokens of the encoder, where there is one beside a decoder
  std::optional<bool> causal;  ///< in place of what the stack says
  std::optional<std::uint64_t> window;  ///< in every layer, in place of what the stack says
  std::optional<Count> given_pairs;     ///< the open cells of a mask, in place of both
  Logits logits = Logits::all;
  StoredTypes types;
};

}  // namespace attn
