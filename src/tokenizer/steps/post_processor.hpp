#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tokenizer/tokenizer.hpp"

namespace attn {

/// One piece of what becomes of a text: its tokens, or some that stand for no part of it.
struct TemplatePiece {
  enum class Kind { first, second, special };

  Kind kind = Kind::first;
  std::uint32_t type = 0;
  std::vector<std::uint32_t> ids;  ///< where it is special
};

/// How the tokens of a text, or of two, become the sequence that a model reads.
struct PostProcessor {
  std::vector<TemplatePiece> single{{}};
  std::optional<std::vector<TemplatePiece>> pair;
};

/// The sequence of a template's pieces, in order.
std::vector<EncodedToken> post_processed(const std::vector<TemplatePiece>& pieces,
                                         const std::vector<EncodedToken>& first,
                                         const std::vector<EncodedToken>& second);

}  // namespace attn
