#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzz_target.hpp"
#include "practice/progress/progress.hpp"

namespace {

namespace fs = std::filesystem;

/// A folder of this process, because progress is kept in a file.
struct ProcessFolder {
  fs::path path = fs::temp_directory_path() / ("attn-fuzz-progress-" + std::to_string(::getpid()));
  ProcessFolder() { fs::create_directory(path); }
  ~ProcessFolder() { fs::remove_all(path); }
};

}  // namespace

ATTN_FUZZ_TARGET(progress_fuzz) {
  static const ProcessFolder folder;
  const std::string path = folder.path / "progress.json";
  std::ofstream(path, std::ios::binary) << bytes;
  ProgressFile file(path, "attn");
  try {
    const std::uint64_t before = file.read().of("one").attempts;
    file.change("one", [](ExerciseProgress& progress) { ++progress.attempts; });
    const Progress after = file.read();
    if (after.of("one").attempts != before + 1 || after.latest != "one") __builtin_trap();
  } catch (const SurroundingsError&) {  // of a newer format
  }
  fs::remove(path + ".damaged");
}
