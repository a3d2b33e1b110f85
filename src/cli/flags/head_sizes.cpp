#include "cli/flags/head_sizes.hpp"

#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"

namespace attn {
namespace {

// The nearest number of heads that d_model can be split into: the next larger one, or d_model.
std::uint64_t nearest_heads(std::uint64_t d_model, std::uint64_t n_heads) {
  constexpr std::uint64_t kFarthest = 1 << 20;
  for (std::uint64_t heads = n_heads; heads <= d_model && heads < n_heads + kFarthest; ++heads)
    if (d_model % heads == 0) return heads;
  return d_model;
}

[[noreturn]] void refuse_split(std::uint64_t d_model, std::uint64_t n_heads) {
  const std::uint64_t heads = nearest_heads(d_model, n_heads);
  const std::uint64_t d_head = d_model / n_heads + 1;  // rounded up
  const auto aligned = [](const std::string& flag) {
    return flag + std::string(flag.size() < 16 ? 16 - flag.size() : 1, ' ');
  };
  throw InputError(
      uneven_heads_text(d_model, n_heads),
      {translated("Each head needs a whole number of dimensions. Try one of:"),
       fmt::format("  {} (d_head {})", aligned(fmt::format("--heads {}", heads)), d_model / heads),
       fmt::format("  {} (d_head {})", aligned(fmt::format("--d-model {}", d_head * n_heads)),
                   d_head),
       message("  {} (keep d_model {}; W_O maps {} to {})",
               aligned(fmt::format("--d-head {}", d_head)), d_model, d_head * n_heads, d_model)});
}

}  // namespace

void HeadFlags::add_head_flags(const FlagGroup& group, const char* heads_text) {
  group.value(heads, "N", heads_text);
  group.value(kv_heads, "N",
              translated("Number of key-value heads: 1 is multi-query, fewer than --heads is "
                         "grouped-query (default --heads)"));
  group.value(d_head, "N", translated("Width of a head (default d_model / heads)"));
}

std::uint64_t d_head_value(const Flag& d_head, std::uint64_t d_model, std::uint64_t n_heads,
                           std::uint64_t most) {
  if (d_head) return *d_head.count(1, most);
  if (d_model % n_heads != 0) refuse_split(d_model, n_heads);
  return d_model / n_heads;
}

void require_shared_evenly(const HeadCounts& counts) {
  if (counts.n_heads % counts.n_kv_heads == 0) return;
  throw InputError(
      message("{} query heads cannot share {} key-value heads evenly. --kv-heads must divide "
              "--heads: try one of {}.",
              counts.n_heads, counts.n_kv_heads, divisors_text(counts.n_heads)));
}

std::string divisors_text(std::uint64_t n) {
  constexpr std::size_t kMost = 12;
  constexpr std::uint64_t kLargestTried = 1 << 20;
  std::vector<std::string> divisors;
  for (std::uint64_t divisor = 1; divisor <= std::min(n, kLargestTried) && divisors.size() <= kMost;
       ++divisor)
    if (n % divisor == 0) divisors.push_back(std::to_string(divisor));
  return listed_first(divisors, kMost);
}

}  // namespace attn
