#include "network/five_points.hpp"

#include "network/row_matrix.hpp"
#include "support/catch.hpp"

// ℓ = Σ x³ and ℓ = Σ sin x, whose gradients are known.
TEST_CASE("gradient_fault: a right gradient has none") {
  RowMatrix<double> x = random_rows(1, 3, 4), slope = x;
  const auto loss = [&x] {
    double sum = 0.0;
    for (const double number : x.numbers) sum += std::sin(number);
    return sum;
  };
  for (double& number : slope.numbers) number = std::cos(number);
  const std::vector<ClaimedGradient> claims{{"x", x, slope}};
  const std::vector<double> before = x.numbers;
  CHECK(gradient_fault(claims, loss) == "");
  CHECK(slope_fault(claims, loss) == "");
  CHECK(x.numbers == before);
}

TEST_CASE("gradient_fault: a wrong number is named") {
  RowMatrix<double> x(2, 2, {1, -1, 2, 0.5}), slope(2, 2, {3, 3, 12, 0.75});
  const auto loss = [&x] {
    double sum = 0.0;
    for (const double number : x.numbers) sum += number * number * number;
    return sum;
  };
  CHECK(gradient_fault({{"x", x, slope}}, loss) == "");
  const auto fault_with = [&](double wrong) {
    RowMatrix<double> claimed = slope;
    claimed.numbers[2] = wrong;
    return gradient_fault({{"x", x, claimed}}, loss);
  };
  CHECK_THAT(fault_with(-12), ContainsSubstring("dx[1, 0] is -12, differences give "));
  CHECK_THAT(fault_with(12 * (1 + 2e-7)), ContainsSubstring("dx[1, 0]"));
  CHECK_THAT(fault_with(std::nan("")), ContainsSubstring("dx[1, 0] is nan"));
  CHECK(fault_with(12 * (1 + 1e-8)) == "");
}

TEST_CASE("gradient_fault: of many numbers the largest gradient is tried") {
  RowMatrix<double> x = random_rows(2, 1, 3000), claimed(1, 3000);
  const auto loss = [&x] { return 5 * x.numbers[1234]; };
  claimed.numbers[1234] = 5.001;
  CHECK_THAT(gradient_fault({{"x", x, claimed}}, loss), ContainsSubstring("dx[0, 1234] is 5.001"));
  CHECK_THAT(slope_fault({{"x", x, claimed}}, loss), ContainsSubstring("along direction 0"));
  claimed.numbers[1234] = 5;
  CHECK(gradient_fault({{"x", x, claimed}}, loss) == "");
}

TEST_CASE("gradient_fault: what does not move the loss has gradient 0") {
  RowMatrix<double> x = random_rows(3, 2, 2), claimed(2, 2);
  CHECK(gradient_fault({{"x", x, claimed}}, [] { return 7.0; }) == "");
  claimed.numbers[3] = 1e-9;  // the largest of all: 1e-3 of it is the floor
  CHECK_THAT(gradient_fault({{"x", x, claimed}}, [] { return 7.0; }), ContainsSubstring("[1, 1]"));
}
