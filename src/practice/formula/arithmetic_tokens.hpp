#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A piece of a formula.
struct ArithmeticToken {
  /// `sign` is one of + - * / ^; `comma` occurs while they are cut, and never in the result.
  enum class Kind { number, name, sign, power, open, close, comma, end };
  Kind kind = Kind::end;
  std::string text;       ///< in ASCII: "sqrt" for √, "2" for ², "pi" for π
  std::string shown;      ///< as it was typed
  std::size_t place = 0;  ///< of its first character, from 1
};

/// The longest formula that is read, in characters.
constexpr std::size_t kFormulaLimit = 400;

/// A formula cut into pieces; the last one is an end. pow(a, b) becomes ((a)^(b)), and b分のa the
/// fraction ((a)/(b)).
/// Errors:  InputError naming the piece and its place: a character that means nothing in a formula,
///          a decimal comma, a middle dot between digits, an unfinished number; for more than
///          kFormulaLimit characters.
std::vector<ArithmeticToken> arithmetic_tokens(std::string_view text);

/// Throws the InputError about a piece; `reason` is a whole sentence.
[[noreturn]] void refuse_token(const ArithmeticToken& token, const std::string& reason);

}  // namespace attn
