#include "base/text.hpp"
#include "core/positions.hpp"
#include "examples/catalog.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/golden_data.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/printed_trace.hpp"
#include "support/rounds.hpp"
#include "support/temporary_folder.hpp"

// The demonstrations by name, as a person runs them, against numbers computed with other software.

namespace {

// What PyTorch computed in float32 from the same numbers.
constexpr double kFloat32 = 1e-6;

std::string command_of(const NamedExample& example) {
  return "attn " + example.command + " --example " + example.name;
}

arma::mat head_weights_in(const nlohmann::json& trace, arma::uword head) {
  return printed_stage(trace, "weights", "head " + std::to_string(head));
}

bool prints(const std::string& command, const std::string& text) {
  const std::string out = run_command(command + " --width 200").out;
  if (out.find(text) != std::string::npos) return true;
  WARN(out);
  return false;
}

TEST_CASE("named examples: each runs, in both languages and on narrow screens") {
  const ExampleCatalog catalog(ATTN_SOURCE_DIR "/src/examples/data");
  Sample sample(3);
  for (const std::string& name : catalog.names()) {
    const std::string command = command_of(catalog.example(name));
    for (const char* more : {"", " --lang ja --width 40", " --glyphs ascii --color always"}) {
      if (!sample.takes_next()) continue;
      CAPTURE(command, more);
      const CommandResult result = run_command(command + more);
      CHECK(result.exit_code == 0);
      CHECK(result.err == "");
      CHECK(result.out != "");
      CHECK_FALSE(contains(result.out, ATTN_SOURCE_DIR));
    }
  }
}

TEST_CASE("named examples: four Japanese words with PyTorch's numbers") {
  const nlohmann::json golden = read_golden("chapter001_walkthrough.json");
  const nlohmann::json trace = printed_trace("attn attend --example i-like-cats");
  CHECK(trace["tokens"]["query"] == golden["words"]);
  CHECK(difference(printed_stage(trace, "input"), matrix(golden["X"]), 0.0) == "");
  CHECK(difference(printed_stage(trace, "scores"), matrix(golden["S"])) == "");
  CHECK(difference(printed_stage(trace, "weights"), matrix(golden["A"])) == "");
  CHECK(difference(printed_stage(trace, "output"), matrix(golden["output"])) == "");
  const nlohmann::json packaged = printed_trace("attn mha --example packaged-layer");
  CHECK(difference(printed_stage(packaged, "concat"), matrix(golden["output"])) == "");
}

TEST_CASE("named examples: the strongest keys of an untrained layer") {
  const nlohmann::json all = read_golden("chapter000_torch.json");
  const nlohmann::json& golden = all["untrained_heatmap"];
  const nlohmann::json trace = printed_trace("attn attend --example untrained-heatmap");
  const arma::mat A = printed_stage(trace, "weights");
  CHECK(difference(A, matrix(golden["weights"]), kFloat32) == "");
  CHECK(difference(printed_stage(trace, "output"), matrix(golden["output"]), kFloat32) == "");
  const arma::uvec strongest = arma::index_max(A, 1);
  CHECK(arma::all(strongest == arma::uvec{4, 0, 2, 1, 5, 2}));
  const arma::vec largest = arma::max(A, 1);
  CHECK(difference(largest, arma::vec{.266, .217, .242, .211, .207, .194}, 0.0005) == "");
}

TEST_CASE("named examples: four untrained heads, and what the note says of them") {
  const nlohmann::json all = read_golden("chapter000_torch.json");
  const nlohmann::json& golden = all["head_gallery"]["weights"];
  const nlohmann::json trace = printed_trace("attn mha --example head-gallery");
  const arma::vec entropies{1.5672, 1.5617, 1.5723, 1.5812};
  const arma::vec places = arma::regspace(0, 4);
  const arma::mat distance = arma::abs(arma::repmat(places, 1, 5) - arma::repmat(places.t(), 5, 1));
  for (arma::uword h = 0; h < 4; ++h) {
    const arma::mat A = head_weights_in(trace, h);
    CAPTURE(h);
    CHECK(difference(A, matrix(golden[h]), kFloat32) == "");
    CHECK(-arma::accu(A % arma::log(A)) / 5 == Approx(entropies(h)).margin(0.00005));
    if (h == 0)
      CHECK(arma::accu(A.elem(arma::find(distance == 1))) / 5 == Approx(0.306).margin(0.0005));
    if (h == 1) CHECK(arma::accu(A % distance) / 5 == Approx(1.516).margin(0.0005));
  }
}

TEST_CASE("named examples: NumPy's numbers, one head and four") {
  const nlohmann::json one = read_golden("chapter002_single_head.json");
  const nlohmann::json single = printed_trace("attn attend --example numpy-four-tokens");
  CHECK(difference(printed_stage(single, "input"), matrix(one["X"]), 0.0) == "");
  CHECK(difference(printed_stage(single, "scaled"), matrix(one["scaled_scores"])) == "");
  CHECK(difference(printed_stage(single, "weights"), matrix(one["A"])) == "");
  CHECK(difference(printed_stage(single, "output"), matrix(one["output"])) == "");
  CHECK(printed_stage(single, "weights").min() == Approx(0.235).margin(0.0005));
  CHECK(printed_stage(single, "weights").max() == Approx(0.268).margin(0.0005));

  const nlohmann::json four = read_golden("chapter002_multi_head.json");
  const nlohmann::json many = printed_trace("attn mha --example numpy-four-heads");
  for (arma::uword h = 0; h < 4; ++h)
    CHECK(difference(head_weights_in(many, h), matrix(four["head_weights"][h])) == "");
  CHECK(difference(printed_stage(many, "projected"), matrix(four["output"])) == "");
}

TEST_CASE("named examples: a layer beside PyTorch's") {
  const nlohmann::json golden = read_golden("chapter002_pytorch_comparison.json");
  const nlohmann::json trace = printed_trace("attn mha --example pytorch-layer");
  for (arma::uword h = 0; h < 2; ++h)
    CHECK(difference(head_weights_in(trace, h), matrix(golden["head_weights"][h])) == "");
  CHECK(difference(printed_stage(trace, "projected"), matrix(golden["output"])) == "");
  const arma::mat apart = printed_stage(trace, "difference");
  CHECK(arma::abs(apart).max() < 1e-8);
  CHECK(arma::abs(apart).max() > 0.0);  // PyTorch's own numbers, not a copy of ours
}

TEST_CASE("named examples: heads with jobs that can be worked out") {
  const nlohmann::json trace = printed_trace("attn mha --example head-roles");
  const double e6 = std::exp(6.0), most = e6 / (e6 + 4), rest = 1 / (e6 + 4);
  const double half = e6 / (2 * e6 + 3), left = 1 / (2 * e6 + 3);
  const auto looks_at = [&](const arma::uvec& keys) {
    arma::mat A(5, 5);
    A.fill(rest);
    for (arma::uword i = 0; i < 5; ++i) A(i, keys(i)) = most;
    return A;
  };
  arma::mat same_word = looks_at({0, 1, 2, 3, 4});
  for (const arma::uword i : {0, 3}) same_word.row(i) = arma::rowvec{half, left, left, half, left};
  CHECK(difference(head_weights_in(trace, 0), looks_at({0, 0, 1, 2, 3})) == "");
  CHECK(difference(head_weights_in(trace, 1), same_word) == "");
  CHECK(difference(head_weights_in(trace, 2), looks_at({0, 0, 0, 0, 0})) == "");
  CHECK(difference(head_weights_in(trace, 3), arma::mat(5, 5, arma::fill::value(0.2))) == "");
}

TEST_CASE("named examples: scores and matrices that are given") {
  const double e = std::exp(1.0);
  const double all_words = 2 + e + e * e, all_pages = 1 + e + e * e;
  CHECK(difference(printed_stage(printed_trace("attn attend --example it-refers"), "weights"),
                   arma::rowvec{1, e * e, e, 1} / all_words) == "");
  CHECK(difference(printed_stage(printed_trace("attn attend --example search-engine"), "weights"),
                   arma::rowvec{e * e, e, 1} / all_pages) == "");
  const nlohmann::json hand = printed_trace("attn attend --example three-by-hand");
  CHECK(difference(printed_stage(hand, "weights").row(2),
                   arma::rowvec{0.2482550782577231, 0.2482550782577231, 0.5034898434845538}) == "");
  CHECK(difference(printed_stage(hand, "output").row(2), arma::rowvec{1, 1}) == "");
  const arma::mat masked =
      printed_stage(printed_trace("attn attend --example mask-argument"), "weights");
  CHECK(arma::accu(arma::abs(masked.col(3))) == 0.0);
  CHECK(difference(arma::sum(masked, 1), arma::ones(4)) == "");
  const arma::mat causal =
      printed_stage(printed_trace("attn attend --example causal-five"), "weights");
  CHECK(arma::accu(causal > 0) == 15);
  CHECK(arma::accu(arma::abs(arma::trimatu(causal, 1))) == 0.0);
}

TEST_CASE("named examples: positions") {
  const nlohmann::json golden = read_golden("chapter000_positions.json");
  const arma::mat chosen =
      printed_stage(printed_trace("attn posenc --example rows-0-1-10"), "chosen");
  REQUIRE(arma::size(chosen) == arma::SizeMat(3, 10));
  arma::uword row = 0;
  for (const char* key : {"pos0_first10", "pos1_first10", "pos10_first10"})
    CHECK(difference(chosen.row(row++),
                     matrix(nlohmann::json::array({golden["chapter000_len100_d512"][key]}))) == "");
  const arma::mat waves = printed_stage(printed_trace("attn posenc --example six-waves"), "chosen");
  arma::uword col = 0;
  for (const char* dim : {"0", "1", "2", "3", "10", "20"})
    CHECK(difference(
              waves.col(col++).t(),
              matrix(nlohmann::json::array(
                  {golden["chapter000_len100_d512"]["first_50_positions_plot_dims"][dim]}))) == "");
  const arma::mat picture =
      printed_stage(printed_trace("attn posenc --example encoding-50-by-64"), "encoding");
  CHECK(difference(picture.row(49),
                   matrix(nlohmann::json::array({golden["chapter002_len50_d64"]["pos49"]}))) == "");
  for (const nlohmann::json& each : golden["matrices"])
    if (each["d_model"] == 3 && each["len"] == 4)
      CHECK(difference(printed_stage(printed_trace("attn posenc --example odd-width"), "encoding"),
                       matrix(each["PE"])) == "");
  const arma::mat lengths =
      printed_stage(printed_trace("attn posenc --example longest-wavelength"), "wavelength");
  CHECK(lengths.n_elem == 256);
  CHECK(lengths.min() == Approx(6.283185307179586).epsilon(1e-12));
  CHECK(lengths.max() == Approx(60611.47716626105).epsilon(1e-12));
}

TEST_CASE("named examples: counts that the chapters print otherwise") {
  CHECK(prints("attn mha --example eight-heads", "1,050,624"));
  CHECK(prints("attn mha --example eight-heads", "2,048"));
  CHECK(prints("attn mha --example embed-128", "66,048"));
  CHECK(prints("attn complexity --example text-classifier", "3,350,274"));
  CHECK(prints("attn complexity --example rnn-or-attention", "3,086,850"));
  CHECK(prints("attn complexity --example rnn-or-attention", "2,823,682"));
}

TEST_CASE("named examples: what was typed goes before what the example says") {
  const arma::mat causal =
      printed_stage(printed_trace("attn attend --example i-like-cats --causal"), "weights");
  CHECK(arma::accu(causal > 0) == 10);
  const arma::mat other = printed_stage(
      printed_trace("attn mha --example numpy-four-heads --weight-seed 1"), "weights", "head 0");
  const nlohmann::json golden = read_golden("chapter002_multi_head.json");
  CHECK(difference(other, matrix(golden["head_weights"][0])) != "");
  CHECK(prints("attn mha --example parallel-heads", "head 3"));
  CHECK(prints("attn mha --example parallel-heads --stage parameters", "weight"));
}

TEST_CASE("named examples: what is left of a gradient is a power") {
  const ExampleCatalog catalog(ATTN_SOURCE_DIR "/src/examples/data");
  const NamedExample example = catalog.example("vanishing-gradients");
  REQUIRE(example.tables.size() == 1);
  for (const auto& row : example.tables.front().rows) {
    const double T = std::stod(row.at(0).here());
    for (const auto& [column, factor] : {std::pair{1U, 0.9}, {2U, 1.1}}) {
      std::string printed = row.at(column).here();
      std::erase(printed, ',');
      CHECK(std::stod(printed) == Approx(std::pow(factor, T)).epsilon(0.005));
    }
    CHECK(row.at(3).here() == "1");  // attention's steps
  }
}

TEST_CASE("named examples: what the notes say of the encoding is so") {
  const auto away_from_turns = [](double p) {
    const double turn = 2.0 * std::numbers::pi;
    return std::abs(p - turn * std::round(p / turn));
  };
  CHECK(away_from_turns(6) == Approx(0.283).epsilon(0.002));
  CHECK(away_from_turns(44) == Approx(0.018).epsilon(0.02));
  for (int p = 1; p < 44; ++p) CHECK(away_from_turns(p) > 0.1);
  const arma::mat encoding = sinusoidal_encoding(arma::regspace(0, 4999), 512);
  CHECK(arma::norm_dot(encoding.row(0), encoding.row(6)) == Approx(0.735).epsilon(0.001));
  // The chapter's recipe, every step of it in float32.
  double largest_of_100 = 0.0, largest = 0.0;
  for (arma::uword pair = 0; pair < 256; ++pair) {
    const float frequency = std::exp(static_cast<float>(2 * pair) * (-std::log(10000.0F) / 512.0F));
    for (arma::uword p = 0; p < 5000; ++p) {
      const float angle = static_cast<float>(p) * frequency;
      const double error = std::max(std::abs(std::sin(angle) - encoding(p, 2 * pair)),
                                    std::abs(std::cos(angle) - encoding(p, 2 * pair + 1)));
      largest = std::max(largest, error);
      if (p < 100) largest_of_100 = std::max(largest_of_100, error);
    }
  }
  CHECK(largest_of_100 == Approx(6.6e-6).epsilon(0.1));
  CHECK(largest == Approx(3.9e-4).epsilon(0.1));
}

TEST_CASE("named examples: what bfloat16 makes of -1e9") {
  std::uint32_t bits = 0;
  const float filled = -1e9F;
  std::memcpy(&bits, &filled, sizeof bits);
  bits = (bits + 0x8000U) & 0xFFFF0000U;  // to the nearest number of 16 bits
  float rounded = 0.0F;
  std::memcpy(&rounded, &bits, sizeof rounded);
  CHECK(rounded == -998244352.0F);
}

// What the examples of "The intuition behind attention" print, against numbers that were computed
// with other software.

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

TEST_CASE("examples of 003: a compiler and a dictionary pick one entry") {
  CHECK(picked_in(shown("attend", "compiler-lookup")) == nlohmann::json{"count"});
  const nlohmann::json trace = shown("attend", "dictionary-fruit");
  const nlohmann::json& truth = intuition()["dictionary_lookup"];
  CHECK(difference(column_in(trace, "lookup", "score"), numbers_in(truth["relevance"])) == "");
  CHECK(difference(column_in(trace, "lookup", "part"), numbers_in(truth["linear_normalised"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "weight"), numbers_in(truth["softmax"])) == "");
  CHECK(picked_in(trace) == truth["hard_threshold_0_5"]);
}

TEST_CASE("examples of 003: distances of what is referred to") {
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

TEST_CASE("examples of 003: what people look at, by task") {
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

TEST_CASE("examples of 003: words like an animal") {
  const nlohmann::json trace = shown("attend", "what-animal");
  const nlohmann::json& truth = intuition()["similarity_bars"];
  CHECK(difference(column_in(trace, "lookup", "score"), by_key(trace, truth["similarities"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "part"), by_key(trace, truth["linear_normalised"])) ==
        "");
  CHECK(difference(column_in(trace, "lookup", "weight"), by_key(trace, truth["softmax"])) == "");
  CHECK(picked_in(trace) == nlohmann::json{"fox", "dog"});
}

TEST_CASE("examples of 003: stages of eight tokens") {
  const nlohmann::json trace = shown("attend", "stage-panels");
  const nlohmann::json truth = read_golden("chapter003_stage_panels.json");
  CHECK(difference(printed_stage(trace, "scores"), matrix(truth["S"])) == "");
  CHECK(difference(printed_stage(trace, "weights"), matrix(truth["A"])) == "");
}

TEST_CASE("examples of 003: a pattern made by hand, and who receives it") {
  const nlohmann::json& truth = intuition()["hand_made_attention"];
  const nlohmann::json trace = shown("attend", "hand-made-pattern");
  const arma::mat A = printed_stage(trace, "weights");
  CHECK(difference(A, matrix(truth["A"])) == "");
  const nlohmann::json facts = part_named("weights", trace["stages"])["facts"];
  CHECK(difference(numbers_in(facts["entropy"]), numbers_in(truth["row_entropy_nats"])) == "");
  CHECK(difference(column_in(shown("attend", "keywords"), "received", "received"),
                   numbers_in(truth["column_sums"]) / 6.0) == "");
}

TEST_CASE("examples of 003: translations aligned by phrases") {
  const nlohmann::json& truth = intuition()["translation"];
  CHECK(difference(printed_stage(shown("attend", "translation-cats"), "weights"),
                   matrix(truth[0]["correct_matrix"])) == "");
  const nlohmann::json weather = shown("attend", "translation-weather");
  CHECK(difference(printed_stage(weather, "weights"),
                   matrix(truth[1]["correct_matrix_multiword_shared_equally"])) == "");
  CHECK(weather["warnings"].empty());
}

TEST_CASE("examples of 003: a summary by importance and by similarity") {
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

TEST_CASE("examples of 003: parts of speech") {
  const std::vector<std::string> names{"word-classes-cat", "word-classes-dog"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const nlohmann::json trace = shown("attend", names[i]);
    const nlohmann::json& truth = intuition()["explorer_noise_free"][i];
    CHECK(trace["tokens"]["query"] == truth["words"]);
    CHECK(difference(printed_stage(trace, "weights"), matrix(truth["A_noise_free"])) == "");
  }
}

TEST_CASE("examples of 003: the same words in two orders") {
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

TEST_CASE("examples of 003: a mask and counts") {
  const nlohmann::json& five = intuition()["half_mask"]["examples"][1];
  CHECK(difference(printed_stage(shown("mask", "half-mask"), "mask"), matrix(five["keep"])) == "");
  CHECK(shown("complexity", "xavier-layer")["layers"][0]["parameters"]["total"] == 49152);
  const double bound = intuition()["xavier_256_64"]["bound"];
  const double largest = arma::abs(printed_stage(shown("attend", "xavier-scores"), "wq")).max();
  CHECK(largest <= bound);
  CHECK(largest > 0.99 * bound);
}

TEST_CASE("examples of 003: every one is shown, in both languages and on a narrow screen") {
  const ExampleCatalog catalog(ATTN_SOURCE_DIR "/src/examples/data");
  for (const std::string& name : catalog.names()) {
    const NamedExample example = catalog.example(name);
    if (example.chapter != "003") continue;
    const std::string line = "attn " + example.command + " --example " + name;
    for (const char* how : {"", " --width 40 --lang ja"}) {
      CAPTURE(line + how);
      const CommandResult result = run_command(line + how);
      CHECK(result.exit_code == 0);
      CHECK(result.err == "");
      for (const std::string& row : split(result.out, '\n'))
        CHECK(display_width(row) <= (*how == '\0' ? 80 : 40));
    }
  }
}

}  // namespace
