// The numbers of every exercise and variant never change: answers that were handed in would no
// longer be right. tests/golden/data/given_numbers.json has them as they once were, for the first
// variants of each exercise.

#include <cmath>

#include "practice/course/course.hpp"
#include "practice/report/report.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"

using namespace attn;
using nlohmann::json;

namespace {

// The first value that is another one, with its place; "" if none is. Names may be added.
std::string first_change(const json& before, const json& now) {
  constexpr double kSlack = 1e-12;
  const json places = before.flatten();
  for (const auto& [place, value] : places.items()) {
    const json::json_pointer pointer(place);
    if (!now.contains(pointer)) return place + " is missing";
    const json& other = now.at(pointer);
    const bool is_same = value.is_number() && other.is_number()
                             ? std::abs(value.get<double>() - other.get<double>()) <= kSlack
                             : value == other;
    if (!is_same) return place + " was " + value.dump() + " and is " + other.dump();
  }
  return "";
}

}  // namespace

TEST_CASE("given numbers: those of the first variants are what they always were",
          "[golden][exercises]") {
  const json golden = read_golden("given_numbers.json");
  const Course course = read_course(ATTN_SOURCE_DIR);
  CHECK(course.exercises.size() == golden.size());
  for (const Exercise& exercise : course.exercises) {
    REQUIRE(golden.contains(exercise.id));
    const json& variants = golden[exercise.id];
    for (std::uint64_t variant = 0; variant < variants.size(); ++variant) {
      INFO(exercise.id << ", variant " << variant);
      Worksheet worksheet(exercise, variant);
      const json now = exercise_json(exercise, worksheet)["given"];
      CHECK(first_change(variants[variant], now) == "");
      CHECK(now.size() >= variants[variant].size());
    }
  }
}
