#include "practice/formula/arithmetic.hpp"
#include "round_trip.hpp"

// InputError is the only exception that a formula may cause.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
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
  return 0;
}
