#include "cli/flags/number_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings

}  // namespace

void NumberFlags::add_number_flags(const FlagGroup& group) {
  group.value("--seed", seed, "N",
              translated("Other numbers for the words, always the same for one N"));
  group.value(
      "--rng", rng, "KIND",
      translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                 "gives"));
  group.value("--init", init, "X",
              translated("With --rng numpy: the factor on the weights (default 0.1)"));
  group.value("--d-model", d_model, "N", translated("Width of an embedding (default 4)"));
}

WordModel NumberFlags::read_model() const {
  WordModel model;
  model.kind = static_cast<WordModel::Kind>(choice_value("--rng", rng, {"whole", "numpy"}));
  if (model.kind != WordModel::Kind::numpy) require_used_with("--init", init, "--rng numpy");
  if (!init.empty()) model.init = number_value("--init", init);
  if (!seed.empty())
    model.seed = static_cast<std::uint32_t>(count_value("--seed", seed, 0, UINT32_MAX));
  if (!d_model.empty()) model.d_model = count_value("--d-model", d_model, 1, kLargestWidth);
  model.d_k = model.d_v = model.d_model;
  return model;
}

std::vector<std::pair<const char*, std::string>> NumberFlags::typed_numbers() const {
  return {{"--seed", seed},
          {"--rng", rng == "whole" ? "" : rng},
          {"--init", init},
          {"--d-model", d_model}};
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

}  // namespace attn
