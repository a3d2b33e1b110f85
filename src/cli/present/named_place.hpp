#pragma once

#include <optional>
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

/// Whether place_named finds a place or refuses several: there is a token of that name or number.
bool names_place(const std::string& text, const std::vector<std::string>& tokens);

/// The place of the one token that is called so, or else the place that the text is the number of,
/// which is told where several are called so; nothing where there is neither.
/// Errors:  InputError naming the flag and the first two places of several, if it is no number.
std::optional<arma::uword> place_named(const std::string& flag, const std::string& text,
                                       const std::vector<std::string>& tokens);

}  // namespace attn
