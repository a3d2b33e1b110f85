// Bytes of files, read in parts or mapped, up to stated limits; and text in them, whatever it is
// coded in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/system.hpp"

namespace attn {

// Bytes of files: read in parts or mapped, up to stated limits, and where something stands in a
// text.

/// An ordinary file that is read in parts.
class File {
 public:
  /// Errors:  InputError if it is missing, unreadable or not an ordinary file: a folder, pipe or
  ///          device could block or never end; if a link leads nowhere; and for a note of Git LFS
  ///          in the place of the file.
  explicit File(const std::string& path);

  std::uintmax_t size() const { return size_; }  ///< in bytes, when it was opened
  int descriptor() const { return descriptor_.get(); }

  /// Reads at most `count` bytes from `offset` on; the result is how many, 0 at the end.
  /// Errors:  InputError if the machine refuses.
  std::size_t read_some(std::uintmax_t offset, char* into, std::size_t count) const;

  /// Exactly `count` bytes from `offset` on.
  /// Errors:  InputError if they cannot be read, or the file ends before them.
  std::string bytes(std::uintmax_t offset, std::size_t count) const;

 private:
  std::string path_;
  Descriptor descriptor_;
  std::uintmax_t size_ = 0;
};

/// Whether something has that name, be it a link that leads nowhere: whoever opens it is told.
bool is_named(const std::filesystem::path& path);

/// Refuses a path that is a link which leads nowhere, or goes through one.
/// Errors:  InputError naming the link
void refuse_dangling_link(const std::string& path);

/// Whether it is a pipe, or a link to one.
bool is_pipe(const std::string& path);

/// Whether a path names what is open already, as a shell passes it: /dev/stdin, /dev/fd/63.
bool is_descriptor(const std::string& path);

/// What is sent through an open descriptor, to its end or at least one byte beyond the limit;
/// nothing where the machine refuses, and errno says why. It comes once, so it is kept for whoever
/// reads the same descriptor again.
std::optional<std::string> bytes_sent(int descriptor, std::uintmax_t size_limit);

/// Throws the InputError for a file without any bytes.
[[noreturn]] void refuse_empty(const std::string& path);

/// Refuses the beginning of an HTML page where something else was expected.
/// Errors:  InputError
void refuse_page(std::string_view start, const std::string& path);

/// The same for a zip or gzip archive.
/// Errors:  InputError
void refuse_packed(std::string_view start, const std::string& path);

/// The bytes of an ordinary file, which may have none; or of a pipe that a shell passes as a file,
/// <(command), to its end.
///
/// Units:   `size_limit` in bytes; more than that is never held, even if the file grows meanwhile.
/// Errors:  as File; also if it is larger than the limit.
std::string file_bytes(const std::string& path, std::uintmax_t size_limit);

/// The bytes of a file that should hold something.
/// Errors:  as file_bytes; also if it is empty.
std::string read_file(const std::string& path, std::uintmax_t size_limit);

// The largest inputs that are read, all in one place. A wrong file given by mistake is refused
// before it fills the memory; every honest exercise is far below.
inline constexpr std::uintmax_t kMiB = std::uintmax_t{1024} * 1024;
inline constexpr std::uintmax_t kTextLimit = 64 * kMiB;       // .csv and .tsv
inline constexpr std::uintmax_t kJsonLimit = 16 * kMiB;       // JSON: a parsed tree is far larger
inline constexpr std::uintmax_t kTokenizerLimit = 64 * kMiB;  // read event by event: no tree
inline constexpr std::uintmax_t kBinaryLimit = 1024 * kMiB;   // .npy, .npz and each array in one
inline constexpr std::uint64_t kCellLimit = 128 * kMiB;       // cells of a matrix: 1 GiB of doubles

/// Where something is in a text file: both counted from 1, as editors do. "line 3, column 2"
std::string line_place(std::size_t line, std::size_t column);

/// The same for a byte of a text; its end for a byte beyond it.
std::string line_place_of(std::string_view text, std::size_t byte);

/// A file whose bytes lie in memory as the system has them: only those that are looked at are read,
/// and several programs share them.
///
/// What another program cuts off meanwhile reads as zeros instead of ending this one; whoever has
/// used the bytes asks require_whole() before the result is believed.
class MappedFile {
 public:
  /// Errors:  InputError as File, or if the file is empty; SurroundingsError if the machine refuses
  ///          the address space.
  explicit MappedFile(const std::string& path);

  std::string_view bytes() const;

  /// Errors:  InputError if the file was cut off while its bytes were used.
  void require_whole() const;

 private:
  struct Mapping;

  std::string path_;
  std::shared_ptr<const Mapping> mapping_;
};

// Text that somebody else wrote, as UTF-8 whatever it is coded in.

/// Text that somebody else wrote, as UTF-8 (utf8_of) with line ends that every reader knows: a mark
/// in front is left out, and line ends of a carriage return alone become newlines, which is told
/// (tell_readings).
///
/// Errors:  as utf8_of; also for what is no text: RTF, PDF, ZIP.
std::string text_of_bytes(std::string bytes, const std::string& source);

/// Takes the first line "sep=;" off a table, by which spreadsheets are told what separates its
/// cells: that character; '\0' if there is no such line.
char take_named_separator(std::string_view& text);

/// What separates the cells of a table: the first of `candidates` that its first line has outside
/// quotes; '\0' if it has none of them.
char separator_of(std::string_view table, std::string_view candidates);

/// Who hears how something was read that could be taken otherwise, once for each sentence; nobody
/// unless this says so. Readers are below what prints, and have nothing else to say.
void tell_readings(std::function<void(const std::string&)> hear);

/// Tells one such sentence.
void tell_reading(const std::string& sentence);

/// A text that somebody else wrote, in UTF-8. What is not UTF-8 is read as UTF-16 where a mark, its
/// zeros or the kana in it say so, as ISO-2022-JP where it switches to Japanese, and as Shift_JIS
/// (CP932, as spreadsheets in Japan write it) or EUC-JP where one of them gives Japanese; all of
/// these are told (tell_reading). Bytes that are none of these stay as they are: whoever reads them
/// names the place.
///
/// Errors:  InputError naming `source` if it is UTF-32, cannot be converted whole, or may be in
///          several encodings.
std::string utf8_of(std::string bytes, const std::string& source);

/// A name in Shift_JIS that was unpacked as if it were CP437, as many programs take what is not
/// marked as UTF-8, as it was meant: of "ÄRôcæ╛ÿY", 山田太郎. "" for every other name.
std::string unpacked_shift_jis(const std::string& name);

/// Whether a text is UTF-32 by its mark, or by the zeros of its first characters.
bool is_utf32(std::string_view text);

}  // namespace attn
