#include "cli/flags/number_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings

}  // namespace

void NumberFlags::add_number_flags(const FlagGroup& group) {
  group.value(seed, "N", translated("Other numbers for the words, always the same for one N"));
  group.value(
      rng, "KIND",
      translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                 "gives"));
  group.value(init, "X", translated("With --rng numpy: the factor on the weights (default 0.1)"));
  group.value(d_model, "N", translated("Width of an embedding (default 4)"));
}

WordModel NumberFlags::read_model() const {
  WordModel model;
  model.kind = rng.choice(kWordModels).value_or(model.kind);
  if (model.kind != WordModel::Kind::numpy) require_used_with({init}, rng.name() + " numpy");
  model.init = init.number().value_or(model.init);
  if (seed) model.seed = static_cast<std::uint32_t>(*seed.count(0, UINT32_MAX));
  model.d_model = d_model.count(1, kLargestWidth).value_or(model.d_model);
  model.d_k = model.d_v = model.d_model;
  return model;
}

void require_words_fit(std::size_t n_words, arma::uword d_model) {
  if (n_words <= kMostWordCells / d_model) return;
  throw InputError(message("too many words for embeddings of width {}: the limit is {}.", d_model,
                           kMostWordCells / d_model));
}

std::string made_up_note() {
  return translated(
      "the numbers are made up, not learned: they show how "
      "attention works, not what the words mean.");
}

std::string made_up_note(const std::string& source) {
  if (source != "by-hand") return made_up_note();
  return translated(
      "by-hand: the numbers are small, so that each step can be checked on paper. They are made "
      "up, not learned: they show how attention works, not what the words mean.");
}

}  // namespace attn
