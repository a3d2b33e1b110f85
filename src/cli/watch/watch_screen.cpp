#include "cli/watch/watch_screen.hpp"

#include <algorithm>
#include <variant>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/screen_lines.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/watch/watch_keys.hpp"
#include "practice/course/course.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

// From the top of the screen to its end: what scrolled out of it before stays.
constexpr const char* kFromTheTop = "\033[H\033[J";

// From the first question that is wrong on; all of it where none is.
Document from_first_wrong(const Document& verdict) {
  const auto is_heading = [](const Piece& piece) { return std::holds_alternative<Heading>(piece); };
  auto begin = std::find_if(verdict.pieces.begin(), verdict.pieces.end(), is_heading);
  if (begin == verdict.pieces.end()) begin = verdict.pieces.begin();
  return {{begin, verdict.pieces.end()}};
}

}  // namespace

std::vector<const FieldResult*> open_questions(const CheckResult& result) {
  std::vector<const FieldResult*> open;
  for (const FieldResult& one : result.fields)
    if (one.field->is_graded && !one.is_settled()) open.push_back(&one);
  return open;
}

std::string WatchScreen::text_of(const Document& page) const {
  return document_text(page, session_.layout());
}

Document WatchScreen::head(const WatchView& view) const {
  const Exercise& exercise = session_.exercise();
  const bool is_ascii = session_.layout().glyphs == Glyphs::ascii;
  Document page{
      {Heading{exercise_name(exercise)}, progress_bar(session_.standing(), is_ascii),
       LabelledLine{view.n_texts == 0 ? translated("file") : message("check {}", view.n_texts),
                    view.file}}};
  if (!view.result || view.is_missing) return page;
  std::vector<std::string> names;
  for (const FieldResult* open : open_questions(*view.result)) names.push_back(open->field->name);
  if (!names.empty()) page.pieces.emplace_back(LabelledLine{translated("open"), listed(names)});
  return page;
}

Document WatchScreen::verdict(const WatchView& view) const {
  if (view.is_missing)
    return {{Paragraph{message("{} is not there. It is checked as soon as it is.", view.file)}}};
  Document page = view.trouble;
  if (view.result) append(page, feedback(*view.result, bool(session_.flags().all)));
  append(page, view.after_pass);
  return page;
}

// As many lines of a page, and where the rest can be read.
std::string WatchScreen::cut(const Document& page, std::size_t n, const std::string& rest) const {
  const std::string text = squeezed(text_of(page));
  if (n_lines_of(text) <= n) return text;
  const std::string more =
      text_of({{LabelledLine{"...", rest, LabelledLine::Mood::quiet}}});  // two lines, maybe
  return first_lines(text, n - std::min(n, n_lines_of(more))) + more;
}

// What is judged and said, as much of it as so many lines hold.
std::string WatchScreen::fitting(const WatchView& view, std::size_t room) const {
  const Document judged = verdict(view);
  const std::string said = text_of(view.said);
  const std::string all = text_of(judged) + (said.empty() ? "" : "\n" + said);
  if (n_lines_of(all) <= room) return all;
  const Exercise& exercise = session_.exercise();
  if (!said.empty() && n_lines_of(said) <= room) return said;  // the verdict is a key away
  if (!said.empty()) return cut(view.said, room, session_.command("hint", exercise, "--all"));
  if (const std::string close = squeezed(all); n_lines_of(close) <= room) return close;
  return cut(from_first_wrong(judged), room,
             session_.command("check", exercise, shell_word(view.file)));
}

void WatchScreen::draw(const WatchView& view) {
  session_.measure_again();
  const std::size_t height = terminal_height();
  std::string keys =
      text_of({{LabelledLine{"", unbroken_parts(watch_keys_line()), LabelledLine::Mood::quiet}}});
  keys.pop_back();  // the last line of the screen has no end, which would scroll it
  std::string top = text_of(head(view));
  constexpr std::size_t kAround = 3;  // blank lines, and that of the keys
  constexpr std::size_t kLeast = 3;   // lines of the verdict
  const auto others = [&] { return n_lines_of(top) + n_lines_of(keys) + kAround; };
  if (others() + kLeast > height) top = first_lines(squeezed(top), 1);
  const std::size_t room = height > others() + kLeast ? height - others() : kLeast;
  const std::string body = fitting(view, room);
  print_result(kFromTheTop + top + (body.empty() ? "" : "\n" + body) + "\n" + keys);
}

bool WatchScreen::show(const Document& page) {
  session_.measure_again();
  print_result(kFromTheTop);
  return print_screen(text_of(page));
}

}  // namespace attn
