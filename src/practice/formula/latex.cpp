#include "practice/formula/latex.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace attn {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;

// The longer of two that begin alike comes first.
constexpr std::array kCommands = {Replacement{"\\displaystyle", ""},
                                  Replacement{"\\operatorname", ""},
                                  Replacement{"\\mathcal", ""},
                                  Replacement{"\\mathrm", ""},
                                  Replacement{"\\text", ""},
                                  Replacement{"\\times", "*"},
                                  Replacement{"\\cdot", "*"},
                                  Replacement{"\\lfloor", "floor("},
                                  Replacement{"\\rfloor", ")"},
                                  Replacement{"\\lceil", "ceil("},
                                  Replacement{"\\rceil", ")"},
                                  Replacement{"\\left", ""},
                                  Replacement{"\\right", ""},
                                  Replacement{"\\quad", " "},
                                  Replacement{"\\sqrt", "sqrt"},
                                  Replacement{"\\Theta", "Theta"},
                                  Replacement{"\\theta", "theta"},
                                  Replacement{"\\log", "log"},
                                  Replacement{"\\ln", "ln"},
                                  Replacement{"\\exp", "exp"},
                                  Replacement{"\\max", "max"},
                                  Replacement{"\\sin", "sin"},
                                  Replacement{"\\cos", "cos"},
                                  Replacement{"\\tau", "tau"},
                                  Replacement{"\\pi", "pi"},
                                  Replacement{"\\div", "/"},
                                  Replacement{"\\,", " "},
                                  Replacement{"\\;", " "},
                                  Replacement{"\\!", ""},
                                  Replacement{"\\_", "_"},
                                  Replacement{"\\ ", " "},
                                  Replacement{"$", ""},
                                  Replacement{"\\(", ""},
                                  Replacement{"\\)", ""},
                                  Replacement{"\\%", "%"}};

constexpr std::array<std::string_view, 3> kFractionCommands = {"\\dfrac", "\\tfrac", "\\frac"};

/// Goes through a formula once, from left to right; a group in braces is read by the same rules.
class LatexReader {
 public:
  explicit LatexReader(std::string_view text) : rest_(text) {}

  std::string read() {
    std::string plain;
    while (!rest_.empty()) {
      const bool is_command = rest_.starts_with('\\');
      const bool is_index = !plain.empty() && plain.back() == '_';
      const std::string next = piece(is_index);
      const bool are_names =
          !plain.empty() && begins_name(plain.back()) && !next.empty() && begins_name(next.front());
      if (is_command && are_names && !is_index) plain += ' ';  // \pi\sqrt{2}
      plain += next;
    }
    return plain;
  }

 private:
  // One command, one group or one character.
  std::string piece(bool is_index) {
    for (const std::string_view fraction : kFractionCommands)
      if (take(fraction)) {
        const std::string above = group();
        return "(" + above + "/" + group() + ")";
      }
    if (rest_.starts_with("\\sqrt[") && rest_.find(']') != rest_.npos) return root();
    for (const auto& [command, plain] : kCommands)
      if (take(command)) return named(command) ? inside_braces() : std::string(plain);
    if (rest_.starts_with('{')) return is_index ? inside_braces() : group();
    const std::string one(rest_.substr(0, 1));
    rest_.remove_prefix(1);
    return one;
  }

  // \text{model} is its word.
  static bool named(std::string_view command) {
    return command == "\\text" || command == "\\mathrm" || command == "\\mathcal" ||
           command == "\\operatorname";
  }

  bool take(std::string_view start) {
    if (!rest_.starts_with(start)) return false;
    rest_.remove_prefix(start.size());
    return true;
  }

  // \sqrt[3]{x} as (x)^(1/(3)).
  std::string root() {
    const std::size_t begin = rest_.find('[') + 1, end = rest_.find(']');
    const std::string degree(rest_.substr(begin, end - begin));
    rest_.remove_prefix(end + 1);
    return "(" + group() + "^(1/(" + degree + ")))";
  }

  // {n+1} as (n+1); of \frac12 the one digit.
  std::string group() {
    rest_ = rest_.substr(std::min(rest_.find_first_not_of(kSpaces), rest_.size()));
    if (rest_.empty()) return "()";
    return rest_.starts_with('{') ? "(" + inside_braces() + ")" : "(" + piece(false) + ")";
  }

  std::string inside_braces() {
    if (!rest_.starts_with('{')) return "";
    std::size_t depth = 0, end = 0;
    for (; end < rest_.size(); ++end) {
      if (rest_[end] == '{') ++depth;
      if (rest_[end] == '}' && --depth == 0) break;
    }
    const std::string_view inside = rest_.substr(1, end == 0 ? 0 : end - 1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (++depth_ > kDeepest) return std::string(inside);
    std::string plain = LatexReader(inside, depth_).read();
    --depth_;
    return plain;
  }

  LatexReader(std::string_view text, std::size_t depth) : rest_(text), depth_(depth) {}

  static constexpr std::size_t kDeepest = 50;
  std::string_view rest_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string without_latex(std::string_view text) {
  if (text.find_first_of("\\{$") == text.npos) return std::string(text);
  return LatexReader(text).read();
}

}  // namespace attn
