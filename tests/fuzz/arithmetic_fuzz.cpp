#include "fuzz_target.hpp"
#include "practice/formula/formula.hpp"

// Whatever a formula is, it is read or refused.
ATTN_FUZZ_TARGET(arithmetic_fuzz) {
  read_or_refuse([&] { arithmetic_value(bytes); });
  read_or_refuse([&] { sampled(bytes, {"n", "d", "d_k"}); });
  read_or_refuse([&] { growth(bytes, {"n", "d"}); });
  read_or_refuse([&] { sampled(bytes, {"n", "d", "d_k"}, FormulaSpelling::by_hand); });
  read_or_refuse([&] { growth(bytes, {"n", "d"}, FormulaSpelling::by_hand); });
}
