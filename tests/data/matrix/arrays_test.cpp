#include "data/matrix/arrays.hpp"

#include "data/safetensors_file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

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

TEST_CASE("matrix_of: reads row by row, or column by column") {
  Tensor tensor = tensor_of({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(difference(matrix_of(tensor), {{1, 2, 3}, {4, 5, 6}}, 0) == "");
  tensor.column_major = true;
  CHECK(difference(matrix_of(tensor), {{1, 3, 5}, {2, 4, 6}}, 0) == "");
}

TEST_CASE("row_of: a list of numbers, or a matrix with one row") {
  CHECK(difference(row_of(tensor_of({3}, {1, 2, 3})), {{1, 2, 3}}, 0) == "");
  CHECK(difference(row_of(tensor_of({1, 3}, {1, 2, 3})), {{1, 2, 3}}, 0) == "");
  CHECK_REFUSED(row_of(tensor_of({3, 1}, {1, 2, 3})),
                "w:x: a 1-D array was expected, one number for each column, but its shape is (3, "
                "1). Save one row of it.");
  CHECK_REFUSED_FOR(row_of(tensor_of({}, {1})), "its shape is ()");
}

TEST_CASE("joined_matrix_of: matrices side by side, the first on the left") {
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

TEST_CASE("matrix_of: an axis of one, of a batch of one sequence, is left out") {
  const arma::mat expected{{1, 2, 3}, {4, 5, 6}};
  for (const TensorShape& shape :
       {TensorShape{1, 2, 3}, TensorShape{2, 1, 3}, TensorShape{1, 1, 2, 3}})
    CHECK(difference(matrix_of(tensor_of(shape, {1, 2, 3, 4, 5, 6})), expected, 0) == "");
  CHECK(matrix_of(tensor_of({1, 1, 2}, {1, 2})).n_rows == 1);
  CHECK(row_of(tensor_of({1, 1, 2}, {1, 2})).n_cols == 2);
}

TEST_CASE("matrix_of: refuses sizes that do not agree before anything is allocated") {
  CHECK(matrix_refusal(tensor_of({2, 2}, {1, 2, 3})) ==
        "w:x: shape (2, 2) with dtype F64 needs 32 bytes of data, and the file has 24. It is cut "
        "off or damaged: save it again.");
  CHECK(contains(matrix_refusal(tensor_of({100'000'000, 1}, {1})), "needs 800000000 bytes"));
  // 2^32 x 2^32 cells are 2^64, which is 0 in the machine's arithmetic.
  CHECK(matrix_refusal(tensor_of({1ull << 32, 1ull << 32}, {})) ==
        "w:x: the array has shape (4294967296, 4294967296), and at most 134217728 cells are read. "
        "Save a part of it.");
  CHECK(contains(matrix_refusal(tensor_of({0, 1ull << 63}, {})), "has no cells"));
  CHECK_REFUSED_FOR(joined_matrix_of(tensor_of({1ull << 62, 2, 2}, {})), "at most 134217728 cells");
}

TEST_CASE("require_size: a product beyond 64 bits is no size") {
  const Tensor tensor = tensor_of({1ull << 61, 1}, {});  // times 8 bytes: 2^64
  CHECK_REFUSED_FOR(require_size(tensor, 0), "needs > 2^64 bytes");
}

TEST_CASE("matrix_of: names the cell that is not finite") {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  CHECK(matrix_refusal(tensor_of({2, 2}, {1, 2, nan, 4})).find("w:x: cell [1, 0] (counted") == 0);
  Tensor tensor = tensor_of({2, 3}, {1, 2, infinity, 4, 5, 6});
  CHECK(contains(matrix_refusal(tensor), "cell [0, 2] (counted from 0)"));
  tensor.column_major = true;
  CHECK(contains(matrix_refusal(tensor), "cell [0, 1] (counted from 0)"));
  CHECK_REFUSED_FOR(row_of(tensor_of({3}, {1, nan, 3})), "cell [1] (counted");
  CHECK_REFUSED_FOR(joined_matrix_of(tensor_of({2, 1, 2}, {1, 2, 3, nan})),
                    "cell [1, 0, 1] (counted");
}

TEST_CASE("shape_text: as NumPy prints it") {
  CHECK(shape_text({2, 3}) == "(2, 3)");
  CHECK(shape_text({4}) == "(4,)");
  CHECK(shape_text({}) == "()");
}

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

TEST_CASE("read_npy: reads every number type in both byte orders") {
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

TEST_CASE("read_npy: reads whole numbers of every width, with and without a sign") {
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

TEST_CASE("read_npy: true is 1 and false is 0") {
  CHECK(difference(read_file_of_numpy("bool.npy"), {{1, 0}, {1, 1}}, 0) == "");
}

TEST_CASE("read_npy: reads Fortran order and all format versions") {
  for (const char* name : {"fortran.npy", "version_2.npy", "version_3.npy"}) {
    CAPTURE(name);
    CHECK(difference(read_file_of_numpy(name), kSavedFractions, 0) == "");
  }
}

TEST_CASE("read_npy: the native byte order needs no mark") {
  const std::string data = npy_bytes(kSavedFractions).substr(128);
  for (const char* dtype : {"=f8", "f8"})
    CHECK(difference(read_npy(npy_header(dtype, {2, 3}) + data, ""), kSavedFractions, 0) == "");
}

TEST_CASE("npy_tensor: an array of any rank, with its name and shape") {
  const std::string bytes = numpy_file("vector.npy");
  const Tensor tensor = npy_tensor(bytes, "x.npy");
  CHECK(tensor.name == "x.npy");
  CHECK(tensor.shape == TensorShape{2});
  CHECK(difference(row_of(tensor), {{1.5, 2.5}}, 0) == "");
}

TEST_CASE("npy_bytes: writes what NumPy writes") {
  CHECK(npy_bytes(kSavedFractions) == numpy_file("little_f8.npy"));
}

TEST_CASE("npy_bytes: what is written is read back") {
  std::mt19937 draws(1);
  for (const arma::uword rows : {1, 2, 7})
    for (const arma::uword cols : {1, 3, 10}) {
      const arma::mat value = random_matrix(draws, rows, cols);
      CHECK(difference(read_npy(npy_bytes(value), ""), value, 0) == "");
    }
}

TEST_CASE("npy_bytes: keeps NaN and infinities as they are") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(npy_bytes(arma::mat{{1, 2}, {3, -infinity}}) == numpy_file("not_finite.npy"));
  CHECK(npy_bytes(arma::vec{std::nan("")}).size() == 128 + 8);
}

TEST_CASE("npy_bytes: strings are one row of fixed-width Unicode") {
  const std::string bytes = npy_bytes(std::vector<std::string>{"a", "猫が", ""});
  const std::string_view data = std::string_view(bytes).substr(128);
  CHECK(contains(bytes, "'descr': '<U2', 'fortran_order': False, 'shape': (3,)"));
  // UCS-4, little-endian: a, nothing, 猫 = U+732B, が = U+304C, nothing, nothing
  CHECK(data == std::string_view("a\0\0\0\0\0\0\0\x2b\x73\0\0\x4c\x30\0\0\0\0\0\0\0\0\0\0", 24));
}

TEST_CASE("npy_bytes: invalid UTF-8 becomes the replacement character") {
  const std::string bytes = npy_bytes(std::vector<std::string>{"\xff"});
  CHECK(bytes.substr(128) == std::string("\xfd\xff\0\0", 4));
}

TEST_CASE("npy_bytes: no strings are an empty array") {
  const std::string bytes = npy_bytes(std::vector<std::string>{});
  CHECK(bytes.size() == 128);
  CHECK(contains(bytes, "'descr': '<U1', 'fortran_order': False, 'shape': (0,)"));
}

TEST_CASE("read_npy: refuses a file cut off at any length") {
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

TEST_CASE("read_npy: refuses bytes behind the data") {
  CHECK(contains(npy_refusal(npy_bytes(kSavedFractions) + "x"),
                 "needs 48 bytes of data, and the file has 49"));
}

TEST_CASE("read_npy: refuses sizes that no file holds") {
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

TEST_CASE("read_npy: refuses other numbers of dimensions and says how to change it") {
  const std::string expected = "x.npy: a 2-D array was expected, but its shape is ";
  const std::string advice = ". Save a row, a column or one slice of it as 2-D: ";
  CHECK(numpy_file_refusal("vector.npy") ==
        expected + "(2,)" + advice + "x.reshape(1, -1) or x.reshape(-1, 1).");
  CHECK(numpy_file_refusal("scalar.npy") == expected + "()" + advice + "x.reshape(1, 1).");
  CHECK(numpy_file_refusal("cube.npy") == expected + "(2, 2, 2)" + advice + "x[0].");
}

TEST_CASE("read_npy: refuses an array without cells") {
  const std::string expected = "x.npy: the array has no cells: its shape is ";
  CHECK(numpy_file_refusal("no_rows.npy") ==
        expected + "(0, 3). Save an array with at least one row and one column.");
  CHECK(npy_refusal(npy_header("<f8", {3, 0})).starts_with(expected + "(3, 0)"));
}

TEST_CASE("read_npy: refuses pickled objects") {
  CHECK(numpy_file_refusal("object.npy") ==
        "x.npy: the array holds Python objects (dtype object), which are never unpickled because "
        "that can run code. Save x.astype('f8') instead.");
}

TEST_CASE("read_npy: refuses other dtypes by name") {
  CHECK(numpy_file_refusal("complex.npy") == dtype_refusal("<c16"));
  CHECK(numpy_file_refusal("text.npy") == dtype_refusal("<U1"));
  CHECK(numpy_file_refusal("fields.npy") == dtype_refusal("structured"));
  CHECK(npy_refusal(npy_header("|f8", {1, 1})) == dtype_refusal("|f8"));
  CHECK(npy_refusal(npy_header("\x1b[2J" + std::string(99, 'x'), {1, 1})) ==
        dtype_refusal("?[2J" + std::string(20, 'x') + "..."));
}

TEST_CASE("read_npy: refuses NaN and infinities") {
  CHECK(numpy_file_refusal("not_finite.npy") ==
        "x.npy: cell [1, 1] (counted from 0): every cell must be a finite number, and '-inf' was "
        "given. Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
  CHECK(contains(npy_refusal(npy_bytes(arma::rowvec{1, std::nan("")})), "'nan' was given"));
}

TEST_CASE("read_npy: refuses an integer that has no exact double") {
  CHECK(numpy_file_refusal("long.npy") ==
        "x.npy: cell [1, 1] (counted from 0): the integer 9007199254740993 is beyond 2^53 and has "
        "no exact double. Save x.astype('f8') to accept the rounding.");
  const std::string largest = "\xff\xff\xff\xff\xff\xff\xff\x7f";  // 2^63 - 1
  CHECK(contains(npy_refusal(npy_header("<i8", {1, 1}) + largest), "9223372036854775807"));
  CHECK(contains(npy_refusal(npy_header("<u8", {1, 1}) + std::string(8, '\xff')),
                 "18446744073709551615"));
}

TEST_CASE("read_npy: keeps large integers that a double holds") {
  const std::string smallest("\0\0\0\0\0\0\0\x80", 8);  // -2^63
  CHECK(read_npy(npy_header("<i8", {1, 1}) + smallest, "")(0, 0) == -0x1p63);
}

using Names = std::vector<std::string>;

std::string npz_refusal(const std::string& bytes, const std::string& key = "wq") {
  return refusal([&] { read_npz(bytes, "w.npz", key); });
}

const std::string kDamaged =
    "w.npz:wq: the .npz archive is damaged or cut off. Save it again with np.savez.";

TEST_CASE("read_npz: reads what np.savez writes") {
  const std::string bytes = numpy_file("stored.npz");
  CHECK(npz_names(bytes, "") == Names{"wq", "wk"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(difference(read_npz(bytes, "", "wk"), kSavedIntegers, 0) == "");
}

TEST_CASE("read_npz: reads what np.savez_compressed writes") {
  const std::string bytes = numpy_file("packed.npz");
  CHECK(npz_names(bytes, "") == Names{"wq", "zeros"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(difference(read_npz(bytes, "", "zeros"), arma::mat(100, 100, arma::fill::zeros), 0) == "");
}

TEST_CASE("npz_tensor: keeps what it looks at") {
  std::string bytes = numpy_file("packed.npz");
  const Tensor tensor = npz_tensor(bytes, "w.npz", "wq");
  bytes.assign(bytes.size(), 'x');
  CHECK(tensor.name == "w.npz:wq");
  CHECK(difference(matrix_of(tensor), kSavedFractions, 0) == "");
}

TEST_CASE("npz_tensor: looks at a stored array where it lies") {
  const std::string bytes = npz_bytes({{"bq", numpy_file("vector.npy")}});
  const Tensor tensor = npz_tensor(bytes, "w.npz", "bq");
  CHECK(tensor.name == "w.npz:bq");
  CHECK(tensor.storage == nullptr);
  CHECK(tensor.data.data() > bytes.data());
  CHECK(tensor.data.data() < bytes.data() + bytes.size());
  CHECK(difference(row_of(tensor), {{1.5, 2.5}}, 0) == "");
}

TEST_CASE("npz_names: entries that are no arrays are left out") {
  const std::string bytes = numpy_file("other_entries.npz");
  CHECK(npz_names(bytes, "") == Names{"wq"});
  CHECK(difference(read_npz(bytes, "", "wq"), kSavedFractions, 0) == "");
  CHECK(npz_refusal(bytes, "read.me") ==
        "w.npz: there is no matrix named 'read.me' in it. Choose one of: wq.");
}

TEST_CASE("npz_bytes: what is written is read back") {
  std::mt19937 draws(1);
  const arma::mat a = random_matrix(draws, 3, 4);
  const arma::mat b = random_matrix(draws, 1, 1);
  const std::string bytes = npz_bytes({{"a", npy_bytes(a)}, {"head 0/重み", npy_bytes(b)}});
  CHECK(npz_names(bytes, "") == Names{"a", "head 0/重み"});
  CHECK(difference(read_npz(bytes, "", "a"), a, 0) == "");
  CHECK(difference(read_npz(bytes, "", "head 0/重み"), b, 0) == "");
}

TEST_CASE("npz_bytes: no byte depends on the time of writing") {
  const std::string bytes = npz_bytes({{"a", "x"}});
  CHECK(bytes == npz_bytes({{"a", "x"}}));
  // Bytes 10 to 13 of the local header: midnight of 1980-01-01.
  CHECK(bytes.substr(10, 4) == std::string("\0\0\x21\0", 4));
}

TEST_CASE("read_npz: refuses a name that is not there") {
  CHECK(npz_refusal(numpy_file("stored.npz"), "wv") ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: wq, wk.");
  std::vector<std::pair<std::string, std::string>> many;
  for (int i = 0; i < 100; ++i) many.emplace_back(std::to_string(i), "x");
  CHECK(npz_refusal(npz_bytes(many), "wv") ==
        "w.npz: there is no matrix named 'wv' in it. Choose one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, "
        "10, 11, ... (100).");
}

TEST_CASE("read_npz: refuses what is no archive") {
  for (const char* text : {"", "1,2\n", "PK\x03\x04"}) {
    CHECK(npz_refusal(text) ==
          "w.npz: this is not a .npz archive, or it is damaged or cut off. Save it again with "
          "np.savez.");
  }
}

TEST_CASE("read_npz: refuses an archive cut off at any length") {
  const std::string whole = numpy_file("packed.npz");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(npz_refusal(whole.substr(0, length)) != "accepted");
  }
}

TEST_CASE("read_npz: notices a changed byte by its checksum") {
  std::string bytes = numpy_file("stored.npz");
  bytes[bytes.find("\x93NUMPY") + 130] ^= 1;  // inside the first array's data
  CHECK(npz_refusal(bytes) == kDamaged);
}

TEST_CASE("read_npz: refuses encrypted arrays and other packings") {
  CHECK(npz_refusal(numpy_file("encrypted.npz")) ==
        "w.npz:wq: the array is encrypted, and only plain archives are read. Save it again with "
        "np.savez.");
  CHECK(npz_refusal(numpy_file("bzip2.npz")) ==
        "w.npz:wq: the array is packed with method 12, and 0 (stored) and 8 (deflated) are read. "
        "Save it again with np.savez.");
}

TEST_CASE("read_npz: refuses a name that occurs twice") {
  CHECK(npz_refusal(numpy_file("twice.npz")) ==
        "w.npz: the name 'wq' occurs twice in it, so that it is unclear which one is meant. Keep "
        "one of them.");
}

TEST_CASE("read_npz: does not believe the stated size") {
  CHECK(npz_refusal(numpy_file("understated.npz")) == kDamaged);
  CHECK(npz_refusal(numpy_file("bomb.npz")) ==
        "w.npz:wq: the array unpacks to 2147483648 bytes, and at most 1073741824 bytes are read. "
        "Save a part of it.");
}

TEST_CASE("read_npz: names the array whose content is refused") {
  CHECK(npz_refusal(npz_bytes({{"wq", numpy_file("vector.npy")}}))
            .starts_with("w.npz:wq: a 2-D array was expected, but its shape is (2,)."));
}

Safetensors opened(const std::string& bytes) {
  const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset) throw std::logic_error("outside");
    return bytes.substr(offset, count);
  };
  return Safetensors(bytes.size(), read, "w.safetensors");
}

arma::mat matrix_in(const std::string& bytes, const std::string& key) {
  return matrix_of(opened(bytes).tensor(key));
}

std::string file_refusal(const std::string& bytes) {
  return refusal([&] { opened(bytes); });
}

std::string header_refusal(const std::string& header, std::size_t data_size = 0) {
  return file_refusal(safetensors_file(header, std::string(data_size, '\0')));
}

/// A header with one tensor of two F32 cells, whose place is given.
std::string at(const std::string& offsets) {
  return R"({"a":{"dtype":"F32","shape":[2],"data_offsets":)" + offsets + "}}";
}

std::string tensor_refusal(const TensorBytes& tensor) {
  return refusal([&] { matrix_in(safetensors_file({tensor}), tensor.key); });
}

const std::string kAgain = " Save the file again with safetensors.torch.save_file.";

TEST_CASE("Safetensors: reads every dtype of floats exactly") {
  // 1.5, -2 and the smallest number above 0, in each.
  const std::string file =
      safetensors_file({{"f64", "F64", "[1, 3]",
                         std::string("\0\0\0\0\0\0\xf8\x3f\0\0\0\0\0\0\0\xc0\1\0\0\0\0\0\0\0", 24)},
                        {"f32", "F32", "[1, 3]", std::string("\0\0\xc0\x3f\0\0\0\xc0\1\0\0\0", 12)},
                        {"f16", "F16", "[1, 3]", std::string("\0\x3e\0\xc0\1\0", 6)},
                        {"bf16", "BF16", "[1, 3]", std::string("\xc0\x3f\0\xc0\1\0", 6)},
                        {"bool", "BOOL", "[1, 3]", std::string("\1\0\1", 3)}});
  CHECK(opened(file).keys() == Names{"bf16", "bool", "f16", "f32", "f64"});
  CHECK(difference(matrix_in(file, "f64"), {{1.5, -2, 0x1p-1074}}, 0) == "");
  CHECK(difference(matrix_in(file, "f32"), {{1.5, -2, 0x1p-149}}, 0) == "");
  CHECK(difference(matrix_in(file, "f16"), {{1.5, -2, 0x1p-24}}, 0) == "");
  CHECK(difference(matrix_in(file, "bf16"), {{1.5, -2, 0x1p-133}}, 0) == "");
  CHECK(difference(matrix_in(file, "bool"), {{1, 0, 1}}, 0) == "");
}

TEST_CASE("Safetensors: reads only the header and the tensor that is asked for") {
  const std::string file = safetensors_file(
      {float64_tensor("a", "[1, 2]", {1, 2}), float64_tensor("b", "[1, 2]", {3, 4})});
  std::size_t bytes_read = 0;
  const Safetensors tensors(
      file.size(),
      [&](std::uintmax_t offset, std::size_t count) {
        bytes_read += count;
        return file.substr(offset, count);
      },
      "");
  CHECK(bytes_read == file.size() - 32);
  CHECK(difference(matrix_of(tensors.tensor("b")), {{3, 4}}, 0) == "");
  CHECK(bytes_read == file.size() - 16);
}

TEST_CASE("Safetensors: metadata and spaces at the end of the header are free") {
  const std::string header = R"({"__metadata__":{"format":"pt"},)" + at("[0, 8]").substr(1) + "   ";
  CHECK(opened(safetensors_file(header, std::string(8, '\0'))).keys() == Names{"a"});
  CHECK(opened(safetensors_file("{}")).keys().empty());
}

TEST_CASE("Safetensors: tensors that nobody asks for may be of any kind") {
  const std::string file = safetensors_file({{"ids", "I64", "[1]", std::string(8, '\1')},
                                             {"empty", "F32", "[0, 4]", ""},
                                             {"scalar", "F32", "[]", std::string(4, '\0')},
                                             {"deep", "F16", "[1,1,1,2]", std::string(4, '\0')},
                                             {"new", "F4", "[3]", std::string(2, '\0')},
                                             float64_tensor("wq", "[1, 2]", {1, 2})});
  CHECK(difference(matrix_in(file, "wq"), {{1, 2}}, 0) == "");
}

TEST_CASE("Safetensors: refuses what is no such file") {
  const std::string expected =
      "w.safetensors: this is not a .safetensors file, or it is damaged: 8 bytes and a JSON object "
      "were expected at its beginning." +
      kAgain;
  CHECK(file_refusal("") == expected);
  CHECK(file_refusal("\1\0\0\0\0\0\0") == expected);
  CHECK(file_refusal(std::string(8, '\0')) == expected);
  CHECK(header_refusal("[]") == expected);
  CHECK(header_refusal("\xef\xbb\xbf{}") == expected);
  CHECK(header_refusal(" {}") == expected);
}

TEST_CASE("Safetensors: refuses a header longer than the file") {
  CHECK(
      file_refusal(std::string("\0\0\0\0\0\0\0\x80{}", 10)) ==
      "w.safetensors: the .safetensors header claims 9223372036854775808 bytes, and 2 follow. The "
      "file is cut off, damaged or of another format." +
          kAgain);
  CHECK(contains(file_refusal(std::string(8, '\xff') + "{}"), "claims 18446744073709551615 bytes"));
  CHECK(contains(file_refusal(std::string("\3\0\0\0\0\0\0\0{}", 10)),
                 "claims 3 bytes, and 2 follow"));
  // A file could be as large as it says. Nothing of it is held.
  const std::string length("\0\0\0\0\1\0\0\0", 8);
  const auto read = [&](std::uintmax_t, std::size_t count) { return length.substr(0, count); };
  CHECK(refusal([&] {
          Safetensors(1ull << 40, read, "w");
        }).starts_with("w: the .safetensors header has 4294967296 bytes, and at most 16777216"));
}

TEST_CASE("Safetensors: refuses a file cut off at any length") {
  const std::string whole = content(ATTN_SOURCE_DIR "/tests/data/weights/pytorch_f16.safetensors");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(file_refusal(whole.substr(0, length)) != "accepted");
  }
  CHECK(contains(file_refusal(whole + "x"), "the tensors end at byte "));
}

TEST_CASE("Safetensors: refuses a header that is not JSON") {
  CHECK(header_refusal("{\"a\":x}") ==
        "w.safetensors: line 1, column 6: the text stops being JSON there. The header of the "
        ".safetensors file is damaged." +
            kAgain);
  CHECK(contains(header_refusal("{\"a\":" + std::string(100'000, '[')), "nested more than 8 deep"));
  CHECK(contains(header_refusal("{} {}"), "the text stops being JSON there"));
}

TEST_CASE("Safetensors: refuses a name that occurs twice") {
  const std::string entry = R"("a":{"dtype":"F32","shape":[],"data_offsets":[0,4]})";
  CHECK(contains(header_refusal("{" + entry + "," + entry + "}", 4), "the name 'a' occurs twice"));
  CHECK(contains(
      header_refusal(R"({"a":{"dtype":"F32","dtype":"F64","shape":[],"data_offsets":[0,4]}})", 4),
      "the name 'dtype' occurs twice"));
}

TEST_CASE("Safetensors: refuses an entry that is not what the format says") {
  const std::string expected =
      "w.safetensors:a: the header must give dtype, shape and two data_offsets in whole numbers, "
      "and it gives ";
  CHECK(header_refusal("{\"a\":[]}") == expected + "[]." + kAgain);
  for (const char* offsets : {"[0]", "[0,8,8]", "[-8,0]", "[0,8.0]", "[0.5,8]", "[0,\"8\"]", "8",
                              "null", "[0,18446744073709551616]"}) {
    CAPTURE(offsets);
    CHECK(header_refusal(at(offsets), 8).starts_with(expected));
  }
  for (const char* entry :
       {R"({"dtype":"F32","shape":[2]})", R"({"dtype":1,"shape":[2],"data_offsets":[0,8]})",
        R"({"dtype":"F32","shape":2,"data_offsets":[0,8]})",
        R"({"dtype":"F32","shape":[-2],"data_offsets":[0,8]})",
        R"({"dtype":"F32","shape":[[2]],"data_offsets":[0,8]})",
        R"({"dtype":"F32","shape":[2],"data_offsets":[0,8],"strides":[1]})", "1", "null"}) {
    CAPTURE(entry);
    CHECK(header_refusal("{\"a\":" + std::string(entry) + "}", 8).starts_with(expected));
  }
  CHECK(contains(header_refusal(R"({"__metadata__":{"format":1}})"),
                 "w.safetensors:__metadata__: the"));
}

TEST_CASE("Safetensors: refuses data outside of the file") {
  CHECK(header_refusal(at("[0,8]"), 7) ==
        "w.safetensors:a: its data_offsets are 0 and 8, and the data have 7 bytes. The file is cut "
        "off or damaged." +
            kAgain);
  CHECK(contains(header_refusal(at("[8,0]"), 8), "its data_offsets are 8 and 0"));
  CHECK(contains(header_refusal(at("[18446744073709551608,18446744073709551615]"), 8),
                 "its data_offsets are 18446744073709551608 and"));
}

TEST_CASE("Safetensors: refuses holes and overlaps") {
  const auto two = [](const std::string& first, const std::string& second) {
    return at(first).substr(0, at(first).size() - 1) + "," + R"("b":{"dtype":"F32","shape":[2],)" +
           R"("data_offsets":)" + second + "}}";
  };
  CHECK(header_refusal(two("[0,8]", "[8,16]"), 16) == "accepted");
  CHECK(header_refusal(two("[8,16]", "[0,8]"), 16) == "accepted");
  CHECK(
      header_refusal(two("[0,8]", "[4,12]"), 12) ==
      "w.safetensors:b: it begins at byte 4 of the data, and what comes before it ends at byte 8: "
      "tensors may neither overlap nor leave holes." +
          kAgain);
  CHECK(contains(header_refusal(two("[0,8]", "[0,8]"), 8), "begins at byte 0 of the data"));
  CHECK(contains(header_refusal(two("[0,8]", "[9,17]"), 17), "begins at byte 9 of the data"));
  CHECK(contains(header_refusal(at("[4,12]"), 12), "begins at byte 4 of the data"));
  CHECK(contains(header_refusal(at("[0,8]"), 9),
                 "the tensors end at byte 8 of the data, and the data have 9 bytes."));
}

TEST_CASE("Safetensors: refuses a size that shape and dtype do not give") {
  CHECK(contains(
      header_refusal(at("[0,4]"), 4),
      "w.safetensors:a: shape (2,) with dtype F32 needs 8 bytes of data, and the file has 4"));
  const std::string large = R"({"a":{"dtype":"I64","shape":[4294967296,4294967296],)";
  CHECK(contains(header_refusal(large + R"("data_offsets":[0,0]}})"), "needs > 2^64 bytes"));
  CHECK(contains(header_refusal(R"({"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,1]}})", 1),
                 "needs 2 bytes"));
}

TEST_CASE("Safetensors: refuses other dtypes by name") {
  CHECK(tensor_refusal({"a", "I64", "[1, 1]", std::string(8, '\1')}) ==
        "w.safetensors:a: the dtype is I64, and F64, F32, F16, BF16 and BOOL are read. Convert the "
        "tensor before saving it: x.float().");
  for (const char* dtype : {"U8", "F8_E5M2", "nonsense"})
    CHECK(contains(tensor_refusal({"a", dtype, "[1, 1]", "1"}),
                   std::string("the dtype is ") + dtype));
}

TEST_CASE("Safetensors: refuses what is no matrix") {
  CHECK(contains(tensor_refusal({"a", "F32", "[]", "1234"}), "its shape is ()"));
  CHECK(contains(tensor_refusal({"a", "F32", "[1]", "1234"}), "its shape is (1,)"));
  CHECK(contains(tensor_refusal({"a", "F64", "[2,1,2,2]", std::string(64, '1')}),
                 "its shape is (2, 1, 2, 2)"));
  CHECK(contains(tensor_refusal({"a", "F32", "[0,4]", ""}), "the array has no cells"));
  CHECK_REFUSED(opened(safetensors_file("{}")).tensor("wq"),
                "w.safetensors: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("Safetensors: names the cell that is not finite") {
  CHECK(tensor_refusal({"a", "F16", "[1, 2]", std::string("\0\0\0\xfc", 4)})
            .starts_with("w.safetensors:a: cell [0, 1] (counted from 0): every cell must be a "
                         "finite number, and '-inf' was given."));
  CHECK(contains(tensor_refusal({"a", "BF16", "[1, 1]", "\xc0\x7f"}), "'nan' was given"));
}

TEST_CASE("Safetensors: a page that was saved instead") {
  CHECK(contains(file_refusal("<!DOCTYPE html>\n<html><body>"), "this is an HTML page"));
}

Safetensors read_back(const std::string& bytes) {
  const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
    return bytes.substr(offset, count);
  };
  return Safetensors(bytes.size(), read, "w.safetensors");
}

TEST_CASE("safetensors_bytes: what is written is read again, texts too") {
  const std::vector<float> matrix{1, 2, 3, 4, 5, 6}, row{-0.5F, 1e-30F};
  const Safetensors file = read_back(
      safetensors_bytes({{"b.weight", {2, 3}, matrix}, {"a", {2}, row}}, {{"note", "漢字 \"x\""}}));
  CHECK(file.keys() == std::vector<std::string>{"a", "b.weight"});
  CHECK(arma::approx_equal(matrix_of(file.tensor("b.weight")), arma::mat("1 2 3; 4 5 6"), "absdiff",
                           0.0));
  CHECK(row_of(file.tensor("a"))(0) == -0.5);
  CHECK(row_of(file.tensor("a"))(1) == static_cast<double>(1e-30F));
  CHECK(file.texts().at("note") == "漢字 \"x\"");
}

TEST_CASE("safetensors_bytes: the data begin at a multiple of 8 bytes") {
  const std::vector<float> one{1};
  for (const std::string name : {"a", "ab", "abc", "abcd", "abcde"}) {
    const std::string bytes = safetensors_bytes({{name, {1}, one}}, {});
    CHECK(bytes.size() % 8 == sizeof(float));
    CHECK(read_back(bytes).keys().front() == name);
  }
}

TEST_CASE("safetensors_bytes: a shape that does not fit its values is refused") {
  const std::vector<float> two{1, 2};
  CHECK_THROWS_AS(safetensors_bytes({{"a", {3}, two}}, {}), std::invalid_argument);
}

TEST_CASE("safetensors_header: three kinds of numbers, one behind the other") {
  const std::string header =
      safetensors_header({{"a", "I64", {2}}, {"b", "F32", {3, 1}}, {"c", "F64", {1}}}, {});
  const Safetensors file = read_back(header + std::string(16 + 12 + 8, '\0'));
  CHECK(file.entries().at("b").begin == 16);
  CHECK(file.entries().at("c").begin == 28);
  CHECK(file.entries().at("a").dtype == "I64");
  CHECK_THROWS_AS(safetensors_header({{"a", "U8", {2}}}, {}), std::invalid_argument);
}

TEST_CASE("json_list: words as they are") {
  CHECK(json_list({}) == "[]");
  CHECK(json_list({"猫", "a\"b", "\xff"}) == "[\"猫\",\"a\\\"b\",\"\uFFFD\"]");
}

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

TEST_CASE("LargeArrayFile: what comes in pieces is read again") {
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

TEST_CASE("LargeArrayFile: a .npz says the rest in arrays of its own") {
  const std::string bytes = file_of("x.npz", small_one(), kNumbers);
  CHECK(npz_names(bytes, "") == std::vector<std::string>{"ids", "tokens", "cube"});
  CHECK(numbers_of(npz_tensor(bytes, "", "ids")) == std::vector<double>{3, -1099511627776.0});
  // Four bytes a character, as NumPy keeps text.
  CHECK(contains(bytes, "'descr': '<U3', 'fortran_order': False, 'shape': (2,), }"));
  std::string damaged = bytes;
  damaged[damaged.find("'<f4'") + 120] ^= 1;
  CHECK_THROWS_AS(npz_tensor(damaged, "", "cube"), InputError);
}

TEST_CASE("LargeArrayFile: a .safetensors says the texts in its header") {
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

TEST_CASE("LargeArray::n_bytes: counts, and does not run over") {
  CHECK(small_one().n_bytes() == 32);
  CHECK(small_one(true).n_bytes() == 64);
  LargeArray vast = small_one();
  vast.shape = {1'000'000, 1'000'000, 1'000'000, 1'000'000};
  CHECK(vast.n_bytes() == std::numeric_limits<std::uint64_t>::max());
  vast.shape = {0, 1'000'000};
  CHECK(vast.n_bytes() == 0);
}

TEST_CASE("holds_large_array: by the ending") {
  CHECK(holds_large_array("a/b.NPZ"));
  CHECK(holds_large_array("b.npy"));
  CHECK(holds_large_array("b.safetensors"));
  CHECK_FALSE(holds_large_array("b.csv"));
  CHECK_FALSE(holds_large_array("b.json"));
  CHECK_THROWS_AS(LargeArrayFile("b.csv", small_one()), std::invalid_argument);
}

std::vector<double> copied(const MappedArray& array, std::size_t first, std::size_t count) {
  std::vector<double> numbers(count);
  array.copy(first, count, numbers.data());
  return numbers;
}

std::string tensor_refusal(const std::string& bytes, const std::string& path,
                           const std::string& key = "a") {
  return refusal([&] { tensor_in_file(bytes, path, key); });
}

TEST_CASE("MappedArray: copies numbers of every kind of file, row by row") {
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

TEST_CASE("MappedArray: an array of any rank, and numbers that are none") {
  const TemporaryFolder folder;
  const MappedArray cube(folder.file("cube.npy", numpy_file("cube.npy")), "");
  CHECK(cube.shape().size() == 3);
  const MappedArray wild(folder.file("wild.npy", numpy_file("not_finite.npy")), "");
  const auto numbers = copied(wild, 0, wild.shape()[0] * wild.shape()[1]);
  CHECK(std::any_of(numbers.begin(), numbers.end(), [](double x) { return !std::isfinite(x); }));
}

TEST_CASE("MappedArray: unpacks what is compressed") {
  const TemporaryFolder folder;
  const MappedArray array(folder.file("a.npz", numpy_file("packed.npz")), "zeros");
  CHECK(array.shape() == TensorShape{100, 100});
  CHECK(copied(array, 9'999, 1) == std::vector<double>{0.0});
}

TEST_CASE("MappedArray: a file that is cut off meanwhile is refused") {
  const TemporaryFolder folder;
  const std::string path = folder.file("a.npy", npy_bytes(arma::mat(100, 100, arma::fill::ones)));
  const MappedArray array(path, "");
  std::filesystem::resize_file(path, 100);
  CHECK(refusal([&] {
          copied(array, 9'000, 1'000);
        }).starts_with(path + ": the file was cut off while it was read"));
}

TEST_CASE("tensor_in_file: refuses what it cannot look at") {
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

TEST_CASE("cell_place: counts as arrays do") {
  CHECK(cell_place(2, 1) == "cell [2, 1] (counted from 0)");
  CHECK(row_place(2) == "row 2 (counted from 0)");
}

TEST_CASE("refuse_text: says what was expected and given and what to do") {
  CHECK_REFUSED(refuse_text("q.csv", "line 1, column 2", "one", "Use digits."),
                "q.csv: line 1, column 2: a number was expected, but 'one' was given. Use digits.");
}

TEST_CASE("refuse_text: braces in a file are only text") {
  CHECK_REFUSED(refuse_text("{}", "{0}", "{:s}", "{"),
                "{}: {0}: a number was expected, but '{:s}' was given. {");
}

TEST_CASE("refuse_not_finite: shows the start of a long number") {
  CHECK_REFUSED(
      refuse_not_finite("q", cell_place(0, 1), std::string(999, '9')),
      "q: cell [0, 1] (counted from 0): every cell must be a finite number, and '" +
          std::string(24, '9') +
          "...' was given. Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
}

TEST_CASE("refuse_ragged: names both rows with their lengths") {
  CHECK_REFUSED(
      refuse_ragged("q", row_place(0), 2, row_place(4), 3),
      "q: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 4 "
      "(counted from 0) has cells: 3. Add the missing cells or delete the extra ones.");
}

TEST_CASE("refuse_empty_cell: differs from a matrix without numbers") {
  CHECK_REFUSED(refuse_empty_cell("q", cell_place(0, 1)),
                "q: cell [0, 1] (counted from 0): the cell is empty. Write a number there; write 0 "
                "if zero is meant.");
  CHECK_REFUSED(refuse_no_numbers("q"),
                "q: a matrix was expected, but there is not one number in it. Write one row of "
                "numbers per line, or give another file.");
}

}  // namespace
