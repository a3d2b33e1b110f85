#include "pretrained/report/said_tables.hpp"

#include <cmath>

#include "support/catch.hpp"

using namespace attn;

namespace {

const std::string kFolder = ATTN_SOURCE_DIR "/tests/pretrained/models/gpt2";

// A tokenizer of a few hundred tokens, and what a model could say of them.
struct Said {
  Tokenizer tokenizer = read_tokenizer(kFolder, "gpt2");
  Probabilities p = Probabilities(576, 0.0);

  Said() {
    p[4] = .5;
    p[5] = .3;
    p[6] = .2;
  }
};

double real_in(const TableCell& cell) { return std::get<cell::Real>(cell).value; }
std::string id_in(const TableCell& cell) { return std::get<cell::Text>(cell).id; }

}  // namespace

TEST_CASE("candidates_table: the most probable first, with the names of the vocabulary") {
  const Said said;
  const Table table = candidates_table(said.tokenizer, said.p, 2, "What comes next.");
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][0]) == said.tokenizer.name(4));
  CHECK(real_in(table.rows[0][1]) == .5);
  CHECK(std::get<cell::Bar>(table.rows[1][2]).part == .3);
}

TEST_CASE("lens_table: a row for the embedding and for each layer, with rank and probability") {
  const Said said;
  const Table table = lens_table(said.tokenizer, {said.p, said.p}, 5);
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0].front()) == "embedding");
  CHECK(id_in(table.rows[1].front()) == "0");
  CHECK(real_in(table.rows[1].back()) == .3);
  CHECK(table.rows[1].size() == table.columns.size());
}

TEST_CASE("removal_table: candidates of both, the change, and the heads drawn at random") {
  const Said said;
  Removal gone{.with = said.p, .without = said.p};
  gone.without[4] = .1;
  gone.without[9] = .4;
  gone.kl = .7;
  gone.random_kls = {.1, .3};
  const Table table = removal_table(said.tokenizer, gone, 1, "5.5");
  REQUIRE(table.rows.size() == 2);  // 4 is first with all heads, 9 without
  CHECK(real_in(table.rows[0][3]) == Approx(-.4));
  CHECK(real_in(table.rows[1][3]) == Approx(.4));
  CHECK(table.note.find("KL 0.700 nats.") == 0);
  CHECK(table.note.find("2 times: KL 0.200 (0.100 to 0.300)") != std::string::npos);
  CHECK(table.note.find("Loss") == std::string::npos);
}

TEST_CASE("losses_table: each token but the first, and the perplexity") {
  const Table table = losses_table({"a", "b", "c"}, {std::log(2.0), std::log(8.0)});
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][1]) == "b");
  CHECK(real_in(table.rows[1][3]) == Approx(1 / 8.));
  CHECK(std::get<cell::Bar>(table.rows[1][4]).part == 1.0);
  CHECK(table.note.find("choose among 4 equally") != std::string::npos);
}

TEST_CASE("from_token_table: strongest first; heads that rest on the first token are counted") {
  const std::vector<std::string> tokens{"a", "b", "c"};
  const std::vector<WeightsOfQuery> heads{{{0, 0}, 0, .9}, {{0, 1}, 1, .4}, {{1, 0}, 2, .6}};
  const Table table = from_token_table(tokens, 2, 0, heads, 5);
  REQUIRE(table.rows.size() == 2);
  CHECK(id_in(table.rows[0][0]) == "1.0");
  CHECK(id_in(table.rows[0][1]) == "c (2)");
  CHECK(table.note.find("1 of 3") != std::string::npos);
  // Where all of them do, or nothing else can be seen, they are listed.
  CHECK(from_token_table(tokens, 2, 0, {heads[0]}, 5).rows.size() == 1);
  CHECK(from_token_table(tokens, 0, 0, {{{0, 0}, 0, 1.0}}, 5).rows.size() == 1);
}

TEST_CASE("pairs_table, places_table: places beside the tokens") {
  const std::vector<std::string> tokens{"a", "b", "a", "c"};
  CHECK(id_in(pairs_table(tokens, {{3, 1, .5}}, 0, "0.1").rows[0][0]) == "c (3)");
  const Table places = places_table(tokens, {2});
  CHECK(id_in(places.rows[0][2]) == "a b a c");
}
