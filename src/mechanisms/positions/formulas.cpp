#include <numbers>

#include "base/message.hpp"
#include "base/number.hpp"
#include "core/positions.hpp"
#include "mechanisms/positions/positions.hpp"

namespace attn {
namespace {

Stage sinusoidal_stage(const Axis& position, arma::uword d_model, double base);

}  // namespace

const std::vector<PositionFormula>& position_formulas() {
  static const std::vector<PositionFormula> formulas{
      {"sinusoidal", [] { return translated("sinusoidal"); }, sinusoidal_encoding, sinusoidal_stage,
       shift_matrix}};
  return formulas;
}

const char* position_kinds_in_words() {
  return translated("sinusoidal (default), learned, rope (rotary) or alibi");
}

namespace {

Stage sinusoidal_stage(const Axis& position, arma::uword d_model, double base) {
  Stage stage{
      .id = "encoding",
      .symbol = "PE",
      .formula = fmt::format(
          "PE(p, 2i) = sin(p / {0}^(2i/{1})), PE(p, 2i+1) = cos(p / {0}^(2i/{1}))", base, d_model),
      .rows = position,
      .cols = dimension_axis(d_model),
      .rule = Waves{first_positions(position.labels.size()), first_places(d_model), d_model, base}};
  stage.note = translated(
      "Each position gets a row of its own. Dimensions 2i and 2i + 1 are the sine and the cosine "
      "of one clock hand: the first hands turn fast, the last ones hardly move.");
  if (d_model % 2 != 0)
    add_sentence(stage.note,
                 message("The last dimension, {}, is a sine without its cosine, because {} "
                         "is odd.",
                         d_model - 1, d_model));
  stage.detail = translated(
      "i counts pairs, not dimensions: both dimensions of a pair share the exponent 2i/d. Position "
      "0 is 0, 1, 0, 1, ... and, where d is even, every row has length √(d/2). The formula has a "
      "value for every position, however long the text; that does not mean that a model trained on "
      "short texts knows what to do with it.");
  return stage;
}

}  // namespace

Stage wavelength_stage(arma::uword width, double base) {
  Stage stage{.id = "wavelength",
              .symbol = "wavelength",
              .formula = fmt::format("2π⋅{}^(2i/{})", base, width),
              .rows = {"wavelength", {}},
              .cols = pair_axis(width),
              .rule = rule::wavelength(width, base)};
  stage.note = translated("After how many positions each pair of dimensions is back where it was.");
  stage.detail = translated(
      "Positions are whole numbers and 2π is not, so no pair ever returns exactly: after 6 steps "
      "the first pair is off by 0.283 radians, after 44 by 0.018.");
  return stage;
}

Stage shift_stage(std::int64_t k, arma::uword d_model) {
  return {.id = "shift",
          .symbol = "R",
          .formula = fmt::format("R PE(p) = PE(p + {})", k),
          .rows = dimension_axis(d_model),
          .cols = dimension_axis(d_model),
          .note = message("One matrix moves every position by {}. It turns each pair by an angle "
                          "of its own, whatever the position.",
                          k),
          .detail = translated("So a linear layer can learn to look a fixed number of positions "
                               "away. The block of a pair is cos kω, sin kω above −sin kω, cos "
                               "kω.")};
}

Stage shifted_stage(const Stage& encoding, std::int64_t k) {
  return {.id = "shifted",
          .symbol = "PE Rᵀ",
          .formula = "PE Rᵀ",
          .rows = encoding.rows,
          .cols = encoding.cols,
          .note = message("Every row moved by {}.", k),
          .rule = Product{"encoding", "shift", true}};
}

Table pairs_table(const AdditiveProblem& problem) {
  Table table{
      .id = "pairs",
      .title = translated("Each pair of dimensions shares one wavelength: after so many "
                          "positions it is back where it was."),
      .columns = {{"pair", translated("pair")},
                  {"dims", translated("dims")},
                  {"exponent", translated("exponent")},
                  {"wavelength", translated("wavelength")}},
      .n_text_columns = 2,
      .after = problem.positions.is_empty() && problem.dims.is_empty() ? "encoding" : "chosen"};
  const arma::vec wavelengths = pair_wavelengths(problem.d_model, problem.base);
  const arma::uword n = wavelengths.n_elem;
  constexpr arma::uword kMostRows = 8, kRowsAtTheStart = 3;
  const auto is_shown = [&](arma::uword i) {
    return n <= kMostRows || i < kRowsAtTheStart || i == n / 2 || i + 1 == n;
  };
  for (arma::uword i = 0; i < n; ++i) {
    if (!is_shown(i)) {
      arma::uword next = i;
      while (!is_shown(next)) ++next;
      table.rows.emplace_back(table.columns.size(), cell::Gap{next - i});
      i = next;
    }
    cell::Numbers dims{{cell::bare(2 * i)}};
    if (2 * i + 1 < problem.d_model) dims.numbers.emplace_back(cell::bare(2 * i + 1));
    table.rows.push_back({cell::bare(i), dims,
                          cell::name(fmt::format("{}/{}", 2 * i, problem.d_model)),
                          cell::Real{wavelengths(i)}});
  }
  table.note = message("The last pair is the slowest. 2π⋅{} = {} is a bound that no pair reaches.",
                       problem.base, decimal_text(2.0 * std::numbers::pi * problem.base, 1));
  return table;
}

}  // namespace attn
