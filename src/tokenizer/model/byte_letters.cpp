#include "tokenizer/model/byte_letters.hpp"

#include "tokenizer/unicode/characters.hpp"

namespace attn {
namespace {

constexpr int kBytes = 256;
constexpr std::int32_t kFirstLetter = 0x100;  // of the bytes that cannot be seen

bool stands_for_itself(int byte) {
  constexpr int kSoftHyphen = 0xAD;
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != kSoftHyphen);
}

struct Letters {
  std::array<std::string, kBytes> of_byte;
  std::array<std::int16_t, 2 * kBytes> byte_of{};  // −1: no byte's letter
};

Letters made_letters() {
  Letters letters;
  letters.byte_of.fill(-1);
  std::int32_t next = kFirstLetter;
  for (int byte = 0; byte < kBytes; ++byte) {
    const std::int32_t letter = stands_for_itself(byte) ? byte : next++;
    append_character(letters.of_byte[static_cast<std::size_t>(byte)], letter);
    letters.byte_of[static_cast<std::size_t>(letter)] = static_cast<std::int16_t>(byte);
  }
  return letters;
}

const Letters& all_letters() {
  static const Letters letters = made_letters();
  return letters;
}

}  // namespace

std::string_view byte_letter(unsigned char byte) { return all_letters().of_byte[byte]; }

std::optional<std::string> bytes_of_letters(std::string_view name) {
  const auto& byte_of = all_letters().byte_of;
  std::string bytes;
  for (std::size_t at = 0; at < name.size();) {
    const Character c = character_at(name, at);
    const auto place = static_cast<std::size_t>(c.value);
    if (place >= byte_of.size() || byte_of[place] < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(byte_of[place]));
    at += c.n_bytes;
  }
  return bytes;
}

void add_byte_letters(const AlignedText& from, ByteRange bytes, AlignedText& to) {
  for (std::uint32_t at = bytes.begin; at < bytes.end; ++at) {
    const char byte = from.text()[at];
    to.add_instead(byte_letter(static_cast<unsigned char>(byte)), from, {at, at + 1});
  }
}

}  // namespace attn
