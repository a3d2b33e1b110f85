#include "cli/flags/number_flags.hpp"

#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/flag_values.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostWordCells = std::size_t{1} << 26;  // 512 MiB of embeddings

WeightInit init_value(const Flag& init) {
  const std::string typed = plain_value(init.text());
  if (const auto kind = value_in(kWeightInits, typed)) return {.kind = *kind};
  if (!written_number(typed))
    throw InputError(message("{} must be a number, xavier or torch, but it is {}.", init.name(),
                             preview(init.text())));
  return {.factor = *init.number()};
}

// "0.1369 = √(6/(256 + 64))"
std::string bound_text(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const double bound = init_bound(init, fan_in, fan_out);
  return init.kind == WeightInit::Kind::xavier
             ? fmt::format("{:.4g} = √(6/({} + {}))", bound, fan_in, fan_out)
             : fmt::format("{:.4g} = 1/√{}", bound, fan_in);
}

}  // namespace

void NumberFlags::add_number_flags(const FlagGroup& group) {
  group.value(seed, "N", translated("Other made-up numbers, always the same for one N"));
  group.value(
      rng, "KIND",
      translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                 "gives"));
  group.value(init, "X|NAME",
              translated("With --rng numpy: the factor on the weights (default 0.1), or xavier or "
                         "torch, which spread them evenly within a bound"));
  group.value(d_model, "N", translated("Width of an embedding (default 4)"));
}

WordModel NumberFlags::read_model() const {
  WordModel model;
  model.kind = rng.choice(kWordModels).value_or(model.kind);
  if (model.kind != WordModel::Kind::numpy) require_used_with({init}, rng.name() + " numpy");
  if (init) model.init = init_value(init);
  if (seed) model.seed = static_cast<std::uint32_t>(*seed.count(0, UINT32_MAX));
  model.d_model = d_model.count(1, kLargestWidth).value_or(model.d_model);
  model.d_k = model.d_v = model.d_model;
  return model;
}

void require_words_fit(std::size_t n_words, arma::uword d_model) {
  if (n_words <= kMostWordCells / d_model) return;
  throw InputError(message("too many words for embeddings of width {}: the limit is {}.", d_model,
                           kMostWordCells / d_model));
}

std::string init_note(const WeightInit& init, arma::uword d_model, arma::uword query_width,
                      arma::uword key_width, bool tells_scores) {
  if (init.kind == WeightInit::Kind::factor) return "";
  std::string note =
      message("--init {} draws W_Q evenly between plus and minus {}.",
              name_in(kWeightInits, init.kind), bound_text(init, d_model, query_width));
  if (!tells_scores) return note;
  const double of_query = projected_variance(init, d_model, query_width);
  const double of_key = projected_variance(init, d_model, key_width);
  const double of_scores = std::sqrt(of_query * of_key);
  constexpr double kNearlyOne = 0.05;
  add_sentence(
      note, std::abs(of_scores - 1.0) < kNearlyOne
                ? message("As the numbers of X have variance 1, those of Q have variance {:.4g}, "
                          "and the scaled scores a standard deviation of about {:.4g}.",
                          of_query, of_scores)
                : message("As the numbers of X have variance 1, those of Q have variance {:.4g}, "
                          "and the scaled scores a standard deviation of about {:.4g}, not 1.",
                          of_query, of_scores));
  return note;
}

void require_weights_fit(arma::uword d_model) {
  if (d_model <= kLargestWidth) return;
  throw InputError(
      message("rows of {} numbers are too wide for made-up weights: at most {}. Give weights.",
              d_model, kLargestWidth));
}

std::string made_up_weights_note() {
  return translated(
      "the weights are made up, not learned: they show how attention works, not what the rows "
      "mean. --weights FILE reads others.");
}

std::string made_up_note() {
  return translated(
      "the numbers are made up, not learned: they show how "
      "attention works, not what the words mean.");
}

std::string made_up_note(const WordModel& model) {
  constexpr arma::uword kWidestOnPaper = 16;
  if (name_of(model) != "by-hand" || model.d_model > kWidestOnPaper) return made_up_note();
  return translated(
      "by-hand: the numbers are small, so that each step can be checked on paper. They are made "
      "up, not learned: they show how attention works, not what the words mean.");
}

}  // namespace attn
