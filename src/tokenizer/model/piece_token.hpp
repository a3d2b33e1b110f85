#pragma once

#include <cstdint>

#include "tokenizer/steps/aligned_text.hpp"

namespace attn {

/// A token of a part of a text, and the bytes of that part.
struct PieceToken {
  std::uint32_t id = 0;
  ByteRange range;

  bool operator==(const PieceToken&) const = default;
};

}  // namespace attn
