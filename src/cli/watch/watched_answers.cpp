#include "cli/watch/watched_answers.hpp"

#include <utility>

#include "cli/exercise/check.hpp"
#include "practice/judge/check.hpp"

namespace attn {

bool WatchedAnswers::read_anew() {
  std::string text = answer_bytes(file_);
  if (text == text_) return false;
  text_ = std::move(text);
  counts_ = true;
  ++n_texts_;
  return true;
}

CheckResult WatchedAnswers::judge_text() {
  const bool counts = std::exchange(counts_, false);
  const AnswerSheet sheet =
      read_answer_sheet(text_.value_or(""), file_, question_names(session_.exercise()));
  variant_ = sheet.variant;
  CheckResult result = judge(session_, sheet);
  if (counts) record_sheet(session_, result);
  return result;
}

}  // namespace attn
