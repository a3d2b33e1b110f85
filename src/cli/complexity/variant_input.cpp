#include "cli/complexity/variant_input.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/head_sizes.hpp"

namespace attn {
namespace {

constexpr const char* kGrouped = "gqa:";

AttentionVariant variant_of(const std::string& word, std::uint64_t n_heads) {
  if (word == "mha") return {word, n_heads};
  if (word == "mqa") return {word, 1};
  if (!word.starts_with(kGrouped))
    throw InputError(message(
        "--compare takes mha, gqa:N and mqa, separated by commas, but not '{}'. N is the number of "
        "key-value heads: 1 is mqa, {} is mha.",
        preview(word), n_heads));
  const std::string number = word.substr(std::string(kGrouped).size());
  const std::uint64_t n_kv_heads = count_value("--compare gqa:N", number, 1, n_heads);
  if (n_heads % n_kv_heads != 0)
    throw InputError(message(
        "--compare {}: {} heads cannot share {} key-value heads evenly. Numbers that divide {} "
        "are {}.",
        word, n_heads, n_kv_heads, n_heads, divisors_text(n_heads)));
  return {kGrouped + std::to_string(n_kv_heads), n_kv_heads};
}

}  // namespace

std::vector<AttentionVariant> read_variants(const Flag& flag, std::uint64_t n_heads) {
  std::vector<AttentionVariant> variants;
  for (const std::string& word : list_items(plain_value(flag.text()))) {
    const AttentionVariant variant = variant_of(word, n_heads);
    for (const AttentionVariant& other : variants)
      if (other.name == variant.name)
        throw InputError(message("--compare has {} twice.", variant.name));
    variants.push_back(variant);
  }
  return variants;
}

}  // namespace attn
