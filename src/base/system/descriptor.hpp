#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
  /// False with errno set where the system says only now that something was not written.
  bool close();

 private:
  int number_;
};

/// Writes all of it to an open file; false with errno set if that cannot be done.
bool write_all(int file, std::string_view text);

/// Opens a folder by its name within an open one, and follows no link. Not open, with errno set, if
/// that cannot be done.
Descriptor folder_within(int folder, const std::string& name);

/// The names of what is in an open folder, in no order; none if it cannot be read.
std::vector<std::string> names_within(int folder);

/// What the system takes as the words of a command: pointers to the texts, and a null behind them.
std::vector<char*> pointers_to(std::vector<std::string>& texts);

}  // namespace attn
