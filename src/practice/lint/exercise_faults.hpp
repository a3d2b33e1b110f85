#pragma once

#include <set>
#include <string>

#include "practice/exercise.hpp"
#include "practice/lint/lint.hpp"

namespace attn {

/// Collects what is wrong with one exercise, each fault once and with its place in the manifest. Of
/// a mistake or reading, the first fault is told alone: the others mostly follow from it.
class ExerciseFaults {
 public:
  ExerciseFaults(LintReport& report, const Exercise& exercise);

  void add(const std::string& text);
  void add(Place place, const std::string& text);
  void add(const Alternative& alternative, const std::string& text);

  /// Takes the fault of an alternative for told.
  void mark(const Alternative& alternative) { marked_.insert(&alternative); }
  bool is_marked(const Alternative& alternative) const { return marked_.contains(&alternative); }

  /// Where a name is defined, or what is asked for.
  Place place_of(const std::string& name) const;
  Place place_of(const Field& field) const { return place_of(field.name); }

 private:
  LintReport& report_;
  const Exercise& exercise_;
  std::set<const Alternative*> marked_;
  std::set<std::string> told_;
};

}  // namespace attn
