#include "data/matrix/mapped_array.hpp"

#include <cmath>

#include "data/matrix/npy.hpp"
#include "data/matrix/npz.hpp"
#include "data/matrix/safetensors_writer.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::vector<double> copied(const MappedArray& array, std::size_t first, std::size_t count) {
  std::vector<double> numbers(count);
  array.copy(first, count, numbers.data());
  return numbers;
}

std::string tensor_refusal(const std::string& bytes, const std::string& path,
                           const std::string& key = "a") {
  return refusal([&] { tensor_in_file(bytes, path, key); });
}

}  // namespace

TEST_CASE("MappedArray: copies numbers of every kind of file, row by row", "[data][mapped_array]") {
  const TemporaryFolder folder;
  const arma::mat value("1.5 -2 3; 4 5 6");
  const std::vector<float> floats{1.5F, -2, 3, 4, 5, 6};
  const std::string npy = folder.file("a.npy", npy_bytes(value));
  const std::string npz = folder.file("a.NPZ", npz_bytes({{"b", "?"}, {"a", npy_bytes(value)}}));
  const std::string safetensors =
      folder.file("a.safetensors", safetensors_bytes({{"a", {2, 3}, floats}}, {}));
  for (const std::string& path : {npy, npz, safetensors}) {
    CAPTURE(path);
    const MappedArray array(path, "a");
    CHECK(array.shape() == TensorShape{2, 3});
    CHECK(copied(array, 0, 6) == std::vector<double>{1.5, -2, 3, 4, 5, 6});
    CHECK(copied(array, 1, 2) == std::vector<double>{-2, 3});
    CHECK(copied(array, 6, 0).empty());
    double one = 0.0;
    CHECK_THROWS_AS(array.copy(6, 1, &one), std::out_of_range);
    CHECK_THROWS_AS(array.copy(7, 0, &one), std::out_of_range);
  }
}

TEST_CASE("MappedArray: an array of any rank, and numbers that are none", "[data][mapped_array]") {
  const TemporaryFolder folder;
  const MappedArray cube(folder.file("cube.npy", numpy_file("cube.npy")), "");
  CHECK(cube.shape().size() == 3);
  const MappedArray wild(folder.file("wild.npy", numpy_file("not_finite.npy")), "");
  const auto numbers = copied(wild, 0, wild.shape()[0] * wild.shape()[1]);
  CHECK(std::any_of(numbers.begin(), numbers.end(), [](double x) { return !std::isfinite(x); }));
}

TEST_CASE("MappedArray: unpacks what is compressed", "[data][mapped_array]") {
  const TemporaryFolder folder;
  const MappedArray array(folder.file("a.npz", numpy_file("packed.npz")), "zeros");
  CHECK(array.shape() == TensorShape{100, 100});
  CHECK(copied(array, 9'999, 1) == std::vector<double>{0.0});
}

TEST_CASE("MappedArray: a file that is cut off meanwhile is refused", "[data][mapped_array]") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.npy", npy_bytes(arma::mat(100, 100, arma::fill::ones)));
  const MappedArray array(path, "");
  std::filesystem::resize_file(path, 100);
  CHECK(refusal([&] {
          copied(array, 9'000, 1'000);
        }).starts_with(path + ": the file was cut off while it was read"));
}

TEST_CASE("tensor_in_file: refuses what it cannot look at", "[data][mapped_array][error]") {
  CHECK(tensor_refusal("", "a.csv") ==
        "a.csv: a file ending in .npz, .npy or .safetensors was expected.");
  CHECK(tensor_refusal(numpy_file("fortran.npy"), "a.npy") ==
        "a.npy: its first index runs fastest, and the last one is expected to. Save "
        "np.ascontiguousarray(x).");
  const std::string npy = numpy_file("little_f8.npy");
  CHECK(tensor_refusal(npy.substr(0, npy.size() - 1), "a.npy").starts_with("a.npy: shape (2, 3)"));
  CHECK(tensor_refusal(numpy_file("stored.npz"), "a.npz").starts_with("a.npz: there is no matrix"));
  CHECK(tensor_refusal(numpy_file("text.npy"), "a.npy").starts_with("a.npy: the dtype is"));
}
