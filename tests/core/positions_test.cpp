#include "core/positions.hpp"

#include <complex>

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

namespace {

constexpr double kPi = std::numbers::pi;

double slow_cell(double p, int j, int d_model, double base) {
  const double angle = p / std::pow(base, (j - j % 2) / static_cast<double>(d_model));
  return j % 2 == 0 ? std::sin(angle) : std::sin(angle + kPi / 2);
}

}  // namespace

TEST_CASE("first_positions: as many as asked for, from 0") {
  CHECK(difference(first_positions(3), arma::vec{0, 1, 2}) == "");
  CHECK(difference(first_positions(1), arma::vec{0}) == "");
  CHECK(first_positions(0).is_empty());
}

TEST_CASE("pair_frequencies: each pair turns more slowly than the one before") {
  CHECK(difference(pair_frequencies(4), arma::vec{1, 0.01}) == "");
  CHECK(difference(pair_frequencies(8), arma::vec{1, 0.1, 0.01, 0.001}) == "");
  CHECK(difference(pair_frequencies(1), arma::vec{1}) == "");
  // Three dimensions are two pairs, the second with exponent 2/3.
  CHECK(difference(pair_frequencies(3, 8.0), arma::vec{1, 0.25}) == "");
}

TEST_CASE("pair_wavelengths: from 2π up to a bound that is never reached") {
  CHECK(difference(pair_wavelengths(4), arma::vec{2 * kPi, 200 * kPi}, 1e-10) == "");
  // The chapters' exercise 3: dimension 256 of 512 is pair 128, and the slowest pair is 255.
  const arma::vec wavelengths = pair_wavelengths(512);
  REQUIRE(wavelengths.n_elem == 256);
  CHECK(wavelengths(0) == Approx(6.283185307179586).epsilon(1e-14));
  CHECK(wavelengths(128) == Approx(628.3185307179587).epsilon(1e-14));
  CHECK(wavelengths(255) == Approx(60611.47716626105).epsilon(1e-14));
  CHECK(wavelengths(255) < 2 * kPi * 10000);
}

TEST_CASE("sinusoidal_encoding: by hand") {
  const arma::mat PE = sinusoidal_encoding(arma::vec{0, 3}, 8);
  CHECK(difference(PE.row(0), arma::rowvec{0, 1, 0, 1, 0, 1, 0, 1}) == "");
  CHECK(PE(1, 2) == Approx(std::sin(0.3)).epsilon(1e-14));
  CHECK(PE(1, 3) == Approx(std::cos(0.3)).epsilon(1e-14));
  CHECK(PE(1, 7) == Approx(std::cos(0.003)).epsilon(1e-14));
}

TEST_CASE("sinusoidal_encoding: an odd width ends in a sine without a cosine") {
  const arma::mat expected{{0, 1, 0},
                           {0.8414709848078965, 0.5403023058681398, 0.0021544330233656045},
                           {0.9092974268256817, -0.4161468365471424, 0.0043088560467428125},
                           {0.1411200080598672, -0.9899924966004454, 0.006463259070189646}};
  CHECK(difference(sinusoidal_encoding(first_positions(4), 3), expected) == "");
  CHECK(difference(sinusoidal_encoding(arma::vec{2}, 1), arma::vec{std::sin(2.0)}) == "");
}

TEST_CASE("sinusoidal_encoding: agrees with one formula per cell") {
  for (const int d_model : {1, 2, 5, 16, 31})
    for (const double base : {2.0, 10000.0}) {
      arma::mat expected(40, d_model);
      for (int p = 0; p < 40; ++p)
        for (int j = 0; j < d_model; ++j) expected(p, j) = slow_cell(p, j, d_model, base);
      CHECK(difference(sinusoidal_encoding(first_positions(40), d_model, base), expected) == "");
    }
}

TEST_CASE("sinusoidal_encoding: every row has length √(d/2)") {
  const arma::mat PE = sinusoidal_encoding(arma::vec{0, 1, 17, 4999, 1e6}, 512);
  for (arma::uword p = 0; p < PE.n_rows; ++p)
    CHECK(arma::accu(arma::square(PE.row(p))) == Approx(256.0).epsilon(1e-13));
}

TEST_CASE("sinusoidal_encoding: refuses what has no encoding") {
  CHECK_REFUSED(sinusoidal_encoding(first_positions(3), 0),
                "an encoding needs at least one dimension, but d_model is 0.");
  for (const auto& [base, text] : {std::pair{1.0, "1"},
                                   {0.5, "0.5"},
                                   {-3.0, "-3"},
                                   {kInfinity, "inf"},
                                   {kNaN, "nan"},
                                   {1e101, "1e+101"}})
    CHECK_REFUSED(sinusoidal_encoding(first_positions(3), 4, base),
                  std::string("the base must be a number above 1 and at most 1e+100, but it is ") +
                      text +
                      ". With base 1 every pair would turn equally fast. The usual base is 10000.");
}

TEST_CASE("shift_matrix: by hand") {
  const arma::mat expected{{-0.9899924966004454, 0.1411200080598672, 0, 0},
                           {-0.1411200080598672, -0.9899924966004454, 0, 0},
                           {0, 0, 0.9995500337489875, 0.02999550020249566},
                           {0, 0, -0.02999550020249566, 0.9995500337489875}};
  CHECK(difference(shift_matrix(3, 4), expected) == "");
  CHECK(difference(shift_matrix(0, 6), arma::eye(6, 6)) == "");
}

TEST_CASE("shift_matrix: the same matrix moves every position") {
  for (const double k : {1.0, 3.0, -7.0, 100.0}) {
    const arma::mat R = shift_matrix(k, 12);
    const arma::vec positions = first_positions(30);
    const arma::mat PE = sinusoidal_encoding(positions, 12);
    CHECK(difference(PE * R.t(), sinusoidal_encoding(positions + k, 12)) == "");
  }
}

TEST_CASE("shift_matrix: shifts add up, and going back undoes one") {
  CHECK(difference(shift_matrix(3, 8) * shift_matrix(4, 8), shift_matrix(7, 8)) == "");
  CHECK(difference(shift_matrix(-5, 8), shift_matrix(5, 8).t()) == "");
}

TEST_CASE("shift_matrix: refuses a sine without a cosine") {
  CHECK_REFUSED(shift_matrix(1, 5),
                "a shift turns each sine with its cosine, but with d_model 5 the last sine has "
                "none. Try d_model 6.");
}

TEST_CASE("columns_of_pair: neighbours, or one from each half") {
  const auto columns = [](arma::uword pair, Pairing pairing) {
    const PairColumns both = columns_of_pair(pair, 6, pairing);
    return std::pair(both.first, both.second);
  };
  CHECK(columns(0, Pairing::interleaved) == std::pair<arma::uword, arma::uword>(0, 1));
  CHECK(columns(2, Pairing::interleaved) == std::pair<arma::uword, arma::uword>(4, 5));
  CHECK(columns(0, Pairing::half_split) == std::pair<arma::uword, arma::uword>(0, 3));
  CHECK(columns(2, Pairing::half_split) == std::pair<arma::uword, arma::uword>(2, 5));
}

TEST_CASE("interleaved_order: leads from one pairing to the other") {
  const arma::uvec order = interleaved_order(8);
  CHECK(difference(arma::conv_to<arma::vec>::from(order), arma::vec{0, 4, 1, 5, 2, 6, 3, 7}) == "");
  std::mt19937 draws(5);
  const arma::mat X = random_matrix(draws, 6, 8);
  const arma::mat angles = rotation_angles(first_positions(6), 8);
  CHECK(difference(rotated(X, angles, Pairing::half_split).eval().cols(order),
                   rotated(X.cols(order), angles, Pairing::interleaved)) == "");
}

TEST_CASE("rotation_angles: position times frequency") {
  CHECK(difference(rotation_angles(arma::vec{0, 3}, 4), {{0, 0}, {3, 0.03}}) == "");
  CHECK(difference(rotation_angles(arma::vec{2}, 6, 8.0), arma::rowvec{2, 1, 0.5}) == "");
}

TEST_CASE("rotated: by hand") {
  const arma::mat X{{1, 2, 3, 4}, {1, 2, 3, 4}};
  const arma::mat angles = rotation_angles(arma::vec{0, 3}, 4);
  // Other software: complex numbers for neighbours, rotate_half for halves.
  CHECK(difference(
            rotated(X, angles, Pairing::interleaved),
            {{1, 2, 3, 4},
             {-1.27223251272018, -1.8388649851410237, 2.87866810043698, 4.088186635603437}}) == "");
  CHECK(difference(rotated(X, angles, Pairing::half_split),
                   {{1, 2, 3, 4},
                    {-1.413352520780047, 1.8791180666879925, -2.828857481741469,
                     4.058191135400942}}) == "");
}

TEST_CASE("rotated: agrees with complex numbers") {
  std::mt19937 draws(6);
  const arma::mat X = random_matrix(draws, 7, 10);
  const arma::mat angles = rotation_angles(first_positions(7), 10, 500.0);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    arma::mat expected(7, 10);
    for (arma::uword p = 0; p < 7; ++p)
      for (arma::uword i = 0; i < 5; ++i) {
        const auto [a, b] = columns_of_pair(i, 10, pairing);
        const std::complex<double> turned =
            std::complex<double>(X(p, a), X(p, b)) * std::polar(1.0, angles(p, i));
        expected(p, a) = turned.real();
        expected(p, b) = turned.imag();
      }
    CHECK(difference(rotated(X, angles, pairing), expected) == "");
  }
}

TEST_CASE("rotated: dot products depend on the distance only") {
  std::mt19937 draws(7);
  const arma::rowvec q = random_matrix(draws, 1, 8), k = random_matrix(draws, 1, 8);
  for (const Pairing pairing : {Pairing::interleaved, Pairing::half_split}) {
    const auto at = [pairing](const arma::rowvec& x, double p) {
      return rotated(x, rotation_angles(arma::vec{p}, 8), pairing);
    };
    for (const double distance : {0.0, 1.0, 4.0})
      for (const double p : {0.0, 1.0, 50.0, 1000.0})
        CHECK(arma::dot(at(q, p), at(k, p + distance)) ==
              Approx(arma::dot(at(q, 0), at(k, distance))).margin(1e-12));
    CHECK(arma::accu(arma::square(at(q, 33))) ==
          Approx(arma::accu(arma::square(q))).epsilon(1e-14));
  }
}

TEST_CASE("rotated: refuses a dimension without a partner") {
  const std::string start = "RoPE turns dimensions in pairs, so d_head must be even, but it is ";
  const std::string end = ": one dimension would have no partner. Try ";
  CHECK_REFUSED(rotation_angles(first_positions(2), 5), start + "5" + end + "6.");
  CHECK_REFUSED(rotated(arma::ones(2, 3), arma::ones(2, 1), Pairing::interleaved),
                start + "3" + end + "4.");
  CHECK_REFUSED(interleaved_order(0), start + "0" + end + "2.");
  CHECK_REFUSED(
      rotated(arma::ones(2, 4), arma::ones(3, 2), Pairing::interleaved),
      "the angles (one row per position, one column per pair) must be 2 x 2, but it is 3 x 2.");
}

TEST_CASE("alibi_slopes: halves of halves for a power of two") {
  CHECK(difference(alibi_slopes(8), arma::vec{1 / 2., 1 / 4., 1 / 8., 1 / 16., 1 / 32., 1 / 64.,
                                              1 / 128., 1 / 256.}) == "");
  CHECK(difference(alibi_slopes(1), arma::vec{1 / 256.}) == "");
  CHECK(alibi_slopes(16)(0) == Approx(std::sqrt(0.5)).epsilon(1e-15));
}

TEST_CASE("alibi_slopes: other head counts fill up from twice as many") {
  // The released code: the slopes of 2 and 4 heads, then the first, third... of 4 and 8 heads.
  CHECK(difference(alibi_slopes(3), arma::vec{1 / 16., 1 / 256., 1 / 4.}) == "");
  CHECK(difference(alibi_slopes(6),
                   arma::vec{1 / 4., 1 / 16., 1 / 64., 1 / 256., 1 / 2., 1 / 8.}) == "");
  const arma::vec twelve = alibi_slopes(12);
  CHECK(difference(twelve.head(8), alibi_slopes(8)) == "");
  CHECK(difference(twelve.tail(4), arma::vec{std::exp2(-.5), std::exp2(-1.5), std::exp2(-2.5),
                                             std::exp2(-3.5)}) == "");
}

TEST_CASE("alibi_slopes: refuses no heads") {
  CHECK_REFUSED(alibi_slopes(0), "ALiBi needs at least one head, but got 0.");
}

TEST_CASE("alibi_bias: the further, the lower") {
  CHECK(difference(alibi_bias(0.5, 3, 3), {{0, -.5, -1}, {-.5, 0, -.5}, {-1, -.5, 0}}) == "");
  // Two new queries on four keys: the last query is at the last key.
  CHECK(difference(alibi_bias(0.25, 2, 4), {{-.5, -.25, 0, -.25}, {-.75, -.5, -.25, 0}}) == "");
  CHECK_FALSE(std::signbit(alibi_bias(1.0, 1, 1)(0, 0)));
}

TEST_CASE("alibi_bias: two lengths are aligned at their ends") {
  const arma::mat whole = alibi_bias(0.125, 6, 6);
  for (arma::uword n_q = 1; n_q <= 6; ++n_q)
    CHECK(difference(alibi_bias(0.125, n_q, 6), whole.tail_rows(n_q)) == "");
}
