#include "data/matrix/npz.hpp"

#include "data/matrix/npy.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

std::string npz_refusal(const std::string& bytes, const std::string& key = "wq") {
  return refusal([&] { read_npz(bytes, "w.npz", key); });
}

const std::string kDamaged =
    "w.npz:wq: the .npz archive is damaged or cut off. Save it again with np.savez.";

}  // namespace

TEST_CASE("read_npz: reads what np.savez writes", "[data][npz]") {
  const std::string bytes = numpy_file("stored.npz");
  CHECK(npz_names(bytes, "") == Names{"wq", "wk"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(difference(read_npz(bytes, "", "wk"), kSavedIntegers, 0) == "");
}

TEST_CASE("read_npz: reads what np.savez_compressed writes", "[data][npz]") {
  const std::string bytes = numpy_file("packed.npz");
  CHECK(npz_names(bytes, "") == Names{"wq", "zeros"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(difference(read_npz(bytes, "", "zeros"), arma::mat(100, 100, arma::fill::zeros), 0) == "");
}

TEST_CASE("npz_tensor: keeps what it looks at", "[data][npz]") {
  std::string bytes = numpy_file("packed.npz");
  const Tensor tensor = npz_tensor(bytes, "w.npz", "wq");
  bytes.assign(bytes.size(), 'x');
  CHECK(tensor.name == "w.npz:wq");
  CHECK(difference(matrix_of(tensor), kSavedFractions, 0) == "");
}

TEST_CASE("npz_tensor: looks at a stored array where it lies", "[data][npz]") {
  const std::string bytes = npz_bytes({{"bq", numpy_file("vector.npy")}});
  const Tensor tensor = npz_tensor(bytes, "w.npz", "bq");
  CHECK(tensor.name == "w.npz:bq");
  CHECK(tensor.storage == nullptr);
  CHECK(tensor.data.data() > bytes.data());
  CHECK(tensor.data.data() < bytes.data() + bytes.size());
  CHECK(difference(row_of(tensor), {{1.5, 2.5}}, 0) == "");
}

TEST_CASE("npz_names: entries that are no arrays are left out", "[data][npz]") {
  const std::string bytes = numpy_file("other_entries.npz");
  CHECK(npz_names(bytes, "") == Names{"wq"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(npz_refusal(bytes, "read.me") ==
        "w.npz: there is no matrix named 'read.me' in it. Choose one of: wq.");
}

TEST_CASE("npz_bytes: what is written is read back", "[data][npz][property]") {
  std::mt19937 draws(1);
  const arma::mat a = random_matrix(draws, 3, 4);
  const arma::mat b = random_matrix(draws, 1, 1);
  const std::string bytes = npz_bytes({{"a", npy_bytes(a)}, {"head 0/重み", npy_bytes(b)}});
  CHECK(npz_names(bytes, "") == Names{"a", "head 0/重み"});
  CHECK(difference(read_npz(bytes, "", "a"), a, 0) == "");
  CHECK(difference(read_npz(bytes, "", "head 0/重み"), b, 0) == "");
}

TEST_CASE("npz_bytes: no byte depends on the time of writing", "[data][npz]") {
  const std::string bytes = npz_bytes({{"a", "x"}});
  CHECK(bytes == npz_bytes({{"a", "x"}}));
  // Bytes 10 to 13 of the local header: midnight of 1980-01-01.
  CHECK(bytes.substr(10, 4) == std::string("\0\0\x21\0", 4));
}

TEST_CASE("read_npz: refuses a name that is not there", "[data][npz][error]") {
  CHECK(npz_refusal(numpy_file("stored.npz"), "wv") ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: wq, wk.");
  std::vector<std::pair<std::string, std::string>> many;
  for (int i = 0; i < 100; ++i) many.emplace_back(std::to_string(i), "x");
  CHECK(npz_refusal(npz_bytes(many), "wv") ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "
        "10, 11, ... (100).");
}

TEST_CASE("read_npz: refuses what is no archive", "[data][npz][error]") {
  for (const char* text : {"", "1,2\n", "PK\x03\x04"}) {
    CHECK(npz_refusal(text) ==
          "w.npz: this is not a .npz archive, or it is damaged or cut off. Save it again with "
          "np.savez.");
  }
}

TEST_CASE("read_npz: refuses an archive cut off at any length", "[data][npz][error]") {
  const std::string whole = numpy_file("packed.npz");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(npz_refusal(whole.substr(0, length)) != "accepted");
  }
}

TEST_CASE("read_npz: notices a changed byte by its checksum", "[data][npz][error]") {
  std::string bytes = numpy_file("stored.npz");
  bytes[bytes.find("\x93NUMPY") + 130] ^= 1;  // inside the first array's data
  CHECK(npz_refusal(bytes) == kDamaged);
}

TEST_CASE("read_npz: refuses encrypted arrays and other packings", "[data][npz][error]") {
  CHECK(npz_refusal(numpy_file("encrypted.npz")) ==
        "w.npz:wq: the array is encrypted, and only plain archives are read. Save it again with "
        "np.savez.");
  CHECK(npz_refusal(numpy_file("bzip2.npz")) ==
        "w.npz:wq: the array is packed with method 12, and 0 (stored) and 8 (deflated) are read. "
        "Save it again with np.savez.");
}

TEST_CASE("read_npz: refuses a name that occurs twice", "[data][npz][error]") {
  CHECK(npz_refusal(numpy_file("twice.npz")) ==
        "w.npz: the name 'wq' occurs twice in it, so that it is unclear which one is meant. Keep "
        "one of them.");
}

TEST_CASE("read_npz: does not believe the stated size", "[data][npz][error]") {
  CHECK(npz_refusal(numpy_file("understated.npz")) == kDamaged);
  CHECK(npz_refusal(numpy_file("bomb.npz")) ==
        "w.npz:wq: the array unpacks to 2147483648 bytes, and at most 1073741824 bytes are read. "
        "Save a part of it.");
}

TEST_CASE("read_npz: names the array whose content is refused", "[data][npz][error]") {
  CHECK(npz_refusal(npz_bytes({{"wq", numpy_file("vector.npy")}}))
            .starts_with("w.npz:wq: a 2-D array was expected, but its shape is (2,)."));
}
