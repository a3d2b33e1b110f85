#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What a line of an answer file begins with.
struct AnswerLine {
  enum class Sign { equals, colon, none };

  std::string name{};  ///< of the question, as the exercise has it; "": the line begins with none
  bool is_known = false;                 ///< the exercise asks for it
  Sign sign = Sign::none;                ///< what stands behind the name
  std::string text{};                    ///< what stands behind that
  std::optional<std::int32_t> hidden{};  ///< a character that cannot be seen, in or before the name

  /// Whether it goes on as a formula or a sentence would: "total / 2", "Weights stay the same".
  bool looks_like_text() const;
};

/// Whether a name can stand before "=": a letter or underline, then also digits and hyphens.
bool is_answer_name(std::string_view text);

/// Reads the name that a line begins with, behind the marks of a list and of Markdown ("- **total**
/// = 3"). One of `questions` is found in capital letters and with spaces too, behind a label such
/// as "(a)", and whatever stands behind it; another name only before an equals sign or a colon.
AnswerLine answer_line(std::string_view line, const std::vector<std::string>& questions);

/// Whether a line opens or closes a block of code in Markdown.
bool is_code_fence(std::string_view line);

}  // namespace attn
