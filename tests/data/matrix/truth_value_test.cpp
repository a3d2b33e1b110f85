#include "data/matrix/truth_value.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("truth_value: a whole word, however it is capitalised", "[data][truth_value]") {
  for (const char* word : {"True", "TRUE", "true"}) CHECK(truth_value(word) == 1.0);
  for (const char* word : {"False", "FALSE", "false"}) CHECK(truth_value(word) == 0.0);
  for (const char* word : {"", "T", "yes", "truest", " true", "1"}) CHECK_FALSE(truth_value(word));
}
