#include "sandbox/process_memory.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>

#include "sandbox/pipe.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

// What a process holds that has done something and waits.
std::uint64_t bytes_after(const std::function<void()>& work) {
  Pipe ready = make_pipe();
  const pid_t process = ::fork();
  if (process == 0) {
    work();
    (void)!::write(ready.writing.get(), "x", 1);
    for (;;) ::pause();
  }
  for (char byte = 0; ::read(ready.reading.get(), &byte, 1) != 1;) ::usleep(1000);
  const std::uint64_t bytes = ProcessMemory().bytes_of(process);
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  return bytes;
}

void* shared(std::size_t bytes) {
  return ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

TEST_CASE("ProcessMemory: shared memory without a file is beyond count, what is left of it, too") {
  CHECK(bytes_after([] {}) < ProcessMemory::kBeyondCount);
  constexpr std::size_t kPage = 4096;
  CHECK(bytes_after([] { ::munmap(shared(2 * kPage), kPage); }) >= ProcessMemory::kBeyondCount);
}

TEST_CASE("ProcessMemory: more mappings than can be looked through are beyond count") {
  constexpr std::size_t kPage = 4096, kPages = 60'000;
  const auto map_pages = [] {
    void* const start =
        ::mmap(nullptr, kPages * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (std::size_t i = 0; i < kPages; i += 2)
      ::mprotect(static_cast<char*>(start) + i * kPage, kPage, PROT_READ);
  };
  CHECK(bytes_after(map_pages) == ProcessMemory::kBeyondCount);
}

TEST_CASE("ProcessMemory: no such process") { CHECK(ProcessMemory().bytes_of(-5) == 0); }

TEST_CASE("bytes_of_mappings: a file of ours is no memory of a program, whatever a name says") {
  const std::string start = "7f00-7f10 rw-s 00000000 00:01 1028    ";
  CHECK(bytes_of_mappings(start + "/memfd:input (deleted)\n", "00:01") == 256);
  CHECK(bytes_of_mappings(start + "/usr/lib/a\n", "00:02") == 256);
  for (const std::string name : {"/dev/zero (deleted)", "[anon_shmem: /memfd:input]", ""})
    CHECK(bytes_of_mappings(start + name + "\n", "00:01") == ProcessMemory::kBeyondCount);
}

}  // namespace
}  // namespace attn
