#pragma once

#include <string>

#include "base/named.hpp"
#include "core/mask.hpp"

namespace attn {

enum class CodeLanguage { torch, numpy, jax, cpp };
inline constexpr Named<CodeLanguage> kCodeLanguages[] = {{CodeLanguage::torch, "torch"},
                                                         {CodeLanguage::numpy, "numpy"},
                                                         {CodeLanguage::jax, "jax"},
                                                         {CodeLanguage::cpp, "cpp"}};

/// A program of its own that builds a mask, as `mask` (true = may attend), and prints it: the
/// definitions of core/mask.hpp written in PyTorch, NumPy, JAX, or C++ with Armadillo.
///
/// Shapes:  (n_q × n_k)
/// Errors:  InputError if the pattern does not fit, or holds a given mask of more than 65536 cells.
std::string mask_code(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k,
                      CodeLanguage language);

}  // namespace attn
