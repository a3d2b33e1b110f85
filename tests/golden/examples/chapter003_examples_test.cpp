// What the examples of "The intuition behind attention" print, against numbers that were computed
// with other software.
#include <filesystem>

#include "base/text.hpp"
#include "examples/catalog.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/golden_data.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/printed_trace.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

const nlohmann::json& intuition() {
  static const nlohmann::json json = read_golden("chapter003_examples.json");
  return json;
}

nlohmann::json shown(const std::string& command, const std::string& name) {
  return printed_trace("attn " + command + " --example " + name);
}

const nlohmann::json& part_named(const std::string& id, const nlohmann::json& parts) {
  for (const nlohmann::json& part : parts)
    if (part["id"] == id) return part;
  FAIL("no " + id);
  return parts;
}

arma::rowvec column_in(const nlohmann::json& trace, const std::string& table,
                       const std::string& column) {
  std::vector<double> numbers;
  for (const nlohmann::json& row : part_named(table, trace["tables"])["rows"])
    numbers.push_back(row[column]);
  return arma::rowvec(numbers);
}

// The keys that the hard lookup picks.
nlohmann::json picked_in(const nlohmann::json& trace) {
  nlohmann::json keys = nlohmann::json::array();
  for (const nlohmann::json& row : part_named("lookup", trace["tables"])["rows"])
    if (row["hard"] == "picked") keys.push_back(row["key"]);
  return keys;
}

arma::rowvec numbers_in(const nlohmann::json& list) {
  return arma::rowvec(list.get<std::vector<double>>());
}

// { "The": 0.1, ... }, in the order of the keys of the trace.
arma::rowvec by_key(const nlohmann::json& trace, const nlohmann::json& of_word) {
  std::vector<double> numbers;
  for (const nlohmann::json& key : trace["tokens"]["key"])
    numbers.push_back(of_word[key.get<std::string>()]);
  return arma::rowvec(numbers);
}

// The cells of a pattern that are not 0, as pairs of tokens, with their distance.
std::string links_in(const nlohmann::json& trace) {
  const arma::mat weights = printed_stage(trace, "weights");
  std::string links;
  for (arma::uword i = 0; i < weights.n_rows; ++i)
    for (arma::uword j = 0; j < weights.n_cols; ++j)
      if (weights(i, j) != 0.0)
        links += trace["tokens"]["query"][i].get<std::string>() + " " +
                 trace["tokens"]["key"][j].get<std::string>() + " " +
                 std::to_string(i > j ? i - j : j - i) + "\n";
  return links;
}

}  // namespace

TEST_CASE("examples of 003: a compiler and a dictionary pick one entry", "[golden][examples]") {
  CHECK(picked_in(shown("attend", "compiler-lookup")) == nlohmann::json{"count"});
  const nlohmann::json trace = shown("attend", "dictionary-fruit");
  const nlohmann::json& truth = intuition()["dictionary_lookup"];
  CHECK(difference(column_in(trace, "lookup", "score"), numbers_in(truth["relevance"])) == "");
  CHECK(difference(column_in(trace, "lookup", "part"), numbers_in(truth["linear_normalised"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "weight"), numbers_in(truth["softmax"])) == "");
  CHECK(picked_in(trace) == truth["hard_threshold_0_5"]);
}

TEST_CASE("examples of 003: distances of what is referred to", "[golden][examples]") {
  const nlohmann::json& truth = intuition()["distances"];
  const std::vector<std::string> names{"animal-was-tired", "street-was-wide"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const nlohmann::json trace = shown("attend", names[i]);
    CHECK(trace["tokens"]["query"] == truth[i]["tokens"]);
    const std::string distance = truth[i]["distance"].dump();
    CHECK(links_in(trace) ==
          "it " + truth[i]["referent"].get<std::string>() + " " + distance + "\n");
    CHECK(trace["tables"][0]["rows"][0]["distance"] == distance);
  }
  const nlohmann::json moon = shown("attend", "walk-on-the-moon");
  CHECK(moon["tokens"]["query"] == truth[2]["tokens"]);
  CHECK(links_in(moon) == "which walk 4\nwhich on 3\nwhich the 2\nwhich moon, 1\n");
  const nlohmann::json& distances = truth[2]["distances"];
  const nlohmann::json& rows = moon["tables"][0]["rows"];
  CHECK(rows[0]["distance"] == distances["which_to_moon"].dump());
  CHECK(rows[1]["distance"] == distances["which_to_walk"].dump());
  CHECK(rows[2]["distance"] == distances["leap_to_moon"].dump());
  CHECK(rows[3]["distance"] == distances["leap_to_walk"].dump());
  CHECK(links_in(shown("attend", "rnn-chain")) == "it animal 6\n");
  CHECK(links_in(shown("attend", "three-links")) == "it animal 6\nit street 2\ntired. animal 9\n");
}

TEST_CASE("examples of 003: what people look at, by task", "[golden][examples]") {
  const nlohmann::json trace = shown("attend", "three-tasks");
  arma::rowvec scores, parts;
  nlohmann::json picked = nlohmann::json::array();
  for (const char* task : {"find_animals", "find_actions", "find_adjectives"}) {
    const nlohmann::json& truth = intuition()["human_attention_bars"][task];
    scores = arma::join_rows(scores, by_key(trace, truth["weights"]));
    parts = arma::join_rows(parts, by_key(trace, truth["normalised"]));
    for (const nlohmann::json& word : truth["highlighted_above_0_5"]) picked.push_back(word);
  }
  CHECK(difference(column_in(trace, "lookup", "score"), scores) == "");
  CHECK(difference(column_in(trace, "lookup", "part"), parts) == "");
  CHECK(picked_in(trace) == picked);
}

TEST_CASE("examples of 003: words like an animal", "[golden][examples]") {
  const nlohmann::json trace = shown("attend", "what-animal");
  const nlohmann::json& truth = intuition()["similarity_bars"];
  CHECK(difference(column_in(trace, "lookup", "score"), by_key(trace, truth["similarities"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "part"), by_key(trace, truth["linear_normalised"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "weight"), by_key(trace, truth["softmax"])) == "");
  CHECK(picked_in(trace) == nlohmann::json{"fox", "dog"});
}

TEST_CASE("examples of 003: stages of eight tokens", "[golden][examples]") {
  const nlohmann::json trace = shown("attend", "stage-panels");
  const nlohmann::json truth = read_golden("chapter003_stage_panels.json");
  CHECK(difference(printed_stage(trace, "scores"), matrix(truth["S"])) == "");
  CHECK(difference(printed_stage(trace, "weights"), matrix(truth["A"])) == "");
}

TEST_CASE("examples of 003: a pattern made by hand, and who receives it", "[golden][examples]") {
  const nlohmann::json& truth = intuition()["hand_made_attention"];
  const nlohmann::json trace = shown("attend", "hand-made-pattern");
  const arma::mat A = printed_stage(trace, "weights");
  CHECK(difference(A, matrix(truth["A"])) == "");
  const nlohmann::json facts = part_named("weights", trace["stages"])["facts"];
  CHECK(difference(numbers_in(facts["entropy"]), numbers_in(truth["row_entropy_nats"])) == "");
  CHECK(difference(column_in(shown("attend", "keywords"), "received", "received"),
                   numbers_in(truth["column_sums"]) / 6.0) == "");
}

TEST_CASE("examples of 003: translations aligned by phrases", "[golden][examples]") {
  const nlohmann::json& truth = intuition()["translation"];
  CHECK(difference(printed_stage(shown("attend", "translation-cats"), "weights"),
                   matrix(truth[0]["correct_matrix"])) == "");
  const nlohmann::json weather = shown("attend", "translation-weather");
  CHECK(difference(printed_stage(weather, "weights"),
                   matrix(truth[1]["correct_matrix_multiword_shared_equally"])) == "");
  CHECK(weather["warnings"].empty());
}

TEST_CASE("examples of 003: a summary by importance and by similarity", "[golden][examples]") {
  const nlohmann::json& truth = intuition()["summarisation"];
  nlohmann::json sentences = nlohmann::json::array();
  for (const nlohmann::json& number : truth["selected_sentences_1_based"])
    sentences.push_back("S" + number.dump());
  CHECK(picked_in(shown("attend", "sentence-importance")) == sentences);

  const nlohmann::json trace = shown("attend", "sentence-similarity");
  CHECK(difference(printed_stage(trace, "pattern"), matrix(truth["matrix"])) == "");
  CHECK(difference(printed_stage(trace, "weights"), matrix(truth["row_normalised"])) == "");
  CHECK(difference(column_in(trace, "received", "column_sum"), numbers_in(truth["row_sums"])) ==
        "");
  CHECK(difference(column_in(trace, "received", "long_walk"),
                   numbers_in(truth["stationary_distribution_of_row_normalised"])) == "");
  const nlohmann::json& ranking = truth["centrality_ranking_1_based"];
  const nlohmann::json& rows = part_named("received", trace["tables"])["rows"];
  for (std::size_t place = 0; place < ranking.size(); ++place) {
    const nlohmann::json& row = rows[ranking[place].get<std::size_t>() - 1];
    CHECK(row["sum_rank"] == place + 1);
    CHECK(row["rank"] == place + 1);
  }
}

TEST_CASE("examples of 003: parts of speech", "[golden][examples]") {
  const std::vector<std::string> names{"word-classes-cat", "word-classes-dog"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const nlohmann::json trace = shown("attend", names[i]);
    const nlohmann::json& truth = intuition()["explorer_noise_free"][i];
    CHECK(trace["tokens"]["query"] == truth["words"]);
    CHECK(difference(printed_stage(trace, "weights"), matrix(truth["A_noise_free"])) == "");
  }
}

TEST_CASE("examples of 003: the same words in two orders", "[golden][examples]") {
  const nlohmann::json truth = read_golden("chapter003_order_blindness.json");
  const nlohmann::json trace = shown("posenc", "cosine-matrices");
  const nlohmann::json& attention = truth["self_attention_QKV_equal_embedding"];
  for (const std::string order : {"1", "2"}) {
    const std::string group = "order " + order;
    CHECK(difference(printed_stage(trace, "cosine", group), matrix(truth["cosine" + order])) == "");
    CHECK(difference(printed_stage(trace, "weights", group), matrix(attention["A" + order])) == "");
    CHECK(difference(printed_stage(trace, "pooled", group).row(0),
                     numbers_in(attention["mean_pooled" + order])) == "");
  }
}

TEST_CASE("examples of 003: a mask and counts", "[golden][examples]") {
  const nlohmann::json& five = intuition()["half_mask"]["examples"][1];
  CHECK(difference(printed_stage(shown("mask", "half-mask"), "mask"), matrix(five["keep"])) == "");
  CHECK(shown("complexity", "xavier-layer")["layers"][0]["parameters"]["total"] == 49152);
  const double bound = intuition()["xavier_256_64"]["bound"];
  const double largest = arma::abs(printed_stage(shown("attend", "xavier-scores"), "wq")).max();
  CHECK(largest <= bound);
  CHECK(largest > 0.99 * bound);
}

TEST_CASE("examples of 003: every one is shown, in both languages and on a narrow screen",
          "[golden][examples]") {
  const ExampleCatalog catalog(ATTN_SOURCE_DIR "/src/examples/data");
  const TemporaryFolder folder;
  for (const std::string& name : catalog.names()) {
    const NamedExample example = catalog.example(name);
    if (example.chapter != "003") continue;
    const std::string line = "attn " + example.command + " --example " + name;
    for (const char* how : {"", " --width 40 --lang ja"}) {
      CAPTURE(line + how);
      const CommandResult result = run_command(line + how, folder.path());
      CHECK(result.exit_code == 0);
      CHECK(result.err == "");
      for (const std::string& row : split(result.out, '\n'))
        CHECK(display_width(row) <= (*how == '\0' ? 80 : 40));
    }
  }
}
