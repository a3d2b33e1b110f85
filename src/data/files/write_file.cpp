#include "data/files/write_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <deque>
#include <string_view>
#include <thread>

#include "base/message.hpp"
#include "base/system.hpp"
#include "data/files/file.hpp"
#include "data/files/new_file.hpp"

namespace attn {

namespace {

/// A file that is written to the end or refused.
class Output {
 public:
  Output(int descriptor, const std::string& path) : Output(Descriptor(descriptor), path) {}
  Output(Descriptor descriptor, const std::string& path)
      : descriptor_(std::move(descriptor)), path_(path) {
    if (!descriptor_.is_open()) fail_to_write(path_, errno);
  }

  int descriptor() const { return descriptor_.get(); }

  void write(std::string_view bytes) {
    if (!write_all(descriptor_.get(), bytes)) fail_to_write(path_, errno);
  }

  void close() {
    if (!descriptor_.close()) fail_to_write(path_, errno);
  }

 private:
  Descriptor descriptor_;
  const std::string& path_;
};

/// So that the new name itself survives a power cut. A disk that cannot is no reason to fail.
void sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) ::fsync(opened.get());
}

/// A file on its way: removed again unless `keep` is called.
class Pending {
 public:
  explicit Pending(const Target& target)
      : target_(target),
        temporary_(target.folder),
        output_(temporary_.descriptor(), target.path),
        present_(temporary_.path()) {}
  ~Pending() {
    if (!present_.empty()) ::unlink(present_.c_str());
  }
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;

  void write(std::string_view bytes) { output_.write(bytes); }

  void finish() {
    const int descriptor = output_.descriptor();
    if (::fchmod(descriptor, target_.mode) != 0) fail_to_write(target_.path, errno);
    // EINVAL: this file system cannot promise more than it has done.
    if (::fsync(descriptor) != 0 && errno != EINVAL) fail_to_write(target_.path, errno);
    output_.close();
  }

  void put_in_place(bool overwrite) {
    if (overwrite ? !rename_over() : !rename_to_new(temporary_.path(), target_.real_path)) {
      if (errno == EEXIST) refuse_existing(target_.path);
      fail_to_write(target_.path, errno);
    }
    // What replaced an older file stays even if a later file fails: neither is there twice.
    present_ = target_.exists ? "" : target_.real_path;
  }

  void keep() {
    present_.clear();
    sync_folder(target_.folder);
  }

 private:
  bool rename_over() const {
    return ::rename(temporary_.path().c_str(), target_.real_path.c_str()) == 0;
  }

  const Target& target_;
  TemporaryFile temporary_;
  Output output_;
  std::string present_;  // what to remove if a later file fails
};

using Fill = std::function<void(const PutBytes&)>;

// The writer's end of a pipe. Its reader may start a little later; without one, opening it as a
// file would wait for ever and say nothing.
Descriptor opened_pipe(const std::string& path, int flags) {
  constexpr std::chrono::seconds kPatience(5);
  constexpr std::chrono::milliseconds kPause(20);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    Descriptor pipe(::open(path.c_str(), flags | O_NONBLOCK));
    if (pipe.is_open()) ::fcntl(pipe.get(), F_SETFL, O_APPEND);  // writing may wait
    if (pipe.is_open() || errno != ENXIO) return pipe;
    if (std::chrono::steady_clock::now() >= deadline)
      throw SurroundingsError(
          message("{}: this is a pipe, and no program reads it. Start its reader first, or give "
                  "another path.",
                  path));
    std::this_thread::sleep_for(kPause);
  }
}

void write_directly(const Target& target, std::size_t number, const Fill& fill) {
  const int flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY;
  Output output(is_pipe(target.path) ? opened_pipe(target.path, flags)
                                     : Descriptor(::open(target.path.c_str(), flags)),
                target.path);
  fill([&](std::size_t file, std::string_view bytes) {
    if (file == number) output.write(bytes);
  });
  output.close();
}

void write_beside(const std::vector<Target>& targets, bool overwrite, const Fill& fill) {
  const SignalHold hold;  // not before: a pipe without a reader must stay interruptible
  std::deque<Pending> files;
  std::vector<Pending*> file_of(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (targets[i].direct) continue;
    remove_leftovers(targets[i].folder);
    file_of[i] = &files.emplace_back(targets[i]);
  }
  if (files.empty()) return;
  fill([&](std::size_t file, std::string_view bytes) {
    if (file_of[file]) file_of[file]->write(bytes);
  });
  for (Pending& file : files) file.finish();
  for (Pending& file : files) file.put_in_place(overwrite);
  for (Pending& file : files) file.keep();
}

void write_pieces(const std::vector<std::string>& paths, bool overwrite, const Fill& fill) {
  const std::vector<Target> targets = writable_targets(paths, overwrite);
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i].direct) write_directly(targets[i], i, fill);
  write_beside(targets, overwrite, fill);
}

}  // namespace

void require_writable_targets(const std::vector<std::string>& paths, bool overwrite) {
  writable_targets(paths, overwrite);
}

void write_files(const std::vector<std::pair<std::string, std::string>>& path_and_bytes,
                 bool overwrite) {
  std::vector<std::string> paths;
  paths.reserve(path_and_bytes.size());
  for (const auto& [path, bytes] : path_and_bytes) paths.push_back(path);
  write_pieces(paths, overwrite, [&](const PutBytes& put) {
    for (std::size_t i = 0; i < path_and_bytes.size(); ++i) put(i, path_and_bytes[i].second);
  });
}

void write_files(const std::vector<std::string>& paths, bool overwrite, const Fill& fill) {
  write_pieces(paths, overwrite, [&](const PutBytes& put) {
    fill([&](std::size_t file, std::string_view bytes) {
      // The sentence is rarely seen: the signal ends the program as soon as the hold does.
      if (SignalHold::is_waited_for())
        throw SurroundingsError(message("{}: writing was interrupted.", paths[file]));
      put(file, bytes);
    });
  });
}

namespace {

volatile std::sig_atomic_t held_signal = 0;

void remember(int signal) {
  if (signal != SIGXFSZ) held_signal = signal;
}

}  // namespace

SignalHold::SignalHold() {
  held_signal = 0;
  struct sigaction hold {};
  hold.sa_handler = remember;
  hold.sa_flags = SA_RESTART;
  ::sigemptyset(&hold.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &hold, &before_[i]);
    // Nobody waits for a signal that would be ignored.
    if (before_[i].sa_handler == SIG_IGN && kSignals[i] != SIGXFSZ)
      ::sigaction(kSignals[i], &before_[i], nullptr);
  }
}

SignalHold::~SignalHold() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  const int held = held_signal;
  held_signal = 0;
  if (held != 0) ::raise(held);
}

bool SignalHold::is_waited_for() { return held_signal != 0; }

namespace {

// What the kernel itself refuses, nobody can come between. ENOSYS: it has no such call.
#if defined(__linux__)
int rename_in_kernel(const char* from, const char* to) {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
#elif defined(__APPLE__)
int rename_in_kernel(const char* from, const char* to) {
  return ::renamex_np(from, to, RENAME_EXCL);
}
#else
int rename_in_kernel(const char*, const char*) {
  errno = ENOSYS;
  return -1;
}
#endif

}  // namespace

// Not every file system can: a hard link refuses a taken name too, and where there are none either,
// looking first is the best that is left.
bool rename_to_new(const std::string& from, const std::string& to) {
  if (rename_in_kernel(from.c_str(), to.c_str()) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return false;
  if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0;
  if (errno == EEXIST) return false;
  struct stat facts {};
  if (::lstat(to.c_str(), &facts) == 0) {
    errno = EEXIST;
    return false;
  }
  return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace attn
