#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/course/course.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

/// The answers to one exercise in a sitting. Where they cannot be kept, the sitting goes on with
/// what was typed in it, and says so.
class SittingAnswers {
 public:
  SittingAnswers(ExerciseSession& session, const Exercise& exercise, std::uint64_t variant)
      : session_(session), exercise_(exercise) {
    sheet_.exercise = exercise.id;
    sheet_.variant = variant;
    read_again();
  }

  /// Those to questions that the exercise has.
  const AnswerSheet& sheet() const { return sheet_; }

  /// The text of an answer; "" where there is none.
  std::string text(const Field& field) const {
    for (const AnswerEntry& entry : sheet_.entries)
      if (entry.name == field.name) return entry.text;
    return "";
  }

  /// Keeps the text of an answer; "" takes it away. What another sitting has kept since comes with
  /// it.
  void keep(const Field& field, const std::string& text) {
    replace_answer(sheet_, field.name, text);
    unkept_[field.name] = text;
    unless_it_fails([&] {
      AnswerSheet kept;
      for (const auto& [name, typed] : unkept_)
        kept = session_.kept_answers().keep(exercise_.id, *sheet_.variant, name, typed);
      unkept_.clear();
      take(std::move(kept));
    });
  }

  /// Looks at what another sitting has kept since.
  void read_again() {
    unless_it_fails([&] { take(session_.kept_answers().read(exercise_.id, *sheet_.variant)); });
  }

  /// Why nothing is kept, as a sentence; "" where it is.
  const std::string& trouble() const { return trouble_; }

  /// What was wrong with the file of the answers, as sentences; "" if nothing was.
  const std::string& damage() const { return damage_; }

 private:
  template <typename Do>
  void unless_it_fails(const Do& act) {
    try {
      act();
      trouble_.clear();
      if (const std::string& now = session_.kept_answers().damage(); !now.empty()) damage_ = now;
    } catch (const SurroundingsError& error) {
      trouble_ = error.what();
    }
  }

  // The exercise may have lost questions since something was kept.
  void take(AnswerSheet sheet) {
    std::erase_if(sheet.entries, [this](const AnswerEntry& entry) {
      return exercise_.find_field(entry.name) == nullptr;
    });
    sheet_ = std::move(sheet);
  }

  ExerciseSession& session_;
  const Exercise& exercise_;
  AnswerSheet sheet_;
  std::map<std::string, std::string> unkept_;  // by question: what the next keep() tries again
  std::string trouble_, damage_;
};

/// The questions of one exercise, asked one after the other. Every answer is kept when it is given,
/// the rows of a matrix one by one; the next sitting goes on at the first question that is open.
class SittingExercise {
 public:
  SittingExercise(ExerciseSession& session, SittingScreen& screen, LineEditor& editor)
      : session_(session),
        screen_(screen),
        editor_(editor),
        exercise_(session.exercise()),
        worksheet_(session.worksheet()),
        answers_(session, exercise_, worksheet_.variant()) {}

  Leaving run() {
    judge_kept();
    screen_.take_typed("");
    if (is_blank(result_.fields))
      if (const auto leaving = introduce()) return *leaving;
    for (;;) {
      const Field* const open = next_open();
      if (open != nullptr) pin(*open);
      const std::optional<Leaving> leaving = open != nullptr ? ask(*open) : end_round();
      if (leaving) return *leaving;
    }
  }

  bool is_kept() const { return answers_.trouble().empty(); }

 private:
  /// What was typed at a prompt: an order, or the text of an answer.
  struct Typed {
    std::optional<Order> order;
    std::string text;
  };

  void judge_kept() { result_ = check(exercise_, worksheet_, answers_.sheet()); }

  const Field* next_open() {
    const std::size_t n = exercise_.fields.size();
    while (place_ < n && result_.fields[place_].is_settled()) ++place_;
    return place_ < n ? &exercise_.fields[place_] : nullptr;
  }

  Document head() const {
    const bool is_ascii = session_.layout().glyphs == Glyphs::ascii;
    Document page{{Heading{exercise_name(exercise_)}, progress_bar(session_.standing(), is_ascii)}};
    if (!answers_.trouble().empty())
      page.add(LabelledLine{translated("not kept"), answers_.trouble(), LabelledLine::Mood::bad});
    if (!answers_.damage().empty())
      page.add(LabelledLine{translated("damage"), answers_.damage(), LabelledLine::Mood::bad});
    return page;
  }

  std::optional<Leaving> introduce() {
    Document page = screen_.said();  // of the exercise before
    screen_.say({});
    page.add(introduction_page(exercise_, worksheet_));
    page.add(Paragraph{
        translated("Enter: the first question. ? at a question shows what else can be typed.")});
    const std::optional<Order> order = wait_at(page, " > ");
    return order ? obey(*order) : std::nullopt;
  }

  void pin(const Field& field) {
    const std::pair now(place_, answers_.trouble() + answers_.damage());
    if (pinned_ == now) return;
    pinned_ = now;
    const auto here = result_.fields.begin() + static_cast<std::ptrdiff_t>(place_);
    const std::vector<FieldResult> before(result_.fields.begin(), here);
    std::vector<Document> tops;
    for (std::size_t n = n_own_answers(before) + 1; n-- > 0;)
      tops.push_back(top_of(field, own_answers(before, n)));
    screen_.pin(std::move(tops), context_of(worksheet_, field, before).n_rows);
  }

  Document top_of(const Field& field, Document own) {
    Document page = head();
    page.add(beside(given_values(exercise_, worksheet_), std::move(own)));
    page.add(
        Heading{message("{0} of {1}   {2}", place_ + 1, exercise_.fields.size(), field.name), 2});
    page.add(Paragraph{question_text(field, worksheet_.numbers(field.name))});
    append_options(page, field);
    return page;
  }

  std::string prompt(const Field& field, const AnswerInRows& before) const {
    if (before.has_open_bracket()) return message(" until ] > ");
    const std::size_t row = before.next_row();
    if (row == 0) return " > ";
    const std::string label =
        row <= field.row_labels.size() ? fmt::format(" ({})", field.row_labels[row - 1]) : "";
    return " " + message("row {}", row) + label + " > ";
  }

  std::string typed_lines(const Field& field, const AnswerInRows& rows) const {
    std::string text;
    for (std::size_t i = 0; i < rows.lines().size(); ++i)
      text += prompt(field, rows.first(i)) + rows.lines()[i] + "\n";
    return text;
  }

  // What was typed of a matrix before its last row: there the last sitting ended.
  AnswerInRows begun_rows(const Field& field) const {
    const AnswerContext context = context_of(worksheet_, field, result_.fields);
    const FieldVerdict verdict = result_.fields[place_].verdict;
    const bool is_begun =
        verdict == FieldVerdict::wrong_shape || verdict == FieldVerdict::unreadable;
    AnswerInRows rows(field, context, is_begun ? answers_.text(field) : "");
    return rows.is_whole() ? AnswerInRows(field, context) : rows;
  }

  Typed read_typed(const Field& field, AnswerInRows& rows) {
    for (;;) {
      const auto line = editor_.read(prompt(field, rows));
      if (!line) return {Order::quit, ""};
      const std::string part(trimmed(*line));
      if (const auto order = order_of(part, field)) return {order, ""};
      editor_.remember(part);
      if (!part.empty() || !rows.is_empty()) take_row(field, rows, part);
      if (rows.is_whole()) return {std::nullopt, rows.text()};
    }
  }

  void take_row(const Field& field, AnswerInRows& rows, const std::string& line) {
    const std::string problem = rows.add(line);
    const bool was_kept = is_kept();
    if (problem.empty() && !rows.is_whole()) keep_begun(field, rows);
    const bool was_told = std::exchange(is_told_of_row_, !problem.empty());
    screen_.take_typed(typed_lines(field, rows));  // it is drawn again when the terminal is resized
    const bool is_news = was_kept != is_kept();    // a disk that is full, or no longer
    if (is_news) pin(field);
    if (problem.empty() && !was_told && !is_news) return;
    screen_.say(problem.empty() ? Document{} : page_of(problem));
    if (!rows.is_whole()) screen_.draw();
  }

  // Another sitting may have answered this question rightly since it was asked here.
  bool is_answered_elsewhere() {
    if (is_kept()) answers_.read_again();
    judge_kept();
    return result_.fields[place_].is_right();
  }

  // Judged, too: what was begun is found by that again.
  void keep_begun(const Field& field, const AnswerInRows& rows) {
    if (is_answered_elsewhere()) return;
    keep(field, rows.text());
    judge_kept();
  }

  // A signal that ends the sitting must not promise what is not true.
  void keep(const Field& field, const std::string& text) {
    answers_.keep(field, text);
    if (!is_kept()) set_last_words(nullptr);
  }

  std::optional<Leaving> ask(const Field& field) {
    AnswerInRows rows = begun_rows(field);
    screen_.take_typed(typed_lines(field, rows));
    screen_.draw();
    const Typed typed = read_typed(field, rows);
    screen_.take_typed("");
    if (typed.order == Order::undo && rows.take_back()) {
      keep_begun(field, rows);
      screen_.say({});
      return std::nullopt;
    }
    if (typed.order) return obey(*typed.order);
    take_answer(field, typed.text);
    return std::nullopt;
  }

  void take_answer(const Field& field, const std::string& text) {
    const auto here = result_.fields.begin() + static_cast<std::ptrdiff_t>(place_);
    const FieldResult judged =
        check_field(worksheet_, field, {field.name, text, 0}, {result_.fields.begin(), here});
    screen_.say(field_feedback(exercise_, judged));
    if (judged.verdict == FieldVerdict::unreadable) return forget_begun(field);  // asked again
    if (is_answered_elsewhere()) {
      Document page = field_feedback(exercise_, judged);
      page.add(
          Paragraph{translated("Another sitting has answered this meanwhile. That answer is kept, "
                               "not this one.")});
      return screen_.say(std::move(page));
    }
    if (!has_answered_ || judged.is_slip()) record_answer(judged);
    has_answered_ = true;
    keep(field, text);
    judge_kept();
    skipped_.clear();
  }

  // Else lines that cannot be read would come back for ever.
  void forget_begun(const Field& field) {
    if (result_.fields[place_].verdict != FieldVerdict::unreadable) return;
    keep(field, "");
    judge_kept();
  }

  void record_answer(const FieldResult& judged) {
    session_.record(exercise_.id, [&judged](ExerciseProgress& progress) {
      if (is_passed(progress)) return;
      progress.state = ExerciseProgress::State::started;
      if (judged.is_slip()) progress.count_attempt();
    });
  }

  std::optional<Leaving> obey(Order order) {
    session_.look_again();  // a sitting lasts: another terminal may have passed the exercise
    switch (order) {
      case Order::quit:
        return Leaving::quit;
      case Order::next:
        return Leaving::left;
      case Order::skip:
        skipped_.push_back(place_++);
        screen_.say({});
        break;
      case Order::undo:
        undo();
        break;
      case Order::hint:
        show_hint(exercise_.fields[std::min(place_, exercise_.fields.size() - 1)]);
        break;
      case Order::help:
        return obey_at(help_page());
      case Order::show:
        return obey_at(prompt_page(exercise_, worksheet_));
      case Order::answers:
        return obey_at(answers_page());
      case Order::solution:
        if (may_read_solution(session_.progress().of(exercise_.id)))
          return obey_at(solution_page());
        refuse_solution();
        break;
      case Order::more:
        return screen_.said().pieces.empty() ? std::nullopt : obey_at(screen_.said());
    }
    return std::nullopt;
  }

  // The skip that came last, else the answer to the question before, or to this one if it has a
  // wrong one.
  void undo() {
    if (!skipped_.empty()) {
      place_ = skipped_.back();
      skipped_.pop_back();
      return screen_.say({});
    }
    for (std::size_t place = std::min(place_ + 1, exercise_.fields.size()); place-- > 0;) {
      const Field& field = exercise_.fields[place];
      const std::string text = answers_.text(field);
      if (text.empty()) continue;
      keep(field, "");
      judge_kept();
      place_ = place;
      screen_.say({{LabelledLine{translated("taken back"), field.name + "\n" + text}}});
      return;
    }
    screen_.say(page_of(translated("There is nothing to take back.")));
  }

  // Shows a page until an order is given, one of those named where some are; nothing where Enter
  // goes on.
  std::optional<Order> wait_at(Document page, const std::string& prompt,
                               const std::vector<Order>& only = {}) {
    for (bool is_told = false;; is_told = true) {
      const auto line = screen_.show(page, editor_, prompt, is_told);
      if (!line) return Order::quit;
      const std::string word(trimmed(*line));
      if (word.empty()) return std::nullopt;
      const auto order = order_of(word);
      if (order && (only.empty() || std::find(only.begin(), only.end(), *order) != only.end()))
        return order;
      if (!is_told) page.add(Paragraph{translated("That does nothing here.")});
    }
  }

  std::optional<Order> wait_at(const Document& page) {
    return wait_at(page, message(" Enter goes back, q stops > "));
  }

  std::optional<Leaving> obey_at(const Document& page) {
    const std::optional<Order> order = wait_at(page);
    return order ? obey(*order) : std::nullopt;
  }

  Document help_page() const {
    Document page;
    for (const OrderHelp& line : order_help()) page.add(LabelledLine{line.names, line.does});
    page.add(
        Paragraph{translated("A matrix is typed row by row, or pasted whole. Where a word could "
                             "be the answer, put a colon before it: :h")});
    return page;
  }

  Document answers_page() const {
    Document page{{Heading{exercise_name(exercise_)}}};
    Document own = own_answers(result_.fields, result_.fields.size());
    if (own.pieces.empty())
      page.add(Paragraph{translated("Nothing has been answered rightly yet.")});
    else
      page.add(own);
    return page;
  }

  void show_hint(const Field& field) {
    screen_.say(next_hint_for(session_, worksheet_, field, n_hints_shown_[field.name]++));
  }

  Document solution_page() { return attn::solution_page(exercise_, worksheet_); }

  void refuse_solution() {
    screen_.say(
        {{Paragraph{
              translated("The worked solution is shown once the exercise is passed, or if you "
                         "give it up.")},
          next_line(translated("give up"), session_.command("solution", exercise_, "--give-up"))}});
  }

  std::optional<Leaving> end_round() {
    has_answered_ = false;
    if (result_.verdict == Verdict::pass)  // each wrong answer was counted when it was typed
      record_attempt(session_, exercise_, result_.verdict);
    if (result_.verdict == Verdict::pass) return pass();
    Document page = head();
    page.add(feedback(result_, false));
    page.add(Paragraph{
        translated("Enter: the open questions again. n leaves them for later, q stops.")});
    screen_.say({});
    const std::optional<Order> order = wait_at(page, " > ");
    pinned_.reset();
    if (order != Order::undo) {  // which takes back the last of all
      place_ = 0;
      skipped_.clear();
    }
    next_open();
    return order ? obey(*order) : std::nullopt;
  }

  Leaving pass() {
    Document page = head();
    page.add(feedback(result_, false));
    page.add(Paragraph{passed_sentence(exercise_, session_.progress().of(exercise_.id))});
    page.add(Paragraph{translated("Enter goes on, w shows the worked solution, q stops.")});
    const auto wait = [&] {
      return wait_at(
          page, " > ",
          {Order::next, Order::solution, Order::help, Order::show, Order::answers, Order::quit});
    };
    for (auto order = wait(); order && order != Order::next; order = wait()) {
      if (order == Order::solution) order = wait_at(solution_page());
      if (order == Order::help) order = wait_at(help_page());
      if (order == Order::show) order = wait_at(prompt_page(exercise_, worksheet_));
      if (order == Order::answers) order = wait_at(answers_page());
      if (order == Order::quit) return Leaving::quit;
    }
    return Leaving::passed;
  }

  ExerciseSession& session_;
  SittingScreen& screen_;
  LineEditor& editor_;
  const Exercise& exercise_;
  Worksheet worksheet_;
  SittingAnswers answers_;
  CheckResult result_;  // of all of them
  std::size_t place_ = 0;
  std::map<std::string, std::size_t> n_hints_shown_;           // by question
  std::optional<std::pair<std::size_t, std::string>> pinned_;  // a place, and trouble that was told
  std::vector<std::size_t> skipped_;  // places of questions, since the last answer
  bool has_answered_ = false;         // since the round began
  bool is_told_of_row_ = false;       // that the last one was none
};

}  // namespace

Left sit_at_questions(ExerciseSession& session, SittingScreen& screen, LineEditor& editor,
                      const std::string& last_words) {
  SittingExercise exercise(session, screen, editor);
  set_last_words(exercise.is_kept() ? &last_words : nullptr);
  const Leaving leaving = exercise.run();
  return {leaving, exercise.is_kept()};
}

namespace {

constexpr const char* kClear = "\033[H\033[2J";
constexpr std::size_t kLeastSaid = 3;  // lines, however small the terminal is

}  // namespace

std::string SittingScreen::footer() const {
  const std::string keys = translated("? help   h hint   y yours   s skip   u undo   q quit");
  return session_.text_of({{LabelledLine{"", unbroken_parts(keys), LabelledLine::Mood::quiet}}});
}

// Where nothing is cleared, what stands above it still does.
void SittingScreen::draw_below() {
  const std::string said = session_.text_of(said_);
  if (!said.empty()) print_result("\n" + said);
  if (is_new_) print_result("\n" + session_.text_of(tops_.back()) + "\n" + footer());
  if (is_new_ || !said.empty()) print_result(typed_);
  is_new_ = false;
}

void SittingScreen::draw() {
  if (page_) return draw_page();
  if (!clears_) return draw_below();
  session_.measure_again();
  std::string said = session_.text_of(said_);
  const std::string below = footer() + typed_;
  constexpr std::size_t kAround = 3;  // blank lines, and the prompt
  const std::size_t n_rows_left =
      n_rows_to_type_ - std::min(n_rows_to_type_, n_lines_of(typed_) + 1);
  const std::size_t n_others = n_lines_of(below) + kAround;
  std::string top =
      session_.text_of(top_that_fits(n_lines_of(squeezed(said)) + n_others + n_rows_left));
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
    return n_lines_of(squeezed(session_.text_of(top))) + n_other_lines <= terminal_height();
  };
  return *std::find_if(tops_.begin(), tops_.end() - 1, fits);
}

// A page that fits stands above an empty line; of others each part leaves a line for the prompt.
void SittingScreen::draw_page() {
  if (!clears_) {
    page_->at = 0;
    return print_result("\n" + session_.text_of(page_->page) + "\n");
  }
  session_.measure_again();
  const std::string text = session_.text_of(page_->page);
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
  return session_.text_of({{LabelledLine{"", unbroken_parts(keys), LabelledLine::Mood::quiet}}});
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
