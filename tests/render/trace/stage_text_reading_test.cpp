#include "mechanisms/backward/backward.hpp"
#include "render/rendered.hpp"
#include "render/trace/trace.hpp"
#include "support/catch.hpp"

namespace {

Stage weights_of(const arma::mat& W, const std::vector<std::string>& queries,
                 const std::vector<std::string>& keys) {
  return {.id = "weights",
          .value = W,
          .rows = {"query", queries},
          .cols = {"key", keys},
          .rule = Softmax{"masked"}};
}

std::string reading(const arma::mat& W, const std::vector<std::string>& queries,
                    const std::vector<std::string>& keys) {
  return reading_of(weights_of(W, queries, keys), Layout{});
}

}  // namespace

TEST_CASE("reading_of: picks the largest share for another token") {
  // "a" keeps .9 for itself, which says little; "b" gives "c" the most.
  CHECK(reading({{0.9, 0.05, 0.05}, {0.1, 0.3, 0.6}, {0.5, 0.1, 0.4}}, {"a", "b", "c"},
                {"a", "b", "c"}) ==
        "\"b\" gives 0.600 of its attention to \"c\" and 0.300 to \"b\".");
}

TEST_CASE("reading_of: a capital does not make another word") {
  CHECK(reading({{0.2, 0.7, 0.1}, {0.4, 0.15, 0.45}, {0.2, 0.3, 0.5}}, {"The", "the", "mat"},
                {"The", "the", "mat"}) ==
        "\"the\" gives 0.450 of its attention to \"mat\" and 0.400 to \"The\".");
}

TEST_CASE("reading_of: several keys with the largest share are all named, or counted") {
  CHECK(reading({{0.5, 0.5}, {0.5, 0.5}}, {"a", "b"}, {"x", "y"}) ==
        "\"a\" gives 0.500 of its attention to each of \"x\" and \"y\".");
  CHECK(reading({{0.4, 0.2, 0.4 - 1e-16}}, {"a"}, {"x", "y", "z"}) ==
        "\"a\" gives 0.400 of its attention to each of \"x\" and \"z\".");
  CHECK(reading({{1.0 / 3, 1.0 / 3, 1.0 / 3}}, {"a"}, {"x", "y", "z"}) ==
        "\"a\" gives 0.333 of its attention to each of \"x\", \"y\" and \"z\".");
  CHECK(reading({{.25, .25, .25, .25}}, {"a"}, {"w", "x", "y", "z"}) ==
        "\"a\" gives 0.250 of its attention to each of 4 keys.");
}

TEST_CASE("reading_of: several keys with the second share are counted") {
  CHECK(reading({{0.6, 0.2, 0.2}}, {"a"}, {"x", "y", "z"}) ==
        "\"a\" gives 0.600 of its attention to \"x\" and 0.200 to each of 2 others.");
}

TEST_CASE("reading_of: the first query of equals whatever the key") {
  CHECK(reading({{0.2, 0.8}, {0.8, 0.2}}, {"a", "b"}, {"x", "y"}) ==
        "\"a\" gives 0.800 of its attention to \"y\" and 0.200 to \"x\".");
}

TEST_CASE("reading_of: a query with one key gives it everything") {
  CHECK(reading({{1, 0}, {0, 1}}, {"a", "b"}, {"x", "y"}) ==
        "\"a\" gives all its attention to \"x\".");
  CHECK(reading(arma::mat(1, 1, arma::fill::ones), {"a"}, {"x"}) ==
        "\"a\" gives all its attention to \"x\".");
  CHECK(reading(arma::mat(1, 1, arma::fill::ones), {"a"}, {"a"}) ==
        "\"a\" gives all its attention to \"a\".");
}

TEST_CASE("reading_of: cross-attention reads queries against the other words") {
  CHECK(reading({{0.2, 0.3, 0.5}, {0.1, 0.2, 0.7}}, {"猫", "魚"}, {"the", "cat", "fish"}) ==
        "\"魚\" gives 0.700 of its attention to \"fish\" and 0.200 to \"cat\".");
}

TEST_CASE("reading_of: a small share is not read as nothing") {
  CHECK(reading({{1.0 - 1e-9, 1e-9}}, {"a"}, {"x", "y"}) ==
        "\"a\" gives 1.000 of its attention to \"x\" and <.001 to \"y\".");
}

TEST_CASE("reading_of: passes over empty rows") {
  CHECK(reading({{0, 0}, {0.4, 0.6}}, {"a", "b"}, {"x", "y"}) ==
        "\"b\" gives 0.600 of its attention to \"y\" and 0.400 to \"x\".");
  CHECK(reading({{kNaN, kNaN}, {0.4, 0.6}}, {"a", "b"}, {"x", "y"}) ==
        "\"b\" gives 0.600 of its attention to \"y\" and 0.400 to \"x\".");
  // The one query that sees anything sees itself; the empty first row must not silence it.
  CHECK(reading({{0, 0}, {0, 1}}, {"a", "b"}, {"a", "b"}) ==
        "\"b\" gives all its attention to \"b\".");
}

TEST_CASE("reading_of: nothing to read where all rows are empty or it is no softmax") {
  CHECK(reading({{0, 0}, {0, 0}}, {"a", "b"}, {"x", "y"}) == "");
  CHECK(reading({{kNaN, kNaN}}, {"a"}, {"x", "y"}) == "");
  const Trace trace = by_hand_trace();
  CHECK(reading_of(trace.stage("scores"), Layout{}) == "");
}

TEST_CASE("stage_text: a gradient says what its largest number means") {
  Trace trace = by_hand_trace();
  record_backward(trace, {.loss = {.kind = Loss::Kind::cell, .of = "output", .row = 2, .col = 1}});
  const auto text = [&trace](const std::string& id, std::optional<Cell> selected = {}) {
    return stage_text(trace, trace.stage(id), layout_of(120), selected);
  };
  CHECK(contains(text("d_scaled"),
                 "read as   if scaled[sat, cat] were 0.01 larger, the loss would be about 0.0025 "
                 "larger."));
  CHECK(contains(text("d_query"),
                 "if Q[sat, 1] were 0.01 larger, the loss would be about 0.00297 "
                 "smaller."));
  CHECK(contains(text("d_scaled", Cell{3, 0}),
                 "if scaled[down, The] were 0.01 larger, the loss would not change."));
  CHECK_FALSE(contains(text("d_scaled", Cell{0, 3}), "read as"));  // a blocked cell has no say
  Layout overview = layout_of(120);
  overview.is_overview = true;
  CHECK_FALSE(contains(stage_text(trace, trace.stage("d_scaled"), overview), "read as"));
}
