#include <cmath>

#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "data/model/model_files.hpp"
#include "fuzz_target.hpp"
#include "pretrained/family/family.hpp"

namespace {

using namespace attn;

// Whatever is accepted as a model can be counted, and has something to count.
void count(const Settings& settings) {
  const Model model = model_from(settings);
  if (total_of(costs_of(model, {.n_source = 1}).parameters) <= 0) __builtin_trap();
}

// What is accepted as one that can be run has tensors, scores of a finite size, and angles.
void plan(const Settings& settings) {
  constexpr std::uint64_t kFew = 64;  // the next ones are like these, and wait for their files
  const Architecture architecture = architecture_of(settings);
  if (!std::isfinite(architecture.score_scale(0))) __builtin_trap();
  if (architecture.windows.size() != architecture.n_layers()) __builtin_trap();
  if (architecture.n_layers() <= kFew)
    for (const LayerTensors& layer : model_tensors(architecture.family, architecture.sizes).layers)
      if (layer_tensors(layer).empty()) __builtin_trap();
  if (architecture.rotary && architecture.sizes.d_head <= kFew)
    for (const std::uint64_t n_tokens : {1, 100'000})
      if (rotary_frequencies(*architecture.rotary, architecture.sizes.d_head, n_tokens).has_nan())
        __builtin_trap();
}

}  // namespace

ATTN_FUZZ_READER(model_config_fuzz) {
  const Settings settings = model_config(bytes, "config.json");
  read_or_refuse([&] { count(settings); });
  plan(settings);
}
