#include "render/legend.hpp"

#include "core/message.hpp"
#include "render/lines.hpp"
#include "render/matrix_view.hpp"
#include "render/permission.hpp"

namespace attn {

std::string blocked_legend(const Stage& stage, const Layout& layout) {
  if (std::holds_alternative<Permission>(stage.rule)) return permission_legend(stage, layout);
  if (stage.blocked.is_empty()) return "";
  const auto count = [&stage](Blocked reason) {
    return arma::accu(stage.blocked == static_cast<unsigned char>(reason));
  };
  std::string reasons;
  const auto add = [&reasons](const std::string& reason) {
    reasons += (reasons.empty() ? "" : translated(", ")) + reason;
  };
  if (const auto n = count(Blocked::causal)) add(message("causal, the future: {}", n));
  if (const auto n = count(Blocked::padding)) add(message("padding: {}", n));
  if (const auto n = count(Blocked::segment)) add(message("another document: {}", n));
  if (const auto n = count(Blocked::window)) add(message("outside the window: {}", n));
  if (const auto n = count(Blocked::half)) add(message("the second half: {}", n));
  if (const auto n = count(Blocked::mask)) add(message("the mask given: {}", n));
  const bool dots = holds_shares(stage);
  return footnote(dots ? "." : "−inf", message("may not attend ({})", reasons), layout);
}

std::string shades_legend(const Stage& stage, const Layout& layout) {
  std::string text = swatch_legend(layout.glyphs);  // shades of weights are shares
  if (!holds_shares(stage)) {  // of anything else, sizes against the largest cell
    const double largest = largest_size(statistics_of(stage.value));
    text += "   " + message("of {}, the largest size", format_of(stage, layout)(largest));
  }
  return footnote(translated("shades"), text, layout);
}

std::string left_out_legend(const MatrixView& view, const Stage& stage, const Layout& layout) {
  std::string text;
  if (view.n_rows_left_out > 0)
    text += paragraph(
        message(".. rows left out: {} of {}", view.n_rows_left_out, stage.value.n_rows), layout);
  if (view.n_cols_left_out > 0)
    text += paragraph(
        message(".. columns left out: {} of {}", view.n_cols_left_out, stage.value.n_cols), layout);
  return text;
}

}  // namespace attn
