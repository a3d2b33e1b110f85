#include "grading/report/grades_json.hpp"

#include <nlohmann/json.hpp>

#include "grading/gradebook_json.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("grades_json: the plan, the sums and every mark", "[grading][grades_json]") {
  const Gradebook book = small_gradebook();
  const nlohmann::ordered_json json = grades_json(book);
  CHECK(json["schema"] == "attn.grades/1");
  CHECK(json.begin().key() == "schema");
  CHECK(json["course"] == "Attention");
  CHECK(json["students"][0]["points"] == 3.5);
  CHECK(json["students"][0]["of"] == 4.5);
  CHECK(json["isolation"] == "bubblewrap");
  REQUIRE(json["marks"].size() == 8);
  CHECK(json["marks"][7]["state"] == "grader_failed");
  CHECK(json["students"][2]["points"] == 0);
  CHECK(json["students"][3]["points"].is_null());
  CHECK(json["students"][3]["of"] == 4.5);
  CHECK(plan_json(read_plan(json)).dump() == plan_json(book.plan).dump());
}

TEST_CASE("grades_json: no isolation where no program was run", "[grading][grades_json]") {
  Gradebook book = small_gradebook();
  for (Mark& mark : book.marks) mark.isolation.clear();
  CHECK(grades_json(book)["isolation"].is_null());
}

TEST_CASE("grades_document: a strict reader gets every text as it was", "[grading][grades_json]") {
  for (const std::string& text : hostile_texts()) {
    const std::string document = grades_document(gradebook_with(text));
    const nlohmann::json json = json_of(document);
    const std::string utf8 = nlohmann::json::parse(
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    CHECK(json["students"][3]["id"] == utf8);
    CHECK(json["marks"][0]["feedback"] == utf8);
    CHECK(obeyed_in(document) == "");
  }
}
