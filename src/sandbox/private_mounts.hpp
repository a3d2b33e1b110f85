#pragma once

#include <string>

#include "sandbox/limits.hpp"

namespace attn {

/// What a process that becomes bubblewrap changes before, in a view of the machine that is its own
/// (a user and a mount namespace), so that bubblewrap hands it on to the program:
/// - the devices of the host are read-only as files. A program writes to /dev/null, but changes
///   neither its mode nor its owner nor its times, not even where who grades is root;
/// - the folder for scratch is empty, lies in memory and has bounds for bytes and for files.
///
/// Worked out beforehand, since a process that was forked may only make system calls.
class PrivateMounts {
 public:
  PrivateMounts(const std::string& scratch, const Limits& limits);

  /// In the process itself. False with errno set where the kernel has no such namespaces, or keeps
  /// them from us.
  bool enter() const;

  /// In a folder for scratch: the one that a program may write to, and its place for memory that
  /// processes share.
  static std::string files_in(const std::string& scratch) { return scratch + "/files"; }
  static std::string shared_in(const std::string& scratch) { return scratch + "/shared"; }

 private:
  std::string scratch_, files_, shared_, options_, users_, groups_;
};

}  // namespace attn
