#include "cli/flags/dashes.hpp"

#include "base/utf8.hpp"

namespace attn {

bool is_dash(std::int32_t character) {
  switch (character) {
    case '-':
    case 0x00AD:  // soft hyphen
    case 0x05BE:  // maqaf
    case 0x2043:  // hyphen bullet
    case 0x207B:  // superscript minus
    case 0x208B:  // subscript minus
    case 0x2212:  // minus sign
    case 0x2500:  // ─ of a box
    case 0x2501:  // ━ of a box
    case 0x2796:  // heavy minus sign
    case 0x2E3A:  // two-em dash
    case 0x2E3B:  // three-em dash
    case 0x30FC:  // ー
    case 0xFE58:  // small em dash
    case 0xFE63:  // small hyphen-minus
    case 0xFF0D:  // full-width hyphen-minus
    case 0xFF70:  // ｰ
      return true;
    default:
      return character >= 0x2010 && character <= 0x2015;  // hyphens, dashes, the bar ―
  }
}

std::string_view without_dashes(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (!is_dash(point.value)) break;
    text.remove_prefix(point.n_bytes);
  }
  return text;
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
