#include "practice/report/exercise_json.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/practice_exercise.hpp"
#include "support/program_exercise.hpp"

using namespace attn;
using Json = nlohmann::ordered_json;

namespace {

Json field_of(const Json& document, const std::string& name) {
  for (const Json& field : document["fields"])
    if (field["name"] == name) return field;
  throw std::out_of_range(name);
}

Json checked(const std::string& sheet, const std::string& field, Reveal reveal = Reveal::values) {
  Exercise exercise = practice_exercise();
  exercise.reveal = reveal;
  CheckResult result = check_answer(sheet);
  result.exercise = &exercise;
  return field_of(check_json(result), field);
}

}  // namespace

TEST_CASE("check_json: schema, verdict and a record for each field", "[practice][check_json]") {
  const CheckResult result = check_answer("scores = 2 2; 1 2");
  const Json json = check_json(result);
  CHECK(json["schema"] == "attn.check/1");
  CHECK(json["exercise"] == "two-words");
  CHECK(json["variant"] == 0);
  CHECK(json["verdict"] == "not_yet");
  CHECK(json["fields"].size() == practice_exercise().fields.size());
  CHECK(json["remarks"] == Json::array());
  CHECK(field_of(json, "scores").dump() ==
        R"({"name":"scores","kind":"matrix","verdict":"pass","misconception":null,)"
        R"("misconceptions":[],"follows_from_yours":false,"worst":null,"message":""})");
  CHECK(field_of(json, "weights")["verdict"] == "missing");
}

TEST_CASE("check_json: a wrong cell has its place from 0, and what is right if that may be told",
          "[practice][check_json]") {
  const Json field = checked("scores = 2 1; 2 2", "scores");
  CHECK(field["misconception"] == "keys_and_queries_swapped");
  CHECK(field["worst"].dump() == R"({"row":0,"col":1,"given":1.0,"expected":2.0,"error":1.0})");
  CHECK(checked("scores = 2 1; 2 2", "scores", Reveal::location)["worst"].dump() ==
        R"({"row":0,"col":1,"given":1.0})");
  CHECK(checked("scores = 2 1; 2 2", "scores", Reveal::none)["worst"].is_null());
}

TEST_CASE("check_json: follow-through and accepted readings are no misconceptions",
          "[practice][check_json]") {
  const Json follows = checked("scores = 2 1; 2 2\nweights = .622 .378; .5 .5", "weights");
  CHECK(follows["verdict"] == "follows");
  CHECK(follows["follows_from_yours"] == true);
  const Json accepted = checked("mask = 1 1; 1 0", "mask");
  CHECK(accepted["verdict"] == "accepted");
  CHECK(accepted["misconception"].is_null());
  CHECK(accepted["message"] == "This is the literal reading.");
}

TEST_CASE("check_json: what is not finite is null, with its name", "[practice][check_json]") {
  const Json worst = checked("scores = 2 inf; 1 2", "scores")["worst"];
  CHECK(worst["given"].is_null());
  CHECK(worst["given_text"] == "inf");
  CHECK(worst["error"].is_null());
}

TEST_CASE("check_json: the worst of answers in words has no place", "[practice][check_json]") {
  CHECK(checked("why = a", "why")["worst"].is_null());
  CHECK(checked("cost = n", "cost")["worst"].is_null());
}

TEST_CASE("exercise_json: what is given and what is asked for", "[practice][check_json]") {
  Worksheet worksheet(practice_exercise());
  const Json json = exercise_json(practice_exercise(), worksheet);
  CHECK(json["schema"] == "attn.exercise/1");
  CHECK(json["id"] == "two-words");
  CHECK(json["source"].is_null());
  CHECK(json["reveal"] == "values");
  CHECK(json["given"]["Q"].dump() == "[[1.0,2.0,0.0,1.0],[0.0,1.0,1.0,0.0]]");
  CHECK(json["given"]["words"].dump() == R"(["cat","sat"])");
  const Json weights = field_of(json, "weights");
  CHECK(weights["kind"] == "matrix");
  CHECK(weights["shape"] == Json({2, 2}));
  CHECK(weights["tolerance"]["decimals"] == 3);
  CHECK(field_of(json, "scores")["row_labels"] == Json({"cat", "sat"}));
  CHECK(field_of(json, "why")["options"][1]["id"] == "b");
  CHECK(field_of(json, "why")["shape"] == Json({1, 1}));
  CHECK(field_of(json, "strongest")["count"] == 1);
  CHECK(field_of(json, "cost")["variables"] == Json({"n", "d"}));
  CHECK(field_of(json, "guess")["graded"] == false);
}

TEST_CASE("exercise_json: of a program, what it is tried for") {
  Worksheet worksheet(doubling_exercise());
  const auto json = exercise_json(doubling_exercise(), worksheet);
  CHECK(json["contract"] == "stdio-json/1");
  REQUIRE(json["checks"].size() == 3);
  CHECK(json["checks"][1]["name"] == "values");
  CHECK(json["checks"][1]["points"] == 2);
  CHECK(json["checks"][1]["cases"] == 2);
  CHECK(json["checks"][1]["after"][0] == "shape");
  CHECK(json["checks"][0]["after"].empty());
}

TEST_CASE("exercise_json: never says what is right", "[practice][check_json]") {
  Worksheet worksheet(practice_exercise());
  const std::string text = exercise_json(practice_exercise(), worksheet).dump();
  CHECK(text.find("0.62") == std::string::npos);
  CHECK(text.find("n^2*d") == std::string::npos);
}
