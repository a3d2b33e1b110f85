#include "render/picture/stage_chain.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "render/matrix/matrix_view.hpp"
#include "render/picture/arc_drawing.hpp"
#include "render/picture/links.hpp"
#include "render/text/display_width.hpp"
#include "render/text/lines.hpp"

namespace attn {
namespace {

// The words to show: all, or those near both ends of the link where they are too many.
Places words_shown(const Stage& stage, const Link& link, std::size_t most) {
  const arma::uword n = stage.value.n_rows;
  if (n <= most) return places(n, most);
  const arma::uword first = std::min(link.query, link.key), last = std::max(link.query, link.key);
  if (last - first + 1 <= most) {
    Places shown;
    for (arma::uword i = first; i <= last; ++i) shown.emplace_back(i);
    return shown;
  }
  Places shown = places(last - first + 1, most);
  for (auto& place : shown)
    if (place) *place += first;
  return shown;
}

// How many steps a word is away from the end where the way begins: "o" there, a number between.
std::string step_of(arma::uword word, const Link& link) {
  const arma::uword first = std::min(link.query, link.key), last = std::max(link.query, link.key);
  if (word < first || word > last) return ".";
  return word == first ? "o" : std::to_string(word - first);
}

std::string steps(arma::uword n) {
  return n == 1 ? std::string(translated("1 step")) : message("{} steps", n);
}

std::string explanation(const Stage& stage, const Link& link, const Layout& layout) {
  const std::string &query = stage.rows.labels[link.query], &key = stage.cols.labels[link.key];
  const arma::uword n = distance_of(link);
  std::string text = footnote(
      translated("chain"),
      link.key < link.query
          ? message("{} from \"{}\" to \"{}\", |{} − {}| = {}: a recurrent network hands on what "
                    "it read from word to word.",
                    steps(n), key, query, link.query, link.key, n)
          : message("\"{1}\" comes after \"{2}\": a recurrent network that reads from left to "
                    "right has not seen it yet. A second one that reads backwards takes {0}, "
                    "|{3} − {4}| = {5}.",
                    steps(n), key, query, link.query, link.key, n),
      layout);
  text += footnote(translated("attention"),
                   message("1 step, however far: \"{}\" weights \"{}\" with {}.", query, key,
                           format_of(stage, layout)(link.value)),
                   layout);
  if (n > 1)
    text += footnote(translated("counting"),
                     message("steps from word to word, not words: with both ends there are {} "
                             "words.",
                             n + 1),
                     layout);
  return text;
}

}  // namespace

std::string chain_text(const Stage& stage, const Layout& layout, unsigned indent,
                       arma::uword query) {
  const std::optional<Link> link = strongest_link(stage, query);
  if (!link)
    return paragraph(message("\"{}\" may attend to no other word, so there is no way to count.",
                             stage.rows.labels[query]),
                     layout);
  const Places shown = words_shown(stage, *link, layout.max_rows);
  ArcPicture picture;
  unsigned step_width = 1;
  for (const auto place : shown)
    if (place) step_width = std::max(step_width, display_width(step_of(*place, *link)));
  std::size_t from = 0, to = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const bool is_query = shown[i] == link->query, is_key = shown[i] == link->key;
    if (is_query) from = i;
    if (is_key) to = i;
    picture.words.push_back(shown[i] ? stage.rows.labels[*shown[i]] : "..");
  }
  picture.arcs.push_back({from, to});
  Block block =
      draw_below_one_another(picture, layout, layout.width - indent - step_width - 2).block;
  // The numbers of the steps stand to the left of the words.
  for (std::size_t i = 0; i < block.lines.size(); ++i)
    block.lines[i] =
        pad_left(shown[i] ? step_of(*shown[i], *link) : "", step_width) + "  " + block.lines[i];
  std::string text = block_text(block, indent);
  if (const arma::uword n = n_left_out(shown, stage.value.n_rows); n > 0)
    text += paragraph(message(".. words left out: {} of {}", n, stage.value.n_rows), layout);
  if (layout.explain > 0) text += "\n" + explanation(stage, *link, layout);
  return text;
}

}  // namespace attn
