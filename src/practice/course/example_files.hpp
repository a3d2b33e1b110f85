#pragma once

#include <string>
#include <vector>

#include "practice/course/course_settings.hpp"

namespace attn {

/// A course.toml with these settings, and remarks that say what can be changed.
std::string course_toml(const CourseSettings& settings);

/// The files of an exercise that `attn exercise new` writes: small, of attention, and complete. Its
/// remarks are in the user's language; its texts in those of the course, English for any that attn
/// does not speak.
class ExampleFiles {
 public:
  ExampleFiles(std::string id, std::vector<std::string> languages)
      : id_(std::move(id)), languages_(std::move(languages)) {}

  std::string manifest() const;
  std::string prompt(const std::string& language) const;
  std::string hints(const std::string& language) const;
  std::string solution(const std::string& language) const;
  std::string answer() const;

 private:
  /// A text of the manifest: { en = "...", ja = "..." }, or the text alone for one language.
  std::string text(const std::string& en, const std::string& ja) const;
  /// Whether the words of the sentence are Japanese: so is the course's first language.
  bool is_japanese() const { return languages_.front() == "ja"; }

  std::string id_;
  std::vector<std::string> languages_;
};

}  // namespace attn
