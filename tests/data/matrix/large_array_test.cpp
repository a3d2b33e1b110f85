#include "data/matrix/large_array.hpp"

#include <limits>

#include "base/message.hpp"
#include "data/matrix/mapped_array.hpp"
#include "data/matrix/npz.hpp"
#include "data/matrix/safetensors.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::vector<float> kNumbers{0.5F, -1, 2, 3, 4, 5, 6, 7};

LargeArray small_one(bool is_double = false) {
  return {.name = "cube",
          .shape = {2, 2, 2},
          .is_double = is_double,
          .numbers = {"ids", {3, -(std::int64_t{1} << 40)}},
          .texts = {"tokens", {"The", "␣猫\n"}}};
}

// The file, whose numbers come in two pieces.
template <class Real>
std::string file_of(const std::string& path, const LargeArray& array,
                    const std::vector<Real>& numbers) {
  LargeArrayFile file(path, array);
  std::string bytes = file.before(), room;
  const std::span<const Real> all(numbers);
  for (const auto& piece : {all.first(3), all.subspan(3)}) {
    const std::string_view part = little_endian_bytes(piece, room);
    file.add(part);
    bytes += part;
  }
  return bytes + file.behind();
}

std::vector<double> numbers_of(const Tensor& tensor) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at < tensor.data.size(); at += tensor.type.size)
    numbers.push_back(tensor.type.value(tensor.data.data() + at, tensor.swap));
  return numbers;
}

const std::vector<double> kExpected(kNumbers.begin(), kNumbers.end());

}  // namespace

TEST_CASE("LargeArrayFile: what comes in pieces is read again", "[data][large_array]") {
  const std::vector<double> doubles(kNumbers.begin(), kNumbers.end());
  for (const std::string path : {"x.npy", "x.NPZ", "x.safetensors"}) {
    CAPTURE(path);
    const std::string bytes = file_of(path, small_one(), kNumbers);
    const Tensor tensor = tensor_in_file(bytes, path, "cube");
    CHECK(tensor.shape == TensorShape{2, 2, 2});
    CHECK(tensor.type.size == sizeof(float));
    CHECK(numbers_of(tensor) == kExpected);
    const std::string wide = file_of(path, small_one(true), doubles);
    CHECK(tensor_in_file(wide, path, "cube").type.size == sizeof(double));
    CHECK(numbers_of(tensor_in_file(wide, path, "cube")) == kExpected);
  }
}

TEST_CASE("LargeArrayFile: a .npz says the rest in arrays of its own", "[data][large_array]") {
  const std::string bytes = file_of("x.npz", small_one(), kNumbers);
  CHECK(npz_names(bytes, "") == std::vector<std::string>{"ids", "tokens", "cube"});
  CHECK(numbers_of(npz_tensor(bytes, "", "ids")) == std::vector<double>{3, -1099511627776.0});
  // Four bytes a character, as NumPy keeps text.
  CHECK(bytes.find("'descr': '<U3', 'fortran_order': False, 'shape': (2,), }") != bytes.npos);
  std::string damaged = bytes;
  damaged[damaged.find("'<f4'") + 120] ^= 1;
  CHECK_THROWS_AS(npz_tensor(damaged, "", "cube"), InputError);
}

TEST_CASE("LargeArrayFile: a .safetensors says the texts in its header", "[data][large_array]") {
  const std::string bytes = file_of("x.safetensors", small_one(), kNumbers);
  const auto read = [&](std::uintmax_t offset, std::size_t count) {
    return bytes.substr(offset, count);
  };
  const Safetensors file(bytes.size(), read, "x");
  CHECK(file.texts().at("tokens") == "[\"The\",\"␣猫\\n\"]");
  CHECK(file.entries().at("ids").dtype == "I64");
  CHECK(file.entries().at("ids").begin == 0);
  CHECK(file.data_offset() % 8 == 0);
  CHECK(bytes.substr(file.data_offset(), 16) ==
        std::string("\3\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff", 16));
}

TEST_CASE("LargeArray::n_bytes: counts, and does not run over", "[data][large_array]") {
  CHECK(small_one().n_bytes() == 32);
  CHECK(small_one(true).n_bytes() == 64);
  LargeArray vast = small_one();
  vast.shape = {1'000'000, 1'000'000, 1'000'000, 1'000'000};
  CHECK(vast.n_bytes() == std::numeric_limits<std::uint64_t>::max());
  vast.shape = {0, 1'000'000};
  CHECK(vast.n_bytes() == 0);
}

TEST_CASE("holds_large_array: by the ending", "[data][large_array]") {
  CHECK(holds_large_array("a/b.NPZ"));
  CHECK(holds_large_array("b.npy"));
  CHECK(holds_large_array("b.safetensors"));
  CHECK_FALSE(holds_large_array("b.csv"));
  CHECK_FALSE(holds_large_array("b.json"));
  CHECK_THROWS_AS(LargeArrayFile("b.csv", small_one()), std::invalid_argument);
}
