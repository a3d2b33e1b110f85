#include "practice/program/contract.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/program_exercise.hpp"

using namespace attn;

namespace {

Reply json_reply(const std::string& text) {
  return read_reply(text, Worksheet(doubling_exercise()));
}
Reply token_reply(const std::string& text) {
  return read_reply(text, Worksheet(doubling_exercise_in_tokens()));
}

TEST_CASE("request_text: JSON has a single number bare, and a matrix as rows") {
  CHECK(request_text(Worksheet(doubling_exercise())) == "{\"n\":2,\"X\":[[1,2,3],[4,5,6]]}\n");
}

TEST_CASE("request_text: a matrix of one cell stays a matrix") {
  const Worksheet numbers = Worksheet(doubling_exercise()).with({{"X", arma::mat{7.0}}});
  CHECK(request_text(numbers) == "{\"n\":2,\"X\":[[7]]}\n");
}

TEST_CASE("request_text: a whole number has all its digits") {
  const Worksheet numbers =
      Worksheet(doubling_exercise_in_tokens())
          .with({{"n", arma::mat{200000.0}}, {"X", arma::mat{1e14, 0.5, -3}}});
  CHECK(request_text(numbers) == "200000\n1 3\n100000000000000 0.5 -3\n");
}

TEST_CASE("request_text: tokens have the size of a matrix before it") {
  CHECK(request_text(Worksheet(doubling_exercise_in_tokens())) == "2\n2 3\n1 2 3\n4 5 6\n");
}

TEST_CASE("example_reply: it can be read") {
  for (const Exercise* exercise : {&doubling_exercise(), &doubling_exercise_in_tokens()}) {
    const Worksheet numbers(*exercise);
    const Reply reply = read_reply(example_reply(numbers), numbers);
    CHECK(reply.fault == "");
    CHECK(arma::approx_equal(reply.values.at("doubled"), numbers.numbers("doubled"), "absdiff", 0));
  }
}

TEST_CASE("read_reply: a whole reply, in any order and over several lines") {
  const Reply reply =
      json_reply("\n{\"sum\": 21,\n \"doubled\": [[2, 4.0, 6e0], [8, 10, 12]]}\n\n");
  CHECK(reply.fault == "");
  CHECK(reply.values.at("sum")(0) == 21.0);
  CHECK(reply.values.at("doubled")(1, 2) == 12.0);
}

TEST_CASE("read_reply: no numbers are read as such, as Python and C++ print them") {
  for (const std::string text : {"NaN", "nan", "-nan", "Infinity", "-Infinity", "inf", "null"}) {
    INFO(text);
    const Reply reply = json_reply("{\"sum\": " + text + ", \"doubled\": [[1]]}");
    CHECK(reply.fault == "");
    CHECK_FALSE(std::isfinite(reply.values.at("sum")(0)));
  }
}

TEST_CASE("read_reply: infinity keeps its name and its sign") {
  const auto sum = [](const std::string& text) {
    return json_reply("{\"sum\": " + text + ", \"doubled\": [[1]]}").values.at("sum")(0);
  };
  for (const std::string text : {"inf", "Infinity", "+inf", "\"Infinity\""})
    CHECK(sum(text) == arma::datum::inf);
  for (const std::string text : {"-inf", "-Infinity", "\"-Infinity\""})
    CHECK(sum(text) == -arma::datum::inf);
  CHECK(token_reply("2 4 6\n8 10 12\n-inf").values.at("sum")(0) == -arma::datum::inf);
}

TEST_CASE("read_reply: what cannot be read says why") {
  const auto fault = [](const std::string& text) { return json_reply(text).fault; };
  CHECK(fault("") == "The program printed nothing on standard output.");
  CHECK(fault(" \n ") == "The program printed nothing on standard output.");
  CHECK_THAT(fault("Enter n: {\"sum\": 1}"), ContainsSubstring("Enter n:"));
  CHECK_THAT(fault("[[1, 2]]"), ContainsSubstring("[[1, 2]]"));
  CHECK_THAT(fault("{\"doubled\": [[1]]}"), ContainsSubstring("\"sum\""));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [[1]], \"more\": 1}"), ContainsSubstring("more"));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [[1, 2], [3]]}"),
             ContainsSubstring("doubled[1] has length 1"));
  CHECK_THAT(fault("{\"sum\": 1, \"doubled\": [1, 2]}"), ContainsSubstring("list of rows"));
  CHECK_THAT(fault("{\"sum\": \"1\", \"doubled\": [[1]]}"), ContainsSubstring("a number"));
  CHECK_THAT(fault("{\"sum\": [1], \"doubled\": [[1]]}"), ContainsSubstring("a number"));
  for (const std::string& text : std::vector<std::string>{
           "{\"sum\": 1, \"doubled\": [[1]]} {}", "{\"sum\": 1, \"doubled\": [[1]],}", "{", "{}x",
           "{\"sum\": 1, \"sum\": 1, \"doubled\": [[1]]}", "{\"sum\": 1e999, \"doubled\": [[1]]}",
           "{\"sum\": 1, \"doubled\": [[]]}", "{\"sum\": 1, \"doubled\": []}",
           "{\"sum\": 1, \"doubled\": [[1]]}" + std::string(1, '\0') + " and more"}) {
    INFO(text);
    CHECK(fault(text) != "");
  }
}

TEST_CASE("read_reply: a byte-order mark is no fault") {
  CHECK(json_reply("\xEF\xBB\xBF{\"sum\": 1, \"doubled\": [[1]]}").fault == "");
  CHECK(token_reply("\xEF\xBB\xBF"
                    "2 4 6\n8 10 12\n21\n")
            .fault == "");
}

TEST_CASE("read_reply: hostile replies end in a fault, soon") {
  CHECK(json_reply("{\"sum\":" + std::string(100000, '[')).fault != "");
  CHECK(json_reply("{" + std::string(100000, '"')).fault != "");
  CHECK(json_reply(std::string(100000, '\\')).fault != "");
  std::string wide = "{\"sum\": 1, \"doubled\": [[" + std::string(1, '1');
  for (int i = 0; i < 250000; ++i) wide += ",1";
  wide += "]";
  for (int i = 0; i < 100000; ++i) wide += ",[1]";
  CHECK(json_reply(wide + "]}").fault ==
        "doubled[1] has length 1, and doubled[0] has length 250001.");
  std::string rows;
  for (int i = 0; i < 200000; ++i) rows += "1\n";
  CHECK(token_reply(rows + "1").values.size() + token_reply(rows).fault.size() > 0);
}

TEST_CASE("read_reply: tokens, with blank lines and blanks") {
  const Reply reply = token_reply("  2 4 6 \n\n8\t10 12\r\n 21");
  CHECK(reply.fault == "");
  CHECK(reply.values.at("doubled")(1, 1) == 10.0);
  CHECK(reply.values.at("sum")(0) == 21.0);
}

TEST_CASE("read_reply: single numbers need no lines of their own") {
  Exercise sums = doubling_exercise_in_tokens();
  sums.fields.erase(std::remove_if(sums.fields.begin(), sums.fields.end(),
                                   [](const Field& one) { return one.name != "sum"; }),
                    sums.fields.end());
  sums.fields.push_back(sums.fields.front());
  sums.fields.back().name = "again";
  for (const std::string text : {"21 42", "21\t42\n", "21\n42"}) {
    const Reply reply = read_reply(text, Worksheet(sums));
    CHECK(reply.fault == "");
    CHECK(reply.values.at("again")(0) == 42.0);
  }
  CHECK_THAT(read_reply("21 42 63", Worksheet(sums)).fault, ContainsSubstring("goes on"));
}

TEST_CASE("read_reply: tokens that are too few, too many, ragged or no numbers") {
  CHECK_THAT(token_reply("2 4 6\n8 10 12\n").fault, ContainsSubstring("ends before sum"));
  CHECK_THAT(token_reply("2 4 6\n8 10 12\n21\n5\n").fault, ContainsSubstring("goes on"));
  CHECK_THAT(token_reply("2 4 6\n8 10\n21\n").fault, ContainsSubstring("doubled[1] has length 2"));
  CHECK_THAT(token_reply("2 4 six\n8 10 12\n21\n").fault, ContainsSubstring("six"));
  CHECK(token_reply("0x2 4 6\n8 10 12\n21\n").fault != "");
}

}  // namespace

TEST_CASE("read_reply: a word counts once, unless it stands twice among the items") {
  const auto fault = [](const std::vector<std::string>& items, const std::string& ranking) {
    Exercise exercise = doubling_exercise();
    exercise.fields.assign(1, {});
    exercise.fields[0].name = "ranking";
    exercise.fields[0].kind = FieldKind::list;
    exercise.fields[0].items = items;
    exercise.fields[0].count = 2;
    return read_reply("{\"ranking\": " + ranking + "}", Worksheet(exercise)).fault;
  };
  CHECK(fault({"cat", "sat", "down"}, "[\"sat\", \"cat\"]").empty());
  CHECK(fault({"cat", "sat", "down"}, "[\"sat\", \"sat\"]") == "ranking: sat is listed twice.");
  CHECK(fault({"cat", "sat", "sat"}, "[\"sat\", \"sat\"]").empty());
}
