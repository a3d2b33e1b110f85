#include "pretrained/family/rotary_settings.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

// Where a setting of rotary positions stands, by its whole name. Where both objects are there, the
// framework takes nothing of the second.
std::optional<std::string> place_of(const SettingReader& reader, const std::string& name) {
  const std::string object =
      reader.has_within("rope_scaling") ? "rope_scaling." : "rope_parameters.";
  if (reader.has(object + name)) return object + name;
  return std::nullopt;
}

std::optional<double> number_of(const SettingReader& reader, const std::string& name) {
  const auto place = place_of(reader, name);
  return place ? reader.number(*place) : std::nullopt;
}

RopeScaling scaling_of(const SettingReader& reader) {
  for (const char* name : {"rope_type", "type"}) {
    const auto place = place_of(reader, name);
    const auto kind = place ? reader.text(*place) : std::nullopt;
    if (!kind) continue;
    for (const auto& known : kRopeScalings)
      if (*kind == known.name) return known.value;
    std::vector<std::string> names;
    for (const auto& known : kRopeScalings) names.push_back(known.name);
    throw InputError(message("{} must be one of {}, but it is \"{}\".", reader.place(*place),
                             listed(names), preview(*kind)));
  }
  return RopeScaling::none;
}

// A number above a bound, or another where none is given.
double number_above(const SettingReader& reader, const std::string& name, double least,
                    double otherwise) {
  constexpr double kMost = 1e12;  // beyond every model, and far from where float ends
  const auto place = place_of(reader, name);
  const double number = number_of(reader, name).value_or(otherwise);
  if (number > least && number <= kMost) return number;
  throw InputError(message("{} must be a number above {} and at most {}, but it is {}.",
                           reader.place(place.value_or(name)), least, kMost, number));
}

[[noreturn]] void refuse_without(const SettingReader& reader, const std::string& name,
                                 RopeScaling scaling) {
  throw InputError(message("{} is missing, and rotary positions of the kind \"{}\" need it.",
                           reader.place(name), name_in(kRopeScalings, scaling)));
}

void refuse_partial(const SettingReader& reader) {
  const auto inside = number_of(reader, "partial_rotary_factor");
  const auto share = inside ? inside : reader.number("partial_rotary_factor");
  if (!share || *share == 1.0) return;
  throw InputError(
      message("{} is {}: positions that turn a part of each head alone are not read, only 1.",
              reader.place("partial_rotary_factor"), *share));
}

// By how much yarn stretches queries and keys, to make up for scores that spread less.
double yarn_length(const SettingReader& reader, double factor) {
  const auto length = [&](double share) {
    return factor <= 1.0 ? 1.0 : 0.1 * share * std::log(factor) + 1.0;
  };
  const double share = number_of(reader, "mscale").value_or(0.0);
  const double of_all = number_of(reader, "mscale_all_dim").value_or(0.0);
  const bool has_both = share != 0.0 && of_all != 0.0;
  return number_above(reader, "attention_factor", 0.0,
                      has_both ? length(share) / length(of_all) : length(1.0));
}

// The pair that turns so many times within the length that the model learned with.
double pair_with_turns(const RotarySettings& settings, double d, double turns) {
  return d * std::log(settings.n_original / (turns * 2 * std::numbers::pi)) /
         (2 * std::log(settings.base));
}

arma::vec yarn_frequencies(const RotarySettings& settings, const arma::vec& plain, double d) {
  double first = pair_with_turns(settings, d, settings.fast);
  double last = pair_with_turns(settings, d, settings.slow);
  if (settings.whole_pairs) {
    first = std::floor(first);
    last = std::ceil(last);
  }
  first = std::max(first, 0.0);
  last = std::min(last, d - 1);
  if (first == last) last += 0.001;  // as the framework keeps from dividing by 0
  arma::vec mixed = plain;
  for (arma::uword i = 0; i < plain.n_elem; ++i) {
    const double share = std::clamp((static_cast<double>(i) - first) / (last - first), 0.0, 1.0);
    mixed(i) = plain(i) * (1 - share) + plain(i) / settings.factor * share;
  }
  return mixed;
}

double llama3_frequency(const RotarySettings& settings, double frequency) {
  const double turns = settings.n_original * frequency / (2 * std::numbers::pi);
  if (turns > settings.high_factor) return frequency;
  if (turns < settings.low_factor) return frequency / settings.factor;
  const double share = (turns - settings.low_factor) / (settings.high_factor - settings.low_factor);
  return (1 - share) * frequency / settings.factor + share * frequency;
}

double stretched_base(const RotarySettings& settings, double d, double n_tokens) {
  const double f = settings.factor, c = settings.n_context;
  return settings.base * std::pow(f * std::max(n_tokens, c) / c - f + 1, d / (d - 2));
}

}  // namespace

RotarySettings rotary_settings(const SettingReader& reader, std::uint64_t n_context) {
  refuse_partial(reader);
  RotarySettings settings{
      .base = number_above(reader, "rope_theta", 1.0,
                           reader.number("rope_theta").value_or(RotarySettings{}.base)),
      .scaling = scaling_of(reader)};
  settings.n_context = settings.n_original = static_cast<double>(n_context);
  if (settings.scaling == RopeScaling::none) return settings;
  const bool may_lack_factor = settings.scaling == RopeScaling::yarn;
  if (n_context == 0) refuse_without(reader, "max_position_embeddings", settings.scaling);
  if (!may_lack_factor && !number_of(reader, "factor"))
    refuse_without(reader, "factor", settings.scaling);
  const std::string learned_with = "original_max_position_embeddings";
  settings.n_original = number_above(reader, learned_with, 0.0,
                                     reader.number(learned_with).value_or(settings.n_context));
  settings.factor = number_above(reader, "factor", 0.0, settings.n_context / settings.n_original);
  settings.low_factor = number_above(reader, "low_freq_factor", 0.0, 1.0);
  settings.high_factor =
      number_above(reader, "high_freq_factor", settings.low_factor, settings.low_factor + 3.0);
  settings.slow = number_above(reader, "beta_slow", 0.0, 1.0);
  settings.fast = number_above(reader, "beta_fast", 0.0, 32.0);
  const auto truncate = place_of(reader, "truncate");
  settings.whole_pairs = !truncate || reader.flag(*truncate, true);
  if (settings.scaling == RopeScaling::yarn) settings.length = yarn_length(reader, settings.factor);
  return settings;
}

arma::vec rotary_frequencies(const RotarySettings& settings, arma::uword d_head,
                             arma::uword n_tokens) {
  const auto d = static_cast<double>(d_head);
  const bool is_dynamic = settings.scaling == RopeScaling::dynamic && d_head > 2;
  const double base =
      is_dynamic ? stretched_base(settings, d, static_cast<double>(n_tokens)) : settings.base;
  arma::vec plain(d_head / 2);
  for (arma::uword i = 0; i < plain.n_elem; ++i)
    plain(i) = std::pow(base, -2.0 * static_cast<double>(i) / d);
  switch (settings.scaling) {
    case RopeScaling::none:
    case RopeScaling::dynamic:
      return plain;
    case RopeScaling::linear:
      return plain / settings.factor;
    case RopeScaling::llama3:
      plain.transform([&](double w) { return llama3_frequency(settings, w); });
      return plain;
    case RopeScaling::yarn:
      return yarn_frequencies(settings, plain, d);
  }
  return plain;
}

}  // namespace attn
