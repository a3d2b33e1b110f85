#include "data/matrix/safetensors_writer.hpp"

#include <stdexcept>

#include "data/matrix/safetensors.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Safetensors read_back(const std::string& bytes) {
  const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
    return bytes.substr(offset, count);
  };
  return Safetensors(bytes.size(), read, "w.safetensors");
}

}  // namespace

TEST_CASE("safetensors_bytes: what is written is read again, texts too", "[safetensors]") {
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

TEST_CASE("safetensors_bytes: the data begin at a multiple of 8 bytes", "[safetensors]") {
  const std::vector<float> one{1};
  for (const std::string name : {"a", "ab", "abc", "abcd", "abcde"}) {
    const std::string bytes = safetensors_bytes({{name, {1}, one}}, {});
    CHECK(bytes.size() % 8 == sizeof(float));
    CHECK(read_back(bytes).keys().front() == name);
  }
}

TEST_CASE("safetensors_bytes: a shape that does not fit its values is refused", "[safetensors]") {
  const std::vector<float> two{1, 2};
  CHECK_THROWS_AS(safetensors_bytes({{"a", {3}, two}}, {}), std::invalid_argument);
}

TEST_CASE("safetensors_header: three kinds of numbers, one behind the other", "[safetensors]") {
  const std::string header =
      safetensors_header({{"a", "I64", {2}}, {"b", "F32", {3, 1}}, {"c", "F64", {1}}}, {});
  const Safetensors file = read_back(header + std::string(16 + 12 + 8, '\0'));
  CHECK(file.entries().at("b").begin == 16);
  CHECK(file.entries().at("c").begin == 28);
  CHECK(file.entries().at("a").dtype == "I64");
  CHECK_THROWS_AS(safetensors_header({{"a", "U8", {2}}}, {}), std::invalid_argument);
}

TEST_CASE("json_list: words as they are", "[safetensors]") {
  CHECK(json_list({}) == "[]");
  CHECK(json_list({"猫", "a\"b", "\xff"}) == "[\"猫\",\"a\\\"b\",\"\uFFFD\"]");
}
