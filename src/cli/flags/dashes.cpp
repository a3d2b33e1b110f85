#include "cli/flags/dashes.hpp"

#include <utf8proc.h>

#include "base/text.hpp"

namespace attn {
namespace {

// What else a Japanese keyboard gives for a dash. It begins sentences too: 〜から.
bool is_wave(std::int32_t character) {
  switch (character) {
    case 0x301C:  // 〜
    case 0x3030:  // 〰
    case 0x30A0:  // ゠
    case 0xFF5E:  // ～
      return true;
    default:
      return false;
  }
}

template <class Predicate>
std::string_view without_leading(std::string_view text, const Predicate& belongs) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!belongs(point.value)) break;
    text.remove_prefix(point.n_bytes);
  }
  return text;
}

}  // namespace

bool is_dash(std::int32_t character) {
  switch (character) {
    case 0x00AD:  // soft hyphen
    case 0x02D7:  // modifier letter minus
    case 0x2043:  // hyphen bullet
    case 0x207B:  // superscript minus
    case 0x208B:  // subscript minus
    case 0x2212:  // minus sign
    case 0x2500:  // ─ of a box
    case 0x2501:  // ━ of a box
    case 0x2796:  // heavy minus sign
    case 0x30FC:  // ー
    case 0xFF70:  // ｰ
      return true;
    default:
      return !is_wave(character) && utf8proc_category(character) == UTF8PROC_CATEGORY_PD;
  }
}

std::string_view without_dashes(std::string_view text) {
  const std::string_view rest =
      without_leading(text, [](std::int32_t c) { return is_dash(c) || is_wave(c); });
  const std::string plain = in_plain_characters(rest);
  const bool has_name = !plain.empty() && begins_name(plain.front());
  return has_name ? rest : without_leading(text, is_dash);
}

std::string with_ascii_dashes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    plain += is_dash(point.value) ? "-" : text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
  }
  return plain;
}

}  // namespace attn
