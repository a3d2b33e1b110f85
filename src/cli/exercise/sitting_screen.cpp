#include "cli/exercise/sitting_screen.hpp"

#include "base/message.hpp"
#include "cli/exercise/screen_lines.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/text/document.hpp"
#include "render/text/wrap.hpp"

namespace attn {
namespace {

constexpr const char* kClear = "\033[H\033[2J";
constexpr std::size_t kLeastSaid = 3;  // lines, however small the terminal is

}  // namespace

std::string SittingScreen::text_of(const Document& page) const {
  return page.pieces.empty() ? "" : document_text(page, session_.layout());
}

std::string SittingScreen::footer() const {
  const std::string keys = translated("? help   h hint   s skip   u undo   q quit");
  return text_of({{LabelledLine{"", unbroken_parts(keys), LabelledLine::Mood::quiet}}});
}

void SittingScreen::draw() {
  if (!clears_) {
    const std::string said = text_of(said_);
    if (!said.empty()) print_result("\n" + said);
    if (is_new_) print_result("\n" + text_of(top_));
    is_new_ = false;
    return;
  }
  session_.measure_again();
  std::string top = text_of(top_), said = text_of(said_);
  const std::string below = footer() + typed_;
  constexpr std::size_t kAround = 3;  // blank lines, and the prompt
  const auto room = [&] {
    const std::size_t height = terminal_height();
    const std::size_t others = n_lines_of(top) + n_lines_of(below) + kAround;
    return height > others + kLeastSaid ? height - others : kLeastSaid;
  };
  if (n_lines_of(said) > room()) {
    top = squeezed(top);
    said = squeezed(said);
  }
  if (n_lines_of(said) > room())
    said = first_lines(said, room() - 1) + message("   ... m shows the rest") + "\n";
  print_result(kClear + top + (said.empty() ? "" : "\n" + said) + "\n" + below);
}

void SittingScreen::draw_in_full() {
  print_result((clears_ ? kClear : "\n") + text_of(said_) + "\n");
}

bool SittingScreen::show(const Document& page) {
  if (clears_) session_.measure_again();
  print_result(clears_ ? kClear : "\n");
  return print_screen(text_of(page) + "\n");
}

}  // namespace attn
