#include "data/matrix/truth_value.hpp"

#include <atomic>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

std::atomic<std::size_t> n_times = 0;

}  // namespace

std::optional<double> truth_value(std::string_view word) {
  const std::string lower = lower_case(std::string(word));
  if (lower == "true") return 1.0;
  if (lower == "false") return 0.0;
  return std::nullopt;
}

void tell_truth_values(const std::string& name) {
  ++n_times;
  tell_reading(message("{}: True was read as 1, False as 0.", name));
}

std::size_t n_times_truth_values_were_read() { return n_times; }

}  // namespace attn
