#include "base/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace attn {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// The bits of up to three bytes, as if there were three.
std::uint32_t bits_of(std::string_view bytes) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 3; ++i)
    bits = bits << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
  return bits;
}

}  // namespace

std::string base64_of(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    const std::uint32_t bits = bits_of(bytes);
    for (std::size_t digit = 0; digit < 4; ++digit)
      text += digit <= bytes.size() ? kDigits[bits >> (18 - 6 * digit) & 63] : '=';
  }
  return text;
}

}  // namespace attn
