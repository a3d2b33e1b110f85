#include <cmath>

#include "core/positions.hpp"
#include "core/statistics.hpp"
#include "mechanisms/positions/positions.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"

// What the source chapters say about positions, recomputed in double precision with other software.
using namespace attn;

namespace {

arma::mat row_of(const nlohmann::json& numbers) { return matrix(nlohmann::json::array({numbers})); }

arma::mat encoding_of(const nlohmann::json& sizes) {
  return sinusoidal_encoding(first_positions(sizes["len"].get<arma::uword>()),
                             sizes["d_model"].get<arma::uword>());
}

}  // namespace

TEST_CASE("chapters: encodings of every width, odd ones too", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const nlohmann::json& golden : all["matrices"]) {
    const arma::mat PE = encoding_of(golden);
    CHECK(difference(PE, matrix(golden["PE"])) == "");
    CHECK(arma::norm(PE, "fro") == Approx(golden["frobenius_norm"].get<double>()).epsilon(1e-13));
    CHECK(arma::accu(PE) == Approx(golden["sum"].get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("chapters: a hundred positions in 512 dimensions", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["chapter000_len100_d512"];
  const arma::mat PE = encoding_of(golden);
  for (const arma::uword p : {0, 1, 10, 99}) {
    const std::string key = "pos" + std::to_string(p) + "_first10";
    CHECK(difference(PE.row(p).head(10), row_of(golden[key])) == "");
  }
  CHECK(difference(PE.row(99).tail(4), row_of(golden["pos99_last4"])) == "");
  for (const auto& [dim, values] : golden["first_50_positions_plot_dims"].items())
    CHECK(difference(PE.col(std::stoul(dim)).head(50).t(), row_of(values)) == "");
  for (arma::uword p = 0; p < 100; ++p)
    CHECK(arma::norm(PE.row(p)) ==
          Approx(golden["row_norm_every_row"].get<double>()).epsilon(1e-13));
  CHECK(arma::accu(PE) == Approx(golden["sum_all"].get<double>()).epsilon(1e-12));
}

TEST_CASE("chapters: fifty positions in 64 dimensions", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["chapter002_len50_d64"];
  const arma::mat PE = encoding_of(golden);
  CHECK(difference(PE.row(1), row_of(golden["pos1"])) == "");
  CHECK(difference(PE.row(49), row_of(golden["pos49"])) == "");
  CHECK(difference(arma::sum(PE, 0), row_of(golden["column_sums"])) == "");
  CHECK(arma::norm(PE.row(49)) == Approx(golden["row_norm_every_row"].get<double>()));
}

TEST_CASE("chapters: three dimensions are not what the chapter's code makes of them",
          "[golden][chapters][positions]") {
  const arma::mat wrong = matrix(read_golden("chapter000_positions.json")["wrong_d3_len4"]);
  CHECK(arma::abs(sinusoidal_encoding(first_positions(4), 3) - wrong).max() ==
        Approx(0.904989).epsilon(1e-6));
}

TEST_CASE("chapters: likeness by distance", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const auto& [d_model, key] : {std::pair<arma::uword, const char*>{512, "d512"}, {8, "d8"}})
    for (const nlohmann::json& golden : all["offset_similarity"][key]) {
      const double k = golden["k"].get<double>();
      const arma::mat both = sinusoidal_encoding(arma::vec{0, k}, d_model);
      CHECK(cosine_similarities(both.row(0), both.row(1))(0) ==
            Approx(golden["cosine"].get<double>()).margin(1e-12));
      if (golden.contains("l2_distance"))
        CHECK(arma::norm(both.row(0) - both.row(1)) ==
              Approx(golden["l2_distance"].get<double>()).margin(1e-11));
    }
}

TEST_CASE("chapters: likeness falls up to 43 positions in 512 dimensions",
          "[golden][chapters][positions]") {
  const Trace trace = additive_encoding({.length = 60, .d_model = 512});
  const arma::mat& cosines = trace.stage("cosine").value;
  for (arma::uword k = 0; k < 43; ++k) CHECK(cosines(0, k + 1) < cosines(0, k));
  CHECK(cosines(0, 44) > cosines(0, 43));
  CHECK(trace.stage("cosine").note.find("up to distance 43 only") != std::string::npos);
}

TEST_CASE("chapters: the matrix that moves three positions", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["shift_matrix"];
  CHECK(difference(shift_matrix(golden["k"].get<double>(), golden["d_model"].get<arma::uword>()),
                   matrix(golden["R"])) == "");
}

TEST_CASE("chapters: the periods of exercise 3", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["periods"];
  const arma::vec of_512 = pair_wavelengths(512);
  for (const nlohmann::json& entry : golden["d_model_512"]) {
    const arma::uword dim = entry["dim"].get<arma::uword>();
    CHECK(entry["pair"].get<arma::uword>() == dim / 2);
    CHECK(of_512(dim / 2) == Approx(entry["period"].get<double>()).epsilon(1e-13));
  }
  for (const nlohmann::json& entry : golden["lowest_frequency_by_d_model"]) {
    const arma::vec wavelengths = pair_wavelengths(entry["d_model"].get<arma::uword>());
    CHECK(wavelengths.n_elem == entry["pair"].get<arma::uword>() + 1);
    CHECK(wavelengths.back() == Approx(entry["period"].get<double>()).epsilon(1e-13));
  }
  for (const auto& [d_model, pairs] : golden["all_pairs_small"].items())
    for (const nlohmann::json& entry : pairs)
      CHECK(pair_frequencies(std::stoul(d_model))(entry["pair"].get<arma::uword>()) ==
            Approx(entry["angular_frequency"].get<double>()).epsilon(1e-14));
  for (const nlohmann::json& entry : golden["integer_near_recurrences_of_sin_pos"])
    CHECK(difference(sinusoidal_encoding(arma::vec{entry["k"].get<double>()}, 2),
                     arma::rowvec{entry["sin_k"].get<double>(), entry["cos_k"].get<double>()}) ==
          "");
}

TEST_CASE("chapters: what a learned table costs", "[golden][chapters][positions]") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const nlohmann::json& golden : all["learned_table_parameter_counts"]) {
    const arma::mat table(golden["max_len"].get<arma::uword>(),
                          golden["d_model"].get<arma::uword>(), arma::fill::zeros);
    const Trace trace = additive_encoding({.length = 1, .d_model = table.n_cols, .table = table});
    const std::string count = std::to_string(golden["params"].get<arma::uword>());
    CHECK(trace.stage("encoding").note.find("= " + count + " trained numbers") !=
          std::string::npos);
  }
}

TEST_CASE("chapters: the cat chases the mouse and the mouse the cat",
          "[golden][chapters][positions]") {
  const nlohmann::json golden = read_golden("chapter003_order_blindness.json");
  const auto words = golden["sentence1"].get<std::vector<std::string>>();
  const auto reordered = golden["sentence2"].get<std::vector<std::string>>();
  arma::mat X(5, 2);
  for (arma::uword i = 0; i < 5; ++i)
    X.row(i) = row_of(golden["embeddings"][i == 0 ? "the" : words[i]]);
  const arma::uvec places = order_of(words, reordered);
  CHECK(difference(arma::conv_to<arma::rowvec>::from(places),
                   row_of(golden["permutation_sentence2_from_sentence1"])) == "");
  CHECK(difference(cosine_similarities(X, X), matrix(golden["cosine1"])) == "");
  const arma::mat X2 = X.rows(places);
  CHECK(difference(cosine_similarities(X2, X2), matrix(golden["cosine2"])) == "");

  // Queries, keys and values are the embeddings themselves.
  const arma::mat I = arma::eye(2, 2);
  const Trace trace = order_blindness(
      {.words = words, .reordered = reordered, .X = X, .W_Q = I, .W_K = I, .W_V = I});
  const nlohmann::json& attention = golden["self_attention_QKV_equal_embedding"];
  for (const char* order : {"1", "2"}) {
    const auto stage = [&](const char* id) {
      return trace.stage(id, std::string("order ") + order).value;
    };
    CHECK(difference(stage("weights"), matrix(attention[std::string("A") + order])) == "");
    CHECK(difference(stage("output"), matrix(attention[std::string("output") + order])) == "");
    CHECK(difference(stage("pooled"), row_of(attention[std::string("mean_pooled") + order])) == "");
  }
}
