#pragma once

#include <functional>
#include <string>

namespace attn {

/// Is told, in a sentence, that another attn holds a file, and how long it is waited for. Called
/// once, soon enough that nobody takes the waiting for a program that hangs.
using WaitNotice = std::function<void(const std::string&)>;

/// The folder of what is remembered from one run to the next: $XDG_STATE_HOME/attn, else
/// ~/.local/state/attn. It need not exist.
/// Errors:  SurroundingsError if there is neither XDG_STATE_HOME nor HOME.
std::string state_folder();

/// Renames a damaged file of that folder to a name that is not taken yet, which it returns.
/// Errors:  SurroundingsError if that cannot be done.
std::string set_aside(const std::string& path);

/// While it lives, no other attn changes the file. Its folder is made if it is missing.
///
/// It locks a file of its own beside it, because the file itself is replaced and not written.
/// Errors:  SurroundingsError if the folder or the lock cannot be made, or if another program holds
///          the lock for three seconds.
class StateLock {
 public:
  explicit StateLock(const std::string& path, const WaitNotice& on_wait = {});
  ~StateLock();
  StateLock(const StateLock&) = delete;
  StateLock& operator=(const StateLock&) = delete;

 private:
  void wait_for_the_other(const std::string& path, const WaitNotice& on_wait);

  int descriptor_ = -1;
};

}  // namespace attn
