// Files that are written whole or not at all.
#pragma once

#include <array>
#include <csignal>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// Refuses, before anything is computed, what write_files would refuse afterwards.
///
/// Errors:  InputError if a path is given twice, names a folder, lies in a folder that does not
///          exist, or exists although `overwrite` is false. SurroundingsError if the folder or the
///          file may not be written. A device or pipe always exists and may be written.
void require_writable_targets(const std::vector<std::string>& paths, bool overwrite);

/// Writes every (path, bytes), or none: each goes to a temporary file in the same folder, and only
/// when all are on the disk do they take their names. A reader never sees half a file, an interrupt
/// leaves nothing behind, and an existing file keeps its permissions. What a program that was
/// killed outright left in such a folder is removed. A device or pipe, such as /dev/stdout, is
/// written to directly and first.
///
/// Errors:  as require_writable_targets; SurroundingsError if writing fails. Files that are new are
///          then removed again; an older file that was already replaced cannot be brought back.
void write_files(const std::vector<std::pair<std::string, std::string>>& path_and_bytes,
                 bool overwrite);

/// Takes more bytes of the file of that number.
using PutBytes = std::function<void(std::size_t file, std::string_view bytes)>;

/// The same for files that come in pieces, because they are larger than what should be held.
///
/// `fill` puts all bytes of all files, those of one file in order, and always the same: it is
/// called once for each device or pipe, and once for all other files together. At an interrupt the
/// next piece ends it.
///
/// Errors:  as write_files, and what `fill` throws; then nothing is left of any file.
void write_files(const std::vector<std::string>& paths, bool overwrite,
                 const std::function<void(const PutBytes& put)>& fill);

/// While it lives, an interrupt, a termination or a hang-up waits: it is delivered afterwards, so
/// that a half-written file is never left behind. A file-size limit becomes an ordinary error.
/// Blocking the signals would not do: the threads of the matrix library would receive them.
class SignalHold {
 public:
  SignalHold();
  ~SignalHold();
  SignalHold(const SignalHold&) = delete;
  SignalHold& operator=(const SignalHold&) = delete;

  /// Whether a signal waits: whoever has much left to do gives up instead.
  static bool is_waited_for();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_{};
};

/// Gives a file another name, which must be new: rename() would replace what has it.
///
/// Errors:  false, and errno says why; EEXIST if the name is taken
bool rename_to_new(const std::string& from, const std::string& to);

}  // namespace attn
