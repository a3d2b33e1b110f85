#include "core/mask.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

namespace {

arma::mat numbers(const Mask& mask) { return arma::conv_to<arma::mat>::from(mask); }

TEST_CASE("causal_mask: a query sees itself and what came before") {
  CHECK(difference(numbers(causal_mask(3, 3)), {{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}) == "");
  CHECK(difference(numbers(causal_mask(1, 1)), arma::rowvec{1}) == "");
}

TEST_CASE("causal_mask: two lengths are aligned at their ends") {
  // Two new queries on five keys: the last query sees all of them.
  CHECK(difference(numbers(causal_mask(2, 5)), {{1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}}) == "");
  // More queries than keys: the first ones have nothing to look at.
  CHECK(difference(numbers(causal_mask(4, 2)), {{0, 0}, {0, 0}, {1, 0}, {1, 1}}) == "");
}

TEST_CASE("causal_mask: the last rows of a longer sequence") {
  const arma::mat whole = numbers(causal_mask(7, 7));
  for (arma::uword n_q = 1; n_q <= 7; ++n_q)
    CHECK(difference(numbers(causal_mask(n_q, 7)), whole.tail_rows(n_q)) == "");
}

TEST_CASE("causal_mask: agrees with its definition for every shape") {
  for (int n_q = 1; n_q <= 6; ++n_q)
    for (int n_k = 1; n_k <= 6; ++n_k) {
      arma::mat expected(n_q, n_k);
      for (int i = 0; i < n_q; ++i)
        for (int j = 0; j < n_k; ++j) expected(i, j) = j <= i + (n_k - n_q) ? 1 : 0;
      CHECK(difference(numbers(causal_mask(n_q, n_k)), expected) == "");
    }
}

TEST_CASE("causal_mask: aligned at the starts, lengths do not matter") {
  CHECK(difference(numbers(causal_mask(2, 4, Align::start)), {{1, 0, 0, 0}, {1, 1, 0, 0}}) == "");
  CHECK(difference(numbers(causal_mask(3, 2, Align::start)), {{1, 0}, {1, 1}, {1, 1}}) == "");
}

TEST_CASE("causal_mask: row i has i + 1 open keys") {
  for (arma::uword n = 1; n <= 50; ++n) {
    const arma::mat mask = numbers(causal_mask(n, n));
    CHECK(difference(arma::sum(mask, 1), arma::regspace(1.0, static_cast<double>(n))) == "");
    CHECK(arma::accu(mask) == static_cast<double>(n * (n + 1) / 2));
  }
}

TEST_CASE("query_offset: how far queries stand to the right") {
  CHECK(query_offset(2, 5, Align::end) == 3);
  CHECK(query_offset(5, 2, Align::end) == -3);
  CHECK(query_offset(2, 5, Align::start) == 0);
}

TEST_CASE("prefix_mask: the first keys are open to everybody") {
  CHECK(difference(numbers(prefix_mask(4, 4, 2)),
                   {{1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 1}}) == "");
  CHECK(difference(numbers(prefix_mask(4, 2, 1)), {{1, 0}, {1, 0}, {1, 0}, {1, 1}}) == "");
}

TEST_CASE("prefix_mask: from causal to everything open") {
  CHECK(difference(numbers(prefix_mask(4, 6, 0)), numbers(causal_mask(4, 6))) == "");
  CHECK(difference(numbers(prefix_mask(4, 6, 6)), arma::ones(4, 6)) == "");
  CHECK_REFUSED(prefix_mask(4, 6, 7), "the prefix cannot have 7 keys: there are only 6.");
}

TEST_CASE("window_mask: the places that are less than its size away") {
  CHECK(difference(numbers(window_mask(4, 4, 2)),
                   {{1, 1, 0, 0}, {1, 1, 1, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}}) == "");
  // Two new queries on five keys stand at places 3 and 4.
  CHECK(difference(numbers(window_mask(2, 5, 2)), {{0, 0, 1, 1, 1}, {0, 0, 0, 1, 1}}) == "");
  CHECK(difference(numbers(window_mask(2, 5, 2, Align::start)),
                   {{1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}}) == "");
}

TEST_CASE("window_mask: with a causal mask, a place and those before it") {
  for (arma::uword size = 1; size <= 9; ++size)
    for (arma::uword i = 0; i < 7; ++i) {
      const Mask row = (window_mask(7, 7, size) % causal_mask(7, 7)).eval().row(i);
      CHECK(arma::accu(row) == std::min(size, i + 1));
      CHECK(row(i) == 1);
    }
  CHECK(difference(numbers(window_mask(3, 4, UINT64_MAX)), arma::ones(3, 4)) == "");
  CHECK_REFUSED(window_mask(3, 3, 0),
                "a window of 0 keys would leave every query empty. With a window of 1, each query "
                "sees only itself.");
}

TEST_CASE("padding_mask: columns of keys and rows of queries") {
  CHECK(difference(numbers(padding_mask(2, 4, {1, 3})), {{1, 0, 1, 0}, {1, 0, 1, 0}}) == "");
  CHECK(difference(numbers(padding_mask(3, 2, {1}, {0, 2})), {{0, 0}, {1, 0}, {0, 0}}) == "");
  CHECK(difference(numbers(padding_mask(2, 2, {})), arma::ones(2, 2)) == "");
}

TEST_CASE("padding_mask: refuses places that do not exist") {
  CHECK_REFUSED(padding_mask(3, 4, {0, 4}),
                "there is no key at place 4 to be padding: places run from 0 to 3.");
  CHECK_REFUSED(padding_mask(3, 4, {0}, {3}),
                "there is no query at place 3 to be padding: places run from 0 to 2.");
}

TEST_CASE("last_keys: the places at the end") {
  CHECK(arma::all(last_keys(2, 5) == arma::uvec{3, 4}));
  CHECK(last_keys(0, 5).is_empty());
  CHECK(last_keys(5, 5).n_elem == 5);
  CHECK_REFUSED(last_keys(6, 5), "--pad 6 marks more keys as padding than there are: 5.");
}

TEST_CASE("first_keys: the places at the beginning") {
  CHECK(arma::all(first_keys(2, 5) == arma::uvec{0, 1}));
  CHECK(first_keys(0, 5).is_empty());
  CHECK_THROWS_AS(first_keys(6, 5), InputError);
}

TEST_CASE("segment_mask: each document by itself") {
  CHECK(difference(numbers(segment_mask({0, 0, 1}, {0, 0, 1})),
                   {{1, 1, 0}, {1, 1, 0}, {0, 0, 1}}) == "");
  CHECK(difference(numbers(segment_mask({7, 2}, {2, 2, 7})), {{0, 0, 1}, {1, 1, 0}}) == "");
}

TEST_CASE("half_mask: the second half sees the first, the first sees all") {
  CHECK(difference(numbers(half_mask(4)),
                   {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 0, 0}}) == "");
  CHECK(
      difference(
          numbers(half_mask(5)),
          {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}}) ==
      "");
  for (arma::uword n = 1; n < 20; ++n)  // nobody is left without keys
    CHECK(arma::all(arma::sum(numbers(half_mask(n)), 1) > 0));
}

TEST_CASE("masks: agree with their definitions for every shape") {
  for (int n_q = 1; n_q <= 6; ++n_q)
    for (int n_k = 1; n_k <= 6; ++n_k)
      for (const Align align : {Align::end, Align::start})
        for (int size = 1; size <= n_k; ++size) {
          arma::mat window(n_q, n_k, arma::fill::zeros), prefix(n_q, n_k, arma::fill::zeros);
          for (int i = 0; i < n_q; ++i) {
            const int place = align == Align::end ? i + n_k - n_q : i;
            for (int j = place - size + 1; j < place + size; ++j)
              if (j >= 0 && j < n_k) window(i, j) = 1;
            for (int j = 0; j < n_k; ++j)
              if (j < size || j <= place) prefix(i, j) = 1;
          }
          const auto keys = static_cast<arma::uword>(size);
          CHECK(difference(numbers(window_mask(n_q, n_k, keys, align)), window) == "");
          CHECK(difference(numbers(prefix_mask(n_q, n_k, keys, align)), prefix) == "");
        }
}

TEST_CASE("mask_from_numbers: keeps zeros and ones") {
  const arma::mat cells{{1, 0, 0}, {0, 1, 1}};
  CHECK(difference(numbers(mask_from_numbers(cells)), cells) == "");
  CHECK(difference(numbers(mask_from_numbers({{-0.0, 1.0}})), {{0, 1}}) == "");
}

TEST_CASE("mask_from_numbers: refuses any other number and names the first one") {
  const auto text = [](const std::string& cell) {
    return "a mask holds 1 where a query may attend and 0 where it may not, but cell " + cell + ".";
  };
  const std::string additive = " For an additive mask, write 1 for 0, and 0 for what is below.";
  CHECK_REFUSED(mask_from_numbers({{1, 0}, {1, 0.5}}), text("[1, 1] is 0.5"));
  CHECK_REFUSED(mask_from_numbers({{0, -kInfinity}, {2, 0}}), text("[0, 1] is -inf") + additive);
  CHECK_REFUSED(mask_from_numbers({{1, 0}, {-1, 0}}), text("[1, 0] is -1") + additive);
  CHECK_REFUSED(mask_from_numbers({{1100}}),
                text("[0, 0] is 1100") + " Put a space or a comma between the cells.");
  CHECK_REFUSED(mask_from_numbers({{kNaN, 0}}), text("[0, 0] is nan"));
}

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

TEST_CASE("blocked_word: every reason has its word") {
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

TEST_CASE("blocked_cells: causal, padding and a window at once") {
  const MaskPattern pattern{.causal = true, .padded_keys = {4, 5}, .window = 3};
  CHECK(drawn(blocked_cells(pattern, 6, 6)) == "#ccccc/##cccc/###ccc/w###cc/ww##pc/www#pp");
}

TEST_CASE("blocked_cells: the first reason in the order is named") {
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

TEST_CASE("blocked_cells: nothing blocked is nothing at all") {
  CHECK(blocked_cells(MaskPattern{}, 3, 4).is_empty());
  CHECK(blocked_cells({.window = 9}, 3, 4).is_empty());
  CHECK(blocked_cells({.causal = true, .window = 9, .join = Join::any}, 3, 3).is_empty());
}

TEST_CASE("blocked_cells: and is the intersection, or the union") {
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

TEST_CASE("blocked_cells: padding is taken away from a union") {
  MaskPattern pattern{.causal = true, .padded_keys = {0}, .window = 1, .join = Join::any};
  CHECK(drawn(blocked_cells(pattern, 3, 3)) == "pcc/p#c/p##");
  pattern.padded_queries = {1};
  CHECK(drawn(blocked_cells(pattern, 3, 3)) == "pcc/ppc/p##");
  CHECK(drawn(blocked_cells({.padded_keys = {2}, .join = Join::any}, 2, 3)) == "##p/##p");
}

TEST_CASE("blocked_cells: a cell has a reason exactly where it is not open") {
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

TEST_CASE("restrictions_of: their names and their order") {
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

TEST_CASE("restrictions_of: a prefix is causal, and so is half as it is probably meant") {
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

TEST_CASE("restrictions_of: refuses what does not fit the sequences") {
  CHECK_REFUSED(restrictions_of({.documents = Documents{{0, 1}, {0, 1, 1}}}, 3, 3),
                "every query needs the number of its document: queries 3, numbers given 2.");
  CHECK_REFUSED(restrictions_of({.documents = Documents{{0, 1}, {0, 1, 1}}}, 2, 4),
                "every key needs the number of its document: keys 4, numbers given 3.");
  CHECK_REFUSED(
      restrictions_of({.half = HalfReading::literal}, 2, 4),
      "halves need one sequence: there are 2 queries but 4 keys. Give as many queries as keys.");
  CHECK_THROWS_AS(restrictions_of({.given = Mask(2, 3)}, 3, 2), InputError);
}

}  // namespace
