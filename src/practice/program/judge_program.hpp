#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "practice/judge/check.hpp"
#include "practice/program/submission.hpp"

namespace attn {

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
