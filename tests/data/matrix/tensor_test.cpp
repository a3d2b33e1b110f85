#include "data/matrix/tensor.hpp"

#include <cmath>
#include <limits>

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

/// The numbers in the order of the file, as float64.
Tensor tensor_of(const TensorShape& shape, const std::vector<double>& cells) {
  Tensor tensor;
  tensor.name = "w:x";
  tensor.dtype = "F64";
  tensor.shape = shape;
  tensor.type = kFloat64;
  tensor.storage = std::make_shared<const std::string>(reinterpret_cast<const char*>(cells.data()),
                                                       cells.size() * sizeof(double));
  tensor.data = *tensor.storage;
  return tensor;
}

std::string matrix_refusal(const Tensor& tensor) {
  return refusal([&] { matrix_of(tensor); });
}

}  // namespace

TEST_CASE("matrix_of: reads row by row, or column by column", "[data][tensor]") {
  Tensor tensor = tensor_of({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(difference(matrix_of(tensor), {{1, 2, 3}, {4, 5, 6}}, 0) == "");
  tensor.column_major = true;
  CHECK(difference(matrix_of(tensor), {{1, 3, 5}, {2, 4, 6}}, 0) == "");
}

TEST_CASE("row_of: a list of numbers, or a matrix with one row", "[data][tensor]") {
  CHECK(difference(row_of(tensor_of({3}, {1, 2, 3})), {{1, 2, 3}}, 0) == "");
  CHECK(difference(row_of(tensor_of({1, 3}, {1, 2, 3})), {{1, 2, 3}}, 0) == "");
  CHECK(refusal([] {
          row_of(tensor_of({3, 1}, {1, 2, 3}));
        }) ==
        "w:x: a 1-D array was expected, one number for each column, but its shape is (3, 1). Save "
        "one row of it.");
  CHECK(refusal([] { row_of(tensor_of({}, {1})); }).find("its shape is ()") != std::string::npos);
}

TEST_CASE("joined_matrix_of: matrices side by side, the first on the left", "[data][tensor]") {
  const arma::mat expected{{1, 2, 5, 6}, {3, 4, 7, 8}};
  Tensor tensor = tensor_of({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(difference(joined_matrix_of(tensor), expected, 0) == "");
  tensor = tensor_of({2, 2, 2}, {1, 5, 3, 7, 2, 6, 4, 8});
  tensor.column_major = true;
  CHECK(difference(joined_matrix_of(tensor), expected, 0) == "");
  CHECK(difference(joined_matrix_of(tensor_of({1, 2}, {1, 2})), {{1, 2}}, 0) == "");
  CHECK(refusal([] {
          joined_matrix_of(tensor_of({2, 1, 2, 2, 2}, std::vector<double>(16)));
        }).starts_with("w:x: a 2-D array was expected, but its shape is (2, 1, 2, 2, 2)."));
}

TEST_CASE("matrix_of: an axis of one, of a batch of one sequence, is left out", "[data][tensor]") {
  const arma::mat expected{{1, 2, 3}, {4, 5, 6}};
  for (const TensorShape& shape :
       {TensorShape{1, 2, 3}, TensorShape{2, 1, 3}, TensorShape{1, 1, 2, 3}})
    CHECK(difference(matrix_of(tensor_of(shape, {1, 2, 3, 4, 5, 6})), expected, 0) == "");
  CHECK(matrix_of(tensor_of({1, 1, 2}, {1, 2})).n_rows == 1);
  CHECK(row_of(tensor_of({1, 1, 2}, {1, 2})).n_cols == 2);
}

TEST_CASE("matrix_of: refuses sizes that do not agree before anything is allocated",
          "[data][tensor][error]") {
  CHECK(matrix_refusal(tensor_of({2, 2}, {1, 2, 3})) ==
        "w:x: shape (2, 2) with dtype F64 needs 32 bytes of data, and the file has 24. It is cut "
        "off or damaged: save it again.");
  CHECK(matrix_refusal(tensor_of({100'000'000, 1}, {1})).find("needs 800000000 bytes") !=
        std::string::npos);
  // 2^32 x 2^32 cells are 2^64, which is 0 in the machine's arithmetic.
  CHECK(matrix_refusal(tensor_of({1ull << 32, 1ull << 32}, {})) ==
        "w:x: the array has shape (4294967296, 4294967296), and at most 134217728 cells are read. "
        "Save a part of it.");
  CHECK(matrix_refusal(tensor_of({0, 1ull << 63}, {})).find("has no cells") != std::string::npos);
  CHECK(refusal([] {
          joined_matrix_of(tensor_of({1ull << 62, 2, 2}, {}));
        }).find("at most 134217728 cells") != std::string::npos);
}

TEST_CASE("require_size: a product beyond 64 bits is no size", "[data][tensor][error]") {
  const Tensor tensor = tensor_of({1ull << 61, 1}, {});  // times 8 bytes: 2^64
  CHECK(refusal([&] { require_size(tensor, 0); }).find("needs > 2^64 bytes") != std::string::npos);
}

TEST_CASE("matrix_of: names the cell that is not finite", "[data][tensor][error]") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  CHECK(matrix_refusal(tensor_of({2, 2}, {1, 2, nan, 4})).find("w:x: cell [1, 0] (counted") == 0);
  Tensor tensor = tensor_of({2, 3}, {1, 2, infinity, 4, 5, 6});
  CHECK(matrix_refusal(tensor).find("cell [0, 2] (counted from 0)") != std::string::npos);
  tensor.column_major = true;
  CHECK(matrix_refusal(tensor).find("cell [0, 1] (counted from 0)") != std::string::npos);
  CHECK(refusal([&] {
          row_of(tensor_of({3}, {1, nan, 3}));
        }).find("cell [1] (counted") != std::string::npos);
  CHECK(refusal([&] {
          joined_matrix_of(tensor_of({2, 1, 2}, {1, 2, 3, nan}));
        }).find("cell [1, 0, 1] (counted") != std::string::npos);
}

TEST_CASE("shape_text: as NumPy prints it", "[data][tensor]") {
  CHECK(shape_text({2, 3}) == "(2, 3)");
  CHECK(shape_text({4}) == "(4,)");
  CHECK(shape_text({}) == "()");
}
