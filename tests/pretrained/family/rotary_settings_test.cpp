#include "pretrained/family/rotary_settings.hpp"

#include <cmath>
#include <numbers>

#include "costs/family_config.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

constexpr std::uint64_t kContext = 64;

RotarySettings rotary_of(const json& config) {
  const Settings settings = model_config(config.dump(), "config.json");
  return rotary_settings(SettingReader(settings), kContext);
}

// As version 5 of the framework writes them, and as version 4 does.
RotarySettings in_parameters(const json& parameters) {
  return rotary_of({{"rope_parameters", parameters}});
}
RotarySettings in_scaling(const json& scaling, double base) {
  return rotary_of({{"rope_theta", base}, {"rope_scaling", scaling}});
}

std::string rotary_refusal(const json& config) {
  return refusal([&] { rotary_of(config); });
}

std::string frequencies_differ(const RotarySettings& settings, arma::uword d_head,
                               arma::uword n_tokens, const arma::vec& expected) {
  return difference(rotary_frequencies(settings, d_head, n_tokens), expected, 1e-15);
}

// Lengths for which numbers of turns are round: a pair of frequency w turns 40 w times.
const double kLearned = 40 * 2 * std::numbers::pi;

}  // namespace

TEST_CASE("rotary_settings: nothing said, and the base in each place") {
  const RotarySettings usual = rotary_of(json::object());
  CHECK(usual.base == 10000.0);
  CHECK(usual.scaling == RopeScaling::none);
  CHECK(usual.length == 1.0);
  CHECK(rotary_of({{"rope_theta", 500000}}).base == 500000.0);
  CHECK(rotary_of({{"rope_theta", 500000}, {"rope_scaling", nullptr}}).base == 500000.0);
  CHECK(in_parameters({{"rope_type", "default"}, {"rope_theta", 1e6}}).base == 1e6);
  CHECK(rotary_of({{"rope_theta", 5.0}, {"rope_parameters", {{"rope_theta", 7.0}}}}).base == 7.0);
  CHECK(rotary_of({{"rope_theta", 5.0}, {"rope_parameters", {{"rope_type", "default"}}}}).base ==
        5.0);
}

TEST_CASE("rotary_settings: where both objects are there, rope_scaling is all that counts") {
  const json parameters{{"rope_type", "linear"}, {"rope_theta", 7.0}, {"factor", 3.0}};
  const RotarySettings both =
      rotary_of({{"rope_parameters", parameters},
                 {"rope_scaling", {{"rope_type", "dynamic"}, {"factor", 2.0}}}});
  CHECK(both.scaling == RopeScaling::dynamic);
  CHECK(both.factor == 2.0);
  CHECK(both.base == 10000.0);
  for (const json& nothing : {json(nullptr), json::object()})
    CHECK(rotary_of({{"rope_parameters", parameters}, {"rope_scaling", nothing}}).base == 7.0);
}

TEST_CASE("rotary_frequencies: plain") {
  CHECK(frequencies_differ(in_parameters({{"rope_theta", 100.0}}), 4, 9, {1.0, 0.1}) == "");
  CHECK(frequencies_differ(in_parameters({{"rope_theta", 16.0}}), 8, 9, {1.0, 0.5, 0.25, 0.125}) ==
        "");
}

TEST_CASE("rotary_frequencies: linear") {
  const json linear{{"type", "linear"}, {"factor", 2.0}};
  CHECK(frequencies_differ(in_scaling(linear, 100.0), 4, 9, {0.5, 0.05}) == "");
  CHECK(frequencies_differ(
            in_parameters({{"rope_type", "linear"}, {"factor", 2.0}, {"rope_theta", 100.0}}), 4, 9,
            {0.5, 0.05}) == "");
}

TEST_CASE("rotary_frequencies: dynamic grows with the sequence, beyond what the model learned") {
  const RotarySettings settings =
      in_parameters({{"rope_type", "dynamic"}, {"factor", 2.0}, {"rope_theta", 100.0}});
  CHECK(frequencies_differ(settings, 4, 5, {1.0, 0.1}) == "");
  CHECK(frequencies_differ(settings, 4, kContext, {1.0, 0.1}) == "");
  // 100 · (2 · 128 / 64 − 1)^(4 / 2) = 900
  CHECK(frequencies_differ(settings, 4, 2 * kContext, {1.0, 1.0 / 30}) == "");
  // A head of one pair has no exponent, and its frequency is 1 with any base.
  CHECK(frequencies_differ(settings, 2, 2 * kContext, {1.0}) == "");
}

TEST_CASE("rotary_frequencies: llama3 keeps fast pairs, slows the slow ones, mixes between") {
  // 40, 4, 0.4 and 0.04 turns; of the second a share of (4 − 1) / (8 − 1) is kept.
  const json scaling{{"factor", 8.0},
                     {"low_freq_factor", 1.0},
                     {"high_freq_factor", 8.0},
                     {"original_max_position_embeddings", kLearned}};
  const arma::vec expected{1.0, (4.0 / 7 / 8 + 3.0 / 7) * 0.1, 0.01 / 8, 0.001 / 8};
  CHECK(frequencies_differ(in_scaling(with(scaling, "rope_type", "llama3"), 10000.0), 8, 9,
                           expected) == "");
  json parameters = with(scaling, "rope_type", "llama3");
  CHECK(frequencies_differ(in_parameters(parameters), 8, 9, expected) == "");
  // The length may stand outside; else it is that of the context.
  json outside{{"original_max_position_embeddings", kLearned}};
  outside["rope_scaling"] = without(parameters, "original_max_position_embeddings");
  CHECK(frequencies_differ(rotary_of(outside), 8, 9, expected) == "");
  outside.erase("original_max_position_embeddings");
  CHECK(rotary_of(outside).n_original == static_cast<double>(kContext));
}

TEST_CASE("rotary_frequencies: yarn goes over from pair to pair") {
  // A pair that turns 40 / √10 times would be number 0.5, one that turns 40 / 10^2.5 times 2.5.
  json yarn{{"rope_type", "yarn"},
            {"factor", 4.0},
            {"beta_fast", 40 / std::sqrt(10.0)},
            {"beta_slow", 40 / std::pow(10.0, 2.5)},
            {"original_max_position_embeddings", kLearned}};
  const auto mixed = [](const arma::vec& shares) {
    const arma::vec plain{1.0, 0.1, 0.01, 0.001};
    return arma::vec(plain % (1 - 0.75 * shares));
  };
  CHECK(difference(rotary_frequencies(in_parameters(yarn), 8, 9),
                   mixed({0.0, 1.0 / 3, 2.0 / 3, 1})) == "");
  yarn["truncate"] = false;
  CHECK(difference(rotary_frequencies(in_parameters(yarn), 8, 9), mixed({0.0, 0.25, 0.75, 1.0})) ==
        "");
  CHECK(in_parameters(yarn).length == Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(yarn, "attention_factor", 0.7)).length == 0.7);
  CHECK(in_parameters(with(yarn, "attention_factor", nullptr)).length ==
        Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(with(yarn, "mscale", 2.0), "mscale_all_dim", 0.5)).length ==
        Approx((0.2 * std::log(4.0) + 1) / (0.05 * std::log(4.0) + 1)));
  CHECK(in_parameters(with(yarn, "mscale", 2.0)).length == Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(yarn, "factor", 1.0)).length == 1.0);
  CHECK(
      in_parameters(with(without(yarn, "factor"), "original_max_position_embeddings", 16)).factor ==
      4.0);
}

TEST_CASE("rotary_settings: refuses what it does not know, and what cannot be") {
  CHECK(rotary_refusal({{"rope_parameters", {{"rope_type", "longrope"}}}}) ==
        "config.json: \"rope_parameters.rope_type\" must be one of default, linear, dynamic, "
        "llama3, yarn, but it is \"longrope\".");
  CHECK(rotary_refusal({{"rope_scaling", {{"type", "su"}}}}) ==
        "config.json: \"rope_scaling.type\" must be one of default, linear, dynamic, llama3, yarn, "
        "but it is \"su\".");
  CHECK(rotary_refusal({{"rope_scaling", {{"type", "linear"}, {"factor", 0}}}}) ==
        "config.json: \"rope_scaling.factor\" must be a number above 0 and at most 1000000000000, "
        "but it is 0.");
  CHECK(rotary_refusal({{"rope_parameters", {{"rope_type", "linear"}}}}) ==
        "config.json: \"factor\" is missing, and rotary positions of the kind \"linear\" need it.");
  for (const double base : {1.0, 0.0, -5.0})
    CHECK_THAT(rotary_refusal({{"rope_theta", base}}),
               ContainsSubstring("\"rope_theta\" must be a number above 1 "));
  CHECK_THAT(
      rotary_refusal({{"rope_parameters", {{"rope_theta", 1e200}}}}),
      ContainsSubstring("\"rope_parameters.rope_theta\" must be a number above 1 and at most "
                        "1000000000000, but it is 1e+200."));
  CHECK_THAT(rotary_refusal({{"rope_theta", "10000"}}), ContainsSubstring("must be a number"));
  CHECK(rotary_refusal({{"partial_rotary_factor", 0.5}}) ==
        "config.json: \"partial_rotary_factor\" is 0.5: positions that turn a part of each head "
        "alone are not read, only 1.");
  CHECK_THAT(rotary_refusal({{"rope_parameters", {{"partial_rotary_factor", 0.25}}}}),
             ContainsSubstring("\"partial_rotary_factor\" is 0.25"));
  CHECK(rotary_refusal({{"partial_rotary_factor", 1.0}}) == "accepted");
  const json llama3{{"rope_type", "llama3"}, {"factor", 8}};
  CHECK_THAT(rotary_refusal({{"rope_scaling",
                              with(with(llama3, "low_freq_factor", 4), "high_freq_factor", 4)}}),
             ContainsSubstring("\"rope_scaling.high_freq_factor\" must be a number above 4 "));
  const json yarn{{"rope_type", "yarn"}, {"factor", 8}};
  for (const char* key :
       {"beta_fast", "beta_slow", "attention_factor", "original_max_position_embeddings"})
    CHECK_THAT(
        rotary_refusal({{"rope_scaling", with(yarn, key, -1)}}),
        ContainsSubstring("\"rope_scaling." + std::string(key) + "\" must be a number above 0 "));
  const Settings settings = model_config(json{{"rope_scaling", yarn}}.dump(), "config.json");
  CHECK(refusal([&] { rotary_settings(SettingReader(settings), 0); }) ==
        "config.json: \"max_position_embeddings\" is missing, and rotary positions of the kind "
        "\"yarn\" need it.");
}
