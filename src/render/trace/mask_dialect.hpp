#pragma once

#include <string>

#include "render/trace/mask_code.hpp"

namespace attn {

/// What differs from one language of mask_code to the other. The script of a page has the same
/// table.
struct MaskDialect {
  std::string comment, and_sign, or_sign;
  std::string module;   ///< of arrays; empty in C++
  std::string header;   ///< up to the sizes, with {0} for n_q and {1} for n_k
  std::string indices;  ///< introduces {0}, the number of the query, and j
  std::string footer;   ///< prints the mask, and says how it is used

  bool is_python() const { return !module.empty(); }
};

const MaskDialect& dialect_of(CodeLanguage language);

}  // namespace attn
