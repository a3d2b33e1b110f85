#include <bit>
#include <cmath>
#include <limits>

#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The slow form: every bit of the fraction adds its own power of two.
double half_by_bits(unsigned bits) {
  const unsigned exponent = bits / 1024 % 32;
  double value = exponent == 0 ? 0 : 1;
  for (int i = 0; i < 10; ++i) value += (bits >> i & 1u) != 0 ? std::pow(2.0, i - 10) : 0;
  value *= std::pow(2.0, exponent == 0 ? -14 : static_cast<int>(exponent) - 15);
  return bits / 32768 == 1 ? -value : value;
}

}  // namespace

TEST_CASE("half_value: known numbers", "[data][half]") {
  CHECK(half_value(0x3c00) == 1);
  CHECK(half_value(0xc000) == -2);
  CHECK(half_value(0x3555) == 1365.0 / 4096);  // the half next to 1/3
  CHECK(half_value(0x7bff) == 65504);          // the largest
  CHECK(half_value(0x0400) == 0x1p-14);        // the smallest that is normal
  CHECK(half_value(0x03ff) == 1023 * 0x1p-24);
  CHECK(half_value(0x0001) == 0x1p-24);  // the smallest
}

TEST_CASE("half_value: agrees with the sum of the bits for every finite half",
          "[data][half][property]") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    if (bits / 1024 % 32 == 31) continue;
    if (half_value(static_cast<std::uint16_t>(bits)) != half_by_bits(bits)) FAIL(bits);
  }
}

TEST_CASE("half_value: keeps zeros with their sign, infinities and NaN", "[data][half]") {
  CHECK(half_value(0x0000) == 0);
  CHECK_FALSE(std::signbit(half_value(0x0000)));
  CHECK(half_value(0x8000) == 0);
  CHECK(std::signbit(half_value(0x8000)));
  CHECK(half_value(0x7c00) == kInfinity);
  CHECK(half_value(0xfc00) == -kInfinity);
  CHECK(std::isnan(half_value(0x7c01)));
  CHECK(std::isnan(half_value(0xffff)));
}

TEST_CASE("bfloat16_value: known numbers", "[data][half]") {
  CHECK(bfloat16_value(0x3f80) == 1);
  CHECK(bfloat16_value(0xc000) == -2);
  CHECK(bfloat16_value(0x3eab) == 0.333984375);    // the bfloat16 next to 1/3
  CHECK(bfloat16_value(0x0001) == 0x1p-133);       // the smallest
  CHECK(bfloat16_value(0x7f7f) == 255 * 0x1p120);  // the largest
  CHECK(bfloat16_value(0x0080) == 0x1p-126);
}

TEST_CASE("bfloat16_value: is the float with the same upper half", "[data][half][property]") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double value = bfloat16_value(static_cast<std::uint16_t>(bits));
    if (std::isnan(value)) {
      if (bits / 128 % 256 != 255 || bits % 128 == 0) FAIL(bits);
      continue;
    }
    if (std::bit_cast<std::uint32_t>(static_cast<float>(value)) != bits << 16) FAIL(bits);
  }
}
