#include "data/words/alignment.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

using Phrases = std::vector<std::string>;

void check_pair_refused(const std::string& text, const std::string& shown) {
  CHECK_THROWS_MATCHES(phrase_pairs(text), InputError,
                       Message("an aligned pair is written QUERIES=KEYS, such as 天気は=The "
                               "weather, but this one is \"" +
                               shown + "\"."));
}

}  // namespace

TEST_CASE("phrase_pairs: with bars, or a pair a line", "[data][alignment]") {
  for (const char* text : {"天気は=The weather|今日の=today", "天気は＝The weather｜今日の＝today",
                           " 天気は = The weather \n\n今日の=today\n"}) {
    const std::vector<PhrasePair> pairs = phrase_pairs(text);
    REQUIRE(pairs.size() == 2);
    CHECK(pairs[0].query == "天気は");
    CHECK(pairs[0].key == "The weather");
    CHECK(pairs[1].key == "today");
  }
}

TEST_CASE("has_equals_sign: of either width", "[data][alignment]") {
  CHECK(has_equals_sign("猫=cat"));
  CHECK(has_equals_sign("猫＝cat"));
  CHECK_FALSE(has_equals_sign("pairs.txt"));
}

TEST_CASE("phrase_pairs: refuses what is no pair", "[data][alignment][error]") {
  check_pair_refused("cat", "cat");
  check_pair_refused("a=b|c=d=e", "c=d=e");
  check_pair_refused("a=", "a=");
  check_pair_refused(" =b", "=b");
  CHECK_THROWS_MATCHES(phrase_pairs(" |\n"), InputError,
                       Message("there is no pair in the alignment. Write QUERIES=KEYS, such as "
                               "天気は=The weather, with | between two pairs."));
}

TEST_CASE("phrase_pairs: more pairs than any text has are refused", "[data][alignment][error]") {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "a=b|";
  CHECK_THROWS_WITH(phrase_pairs(many),
                    "an alignment has at most 1000 pairs, and this one has 1001.");
}

TEST_CASE("aligned_tokens: a query shares itself equally over its phrase", "[data][alignment]") {
  const AlignedTokens aligned =
      aligned_tokens({"天", "気", "は", "今"}, {"The", "weather", "today"},
                     {{"天気は", "The weather"}, {"今", "today"}});
  CHECK(difference(aligned.shares, {{.5, .5, 0}, {.5, .5, 0}, {.5, .5, 0}, {0, 0, 1}}) == "");
  CHECK(aligned.missing_queries.empty());
  CHECK(aligned.missing_keys.empty());
}

TEST_CASE("aligned_tokens: every occurrence counts, on both sides", "[data][alignment]") {
  const AlignedTokens twice =
      aligned_tokens({"ab", "c", "ab"}, {"x", "y", "x"}, {{"ab", "x"}, {"ab", "y"}});
  const double third = 1.0 / 3;
  CHECK(difference(twice.shares, {{third, third, third}, {0, 0, 0}, {third, third, third}}) == "");
  // A phrase that begins anew inside itself.
  CHECK(difference(aligned_tokens({"a", "b", "a", "b", "a"}, {"x"}, {{"a b a", "x"}}).shares,
                   arma::ones(5, 1)) == "");
}

TEST_CASE("aligned_tokens: part of a token is no occurrence", "[data][alignment]") {
  const AlignedTokens aligned = aligned_tokens({"tired."}, {"animals", "ani", "mal"},
                                               {{"tired", "animal"}, {"tire", "mals"}});
  CHECK(difference(aligned.shares, arma::zeros(1, 3)) == "");
  CHECK(aligned.missing_queries == Phrases{"tired", "tire"});
  CHECK(aligned.missing_keys == Phrases{"mals"});
}
