#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// How the names in a formula are taken: as they are written, or as people write them by hand, in
/// the other case ("3ND^2") and without underscores ("dk"), where only one name can be meant.
enum class FormulaSpelling { strict, by_hand };

/// The names whose product a word is, the longest first: "nd" is n · d. By hand, a word that is
/// none as it stands is compared without case and underscores. Empty if it is none, or could be
/// several.
std::vector<std::string> factors_of(const std::string& word, const std::vector<std::string>& names,
                                    FormulaSpelling spelling);

/// The product that a word with digits behind it was probably meant as: "nd^2" for "nd2"; else "".
std::string meant_as_power(const std::string& word, const std::vector<std::string>& names,
                           FormulaSpelling spelling);

/// The value of pi, tau or e, by hand also "Pi" and "PI"; null if it is none of them.
const double* constant_named(const std::string& word, FormulaSpelling spelling);

}  // namespace attn
