#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/word_model.hpp"
#include "mechanisms/mask/leak_test.hpp"

namespace attn {

/// The place of the one token that is called so, or else the place that the text is the number of,
/// or else the first token that is called so. Nothing where there is none of them.
std::optional<arma::uword> place_of(const std::string& text,
                                    const std::vector<std::string>& tokens);

/// Where more than one of the tokens is called so: tells that the number was taken.
/// Errors: InputError naming the flag, and the first two places, if it is no number of a place.
void settle_token_at_two_places(const std::string& flag, const std::string& text,
                                const std::vector<std::string>& tokens);

/// A leak test of these words with the numbers of a model: what `change` says ("cat=dog" or
/// "1=dog"), or where it is empty, the last word that is not padding becomes another.
/// Errors: InputError if `change` names no token or one that is there twice, or a word with the
/// same numbers.
LeakTest leak_test(const std::vector<std::string>& words, const arma::uvec& padded,
                   const std::string& change, const WordModel& model);

}  // namespace attn
