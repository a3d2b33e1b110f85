// Random numbers that are the same on every machine.
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string_view>

namespace attn {

/// Random numbers that are the same on every platform.
///
/// The raw draws are those of std::mt19937, which the standard fixes; the transforms are our own,
/// because std:: distributions differ between standard libraries. Only the last bit of a normal
/// number still hangs on the C library, through its logarithm; NumPy's does too.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  /// A whole number, each of 0, 1, ..., n - 1 equally likely.
  ///
  /// Errors:  std::invalid_argument if n is 0, which only our own code can cause.
  std::uint32_t below(std::uint32_t n);

  /// A number in [0, 1), one of 2^53 equally likely ones, from two raw draws a and b.
  ///
  ///     (⌊a / 2^5⌋ · 2^26 + ⌊b / 2^6⌋) / 2^53
  ///
  /// Source:  Matsumoto and Nishimura's genrand_res53, which is also NumPy's legacy recipe.
  double uniform();

  /// A number from the normal distribution with mean 0 and variance 1.
  /// Random(seed) gives the numbers of numpy.random.RandomState(seed).randn, bit for bit.
  ///
  ///     draw x1, x2 evenly from [-1, 1) until 0 < r² = x1² + x2² < 1
  ///     f = √(-2 ln(r²) / r²);   this call returns f·x2, the next one f·x1
  ///
  /// Source:  Marsaglia's polar method, in the order of NumPy's legacy generator.
  double normal();

 private:
  std::uint32_t draw() { return static_cast<std::uint32_t>(engine_()); }

  std::mt19937 engine_;
  std::optional<double> cached_normal_;
};

/// A matrix of normal numbers times `scale`, filled row by row as numpy's randn does.
///
/// Shapes:  (n_rows × n_cols)
arma::mat normal_matrix(Random& random, arma::uword n_rows, arma::uword n_cols, double scale);

/// A matrix of numbers drawn evenly from [−bound, bound), filled row by row.
/// Random(seed) gives those of numpy.random.RandomState(seed).uniform(-bound, bound), bit for bit.
///
///     −bound + 2 bound · uniform()
///
/// Shapes:  (n_rows × n_cols)
arma::mat uniform_matrix(Random& random, arma::uword n_rows, arma::uword n_cols, double bound);

/// A matrix of whole numbers, each drawn evenly from `choices`, filled row by row.
/// A choice that is listed twice is drawn twice as often.
///
/// Shapes:  (n_rows × n_cols)
/// Errors:  std::invalid_argument if `choices` is empty, which only our own code can cause.
arma::mat whole_number_matrix(Random& random, arma::uword n_rows, arma::uword n_cols,
                              std::span<const int> choices);

/// A seed of its own for every word, so that a word's numbers do not depend on its neighbours.
///
///     hash = 2166136261;   for each byte:  hash = (hash xor byte) · 16777619 mod 2^32
///
/// over the four bytes of `seed`, lowest first, and then the bytes of `word`.
///
/// Source:  Fowler, Noll and Vo's FNV-1a, 32 bits.
std::uint32_t seed_of(std::uint32_t seed, std::string_view word);

}  // namespace attn
