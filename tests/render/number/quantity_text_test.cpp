#include "render/number/quantity_text.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

const Count kWeights("13476831232");     // llama-2-7b in fp16
const Count kForward("58524298117120");  // the same, 4096 tokens, causal

}  // namespace

TEST_CASE("binary_unit_for: bytes in steps of 1024", "[render][quantity_text]") {
  CHECK(binary_unit_for(0).name == "B");
  CHECK(binary_unit_for(1023).name == "B");
  CHECK(binary_unit_for(1024).name == "KiB");
  CHECK(binary_unit_for(1048575).name == "KiB");
  CHECK(binary_unit_for(1048576).name == "MiB");
  CHECK(binary_unit_for(kWeights).name == "GiB");
  CHECK(binary_unit_for(kWeights).size == 1073741824);
}

TEST_CASE("decimal_unit_for: operations in steps of 1000", "[render][quantity_text]") {
  CHECK(decimal_unit_for(999, "FLOP").name == "FLOP");
  CHECK(decimal_unit_for(1000, "FLOP").name == "kFLOP");
  CHECK(decimal_unit_for(999999, "MAC").name == "kMAC");
  CHECK(decimal_unit_for(1000000, "MAC").name == "MMAC");
  CHECK(decimal_unit_for(kForward, "FLOP").name == "TFLOP");
  CHECK(decimal_unit_for(kForward, "FLOP").size == Count("1000000000000"));
}

TEST_CASE("decimal_unit_for: powers of ten where prefixes end", "[render][quantity_text]") {
  const Count last("1" + std::string(30, '0'));
  CHECK(decimal_unit_for(last, "FLOP").name == "QFLOP");
  CHECK(decimal_unit_for(last * 1000 - 1, "FLOP").name == "QFLOP");
  const Unit beyond = decimal_unit_for(last * 4567, "FLOP");
  CHECK(beyond.name == "10^33 FLOP");
  CHECK(with_unit(last * 4567, beyond) == "4.567 10^33 FLOP");

  Count yobi;
  mpz_ui_pow_ui(yobi.get_mpz_t(), 2, 80);
  CHECK(with_unit(yobi * 1023, binary_unit_for(yobi * 1023)) == "1,023 YiB");
  CHECK(with_unit(yobi * 1024, binary_unit_for(yobi * 1024)) == "1.238 10^27 B");
}

TEST_CASE("in_unit: the same bytes in GiB and in GB", "[render][quantity_text]") {
  CHECK(with_unit(kWeights, binary_unit_for(kWeights)) == "12.551 GiB");
  CHECK(with_unit(kWeights, decimal_unit_for(kWeights, "B")) == "13.477 GB");
  CHECK(with_unit(kForward, decimal_unit_for(kForward, "FLOP")) == "58.524 TFLOP");
  CHECK(with_unit(524288, binary_unit_for(524288)) == "512 KiB");
}

TEST_CASE("in_unit: one unit for a column, and what is small says so", "[render][quantity_text]") {
  const Unit tera = decimal_unit_for(kForward, "FLOP");
  CHECK(in_unit(0, tera) == "0.000");
  CHECK(in_unit(1, tera) == "<.001");
  CHECK(in_unit(499999999, tera) == "<.001");
  CHECK(in_unit(500000000, tera) == "0.001");
  CHECK(in_unit(kForward * 1000, tera) == "58,524.298");
  CHECK(in_unit(1, tera, 0) == "<1");
  CHECK(in_unit(1, tera, 1) == "<.1");
  CHECK(in_unit(-1, tera) == ">-.001");
  CHECK(in_unit(-kForward, tera) == "-58.524");
}

TEST_CASE("in_unit: a unit of one has nothing to round", "[render][quantity_text]") {
  CHECK(with_unit(999, decimal_unit_for(999, "FLOP")) == "999 FLOP");
  CHECK(in_unit(1234567, Unit{"FLOP", 1}) == "1,234,567");
}

TEST_CASE("in_unit: rounds the exact number, not a double", "[render][quantity_text]") {
  // 2^53 + 1 is no double: seen as one, the half would be lost and the last digit be 2.
  const Unit two{"pairs", 2};
  CHECK(in_unit(Count("9007199254740993"), two, 0) == "4,503,599,627,370,497");
  CHECK(in_unit(Count("9007199254740991"), two, 1) == "4,503,599,627,370,495.5");
  // A hair below the half rounds down however long the number is.
  const Unit tera{"T", Count("1000000000000")};
  CHECK(in_unit(Count("123456789012345678901499999999"), tera) == "123,456,789,012,345,678.901");
  CHECK(in_unit(Count("123456789012345678901500000000"), tera) == "123,456,789,012,345,678.902");
}
