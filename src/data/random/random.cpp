#include "data/random/random.hpp"

#include <cmath>
#include <stdexcept>

namespace attn {

std::uint32_t Random::below(std::uint32_t n) {
  if (n == 0) {
    throw std::invalid_argument("Random::below: there is no whole number below 0");
  }
  // 2^32 mod n draws are refused, so that what is left divides into n equal parts.
  const std::uint32_t n_refused = (0U - n) % n;
  std::uint32_t drawn = draw();
  while (drawn < n_refused) {
    drawn = draw();
  }
  return drawn % n;
}

double Random::uniform() {
  const double high = draw() >> 5;  // 27 bits; two statements, because the order matters
  const double low = draw() >> 6;   // 26 bits
  return (high * 67108864.0 + low) / 9007199254740992.0;
}

double Random::normal() {
  if (cached_normal_) {
    const double cached = *cached_normal_;
    cached_normal_.reset();
    return cached;
  }
  double x1 = 0.0;
  double x2 = 0.0;
  double r2 = 0.0;
  do {
    x1 = 2.0 * uniform() - 1.0;
    x2 = 2.0 * uniform() - 1.0;
    // volatile rounds each square by itself; fused into the sum, they would differ in the last bit.
    const volatile double x1_squared = x1 * x1;
    const volatile double x2_squared = x2 * x2;
    r2 = x1_squared + x2_squared;
  } while (r2 >= 1.0 || r2 == 0.0);
  const double f = std::sqrt(-2.0 * std::log(r2) / r2);
  cached_normal_ = f * x1;
  return f * x2;
}

arma::mat normal_matrix(Random& random, arma::uword n_rows, arma::uword n_cols, double scale) {
  arma::mat values(n_rows, n_cols);
  for (arma::uword row = 0; row < n_rows; ++row) {
    for (arma::uword col = 0; col < n_cols; ++col) {
      values(row, col) = random.normal() * scale;
    }
  }
  return values;
}

arma::mat uniform_matrix(Random& random, arma::uword n_rows, arma::uword n_cols, double bound) {
  arma::mat values(n_rows, n_cols);
  for (arma::uword row = 0; row < n_rows; ++row) {
    for (arma::uword col = 0; col < n_cols; ++col) {
      values(row, col) = -bound + 2.0 * bound * random.uniform();
    }
  }
  return values;
}

arma::mat whole_number_matrix(Random& random, arma::uword n_rows, arma::uword n_cols,
                              std::span<const int> choices) {
  const auto n_choices = static_cast<std::uint32_t>(choices.size());
  arma::mat values(n_rows, n_cols);
  for (arma::uword row = 0; row < n_rows; ++row) {
    for (arma::uword col = 0; col < n_cols; ++col) {
      values(row, col) = choices[random.below(n_choices)];
    }
  }
  return values;
}

std::uint32_t seed_of(std::uint32_t seed, std::string_view word) {
  std::uint32_t hash = 2166136261U;
  const auto add = [&hash](std::uint32_t byte) { hash = (hash ^ byte) * 16777619U; };
  for (int shift = 0; shift < 32; shift += 8) {
    add((seed >> shift) & 0xFFU);
  }
  for (const char c : word) {
    add(static_cast<unsigned char>(c));
  }
  return hash;
}

}  // namespace attn
