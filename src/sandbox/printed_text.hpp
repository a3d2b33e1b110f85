#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sandbox/pipe.hpp"

namespace attn {

/// What a program prints, as far as there is room for it: its beginning, and what came last.
class PrintedText {
 public:
  /// Units:  bytes
  PrintedText(std::size_t first, std::size_t last) : n_first_(first), n_last_(last) {}

  void append(std::string_view bytes);

  /// How much was printed.
  std::uint64_t size() const { return size_; }
  bool is_cut() const { return size_ > n_first_ + n_last_; }

  /// Where something was left out of the middle, a line says how much, in no language:
  /// "... 12345 bytes ...". The lines beside it are whole if they are not too long for that.
  std::string text() const;

  /// The same without the end, and without how much: what came last of a program that was ended,
  /// and how much it was, hang on how fast the machine is.
  std::string beginning() const;

 private:
  std::string_view first_lines() const;

  std::size_t n_first_, n_last_;
  std::uint64_t size_ = 0;
  std::string first_, last_{};
};

/// Reads what is there without waiting; not endlessly, though it may be printed as fast as it is
/// read. Closes the descriptor once nothing more will come.
void drain(Descriptor& from, PrintedText& into);

}  // namespace attn
