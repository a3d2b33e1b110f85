#include "cli/programs/sitting_program.hpp"

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/pages.hpp"
#include "cli/exercise/sitting_order.hpp"
#include "cli/programs/program_verbs.hpp"
#include "practice/course/course.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

Document remark(const std::string& text) { return {{Paragraph{text}}}; }

/// The same exercise from its page to a pass.
class ProgramSitting {
 public:
  explicit ProgramSitting(ExerciseSession& session)
      : session_(session), exercise_(session.exercise()), numbers_(session.worksheet()) {}

  bool is_passed_now() const { return is_passed_; }

  Document first_page() {
    Document page = prompt_page(exercise_, numbers_);
    append(page, how_to_go_on());
    return page;
  }

  // Enter: the template where no program is here yet, else the verdict on it.
  Document check() {
    try {
      const std::string path = program_here(session_, exercise_);
      if (path.empty()) return write_template();
      const ProgramResult result = judge_file(session_, path);
      record_attempt(session_, exercise_, result.verdict);
      is_passed_ = result.verdict == Verdict::pass;
      Document page{{Heading{exercise_name(exercise_)}}};
      append(page, program_page(session_, result, path));
      append(page, is_passed_ ? remark(translated("Enter goes on, q stops.")) : how_to_go_on());
      return page;
    } catch (const InputError& error) {
      return remark(error.what());
    } catch (const SurroundingsError& error) {
      return remark(error.what());
    }
  }

  Document hint() {
    return next_hint_for(session_, numbers_, exercise_.fields.front(), n_hints_++);
  }

  Document orders() const {
    return remark(
        translated("Enter checks the program, h shows a hint, p the page; n leaves the "
                   "exercise for later, q stops."));
  }

 private:
  Document write_template() {
    const std::string file = usual_program_file(exercise_);
    write_program_template(exercise_, file, false);
    session_.record(exercise_.id, [](ExerciseProgress& progress) {
      progress.mark(ExerciseProgress::State::started);
    });
    return remark(
        message("{} is written. Open it in your editor, and type Enter here whenever it "
                "is to be checked.",
                file));
  }

  Document how_to_go_on() const {
    const std::string file = usual_program_file(exercise_);
    return remark(
        message("Enter checks {}, and writes it where it is missing. n leaves the exercise "
                "for later, q stops, ? shows what else can be typed.",
                file));
  }

  ExerciseSession& session_;
  const Exercise& exercise_;
  Worksheet numbers_;
  std::size_t n_hints_ = 0;
  bool is_passed_ = false;
};

}  // namespace

Leaving sit_at_program(ExerciseSession& session, SittingScreen& screen, LineEditor& editor) {
  ProgramSitting sitting(session);
  Document page = screen.said();  // of the exercise before
  screen.say({});
  append(page, sitting.first_page());
  for (bool is_told = false;;) {
    const auto line = screen.show(page, editor, " > ", is_told);
    if (!line) return Leaving::quit;
    const std::string word(trimmed(*line));
    is_told = false;
    if (word.empty()) {
      if (sitting.is_passed_now()) return Leaving::passed;
      page = sitting.check();
      continue;
    }
    const auto order = order_of(word);
    if (order == Order::quit) return Leaving::quit;
    if (order == Order::next) return sitting.is_passed_now() ? Leaving::passed : Leaving::left;
    if (order == Order::hint)
      page = sitting.hint();
    else if (order == Order::show)
      page = sitting.first_page();
    else
      page = sitting.orders();
  }
}

}  // namespace attn
