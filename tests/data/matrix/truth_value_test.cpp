#include "data/matrix/truth_value.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("truth_value: a whole word, however it is capitalised", "[data][truth_value]") {
  for (const char* word : {"True", "TRUE", "true"}) CHECK(truth_value(word) == 1.0);
  for (const char* word : {"False", "FALSE", "false"}) CHECK(truth_value(word) == 0.0);
  for (const char* word : {"", "T", "yes", "truest", " true", "1"}) CHECK_FALSE(truth_value(word));
}

TEST_CASE("tell_truth_values: is counted each time", "[data][truth_value]") {
  const std::size_t n_before = n_times_truth_values_were_read();
  tell_truth_values("a");
  tell_truth_values("a");
  CHECK(n_times_truth_values_were_read() == n_before + 2);
}
