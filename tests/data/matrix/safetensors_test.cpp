#include "data/matrix/safetensors.hpp"

#include "data/safetensors_file.hpp"
#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

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

bool has(const std::string& text, const std::string& part) { return text.find(part) != text.npos; }

const std::string kAgain = " Save the file again with safetensors.torch.save_file.";

}  // namespace

TEST_CASE("Safetensors: reads every dtype of floats exactly", "[data][safetensors]") {
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

TEST_CASE("Safetensors: reads only the header and the tensor that is asked for",
          "[data][safetensors]") {
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

TEST_CASE("Safetensors: metadata and spaces at the end of the header are free",
          "[data][safetensors]") {
  const std::string header = R"({"__metadata__":{"format":"pt"},)" + at("[0, 8]").substr(1) + "   ";
  CHECK(opened(safetensors_file(header, std::string(8, '\0'))).keys() == Names{"a"});
  CHECK(opened(safetensors_file("{}")).keys().empty());
}

TEST_CASE("Safetensors: tensors that nobody asks for may be of any kind", "[data][safetensors]") {
  const std::string file = safetensors_file({{"ids", "I64", "[1]", std::string(8, '\1')},
                                             {"empty", "F32", "[0, 4]", ""},
                                             {"scalar", "F32", "[]", std::string(4, '\0')},
                                             {"deep", "F16", "[1,1,1,2]", std::string(4, '\0')},
                                             {"new", "F4", "[3]", std::string(2, '\0')},
                                             float64_tensor("wq", "[1, 2]", {1, 2})});
  CHECK(difference(matrix_in(file, "wq"), {{1, 2}}, 0) == "");
}

TEST_CASE("Safetensors: refuses what is no such file", "[data][safetensors][error]") {
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

TEST_CASE("Safetensors: refuses a header longer than the file", "[data][safetensors][error]") {
  CHECK(
      file_refusal(std::string("\0\0\0\0\0\0\0\x80{}", 10)) ==
      "w.safetensors: the .safetensors header claims 9223372036854775808 bytes, and 2 follow. The "
      "file is cut off, damaged or of another format." +
          kAgain);
  CHECK(has(file_refusal(std::string(8, '\xff') + "{}"), "claims 18446744073709551615 bytes"));
  CHECK(has(file_refusal(std::string("\3\0\0\0\0\0\0\0{}", 10)), "claims 3 bytes, and 2 follow"));
  // A file could be as large as it says. Nothing of it is held.
  const std::string length("\0\0\0\0\1\0\0\0", 8);
  const auto read = [&](std::uintmax_t, std::size_t count) { return length.substr(0, count); };
  CHECK(refusal([&] {
          Safetensors(1ull << 40, read, "w");
        }).starts_with("w: the .safetensors header has 4294967296 bytes, and at most 16777216"));
}

TEST_CASE("Safetensors: refuses a file cut off at any length", "[data][safetensors][error]") {
  const std::string whole = content(ATTN_SOURCE_DIR "/tests/data/weights/pytorch_f16.safetensors");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(file_refusal(whole.substr(0, length)) != "accepted");
  }
  CHECK(has(file_refusal(whole + "x"), "the tensors end at byte "));
}

TEST_CASE("Safetensors: refuses a header that is not JSON", "[data][safetensors][error]") {
  CHECK(header_refusal("{\"a\":x}") ==
        "w.safetensors: line 1, column 6: the text stops being JSON there. The header of the "
        ".safetensors file is damaged." +
            kAgain);
  CHECK(has(header_refusal("{\"a\":" + std::string(100'000, '[')), "nested more than 8 deep"));
  CHECK(has(header_refusal("{} {}"), "the text stops being JSON there"));
}

TEST_CASE("Safetensors: refuses a name that occurs twice", "[data][safetensors][error]") {
  const std::string entry = R"("a":{"dtype":"F32","shape":[],"data_offsets":[0,4]})";
  CHECK(has(header_refusal("{" + entry + "," + entry + "}", 4), "the name 'a' occurs twice"));
  CHECK(has(
      header_refusal(R"({"a":{"dtype":"F32","dtype":"F64","shape":[],"data_offsets":[0,4]}})", 4),
      "the name 'dtype' occurs twice"));
}

TEST_CASE("Safetensors: refuses an entry that is not what the format says",
          "[data][safetensors][error]") {
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
  CHECK(has(header_refusal(R"({"__metadata__":{"format":1}})"), "w.safetensors:__metadata__: the"));
}

TEST_CASE("Safetensors: refuses data outside of the file", "[data][safetensors][error]") {
  CHECK(header_refusal(at("[0,8]"), 7) ==
        "w.safetensors:a: its data_offsets are 0 and 8, and the data have 7 bytes. The file is cut "
        "off or damaged." +
            kAgain);
  CHECK(has(header_refusal(at("[8,0]"), 8), "its data_offsets are 8 and 0"));
  CHECK(has(header_refusal(at("[18446744073709551608,18446744073709551615]"), 8),
            "its data_offsets are 18446744073709551608 and"));
}

TEST_CASE("Safetensors: refuses holes and overlaps", "[data][safetensors][error]") {
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
  CHECK(has(header_refusal(two("[0,8]", "[0,8]"), 8), "begins at byte 0 of the data"));
  CHECK(has(header_refusal(two("[0,8]", "[9,17]"), 17), "begins at byte 9 of the data"));
  CHECK(has(header_refusal(at("[4,12]"), 12), "begins at byte 4 of the data"));
  CHECK(has(header_refusal(at("[0,8]"), 9),
            "the tensors end at byte 8 of the data, and the data have 9 bytes."));
}

TEST_CASE("Safetensors: refuses a size that shape and dtype do not give",
          "[data][safetensors][error]") {
  CHECK(
      has(header_refusal(at("[0,4]"), 4),
          "w.safetensors:a: shape (2,) with dtype F32 needs 8 bytes of data, and the file has 4"));
  const std::string large = R"({"a":{"dtype":"I64","shape":[4294967296,4294967296],)";
  CHECK(has(header_refusal(large + R"("data_offsets":[0,0]}})"), "needs > 2^64 bytes"));
  CHECK(has(header_refusal(R"({"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,1]}})", 1),
            "needs 2 bytes"));
}

TEST_CASE("Safetensors: refuses other dtypes by name", "[data][safetensors][error]") {
  CHECK(tensor_refusal({"a", "I64", "[1, 1]", std::string(8, '\1')}) ==
        "w.safetensors:a: the dtype is I64, and F64, F32, F16, BF16 and BOOL are read. Convert the "
        "tensor before saving it: x.float().");
  for (const char* dtype : {"U8", "F8_E5M2", "nonsense"})
    CHECK(has(tensor_refusal({"a", dtype, "[1, 1]", "1"}), std::string("the dtype is ") + dtype));
}

TEST_CASE("Safetensors: refuses what is no matrix", "[data][safetensors][error]") {
  CHECK(has(tensor_refusal({"a", "F32", "[]", "1234"}), "its shape is ()"));
  CHECK(has(tensor_refusal({"a", "F32", "[1]", "1234"}), "its shape is (1,)"));
  CHECK(has(tensor_refusal({"a", "F64", "[2,1,2,2]", std::string(64, '1')}),
            "its shape is (2, 1, 2, 2)"));
  CHECK(has(tensor_refusal({"a", "F32", "[0,4]", ""}), "the array has no cells"));
  CHECK(refusal([] { opened(safetensors_file("{}")).tensor("wq"); }) ==
        "w.safetensors: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("Safetensors: names the cell that is not finite", "[data][safetensors][error]") {
  CHECK(tensor_refusal({"a", "F16", "[1, 2]", std::string("\0\0\0\xfc", 4)})
            .starts_with("w.safetensors:a: cell [0, 1] (counted from 0): every cell must be a "
                         "finite number, and '-inf' was given."));
  CHECK(has(tensor_refusal({"a", "BF16", "[1, 1]", "\xc0\x7f"}), "'nan' was given"));
}

TEST_CASE("Safetensors: a page that was saved instead", "[data][safetensors][error]") {
  CHECK(has(file_refusal("<!DOCTYPE html>\n<html><body>"), "this is an HTML page"));
}
