// Where a program is asked for: its requests and replies, running it, judging it.
#pragma once

#include <armadillo>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"
#include "sandbox/run_program.hpp"
#include "sandbox/worker_pool.hpp"
#include "trace/document.hpp"

namespace attn {

/// What a program reads on standard input: what is given, in the order of the manifest.
///
///     stdio-json/1   {"Q": [[1, 0], [0, 2]], "n_heads": 2, "words": ["cat", "sat"]}
///     tokens         a line for each single number; of a matrix a line with its rows and columns,
///                    then its rows; of words a line with how many, then the words
std::string request_text(const Worksheet& numbers);

/// A right reply, its numbers rounded to a few decimals: how it looks.
std::string example_reply(const Worksheet& numbers);

/// What a program printed, read. Numbers that are none ("NaN", "Infinity") are read as such, since
/// they show what went wrong; they are never right.
struct Reply {
  std::map<std::string, arma::mat> values;  ///< by field, in the form that Field describes
  std::string fault;                        ///< why it could not be read, translated; "" if it was
};

/// Reads a reply: every field of the exercise, nothing else.
///
///     stdio-json/1   {"output": [[0.5, 1.0]]}
///     tokens         a line for each row; the fields one below the other
Reply read_reply(const std::string& text, const Worksheet& numbers);

/// A program that was handed in, and how it is to be run.
struct Submission {
  std::string path;                ///< a file, or a folder whose files it needs
  std::vector<std::string> run{};  ///< instead of its language's; {file} is the file
  Isolation isolation = Isolation::limits;
  std::vector<std::string> hidden{};  ///< files and folders of the system that it must not see
};

/// The largest program that is taken, all its files together, and how many they may be.
constexpr std::uint64_t kProgramLimit = 4 << 20;
constexpr std::size_t kMostProgramFiles = 200;
/// Errors: InputError if a program has more files or bytes than these.
void require_program_size(const std::string& path, std::size_t n_files, std::uint64_t n_bytes);

/// A submission in a folder of its own, compiled where its language is. The folder is gone with it.
class PreparedProgram {
 public:
  /// Copies the files and compiles them. Links and what is no ordinary file are not followed.
  /// Errors: InputError if there is no program there, or it is too large, or nothing says how it is
  ///         run; SurroundingsError.
  PreparedProgram(const Program& program, const Submission& submission);

  /// What the compiler said, where it failed; it has no RunResult::ending `exited` with 0 then.
  const RunResult& build() const { return build_; }
  bool is_built() const { return is_built_; }

  /// Runs it once.
  /// Errors: SurroundingsError.
  RunResult run(const std::string& input) const;

  /// The name of its file.
  const std::string& file() const { return file_; }

 private:
  RunRequest request(const std::vector<std::string>& words) const;

  const Program& program_;
  Submission submission_;
  ScratchFolder folder_;
  std::string file_;
  std::vector<std::string> run_words_;
  RunResult build_;
  bool is_built_ = true;
};

/// The program in a folder, by its languages: "main.py", or the only one. "" where there is none.
/// Errors: InputError where several may be meant.
std::string program_in_folder(const Program& program, const std::string& folder);

/// The numbers of one case of a check, which are counted from 1: what is given in it, and the right
/// reply. The exercise must live at least as long.
/// Errors: those of Worksheet.
Worksheet numbers_of_case(const Exercise& exercise, const ProgramCheck& check, std::size_t number,
                          std::uint64_t variant);

/// The check of a name.
/// Errors: InputError naming those that there are.
const ProgramCheck& check_named(const Exercise& exercise, const std::string& name);

/// Errors: InputError if the check has no case of that number.
void require_case(const ProgramCheck& check, std::size_t number);

/// The request of a case, as a program reads it.
/// Errors: InputError if there is no such check or case.
std::string request_of(const Exercise& exercise, const std::string& check, std::size_t number,
                       std::uint64_t variant);

/// What a program is asked for: what it reads and prints, with the worksheet's numbers as an
/// example; what it is tried for; and how it is run.
/// Errors: those of Worksheet.
Document program_form(const Worksheet& numbers);

/// How a program did with one request.
enum class CaseVerdict {
  pass,
  wrong,        ///< a reply that is not right
  wrong_shape,  ///< its numbers were not looked at
  unreadable,   ///< no reply in the form that was asked for
  stopped,      ///< it crashed, or was ended at a limit: no credit, whatever it printed
};
inline constexpr Named<CaseVerdict> kCaseVerdicts[] = {{CaseVerdict::pass, "pass"},
                                                       {CaseVerdict::wrong, "wrong"},
                                                       {CaseVerdict::wrong_shape, "wrong_shape"},
                                                       {CaseVerdict::unreadable, "unreadable"},
                                                       {CaseVerdict::stopped, "stopped"}};

/// One request, and what came of it.
struct CaseResult {
  std::size_t number = 1;  ///< within its check, from 1
  CaseVerdict verdict = CaseVerdict::stopped;
  std::string request;
  RunResult run;                      ///< the last, where it was run twice
  std::vector<FieldResult> fields{};  ///< where the reply could be read
  std::string why{};                  ///< of what is unreadable, translated
  bool has_changed = false;  ///< wrong because a change of the request changed what must stay
};

enum class CheckState { pass, failed, skipped };
inline constexpr Named<CheckState> kCheckStates[] = {
    {CheckState::pass, "pass"}, {CheckState::failed, "failed"}, {CheckState::skipped, "skipped"}};

/// One check of a program.
struct ProgramCheckResult {
  const ProgramCheck* check = nullptr;
  CheckState state = CheckState::failed;
  std::vector<std::string> waits_for{};  ///< checks that it needs, and that were not passed
  std::optional<CaseResult> failure{};   ///< of the first request that failed
};

/// The judgement of a program.
struct ProgramResult {
  const Exercise* exercise = nullptr;
  std::uint64_t variant = 0;
  std::string file;
  Isolation isolation = Isolation::limits;
  Verdict verdict = Verdict::not_yet;
  std::optional<RunResult> failed_build{};
  std::vector<ProgramCheckResult> checks{};
  bool is_whole = true;        ///< whether every check was tried
  std::size_t n_requests = 0;  ///< that it replied to
  /// Of each field that is wrong somewhere, the mistakes that give every one of its replies.
  std::vector<std::pair<const Field*, std::vector<const Alternative*>>> mistakes{};

  double points() const;
  double most_points() const;
};

/// Which of the requests are tried.
struct ProgramTrial {
  std::uint64_t variant = 0;                                ///< which numbers are drawn
  std::string only_check{};                                 ///< "" for all
  std::size_t only_case = 0;                                ///< 0 for all
  std::function<void(const ProgramCheck&)> before_check{};  ///< told before each
};

/// Runs a program on the requests of every check and judges its replies. A check is passed if all
/// of its requests are, and skipped if one that it needs was not.
///
/// Nothing but a whole reply of a program that ended with exit code 0 counts. A mistake is named
/// only where it gives every reply that the program made, and another one than the truth somewhere.
///
/// Errors: those of PreparedProgram and Worksheet.
ProgramResult judge_program(const Exercise& exercise, const Submission& submission,
                            const ProgramTrial& trial = {});

}  // namespace attn
