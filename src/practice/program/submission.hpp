#pragma once

#include <memory>
#include <string>
#include <vector>

#include "practice/exercise.hpp"
#include "sandbox/run_program.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

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

}  // namespace attn
