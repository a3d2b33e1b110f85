#pragma once

#include <string>
#include <vector>

#include "examples/numbers.hpp"
#include "mechanisms/mask/mask.hpp"

namespace attn {

/// A leak test of these words with the numbers of a model: what `change` says ("cat=dog" or
/// "1=dog"), or where it is empty, the last word that is not padding becomes another.
/// Errors: InputError if `change` names no token or one that is there twice, or a word with the
/// same numbers.
LeakTest leak_test(const std::vector<std::string>& words, const arma::uvec& padded,
                   const std::string& change, const WordModel& model);

}  // namespace attn
