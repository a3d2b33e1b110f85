#include "data/random/random.hpp"

#include "support/catch.hpp"

namespace {

struct NormalDraws {
  std::uint32_t seed;
  std::array<double, 3> first;
  double last;  // draw number 2000
};

// numpy.random.RandomState(seed).randn(2000), with float.hex
constexpr std::array<NormalDraws, 3> kNumpyDraws{{
    {0, {0x1.c398ef3e5cfa5p+0, 0x1.99c2cfacc8953p-2, 0x1.f51d25222c9abp-1}, -0x1.4f9bc11311ec5p+0},
    {42,
     {0x1.fca2a28a9307cp-2, -0x1.1b2a505de052ap-3, 0x1.4b9dd50245e68p-1},
     -0x1.7d63e1244b92ap-1},
    {4294967295U,
     {0x1.4bfc38c486d8ap-1, 0x1.56b192e507eeep-1, -0x1.149e836f192fdp+0},
     0x1.71f1e9b4b4f9ap+0},
}};

}  // namespace

TEST_CASE("uniform_matrix: equals NumPy's legacy uniform, row by row") {
  // b = np.sqrt(6/320); np.random.RandomState(7).uniform(-b, b, (2, 3))
  Random random(7);
  const arma::mat drawn = uniform_matrix(random, 2, 3, std::sqrt(6.0 / 320.0));
  const arma::mat expected{{-0.11603275366891747, 0.07665891838975641, -0.0168673266369513},
                           {0.06119845935745494, 0.1309028189857127, 0.0105425282972951}};
  CHECK(arma::abs(drawn - expected).max() == 0.0);
}

TEST_CASE("normal: equals NumPy's legacy randn bit for bit") {
  for (const NormalDraws& expected : kNumpyDraws) {
    CAPTURE(expected.seed);
    Random random(expected.seed);
    for (const double value : expected.first) {
      CHECK(random.normal() == value);
    }
    double last = 0.0;
    for (int i = 3; i < 2000; ++i) {
      last = random.normal();
    }
    CHECK(last == expected.last);
  }
}

TEST_CASE("normal: mean 0 and variance 1") {
  Random random(7);
  const arma::mat values = normal_matrix(random, 200, 200, 1.0);
  // The standard error of the mean is 1/200, that of the variance √2/200.
  CHECK(std::abs(arma::mean(arma::vectorise(values))) < 0.02);
  CHECK(std::abs(arma::var(arma::vectorise(values)) - 1.0) < 0.03);
}

TEST_CASE("uniform: equals NumPy's legacy random_sample bit for bit") {
  Random random(42);
  CHECK(random.uniform() == 0x1.7f8771e5f51ecp-2);
  CHECK(random.uniform() == 0x1.e6c4068bbd654p-1);
  CHECK(random.uniform() == 0x1.76c7e8f1e6751p-1);
}

TEST_CASE("below: refuses the draws that would favour small numbers") {
  // 2^32 mod 3·2^30 = 2^30 = 1073741824, so smaller draws are refused.
  constexpr std::uint32_t kN = 3221225472U;
  // Seed 42 draws 1608637542, 3421126067, 4083286876, 787846414 (refused) ...
  Random random(42);
  CHECK(random.below(kN) == 1608637542U);
  CHECK(random.below(kN) == 3421126067U - kN);
  CHECK(random.below(kN) == 4083286876U - kN);
  // Seed 2^32 - 1 draws 419326371 (refused), 479346978 (refused), 3918654476.
  Random refusing(4294967295U);
  CHECK(refusing.below(kN) == 3918654476U - kN);
}

TEST_CASE("below: every number comes up about equally often") {
  Random random(1);
  std::array<int, 9> counts{};
  for (int i = 0; i < 9000; ++i) {
    ++counts.at(random.below(9));
  }
  for (const int count : counts) {
    CHECK(std::abs(count - 1000) < 120);  // four standard deviations
  }
}

TEST_CASE("below: 1 leaves only 0 and 0 leaves nothing") {
  Random random(1);
  CHECK(random.below(1) == 0);
  CHECK_THROWS_AS(random.below(0), std::invalid_argument);
}

TEST_CASE("normal_matrix: fills row by row and scales each draw") {
  Random random(42);
  const arma::mat drawn = normal_matrix(random, 2, 3, 0.1);
  Random again(42);
  for (arma::uword row = 0; row < 2; ++row) {
    for (arma::uword col = 0; col < 3; ++col) {
      CHECK(drawn(row, col) == again.normal() * 0.1);
    }
  }
}

// np.random.seed(42); X = randn(4, 8); W_Q, W_K, W_V = randn(8, 8) * 0.1, in this order
TEST_CASE("normal_matrix: reproduces a NumPy program with four matrices") {
  Random random(42);
  const arma::mat X = normal_matrix(random, 4, 8, 1.0);
  const arma::mat W_Q = normal_matrix(random, 8, 8, 0.1);
  const arma::mat W_K = normal_matrix(random, 8, 8, 0.1);
  const arma::mat W_V = normal_matrix(random, 8, 8, 0.1);
  CHECK(X(0, 0) == 0.4967141530112327);
  CHECK(X(0, 1) == -0.13826430117118466);
  CHECK(X(1, 0) == -0.4694743859349521);
  CHECK(X(3, 7) == 1.8522781845089378);
  CHECK(W_Q(0, 0) == -0.0013497224737933921);
  CHECK(W_Q(7, 7) == -0.14635149481321186);
  CHECK(W_K(0, 0) == 0.029612027706457607);
  CHECK(W_K(7, 7) == 0.06565536086338297);
  CHECK(W_V(0, 0) == -0.09746816702273214);
  CHECK(W_V(7, 7) == -0.16127158711896517);
}

TEST_CASE("whole_number_matrix: fills row by row with the choices") {
  constexpr std::array kChoices{-5, 0, 5};
  Random random(3);
  const arma::mat drawn = whole_number_matrix(random, 4, 2, kChoices);
  Random again(3);
  for (arma::uword row = 0; row < 4; ++row) {
    for (arma::uword col = 0; col < 2; ++col) {
      CHECK(drawn(row, col) == kChoices.at(again.below(3)));
    }
  }
}

TEST_CASE("whole_number_matrix: needs at least one choice") {
  Random random(3);
  CHECK_THROWS_AS(whole_number_matrix(random, 1, 1, {}), std::invalid_argument);
}

TEST_CASE("seed_of: is FNV-1a over the seed's bytes and the word's") {
  // The published hash of "foobar" is 0xbf9cf968; "foob" is the seed, lowest byte first.
  CHECK(seed_of(0x626f6f66U, "ar") == 0xbf9cf968U);
  CHECK(seed_of(0, "") == 1268118805U);
  CHECK(seed_of(0, "cat") == 3578273047U);
  CHECK(seed_of(0x01020304U, "猫") == 1734576639U);
}
