#include "sandbox/process_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>

#ifdef __linux__
#include <sys/mman.h>
#include <sys/sysmacros.h>
#endif

#include "base/system.hpp"

namespace attn {
namespace {

// A file of /proc, about `most` bytes of it; absent where it is kept from us, "" of a process that
// is gone.
std::optional<std::string> proc_text(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 65536> part;
  ssize_t n = 0;
  while (file.is_open() && text.size() < most &&
         (n = ::read(file.get(), part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(n));
  const bool is_kept = (!file.is_open() || n < 0) && (errno == EACCES || errno == EPERM);
  return is_kept ? std::nullopt : std::optional(std::move(text));
}

// Where the kernel keeps memory that processes share and no file holds, as a device.
std::string device_of_shared_memory() {
#ifdef __linux__
  struct stat facts {};
  const Descriptor file(::memfd_create("device", MFD_CLOEXEC));
  if (file.is_open() && ::fstat(file.get(), &facts) == 0)
    return fmt::format("{:02x}:{:02x}", major(facts.st_dev), minor(facts.st_dev));
#endif
  return "";
}

// Some 25,000 mappings, of all processes together.
constexpr std::size_t kMostOfMaps = 2 << 20;

// What is left of a line of maps behind the device: a number and a name.
std::string_view name_behind(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789 "), rest.size()));
  return rest;
}

}  // namespace

std::uint64_t bytes_of_mappings(const std::string& maps, const std::string& device) {
  constexpr std::uint64_t kOfMapping = 256;
  const std::string word = " " + device + " ";
  for (std::size_t at = maps.find(word); at != maps.npos; at = maps.find(word, at + 1)) {
    const std::size_t from = at + word.size(), end = std::min(maps.find('\n', from), maps.size());
    // Files of this kind are ours: what a program reads.
    if (!name_behind(std::string_view(maps).substr(from, end - from)).starts_with("/memfd:"))
      return ProcessMemory::kBeyondCount;
  }
  return kOfMapping * static_cast<std::uint64_t>(std::count(maps.begin(), maps.end(), '\n'));
}

std::uint64_t ProcessMemory::bytes_of(pid_t process) {
  static const std::string shared = device_of_shared_memory();
  const std::string folder = "/proc/" + std::to_string(process);
  const std::string status = proc_text(folder + "/status", kMostOfMaps).value_or("");
  const auto bytes = [&status](const char* name) { return proc_bytes(status, name).value_or(0); };
  std::uint64_t own = bytes("RssAnon") + bytes("RssShmem");
  if (own == 0) own = bytes("VmRSS");  // where the system does not tell them apart
  own += bytes("VmSwap") + bytes("HugetlbPages") + bytes("VmPTE");
  // Who hides what it has mapped may have used all of it.
  const std::optional<std::string> maps =
      proc_text(folder + "/maps", kMostOfMaps - std::min(n_of_maps_, kMostOfMaps));
  own += maps ? bytes_of_mappings(*maps, shared) : bytes("VmSize");
  n_of_maps_ += maps ? maps->size() : 0;
  // Whoever reads them is busy as long, and sees nothing else.
  return n_of_maps_ < kMostOfMaps ? own + bytes_of_sockets(folder) : kBeyondCount;
}

// What is sent through a socket and was not read yet belongs to nobody.
std::uint64_t ProcessMemory::bytes_of_sockets(const std::string& process_folder) {
  constexpr std::uint64_t kOfSocket = 512 << 10;
  constexpr std::string_view kBeginning = "socket:";
  const Descriptor files = folder_within(AT_FDCWD, process_folder + "/fd");
  std::uint64_t bytes = 0;
  for (const std::string& name : names_within(files.get())) {
    std::array<char, 64> target;
    const ssize_t n = ::readlinkat(files.get(), name.c_str(), target.data(), target.size());
    const std::string_view text(target.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (text.starts_with(kBeginning) && seen_sockets_.emplace(text).second) bytes += kOfSocket;
  }
  return bytes;
}

}  // namespace attn
