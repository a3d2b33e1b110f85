#pragma once

#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// The row of a stage that has this word, or this number where no row alone has such a word. `flag`
/// is the one that asks for it.
/// Errors:  InputError if the stage has no such row, or several of that word, with those it has.
arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name);

/// The same for its columns.
arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name);

/// Tells that a number was taken for the number of a place, where several places are called so.
void tell_number_taken(const std::string& flag, const std::string& number,
                       const std::vector<std::string>& labels);

}  // namespace attn
