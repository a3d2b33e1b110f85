#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/system.hpp"
#include "grading/gradebook.hpp"

namespace attn {

/// One of several parts of a class that are graded apart; 1 of 1 is all of it.
struct Shard {
  std::size_t number = 1, of = 1;

  /// Whether it has a student, by the place in the plan.
  bool has(std::size_t student) const { return student % of == number - 1; }
};

/// A student and an exercise, by their ids.
using SubmissionName = std::pair<std::string, std::string>;

/// What a journal held when it was opened.
struct JournalContent {
  Shard shard;
  GradingPlan plan;
  std::map<SubmissionName, Mark> marks;
  /// How often the grading of a submission was begun and neither done nor given up: the grader was
  /// killed, or could not write any more.
  std::map<SubmissionName, unsigned> n_broken_off;
};

/// The file in which every mark is written as soon as it is there, one in a line, so that nothing
/// is lost if the grader is killed.
class Journal {
 public:
  /// Begins a new file, over an old one; or goes on with an old one, of which everything stays but
  /// a last line that is not whole.
  /// Errors: SurroundingsError if it cannot be written.
  Journal(const std::string& path, const Shard& shard, const GradingPlan& plan, bool goes_on);

  /// A submission is about to be graded. With `sync` that is on the disk before anything else: what
  /// is run next may take the machine along.
  void begin(const SubmissionName& name, bool sync);
  /// Its mark.
  void add(const Mark& mark);
  /// It was left on purpose, and is to be graded another time.
  void leave(const SubmissionName& name);

 private:
  void write_line(const std::string& line, bool sync);

  std::string path_;
  Descriptor file_;
};

/// Reads a journal. A last line that is not whole, since the grader was killed in the middle of it,
/// is passed over.
/// Errors: InputError if it cannot be read, or is none.
JournalContent read_journal(const std::string& path);
/// The same; nothing where the grader was killed before it had written a line.
std::optional<JournalContent> read_begun_journal(const std::string& path);
/// The same of its bytes; `source` names the file in refusals.
JournalContent parse_journal(const std::string& bytes, const std::string& source);

/// The whole file of what is done: the same marks always give the same bytes.
std::string journal_text(const Shard& shard, const GradingPlan& plan,
                         const std::vector<const Mark*>& marks);

}  // namespace attn
