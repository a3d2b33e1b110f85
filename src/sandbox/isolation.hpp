#pragma once

#include <string>
#include <vector>

#include "base/named.hpp"

namespace attn {

/// What stands between a program and the machine.
enum class Isolation {
  bubblewrap,  ///< a read-only system, a scratch of its own, no network, no sight of other
               ///< processes
  limits,      ///< time, memory, output and processes are limited, and nothing else
};
inline constexpr Named<Isolation> kIsolations[] = {{Isolation::bubblewrap, "bubblewrap"},
                                                   {Isolation::limits, "limits"}};

/// The strongest isolation that works here. Tried, not asked for: a kernel may have what it needs
/// and forbid it.
Isolation strongest_isolation();

/// Why bubblewrap does not work here, and what helps, as sentences; "" where it does.
const std::string& bubblewrap_trouble();
/// The same, of what came of trying it, and of the kernel's settings below a folder (/proc/sys).
std::string bubblewrap_trouble(const std::string& said, const std::string& settings);

/// What a program finds around it inside bubblewrap.
struct SandboxView {
  std::string program_folder;          ///< its files, seen as kProgramFolder
  bool may_write_program = false;      ///< so that a compiler can leave its result there
  std::vector<std::string> visible{};  ///< beside the folders of the system: an interpreter's own
  std::vector<std::string> hidden{};   ///< files and folders in these that are not seen
  std::string scratch{};               ///< a folder that PrivateMounts has prepared
};

/// Where the program's files are seen inside bubblewrap, and where it may write.
inline constexpr const char* kProgramFolder = "/program";
inline constexpr const char* kScratchFolder = "/tmp";

/// The options of bubblewrap for a command that is to run inside it, as start_process starts it.
std::vector<std::string> bubblewrap_options(const SandboxView& view);

/// Whether a file belongs to the folders of the system, which every program sees.
bool is_of_system(const std::string& path);

}  // namespace attn
