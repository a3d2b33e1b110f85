#pragma once

#include <armadillo>
#include <string>
#include <vector>

namespace attn {

/// The places of the tokens that are spelled as padding, <pad> or [PAD], however wide their letters
/// are and whether they are capitals.
std::vector<arma::uword> padding_among(const std::vector<std::string>& tokens);

}  // namespace attn
