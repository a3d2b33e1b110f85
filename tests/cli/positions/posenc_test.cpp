#include "cli/positions/posenc.hpp"

#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"

namespace {

PositionFlags of_kind(const std::string& kind) {
  PositionFlags flags;
  type(flags.kind, kind);
  return flags;
}

PositionFlags with_words(const std::string& text) {
  PositionFlags flags;
  flags.words.text = {text};
  return flags;
}

void check_refused(const PositionFlags& flags, const std::string& why) {
  CHECK_REFUSED(position_trace(flags), why);
}

}  // namespace

TEST_CASE("position_trace: the usual sizes of each kind") {
  const auto shape = [](const char* kind, const char* id, const char* group = "") {
    const arma::mat value = position_trace(of_kind(kind)).stage(id, group).value;
    return std::pair(value.n_rows, value.n_cols);
  };
  using Shape = std::pair<arma::uword, arma::uword>;
  CHECK(shape("sinusoidal", "encoding") == Shape(64, 16));
  CHECK(shape("learned", "encoding") == Shape(16, 16));
  CHECK(shape("learned", "table") == Shape(512, 16));
  CHECK(shape("rope", "query_rotated", "half-split") == Shape(6, 8));
  CHECK(shape("alibi", "bias", "head 7") == Shape(8, 8));
}

TEST_CASE("position_trace: words set the length and name the rows") {
  const Trace trace = position_trace(with_words("The cat sat"));
  CHECK(trace.stage("encoding").rows.labels == std::vector<std::string>{"The", "cat", "sat"});
  CHECK(trace.title == "sinusoidal   \"The cat sat\"");
  CHECK(trace.source == "base 10000");
}

TEST_CASE("position_trace: --add takes the numbers of the words") {
  PositionFlags flags = with_words("The cat");
  type(flags.add);
  const Trace trace = position_trace(flags);
  CHECK(difference(trace.stage("embedding").value, {{1, 0, 1, 0}, {0, 2, 0, 1}}) == "");
  CHECK(trace.source == "base 10000, by-hand");
  CHECK(trace.notes.size() == 1);

  type(flags.numbers.rng, "numpy");
  type(flags.numbers.seed, "42");
  type(flags.numbers.d_model, "3");
  CHECK(position_trace(flags).stage("embedding").value(0, 0) ==
        Approx(0.4967141530112327).epsilon(1e-14));
}

TEST_CASE("position_trace: --order compares two sentences of the same words") {
  PositionFlags flags = with_words("The cat sat");
  type(flags.order, "sat The cat");
  const Trace trace = position_trace(flags);
  CHECK(trace.title == "sinusoidal   \"The cat sat\" and \"sat The cat\"");
  CHECK(trace.tables.front().id == "order");
  flags.words.text.clear();
  type(flags.words.tokens, "New York|is|big");
  type(flags.order, "is|New York|big");
  CHECK(position_trace(flags).stage("output", "order 2").rows.labels[1] == "New York");
}

TEST_CASE("position_trace: --compare and the learned table have a seed") {
  PositionFlags flags;
  type(flags.compare);
  type(flags.max_length, "20");
  type(flags.numbers.seed, "5");
  const Trace trace = position_trace(flags);
  CHECK(trace.stage("table", "learned").value.n_rows == 20);
  CHECK(trace.source == "base 10000, seed 5");
  CHECK(trace.title == "sinusoidal, learned");
}

TEST_CASE("position_trace: a flag that means nothing here is refused") {
  const auto refused = [](PositionFlags flags, Flag PositionFlags::*flag, const std::string& why) {
    type(flags.*flag, "3");
    check_refused(flags, why);
  };
  refused(of_kind("learned"), &PositionFlags::base,
          "--base only works with --kind sinusoidal, rope.");
  refused(of_kind("rope"), &PositionFlags::heads, "--heads only works with --kind alibi.");
  refused(of_kind("alibi"), &PositionFlags::positions,
          "--positions only works with --kind sinusoidal, learned.");
  refused(of_kind("rope"), &PositionFlags::order, "--order only works with --kind sinusoidal.");
  refused({}, &PositionFlags::max_length,
          "--max-length only works with --kind learned, --compare, --add.");
  refused({}, &PositionFlags::vocabulary, "--vocab only works with --add.");
  PositionFlags flags;
  type(flags.numbers.seed, "3");
  check_refused(flags, "--seed only works with --kind learned, --compare, --add, --order.");
}

TEST_CASE("position_trace: flags that exclude each other") {
  PositionFlags flags = with_words("a b");
  type(flags.length, "3");
  check_refused(flags, "a sentence and --length cannot be used together.");
  flags.length.take_back();
  type(flags.add);
  type(flags.shift, "3");
  check_refused(flags, "--add and --shift cannot be used together.");
  flags.add.take_back();
  flags.shift.take_back();
  type(flags.order, "b a");
  type(flags.dims, "0");
  check_refused(flags, "--order and --dims cannot be used together.");
}

TEST_CASE("position_trace: numbers that cannot be used") {
  const auto refused = [](Flag PositionFlags::*flag, const char* value, const std::string& why) {
    PositionFlags flags;
    type(flags.*flag, value);
    check_refused(flags, why);
  };
  refused(&PositionFlags::length, "0",
          "--length must be a whole number from 1 to 100000, but it is 0.");
  refused(&PositionFlags::base, "nan", "--base must be a number, but it is nan.");
  refused(&PositionFlags::positions, "64",
          "--positions must list numbers from 0 to 63, such as 0,2 or 0-3, but it is 64.");
  refused(&PositionFlags::dims, "0-16",
          "--dims must list numbers from 0 to 15, such as 0,2 or 0-3, but it is 0-16.");
  refused(&PositionFlags::shift, "1.5",
          "--shift must be a whole number of positions from -1000000000 to 1000000000, but it is "
          "1.5.");
  refused(&PositionFlags::kind, "rotary",
          "--kind must be one of sinusoidal, learned, rope, alibi, but it is rotary.");
}
