#include "data/matrix/json_matrix.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Names = std::vector<std::string>;

arma::mat in_json(const std::string& text, const Names& preferred = {}) {
  return read_json_matrix(text, "q.json", preferred);
}

std::string json_refusal(const std::string& text, const Names& preferred = {}) {
  return refusal([&] { in_json(text, preferred); });
}

const std::string kTrace = R"({"schema": "attn.trace/1", "warnings": [], "stages": [
  {"id": "query", "group": "", "data": [[1, 2]]},
  {"id": "scores", "group": "head 0", "data": [[3]]},
  {"id": "scores", "group": "head 1", "data": [[4]]},
  {"id": "masked", "group": "", "data": [[5, null]]}]})";

}  // namespace

TEST_CASE("read_json_matrix: a list of rows is a matrix", "[data][json_matrix]") {
  CHECK(difference(in_json("[[1, 2.5], [-3e2, 0]]"), {{1, 2.5}, {-300, 0}}, 0) == "");
  CHECK(difference(in_json("[[7]]"), arma::vec{7}, 0) == "");
  CHECK(difference(in_json("[[true, false]]"), {{1, 0}}, 0) == "");
}

TEST_CASE("read_json_matrix: an object is asked for the preferred name", "[data][json_matrix]") {
  const std::string text = R"({"key": [[1]], "query": [[2]], "note": "mine"})";
  CHECK(in_json(text, {"q", "query"})(0, 0) == 2);
  CHECK(in_json(text, {"key", "query"})(0, 0) == 1);
  CHECK(in_json(R"({"mine": [[3]], "note": 1})", {"q"})(0, 0) == 3);
}

TEST_CASE("read_json_matrix: a trace is asked for its stages", "[data][json_matrix]") {
  CHECK(difference(in_json(kTrace, {"q", "query"}), {{1, 2}}, 0) == "");
  CHECK(in_json(kTrace, {"head1.scores"})(0, 0) == 4);
  const JsonMatrices trace(kTrace, "");
  CHECK(trace.keys() == Names{"query", "head0.scores", "head1.scores", "masked"});
}

TEST_CASE("read_json_matrix: refuses to choose between several", "[data][json_matrix][error]") {
  CHECK(json_refusal(R"({"a": [[1]], "b": [[2]]})", {"q"}) ==
        "q.json: one matrix was expected, but it holds 2: a, b. Name one after a colon, such as "
        "q.json:a.");
  CHECK(json_refusal(R"({"a": 1})") ==
        "q.json: there is no matrix in it. Give a file with at least one.");
}

TEST_CASE("JsonMatrices: refuses a name that is not there", "[data][json_matrix][error]") {
  CHECK(refusal([] { JsonMatrices(R"({"a": [[1]]})", "q.json").get("b"); }) ==
        "q.json: there is no matrix named 'b' in it. Choose one of: a.");
  CHECK(refusal([] { JsonMatrices("[[1]]", "q.json").get("b"); }) ==
        "q.json: it holds one matrix without a name, and 'b' was asked for. Leave the name out.");
}

TEST_CASE("read_json_matrix: refuses rows of different lengths", "[data][json_matrix][error]") {
  CHECK(json_refusal("[[1, 2], [3, 4], [5]]") ==
        "q.json: all rows must be equally long, and row 0 (counted from 0) has cells: 2, but row 2 "
        "(counted from 0) has cells: 1. Add the missing cells or delete the extra ones.");
}

TEST_CASE("read_json_matrix: refuses what is no list of rows", "[data][json_matrix][error]") {
  const std::string expected =
      "q.json: a list of rows was expected, such as [[1, 2], [3, 4]], but '";
  const std::string advice =
      "' was given. Put every row in brackets, and brackets around all rows.";
  CHECK(json_refusal("[1, 2]") == expected + "1" + advice);
  CHECK(json_refusal("3") == expected + "3" + advice);
  CHECK(json_refusal("[\"\\u001b[2J\"]") == expected + "\"?[2J\"" + advice);
  CHECK(json_refusal("[[1], {\"a\": 2}]") == expected + "{...}" + advice);
}

TEST_CASE("read_json_matrix: refuses a matrix without cells", "[data][json_matrix][error]") {
  for (const char* text : {"[]", "[[]]", "[[], []]"})
    CHECK(json_refusal(text).starts_with("q.json: a matrix was expected, but there is not one"));
}

TEST_CASE("read_json_matrix: refuses cells that are no numbers", "[data][json_matrix][error]") {
  const std::string advice =
      " was given. Cells are numbers, true or false, without quotation marks.";
  CHECK(json_refusal("[[1, \"2\"]]") ==
        "q.json: cell [0, 1] (counted from 0): a number was expected, but '\"2\"'" + advice);
  CHECK(json_refusal("{\"q\": [[1], [null]]}") ==
        "q.json:q: cell [1, 0] (counted from 0): a number was expected, but 'null'" + advice);
  CHECK(json_refusal("[[[1]]]").find("but '[...]'" + advice) != std::string::npos);
  CHECK(json_refusal(kTrace, {"masked"}).starts_with("q.json:masked: cell [0, 1]"));
}

TEST_CASE("read_json_matrix: ragged rows cannot ask for more cells than there are",
          "[data][json_matrix][error]") {
  std::string text = "[[1";
  for (int i = 0; i < 100'000; ++i) text += ",1";
  text += "]";
  for (int i = 0; i < 100'000; ++i) text += ",[]";
  CHECK(json_refusal(text + "]").starts_with("q.json: all rows must be equally long"));
}

TEST_CASE("JsonMatrices: a row is a list of numbers, or one such list in brackets",
          "[data][json_matrix]") {
  const JsonMatrices matrices(R"({"flat": [1, 2], "row": [[1, 2]], "two": [[1], [2]], "no": []})",
                              "w.json");
  CHECK(difference(matrices.get_row("flat"), {{1, 2}}, 0) == "");
  CHECK(difference(matrices.get_row("row"), {{1, 2}}, 0) == "");
  CHECK(refusal([&] { matrices.get_row("two"); }) ==
        "w.json:two: one row was expected, one number for each column, but there are 2. Keep one.");
  CHECK(refusal([&] { matrices.get_row("no"); }).find("not one number in it") != std::string::npos);
}
