#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/marking/mark_parts.hpp"
#include "grading/marking/marking.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/feedback/feedback.hpp"
#include "render/text/document.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

namespace {

constexpr int kLongestName = 120;

std::string shown_name(const std::string& path) {
  return preview(readable_bytes(path), kLongestName);
}

std::string shown_names(const std::vector<std::string>& paths) {
  constexpr std::size_t kMost = 5;
  std::vector<std::string> names;
  for (const std::string& path : paths) names.push_back(shown_name(path));
  return listed_first(std::move(names), kMost);
}

std::string page_text(const Document& page) { return document_text(page, Layout{}); }

Mark begun_mark(const GradedExercise& graded, const Student& student) {
  Mark mark{.student = student.id, .exercise = graded.exercise().id};
  mark.title = graded.exercise().title.here();
  mark.items = open_items(graded.exercise());
  return mark;
}

// What such a file, or folder, is usually called.
std::string usual_file(const Exercise& exercise, const ChosenFile& chosen) {
  const std::string extension =
      chosen.file.substr(std::min(chosen.file.rfind('.'), chosen.file.size()));
  for (const std::string& usual : usual_files(exercise))
    if (chosen.is_folder ? usual == exercise.id : usual.ends_with(lower_case(extension)))
      return usual;
  return usual_files(exercise).front();
}

void note_choice(const HandedInFile& handed_in, const TakenFiles& taken, const Exercise& exercise,
                 Mark& mark) {
  const ChosenFile& chosen = handed_in.chosen;
  if (!chosen.has_usual_name)
    mark.notes.push_back(message("This was handed in as {0}. Its usual name is {1}.", mark.file,
                                 usual_file(exercise, chosen)));
  if (!chosen.also.empty())
    mark.notes.push_back(message("{0} was graded, not {1}.", mark.file, shown_names(chosen.also)));
  if (handed_in.has_closed_folder)
    mark.notes.push_back(translated("A folder of this student cannot be opened."));
  if (!taken.left_out.empty())
    mark.notes.push_back(
        message("Left out because they are not ordinary files: {}.", shown_names(taken.left_out)));
}

void mark_answers(const GradedExercise& graded, const Student& student, const TakenFiles& taken,
                  Mark& mark) {
  const std::string& bytes = taken.files.front().second;
  if (trimmed(bytes).empty()) throw InputError(message("{}: the file is empty.", mark.file));
  // Whose file was in another encoding is told by its folder; the student knows the file's name.
  const AnswerSheet sheet = read_answer_sheet(text_of_bytes(bytes, student.id + "/" + mark.file),
                                              mark.file, question_names(graded.exercise()));
  const auto own = graded.variant_of(student);
  mark.variant = own.value_or(sheet.variant.value_or(0));
  if (sheet.variant && *sheet.variant != mark.variant) {
    mark.state = MarkState::other_variant;
    mark.reason =
        message("The answers are for variant {0}, but yours is {1}.", *sheet.variant, mark.variant);
    return;
  }
  const CheckResult result = check(graded.exercise(), graded.worksheet(mark.variant), sheet);
  if (are_answers_of_original(graded, sheet, result))
    mark.notes.push_back(
        message("The answers are those of variant {0}. They were graded for "
                "variant {1}.",
                kOriginalVariant, mark.variant));
  mark.items = marked_items(result);
  mark.feedback = page_text(feedback(result, true, false));
  mark.state = MarkState::marked;
}

bool is_archive(const std::string& file) {
  const std::string name = lower_case(file);
  for (const char* extension : {".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz"})
    if (name.ends_with(extension)) return true;
  return false;
}

bool is_hidden(const std::string& file) { return is_litter(file.substr(file.rfind('/') + 1)); }

// How a learner repeats the first request that failed and may be seen.
void append_repeat(const ProgramResult& result, const Mark& mark, const MarkingRules& rules,
                   Document& page) {
  const ProgramCheckResult* const failed = first_failure(result);
  if (!failed) return;
  page.add(Paragraph{translated("To run this request alone:")});
  page.add(CodeBlock{
      {fmt::format("attn exercise check {} {}{} --case {}.{} --variant {}", result.exercise->id,
                   shell_word(mark.file), rules.is_usual_course ? "" : " --course COURSE",
                   failed->check->name, failed->failure->number, mark.variant)}});
}

// Refusals name files as their student knows them, and not where they lie meanwhile.
ProgramResult judged_files(const GradedExercise& graded, const TakenFiles& taken,
                           const MarkingRules& rules, std::uint64_t variant) {
  const ScratchFolder scratch;
  try {
    return judge_program(graded.exercise(),
                         {.path = put_files(taken, scratch.path()),
                          .isolation = rules.isolation,
                          .hidden = rules.hidden},
                         {.variant = variant});
  } catch (const InputError& error) {
    std::string why = error.what();
    replace_all(why, scratch.path() + "/", "");
    throw InputError(why);
  }
}

void mark_program(const GradedExercise& graded, const TakenFiles& taken, const MarkingRules& rules,
                  Mark& mark) {
  if (std::all_of(taken.files.begin(), taken.files.end(),
                  [](const auto& file) { return trimmed(file.second).empty(); }))
    throw InputError(message("{}: the file is empty.", mark.file));
  // 31 bits: a person may have to type the number.
  constexpr std::uint64_t kSeeds = std::uint64_t{1} << 31;
  const auto seed = graded.seed() ? graded.seed() : rules.seed;
  mark.variant = seed.value_or(fingerprint_of(taken.fingerprint()) % kSeeds);
  mark.isolation = name_in(kIsolations, rules.isolation);
  ProgramResult result = judged_files(graded, taken, rules, mark.variant);
  mark.items = marked_items(result);
  if (result.failed_build) {
    mark.state = MarkState::unreadable;
    mark.reason = translated("The program could not be compiled.");
    mark.items = open_items(graded.exercise());
    for (MarkedItem& item : mark.items) item.verdict = "not_built";
  } else {
    mark.state = MarkState::marked;
  }
  conceal_hidden(result);
  Document page = program_feedback(result);
  if (!graded.seed()) append_repeat(result, mark, rules, page);
  mark.feedback = page_text(page);
}

}  // namespace

GradedExercise::GradedExercise(Exercise exercise, std::optional<std::uint64_t> seed)
    : exercise_(std::make_shared<const Exercise>(std::move(exercise))), seed_(seed) {}

std::optional<std::uint64_t> GradedExercise::variant_of(const Student& student) const {
  if (exercise_->variant.empty()) return 0;
  return student.variant;
}

Worksheet GradedExercise::worksheet(std::uint64_t variant) const {
  const auto kept = worksheets_.find(variant);
  return kept != worksheets_.end() ? kept->second : Worksheet(*exercise_, variant);
}

void GradedExercise::prepare(std::uint64_t variant) {
  if (exercise_->program || worksheets_.contains(variant)) return;
  const Worksheet worksheet(*exercise_, variant);
  for (const Field& field : exercise_->fields) {
    worksheet.numbers(field.name);
    for (const Alternative& alternative : exercise_->alternatives)
      worksheet.under(alternative, field);
  }
  worksheets_.emplace(variant, worksheet);
}

std::string fingerprint_of_submission(const GradedExercise& graded, const Student& student,
                                      const HandedInFile& handed_in, const TakenFiles& taken) {
  const auto variant = graded.variant_of(student);
  std::string all = taken.fingerprint() + '\0' + language_code() + '\0' +
                    (variant ? std::to_string(*variant) : "any") + '\0' + handed_in.chosen.file;
  for (const std::string& also : handed_in.chosen.also) all += '\0' + also;
  for (const std::string& left_out : taken.left_out) all += '\0' + left_out;
  if (handed_in.has_closed_folder) all += '\0' + std::string("closed");
  return fingerprint_text(all);
}

Mark mark_submission(const GradedExercise& graded, const Student& student,
                     const HandedInFile& handed_in, const MarkingRules& rules) {
  const Exercise& exercise = graded.exercise();
  Mark mark = begun_mark(graded, student);
  mark.file = shown_name(handed_in.chosen.file);
  try {
    const TakenFiles taken = take_files(handed_in, exercise.program.has_value());
    mark.fingerprint = fingerprint_of_submission(graded, student, handed_in, taken);
    note_choice(handed_in, taken, exercise, mark);
    exercise.program ? mark_program(graded, taken, rules, mark)
                     : mark_answers(graded, student, taken, mark);
  } catch (const InputError& error) {
    mark.state = MarkState::unreadable;
    mark.reason = error.what();
  } catch (const SurroundingsError& error) {
    mark.state = MarkState::grader_failed;
    mark.reason = error.what();
  }
  // With the seed of hidden checks, their requests could be asked for.
  if (graded.seed()) mark.variant = 0;
  return mark;
}

Mark missing_mark(const GradedExercise& graded, const Student& student,
                  const std::vector<std::string>& others) {
  Mark mark = begun_mark(graded, student);
  if (others.empty()) return mark;
  for (const std::string& other : others) mark.others.push_back(shown_name(other));
  mark.reason = message("You handed in {0}. This exercise takes one of: {1}.", shown_names(others),
                        listed(usual_files(graded.exercise())));
  const bool has_archive = std::any_of(others.begin(), others.end(), is_archive);
  if (has_archive)
    add_sentence(mark.reason, translated("Archives are not unpacked: hand in what is in them."));
  if (std::any_of(others.begin(), others.end(), is_hidden))
    add_sentence(mark.reason, translated("Hidden files are not looked at: hand them in under names "
                                         "that do not begin with a dot."));
  return mark;
}

Mark failed_mark(const GradedExercise& graded, const Student& student, const std::string& reason) {
  Mark mark = begun_mark(graded, student);
  mark.state = MarkState::grader_failed;
  mark.reason = reason;
  return mark;
}

double most_seconds_of(const Exercise& exercise) {
  constexpr double kTyped = 60.0, kCompiling = kMostWaiting * kCompileLimits.wall_seconds,
                   kOverhead = 5.0;
  if (!exercise.program) return kTyped;
  std::size_t n_runs = 0;
  for (const ProgramCheck& check : exercise.program->checks)
    n_runs += check.cases.size() * (check.looks == ProgramCheck::Looks::unchanged ? 2 : 1);
  return kCompiling + static_cast<double>(n_runs) *
                          (kMostWaiting * exercise.program->limits.wall_seconds + kOverhead);
}

namespace {

namespace fs = std::filesystem;

// A part that is left out would be a fault of the program to whoever reads its mark.
void require_looked_into(const FoundEntry& folder, const std::string& path, unsigned deepest) {
  if (folder.is_closed)
    throw SurroundingsError(message("{}: this folder cannot be opened.", preview(path, 200)));
  if (1 + std::count(folder.path.begin(), folder.path.end(), '/') == deepest)
    throw InputError(
        message("{}: folders of a program are at most {} deep.", preview(path, 200), deepest - 1));
}

void take_folder(const HandedInFile& handed_in, TakenFiles& taken) {
  constexpr unsigned kDeepest = 9;
  const std::string& path = handed_in.chosen.path;
  bool is_cut = false;
  const auto entries =
      entries_below(handed_in.class_folder, path, kDeepest, kMostProgramFiles, is_cut);
  if (is_cut) require_program_size(path, kMostProgramFiles + 1, 0);
  std::uint64_t n_bytes = 0;
  for (const FoundEntry& entry : entries) {
    const std::string whole_path = path + "/" + entry.path;
    if (entry.kind == FoundKind::folder) {
      require_looked_into(entry, whole_path, kDeepest);
    } else if (entry.kind != FoundKind::file) {
      taken.left_out.push_back(entry.path);
    } else {
      taken.files.emplace_back(entry.path,
                               bytes_beneath(handed_in.class_folder, whole_path, kProgramLimit));
      n_bytes += taken.files.back().second.size();
      require_program_size(path, taken.files.size(), n_bytes);
    }
  }
}

}  // namespace

std::string TakenFiles::fingerprint() const {
  std::string all = name + '\0';
  for (const auto& [path, bytes] : files)
    all += path + '\0' + std::to_string(bytes.size()) + '\0' + bytes;
  return fingerprint_text(all);
}

TakenFiles take_files(const HandedInFile& handed_in, bool is_program) {
  const std::string& path = handed_in.chosen.path;
  TakenFiles taken{.name = path.substr(path.rfind('/') + 1)};
  taken.is_folder = handed_in.chosen.is_folder;
  if (taken.is_folder)
    take_folder(handed_in, taken);
  else
    taken.files.emplace_back(taken.name, bytes_beneath(handed_in.class_folder, path,
                                                       is_program ? kProgramLimit : kAnswerLimit));
  return taken;
}

std::string put_files(const TakenFiles& taken, const std::string& folder) {
  const fs::path top = taken.is_folder ? fs::path(folder) / taken.name : fs::path(folder);
  std::error_code unmade;  // then the files in it cannot be written
  fs::create_directories(top, unmade);
  for (const auto& [path, bytes] : taken.files) {
    fs::create_directories((top / path).parent_path(), unmade);
    std::ofstream file(top / path, std::ios::binary);
    file << bytes;
    if (!file.flush())
      throw SurroundingsError(message("{} cannot be written.", preview(path, 200)));
  }
  return taken.is_folder ? top.string() : (top / taken.name).string();
}

namespace {

// The answers that tell variants apart: wrong numbers, be it for an earlier answer.
std::vector<const FieldResult*> wrong_numbers(const CheckResult& result) {
  std::vector<const FieldResult*> wrong;
  for (const FieldResult& field : result.fields)
    if (field.is_off() && field.field->is_numeric()) wrong.push_back(&field);
  return wrong;
}

// Two numbers are easily those of something else.
bool says_enough(const std::vector<const FieldResult*>& wrong) {
  constexpr arma::uword kFewest = 3;
  arma::uword n_cells = 0;
  for (const FieldResult* one : wrong)
    n_cells += std::max<arma::uword>(1, arma::accu(one->comparison.wrong));
  return n_cells >= kFewest;
}

bool are_all_right(const std::vector<const FieldResult*>& wrong, const Worksheet& worksheet) {
  Worksheet truths = worksheet;
  return std::all_of(wrong.begin(), wrong.end(), [&](const FieldResult* one) {
    return compare(*one->field, one->given, truths.numbers(one->field->name)).matches();
  });
}

bool has_slips(const GradedExercise& graded, const Worksheet& worksheet, AnswerSheet sheet) {
  sheet.variant = worksheet.variant();
  const CheckResult there = check(graded.exercise(), worksheet, sheet);
  return std::any_of(there.fields.begin(), there.fields.end(),
                     [](const FieldResult& field) { return field.is_off(); });
}

}  // namespace

bool are_answers_of_original(const GradedExercise& graded, const AnswerSheet& sheet,
                             const CheckResult& result) {
  const std::vector<const FieldResult*> wrong = wrong_numbers(result);
  if (result.variant == kOriginalVariant || !says_enough(wrong)) return false;
  try {
    const Worksheet original = graded.worksheet(kOriginalVariant);
    return are_all_right(wrong, original) && !has_slips(graded, original, sheet);
  } catch (const InputError&) {
    return false;  // an exercise that cannot be computed is not the fault of this student
  }
}

namespace {

constexpr int kLongestAnswer = 160;

std::string one_line(const std::string& text) {
  return preview(joined(spaced_words(text), " "), kLongestAnswer);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::string verdict_of_check(const ProgramCheckResult& result) {
  return result.failure ? name_in(kCaseVerdicts, result.failure->verdict)
                        : name_in(kCheckStates, result.state);
}

// At which limit a run was stopped: the machine may have been too slow or too small for it, so that
// somebody should look. A crash is the program's own.
std::string limit_reached(const RunResult& run) {
  return was_ended(run.ending) ? name_in(kEndings, run.ending) : "";
}

}  // namespace

std::vector<MarkedItem> marked_items(const CheckResult& result) {
  std::vector<MarkedItem> items;
  for (const FieldResult& field : result.fields) {
    if (!field.field->is_graded) continue;
    MarkedItem item{.name = field.field->name,
                    .title = field.field->ask.here(),
                    .verdict = name_in(kFieldVerdicts, field.verdict),
                    .points = field.is_settled() ? field.field->points : 0.0,
                    .most = field.field->points};
    if (field.is_off())
      for (const Alternative* mistake : field.shown) add_once(item.misconceptions, mistake->name);
    if (field.is_slip() && item.misconceptions.empty() && field.explanation.empty())
      item.unexplained = one_line(field.text);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<MarkedItem> marked_items(const ProgramResult& result) {
  std::vector<MarkedItem> items;
  for (const ProgramCheckResult& one : result.checks) {
    const ProgramCheck& check = *one.check;
    MarkedItem item{.name = check.name,
                    .title = title_of_check(check),
                    .verdict = verdict_of_check(one),
                    .points = one.state == CheckState::pass ? check.points : 0.0,
                    .most = check.points};
    if (one.failure && one.failure->verdict == CaseVerdict::stopped)
      item.ending = limit_reached(one.failure->run);
    // What it replied to a hidden check would tell what that asks.
    if (one.failure && one.failure->verdict == CaseVerdict::wrong && !check.is_hidden) {
      for (const auto& [field, mistakes] : result.mistakes)
        for (const Alternative* mistake : mistakes) add_once(item.misconceptions, mistake->name);
      if (item.misconceptions.empty()) item.unexplained = one_line(one.failure->run.out);
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<MarkedItem> open_items(const Exercise& exercise) {
  std::vector<MarkedItem> items;
  if (exercise.program)
    for (const ProgramCheck& check : exercise.program->checks)
      items.push_back({.name = check.name, .title = title_of_check(check), .most = check.points});
  else
    for (const Field& field : exercise.fields)
      if (field.is_graded)
        items.push_back({.name = field.name, .title = field.ask.here(), .most = field.points});
  return items;
}

void conceal_hidden(ProgramResult& result) {
  for (ProgramCheckResult& one : result.checks)
    if (one.check->is_hidden) one.failure.reset();
}

AskedExercise asked_exercise(const Exercise& exercise) {
  AskedExercise asked{.id = exercise.id, .number = exercise.number};
  asked.title = exercise.title.here();
  asked.is_program = exercise.program.has_value();
  if (exercise.program)
    for (const ProgramCheck& check : exercise.program->checks)
      asked.items.push_back({check.name, check.title.here(), check.points, check.is_hidden});
  else
    for (const Field& field : exercise.fields)
      if (field.is_graded) asked.items.push_back({field.name, field.ask.here(), field.points});
  // The same name may say something else at another question.
  for (const Alternative& mistake : exercise.alternatives)
    for (const auto& [changed, definition] : mistake.change)
      if (!mistake.accepted)
        asked.misconceptions.emplace(changed + " " + mistake.name, text_of_misconception(mistake));
  for (const Alternative& mistake : exercise.alternatives)
    if (!mistake.accepted)
      asked.misconceptions.emplace(mistake.name, text_of_misconception(mistake));
  return asked;
}

}  // namespace attn
