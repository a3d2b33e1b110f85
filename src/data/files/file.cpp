#include "data/files/file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = kMiB;

// Of a path and the folders that it goes through, the link that leads nowhere; empty if none does.
fs::path dangling_link(const fs::path& path) {
  std::error_code ignored;
  fs::path part;
  for (const fs::path& name : path) {
    part /= name;
    if (fs::is_symlink(fs::symlink_status(part, ignored)) && !fs::exists(part, ignored))
      return part;
  }
  return {};
}

/// The descriptor that a path names, as a shell gives it for <(command); nothing for other paths.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view number = path.substr(folder.size());
    int descriptor = -1;
    const char* const end = number.data() + number.size();
    if (std::from_chars(number.data(), end, descriptor).ptr == end && descriptor >= 0)
      return descriptor;
  }
  return std::nullopt;
}

[[noreturn]] void refuse_unreadable(const std::string& path, int error) {
  if (error == ENOENT || error == ENOTDIR) {
    if (descriptor_named(path))
      throw InputError(
          message("{}: nothing is open there. Send the data with | or <, or give a file.", path));
    refuse_dangling_link(path);
    throw InputError(
        message("{}: there is no such file. Check the spelling and the folder.", path));
  }
  if (error == EACCES || error == EPERM)
    throw InputError(
        message("{}: the file cannot be read: {}. Check its permissions, or give another file.",
                path, system_reason(error)));
  throw InputError(
      message("{}: the file cannot be read: {}. Give another file.", path, system_reason(error)));
}

void require_ordinary(const std::string& path, const struct stat& facts) {
  if (S_ISREG(facts.st_mode)) return;
  throw InputError(
      message("{}: an ordinary file was expected, but this is a folder, pipe or device. Save the "
              "data to a file and give its path.",
              path));
}

void require_within(const std::string& path, std::uintmax_t size, std::uintmax_t limit) {
  if (size <= limit) return;
  throw InputError(
      message("{}: the file is too large: it has {} bytes, and at most {} bytes ({} MiB) are read "
              "in this format. Give a smaller part of it.",
              path, size, limit, limit / kMiB));
}

// What a clone of a repository holds where the large files were not fetched.
void refuse_pointer(const File& file, const std::string& path) {
  constexpr std::string_view kPointer = "version https://git-lfs";
  std::array<char, kPointer.size()> start{};
  if (file.size() < start.size() || file.read_some(0, start.data(), start.size()) < start.size())
    return;
  if (std::string_view(start.data(), start.size()) == kPointer)
    throw InputError(message(
        "{}: this is a note of Git LFS on where the file lies, and not the file. Fetch it: git lfs "
        "pull.",
        path));
}

/// The pipe that a path names. A pipe with a name of its own is none: without somebody who writes,
/// opening it would never end.
std::optional<int> pipe_named(std::string_view path) {
  const std::optional<int> descriptor = descriptor_named(path);
  struct stat facts {};
  const bool is_pipe = descriptor && ::fstat(*descriptor, &facts) == 0 && S_ISFIFO(facts.st_mode);
  return is_pipe ? descriptor : std::nullopt;
}

/// Reads to the end, or one byte beyond the limit if the file is longer than it claimed.
std::string read_bytes(const File& file, std::uintmax_t limit) {
  std::string bytes;
  bytes.reserve(file.size() + 1);  // one more, so that the end is noticed without growing
  while (bytes.size() <= limit) {
    const std::size_t before = bytes.size();
    const std::size_t room = std::max<std::size_t>(bytes.capacity() - before, 1);
    bytes.resize(before + std::min<std::uintmax_t>({room, kChunk, limit + 1 - before}));
    const std::size_t got = file.read_some(before, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + got);
    if (got == 0) break;
  }
  return bytes;
}

}  // namespace

File::File(const std::string& path) : path_(path) {
  // Looked at before it is opened, because opening a device can already act on it; and looked at
  // again afterwards, because another program may have put something else there.
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) refuse_unreadable(path, errno);
  require_ordinary(path, facts);
  descriptor_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!descriptor_.is_open() || ::fstat(descriptor_.get(), &facts) != 0) {
    refuse_unreadable(path, errno);
  }
  require_ordinary(path, facts);
  size_ = static_cast<std::uintmax_t>(facts.st_size);
  refuse_pointer(*this, path);
}

std::size_t File::read_some(std::uintmax_t offset, char* into, std::size_t count) const {
  while (true) {
    const ssize_t got = ::pread(descriptor_.get(), into, count, static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) refuse_unreadable(path_, errno);
  }
}

std::string File::bytes(std::uintmax_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const std::size_t got = read_some(offset + done, bytes.data() + done, count - done);
    if (got == 0) {
      throw InputError(
          message("{}: the file ended while it was read. Another program may be writing it: wait "
                  "until it is done.",
                  path_));
    }
    done += got;
  }
  return bytes;
}

void refuse_dangling_link(const std::string& path) {
  std::error_code ignored;
  const fs::path link = dangling_link(path);
  if (link.empty()) return;
  throw InputError(
      message("{}: the link {} leads to {}, and there is nothing. Put the file or folder there, or "
              "give another.",
              path, link.string(), fs::read_symlink(link, ignored).string()));
}

bool is_named(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

bool is_pipe(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && S_ISFIFO(facts.st_mode);
}

bool is_descriptor(const std::string& path) { return descriptor_named(path).has_value(); }

std::optional<std::string> bytes_sent(int descriptor, std::uintmax_t size_limit) {
  struct Sent {
    std::string bytes;
    bool is_whole = false;
  };
  static std::map<int, Sent> kept;
  static std::mutex one_reads;
  const std::lock_guard<std::mutex> lock(one_reads);
  auto& [bytes, is_whole] = kept[descriptor];
  while (!is_whole && bytes.size() <= size_limit) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kChunk);
    const ssize_t got = ::read(descriptor, bytes.data() + before, kChunk);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && errno != EINTR) return std::nullopt;
    is_whole = got == 0;
  }
  return bytes;
}

void refuse_empty(const std::string& path) {
  if (pipe_named(path))
    throw InputError(
        message("{}: nothing came through the pipe. See what the command before it says.", path));
  throw InputError(
      message("{}: the file is empty. Save or fetch it again, or give another file.", path));
}

void refuse_page(std::string_view start, const std::string& path) {
  start = without_byte_order_mark(start);
  start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n"), start.size()));
  const std::string first = lower_case(std::string(start.substr(0, 14)));
  if (first.starts_with("<!doctype html") || first.starts_with("<html"))
    throw InputError(
        message("{}: this is an HTML page, and not the file: perhaps the page that shows it, or "
                "one that asks for a password. Fetch the file itself.",
                path));
}

void refuse_packed(std::string_view start, const std::string& path) {
  if (start.starts_with("PK\x03\x04") || start.starts_with("\x1F\x8B"))
    throw InputError(
        message("{}: this is a packed archive, and not the file. Unpack it, and give the file that "
                "is inside.",
                path));
}

std::string file_bytes(const std::string& path, std::uintmax_t size_limit) {
  if (const std::optional<int> pipe = pipe_named(path)) {
    std::optional<std::string> sent = bytes_sent(*pipe, size_limit);
    if (!sent) refuse_unreadable(path, errno);
    require_within(path, sent->size(), size_limit);
    return *std::move(sent);
  }
  const File file(path);
  require_within(path, file.size(), size_limit);
  std::string bytes = read_bytes(file, size_limit);
  require_within(path, bytes.size(), size_limit);
  return bytes;
}

std::string read_file(const std::string& path, std::uintmax_t size_limit) {
  std::string bytes = file_bytes(path, size_limit);
  if (bytes.empty()) refuse_empty(path);
  return bytes;
}

// What a signal may look at: where mappings lie, and whether one was found cut off.
struct WatchedMapping {
  std::atomic<std::uintptr_t> begin = 0, end = 0;
  std::atomic<bool> is_taken = false, is_cut = false;
};

namespace {

constexpr std::size_t kMostMappings = 1024;
std::array<WatchedMapping, kMostMappings> watched;
struct sigaction action_before;

// Zeros take the place of what the file no longer has, and the instruction is tried again.
bool put_zeros(std::uintptr_t address) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (WatchedMapping& one : watched) {
    const std::uintptr_t begin = one.begin, end = one.end;
    if (address < begin || address >= end) continue;
    one.is_cut = true;
    const std::uintptr_t from = address / page * page;
    return ::mmap(reinterpret_cast<void*>(from), end - from, PROT_READ,  // NOLINT
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  }
  return false;
}

void on_bus_error(int signal, siginfo_t* facts, void* /*context*/) {
  const int error = errno;
  const bool is_of_memory = facts->si_code > 0;  // else another program sent it
  if (!is_of_memory || !put_zeros(reinterpret_cast<std::uintptr_t>(facts->si_addr))) {  // NOLINT
    // It is what it always was: the instruction comes again, or the signal does.
    ::sigaction(signal, &action_before, nullptr);
    if (!is_of_memory) ::raise(signal);
  }
  errno = error;
}

void listen_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGBUS, &action, &action_before);
  });
}

// Nothing cannot be mapped.
std::size_t size_of(const File& file, const std::string& path) {
  if (file.size() > 0) return static_cast<std::size_t>(file.size());
  refuse_empty(path);
}

WatchedMapping& taken_place(const std::string& path) {
  for (WatchedMapping& one : watched)
    if (!one.is_taken.exchange(true)) return one;
  throw SurroundingsError(
      message("{}: more than {} files would be open at once.", path, kMostMappings));
}

}  // namespace

struct MappedFile::Mapping {
  explicit Mapping(const std::string& path)
      : file(path), size(size_of(file, path)), watch(taken_place(path)) {
    watch.is_cut = false;
    bytes = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
    if (bytes == MAP_FAILED) {
      const int error = errno;
      watch.is_taken = false;
      throw SurroundingsError(
          message("{}: {} bytes cannot be mapped into memory: {}. Free some "
                  "memory, or raise the limit: ulimit -v unlimited.",
                  path, size, system_reason(error)));
    }
    watch.begin = reinterpret_cast<std::uintptr_t>(bytes);  // NOLINT
    watch.end = watch.begin + size;
    listen_once();
  }
  ~Mapping() {
    watch.begin = watch.end = 0;
    ::munmap(bytes, size);
    watch.is_taken = false;
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  // Behind its end, the last page of a file reads as zeros without any signal.
  bool is_whole() const {
    struct stat facts {};
    return !watch.is_cut && ::fstat(file.descriptor(), &facts) == 0 &&
           static_cast<std::uintmax_t>(facts.st_size) >= size;
  }

  File file;
  std::size_t size = 0;
  void* bytes = nullptr;
  WatchedMapping& watch;
};

MappedFile::MappedFile(const std::string& path)
    : path_(path), mapping_(std::make_shared<const Mapping>(path)) {}

std::string_view MappedFile::bytes() const {
  return {static_cast<const char*>(mapping_->bytes), mapping_->size};
}

void MappedFile::require_whole() const {
  if (mapping_->is_whole()) return;
  throw InputError(
      message("{}: the file was cut off while it was read, or its disk failed. Another program may "
              "be writing it: wait until it is done.",
              path_));
}

std::string line_place(std::size_t line, std::size_t column) {
  return message("line {}, column {}", line, column);
}

std::string line_place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto start = before.rfind('\n') + 1;  // 0 if there is none: npos + 1
  return line_place(line, character_count(before.substr(start)) + 1);
}

}  // namespace attn
