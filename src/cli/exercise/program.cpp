#include "cli/exercise/program.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "practice/feedback/feedback.hpp"

namespace attn {

namespace fs = std::filesystem;

std::string program_here(const ExerciseSession& session, const Exercise& exercise) {
  std::vector<std::string> found;
  std::error_code ignored;
  for (const ProgramLanguage& language : exercise.program->languages)
    if (const std::string file = exercise.id + "." + language.extension;
        fs::is_regular_file(file, ignored))
      found.push_back(file);
  if (fs::is_directory(exercise.id, ignored)) found.push_back(exercise.id);
  if (found.size() > 1)
    throw InputError(message("several programs lie here: {}. Say which is meant.", listed(found)),
                     {session.command("check", exercise, found.front())});
  return found.empty() ? "" : found.front();
}

std::string write_program_template(const Exercise& exercise, const std::string& path,
                                   bool replace) {
  const auto& templates = exercise.pages.program_templates;
  const ProgramLanguage* const language = exercise.program->language_of(path);
  const auto text = language ? templates.find(language->extension) : templates.end();
  if (text == templates.end()) {
    std::vector<std::string> known;
    for (const auto& [extension, one] : templates) known.push_back("." + extension);
    throw InputError(
        message("{0}: there is no template for it. There is one for: {1}.", path, listed(known)));
  }
  const std::string kept = replace ? keep_old(path) : "";
  write_files({{path, text->second}}, replace);
  return kept;
}

namespace {

/// "future.2", taken apart; without a number all cases of the check.
struct CaseName {
  std::string check;
  std::size_t number = 0;
};

CaseName case_of(const ExerciseSession& session) {
  const Flag& flag = session.flags().one_case;
  if (!flag) return {};
  const std::vector<std::string> parts = split(plain_value(flag.text()), '.');
  if (parts.size() > 2 || (parts.size() == 2 && !are_ascii_digits(parts[1])) ||
      flag.text().size() > 100)
    throw InputError(message("{0} takes a check or one of its cases, such as {1}, and {2} is none.",
                             flag.name(), "shape.1", preview(flag.text())));
  return {parts.front(), parts.size() == 2 ? std::stoul("0" + parts[1].substr(0, 6)) : 0};
}

// The strongest isolation that works here, or the one that was asked for. What a course says about
// running programs is somebody's word, and without bubblewrap taken only from one that is trusted.
Isolation isolation_for(const ExerciseSession& session) {
  const auto wanted = session.flags().isolation.choice(kIsolations);
  // Trying bubblewrap takes a start of it, which limits alone can do without.
  const Isolation isolation =
      wanted == Isolation::limits ? Isolation::limits : strongest_isolation();
  if (wanted == Isolation::bubblewrap && isolation != Isolation::bubblewrap)
    throw SurroundingsError(bubblewrap_trouble());
  if (isolation == Isolation::limits && !is_chosen_course(session.flags().course.text()))
    throw SurroundingsError(
        message("without bubblewrap, programs are run only for a course that you name: {} FOLDER.",
                session.flags().course.name()));
  return isolation;
}

Submission submission_of(const ExerciseSession& session, const std::string& path) {
  Submission submission{.path = path, .isolation = isolation_for(session)};
  if (const Flag& run = session.flags().run) {
    submission.run = spaced_words(run.text());
    if (submission.run.empty())
      throw InputError(message("{0} needs a command, such as {1}.", run.name(), "\"node {file}\""));
  }
  submission.hidden = {session.folder(), data_folder(), program_folder() + "/attn"};
  return submission;
}

void print_request(ExerciseSession& session, const CaseName& wanted) {
  print_result(request_of(session.exercise(), wanted.check, std::max<std::size_t>(wanted.number, 1),
                          session.variant().value_or(0)));
}

// The program again, run as it was this time.
std::string same_run(const ExerciseSession& session, const std::string& path) {
  std::string words = shell_word(path);
  for (const Flag& flag : {session.flags().run, session.flags().isolation})
    if (flag) words += " " + flag.name() + " " + shell_word(flag.text());
  return words;
}

[[noreturn]] void refuse_no_program(const ExerciseSession& session, const Exercise& exercise) {
  const std::string file = usual_file(exercise);
  throw InputError(message("no program was given to exercise {}, and there is no {} here.",
                           exercise.number, file),
                   {message("try   {}", session.command("start", exercise)),
                    message("or    {}", session.command("check", exercise, "FILE"))});
}

}  // namespace

ProgramResult judge_file(ExerciseSession& session, const std::string& path) {
  const Exercise& exercise = session.exercise();
  const CaseName wanted = case_of(session);
  std::optional<LiveText> live;
  if (errors_are_redrawable()) live.emplace();
  ProgramTrial trial{.variant = session.variant().value_or(0),
                     .only_check = wanted.check,
                     .only_case = wanted.number};
  trial.before_check = [&live](const ProgramCheck& check) {
    if (live) live->show(message("running {}", check.name));
  };
  return judge_program(exercise, submission_of(session, path), trial);
}

Document program_page(ExerciseSession& session, const ProgramResult& result,
                      const std::string& path) {
  const Exercise& exercise = *result.exercise;
  const std::string file = same_run(session, path);
  Document page = program_feedback(result);
  if (const ProgramCheckResult* failed = first_failure(result)) {
    const std::string one =
        fmt::format("--case {}.{}", failed->check->name, failed->failure->number);
    page.add(
        next_line(translated("this alone"), session.command("check", exercise, file + " " + one)));
    page.add(next_line(translated("its request"),
                       session.command("check", exercise, one + " --request")));
  }
  if (!session.flags().one_case) page.add(after_check(session, exercise, result.verdict, file));
  return page;
}

int check_program(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  if (session.flags().set)
    throw InputError(message("{0} is for typed answers, and exercise {1} asks for a program.",
                             session.flags().set.name(), exercise.number));
  if (const CaseName wanted = case_of(session); session.flags().request) {
    if (wanted.check.empty())
      throw InputError(message("{0} needs to know which: {1}.", session.flags().request.name(),
                               "--case " + exercise.program->checks.front().name + ".1"));
    print_request(session, wanted);
    return kDone;
  }
  const std::string path =
      session.file().empty() ? program_here(session, exercise) : session.file();
  if (path.empty()) refuse_no_program(session, exercise);
  const ProgramResult result = judge_file(session, path);
  if (!session.flags().one_case) record_attempt(session, exercise, result.verdict);
  session.answer([&] { return program_check_json(result); },
                 [&] { return program_page(session, result, path); });
  return exit_code_of(result.verdict);
}

std::string watched_program(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  std::string path = session.file().empty() ? program_here(session, exercise) : session.file();
  if (path.empty()) path = usual_file(exercise);
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    path = (fs::path(path) / program_in_folder(*exercise.program, path)).string();
  if (!fs::exists(path, ignored)) {
    write_program_template(exercise, path, false);
    print_remark(message("attn: note: {} is written.", path));
  }
  return path;
}

namespace {

/// The same exercise from its page to a pass.
class ProgramSitting {
 public:
  explicit ProgramSitting(ExerciseSession& session)
      : session_(session), exercise_(session.exercise()), numbers_(session.worksheet()) {}

  bool is_passed_now() const { return is_passed_; }

  Document first_page() {
    Document page = prompt_page(exercise_, numbers_);
    page.add(how_to_go_on());
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
      page.add(program_page(session_, result, path));
      page.add(is_passed_ ? page_of(translated("Enter goes on, q stops.")) : how_to_go_on());
      return page;
    } catch (const InputError& error) {
      return page_of(error.what());
    } catch (const SurroundingsError& error) {
      return page_of(error.what());
    }
  }

  Document hint() {
    return next_hint_for(session_, numbers_, exercise_.fields.front(), n_hints_++);
  }

  Document orders() const {
    return page_of(
        translated("Enter checks the program, h shows a hint, p the page; n leaves the "
                   "exercise for later, q stops."));
  }

 private:
  Document write_template() {
    const std::string file = usual_file(exercise_);
    write_program_template(exercise_, file, false);
    record_start(session_, exercise_);
    return page_of(
        message("{} is written. Open it in your editor, and type Enter here whenever it "
                "is to be checked.",
                file));
  }

  Document how_to_go_on() const {
    const std::string file = usual_file(exercise_);
    return page_of(
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
  page.add(sitting.first_page());
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
