#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "data/model/model_config.hpp"
#include "round_trip.hpp"

// Whatever is accepted as a model can be counted, and has something to count.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace attn;
  try {
    const Model model = model_from(model_config(text_of(bytes, size), "config.json"));
    if (total_of(costs_of(model, {.n_source = 1}).parameters) <= 0) __builtin_trap();
  } catch (const InputError&) {
  }
  return 0;
}
