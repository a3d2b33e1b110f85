#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Bytes from `begin` up to `end`.
struct ByteRange {
  std::uint32_t begin = 0, end = 0;

  bool operator==(const ByteRange&) const = default;
};

/// A text on its way to tokens: what normalizers have made of it, and for each of its bytes the
/// bytes of the user's text that it stands for.
class AlignedText {
 public:
  AlignedText() = default;
  /// A text as it was given, from byte `offset` of the whole on.
  AlignedText(std::string_view text, std::size_t offset);

  const std::string& text() const { return text_; }
  bool is_empty() const { return text_.empty(); }

  /// The bytes of the user's text that some bytes stand for; there is one at least.
  ByteRange source(ByteRange bytes) const {
    return {sources_[bytes.begin].begin, sources_[bytes.end - 1].end};
  }

  /// Adds bytes of another one as they are.
  void add(const AlignedText& from, ByteRange bytes);
  /// Adds a text in the place of bytes of another one.
  void add_instead(std::string_view text, const AlignedText& from, ByteRange bytes);
  /// Adds a text that stands for nothing, before a byte of another one.
  void add_before(std::string_view text, const AlignedText& from, std::size_t at);
  void reserve(std::size_t n_bytes);

 private:
  /// Errors:  InputError beyond 16 MiB, which normalizers can make of a short text
  void require_room(std::size_t n_bytes) const;

  std::string text_;
  std::vector<ByteRange> sources_;  // of each byte
};

/// Parts of a text that are split further or handed to the model, in order; no part is empty.
struct Pieces {
  AlignedText text;
  std::vector<ByteRange> ranges;

  std::string_view piece(ByteRange range) const {
    return std::string_view(text.text()).substr(range.begin, range.end - range.begin);
  }
};

}  // namespace attn
