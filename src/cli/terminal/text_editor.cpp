#include "cli/terminal/text_editor.hpp"

#include <array>
#include <optional>

#include "base/system.hpp"
#include "cli/terminal/child_process.hpp"

namespace attn {

std::string editor_command() {
  for (const char* name : {"VISUAL", "EDITOR"})
    if (const std::string_view value = environment(name); !value.empty()) return std::string(value);
  return "vi";
}

// By the shell: the command may have arguments and quotes of its own.
bool edit_file(const std::string& path) {
  const std::array<SignalHandler, 3> keys{
      {{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTSTP, SIG_DFL}}};
  const SignalsMeanwhile signals(keys);
  const auto process = started(
      {.words = {"sh", "-c", editor_command() + " \"$@\"", "attn", path}, .handlers = keys});
  return process && has_run(status_at_the_end(*process));
}

}  // namespace attn
