#pragma once

#include <optional>
#include <string>
#include <vector>

#include "examples/word_model.hpp"
#include "mechanisms/mask/leak_test.hpp"

namespace attn {

/// The place of a token, or the place that the text is the number of; tokens come first. Nothing
/// where there is neither.
std::optional<arma::uword> place_of(const std::string& text,
                                    const std::vector<std::string>& tokens);

/// Refuses a text that more than one of the tokens is called.
/// Errors: InputError naming the flag, and the first two places.
void refuse_token_at_two_places(const std::string& flag, const std::string& text,
                                const std::vector<std::string>& tokens);

/// A leak test of these words with the numbers of a model: what `change` says ("cat=dog" or
/// "1=dog"), or where it is empty, the last word that is not padding becomes another.
/// Errors: InputError if `change` names no token or one that is there twice, or a word with the
/// same numbers.
LeakTest leak_test(const std::vector<std::string>& words, const arma::uvec& padded,
                   const std::string& change, const WordModel& model);

}  // namespace attn
