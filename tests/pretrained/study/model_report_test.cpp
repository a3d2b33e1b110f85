#include <cmath>

#include "pretrained/study/study.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// A head that does two things so much.
HeadFacts head_doing(std::size_t layer, std::size_t head, double previous, double induction) {
  HeadFacts facts{.layer = layer, .head = head};
  facts.measures[Habit::previous] = {.weight = previous, .even = .2, .n_rows = 1};
  facts.measures[Habit::induction] = {.weight = induction, .even = .1, .n_rows = 1};
  facts.sketch = {1, 1, {true}};
  return facts;
}

HeadsInText three_heads() {
  return {{head_doing(0, 0, .9, .0), head_doing(0, 1, .25, .15), head_doing(1, 0, .2, .7)},
          {Habit::previous, Habit::induction}};
}

std::string first_cell(const TableRow& row) { return std::get<cell::Text>(row.front()).id; }

}  // namespace

TEST_CASE("strongest_habit: what is furthest above even attention, by .10 at least") {
  const HeadsInText known = three_heads();
  CHECK(strongest_habit(known.heads[0]) == Habit::previous);
  CHECK_FALSE(strongest_habit(known.heads[1]));
  CHECK(strongest_habit(known.heads[2]) == Habit::induction);
}

TEST_CASE("head_with_most: of all heads, and none where none has a habit") {
  HeadsInText known = three_heads();
  REQUIRE(head_with_most(known));
  CHECK(head_with_most(known)->layer == 0);
  known.heads = {known.heads[1]};
  CHECK_FALSE(head_with_most(known));
}

TEST_CASE("head_with_most: rest on the first token counts only where there is nothing else") {
  HeadsInText known = three_heads();
  HeadFacts resting = head_doing(2, 3, .0, .0);
  resting.measures[Habit::first] = {.weight = 1.0, .n_rows = 1};
  known.heads.push_back(resting);
  CHECK(strongest_habit(resting) == Habit::first);
  CHECK(head_with_most(known)->layer == 0);
  known.heads = {known.heads[1], resting};
  REQUIRE(head_with_most(known));
  CHECK(head_with_most(known)->layer == 2);
}

TEST_CASE("heads_sheet: a row for each layer, or one in the order of a measure") {
  const HeadsInText known = three_heads();
  const SketchSheet by_layer = heads_sheet(known, {}, 10);
  REQUIRE(by_layer.rows.size() == 2);
  CHECK(by_layer.rows[0].sketches[0].caption == "p.90");
  CHECK(by_layer.rows[0].sketches[1].caption == "-");
  CHECK(by_layer.rows[1].name == "1");
  const SketchSheet sorted = heads_sheet(known, Habit::induction, 2);
  REQUIRE(sorted.rows.size() == 1);
  REQUIRE(sorted.rows[0].sketches.size() == 2);
  CHECK(sorted.rows[0].sketches[0].name == "1.0");
  CHECK(sorted.rows[0].sketches[0].caption == "i.70");
}

TEST_CASE("heads_table: sorted, cut with a count, with even attention and the queries below") {
  const Table table = heads_table(three_heads(), Habit::induction, 2);
  REQUIRE(table.rows.size() == 5);
  CHECK(first_cell(table.rows[0]) == "1.0");
  CHECK(first_cell(table.rows[1]) == "0.1");
  CHECK(std::get<cell::Gap>(table.rows[2].front()).n_rows == 1);
  CHECK(first_cell(table.rows[3]) == "even");
  CHECK(first_cell(table.rows[4]) == "queries");
  CHECK(table.columns.size() == 3);
}

TEST_CASE("heads_table: even attention of each window that layers have") {
  HeadsInText known = three_heads();
  known.heads[2].measures[Habit::previous].even = .5;
  CHECK_FALSE(strongest_habit(head_doing(1, 0, .25, .15)));
  const Table table = heads_table(known, {}, 10);
  REQUIRE(table.rows.size() == 7);
  CHECK(std::get<cell::Text>(table.rows[5].front()).text == "even, layer 1");
}

TEST_CASE("measures_sentence: each measure, and what even attention has") {
  HeadsInText known = three_heads();
  CHECK(measures_sentence(known.heads[0], known.measured) ==
        "head 0.0 in this text, and in brackets what even attention has: previous .90 (.20), "
        "induction .00 (.10).");
  known.heads[0].measures[Habit::induction].weight = .001;
  CHECK(measures_sentence(known.heads[0], known.measured).find("induction <.01 (.10)") !=
        std::string::npos);
}

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
