#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A number and what stands in parentheses beside it: "262144 (512*512)", "(= ln 2) 0.69".
struct AnswerAndWorking {
  std::string answer;
  std::string working;      ///< without its parentheses and the equals sign it may begin with
  bool says_equal = false;  ///< the working has an equals sign, so that it is no factor
  bool is_parted = false;   ///< a blank stands between the two
  bool is_behind = true;    ///< the working stands behind the answer
};

/// The two parts of such a text, whatever stands in them; nothing of a text in another form.
std::optional<AnswerAndWorking> answer_and_working(std::string_view plain);

/// What stands on both sides of the equals signs that are in no parentheses; the text alone where
/// there are none.
std::vector<std::string> sides_of_equation(std::string_view text);

}  // namespace attn
