#include "cli/attention/expect.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/message.hpp"
#include "mechanisms/attention/variants.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

using TextRows = std::vector<std::vector<std::string>>;

MultiHeadProblem small_problem() {
  std::mt19937 draws(81);
  MultiHeadProblem problem = random_problem(draws, {.n_q = 2, .n_k = 2});
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  return problem;
}

std::string written(const arma::mat& matrix) {
  std::string text;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += fmt::format("{}{}", j == 0 ? "" : " ", matrix(i, j));
    text += "; ";
  }
  return text.substr(0, text.size() - 2);
}

// What a comparison with `expected` adds to the trace.
struct Outcome {
  bool agrees;
  Trace trace;
  const Table& table() const { return trace.tables.back(); }
};

Outcome compared(const MultiHeadProblem& problem, const arma::mat& expected,
                 const std::string& tolerance = "", bool lists_tried = false) {
  Outcome result{.agrees = false, .trace = multi_head(problem)};
  result.agrees = compare(result.trace, problem,
                          {.expect = typed("--expect", written(expected)),
                           .tolerance = typed("--tolerance", tolerance)},
                          lists_tried);
  return result;
}

}  // namespace

TEST_CASE("compare: the same numbers agree", "[cli][compare]") {
  const MultiHeadProblem problem = small_problem();
  const Outcome result = compared(problem, multi_head(problem).stage("projected").value);
  CHECK(result.agrees);
  CHECK(result.table().id == "comparison");
  CHECK(result.table().after == "projected");
  CHECK(result.table().title.starts_with("The result agrees with "));
  CHECK(result.table().note == "");
  CHECK(texts_of(result.table().rows[0]) == TextRows::value_type{"largest difference", "0"});
  CHECK(result.trace.overview.back() == "comparison");
  CHECK(difference(result.trace.stage("difference").value, arma::zeros(2, 4), 0.0) == "");
}

TEST_CASE("compare: names the worst cell and how far it is off", "[cli][compare]") {
  const MultiHeadProblem problem = small_problem();
  const arma::mat ours = multi_head(problem).stage("projected").value;
  arma::mat other = ours;
  other(0, 1) += 0.5;
  other(1, 2) -= 2.0;
  const Outcome result = compared(problem, other);
  CHECK_FALSE(result.agrees);
  CHECK(result.table().title.starts_with("The result differs from "));
  CHECK(texts_of(result.table().rows) ==
        TextRows{{"largest difference", "2"},
                 {"at", "Y[b, 2]"},
                 {"computed here", fmt::format("{:.10g}", ours(1, 2))},
                 {"expected", fmt::format("{:.10g}", other(1, 2))},
                 {"tolerance", "1e-05"}});
  CHECK(result.table().note.starts_with("None of the "));
  other(0, 3) += 4.0;
  CHECK(texts_of(compared(problem, other).table().rows[1]) ==
        TextRows::value_type{"at", "Y[a, 3]"});
  const arma::mat& apart = result.trace.stage("difference").value;
  CHECK(apart(0, 1) == Approx(-0.5));
  CHECK(apart(1, 2) == Approx(2.0));
  other(0, 3) -= 4.0;
  CHECK(difference(result.trace.stage("expected").value, other) == "");
}

TEST_CASE("compare: a difference as large as the tolerance is accepted", "[cli][compare]") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.zeros();  // the result is 0 throughout
  const auto agrees = [&problem](double off, const std::string& tolerance) {
    arma::mat expected(2, 4, arma::fill::zeros);
    expected(1, 0) = off;
    return compared(problem, expected, tolerance).agrees;
  };
  CHECK(agrees(0.25, "0.25"));
  CHECK(agrees(-0.25, "0.25"));
  CHECK_FALSE(agrees(0.2501, "0.25"));
  CHECK(agrees(1e-5, ""));
  CHECK_FALSE(agrees(1.01e-5, ""));
  CHECK(agrees(0.0, "0"));
  CHECK_FALSE(agrees(1e-300, "0"));
}

TEST_CASE("compare: says which one change would make them agree", "[cli][compare]") {
  const MultiHeadProblem problem = small_problem();
  MultiHeadProblem causal = problem;
  causal.causal = true;
  const arma::mat masked = multi_head(causal).stage("projected").value;
  CHECK(compared(problem, masked).table().note.starts_with("This change would make them agree: "));
  CHECK(compared(problem, masked).table().note.find("--causal") != std::string::npos);
  MultiHeadProblem transposed = problem;
  transposed.weights.W_O = problem.weights.W_O.t().eval();
  CHECK(
      compared(problem, multi_head(transposed).stage("projected").value).table().note.find("W_O") !=
      std::string::npos);
}

TEST_CASE("compare: tells values that are rounded from values that differ", "[cli][compare]") {
  const MultiHeadProblem problem = small_problem();
  const auto rounded = [](const arma::mat& values) {
    return arma::mat(arma::round(values * 1e3) / 1e3);
  };
  const arma::mat ours = multi_head(problem).stage("projected").value;
  const std::string note = compared(problem, rounded(ours)).table().note;
  CHECK(note ==
        "The expected values are rounded, and up to their last digit they agree: --tolerance "
        "0.001 accepts that.");
  CHECK(compared(problem, rounded(ours), "0.001").agrees);

  MultiHeadProblem causal = problem;
  causal.causal = true;
  const arma::mat masked = rounded(multi_head(causal).stage("projected").value);
  CHECK(compared(problem, masked).table().note ==
        "This change would make them agree: add --causal. The expected values are rounded; this "
        "was tried with --tolerance 0.001.");
  const arma::mat cut = arma::trunc(ours * 1e3) / 1e3;
  CHECK(compared(problem, cut).table().note.find("--tolerance 0.001") != std::string::npos);
  // One step more in one cell is no rounding, whatever the others are.
  arma::mat other = rounded(ours);
  other(0, 1) += ours(0, 1) < other(0, 1) ? 0.001 : -0.001;
  CHECK(compared(problem, other).table().note.find("rounded") == std::string::npos);
  // What has too few digits to compare is not called rounded.
  CHECK(compared(problem, arma::round(ours)).table().note.find("rounded") == std::string::npos);
}

TEST_CASE("tolerance_for_rounded: decimals, and floats of 16 bits", "[cli][compare]") {
  const auto of_bits = [](int n_bits) {
    arma::mat numbers = arma::mat{{1.0, 0.0}, {1.0 / 3.0, 2.0 / 3.0}, {0.9, 0.1}, {1e-5, 0.7}};
    return numbers.transform([n_bits](double number) {
      int exponent = 0;
      const double digits = std::ldexp(std::frexp(number, &exponent), n_bits);
      return std::ldexp(std::round(digits), exponent - n_bits);
    });
  };
  CHECK(tolerance_for_rounded(arma::mat{{0.333, 0.667}}, 1e-5) == 0.001);
  CHECK(tolerance_for_rounded(of_bits(11), 1e-5) == 0.0005);  // float16
  CHECK(tolerance_for_rounded(of_bits(8), 1e-5) == 0.004);    // bfloat16
  CHECK(tolerance_for_rounded(1000.0 * of_bits(11), 1e-5) == std::nullopt);
  CHECK(tolerance_for_rounded(1024.0 * of_bits(11), 1e-5) == 0.5);
  CHECK(tolerance_for_rounded(of_bits(24), 1e-5) == std::nullopt);  // float32
  CHECK(tolerance_for_rounded(of_bits(11), 0.001) == std::nullopt);
}

TEST_CASE("compare: exact values that differ are not called rounded", "[cli][compare]") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.zeros();
  problem.weights.b_O = arma::rowvec{500, 500, 500, 500};  // the result throughout
  const arma::mat expected{{501, 500, 500, 500}, {500, 500, 500, 500}};
  CHECK(compared(problem, expected).table().note.find("rounded") == std::string::npos);
  problem.weights.b_O += 0.6;
  CHECK(compared(problem, expected).table().note.find("rounded") == std::string::npos);
  CHECK(compared(problem, arma::mat(2, 4, arma::fill::value(501)))
            .table()
            .note.starts_with("The expected values are rounded"));
}

TEST_CASE("compare: names what was tried and nothing else", "[cli][compare]") {
  const MultiHeadProblem problem = small_problem();
  arma::mat other = multi_head(problem).stage("projected").value;
  other(0, 1) += 0.5 / 3.0;
  std::vector<Variant> tried = variants_of(problem);
  CHECK(compared(problem, other).table().note ==
        fmt::format("None of the {} changes tried here makes them agree: {}. --explain 2 names "
                    "them.",
                    tried.size(), counted_topics(tried)));
  CHECK(compared(problem, other, "", true).table().note ==
        "None of the changes tried here makes them agree: " + listed_kinds(tried) + ".");
  CHECK(listed_kinds(tried).find("--half literal | causal;") != std::string::npos);
  CHECK(listed_kinds(tried).find("--window 1;") != std::string::npos);
}

TEST_CASE("compare: an undefined result agrees with nothing", "[cli][compare]") {
  MultiHeadProblem problem = small_problem();
  problem.mask = Mask{{0, 0}, {1, 1}};
  problem.empty_row = EmptyRow::nan;
  arma::mat expected = multi_head(problem).stage("projected").value;
  CHECK(std::isnan(expected(0, 0)));
  expected.row(0).zeros();
  const Outcome result = compared(problem, expected, "1000");
  CHECK_FALSE(result.agrees);
  CHECK(texts_of(result.table().rows[0]) == TextRows::value_type{"largest difference", "nan"});
}

TEST_CASE("compare: without W_O the heads side by side are the result", "[cli][compare]") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.reset();
  CHECK(compared(problem, multi_head(problem).stage("concat").value).table().after == "concat");
}

TEST_CASE("compare: finds the matrix in a file by one of its names", "[cli][compare]") {
  const TemporaryFolder folder;
  const MultiHeadProblem problem = small_problem();
  const std::string path = folder.file("other.json", R"({"x": [[9]], "output": [[0, 0, 0, 0],
                                                       [0, 0, 0, 0]]})");
  Trace trace = multi_head(problem);
  CHECK(compare(trace, problem,
                {.expect = typed("--expect", path), .tolerance = typed("--tolerance", "1000")}));
}

TEST_CASE("compare: refuses another shape and a tolerance that is none", "[cli][compare][error]") {
  const MultiHeadProblem problem = small_problem();
  const auto refused = [&problem](const CompareFlags& flags, const std::string& text) {
    Trace trace = multi_head(problem);
    CHECK_THROWS_MATCHES(compare(trace, problem, flags), InputError, Message(text));
  };
  refused({.expect = typed("--expect", "1 2; 3 4"), .tolerance = typed("--tolerance", "")},
          "--expect 1 2; 3 4 is 2 x 2, but the result to compare it with (projected) is 2 x 4. "
          "Give the output of the same tokens, one a row.");
  refused({.expect = typed("--expect", "1"), .tolerance = typed("--tolerance", "-0.1")},
          "--tolerance must not be negative, but it is -0.1.");
  refused({.expect = typed("--expect", "1"), .tolerance = typed("--tolerance", "1e-5x")},
          "--tolerance must be a number, but it is 1e-5x.");
}
