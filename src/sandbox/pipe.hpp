#pragma once

#include <utility>

namespace attn {

/// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_;
};

/// What is written at one end is read at the other.
struct Pipe {
  Descriptor reading, writing;
};

/// A pipe that no program inherits, read without waiting.
/// Errors: SurroundingsError.
Pipe make_pipe();

/// That no program can be started, with the reason that the system gave last.
/// Errors: SurroundingsError, always.
[[noreturn]] void refuse_process();

}  // namespace attn
