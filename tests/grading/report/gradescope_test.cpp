#include "grading/report/gradescope.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

namespace {

// What Gradescope's specification has, but for times and the leaderboard.
void require_gradescope_fields(const nlohmann::json& json) {
  static const std::set<std::string> whole{
      "score", "output", "output_format", "visibility", "stdout_visibility", "tests", "extra_data"};
  static const std::set<std::string> of_test{
      "number", "name",   "name_format",   "score",      "max_score",
      "status", "output", "output_format", "visibility", "extra_data"};
  for (const auto& member : json.items()) REQUIRE(whole.contains(member.key()));
  for (const auto& test : json["tests"]) {
    for (const auto& member : test.items()) REQUIRE(of_test.contains(member.key()));
    REQUIRE(test["number"].is_string());
    REQUIRE(test["name"].is_string());
    REQUIRE(test["max_score"].is_number());
    REQUIRE(test.contains("score") == test.contains("status"));
    if (test.contains("score")) {
      REQUIRE(test["score"].is_number());
      REQUIRE((test["status"] == "passed" || test["status"] == "failed"));
    }
    REQUIRE(test["output"].is_string());
    REQUIRE(test["output_format"] == "text");
    REQUIRE(test["visibility"] == "visible");
  }
}

}  // namespace

TEST_CASE("gradescope_json: a score for each test and none of the whole", "[grading][gradescope]") {
  const nlohmann::json json = json_of(gradescope_document(small_gradebook(), 0));
  require_gradescope_fields(json);
  CHECK(!json.contains("score"));
  REQUIRE(json["tests"].size() == 4);
  CHECK(json["tests"][0]["number"] == "1.1");
  CHECK(json["tests"][0]["name"] == "Softmax by hand: What is Q Kᵀ?");
  CHECK(json["tests"][0]["score"] == 2);
  CHECK(json["tests"][0]["max_score"] == 2);
  CHECK(json["tests"][0]["status"] == "passed");
  CHECK(json["tests"][3]["number"] == "2.2");
  CHECK(json["tests"][3]["status"] == "failed");
  CHECK(json["extra_data"]["isolation"] == "bubblewrap");
  CHECK(json["output"] ==
        "3.5 of 4.5 points (77.8 %)\n\n"
        "Isolation of programs: bubblewrap.\n\n"
        "Exercise 1, Softmax by hand\nThere was an older copy, too.\n\n"
        "scores   correct\nweights  correct\n\n"
        "Exercise 2, A causal mask\n\nshape  passed");
}

TEST_CASE("gradescope_json: what was not handed in fails every test", "[grading][gradescope]") {
  const nlohmann::json json = json_of(gradescope_document(small_gradebook(), 2));
  require_gradescope_fields(json);
  REQUIRE(json["tests"].size() == 4);
  for (const auto& test : json["tests"]) {
    CHECK(test["status"] == "failed");
    CHECK(test["score"] == 0);
  }
}

TEST_CASE("gradescope_json: what nobody judged has no score, and it is said why",
          "[grading][gradescope]") {
  Gradebook book = small_gradebook();
  const nlohmann::json open = json_of(gradescope_document(book, 3));
  require_gradescope_fields(open);
  REQUIRE(open["tests"].size() == 4);
  for (const auto& test : open["tests"]) CHECK(!test.contains("score"));
  CHECK(open["score"] == 0);  // one is needed somewhere
  CHECK_THAT(open["output"].get<std::string>(),
             ContainsSubstring("the teacher has to look at it\nThe machine had no memory left."));
  book.marks[7].state = MarkState::missing;
  const nlohmann::json half = json_of(gradescope_document(book, 3));
  CHECK(!half.contains("score"));
  CHECK(!half["tests"][0].contains("score"));
  CHECK(half["tests"][3]["score"] == 0);
}

TEST_CASE("gradescope_json: of a hidden check only its name and verdict", "[grading][gradescope]") {
  const std::string document = gradescope_document(small_gradebook(), 2);
  CHECK_THAT(document, ContainsSubstring("secret"));
  CHECK_THAT(document, !ContainsSubstring("Large numbers"));
}

TEST_CASE("gradescope_document: hostile texts are strings and nothing else",
          "[grading][gradescope]") {
  for (const std::string& text : hostile_texts()) {
    const Gradebook book = gradebook_with(text);
    for (std::size_t student = 0; student < 4; ++student) {
      const std::string document = gradescope_document(book, student);
      const nlohmann::json json = json_of(document);
      require_gradescope_fields(json);
      CHECK(json["tests"].size() == 4);
      CHECK(obeyed_in(document) == "");
      CHECK(obeyed_in(json["output"]) == "");
    }
  }
}
