#include "data/matrix/npy.hpp"

#include <cmath>
#include <limits>

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

arma::mat read_file_of_numpy(const std::string& name) { return read_npy(numpy_file(name), name); }

std::string npy_refusal(const std::string& bytes) {
  return refusal([&] { read_npy(bytes, "x.npy"); });
}

std::string numpy_file_refusal(const std::string& name) { return npy_refusal(numpy_file(name)); }

std::string dtype_refusal(const std::string& dtype) {
  return "x.npy: the dtype is " + dtype +
         ", and f2, f4, f8, whole numbers (i1 to i8, u1 to u8) and b1 are read. Convert the array "
         "before saving it: "
         "x.astype('f8').";
}

}  // namespace

TEST_CASE("read_npy: reads every number type in both byte orders", "[data][npy]") {
  for (const char* name : {"little_f2.npy", "little_f4.npy", "little_f8.npy", "big_f2.npy",
                           "big_f4.npy", "big_f8.npy"}) {
    CAPTURE(name);
    CHECK(difference(read_file_of_numpy(name), kSavedFractions, 0) == "");
  }
  for (const char* name : {"little_i4.npy", "little_i8.npy", "big_i4.npy", "big_i8.npy"}) {
    CAPTURE(name);
    CHECK(difference(read_file_of_numpy(name), kSavedIntegers, 0) == "");
  }
}

TEST_CASE("read_npy: reads whole numbers of every width, with and without a sign", "[data][npy]") {
  for (const std::string width : {"1", "2", "4", "8"}) {
    CAPTURE(width);
    const std::string ones(std::stoul(width), '\xff');
    CHECK(read_npy(npy_header("<i" + width, {1, 1}) + ones, "")(0, 0) == -1);
    if (width == "8") continue;  // all its bits are no exact double
    CHECK(read_npy(npy_header(">u" + width, {1, 1}) + ones, "")(0, 0) ==
          std::ldexp(1.0, 8 * std::stoi(width)) - 1);
  }
  CHECK(read_npy(npy_header("|u1", {1, 2}) + std::string("\0\1", 2), "")(0, 1) == 1);
  CHECK(read_npy(npy_header("<u8", {1, 1}) + std::string("\0\0\0\0\0\0\0\x80", 8), "")(0, 0) ==
        0x1p63);
}

TEST_CASE("read_npy: true is 1 and false is 0", "[data][npy]") {
  CHECK(difference(read_file_of_numpy("bool.npy"), {{1, 0}, {1, 1}}, 0) == "");
}

TEST_CASE("read_npy: reads Fortran order and all format versions", "[data][npy]") {
  for (const char* name : {"fortran.npy", "version_2.npy", "version_3.npy"}) {
    CAPTURE(name);
    CHECK(difference(read_file_of_numpy(name), kSavedFractions, 0) == "");
  }
}

TEST_CASE("read_npy: the native byte order needs no mark", "[data][npy]") {
  const std::string data = npy_bytes(kSavedFractions).substr(128);
  for (const char* dtype : {"=f8", "f8"})
    CHECK(difference(read_npy(npy_header(dtype, {2, 3}) + data, ""), kSavedFractions, 0) == "");
}

TEST_CASE("npy_tensor: an array of any rank, with its name and shape", "[data][npy]") {
  const std::string bytes = numpy_file("vector.npy");
  const Tensor tensor = npy_tensor(bytes, "x.npy");
  CHECK(tensor.name == "x.npy");
  CHECK(tensor.shape == TensorShape{2});
  CHECK(difference(row_of(tensor), {{1.5, 2.5}}, 0) == "");
}

TEST_CASE("npy_bytes: writes what NumPy writes", "[data][npy]") {
  CHECK(npy_bytes(kSavedFractions) == numpy_file("little_f8.npy"));
}

TEST_CASE("npy_bytes: what is written is read back", "[data][npy][property]") {
  std::mt19937 draws(1);
  for (const arma::uword rows : {1, 2, 7})
    for (const arma::uword cols : {1, 3, 10}) {
      const arma::mat value = random_matrix(draws, rows, cols);
      CHECK(difference(read_npy(npy_bytes(value), ""), value, 0) == "");
    }
}

TEST_CASE("npy_bytes: keeps NaN and infinities as they are", "[data][npy]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(npy_bytes(arma::mat{{1, 2}, {3, -infinity}}) == numpy_file("not_finite.npy"));
  CHECK(npy_bytes(arma::vec{std::nan("")}).size() == 128 + 8);
}

TEST_CASE("npy_bytes: strings are one row of fixed-width Unicode", "[data][npy]") {
  const std::string bytes = npy_bytes(std::vector<std::string>{"a", "猫が", ""});
  const std::string_view data = std::string_view(bytes).substr(128);
  CHECK(bytes.find("'descr': '<U2', 'fortran_order': False, 'shape': (3,)") != bytes.npos);
  // UCS-4, little-endian: a, nothing, 猫 = U+732B, が = U+304C, nothing, nothing
  CHECK(data == std::string_view("a\0\0\0\0\0\0\0\x2b\x73\0\0\x4c\x30\0\0\0\0\0\0\0\0\0\0", 24));
}

TEST_CASE("npy_bytes: invalid UTF-8 becomes the replacement character", "[data][npy]") {
  const std::string bytes = npy_bytes(std::vector<std::string>{"\xff"});
  CHECK(bytes.substr(128) == std::string("\xfd\xff\0\0", 4));
}

TEST_CASE("npy_bytes: no strings are an empty array", "[data][npy]") {
  const std::string bytes = npy_bytes(std::vector<std::string>{});
  CHECK(bytes.size() == 128);
  CHECK(bytes.find("'descr': '<U1', 'fortran_order': False, 'shape': (0,)") != bytes.npos);
}

TEST_CASE("read_npy: refuses a file cut off at any length", "[data][npy][error]") {
  for (const char* name : {"little_f8.npy", "big_i4.npy", "bool.npy", "version_2.npy"}) {
    const std::string whole = numpy_file(name);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CAPTURE(name, length);
      CHECK(npy_refusal(whole.substr(0, length)) != "accepted");
    }
  }
  CHECK(npy_refusal(npy_bytes(kSavedFractions).substr(0, 100)) ==
        "x.npy: the .npy file ends inside its header. It is cut off or damaged: save it again with "
        "np.save.");
  CHECK(npy_refusal(npy_bytes(kSavedFractions).substr(0, 175)) ==
        "x.npy: shape (2, 3) with dtype <f8 needs 48 bytes of data, and the file has 47. It is cut "
        "off or damaged: save it again.");
}

TEST_CASE("read_npy: refuses bytes behind the data", "[data][npy][error]") {
  CHECK(npy_refusal(npy_bytes(kSavedFractions) + "x")
            .find("needs 48 bytes of data, and the file has 49") != std::string::npos);
}

TEST_CASE("read_npy: refuses sizes that no file holds", "[data][npy][error]") {
  const std::string data(16, '\0');
  CHECK(npy_refusal(npy_header("<f8", {1'000'000'000'000, 2}) + data) ==
        "x.npy: the array has shape (1000000000000, 2), and at most 134217728 cells are read. Save "
        "a part of it.");
  // 2^32 x 2^32 cells are 2^64, which is 0 in the machine's arithmetic.
  CHECK(npy_refusal(npy_header("<f8", {1ull << 32, 1ull << 32}))
            .starts_with("x.npy: the array has shape (4294967296, 4294967296)"));
  CHECK(npy_refusal(npy_header("<f8", {100'000'000, 1}) + data)
            .starts_with("x.npy: shape (100000000, 1) with dtype <f8 needs 800000000 bytes"));
}

TEST_CASE("read_npy: refuses other numbers of dimensions and says how to change it",
          "[data][npy][error]") {
  const std::string expected = "x.npy: a 2-D array was expected, but its shape is ";
  const std::string advice = ". Save a row, a column or one slice of it as 2-D: ";
  CHECK(numpy_file_refusal("vector.npy") ==
        expected + "(2,)" + advice + "x.reshape(1, -1) or x.reshape(-1, 1).");
  CHECK(numpy_file_refusal("scalar.npy") == expected + "()" + advice + "x.reshape(1, 1).");
  CHECK(numpy_file_refusal("cube.npy") == expected + "(2, 2, 2)" + advice + "x[0].");
}

TEST_CASE("read_npy: refuses an array without cells", "[data][npy][error]") {
  const std::string expected = "x.npy: the array has no cells: its shape is ";
  CHECK(numpy_file_refusal("no_rows.npy") ==
        expected + "(0, 3). Save an array with at least one row and one column.");
  CHECK(npy_refusal(npy_header("<f8", {3, 0})).starts_with(expected + "(3, 0)"));
}

TEST_CASE("read_npy: refuses pickled objects", "[data][npy][error]") {
  CHECK(numpy_file_refusal("object.npy") ==
        "x.npy: the array holds Python objects (dtype object), which are never unpickled because "
        "that can run code. Save x.astype('f8') instead.");
}

TEST_CASE("read_npy: refuses other dtypes by name", "[data][npy][error]") {
  CHECK(numpy_file_refusal("complex.npy") == dtype_refusal("<c16"));
  CHECK(numpy_file_refusal("text.npy") == dtype_refusal("<U1"));
  CHECK(numpy_file_refusal("fields.npy") == dtype_refusal("structured"));
  CHECK(npy_refusal(npy_header("|f8", {1, 1})) == dtype_refusal("|f8"));
  CHECK(npy_refusal(npy_header("\x1b[2J" + std::string(99, 'x'), {1, 1})) ==
        dtype_refusal("?[2J" + std::string(20, 'x') + "..."));
}

TEST_CASE("read_npy: refuses NaN and infinities", "[data][npy][error]") {
  CHECK(numpy_file_refusal("not_finite.npy") ==
        "x.npy: cell [1, 1] (counted from 0): every cell must be a finite number, and '-inf' was "
        "given. Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
  CHECK(npy_refusal(npy_bytes(arma::rowvec{1, std::nan("")})).find("'nan' was given") !=
        std::string::npos);
}

TEST_CASE("read_npy: refuses an integer that has no exact double", "[data][npy][error]") {
  CHECK(numpy_file_refusal("long.npy") ==
        "x.npy: cell [1, 1] (counted from 0): the integer 9007199254740993 is beyond 2^53 and has "
        "no exact double. Save x.astype('f8') to accept the rounding.");
  const std::string largest = "\xff\xff\xff\xff\xff\xff\xff\x7f";  // 2^63 - 1
  CHECK(npy_refusal(npy_header("<i8", {1, 1}) + largest).find("9223372036854775807") !=
        std::string::npos);
  CHECK(npy_refusal(npy_header("<u8", {1, 1}) + std::string(8, '\xff'))
            .find("18446744073709551615") != std::string::npos);
}

TEST_CASE("read_npy: keeps large integers that a double holds", "[data][npy]") {
  const std::string smallest("\0\0\0\0\0\0\0\x80", 8);  // -2^63
  CHECK(read_npy(npy_header("<i8", {1, 1}) + smallest, "")(0, 0) == -0x1p63);
}
