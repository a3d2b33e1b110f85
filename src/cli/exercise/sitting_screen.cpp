#include "cli/exercise/sitting_screen.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/screen_lines.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/text/document.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

constexpr const char* kClear = "\033[H\033[2J";
constexpr std::size_t kLeastSaid = 3;  // lines, however small the terminal is

}  // namespace

std::string SittingScreen::text_of(const Document& page) const {
  return document_text(page, session_.layout());
}

std::string SittingScreen::footer() const {
  const std::string keys = translated("? help   h hint   y yours   s skip   u undo   q quit");
  return text_of({{LabelledLine{"", unbroken_parts(keys), LabelledLine::Mood::quiet}}});
}

// Where nothing is cleared, what stands above it still does.
void SittingScreen::draw_below() {
  const std::string said = text_of(said_);
  if (!said.empty()) print_result("\n" + said);
  if (is_new_) print_result("\n" + text_of(tops_.back()) + "\n" + footer());
  if (is_new_ || !said.empty()) print_result(typed_);
  is_new_ = false;
}

void SittingScreen::draw() {
  if (page_) return draw_page();
  if (!clears_) return draw_below();
  session_.measure_again();
  std::string said = text_of(said_);
  const std::string below = footer() + typed_;
  constexpr std::size_t kAround = 3;  // blank lines, and the prompt
  const std::size_t n_rows_left =
      n_rows_to_type_ - std::min(n_rows_to_type_, n_lines_of(typed_) + 1);
  const std::size_t n_others = n_lines_of(below) + kAround;
  std::string top = text_of(top_that_fits(n_lines_of(squeezed(said)) + n_others + n_rows_left));
  const auto n_too_many = [&] {
    const std::size_t n = n_lines_of(top) + n_lines_of(said) + n_others;
    return n - std::min<std::size_t>(n, terminal_height());
  };
  top = squeezed(top, n_too_many());
  said = squeezed(said, n_too_many());
  if (const std::size_t n = n_too_many(); n > 0 && n_lines_of(said) > kLeastSaid) {
    const std::size_t n_shown = n_lines_of(said) - std::min(n, n_lines_of(said) - kLeastSaid);
    said = first_lines(said, n_shown - 1) + message("   ... m shows the rest") + "\n";
  }
  print_result(kClear + top + (said.empty() ? "" : "\n" + said) + "\n" + below);
}

const Document& SittingScreen::top_that_fits(std::size_t n_other_lines) const {
  const auto fits = [&](const Document& top) {
    return n_lines_of(squeezed(text_of(top))) + n_other_lines <= terminal_height();
  };
  return *std::find_if(tops_.begin(), tops_.end() - 1, fits);
}

// A page that fits stands above an empty line; of others each part leaves a line for the prompt.
void SittingScreen::draw_page() {
  if (!clears_) {
    page_->at = 0;
    return print_result("\n" + text_of(page_->page) + "\n");
  }
  session_.measure_again();
  const std::string text = text_of(page_->page);
  const std::size_t height = terminal_height();
  if (n_lines_of(text) + 2 <= height) {
    page_->at = 0;
    page_->n_screenfuls = 1;
    return print_result(kClear + text + "\n");
  }
  const std::string all_keys = turning_keys(1, 2);
  const std::size_t room = height - std::min(height, n_lines_of(all_keys) + 1);
  const std::vector<std::string> parts = screenfuls(text, room);
  page_->n_screenfuls = parts.size();
  page_->at = std::min(page_->at, parts.size() - 1);
  print_result(kClear + parts[page_->at] + turning_keys(page_->at + 1, parts.size()));
}

std::string SittingScreen::turning_keys(std::size_t place, std::size_t n) const {
  const std::string keys = place < n
                               ? message("{0} of {1}   Enter further   b back   q stops", place, n)
                               : message("{0} of {1}   b back", place, n);
  return text_of({{LabelledLine{"", unbroken_parts(keys), LabelledLine::Mood::quiet}}});
}

void SittingScreen::turn(const KeyPress& press) {
  switch (press.key) {
    case Key::next:
    case Key::down:
    case Key::right:
    case Key::page_down:
      ++page_->at;
      break;
    case Key::back:
    case Key::up:
    case Key::left:
    case Key::page_up:
      page_->at -= page_->at > 0 ? 1 : 0;
      break;
    case Key::first:
      page_->at = 0;
      break;
    case Key::last:
    case Key::escape:
      page_->at = page_->n_screenfuls - 1;
      break;
    default:
      break;
  }
}

std::optional<std::string> SittingScreen::show(const Document& page, LineEditor& editor,
                                               const std::string& prompt, bool from_its_end) {
  constexpr std::size_t kTheLast = 1'000'000;
  page_ = {.page = page, .at = from_its_end ? kTheLast : 0};
  std::optional<std::string> line;
  for (;;) {
    draw_page();
    if (page_->at + 1 < page_->n_screenfuls) {
      const KeyPress press = editor.read_key();
      if (press.key == Key::quit) break;
      turn(press);
      continue;
    }
    line = editor.read(prompt);
    if (!line) break;
    if (page_->at + 1 < page_->n_screenfuls) {  // the terminal got smaller meanwhile
      ++page_->at;
      continue;
    }
    if (page_->at == 0 || trimmed(*line) != "b") break;
    --page_->at;
  }
  page_.reset();
  is_new_ = true;  // what is not cleared has moved up
  return line;
}

}  // namespace attn
