#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/course/course.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

// A page with its numbers in it, plain.
std::string page_text(const Document& page, const ExerciseSession& session) {
  Layout layout = session.layout();
  layout.color = false;
  return document_text(page, layout);
}

void require_hints(const Exercise& exercise) {
  if (exercise.pages.hints.empty())
    throw InputError(message("exercise {} has no hints.", exercise.number));
}

// The first that was not read; the last where all were.
std::uint64_t next_hint(const ExerciseProgress& progress, std::uint64_t n) {
  std::uint64_t hint = 1;
  while (hint < n && progress.has_read(hint)) ++hint;
  return hint;
}

Heading hint_heading(const Exercise& exercise, std::uint64_t stage) {
  return {message("hint {0} of {1}", stage, exercise.pages.hints.size())};
}

// That a question has no further hint, and how those of the others are read.
Document no_further_hint(const ExerciseSession& session, const Exercise& exercise,
                         std::size_t n_helping) {
  Document page{{Paragraph{translated("There is no further hint for this question.")}}};
  if (n_helping < exercise.pages.hints.size())
    page.add(next_line(translated("hints for the other questions"),
                       session.command("hint", exercise, "--all")));
  return page;
}

VerbScreen solution_screen(ExerciseSession& session, const Document& page,
                           const ExerciseProgress& progress, std::uint64_t variant) {
  const Exercise& exercise = session.exercise();
  Document shown{{Heading{message("solution   {}", exercise.title.here())}}}, next;
  shown.add(page);
  if (!is_passed(progress) && !exercise.variant.empty() && variant == 0)
    next.add(
        next_line(translated("again, with other numbers"),
                  session.command("show " + std::to_string(exercise.number) + " --variant 1")));
  add_next(next, session, session.standing());
  return {shown, next};
}

}  // namespace

std::vector<std::uint64_t> hints_for(const Exercise& exercise, const Field& field) {
  const std::uint64_t n = exercise.pages.hints.size();
  std::vector<std::uint64_t> helping(field.hints.begin(), field.hints.end());
  if (helping.empty())
    for (std::uint64_t hint = 1; hint <= n; ++hint) helping.push_back(hint);
  std::erase_if(helping, [n](std::uint64_t hint) { return hint > n; });
  return helping;
}

void record_hints(ExerciseSession& session, const Exercise& exercise,
                  const std::vector<std::uint64_t>& read) {
  session.record(exercise.id, [&read](ExerciseProgress& progress) {
    for (const std::uint64_t hint : read) progress.read_hint(hint);
    if (progress.state == ExerciseProgress::State::untouched)
      progress.state = ExerciseProgress::State::started;
  });
}

Document next_hint_for(ExerciseSession& session, Worksheet& worksheet, const Field& field,
                       std::size_t n_shown) {
  const Exercise& exercise = session.exercise();
  const std::vector<std::uint64_t> helping = hints_for(exercise, field);
  if (helping.empty()) return {{Paragraph{translated("There are no hints.")}}};
  const std::size_t i = std::min(n_shown, helping.size() - 1);
  Document page;
  if (n_shown > i) page = no_further_hint(session, exercise, helping.size());
  page.add(Heading{message("hint {0} of {1} for this question", i + 1, helping.size())});
  page.add(own_page(exercise.pages.hints[helping[i] - 1], worksheet));
  record_hints(session, exercise, {helping[i]});
  return page;
}

int show_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  Worksheet worksheet = session.worksheet();
  session.typed_answers(exercise);  // says where they are damaged
  return session.answer([&] { return exercise_json(exercise, worksheet); },
                        [&] {
                          return VerbScreen(
                              prompt_page(exercise, worksheet),
                              {{next_line(translated("next"), session.command("start", exercise)),
                                next_line(translated("or"), session.command("check", exercise)),
                                next_line(translated("hint"), session.command("hint", exercise))}});
                        });
}

int show_next(ExerciseSession& session) {
  const Standing standing = session.standing();
  if (standing.next() == nullptr) return show_where(session);  // says that all are passed
  session.choose(standing.next()->id);
  return show_exercise(session);
}

int show_hint(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  require_hints(exercise);
  Worksheet worksheet = session.worksheet();
  const std::uint64_t n = exercise.pages.hints.size();
  const std::uint64_t last =
      session.flags().all ? n : next_hint(session.progress().of(exercise.id), n);
  const std::uint64_t first = session.flags().all ? 1 : last;
  Document page;
  std::vector<std::string> texts;
  std::vector<std::uint64_t> read;
  for (std::uint64_t stage = first; stage <= last; ++stage) {
    const Document hint = own_page(exercise.pages.hints[stage - 1], worksheet);
    page.add(hint_heading(exercise, stage));
    page.add(hint);
    texts.push_back(page_text(hint, session));
    read.push_back(stage);
  }
  record_hints(session, exercise, read);
  Document next;
  if (session.progress().of(exercise.id).n_hints() < n)
    next.add(next_line(translated("hint"), session.command("hint", exercise)));
  next.add(next_line(translated("next"), session.command("check", exercise)));
  return session.answer(
      [&] {
        return hint_json(exercise, worksheet.variant(), last, texts, bool(session.flags().all));
      },
      [&] { return VerbScreen(page, next); });
}

int show_solution(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  Worksheet worksheet = session.worksheet();
  const ExerciseProgress progress = session.progress().of(exercise.id);
  const bool may_read = may_read_solution(progress);
  if (!may_read && !session.flags().give_up)
    throw InputError(
        message("the solution is shown once exercise {} is passed, or if you give it up. Have you "
                "read the hints?",
                exercise.number),
        {message("try   {}", session.command("hint", exercise)),
         message("or    {}", session.command("solution", exercise, "--give-up"))});
  const Document page = solution_page(exercise, worksheet);
  if (!may_read)
    session.record(exercise.id, [](ExerciseProgress& one) {
      one.gave_up = true;
      if (one.state == ExerciseProgress::State::untouched)
        one.state = ExerciseProgress::State::started;
    });
  return session.answer(
      [&] {
        return solution_json(exercise, worksheet.variant(), page_text(page, session),
                             progress.gave_up || !may_read);
      },
      [&] { return solution_screen(session, page, progress, worksheet.variant()); });
}

int simulate(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  if (!exercise.simulation)
    throw InputError(message("exercise {} has nothing to simulate.", exercise.number));
  constexpr std::uint64_t kLargestSeed = 0xFFFF'FFFF;
  const Flag& flag = session.flags().seed;
  const auto seed = static_cast<std::uint32_t>(flag.count(0, kLargestSeed).value_or(1));
  Worksheet worksheet = session.worksheet();
  const Table table = simulation_table(exercise, worksheet, seed);
  return session.answer([&] { return simulation_json(exercise, seed, table); },
                        [&] {
                          const std::string again = session.command(
                              "simulate", exercise, fmt::format("{} {}", flag.name(), seed + 1));
                          return Document{{table, next_line(translated("again"), again)}};
                        });
}

std::vector<std::string> screenfuls(const std::string& text, std::size_t n) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size() || parts.empty(); at += parts.back().size())
    parts.push_back(first_lines(text.substr(at), std::max<std::size_t>(n, 1)));
  return parts;
}

std::string squeezed(const std::string& text, std::size_t n_blank) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const bool goes = text[at] == '\n' && n_blank > 0;
    if (goes) --n_blank;
    if (!goes) result += text.substr(at, end - at);
    at = end;
  }
  return result;
}

}  // namespace attn
