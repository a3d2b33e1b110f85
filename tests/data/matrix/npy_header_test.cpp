#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Shape = std::vector<std::uint64_t>;

/// A file of format version 1.0 with this header text and no data.
std::string with_header(const std::string& text) {
  const std::string length = {static_cast<char>(text.size() & 0xff),
                              static_cast<char>(text.size() >> 8)};
  return "\x93NUMPY" + std::string("\x01\x00", 2) + length + text;
}

NpyHeader header_of(const std::string& text) { return read_npy_header(with_header(text), "x.npy"); }

std::string npy_header_refusal(const std::string& bytes) {
  return refusal([&] { read_npy_header(bytes, "x.npy"); });
}

}  // namespace

TEST_CASE("read_npy_header: reads what NumPy writes", "[data][npy_header]") {
  const NpyHeader header =
      header_of("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }           \n");
  CHECK(header.dtype == "<f8");
  CHECK_FALSE(header.fortran_order);
  CHECK(header.shape == Shape{2, 3});
  CHECK(header.data_offset == 10 + 71);
}

TEST_CASE("read_npy_header: order and quotes and the last comma are free", "[data][npy_header]") {
  const NpyHeader header = header_of("{\"shape\":(5L,),\"descr\":\"|b1\",\"fortran_order\":True}");
  CHECK(header.dtype == "|b1");
  CHECK(header.fortran_order);
  CHECK(header.shape == Shape{5});
  CHECK(header_of("{'descr':'<f8','fortran_order':True,'shape':()}").shape == Shape{});
  CHECK(header_of("{'descr':'<f8','fortran_order':True,'shape':(1,2,3,)}").shape == Shape{1, 2, 3});
}

TEST_CASE("read_npy_header: a structured dtype has no name", "[data][npy_header]") {
  CHECK(header_of("{'descr': [('a', '<f8'), ('b', [('c', 'i4')])], 'fortran_order': False, "
                  "'shape': (1, 2), }")
            .dtype == "");
}

TEST_CASE("read_npy_header: refuses what the format does not allow", "[data][npy_header][error]") {
  for (const char* text :
       {"",
        "{}",
        "{",
        "garbage",
        "{'descr': '<f8', 'fortran_order': False}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), } x",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), 'extra': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': 0, 'shape': (2, 3)}",
        "{'descr': 8, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8, 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': [('a', '<f8', 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2,, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (,)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2.0, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': 2}",
        "{'descr': '<f8' 'fortran_order': False, 'shape': (2, 3)}",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999, 1)}"}) {
    CAPTURE(text);
    CHECK(npy_header_refusal(with_header(text))
              .starts_with("x.npy: the .npy header must give 'descr', 'fortran_order' and 'shape', "
                           "and it reads '"));
  }
}

TEST_CASE("read_npy_header: shows little of a damaged header", "[data][npy_header][error]") {
  CHECK(npy_header_refusal(with_header("{'\x1b[2J" + std::string(1000, 'x'))) ==
        "x.npy: the .npy header must give 'descr', 'fortran_order' and 'shape', and it reads "
        "'{'?[2J" +
            std::string(74, 'x') + "...'. Save the file again with np.save.");
}

TEST_CASE("read_npy_header: refuses more dimensions than NumPy has", "[data][npy_header][error]") {
  std::string shape;
  for (int i = 0; i < 65; ++i) shape += "1,";
  CHECK(npy_header_refusal(
            with_header("{'descr':'<f8','fortran_order':False,'shape':(" + shape + ")}"))
            .starts_with("x.npy: the .npy header must give"));
}

TEST_CASE("read_npy_header: refuses other files and versions", "[data][npy_header][error]") {
  for (const char* text : {"", "1,2\n", "PK\x03\x04", "\x93NUMP"}) {
    CHECK(npy_header_refusal(text) ==
          "x.npy: this is not a .npy file: it does not start as one. Write it with np.save, or "
          "give the file the ending of its real format.");
  }
  CHECK(
      npy_header_refusal("\x93NUMPY\x09" + std::string(20, '\0')) ==
      "x.npy: the .npy format version is 9, and 1, 2 and 3 are read. Save it again with np.save.");
}

TEST_CASE("read_npy_header: refuses a header of absurd length", "[data][npy_header][error]") {
  CHECK(npy_header_refusal("\x93NUMPY" + std::string("\x02\x00\xff\xff\xff\xff", 6)) ==
        "x.npy: the .npy header claims 4294967295 bytes, and at most 65536 are read. The file is "
        "damaged: save it again with np.save.");
}

TEST_CASE("npy_header: the data start at a multiple of 64", "[data][npy_header][property]") {
  for (std::uint64_t cols = 1; cols < 1'000'000'000'000; cols *= 10) {
    const std::string bytes = npy_header("<f8", {2, cols});
    const NpyHeader header = read_npy_header(bytes, "");
    CHECK(bytes.size() % 64 == 0);
    CHECK(bytes.back() == '\n');
    CHECK(header.data_offset == bytes.size());
    CHECK(header.shape == Shape{2, cols});
  }
}
