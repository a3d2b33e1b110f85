#include "core/positions.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/positions/positions.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

namespace {

using Ids = std::vector<std::string>;

Ids ids_of(const Trace& trace) {
  Ids ids;
  for (const Stage& stage : trace.stages) ids.push_back(stage.id);
  return ids;
}

AdditiveProblem learned_problem() {
  return {.length = 3, .d_model = 2, .table = arma::mat{{1, 2}, {3, 4}, {5, 6}, {7, 8}}};
}

TEST_CASE("additive_encoding: the formula, its wavelengths and its likeness") {
  const Trace trace = additive_encoding({.length = 10, .d_model = 6});
  CHECK(ids_of(trace) == Ids{"encoding", "wavelength", "reference", "similarity", "cosine"});
  CHECK(difference(trace.stage("encoding").value, sinusoidal_encoding(first_positions(10), 6)) ==
        "");
  CHECK(difference(trace.stage("wavelength").value, pair_wavelengths(6).t()) == "");
  // Every row has length √3, so dot products are three times the cosines.
  CHECK(difference(trace.stage("similarity").value, 3.0 * trace.stage("cosine").value) == "");
  CHECK(trace.overview == Ids{"encoding", "pairs", "similarity"});
}

TEST_CASE("additive_encoding: likeness depends on the distance alone") {
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

TEST_CASE("additive_encoding: alike is not near") {
  const Trace trace = additive_encoding({.length = 10, .d_model = 8});
  const arma::mat& cosines = trace.stage("cosine").value;
  CHECK(cosines(6) > cosines(1));
  CHECK(contains(trace.stage("similarity").note, "It falls up to distance 3 only"));
  CHECK_FALSE(contains(additive_encoding({.length = 3, .d_model = 8}).stage("similarity").note,
                       "It falls up to"));
}

TEST_CASE("additive_encoding: chosen rows and columns keep their names and their formula") {
  const Trace trace =
      additive_encoding({.length = 10, .d_model = 6, .positions = {0, 3, 9}, .dims = {4, 5}});
  const Stage& chosen = trace.stage("chosen");
  CHECK(difference(chosen.value,
                   trace.stage("encoding").value.submat(arma::uvec{0, 3, 9}, arma::uvec{4, 5})) ==
        "");
  CHECK(chosen.rows.labels == Ids{"0", "3", "9"});
  CHECK(chosen.cols.labels == Ids{"4", "5"});
  CHECK_FALSE(chosen.rows.is_scale);  // positions are left out
  CHECK(std::get<Waves>(chosen.rule).d_model == 6);
  CHECK(trace.overview == Ids{"chosen", "pairs", "similarity"});
  CHECK(trace.result == "chosen");
  const Trace neighbours = additive_encoding({.length = 10, .d_model = 6, .dims = {0}});
  CHECK(neighbours.stage("chosen").rows.is_scale);
}

TEST_CASE("additive_encoding: what is 0 at the position of 0 is 0 after a shift to it") {
  const Trace trace = additive_encoding({.length = 3, .d_model = 4, .shift = -1});
  CHECK(trace.stage("shifted").value(1, 0) == 0.0);
  CHECK(trace.stage("shifted").value(1, 2) == 0.0);
}

TEST_CASE("additive_encoding: a shifted encoding is that of later positions") {
  for (const std::int64_t k : {1, -4, 1000}) {
    const Trace trace = additive_encoding({.length = 12, .d_model = 8, .shift = k});
    CHECK(difference(trace.stage("shifted").value,
                     sinusoidal_encoding(first_positions(12) + static_cast<double>(k), 8)) == "");
    CHECK(contains(trace.stage("shifted").note, "the largest difference is < 1e-12."));
    CHECK(trace.overview == Ids{"encoding", "shift", "shifted"});
    CHECK(trace.result == "shifted");
  }
}

TEST_CASE("additive_encoding: added to embeddings, scaled or not") {
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
  CHECK(sources_of(scaled.stage("input").rule) == Ids{"scaled_embedding", "encoding"});
}

TEST_CASE("additive_encoding: a learned encoding is the first rows of its table") {
  const Trace trace = additive_encoding(learned_problem());
  CHECK(ids_of(trace) == Ids{"table", "encoding", "reference", "similarity", "cosine"});
  CHECK(difference(trace.stage("encoding").value, {{1, 2}, {3, 4}, {5, 6}}) == "");
  CHECK(difference(trace.stage("similarity").value, arma::rowvec{5, 11, 17}) == "");
  CHECK(sources_of(trace.stage("encoding").rule) == Ids{"table"});
}

TEST_CASE("additive_encoding: refuses what the learned table does not have") {
  AdditiveProblem problem = learned_problem();
  problem.length = 5;
  CHECK_REFUSED(additive_encoding(problem),
                "the learned table ends after 4 positions, so a sequence of 5 cannot be encoded: "
                "there is no trained row for position 4 and those after it. Give --max-length 5, "
                "or --kind sinusoidal, whose formula has a value for every position.");
  problem.length = 3;
  problem.shift = 1;
  CHECK_REFUSED(additive_encoding(problem),
                "a learned table has no formula that moves it: --shift needs --kind sinusoidal.");
}

TEST_CASE("additive_encoding: refuses sizes and places that do not exist") {
  const auto refused = [](const AdditiveProblem& problem, const std::string& why) {
    CHECK_REFUSED(additive_encoding(problem), why);
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

TEST_CASE("additive_encoding: refuses a stored table that is too short") {
  const AdditiveProblem problem{
      .length = 5, .d_model = 2, .added_to = AddedTo{.X = arma::ones(5, 2), .n_stored = 4}};
  CHECK_REFUSED(
      additive_encoding(problem),
      "a table stored for 4 positions ends before a sequence of 5: give --max-length 5 or more.");
}

using Labels = std::vector<std::string>;

TEST_CASE("position_axis: positions are a scale, labelled by number or by token") {
  CHECK(position_axis(3, {}).labels == Labels{"0", "1", "2"});
  CHECK(position_axis(2, {"The", "cat"}).labels == Labels{"The", "cat"});
  CHECK(position_axis(3, {}).is_scale);
  CHECK_FALSE(dimension_axis(3).is_scale);
}

TEST_CASE("pair_axis: half as many as dimensions, rounded up") {
  CHECK(pair_axis(4).labels == Labels{"0", "1"});
  CHECK(pair_axis(5).labels == Labels{"0", "1", "2"});
}

TEST_CASE("distance_axis: negative before the position") {
  CHECK(distance_axis(4, 2).labels == Labels{"-2", "-1", "0", "1"});
}

TEST_CASE("position_formulas: an odd width is explained") {
  const auto sinusoidal = position_formulas().front().stage;
  const Axis position = position_axis(2, {});
  CHECK(sinusoidal(position, 5, 10000)
            .note.find("The last dimension, 4, is a sine without its cosine, because 5 is odd.") !=
        std::string::npos);
  CHECK(sinusoidal(position, 4, 10000).note.find("odd") == std::string::npos);
  CHECK(sinusoidal(position, 4, 500).formula ==
        "PE(p, 2i) = sin(p / 500^(2i/4)), PE(p, 2i+1) = cos(p / 500^(2i/4))");
}

TEST_CASE("learned_encoding_stage: says how many numbers are trained and where they end") {
  CHECK(learned_encoding_stage(position_axis(2, {}), 512, 768)
            .note.find(
                "The first rows of a table of 512 x 768 = 393216 trained numbers. It ends after "
                "position 511;") == 0);
}

TEST_CASE("require_cells_fit: up to 2^24 cells") {
  CHECK_NOTHROW(require_cells_fit("rows x columns", 4096, 4096));
  CHECK_NOTHROW(require_cells_fit("rows x columns", 100'000, 0));
  CHECK_REFUSED(require_cells_fit("rows x columns", 4097, 4096),
                "4097 x 4096 (rows x columns) are more cells than fit: the limit is 16777216. Use "
                "a shorter sequence or fewer dimensions.");
}

TEST_CASE("require_length: at least one position") {
  CHECK_NOTHROW(require_length(1));
  CHECK_REFUSED(require_length(0), "the length must be at least 1 position, but it is 0.");
}

TEST_CASE("similarity_stage: says how long the rows of its encoding are") {
  Stage learned{.id = "encoding", .value = {{3, 4}, {0, 2}}};
  CHECK(similarity_stage(learned, 0).detail ==
        "The rows here are 2–5 long, and long rows have larger dot products. Divided by both "
        "lengths it is the cosine of the angle between the two, the stage \"cosine\".");
  CHECK(cosine_stage(learned, 0).detail ==
        "The rows here are 2–5 long. The cosine divides by both lengths, so that the direction "
        "alone counts.");
  learned.value = {{3, 4}, {5, 0}};
  CHECK(cosine_stage(learned, 0).detail.starts_with("The rows here are 5 long."));
}

TEST_CASE("cosine_stage: only rows of whole pairs by the formula have length √(d/2)") {
  const auto stages_of = [](arma::uword d_model) {
    Stage encoding = position_formulas().front().stage(position_axis(3, {}), d_model, 10000);
    encoding.value = sinusoidal_encoding(first_positions(3), d_model);
    return std::pair(similarity_stage(encoding, 0), cosine_stage(encoding, 0));
  };
  const auto [product, cosine] = stages_of(4);
  CHECK(product.detail.starts_with("Where d is even every row has length √(d/2), so that"));
  CHECK(cosine.detail ==
        "Where d is even every row has length √(d/2), so this is the stage \"similarity\" divided "
        "by d/2.");
  const auto [odd_product, odd_cosine] = stages_of(3);
  CHECK(odd_product.detail.starts_with("The rows here are 1 long"));  // not √1.5: a sine lacks its
                                                                      // cosine
  CHECK(odd_cosine.detail.starts_with("The rows here are"));
}

AdditiveProblem three_rows() {
  return {.length = 3, .d_model = 2, .table = arma::mat{{3, 4}, {0, 2}, {1, 0}, {9, 9}}};
}

TEST_CASE("encoding_comparison: the stages of both, each in its group") {
  const Trace trace = encoding_comparison(three_rows());
  CHECK(difference(trace.stage("encoding", "sinusoidal").value,
                   sinusoidal_encoding(first_positions(3), 2)) == "");
  CHECK(difference(trace.stage("encoding", "learned").value, {{3, 4}, {0, 2}, {1, 0}}) == "");
  for (const Stage& stage : trace.stages) CHECK_FALSE(stage.group.empty());
}

TEST_CASE("encoding_comparison: a table of what can be counted") {
  const Trace trace = encoding_comparison(three_rows());
  REQUIRE(trace.tables.size() == 1);
  const auto rows = texts_of(trace.tables[0].rows);
  const auto row = [](const auto& first, const auto&... others) {
    return std::vector<std::string>{first, others...};
  };
  CHECK(rows[0] == row("trained parameters", "0", "8"));
  CHECK(rows[1] == row("longest sequence", "any", "4"));
  CHECK(rows[2] == row("lengths of rows", "1.000", "1.000 to 5.000"));
  // cos 1, and from a right angle to (3·0 + 4·2)/(5·2)
  CHECK(rows[3] == row("cosine at distance 1", "0.540", "0.000 to 0.800"));
  CHECK(rows[4] == row("cosine at distance 2", "−0.416", "0.600"));
}

TEST_CASE("encoding_comparison: a single position has no neighbours") {
  AdditiveProblem problem = three_rows();
  problem.length = 1;
  CHECK(text_of(encoding_comparison(problem).tables[0].rows[3][1]) == "-");
}

TEST_CASE("encoding_comparison: needs a table") {
  CHECK_THROWS_AS(encoding_comparison({.length = 3}), std::invalid_argument);
}

TEST_CASE("alibi: a bias for each head, and the weights of equal scores") {
  const Trace trace = alibi({.length = 3, .n_heads = 2});
  CHECK(difference(trace.stage("slopes").value, arma::vec{1 / 16., 1 / 256.}) == "");
  CHECK(difference(trace.stage("distance").value, {{0, 1, 2}, {1, 0, 1}, {2, 1, 0}}) == "");
  CHECK(difference(trace.stage("bias", "head 0").value,
                   {{0, -1 / 16., -1 / 8.}, {-1 / 16., 0, -1 / 16.}, {-1 / 8., -1 / 16., 0}}) ==
        "");
  const double near = 1.0 / (1.0 + std::exp(-1 / 16.));
  CHECK(difference(trace.stage("weights", "head 0").value.row(1),
                   arma::rowvec{1.0 - near, near, 0}) == "");
}

TEST_CASE("alibi: each step back has the same share of the one before") {
  const Trace trace = alibi({.length = 12, .n_heads = 8});
  const arma::vec slopes = alibi_slopes(8);
  for (arma::uword head = 0; head < 8; ++head) {
    const arma::mat& W = trace.stage("weights", "head " + std::to_string(head)).value;
    for (arma::uword key = 0; key < 11; ++key)
      CHECK(W(11, key) / W(11, key + 1) == Approx(std::exp(-slopes(head))).epsilon(1e-12));
  }
}

TEST_CASE("alibi: a table with every head") {
  const Trace trace = alibi({.length = 2, .n_heads = 3});
  CHECK(texts_of(trace.tables[0].rows) ==
        std::vector<std::vector<std::string>>{{"head 0", "0.0625", "11.1", "−6.25"},
                                              {"head 1", "0.003906", "177.4", "−0.3906"},
                                              {"head 2", "0.25", "2.8", "−25"}});
  CHECK(contains(trace.stage("slopes").note,
                 "3 is not a power of two: the first 2 heads have the "
                 "slopes of 2 heads, the others every other one of 4."));
  CHECK(alibi({.length = 1, .n_heads = 100}).tables[0].rows.size() == 16);
}

TEST_CASE("alibi: refuses sizes that do not exist or do not fit") {
  CHECK_REFUSED(alibi({.length = 0}), "the length must be at least 1 position, but it is 0.");
  CHECK_REFUSED(alibi({.length = 2, .n_heads = 0}), "ALiBi needs at least one head, but got 0.");
  CHECK_THROWS_AS(alibi({.length = 4097, .n_heads = 1}), InputError);
}

using Words = std::vector<std::string>;

OrderProblem four_words(const Words& reordered) {
  using namespace whole_numbers;
  return {.words = {"The", "cat", "sat", "down"},
          .reordered = reordered,
          .X = X,
          .W_Q = W_Q,
          .W_K = W_K,
          .W_V = W_V};
}

const arma::mat& stage(const Trace& trace, const char* id, const char* group) {
  return trace.stage(id, group).value;
}

TEST_CASE("order_of: where each word stood before") {
  CHECK(difference(arma::conv_to<arma::vec>::from(order_of({"a", "b", "c"}, {"c", "a", "b"})),
                   arma::vec{2, 0, 1}) == "");
  // Equal words are taken in order.
  CHECK(difference(arma::conv_to<arma::vec>::from(order_of({"a", "b", "a"}, {"b", "a", "a"})),
                   arma::vec{1, 0, 2}) == "");
}

TEST_CASE("order_of: refuses other words") {
  const std::string start = "the second order must hold the same words as the first, but \"";
  CHECK_REFUSED(order_of({"a", "b"}, {"a", "c"}),
                start + "c\" is in it more often. Capitals count.");
  CHECK_REFUSED(order_of({"a", "b"}, {"a", "a"}),
                start + "a\" is in it more often. Capitals count.");
  CHECK_REFUSED(order_of({"a", "b"}, {"a"}),
                start + "b\" is in the first more often. Capitals count.");
}

TEST_CASE("order_blindness: without positions the rows move with their words") {
  const Trace trace = order_blindness(four_words({"down", "The", "sat", "cat"}));
  const arma::uvec places{3, 0, 2, 1};
  const arma::mat& first = stage(trace, "output", "order 1");
  CHECK(difference(first.rows(places), stage(trace, "output", "order 2")) == "");
  CHECK(largest_difference(first, stage(trace, "output", "order 2")) > 0.01);
  CHECK(difference(stage(trace, "pooled", "order 1"), stage(trace, "pooled", "order 2")) == "");
  CHECK(difference(stage(trace, "pooled", "order 1"), arma::mean(first, 0)) == "");
}

TEST_CASE("order_blindness: positions tell the orders apart, and so does a causal mask") {
  const Trace trace = order_blindness(four_words({"down", "The", "sat", "cat"}));
  const arma::uvec places{3, 0, 2, 1};
  for (const auto& [one, two] :
       {std::pair{"order 1 + PE", "order 2 + PE"}, {"order 1 causal", "order 2 causal"}}) {
    CHECK(largest_difference(stage(trace, "output", one).rows(places),
                             stage(trace, "output", two)) > 0.01);
    CHECK(largest_difference(stage(trace, "pooled", one), stage(trace, "pooled", two)) > 0.01);
  }
  CHECK(difference(stage(trace, "input", "order 2 + PE"),
                   whole_numbers::X.rows(places) + sinusoidal_encoding(first_positions(4), 4)) ==
        "");
  const auto& rows = trace.tables[0].rows;
  REQUIRE(rows.size() == 3);
  CHECK(text_of(rows[0][2]) == "< 1e-12");
  CHECK(text_of(rows[0][3]) == "< 1e-12");
  for (std::size_t i : {1, 2})
    for (std::size_t j : {1, 2, 3}) CHECK(text_of(rows[i][j]) != "< 1e-12");
}

TEST_CASE("order_blindness: the cosines between embeddings, where they are wanted") {
  OrderProblem problem{.words = {"a", "b"},
                       .reordered = {"b", "a"},
                       .X = {{3, 4}, {1, 0}},
                       .W_Q = arma::eye(2, 2),
                       .W_K = arma::eye(2, 2),
                       .W_V = arma::eye(2, 2),
                       .compares_directions = true};
  const Trace trace = order_blindness(problem);
  CHECK(difference(stage(trace, "cosine", "order 1"), {{1, 0.6}, {0.6, 1}}) == "");
  CHECK(difference(stage(trace, "cosine", "order 2"), {{1, 0.6}, {0.6, 1}}) == "");
  CHECK(trace.in_every_group("cosine").size() == 2);
  problem.compares_directions = false;
  CHECK(order_blindness(problem).in_every_group("cosine").empty());
}

TEST_CASE("order_blindness: the first order is plain attention") {
  const Trace trace = order_blindness(four_words({"cat", "The", "down", "sat"}));
  CHECK(difference(stage(trace, "output", "order 1 causal"), whole_numbers::causal_O) == "");
  CHECK(difference(stage(trace, "scores", "order 1"), whole_numbers::S) == "");
}

TEST_CASE("order_blindness: refuses too many words before it looks for each") {
  const Words words(2000, "a");
  CHECK_REFUSED(order_blindness({.words = words, .reordered = words, .X = arma::ones(2000, 1)}),
                "2000 words are too many: every stage of 6 runs of attention is kept, and the "
                "limit is 1672. Use a shorter sentence.");
}

TEST_CASE("order_blindness: says so when the orders are the same") {
  CHECK(order_blindness(four_words({"The", "cat", "sat", "down"})).notes.size() == 1);
  CHECK(order_blindness(four_words({"cat", "The", "sat", "down"})).notes.empty());
}

RotaryProblem four_wide(arma::uword length) {
  return {.length = length, .query = {1, 2, 3, 4}, .key = {2, -1, 0, 1}};
}

const std::vector<std::string> kGroups{"interleaved", "half-split"};

TEST_CASE("rotary_encoding: angles, their cosines and sines, and both pairings") {
  const Trace trace = rotary_encoding(four_wide(4));
  CHECK(difference(trace.stage("angles").value, {{0, 0}, {1, .01}, {2, .02}, {3, .03}}) == "");
  CHECK(difference(trace.stage("cos").value, arma::cos(trace.stage("angles").value)) == "");
  CHECK(difference(trace.stage("sin").value, arma::sin(trace.stage("angles").value)) == "");
  // Other software: complex numbers for neighbours, rotate_half for halves.
  CHECK(difference(trace.stage("query_rotated", "interleaved").value.row(3),
                   arma::rowvec{-1.27223251272018, -1.8388649851410237, 2.87866810043698,
                                4.088186635603437}) == "");
  CHECK(difference(trace.stage("query_rotated", "half-split").value.row(3),
                   arma::rowvec{-1.413352520780047, 1.8791180666879925, -2.828857481741469,
                                4.058191135400942}) == "");
}

TEST_CASE("rotary_encoding: scores are a function of the distance") {
  const Trace trace = rotary_encoding(four_wide(9));
  for (const std::string& group : kGroups) {
    const arma::mat& S = trace.stage("scores", group).value;
    for (arma::uword p = 0; p + 1 < 9; ++p)
      for (arma::uword q = 0; q + 1 < 9; ++q)
        CHECK(S(p, q) == Approx(S(p + 1, q + 1)).margin(1e-12));
    CHECK(S(0, 0) == Approx(1 * 2 - 2 * 1 + 0 + 4 * 1));  // no distance, no turn
  }
}

TEST_CASE("rotary_encoding: half-split columns in the other order are interleaved ones") {
  const RotaryProblem problem = four_wide(5);
  const arma::uvec order = interleaved_order(4);
  RotaryProblem reordered = problem;
  reordered.query = arma::mat(problem.query).cols(order);
  const arma::mat half = rotary_encoding(problem).stage("query_rotated", "half-split").value;
  const arma::mat near = rotary_encoding(reordered).stage("query_rotated", "interleaved").value;
  CHECK(difference(half.cols(order), near) == "");
}

TEST_CASE("rotary_encoding: the layout decides which pairing comes first") {
  RotaryProblem problem = four_wide(3);
  const auto first_group = [](const Trace& trace) {
    for (const Stage& stage : trace.stages)
      if (!stage.group.empty()) return stage.group;
    return std::string();
  };
  CHECK(first_group(rotary_encoding(problem)) == "interleaved");
  problem.layout = Pairing::half_split;
  CHECK(first_group(rotary_encoding(problem)) == "half-split");
}

TEST_CASE("rotary_encoding: tables of the pairs and of the distances") {
  const Trace trace = rotary_encoding(four_wide(3));
  REQUIRE(trace.tables.size() == 2);
  CHECK(texts_of(trace.tables[0].rows) ==
        std::vector<std::vector<std::string>>{{"0", "0, 1", "0, 2", "6.283"},
                                              {"1", "2, 3", "1, 3", "628.319"}});
  CHECK(contains(trace.tables[0].note, "take columns 0 2 1 3 in this order"));
  CHECK(trace.tables[1].rows.size() == 5);  // from −2 to 2
  for (const auto& row : trace.tables[1].rows) CHECK(text_of(row.back()) == "< 1e-12");
  CHECK(texts_of(trace.tables[1].rows[2]) ==
        std::vector<std::string>{"0", "3", "4.000", "4.000", "< 1e-12"});
}

TEST_CASE("rotary_encoding: refuses what has no pairs or does not fit") {
  CHECK_REFUSED(rotary_encoding({.length = 2, .query = {1, 2, 3}, .key = {1, 2, 3}}),
                "RoPE turns dimensions in pairs, so d_head must be even, but it is 3: one "
                "dimension would have no partner. Try 4.");
  CHECK_REFUSED(rotary_encoding({.length = 2, .query = {1, 2}, .key = {1, 2, 3, 4}}),
                "q and k must have the same number of columns: q is 1 x 2, k is 1 x 4.");
  CHECK_REFUSED(rotary_encoding(four_wide(0)),
                "the length must be at least 1 position, but it is 0.");
  CHECK_REFUSED(rotary_encoding(four_wide(5000)),
                "5000 x 5000 (positions x positions) are more cells than fit: the limit is "
                "16777216. Use a shorter sequence or fewer dimensions.");
}

// PE(p, j) = p + j: a formula without waves.
arma::mat counted(const arma::vec& positions, arma::uword d_model, double) {
  return arma::repmat(positions, 1, d_model) +
         arma::repmat(first_positions(d_model).t(), positions.n_elem, 1);
}

Stage counted_stage(const Axis& position, arma::uword d_model, double) {
  return {.id = "encoding",
          .symbol = "PE",
          .formula = "PE(p, j) = p + j",
          .rows = position,
          .cols = dimension_axis(d_model),
          .rule = CellFormula(Index::i) + CellFormula(Index::j)};
}

const PositionFormula kCounted{"counted", [] { return "counted"; }, counted, counted_stage};

TEST_CASE("additive_encoding: another formula has its name, and of waves nothing") {
  AdditiveProblem problem{
      .length = 3, .d_model = 2, .formula = kCounted, .positions = {1, 2}, .dims = {1}};
  problem.added_to = AddedTo{.X = arma::mat(3, 2, arma::fill::ones)};
  const Trace trace = additive_encoding(problem);
  CHECK(ids_of(trace) ==
        Ids{"embedding", "encoding", "chosen", "reference", "similarity", "cosine", "input"});
  CHECK(std::get<std::string>(trace.config.front().second) == "counted");
  CHECK(difference(trace.stage("encoding").value, {{0, 1}, {1, 2}, {2, 3}}) == "");
  CHECK(sources_of(trace.stage("chosen").rule) == Ids{"encoding"});
  CHECK(trace.stage("similarity").note.find("alone") == std::string::npos);
  REQUIRE(trace.tables.size() == 1);
  CHECK(trace.tables.front().note.find("The counted table, 3 x 2, is stored") != std::string::npos);
}

TEST_CASE("order_blindness: another formula is the one that is added") {
  OrderProblem problem = four_words({"cat", "The", "sat", "down"});
  problem.formula = kCounted;
  const Trace trace = order_blindness(problem);
  CHECK(std::get<std::string>(trace.config.front().second) == "counted");
  CHECK(trace.stage("encoding").value(3, 1) == 4.0);
}

}  // namespace
