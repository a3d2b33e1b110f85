#include "mechanisms/positions/additive_encoding.hpp"

#include <cmath>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Ids = std::vector<std::string>;

Ids ids_of(const Trace& trace) {
  Ids ids;
  for (const Stage& stage : trace.stages) ids.push_back(stage.id);
  return ids;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

AdditiveProblem learned_problem() {
  return {.length = 3, .d_model = 2, .table = arma::mat{{1, 2}, {3, 4}, {5, 6}, {7, 8}}};
}

}  // namespace

TEST_CASE("additive_encoding: the formula, its wavelengths and its likeness", "[posenc]") {
  const Trace trace = additive_encoding({.length = 10, .d_model = 6});
  CHECK(ids_of(trace) == Ids{"encoding", "wavelength", "reference", "similarity", "cosine"});
  CHECK(difference(trace.stage("encoding").value, sinusoidal_encoding(first_positions(10), 6)) ==
        "");
  CHECK(difference(trace.stage("wavelength").value, pair_wavelengths(6).t()) == "");
  // Every row has length √3, so dot products are three times the cosines.
  CHECK(difference(trace.stage("similarity").value, 3.0 * trace.stage("cosine").value) == "");
  CHECK(trace.overview == Ids{"encoding", "pairs", "similarity"});
}

TEST_CASE("additive_encoding: likeness depends on the distance alone", "[posenc][property]") {
  const arma::mat from_0 = additive_encoding({.length = 20, .d_model = 8}).stage("cosine").value;
  const Trace trace = additive_encoding({.length = 20, .d_model = 8, .at = 7});
  const arma::mat& from_7 = trace.stage("cosine").value;
  for (arma::uword q = 0; q < 20; ++q)
    CHECK(from_7(q) == Approx(from_0(q < 7 ? 7 - q : q - 7)).margin(1e-12));
  CHECK(trace.stage("cosine").cols.labels[0] == "-7");
  CHECK(contains(trace.stage("cosine").note, "It depends on the distance alone, not on where."));
  // A sine without its cosine spoils this.
  CHECK_FALSE(contains(additive_encoding({.length = 20, .d_model = 7}).stage("cosine").note,
                       "It depends on the distance alone"));
}

TEST_CASE("additive_encoding: alike is not near", "[posenc]") {
  const Trace trace = additive_encoding({.length = 10, .d_model = 8});
  const arma::mat& cosines = trace.stage("cosine").value;
  CHECK(cosines(6) > cosines(1));
  CHECK(contains(trace.stage("similarity").note, "It falls up to distance 3 only"));
  CHECK_FALSE(contains(additive_encoding({.length = 3, .d_model = 8}).stage("similarity").note,
                       "It falls up to"));
}

TEST_CASE("additive_encoding: chosen rows and columns keep their names and their formula",
          "[posenc]") {
  const Trace trace =
      additive_encoding({.length = 10, .d_model = 6, .positions = {0, 3, 9}, .dims = {4, 5}});
  const Stage& chosen = trace.stage("chosen");
  CHECK(difference(chosen.value,
                   trace.stage("encoding").value.submat(arma::uvec{0, 3, 9}, arma::uvec{4, 5})) ==
        "");
  CHECK(chosen.rows.labels == Ids{"0", "3", "9"});
  CHECK(chosen.cols.labels == Ids{"4", "5"});
  CHECK_FALSE(chosen.rows.is_scale);  // positions are left out
  CHECK(std::get<Sinusoid>(chosen.rule).d_model == 6);
  CHECK(trace.overview == Ids{"chosen", "pairs", "similarity"});
  CHECK(trace.result == "chosen");
  const Trace neighbours = additive_encoding({.length = 10, .d_model = 6, .dims = {0}});
  CHECK(neighbours.stage("chosen").rows.is_scale);
}

TEST_CASE("additive_encoding: what is 0 at the position of 0 is 0 after a shift to it",
          "[posenc]") {
  const Trace trace = additive_encoding({.length = 3, .d_model = 4, .shift = -1});
  CHECK(trace.stage("shifted").value(1, 0) == 0.0);
  CHECK(trace.stage("shifted").value(1, 2) == 0.0);
}

TEST_CASE("additive_encoding: a shifted encoding is that of later positions",
          "[posenc][property]") {
  for (const std::int64_t k : {1, -4, 1000}) {
    const Trace trace = additive_encoding({.length = 12, .d_model = 8, .shift = k});
    CHECK(difference(trace.stage("shifted").value,
                     sinusoidal_encoding(first_positions(12) + static_cast<double>(k), 8)) == "");
    CHECK(contains(trace.stage("shifted").note, "the largest difference is < 1e-12."));
    CHECK(trace.overview == Ids{"encoding", "shift", "shifted"});
    CHECK(trace.result == "shifted");
  }
}

TEST_CASE("additive_encoding: added to embeddings, scaled or not", "[posenc]") {
  const arma::mat X{{1, 0, 1, 0}, {0, 2, 0, 1}};
  const arma::mat PE = sinusoidal_encoding(first_positions(2), 4);
  AdditiveProblem problem{
      .length = 2, .d_model = 4, .tokens = {"The", "cat"}, .added_to = AddedTo{.X = X}};
  const Trace plain = additive_encoding(problem);
  CHECK(difference(plain.stage("input").value, X + PE) == "");
  CHECK(plain.stage("input").rows.labels == Ids{"The", "cat"});
  CHECK(plain.stage("input").formula == "X = E + PE");
  CHECK(plain.result == "input");

  problem.added_to->scales = true;
  const Trace scaled = additive_encoding(problem);
  CHECK(difference(scaled.stage("input").value, 2.0 * X + PE) == "");
  CHECK(scaled.stage("input").formula == "X = √d E + PE");
  CHECK(std::get<Sum>(scaled.stage("input").rule).left == "scaled_embedding");
}

TEST_CASE("additive_encoding: a learned encoding is the first rows of its table", "[posenc]") {
  const Trace trace = additive_encoding(learned_problem());
  CHECK(ids_of(trace) == Ids{"table", "encoding", "reference", "similarity", "cosine"});
  CHECK(difference(trace.stage("encoding").value, {{1, 2}, {3, 4}, {5, 6}}) == "");
  CHECK(difference(trace.stage("similarity").value, arma::rowvec{5, 11, 17}) == "");
  CHECK(std::get<Part>(trace.stage("encoding").rule).of == "table");
}

TEST_CASE("additive_encoding: refuses what the learned table does not have", "[posenc][error]") {
  AdditiveProblem problem = learned_problem();
  problem.length = 5;
  CHECK_THROWS_MATCHES(
      additive_encoding(problem), InputError,
      Message("the learned table ends after 4 positions, so a sequence of 5 cannot be encoded: "
              "there is no trained row for position 4 and those after it. Give --max-length 5, or "
              "--kind sinusoidal, whose formula has a value for every position."));
  problem.length = 3;
  problem.shift = 1;
  CHECK_THROWS_MATCHES(additive_encoding(problem), InputError,
                       Message("a learned table has no formula that moves it: --shift needs "
                               "--kind sinusoidal."));
}

TEST_CASE("additive_encoding: refuses sizes and places that do not exist", "[posenc][error]") {
  const auto refused = [](const AdditiveProblem& problem, const std::string& why) {
    CHECK_THROWS_MATCHES(additive_encoding(problem), InputError, Message(why));
  };
  refused({.length = 0}, "the length must be at least 1 position, but it is 0.");
  refused({.length = 1, .d_model = 0},
          "an encoding needs at least one dimension, but d_model is 0.");
  refused({.length = 100'000, .d_model = 4096},
          "100000 x 4096 (positions x dimensions) are more cells than fit: the limit is 16777216. "
          "Use a shorter sequence or fewer dimensions.");
  refused({.length = 4, .positions = {1, 4}},
          "there is no position 4: they run from 0 to 3. Choose one of these, or give --length 5.");
  refused({.length = 4, .d_model = 6, .dims = {6}},
          "there is no dimension 6: they run from 0 to 5. Choose one of these, or give --d-model "
          "7.");
  refused({.length = 4, .at = 9},
          "there is no position 9: they run from 0 to 3. Choose one of these, or give --length "
          "10.");
  refused({.length = 2, .d_model = 4, .added_to = AddedTo{.X = arma::ones(3, 4)}},
          "the embeddings (one row per position) must be 2 x 4, but it is 3 x 4.");
}

TEST_CASE("additive_encoding: refuses a stored table that is too short", "[posenc][error]") {
  const AdditiveProblem problem{
      .length = 5, .d_model = 2, .added_to = AddedTo{.X = arma::ones(5, 2), .n_stored = 4}};
  CHECK_THROWS_MATCHES(
      additive_encoding(problem), InputError,
      Message("a table stored for 4 positions ends before a sequence of 5: give --max-length 5 or "
              "more."));
}
