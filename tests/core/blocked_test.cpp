#include "core/blocked.hpp"

#include <stdexcept>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// A mask as the screen draws it: "#" where open, else the letter of the reason; rows end at "/".
std::string drawn(const BlockedCells& blocked) {
  std::string text;
  for (arma::uword i = 0; i < blocked.n_rows; ++i) {
    if (i > 0) text += '/';
    for (arma::uword j = 0; j < blocked.n_cols; ++j)
      text += blocked(i, j) == 0 ? '#' : static_cast<char>(blocked(i, j));
  }
  return text;
}

arma::mat open_cells(const BlockedCells& blocked) {
  return arma::conv_to<arma::mat>::from(blocked == 0);
}

// Six patterns that each restrict five places in their own way.
std::vector<MaskPattern> single_patterns() {
  const Mask given = segment_mask({0, 1, 0, 1, 0}, {0, 1, 0, 1, 0});
  return {{.causal = true},
          {.n_prefix = 2},
          {.documents = Documents{{0, 0, 1, 1, 1}, {0, 0, 1, 1, 1}}},
          {.window = 2},
          {.half = HalfReading::literal},
          {.given = given}};
}

MaskPattern joined(MaskPattern pattern, const MaskPattern& other, Join join) {
  pattern.causal |= other.causal;
  if (other.n_prefix) pattern.n_prefix = other.n_prefix;
  if (other.documents) pattern.documents = other.documents;
  if (other.window) pattern.window = other.window;
  if (other.half) pattern.half = other.half;
  if (other.given) pattern.given = other.given;
  pattern.join = join;
  return pattern;
}

}  // namespace

TEST_CASE("blocked_word: every reason has its word", "[core][blocked]") {
  const auto word = [](Blocked reason) { return blocked_word(static_cast<unsigned char>(reason)); };
  CHECK(word(Blocked::no) == "");
  CHECK(word(Blocked::causal) == "causal");
  CHECK(word(Blocked::padding) == "padding");
  CHECK(word(Blocked::segment) == "segment");
  CHECK(word(Blocked::window) == "window");
  CHECK(word(Blocked::half) == "half");
  CHECK(word(Blocked::mask) == "mask");
  CHECK_THROWS_MATCHES(blocked_word(1), std::out_of_range, Message("blocked_word: unknown reason"));
}

TEST_CASE("blocked_cells: causal, padding and a window at once", "[core][blocked]") {
  const MaskPattern pattern{.causal = true, .padded_keys = {4, 5}, .window = 3};
  CHECK(drawn(blocked_cells(pattern, 6, 6)) == "#ccccc/##cccc/###ccc/w###cc/ww##pc/www#pp");
}

TEST_CASE("blocked_cells: the first reason in the order is named", "[core][blocked]") {
  MaskPattern pattern{.given = Mask(4, 4, arma::fill::zeros)};
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xxxx/xxxx/xxxx/xxxx");
  pattern.half = HalfReading::literal;
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xxxx/xxxx/xxhh/xxhh");
  pattern.window = 1;
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xwww/wxww/wwhw/wwwh");
  pattern.documents = Documents{{0, 0, 0, 1}, {0, 0, 0, 1}};
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xwws/wxws/wwhs/sssh");
  pattern.padded_keys = {1};
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xpws/wpws/wphs/spsh");
  pattern.causal = true;
  CHECK(drawn(blocked_cells(pattern, 4, 4)) == "xccc/wpcc/wphc/spsh");
}

TEST_CASE("blocked_cells: nothing blocked is nothing at all", "[core][blocked]") {
  CHECK(blocked_cells(MaskPattern{}, 3, 4).is_empty());
  CHECK(blocked_cells({.window = 9}, 3, 4).is_empty());
  CHECK(blocked_cells({.causal = true, .window = 9, .join = Join::any}, 3, 3).is_empty());
}

TEST_CASE("blocked_cells: and is the intersection, or the union", "[core][blocked][property]") {
  const std::vector<MaskPattern> singles = single_patterns();
  const auto open = [](const MaskPattern& pattern) {
    return open_cells(blocked_cells(pattern, 5, 5));
  };
  for (std::size_t a = 0; a < singles.size(); ++a)
    for (std::size_t b = a + 1; b < singles.size(); ++b) {
      if (singles[b].n_prefix && singles[a].causal) continue;  // a prefix is causal already
      const arma::mat A = open(singles[a]), B = open(singles[b]);
      CAPTURE(a, b);
      CHECK(difference(open(joined(singles[a], singles[b], Join::all)), A % B) == "");
      const BlockedCells any = blocked_cells(joined(singles[a], singles[b], Join::any), 5, 5);
      const arma::mat expected = arma::max(A, B);
      if (any.is_empty())
        CHECK(arma::all(arma::vectorise(expected) == 1.0));
      else
        CHECK(difference(open_cells(any), expected) == "");
    }
}

TEST_CASE("blocked_cells: padding is taken away from a union", "[core][blocked]") {
  MaskPattern pattern{.causal = true, .padded_keys = {0}, .window = 1, .join = Join::any};
  CHECK(drawn(blocked_cells(pattern, 3, 3)) == "pcc/p#c/p##");
  pattern.padded_queries = {1};
  CHECK(drawn(blocked_cells(pattern, 3, 3)) == "pcc/ppc/p##");
  CHECK(drawn(blocked_cells({.padded_keys = {2}, .join = Join::any}, 2, 3)) == "##p/##p");
}

TEST_CASE("blocked_cells: a cell has a reason exactly where it is not open",
          "[core][blocked][property]") {
  for (const Join join : {Join::all, Join::any})
    for (const MaskPattern& single : single_patterns()) {
      MaskPattern pattern = joined(single, {.window = 2}, join);
      pattern.padded_keys = {3};
      const std::vector<Restriction> list = restrictions_of(pattern, 5, 5);
      const BlockedCells blocked = blocked_cells(list, join);
      for (arma::uword cell = 0; cell < blocked.n_elem; ++cell) {
        std::size_t n_joined = 0, n_open = 0;
        bool padded = false;
        for (const Restriction& restriction : list) {
          if (restriction.reason == Blocked::padding) {
            padded = !restriction.open[cell];
            continue;
          }
          ++n_joined;
          n_open += restriction.open[cell];
        }
        const bool open = !padded && (join == Join::all ? n_open == n_joined : n_open > 0);
        CHECK((blocked[cell] == 0) == open);
      }
    }
}

TEST_CASE("restrictions_of: their names and their order", "[core][blocked]") {
  const MaskPattern pattern{.causal = true,
                            .padded_keys = {3},
                            .documents = Documents{{0, 0, 1, 1}, {0, 0, 1, 1}},
                            .window = 2,
                            .half = HalfReading::literal,
                            .given = Mask(4, 4, arma::fill::ones)};
  std::string names;
  for (const Restriction& restriction : restrictions_of(pattern, 4, 4))
    names += restriction.name + " " + static_cast<char>(restriction.reason) + " ";
  CHECK(names == "causal c padding p segment s window w half h given x ");
}

TEST_CASE("restrictions_of: a prefix is causal, and so is half as it is probably meant",
          "[core][blocked]") {
  const auto prefix = restrictions_of({.causal = true, .n_prefix = 1}, 3, 3);
  REQUIRE(prefix.size() == 1);
  CHECK(prefix.front().name == "prefix");
  CHECK(drawn(blocked_cells(prefix)) == "#cc/##c/###");
  CHECK(drawn(blocked_cells({.n_prefix = 2}, 3, 3)) == "##c/##c/###");

  const auto half = restrictions_of({.half = HalfReading::causal}, 3, 3);
  REQUIRE(half.size() == 1);
  CHECK(half.front().name == "causal");
  CHECK(drawn(blocked_cells(half)) == "#cc/##c/###");
}

TEST_CASE("restrictions_of: refuses what does not fit the sequences", "[core][blocked][error]") {
  CHECK_THROWS_MATCHES(
      restrictions_of({.documents = Documents{{0, 1}, {0, 1, 1}}}, 3, 3), InputError,
      Message("every query needs the number of its document: queries 3, numbers given 2."));
  CHECK_THROWS_MATCHES(
      restrictions_of({.documents = Documents{{0, 1}, {0, 1, 1}}}, 2, 4), InputError,
      Message("every key needs the number of its document: keys 4, numbers given 3."));
  CHECK_THROWS_MATCHES(restrictions_of({.half = HalfReading::literal}, 2, 4), InputError,
                       Message("halves need one sequence: there are 2 queries but 4 keys. Give as "
                               "many queries as keys."));
  CHECK_THROWS_AS(restrictions_of({.given = Mask(2, 3)}, 3, 2), InputError);
}
