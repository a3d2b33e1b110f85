#include "data/matrix/zip_archive.hpp"

#define ZLIB_CONST  // what is unpacked is only read

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "base/text.hpp"
#include "data/files/file.hpp"

namespace attn {

namespace {

// What begins a record of the format, and how long the record is without its texts.
struct Kind {
  std::string_view signature;
  std::size_t size;
};
constexpr Kind kLocal{"PK\x03\x04", 30}, kListed{"PK\x01\x02", 46}, kEnd{"PK\x05\x06", 22};
// Where something does not fit into 32 bits: another end, and where it is.
constexpr Kind kEnd64{"PK\x06\x06", 56}, kLocator{"PK\x06\x07", 20};

constexpr std::uint64_t kMost16 = 0xFFFF, kMost32 = 0xFFFFFFFF;
constexpr std::uint64_t kEncrypted = 1, kSumBehind = 1 << 3, kUtf8 = 1 << 11;  // flags
constexpr std::uint64_t kExtra64 = 1;                    // the extra field with sizes in 64 bits
constexpr std::uint64_t kVersion = 20, kVersion64 = 45;  // of the format that a reader must know

// The record of a kind that begins at a place, if one does and is there as a whole.
std::optional<std::string_view> record(std::string_view bytes, std::uint64_t at, const Kind& kind) {
  if (at > bytes.size() || bytes.size() - at < kind.size) return std::nullopt;
  const std::string_view found = bytes.substr(at, kind.size);
  if (!found.starts_with(kind.signature)) return std::nullopt;
  return found;
}

// A number out of a record, the lowest byte first.
std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t n_bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = n_bytes; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

struct Directory {
  std::string_view listed;
  std::uint64_t n_files;
};

// The directory that an end record speaks of. Its numbers stand one after the other from `at` on,
// in 2 and 4 bytes or in 8 of each.
std::optional<Directory> directory_of(std::string_view archive, std::uint64_t end_at,
                                      std::string_view end, std::size_t at,
                                      std::size_t short_number, std::size_t long_number) {
  const std::uint64_t n_here = number(end, at, short_number);
  const std::uint64_t n_files = number(end, at + short_number, short_number);
  const std::uint64_t size = number(end, at + 2 * short_number, long_number);
  const std::uint64_t begin = number(end, at + 2 * short_number + long_number, long_number);
  if (n_here != n_files || begin > end_at || size > end_at - begin) return std::nullopt;
  return Directory{archive.substr(begin, size), n_files};
}

std::optional<Directory> directory_of(std::string_view archive) {
  // Last of all, but for a comment.
  const std::size_t first = archive.size() - std::min(archive.size(), kEnd.size + kMost16);
  const std::size_t after_first = archive.substr(first).rfind(kEnd.signature);
  if (after_first == archive.npos) return std::nullopt;
  const std::size_t end_at = first + after_first;
  const auto end = record(archive, end_at, kEnd);
  if (!end || number(*end, 4, 4) != 0) return std::nullopt;  // it goes on in other files
  const std::uint64_t comment_size = number(*end, 20, 2);
  if (comment_size > archive.size() - end_at - kEnd.size) return std::nullopt;
  const auto locator = record(archive, end_at - std::min(end_at, kLocator.size), kLocator);
  if (!locator) return directory_of(archive, end_at, *end, 8, 2, 4);
  const std::uint64_t at = number(*locator, 8, 8);
  const auto end64 = record(archive.substr(0, end_at), at, kEnd64);
  if (!end64 || number(*end64, 16, 8) != 0) return std::nullopt;
  return directory_of(archive, at, *end64, 24, 8, 8);
}

// Numbers that did not fit into 32 bits stand in an extra field instead, in this order. False if
// the fields are longer than what there is.
bool widen(std::array<std::uint64_t*, 3> numbers, std::string_view extra) {
  constexpr std::size_t kHead = 4;
  while (extra.size() >= kHead) {
    const std::uint64_t id = number(extra, 0, 2), size = number(extra, 2, 2);
    extra.remove_prefix(kHead);
    if (size > extra.size()) return false;
    std::string_view field = extra.substr(0, size);
    extra.remove_prefix(size);
    if (id != kExtra64) continue;
    for (std::uint64_t* value : numbers) {
      if (*value != kMost32 || field.size() < 8) continue;
      *value = number(field, 0, 8);
      field.remove_prefix(8);
    }
  }
  return true;
}

// The upper half of code page 437, character by character; the lower one is ASCII.
std::array<std::string_view, 128> upper_half() {
  std::string_view rest =
      "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐"
      "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";
  std::array<std::string_view, 128> characters;
  for (std::string_view& character : characters) {
    character = rest.substr(0, first_code_point(rest).n_bytes);
    rest.remove_prefix(character.size());
  }
  return characters;
}

std::string from_code_page_437(std::string_view text) {
  static const auto kUpperHalf = upper_half();
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    utf8 += byte < 0x80 ? std::string_view(&c, 1) : kUpperHalf[byte - 0x80];
  }
  return utf8;
}

// Takes the first description off the directory.
std::optional<ZipEntry> take_entry(std::string_view& listed) {
  const auto head = record(listed, 0, kListed);
  if (!head) return std::nullopt;
  listed.remove_prefix(kListed.size);
  const auto take = [&](std::uint64_t size) {
    const std::string_view text = listed.substr(0, size);
    listed.remove_prefix(text.size());
    return text;
  };
  const std::uint64_t path_size = number(*head, 28, 2), extra_size = number(*head, 30, 2);
  const std::uint64_t comment_size = number(*head, 32, 2), flags = number(*head, 8, 2);
  if (path_size + extra_size + comment_size > listed.size()) return std::nullopt;
  const std::string_view path = take(path_size), extra = take(extra_size);
  take(comment_size);
  const bool fits = is_utf8(path);
  if (!fits && (flags & kUtf8) != 0) return std::nullopt;
  ZipEntry entry{.path = fits ? std::string(path) : from_code_page_437(path),
                 .method = static_cast<ZipMethod>(number(*head, 10, 2)),
                 .is_encrypted = (flags & kEncrypted) != 0,
                 .checksum = static_cast<std::uint32_t>(number(*head, 16, 4)),
                 .packed_size = number(*head, 20, 4),
                 .size = number(*head, 24, 4),
                 .place = number(*head, 42, 4)};
  if (!widen({&entry.size, &entry.packed_size, &entry.place}, extra)) return std::nullopt;
  return entry;
}

// What deflated bytes unpack to, if it has that size: one byte more would show the lie.
std::optional<std::string> inflated(std::string_view packed, std::uint64_t size) {
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  const auto end = [](z_stream* ended) { inflateEnd(ended); };
  const std::unique_ptr<z_stream, decltype(end)> at_the_end(&stream, end);
  std::string bytes;
  for (int state = Z_OK; state == Z_OK && bytes.size() <= size;) {
    if (stream.avail_in == 0) {
      const std::string_view next = packed.substr(0, kMiB);
      packed.remove_prefix(next.size());
      stream.next_in = reinterpret_cast<const Bytef*>(next.data());
      stream.avail_in = static_cast<uInt>(next.size());
    }
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min<std::uint64_t>(kMiB, size + 1 - before));
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    stream.avail_out = static_cast<uInt>(bytes.size() - before);
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.resize(bytes.size() - stream.avail_out);
    if (state != Z_OK && state != Z_STREAM_END) return std::nullopt;
  }
  if (bytes.size() != size) return std::nullopt;
  return bytes;
}

// The bytes of a file as they lie in the archive.
std::optional<std::string_view> packed_bytes(std::string_view archive, const ZipEntry& entry) {
  const auto local = record(archive, entry.place, kLocal);
  if (!local) return std::nullopt;
  std::string_view packed = archive.substr(entry.place + kLocal.size);
  const std::uint64_t names_size = number(*local, 26, 2) + number(*local, 28, 2);
  if (names_size > packed.size()) return std::nullopt;
  packed.remove_prefix(names_size);
  if (entry.packed_size > packed.size()) return std::nullopt;
  return packed.substr(0, entry.packed_size);
}

std::string bytes_of(std::uint64_t value, int n_bytes) {
  std::string bytes;
  for (int i = 0; i < n_bytes; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

// A stored file of an archive that is being made.
struct StoredFile {
  std::string path;
  std::uint64_t size = 0;
  std::uint32_t checksum = 0;
  std::uint64_t place = 0;
  bool is_open = false;  // it comes in pieces, and its checksum stands behind it

  bool is_large() const { return size >= kMost32; }
};

// What a file and its description in the directory have in common, up to the size of the path.
std::string facts_of(const StoredFile& file, std::uint32_t checksum, std::uint64_t version) {
  constexpr std::uint64_t kFirstDay = 0x21;  // of the format's calendar, 1980-01-01, at midnight
  const std::string size = bytes_of(std::min(file.size, kMost32), 4);
  return bytes_of(version, 2) + bytes_of(kUtf8 | (file.is_open ? kSumBehind : 0), 2) +
         bytes_of(static_cast<std::uint64_t>(ZipMethod::stored), 2) + bytes_of(0, 2) +
         bytes_of(kFirstDay, 2) + bytes_of(checksum, 4) + size + size +
         bytes_of(file.path.size(), 2);
}

// The extra field with what does not fit into 32 bits.
std::string extra_of(const StoredFile& file, bool with_place) {
  std::string numbers;
  if (file.is_large()) numbers = bytes_of(file.size, 8) + bytes_of(file.size, 8);
  if (with_place && file.place >= kMost32) numbers += bytes_of(file.place, 8);
  if (numbers.empty()) return "";
  return bytes_of(kExtra64, 2) + bytes_of(numbers.size(), 2) + numbers;
}

std::uint64_t version_of(const std::string& extra) { return extra.empty() ? kVersion : kVersion64; }

std::string local_header(const StoredFile& file) {
  const std::string extra = extra_of(file, false);
  return std::string(kLocal.signature) +
         facts_of(file, file.is_open ? 0 : file.checksum, version_of(extra)) +
         bytes_of(extra.size(), 2) + file.path + extra;
}

// What stands behind a file that came in pieces.
std::string descriptor_of(const StoredFile& file) {
  const std::string size = bytes_of(file.size, file.is_large() ? 8 : 4);
  return "PK\x07\x08" + bytes_of(file.checksum, 4) + size + size;
}

std::string listed(const StoredFile& file) {
  constexpr std::uint64_t kUnix = 3 << 8, kReadableFile = 0100644U << 16;
  const std::string extra = extra_of(file, true);
  return std::string(kListed.signature) + bytes_of(kUnix | version_of(extra), 2) +
         facts_of(file, file.checksum, version_of(extra)) + bytes_of(extra.size(), 2) +
         bytes_of(0, 6) +  // no comment, on the first disk, not said to be text
         bytes_of(kReadableFile, 4) + bytes_of(std::min(file.place, kMost32), 4) + file.path +
         extra;
}

std::string end_of(std::uint64_t n_files, std::uint64_t size, std::uint64_t begin) {
  std::string end;
  if (n_files >= kMost16 || size >= kMost32 || begin >= kMost32)
    end = std::string(kEnd64.signature) + bytes_of(kEnd64.size - 12, 8) + bytes_of(kVersion64, 2) +
          bytes_of(kVersion64, 2) + bytes_of(0, 8) + bytes_of(n_files, 8) + bytes_of(n_files, 8) +
          bytes_of(size, 8) + bytes_of(begin, 8) + std::string(kLocator.signature) +
          bytes_of(0, 4) + bytes_of(begin + size, 8) + bytes_of(1, 4);
  const std::string n = bytes_of(std::min(n_files, kMost16), 2);
  return end + std::string(kEnd.signature) + bytes_of(0, 4) + n + n +
         bytes_of(std::min(size, kMost32), 4) + bytes_of(std::min(begin, kMost32), 4) +
         bytes_of(0, 2);
}

// Files one behind the other, as an archive begins.
struct ClosedFiles {
  std::string bytes;
  std::vector<StoredFile> files;
};

ClosedFiles closed_files(const ZipFiles& files) {
  ClosedFiles closed;
  for (const auto& [path, content] : files) {
    closed.files.push_back({path, content.size(), zip_checksum(content), closed.bytes.size()});
    closed.bytes += local_header(closed.files.back());
    closed.bytes += content;
  }
  return closed;
}

std::string directory_and_end(const std::vector<StoredFile>& files, std::uint64_t begin) {
  std::string directory;
  for (const StoredFile& file : files) directory += listed(file);
  return directory + end_of(files.size(), directory.size(), begin);
}

}  // namespace

std::optional<std::vector<ZipEntry>> zip_entries(std::string_view archive) {
  auto directory = directory_of(archive);
  if (!directory) return std::nullopt;
  std::vector<ZipEntry> entries;
  while (!directory->listed.empty()) {
    auto entry = take_entry(directory->listed);
    if (!entry) return std::nullopt;
    entries.push_back(*std::move(entry));
  }
  if (entries.size() != directory->n_files) return std::nullopt;
  return entries;
}

std::optional<std::string_view> stored_bytes(std::string_view archive, const ZipEntry& entry) {
  if (entry.method != ZipMethod::stored || entry.packed_size != entry.size) return std::nullopt;
  const auto bytes = packed_bytes(archive, entry);
  if (!bytes || zip_checksum(*bytes) != entry.checksum) return std::nullopt;
  return bytes;
}

std::optional<std::string> unpacked(std::string_view archive, const ZipEntry& entry) {
  if (entry.method != ZipMethod::deflated) {
    const auto bytes = stored_bytes(archive, entry);
    return bytes ? std::optional(std::string(*bytes)) : std::nullopt;
  }
  const auto packed = packed_bytes(archive, entry);
  auto content = packed ? inflated(*packed, entry.size) : std::nullopt;
  if (!content || zip_checksum(*content) != entry.checksum) return std::nullopt;
  return content;
}

std::uint32_t zip_checksum(std::string_view bytes, std::uint32_t before) {
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string zip_archive(const ZipFiles& files) {
  ClosedFiles closed = closed_files(files);
  return std::move(closed.bytes += directory_and_end(closed.files, closed.bytes.size()));
}

OpenZip open_zip(const ZipFiles& files, const std::string& last_path, std::uint64_t last_size) {
  ClosedFiles closed = closed_files(files);
  StoredFile last{
      .path = last_path, .size = last_size, .place = closed.bytes.size(), .is_open = true};
  std::string before = std::move(closed.bytes += local_header(last));
  const std::uint64_t end_of_last = before.size() + last_size;
  return {std::move(before), [files = std::move(closed.files), last = std::move(last),
                              end_of_last](std::uint32_t checksum) {
            std::vector<StoredFile> all = files;
            all.push_back(last);
            all.back().checksum = checksum;
            const std::string descriptor = descriptor_of(all.back());
            return descriptor + directory_and_end(all, end_of_last + descriptor.size());
          }};
}

}  // namespace attn
