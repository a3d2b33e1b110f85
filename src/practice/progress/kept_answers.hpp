#pragma once

#include <cstdint>
#include <string>

#include "practice/answer/answer_sheet.hpp"
#include "practice/progress/state_files.hpp"

namespace attn {

/// The answers that a person typed at the prompt: an answer file for each exercise and variant, in
/// the folder where progress is kept. They can be checked, copied and edited as any other.
class KeptAnswers {
 public:
  /// Of a course, under the folder of state_folder().
  KeptAnswers(const std::string& state_folder, const std::string& course, WaitNotice on_wait = {});

  /// Where the answers to an exercise are.
  std::string path(const std::string& id, std::uint64_t variant) const;

  /// What was typed so far; no entries where nothing was, or where the file is damaged or answers
  /// something else, which damage() then says.
  /// Errors:  SurroundingsError if it cannot be read.
  AnswerSheet read(const std::string& id, std::uint64_t variant);

  /// Keeps one more answer, in the place of an older one to the same question; an empty text takes
  /// that away. Returns what is then kept. Under a lock, so that two sittings lose nothing. What
  /// cannot be used is moved aside, whole.
  /// Errors:  SurroundingsError if it cannot be locked or written; InputError if all answers
  ///          together would be larger than kAnswerLimit. The old file is then unchanged.
  AnswerSheet keep(const std::string& id, std::uint64_t variant, const std::string& field,
                   const std::string& text);

  /// Gives what is kept another name, which it returns; "" where nothing is.
  /// Errors:  SurroundingsError if that cannot be done.
  std::string put_away(const std::string& id, std::uint64_t variant);

  /// What is wrong with each file that cannot be read or used, and with the folder, as sentences.
  std::vector<std::string> all_damage();

  /// What is wrong with the file that was read last, or where it was moved, as sentences; "" if
  /// nothing.
  const std::string& damage() const { return damage_; }

 private:
  AnswerSheet sound(const std::string& id, std::uint64_t variant);

  std::string folder_, damage_;
  WaitNotice on_wait_;
};

}  // namespace attn
