#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// One fact that a case states of a run.
struct HostileFact {
  std::string what;       ///< the word before the colon
  std::string student{};  ///< whom it is about
  std::string text{};
};

/// A case of tests/hostile: a file whose first lines, comments, say what must come of it.
///
///     # What it does, in words.
///     # expect: stopped pass                  verdicts of the checks small and large, or the state
///     # expect in limits: grader_failed       the same where limits are all there is
///     # expect "ana": missing | unreadable    of another student than "hostile"; either of two
///     # says: computing for 1 s               stands in what the student reads
///     # silent: SECRET                        does not
///     # tells: cannot be written              stands in what whoever grades reads
///     # tells not: was killed                 does not
///     # not looked at: lost.txt             what the class is said to hold beside its students
///     # exit: 3                               the exit code, 0 else; either of two
///     # run: $GRADE --jobs 4                  how it is graded; "$GRADE --jobs 1" else
///     # only: bubblewrap                      not to be run without it
///
/// A .py or .cpp is what the student "hostile" hands in. A .sh fills the folder of the class, in
/// which it stands. In all of them @WORK@ is the folder that holds the class and the course, @ATTN@
/// the program, and @PORT@ where somebody listens on this machine.
class HostileCase {
 public:
  explicit HostileCase(const std::filesystem::path& file);

  std::string name() const { return file_.stem().string(); }
  bool is_class() const { return file_.extension() == ".sh"; }
  bool may_run_in(const std::string& isolation) const;
  std::string file_name() const { return "double" + file_.extension().string(); }
  const std::string& text() const { return text_; }

  /// What it states of a run in an isolation.
  std::vector<HostileFact> facts(const std::string& isolation) const;
  /// The last that it states of this; `usual` where it states nothing.
  std::string stated(const std::string& isolation, const std::string& what,
                     const std::string& usual) const;

 private:
  std::filesystem::path file_;
  std::string text_;
};

/// All of them, by number.
std::vector<HostileCase> hostile_cases();

}  // namespace attn
