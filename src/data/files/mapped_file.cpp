#include "data/files/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include "base/message.hpp"
#include "data/files/file.hpp"

namespace attn {

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

}  // namespace attn
