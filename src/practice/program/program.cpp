#include "practice/program/program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* kBuilt = ".attn-built";

bool is_ordinary(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored));
}

// Every ordinary file below a folder, by its path within it.
Words files_below(const fs::path& folder) {
  Words files;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, error);
  for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
    if (!is_ordinary(entry->path())) continue;
    files.push_back(entry->path().lexically_relative(folder).string());
    require_program_size(folder.string(), files.size(), 0);
  }
  std::sort(files.begin(), files.end());
  return files;
}

void copy_files(const fs::path& from, const Words& names, const fs::path& to) {
  std::uint64_t n_bytes = 0;
  for (const std::string& name : names) {
    const std::string bytes = file_bytes((from / name).string(), kProgramLimit);
    n_bytes += bytes.size();
    require_program_size(from.string(), names.size(), n_bytes);
    std::error_code unmade;  // then the file in it cannot be written
    fs::create_directories((to / name).parent_path(), unmade);
    std::ofstream copy(to / name, std::ios::binary);
    if (!(copy << bytes).flush())
      throw SurroundingsError(message("{} cannot be written.", preview((to / name).string(), 200)));
  }
}

Words extensions_of(const Program& program) {
  Words extensions;
  for (const ProgramLanguage& language : program.languages)
    extensions.push_back("." + language.extension);
  return extensions;
}

}  // namespace

void require_program_size(const std::string& path, std::size_t n_files, std::uint64_t n_bytes) {
  if (n_files > kMostProgramFiles)
    throw InputError(message("{}: a program has at most {} files, and there are more.",
                             preview(path, 200), kMostProgramFiles));
  if (n_bytes > kProgramLimit)
    throw InputError(message("{}: a program has at most {} MiB, and there is more.",
                             preview(path, 200), kProgramLimit >> 20));
}

std::string program_in_folder(const Program& program, const std::string& folder) {
  Words found;
  for (const std::string& file : files_below(folder))
    if (program.language_of(file) && file.find('/') == file.npos) found.push_back(file);
  if (found.size() <= 1) return found.empty() ? "" : found.front();
  Words main;
  for (const std::string& file : found)
    if (file.starts_with("main.")) main.push_back(file);
  if (main.size() == 1) return main.front();
  if (main.size() > 1)
    throw InputError(message("{0}: there are several main programs: {1}. Keep one of them.", folder,
                             listed(main)));
  throw InputError(message("{0}: several files may be the program: {1}. Call it {2}.", folder,
                           listed(found), "main" + extensions_of(program).front()));
}

PreparedProgram::PreparedProgram(const Program& program, const Submission& submission)
    : program_(program), submission_(submission) {
  const fs::path path = submission.path;
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (is_folder) {
    file_ = program_in_folder(program, path.string());
    if (file_.empty())
      throw InputError(message("{0}: there is no program here. It ends in {1}.", path.string(),
                               listed(extensions_of(program))));
    copy_files(path, files_below(path), folder_.path());
  } else {
    file_ = path.filename().string();
    copy_files(path.parent_path(), {file_}, folder_.path());
  }
  const ProgramLanguage* const language = program.language_of(file_);
  if (!language && submission.run.empty())
    throw InputError(
        message("{0}: programs here end in {1}.", path.string(), listed(extensions_of(program))),
        {message("Say how another one is run: {}", "--run \"CMD {file}\"")});
  run_words_ = submission.run.empty() ? language->run : submission.run;
  if (!submission.run.empty() || language->build.empty()) return;
  RunRequest compile = request(language->build);
  compile.may_write_program = true;
  compile.limits = kCompileLimits;
  build_ = run_program(compile);
  if (build_.ending == Ending::not_started) throw SurroundingsError(build_.reason);
  is_built_ = build_.ending == Ending::exited && build_.exit_code == 0;
}

RunRequest PreparedProgram::request(const Words& words) const {
  RunRequest request;
  request.command = words;
  request.files = {{"{file}", file_}, {"{exe}", kBuilt}};
  request.limits = program_.limits;
  request.isolation = submission_.isolation;
  request.program_folder = folder_.path();
  request.hidden = submission_.hidden;
  return request;
}

RunResult PreparedProgram::run(const std::string& input) const {
  RunRequest once = request(run_words_);
  once.input = input;
  return run_program(once);
}

namespace {

using Looks = ProgramCheck::Looks;

/// A reply that was read, and the numbers that it replies to.
struct Replied {
  Worksheet numbers;
  std::map<std::string, arma::mat> values;
};

/// One judgement while it is made.
class Judgement {
 public:
  Judgement(const Exercise& exercise, const PreparedProgram& program, std::uint64_t variant)
      : exercise_(exercise), program_(program), variant_(variant) {}

  CaseResult judge(const ProgramCheck& check, std::size_t number) {
    const Worksheet numbers = numbers_of_case(exercise_, check, number, variant_);
    CaseResult result;
    result.number = number;
    const auto values = reply_to(numbers, check, result);
    if (!values) return result;
    compare_fields(check, numbers, *values, result);
    if (check.looks == Looks::unchanged && result.verdict == CaseVerdict::pass)
      require_unchanged(check, numbers, *values, result);
    return result;
  }

  std::size_t n_replies() const { return replies_.size(); }

  // The mistakes that explain every reply, of a field that is wrong in one of them.
  std::vector<const Alternative*> mistakes_at(const Field& field) const {
    std::vector<const Alternative*> found;
    for (const Alternative& mistake : exercise_.alternatives) {
      const bool is_named = std::any_of(found.begin(), found.end(), [&](const Alternative* other) {
        return other->name == mistake.name;
      });
      if (!is_named && !mistake.accepted && explains(mistake, field)) found.push_back(&mistake);
    }
    return found;
  }

  bool is_wrong_somewhere(const Field& field) const {
    return std::any_of(replies_.begin(), replies_.end(), [&field](const Replied& reply) {
      return !is_same(field, reply.values.at(field.name), reply.numbers.numbers(field.name));
    });
  }

 private:
  static bool is_same(const Field& field, const arma::mat& given, const arma::mat& value) {
    return compare(field, given, value).matches();
  }

  // JSON has no word for infinity, so that it is read as no number: then it is no number here, too.
  static arma::mat as_read(const Field& field, arma::mat value) {
    if (field.has_cells()) value.elem(arma::find_nonfinite(value)).fill(arma::datum::nan);
    return value;
  }

  bool explains(const Alternative& mistake, const Field& field) const {
    bool differs = false;
    for (const Replied& reply : replies_) {
      const auto& under = reply.numbers.under(mistake, field);
      const arma::mat& truth = reply.numbers.numbers(field.name);
      const arma::mat& value = under ? *under : truth;
      const arma::mat given = as_read(field, reply.values.at(field.name));
      if (!is_same(field, given, as_read(field, value))) return false;
      differs = differs || !is_same(field, answer_of(field, value), truth);
    }
    return differs;
  }

  // What is replied to a hidden check says nothing about mistakes: their names are told.
  std::optional<std::map<std::string, arma::mat>> reply_to(const Worksheet& numbers,
                                                           const ProgramCheck& check,
                                                           CaseResult& result) {
    result.request = request_text(numbers);
    result.run = program_.run(result.request);
    if (result.run.ending == Ending::not_started) throw SurroundingsError(result.run.reason);
    result.verdict = CaseVerdict::stopped;
    if (result.run.ending != Ending::exited || result.run.exit_code != 0) return std::nullopt;
    Reply reply = read_reply(result.run.out, numbers);
    result.verdict = CaseVerdict::unreadable;
    result.why = reply.fault;
    if (!reply.fault.empty()) return std::nullopt;
    if (!check.is_hidden) replies_.push_back({numbers, reply.values});
    return std::move(reply.values);
  }

  // Shapes before values; whoever is tried for shapes alone need not be right.
  static void compare_fields(const ProgramCheck& check, const Worksheet& numbers,
                             const std::map<std::string, arma::mat>& values, CaseResult& result) {
    bool all_match = true, same_shapes = true;
    for (const Field& field : numbers.exercise().fields) {
      FieldResult one{.field = &field, .verdict = FieldVerdict::pass};
      one.given = values.at(field.name);
      one.expected = numbers.numbers(field.name);
      one.comparison = compare(field, one.given, one.expected);
      // What is no number is never right, whatever it is compared with.
      const bool matches = one.comparison.matches() && one.given.is_finite();
      if (!matches)
        one.verdict = one.comparison.same_shape ? FieldVerdict::wrong : FieldVerdict::wrong_shape;
      all_match = all_match && matches;
      same_shapes = same_shapes && one.comparison.same_shape;
      result.fields.push_back(std::move(one));
    }
    const bool are_finite = std::all_of(values.begin(), values.end(),
                                        [](const auto& value) { return value.second.is_finite(); });
    const bool is_right = check.looks == Looks::values ? all_match : are_finite;
    result.verdict = !same_shapes ? CaseVerdict::wrong_shape
                     : is_right   ? CaseVerdict::pass
                                  : CaseVerdict::wrong;
  }

  // The request once more with another part in it; what must stay is compared with the first reply.
  void require_unchanged(const ProgramCheck& check, const Worksheet& numbers,
                         const std::map<std::string, arma::mat>& before, CaseResult& result) {
    Definitions change;
    for (const auto& [given, other] : check.change) change.emplace(given, numbers.numbers(other));
    const Worksheet changed = numbers.with(change);
    const auto after = reply_to(changed, check, result);
    if (!after) return;
    result.verdict = CaseVerdict::pass;
    for (FieldResult& field : result.fields) {
      const auto kept = check.same.find(field.field->name);
      if (kept == check.same.end()) continue;
      const arma::mat& first = before.at(field.field->name);
      const arma::mat& second = after->at(field.field->name);
      if (arma::size(second) != arma::size(changed.numbers(field.field->name))) {
        result.verdict = CaseVerdict::wrong_shape;
        continue;
      }
      const arma::mat stays = numbers.numbers(kept->second);
      // A cell that is free counts as the same; one that is no number never is.
      field.given = second % stays;
      field.expected = first % stays;
      field.comparison = compare(*field.field, field.given, field.expected);
      const bool is_finite = field.given.is_finite() && field.expected.is_finite();
      if (field.comparison.matches() && is_finite) continue;
      field.verdict = FieldVerdict::wrong;
      result.verdict = CaseVerdict::wrong;
      result.has_changed = true;
    }
  }

  const Exercise& exercise_;
  const PreparedProgram& program_;
  std::uint64_t variant_;
  std::vector<Replied> replies_;
};

std::vector<std::string> not_passed_of(const ProgramCheck& check,
                                       const std::vector<ProgramCheckResult>& before) {
  std::vector<std::string> names;
  for (const ProgramCheckResult& earlier : before)
    if (earlier.state != CheckState::pass &&
        std::find(check.after.begin(), check.after.end(), earlier.check->name) != check.after.end())
      names.push_back(earlier.check->name);
  return names;
}

// All cases are run, even after one failed: what they have in common says which mistake it is.
ProgramCheckResult judge_check(const ProgramCheck& check, std::size_t only_case,
                               Judgement& judgement) {
  ProgramCheckResult result{.check = &check, .state = CheckState::pass};
  for (std::size_t number = 1; number <= check.cases.size(); ++number) {
    if (only_case != 0 && number != only_case) continue;
    CaseResult one = judgement.judge(check, number);
    if (one.verdict == CaseVerdict::pass) continue;
    result.state = CheckState::failed;
    const bool says_more = one.verdict == CaseVerdict::wrong;
    if (!result.failure) result.failure = std::move(one);
    if (!says_more) break;  // it would crash again, or wait for its limit
  }
  return result;
}

}  // namespace

double ProgramResult::points() const {
  double sum = 0.0;
  for (const ProgramCheckResult& one : checks)
    if (one.state == CheckState::pass) sum += one.check->points;
  return sum;
}

double ProgramResult::most_points() const {
  double sum = 0.0;
  for (const ProgramCheck& check : exercise->program->checks) sum += check.points;
  return sum;
}

ProgramResult judge_program(const Exercise& exercise, const Submission& submission,
                            const ProgramTrial& trial) {
  if (!trial.only_check.empty()) {
    const ProgramCheck& only = check_named(exercise, trial.only_check);
    if (trial.only_case != 0) require_case(only, trial.only_case);
  }
  const PreparedProgram program(*exercise.program, submission);
  ProgramResult result{.exercise = &exercise,
                       .variant = trial.variant,
                       .file = program.file(),
                       .isolation = submission.isolation};
  if (!program.is_built()) {
    result.failed_build = program.build();
    return result;
  }
  result.is_whole = trial.only_check.empty();
  Judgement judgement(exercise, program, trial.variant);
  for (const ProgramCheck& check : exercise.program->checks) {
    if (!trial.only_check.empty() && check.name != trial.only_check) continue;
    if (trial.before_check) trial.before_check(check);
    std::vector<std::string> waits_for = not_passed_of(check, result.checks);
    if (waits_for.empty()) {
      result.checks.push_back(judge_check(check, trial.only_case, judgement));
    } else {
      result.checks.push_back({.check = &check, .state = CheckState::skipped});
      result.checks.back().waits_for = std::move(waits_for);
    }
  }
  result.n_requests = judgement.n_replies();
  for (const Field& field : exercise.fields)
    if (judgement.is_wrong_somewhere(field))
      result.mistakes.emplace_back(&field, judgement.mistakes_at(field));
  const bool all_pass = std::all_of(result.checks.begin(), result.checks.end(),
                                    [](const auto& one) { return one.state == CheckState::pass; });
  result.verdict = all_pass ? Verdict::pass : Verdict::not_yet;
  return result;
}

}  // namespace attn
