#pragma once

#include <optional>
#include <string>

#include "cli/exercise/session.hpp"
#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What is known of a watched file.
struct WatchView {
  std::string file;
  int n_texts = 0;  ///< that it had so far
  bool is_missing = false;
  std::optional<CheckResult> result{};  ///< of its text
  Document trouble{};                   ///< why there is none
  Document said{};                      ///< a hint, or a remark
  Document after_pass{};                ///< how to go on
};

/// The screen of a watched file: the exercise, what is open in it, the verdict, and the keys.
class WatchScreen {
 public:
  explicit WatchScreen(ExerciseSession& session) : session_(session) {}

  /// Draws it in the place of what was there, as wide and as high as the terminal is now. Where the
  /// verdict does not fit, its first wrong question is shown.
  void draw(const WatchView& view);

  /// Prints a page in the place of everything. Returns whether a pager showed it, so that the
  /// person has read it.
  bool show(const Document& page);

 private:
  std::string text_of(const Document& page) const;
  Document head(const WatchView& view) const;
  Document verdict(const WatchView& view) const;
  std::string cut(const Document& page, std::size_t n, const std::string& rest) const;
  std::string fitting(const WatchView& view, std::size_t room) const;

  ExerciseSession& session_;
};

/// The graded questions that are not right yet, the first of them first.
std::vector<const FieldResult*> open_questions(const CheckResult& result);

}  // namespace attn
