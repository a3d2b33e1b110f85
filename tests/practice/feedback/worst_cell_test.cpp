#include "practice/feedback/worst_cell.hpp"

#include <algorithm>

#include "practice/answer/answer_sheet.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"

using namespace attn;

namespace {

// How a wrong answer to a question is shown, with the book's numbers.
std::string shown(const std::string& id, const std::string& field, const std::string& typed) {
  const auto& all = course_worksheets();
  const auto worksheet = std::find_if(
      all.begin(), all.end(), [&](const Worksheet& one) { return one.exercise().id == id; });
  const FieldResult result = check_field(*worksheet, worksheet->exercise().field(field),
                                         {.name = field, .text = typed}, {});
  CAPTURE(field, typed);
  REQUIRE(result.comparison.worst);
  return worst_cell(result).given;
}

}  // namespace

TEST_CASE("worst_cell: a number is shown with the digits that were typed",
          "[practice][worst_cell]") {
  const std::string filters = "recap-filters-and-layers", rnn = "recap-why-attention";
  CHECK(shown(filters, "gradient_grown", "0.0085") == "0.0085");
  CHECK(shown(filters, "gradient_grown", "-0.0085") == "-0.0085");
  CHECK(shown("recap-uses", "soft", "0.254") == "0.254");
  CHECK(shown("recap-uses", "soft", "12.34567") == "12.34567");
  CHECK(shown("recap-uses", "soft", "12.345678912345") == "12.34567891");
  CHECK(shown("recap-uses", "soft", "40.00") == "40");
  CHECK(shown(rnn, "gradient_left", "2%") == "0.02");
  CHECK(shown("masked-attention", "weights", "1 0 0 0; 0.5 0.5 0 0; 1 0 0 0; 9.1234 0 0 0") ==
        "9.1234");
}

TEST_CASE("worst_cell: a number that was worked out is not shown as another one",
          "[practice][worst_cell]") {
  const std::string rnn = "recap-why-attention";
  CHECK(shown("recap-filters-and-layers", "gradient_grown", "17/2000") == "0.0085");
  CHECK(shown("recap-uses", "soft", "100/3") == "33.33");
  CHECK(shown(rnn, "gradient_left", "0.1^50") == "1e-50");
  CHECK(shown(rnn, "gradient_left", "0.1 + 0.2 - 0.3") == "0");
}
