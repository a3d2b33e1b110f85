#include "tokenizer/steps.hpp"

namespace attn {

std::vector<EncodedToken> post_processed(const std::vector<TemplatePiece>& pieces,
                                         const std::vector<EncodedToken>& first,
                                         const std::vector<EncodedToken>& second) {
  std::vector<EncodedToken> tokens;
  for (const TemplatePiece& piece : pieces) {
    const bool is_second = piece.kind == TemplatePiece::Kind::second;
    if (piece.kind == TemplatePiece::Kind::special) {
      for (const std::uint32_t id : piece.ids)
        tokens.push_back({.id = id, .type = piece.type, .is_special = true});
      continue;
    }
    for (EncodedToken token : is_second ? second : first) {
      token.type = piece.type;
      token.is_second = is_second;
      tokens.push_back(token);
    }
  }
  return tokens;
}

}  // namespace attn
