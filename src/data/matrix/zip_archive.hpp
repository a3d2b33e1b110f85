#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// How a file in a zip archive is packed.
/// Source: PKWARE's APPNOTE.TXT, 4.4.5.
enum class ZipMethod : std::uint16_t { stored = 0, deflated = 8 };

/// A file in a zip archive, as the archive's directory describes it: all of it may be a lie.
struct ZipEntry {
  std::string path;    ///< in UTF-8
  ZipMethod method{};  ///< or any other number
  bool is_encrypted = false;
  std::uint32_t checksum = 0;     ///< CRC-32 of what it unpacks to
  std::uint64_t packed_size = 0;  ///< in bytes
  std::uint64_t size = 0;         ///< unpacked
  std::uint64_t place = 0;        ///< where the file begins in the archive
};

/// The files in a zip archive, in its order; nothing if it is no archive or its directory is
/// damaged, does not end where it states or lists another number of files than it states. A path
/// that is no UTF-8 is in code page 437.
///
/// Source:  APPNOTE.TXT, 4.3 (records), 4.5.3 (sizes in 64 bits), D (paths)
std::optional<std::vector<ZipEntry>> zip_entries(std::string_view archive);

/// What a file of the archive unpacks to, if it is stored or deflated and not encrypted; nothing if
/// it is damaged: if it differs from its checksum, or unpacks to another size than it states. Takes
/// no more memory than what really comes out.
std::optional<std::string> unpacked(std::string_view archive, const ZipEntry& entry);

/// The same where it lies, of a file that is stored.
std::optional<std::string_view> stored_bytes(std::string_view archive, const ZipEntry& entry);

/// (path, content)
using ZipFiles = std::vector<std::pair<std::string, std::string_view>>;

/// An archive of these, not compressed. The same files always give the same bytes.
std::string zip_archive(const ZipFiles& files);

/// An archive whose last file comes in pieces: they stand between these bytes.
struct OpenZip {
  std::string before;
  std::function<std::string(std::uint32_t checksum)> behind;
};

/// The same with one more file, of which only the size is known yet.
OpenZip open_zip(const ZipFiles& files, const std::string& last_path, std::uint64_t last_size);

/// CRC-32 of bytes that follow others whose checksum is known.
std::uint32_t zip_checksum(std::string_view bytes, std::uint32_t before = 0);

}  // namespace attn
