#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// What lies at a place in a folder that somebody else has filled.
enum class FoundKind { file, folder, link, other };

struct FoundEntry {
  std::string path;  ///< within the folder: "ana/answer.txt"; bytes as the system has them
  FoundKind kind = FoundKind::file;
  bool is_closed = false;  ///< a folder that was to be looked into, and cannot be opened
};

/// What lies below a folder, or at `path` within it, `depth` levels of it, ordered by the bytes of
/// their names. No link is followed, and what is no ordinary file is not opened. Of a folder with
/// more than `most_in_folder` entries, the first of them; `is_cut` tells so.
/// Errors: InputError if the folder cannot be read, or a link is on the way to the path;
///         SurroundingsError if the place at the path cannot be read.
std::vector<FoundEntry> entries_below(const std::string& folder, const std::string& path,
                                      unsigned depth, std::size_t most_in_folder, bool& is_cut);

/// The bytes of an ordinary file below a folder that somebody else has filled: none of the names on
/// the way to it may be a link, and it has that one name alone, so that nothing from elsewhere is
/// read.
/// Errors: InputError if it is anything else, or has more than `most_bytes`; SurroundingsError if
/// it
///         cannot be read, because rights are missing or it is gone.
std::string bytes_beneath(const std::string& folder, const std::string& path,
                          std::uint64_t most_bytes);

}  // namespace attn
