#include "costs/model/stored_tensors.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("numbers_in: the product of a shape, exact however large", "[costs][stored_tensors]") {
  CHECK(numbers_in(std::nullopt) == 0);
  CHECK(numbers_in(TensorDifference::Shape{}) == 1);
  CHECK(numbers_in(TensorDifference::Shape{2, 3, 4}) == 24);
  CHECK(numbers_in(TensorDifference::Shape{5, 0}) == 0);
  CHECK(numbers_in(TensorDifference::Shape{UINT64_MAX, 2}).get_str() == "36893488147419103230");
}
