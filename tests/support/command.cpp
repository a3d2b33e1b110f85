#include "support/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace attn {
namespace {

namespace fs = std::filesystem;

void require_zero(int error, const char* what) {
  if (error != 0) throw std::system_error(error, std::generic_category(), what);
}

std::vector<char*> words_for_exec(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

CommandResult run_command(const std::string& command, const fs::path& folder, int seconds) {
  const TemporaryFolder results;  // not in `folder`, where the command would see them
  const fs::path out = results.path() / "out", err = results.path() / "err";

  // timeout(1) makes a process group of its own and kills all of it.
  std::vector<std::string> arguments{"timeout", "--signal=KILL", std::to_string(seconds), "sh",
                                     "-c",      command};
  std::vector<std::string> environment{
      "PATH=" + fs::path(ATTN_PROGRAM).parent_path().string() + ":/usr/bin:/bin",
      "HOME=" + folder.string(),
      "LC_ALL=C.UTF-8",
      "ASAN_OPTIONS=detect_leaks=0",
      "LEARNED=" ATTN_SOURCE_DIR "/src/learning/models/en.safetensors",
      "MODELS=" ATTN_SOURCE_DIR "/tests/pretrained/models",
      "WEIGHTS=" ATTN_SOURCE_DIR "/tests/data/weights"};

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const int writing = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), writing, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), writing, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, "timeout", &actions, nullptr, words_for_exec(arguments).data(),
                   words_for_exec(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  require_zero(error, "timeout");

  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  // The signal reaches timeout too, for it belongs to the group.
  const bool timed_out = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  return {.out = content(out),
          .err = content(err),
          .exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .timed_out = timed_out};
}

CommandResult run_command(const std::string& command, int seconds) {
  const TemporaryFolder folder;
  return run_command(command, folder.path(), seconds);
}

}  // namespace attn
