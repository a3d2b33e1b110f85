#include "base/catalogue.hpp"

#include <utility>

namespace attn {
namespace {

constexpr std::uint32_t kMagic = 0x950412de;
constexpr std::size_t kHeader = 20;  // magic, revision, size, and where the two lists begin
constexpr std::size_t kEntry = 8;    // the length of a text and where it begins; a NUL ends it

}  // namespace

Catalogue::Catalogue(std::string bytes) : bytes_(std::move(bytes)) {
  if (bytes_.size() < kHeader || number_at(0) != kMagic) return;
  size_ = number_at(8);
  english_ = number_at(12);
  translations_ = number_at(16);
  if (!is_sound()) size_ = 0;
}

// msgfmt writes the lowest byte first, on every machine.
std::uint32_t Catalogue::number_at(std::size_t offset) const {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number |= std::uint32_t{static_cast<unsigned char>(bytes_[offset + i])} << (8 * i);
  return number;
}

std::string_view Catalogue::text_at(std::size_t entry) const {
  return {bytes_.data() + number_at(entry + 4), number_at(entry)};
}

bool Catalogue::is_sound() const {
  for (const std::size_t list : {english_, translations_}) {
    if (list + size_ * kEntry > bytes_.size()) return false;
    for (std::size_t i = 0; i < size_; ++i) {
      const std::size_t entry = list + i * kEntry;
      const std::size_t end = std::size_t{number_at(entry + 4)} + number_at(entry);
      if (end >= bytes_.size() || bytes_[end] != '\0') return false;
    }
  }
  return true;
}

// The English texts stand in the order of their bytes.
const char* Catalogue::translation_of(std::string_view english) const {
  std::size_t first = 0, last = size_;
  while (first < last) {
    const std::size_t middle = (first + last) / 2;
    const int order = english.compare(text_at(english_ + middle * kEntry));
    if (order == 0) return text_at(translations_ + middle * kEntry).data();
    (order < 0 ? last : first) = order < 0 ? middle : middle + 1;
  }
  return nullptr;
}

}  // namespace attn
