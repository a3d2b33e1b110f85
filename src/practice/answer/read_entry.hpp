#pragma once

#include <string>

#include "practice/answer/answer_context.hpp"
#include "practice/answer/answer_sheet.hpp"
#include "practice/answer/read_answer.hpp"

namespace attn {

/// What an entry of a sheet was read as.
struct EntryReading {
  std::string text{};             ///< of the answer
  Reading reading{};              ///< with remarks about its place in the sheet
  bool has_unread_lines = false;  ///< something stood below it that is no part of it
};

/// Reads an entry of a sheet. Where all of its text is no answer, but its first lines are one of
/// the size that is asked for, and what follows them is none, those count: somebody wrote something
/// else below, of which a remark gives the line.
EntryReading read_entry(const Field& field, const AnswerEntry& entry, const AnswerContext& context);

}  // namespace attn
