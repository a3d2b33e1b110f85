#include "cli/exercise/sitting.hpp"

#include <set>

#include "base/message.hpp"
#include "cli/exercise/sitting_exercise.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/programs/sitting_program.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/terminal/terminal_keeper.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

std::string goodbye(const ExerciseSession& session, bool is_kept) {
  Document page;
  if (is_kept) page.pieces.emplace_back(Paragraph{translated("Every answer is kept.")});
  page.pieces.emplace_back(next_line(translated("go on"), session.command("continue")));
  return document_text(page, session.layout());
}

/// Says goodbye at Ctrl-C, too, while it lives.
class LastWords {
 public:
  explicit LastWords(const ExerciseSession& session) : text_(goodbye(session, true)) {}
  ~LastWords() { set_last_words(nullptr); }
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  void take_them(bool is_kept) const { set_last_words(is_kept ? &text_ : nullptr); }

 private:
  std::string text_;
};

/// How an exercise was left, and whether its answers are kept.
struct Left {
  Leaving how;
  bool is_kept = true;
};

// A program is in a file of its own.
Left sit_at_exercise(ExerciseSession& session, SittingScreen& screen, LineEditor& editor,
                     const LastWords& last_words) {
  if (session.exercise().program) {
    last_words.take_them(true);
    return {sit_at_program(session, screen, editor)};
  }
  SittingExercise exercise(session, screen, editor);
  last_words.take_them(exercise.is_kept());
  const Leaving leaving = exercise.run();
  return {leaving, exercise.is_kept()};
}

// What was begun stays so, and comes before what is new.
void mark_as_left(ExerciseSession& session) {
  session.record(session.exercise().id, [](ExerciseProgress& progress) {
    if (progress.state == ExerciseProgress::State::untouched)
      progress.state = ExerciseProgress::State::skipped;
  });
}

// The exercise to go on with in a sitting that has left some for later: those come last.
const Exercise* next_of(ExerciseSession& session, const std::set<std::string>& left) {
  Standing standing = session.standing();
  for (std::size_t i = 0; i < standing.progress.size(); ++i)
    if (left.contains(standing.course.exercises[i].id) && !is_passed(standing.progress[i]))
      standing.progress[i].state = ExerciseProgress::State::skipped;
  return standing.next();
}

}  // namespace

bool is_interactive(const ExerciseSession& session) {
  return !session.is_json() && input_is_terminal() && output_is_terminal();
}

// Without a terminal nobody can be asked: then what there is to do is shown.
int continue_exercise(ExerciseSession& session) {
  if (is_interactive(session)) return sit_down(session);
  return session.flags().words.size() > 1 ? show_exercise(session) : show_next(session);
}

int sit_down(ExerciseSession& session) {
  bool is_chosen = session.flags().words.size() > 1;
  if (!is_chosen && session.standing().next() == nullptr) return show_where(session);
  if (is_chosen) session.exercise();  // fails at once if it does not exist
  const LastWords last_words(session);
  SittingScreen screen(session);
  LineEditor editor([&screen] { screen.draw(); });
  screen.clears(editor.can_edit());
  if (!editor.can_edit()) leave_at_interrupt();
  std::set<std::string> left;
  for (;; is_chosen = false) {
    session.look_again();
    if (!is_chosen) {
      const Exercise* const next = next_of(session, left);
      if (next == nullptr) return show_where(session);
      session.choose(next->id);
    }
    const auto [leaving, is_kept] = sit_at_exercise(session, screen, editor, last_words);
    screen.say({});
    if (leaving == Leaving::left) {
      mark_as_left(session);
      left.insert(session.exercise().id);
      screen.say({{Paragraph{message("Exercise {} is left for later. Its answers are kept.",
                                     session.exercise().number)}}});
    }
    if (leaving != Leaving::quit) continue;
    print_result("\n" + goodbye(session, is_kept));
    return kDone;
  }
}

}  // namespace attn
