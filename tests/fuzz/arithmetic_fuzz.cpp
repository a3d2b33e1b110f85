#include "fuzz_target.hpp"
#include "practice/formula/formula.hpp"
#include "round_trip.hpp"

// InputError is the only exception that a formula may cause.
ATTN_FUZZ_TARGET(arithmetic_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  const auto refuse_or = [](auto read) {
    try {
      read();
    } catch (const InputError&) {
    }
  };
  refuse_or([&] { arithmetic_value(text); });
  refuse_or([&] { sampled(text, {"n", "d", "d_k"}); });
  refuse_or([&] { growth(text, {"n", "d"}); });
  refuse_or([&] { sampled(text, {"n", "d", "d_k"}, FormulaSpelling::by_hand); });
  refuse_or([&] { growth(text, {"n", "d"}, FormulaSpelling::by_hand); });
  return 0;
}
