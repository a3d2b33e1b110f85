#pragma once

#include <armadillo>
#include <string>

#include "support/temporary_folder.hpp"

namespace attn {

/// One of the files that make_files.py made.
inline std::string numpy_file(const std::string& name) {
  return content(ATTN_SOURCE_DIR "/tests/data/files/" + name);
}

/// The matrices in those files: with fractions where the type has them, and whole.
inline const arma::mat kSavedFractions{{1.5, -2, 3}, {0.25, 5, -6}};
inline const arma::mat kSavedIntegers{{1, -2, 3}, {4, 5, -6}};

}  // namespace attn
