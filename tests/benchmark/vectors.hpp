#pragma once

#include <string>

namespace attn {

/// Holds our vector code to instructions no newer than these, "AVX2", as OPENBLAS_CORETYPE holds
/// OpenBLAS: so that both can be measured on a processor that has less.
///
/// Errors:  std::invalid_argument, naming what there is, if the processor or the program has no
///          such target.
void hold_vectors_to(const std::string& target);

}  // namespace attn
