#include "render/picture/stage_picture.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/curve/stage_waves.hpp"
#include "render/picture/links.hpp"
#include "render/picture/stage_arcs.hpp"
#include "render/picture/stage_bars.hpp"
#include "render/picture/stage_chain.hpp"

namespace attn {
namespace {

// "The" and "the" are two tokens but one word: that they find each other teaches little.
bool is_same_word(const std::string& a, const std::string& b) {
  return lower_case(a) == lower_case(b);
}

bool is_yes_or_no(const Stage& stage) { return std::holds_alternative<Permission>(stage.rule); }

}  // namespace

bool is_stage_picture(View view) {
  return view == View::rows || view == View::bars || view == View::arcs || view == View::chain;
}

bool is_trace_picture(View view) { return view == View::panels || view == View::flow; }

bool is_picture(View view) {
  return is_stage_picture(view) || is_trace_picture(view) || view == View::boxes;
}

bool shows_single_rows(View view) { return is_stage_picture(view); }

std::string why_not_drawn(View view, const Stage& stage) {
  if (stage.value.is_empty() && is_picture(view)) return translated("it has no cells");
  switch (view) {
    case View::rows:
    case View::bars:
    case View::boxes:
      return is_yes_or_no(stage) ? translated("it holds yes or no, not sizes") : "";
    case View::arcs:
      return is_query_by_key(stage)
                 ? ""
                 : translated("arcs link queries with keys, and it has no value for each of them");
    case View::chain:
      if (!holds_shares(stage) || !is_query_by_key(stage))
        return translated("a chain is counted to the key with the largest attention weight");
      if (!is_among_same_tokens(stage))
        return translated("queries and keys are different sentences, so no chain joins them");
      return stage.value.n_rows > 1 ? "" : translated("a chain needs two words");
    default:
      return "";
  }
}

std::optional<arma::uword> find_row(const Stage& stage, const std::string& name) {
  return stage.rows.find_place(name, stage.value.n_rows);
}

arma::uword most_telling_row(const Stage& stage) {
  arma::mat shares = stage.value;
  shares.replace(arma::datum::nan, 0.0);
  arma::mat others = shares;
  for (arma::uword i = 0; i < others.n_rows; ++i)
    for (arma::uword j = 0; j < others.n_cols; ++j)
      if (is_same_word(stage.rows.labels[i], stage.cols.labels[j])) others(i, j) = 0.0;
  return arma::vec(arma::max(others.is_zero() ? shares : others, 1)).index_max();
}

std::string picture_text(const Stage& stage, const Layout& layout, unsigned indent,
                         std::optional<Cell> selected) {
  const std::optional<arma::uword> row =
      selected ? std::optional(selected->row) : find_row(stage, layout.row);
  switch (layout.view.value_or(View::numbers)) {
    case View::rows:
      return row_curves_text(stage, layout, indent, row);
    case View::bars:
      return bars_text(stage, layout, indent, row);
    case View::arcs:
      return arcs_text(stage, layout, indent, row);
    case View::chain:
      return chain_text(stage, layout, indent, row ? *row : most_telling_row(stage));
    default:
      throw std::logic_error("no picture of a stage");
  }
}

}  // namespace attn
