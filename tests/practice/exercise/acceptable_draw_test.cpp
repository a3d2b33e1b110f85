#include "base/message.hpp"
#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string reason(const Definitions& numbers) {
  Worksheet worksheet = Worksheet(practice_exercise()).with(numbers);
  return reason_against(practice_exercise(), worksheet);
}

}  // namespace

TEST_CASE("reason_against: nothing, where every mistake shows", "[practice][worksheet]") {
  CHECK(reason({}) == "");
}

TEST_CASE("reason_against: mistakes that give the right answer", "[practice][worksheet]") {
  CHECK(reason({{"K", Recipe("Q")}}) ==
        "keys_and_queries_swapped gives the right answer everywhere.");
  CHECK(reason({{"Q", arma::mat(2, 4, arma::fill::zeros)}}) ==
        "no_scale gives the right answer everywhere.");
}

TEST_CASE("reason_against: an answer that is not finite, or is none", "[practice][worksheet]") {
  CHECK(reason({{"V", Recipe("divide(ones(2, 2), 0)")}}) ==
        "output has a value that is not finite.");
  CHECK_THAT(reason({{"Q", Recipe("ones(2, 3)")}}), ContainsSubstring("attention_scores(Q, K): "));
}

TEST_CASE("Worksheet: draws that never do are told with the last reason", "[practice][worksheet]") {
  Exercise exercise = practice_exercise();
  exercise.variant = {{"Q", Recipe("whole_numbers(2, 4, 0, 0)")}};
  CHECK_REFUSED(
      Worksheet(exercise, 2),
      "two-words: 1000 draws for variant 2 gave no numbers that will do. The last: no_scale gives "
      "the right answer everywhere. Draw from more numbers under [variant].");
}
