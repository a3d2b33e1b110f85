#include "data/matrix/json_text.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/told_readings.hpp"

using namespace attn;

namespace {

std::string text_refusal(const std::string& text) {
  return refusal([&] { parsed_json(text, "q.json", "Give a list."); });
}

std::string not_json(const std::string& place) {
  return "q.json: " + place + ": the text stops being JSON there. Give a list.";
}

}  // namespace

TEST_CASE("parsed_json: reads JSON with or without a byte order mark", "[data][json_text]") {
  CHECK(parsed_json("[[1, 2.5], [true, null]]", "", "")[0][1] == 2.5);
  CHECK(parsed_json("\xef\xbb\xbf{\"a\": 1}\n", "", "")["a"] == 1);
}

TEST_CASE("parsed_json: the names of the outermost object in the order of the text",
          "[data][json_text]") {
  std::vector<std::string> names{"old"};
  CHECK(parsed_json(R"({"b": {"z": 1}, "a": [{"y": 2}], "B": 3})", "", "", names)["B"] == 3);
  CHECK(names == std::vector<std::string>{"b", "a", "B"});
  parsed_json(R"([{"x": 1}])", "", "", names);
  CHECK(names.empty());
}

TEST_CASE("parsed_json: names the line and column of an error", "[data][json_text][error]") {
  CHECK(text_refusal("") == not_json("line 1, column 1"));
  CHECK(text_refusal("[1,\n 2,\n x]") == not_json("line 3, column 2"));
  CHECK(text_refusal("[1,\n2") == not_json("line 2, column 2"));
  CHECK(text_refusal("[\"猫\", x]") == not_json("line 1, column 7"));
  CHECK(text_refusal("[1] 2") == not_json("line 1, column 5"));
}

TEST_CASE("parsed_json: refuses what only looks like JSON", "[data][json_text][error]") {
  for (const char* text : {"[NaN]", "[1,]", "[.5]", "[01]", "['a']", "[+1]", "{a: 1}", "[Infinity]",
                           "[\"\xff\"]", "// note\n[1]"}) {
    CAPTURE(text);
    CHECK(text_refusal(text).find("the text stops being JSON there") != std::string::npos);
  }
}

TEST_CASE("parsed_json: names the place of a number beyond a double", "[data][json_text][error]") {
  CHECK(text_refusal("{\"1e999\": 1,\n \"\\\"\": [[1, -1e999]]}") ==
        "q.json: line 2, column 13: every cell must be a finite number, and '-1e999' was given. "
        "Replace it; a mask of 0 and 1 says who may attend, not an infinity.");
}

TEST_CASE("parsed_json: refuses deep nesting of any length", "[data][json_text][error]") {
  for (const std::size_t depth : {9u, 1'000'000u}) {
    CHECK(text_refusal(std::string(depth, '[')) ==
          "q.json: the JSON is nested more than 8 deep. Give a list.");
  }
  CHECK(text_refusal(std::string(8, '[') + std::string(8, ']')) == "accepted");
}

TEST_CASE("parsed_json: refuses a name that occurs twice", "[data][json_text][error]") {
  CHECK(text_refusal("{\"wq\": 1, \"wk\": 2, \"wq\": 3}") ==
        "q.json: the name 'wq' occurs twice in it, so that it is unclear which one is meant. Keep "
        "one of them.");
  CHECK(text_refusal("[{\"a\": {\"b\": 1, \"b\": 2}}]").find("'b' occurs twice") !=
        std::string::npos);
  CHECK(text_refusal("[{\"a\": {\"a\": 1}}, {\"a\": 1}]") == "accepted");
}

TEST_CASE("parsed_json: a long list of objects takes no longer than other lists",
          "[data][json_text]") {
  std::string text = "[{}";
  for (int i = 0; i < 500'000; ++i) text += ",{}";
  CHECK(parsed_json(text + "]", "", "").size() == 500'001);
}

TEST_CASE("parsed_json: pages and archives are called what they are", "[data][json_text][error]") {
  CHECK_THAT(text_refusal("<!DOCTYPE html>"), ContainsSubstring("q.json: this is an HTML page"));
  CHECK_THAT(text_refusal("PK\x03\x04"), ContainsSubstring("q.json: this is a packed archive"));
}

TEST_CASE("parsed_python_json: numbers that Python has and JSON has not", "[data][json_text]") {
  const nlohmann::json read = parsed_python_json(
      R"({"a": Infinity, "b":-Infinity, "c": [NaN,1], "d": "Infinity, NaN", "e": "\"NaN"})", "",
      "");
  CHECK(python_number(read["a"]) == std::numeric_limits<double>::infinity());
  CHECK(python_number(read["b"]) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(*python_number(read["c"][0])));
  CHECK_FALSE(python_number(read["c"][1]).has_value());
  CHECK(read["d"] == "Infinity, NaN");
  CHECK(read["e"] == "\"NaN");
  for (const char* text : {R"({"a": NaN1})", "[NaNe5]", "[Infinity0]", "[NaN\"\"]", "{NaN: 1}"}) {
    INFO(text);
    CHECK_THROWS_AS(parsed_python_json(text, "x.json", ""), InputError);
  }
  CHECK_FALSE(python_number(read["d"]).has_value());
}

TEST_CASE("parsed_python_json: names the place in the text as it was", "[data][json_text][error]") {
  const auto refused = [](const std::string& text) {
    return refusal([&] { parsed_python_json(text, "q.json", "Give a list."); });
  };
  CHECK(refused("[Infinity, -Infinity, NaN, x]") == not_json("line 1, column 28"));
  for (const char* text : {"[NaNs]", "[+Infinity]", "[nan]", "[-NaN]", "[Infinity"})
    CHECK_THAT(refused(text), ContainsSubstring("the text stops being JSON there"));
}

TEST_CASE("parsed_json: in other encodings than UTF-8, which is told", "[data][json_text]") {
  using namespace std::string_literals;
  const ToldReadings told;
  for (const std::string& text :
       {"\xff\xfe{\0\"\0a\0\"\0:\0001\0}\0"s, "\0{\0\"\0a\0\"\0:\0001\0}"s})
    CHECK(parsed_json(text, "wide.json", "")["a"] == 1);
  CHECK(parsed_python_json("[\0N\0a\0N\0]\0"s, "nan.json", "").size() == 1);
  CHECK(parsed_json("[\"\x94\x4c\", \"\x82\xaa\"]", "japanese.json", "")[0] == "猫");
  CHECK(
      told.sentences() ==
      std::vector<std::string>{"wide.json: read as UTF-16.", "nan.json: read as UTF-16.",
                               "japanese.json: read as Shift_JIS (CP932), since it is not UTF-8."});
  CHECK_THAT(text_refusal("[\0\0\0001\0\0\0]\0\0\0"s), ContainsSubstring("the text is UTF-32"));
  CHECK(text_refusal("\xff\xfe[\0001\0,\0"s) == not_json("line 1, column 4"));
}
