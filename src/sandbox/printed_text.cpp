#include "sandbox/printed_text.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace attn {

void PrintedText::append(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t taken = std::min(n_first_ - first_.size(), bytes.size());
  first_.append(bytes.substr(0, taken));
  last_.append(bytes.substr(taken));
  // Not at every byte: what is in front of a text is costly to take away.
  if (last_.size() > 2 * n_last_) last_.erase(0, last_.size() - n_last_);
}

std::string PrintedText::text() const {
  const std::string_view last =
      std::string_view(last_).substr(last_.size() - std::min(last_.size(), n_last_));
  if (!is_cut()) return first_ + std::string(last);
  if (n_last_ == 0) return first_;
  const std::string_view before = first_lines();
  const std::size_t begin = last.find('\n');
  const std::string_view after =
      begin == last.npos || begin + 1 == last.size() ? last : last.substr(begin + 1);
  return fmt::format("{}\n... {} bytes ...\n{}", before, size_ - before.size() - after.size(),
                     after);
}

std::string PrintedText::beginning() const {
  return is_cut() && n_last_ > 0 ? fmt::format("{}\n...\n", first_lines()) : text();
}

std::string_view PrintedText::first_lines() const {
  const std::string_view first = first_;
  return first.substr(0, std::min(first.rfind('\n'), first.size()));
}

void drain(Descriptor& from, PrintedText& into) {
  std::array<char, 65536> bytes;
  constexpr int kMostReads = 16;  // as much as the largest pipe holds
  for (int i = 0; i < kMostReads && from.is_open();) {
    const ssize_t n = ::read(from.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      from.close();
      return;
    }
    into.append({bytes.data(), static_cast<std::size_t>(n)});
    ++i;
  }
}

}  // namespace attn
