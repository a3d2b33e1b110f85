#pragma once

#include <string>

#include "trace/trace.hpp"

namespace attn {

/// The row of a stage that has this word, or this number where no row has such a word. `flag` is
/// the one that asks for it.
/// Errors:  InputError if the stage has no such row, or several of that word, with those it has.
arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name);

/// The same for its columns.
arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name);

}  // namespace attn
