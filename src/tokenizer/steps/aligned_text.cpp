#include "tokenizer/steps/aligned_text.hpp"

#include "base/message.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

// Each byte takes eight more for where it comes from.
constexpr std::size_t kLongestAligned = 16 * kMiB;

}  // namespace

AlignedText::AlignedText(std::string_view text, std::size_t offset) : text_(text) {
  sources_.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto at = static_cast<std::uint32_t>(offset + i);
    sources_.push_back({at, at + 1});
  }
}

void AlignedText::reserve(std::size_t n_bytes) {
  text_.reserve(n_bytes);
  sources_.reserve(n_bytes);
}

void AlignedText::add(const AlignedText& from, ByteRange bytes) {
  require_room(bytes.end - bytes.begin);
  text_.append(from.text_, bytes.begin, bytes.end - bytes.begin);
  sources_.insert(sources_.end(), from.sources_.begin() + bytes.begin,
                  from.sources_.begin() + bytes.end);
}

void AlignedText::add_instead(std::string_view text, const AlignedText& from, ByteRange bytes) {
  require_room(text.size());
  text_.append(text);
  sources_.resize(text_.size(), from.source(bytes));
}

void AlignedText::add_before(std::string_view text, const AlignedText& from, std::size_t at) {
  require_room(text.size());
  const std::uint32_t place = from.sources_[at].begin;
  text_.append(text);
  sources_.resize(text_.size(), {place, place});
}

void AlignedText::require_room(std::size_t n_bytes) const {
  if (text_.size() + n_bytes > kLongestAligned)
    throw InputError(
        message("The tokenizer's normalizer makes more than {} bytes of the text. "
                "Give a shorter text.",
                kLongestAligned));
}

}  // namespace attn
