#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

namespace {

using LookupRows = std::vector<std::vector<std::string>>;

Trace looked_up(arma::mat scores, bool causal = false,
                GivenAttention::Kind kind = GivenAttention::Kind::scores) {
  GivenAttention problem;
  problem.kind = kind;
  problem.scale.kind = Scale::Kind::off;
  problem.causal = causal;
  for (arma::uword i = 0; i < scores.n_rows; ++i)
    problem.query_tokens.push_back("q" + std::to_string(i));
  for (arma::uword j = 0; j < scores.n_cols; ++j)
    problem.key_tokens.push_back("k" + std::to_string(j));
  problem.given = std::move(scores);
  return given_attention(problem);
}

}  // namespace

TEST_CASE("lookup_table: the hard choice beside parts and weights") {
  // softmax(ln 3, 0) = 3/4, 1/4.
  const Table table =
      lookup_table(looked_up({{std::log(3.0), 0}}), {.entries = {"red", "green"}, .threshold = {}});
  CHECK(headings_of(table) ==
        std::vector<std::string>{"query", "key", "entry", "score", "score/sum", "weight", "hard"});
  CHECK(texts_of(table.rows) == LookupRows{{"q0", "k0", "red", "1.099", "1.000", "0.750", "picked"},
                                           {"", "k1", "green", "0.000", "0.000", "0.250", ""}});
  CHECK(table.title == "Looked up: picked is the largest score of a query.");
  CHECK_THAT(table.note, ContainsSubstring("rows sum to 1.099, not to 1"));
}

TEST_CASE("lookup_table: a threshold picks several or none, and the largest may be shared") {
  const Trace trace = looked_up({{0.5, 0.7, 0.8}, {0.1, 0.5, 0.5}});
  const auto picked = [&trace](const Lookup& lookup) {
    std::string marks;
    for (const TableRow& row : lookup_table(trace, lookup).rows)
      marks += text_of(row.back()).empty() ? '.' : 'x';
    return marks;
  };
  CHECK(picked({.entries = {}, .threshold = 0.5}) == ".xx...");
  CHECK(picked({}) == "..x.xx");
}

TEST_CASE("lookup_table: negative scores have no parts") {
  const Table table = lookup_table(looked_up({{-1, 1}}), {});
  CHECK(headings_of(table) == std::vector<std::string>{"query", "key", "score", "weight", "hard"});
}

TEST_CASE("lookup_table: what may not be attended to is never picked") {
  const Table table = lookup_table(looked_up({{1, 9}, {1, 3}}, true), {});
  CHECK(texts_of(table.rows) == LookupRows{{"q0", "k0", "1.000", "1.000", "1.000", "picked"},
                                           {"", "k1", "-", "-", "0.000", ""},
                                           {"q1", "k0", "1.000", "0.250", "0.119", ""},
                                           {"", "k1", "3.000", "0.750", "0.881", "picked"}});
}

TEST_CASE("lookup_table: of a pattern the weights are the parts") {
  const auto kind = GivenAttention::Kind::pattern;
  const Table sizes = lookup_table(looked_up({{3, 1}}, false, kind), {});
  CHECK(texts_of(sizes.rows[0]) ==
        std::vector<std::string>{"q0", "k0", "3.000", "0.750", "picked"});
  const Table shares = lookup_table(looked_up({{.75, .25}}, false, kind), {});
  CHECK(texts_of(shares.rows[0]) == std::vector<std::string>{"q0", "k0", "0.750", "picked"});
  CHECK_FALSE(contains(shares.note, "sum to"));
}

TEST_CASE("lookup_table: refuses entries that are not one for each key") {
  CHECK_REFUSED(lookup_table(looked_up({{1, 2, 3}}), {.entries = {"a", "b"}, .threshold = {}}),
                "--entries needs one entry for each key: 3 keys, entries given 2.");
}

TEST_CASE("lookup_table: rounding does not tell the largest scores apart") {
  const Table table = lookup_table(looked_up({{0.1 + 0.2, 0.3, 0.2}}), {});
  CHECK(text_of(table.rows[0].back()) == "picked");
  CHECK(text_of(table.rows[1].back()) == "picked");
  CHECK(text_of(table.rows[2].back()).empty());
}

TEST_CASE("lookup_table: a threshold of -0 is 0") {
  CHECK(lookup_table(looked_up({{1, 2}}), {.entries = {}, .threshold = -0.0}).title ==
        "Looked up: picked is what scores above 0.");
}

TEST_CASE("lookup_table: refuses more rows than anybody reads") {
  CHECK(lookup_table(looked_up(arma::mat(100, 100, arma::fill::ones)), {}).rows.size() == 10'000);
  CHECK_REFUSED(lookup_table(looked_up(arma::mat(100, 101, arma::fill::ones)), {}),
                "a lookup lists each key of each query: 100 queries x 101 keys are 10100 rows, at "
                "most 10000. Leave out --entries and --threshold, or use shorter sequences.");
}
