#include "data/matrix/npz.hpp"

#include <zip.h>

#include <algorithm>
#include <memory>
#include <set>
#include <stdexcept>

#include "base/error.hpp"
#include "base/message.hpp"
#include "data/files/limits.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/npy.hpp"

namespace attn {
namespace {

constexpr std::string_view kEnding = ".npy";

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Entry = std::unique_ptr<zip_file_t, Discard>;
using Source = std::unique_ptr<zip_source_t, Discard>;

[[noreturn]] void refuse_damaged(const std::string& name) {
  throw InputError(
      message("{}: the .npz archive is damaged or cut off. Save it again with np.savez.", name));
}

Archive opened(std::string_view bytes, const std::string& name) {
  Source source(zip_source_buffer_create(bytes.data(), bytes.size(), 0, nullptr));
  // To libzip, no bytes at all are an empty archive.
  const bool readable = source && !bytes.empty();
  Archive archive(readable ? zip_open_from_source(source.get(), ZIP_RDONLY, nullptr) : nullptr);
  if (!archive) {
    throw InputError(message(
        "{}: this is not a .npz archive, or it is damaged or cut off. Save it again with np.savez.",
        name));
  }
  static_cast<void>(source.release());  // now the archive's
  return archive;
}

struct ArrayEntry {
  std::string key;
  zip_uint64_t index;
};

std::vector<ArrayEntry> arrays_in(zip_t* archive, const std::string& name) {
  std::vector<ArrayEntry> arrays;
  std::set<std::string> seen;
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive, 0));
  for (zip_uint64_t i = 0; i < count; ++i) {
    const char* const path = zip_get_name(archive, i, ZIP_FL_ENC_GUESS);
    if (path == nullptr) refuse_damaged(name);
    std::string key = path;
    if (!key.ends_with(kEnding)) continue;
    key.resize(key.size() - kEnding.size());
    if (!seen.insert(key).second) refuse_twice(name, key);
    arrays.push_back({std::move(key), i});
  }
  return arrays;
}

std::vector<std::string> keys_of(const std::vector<ArrayEntry>& arrays) {
  std::vector<std::string> keys;
  keys.reserve(arrays.size());
  for (const ArrayEntry& array : arrays) keys.push_back(array.key);
  return keys;
}

/// What the archive says about the entry, once it is something that is read.
zip_uint64_t stated_size(zip_t* archive, zip_uint64_t index, const std::string& name) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, 0, &facts) != 0 || (facts.valid & kNeeded) != kNeeded) {
    refuse_damaged(name);
  }
  if (facts.encryption_method != ZIP_EM_NONE) {
    throw InputError(
        message("{}: the array is encrypted, and only plain archives are read. Save it again with "
                "np.savez.",
                name));
  }
  if (facts.comp_method != ZIP_CM_STORE && facts.comp_method != ZIP_CM_DEFLATE) {
    throw InputError(
        message("{}: the array is packed with method {}, and 0 (stored) and 8 (deflated) are read. "
                "Save it again with np.savez.",
                name, facts.comp_method));
  }
  if (facts.size > kBinaryLimit) {
    throw InputError(message(
        "{}: the array unpacks to {} bytes, and at most {} bytes are read. Save a part of it.",
        name, facts.size, kBinaryLimit));
  }
  return facts.size;
}

/// Grows with what really comes out: what the archive states may be a lie.
std::string unpacked(zip_t* archive, zip_uint64_t index, const std::string& name) {
  const zip_uint64_t size = stated_size(archive, index, name);
  const Entry entry(zip_fopen_index(archive, index, 0));
  if (!entry) refuse_damaged(name);

  std::string bytes;
  while (bytes.size() <= size) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min<std::size_t>(kMiB, size + 1 - before));
    const zip_int64_t got = zip_fread(entry.get(), bytes.data() + before, bytes.size() - before);
    if (got < 0) refuse_damaged(name);  // the checksum is compared here too
    bytes.resize(before + static_cast<std::size_t>(got));
    if (got == 0) break;
  }
  if (bytes.size() != size) refuse_damaged(name);
  return bytes;
}

[[noreturn]] void fail_writing(zip_t* archive) {
  throw std::runtime_error(std::string("libzip: ") + zip_strerror(archive));
}

void add_entry(zip_t* archive, const std::string& key, const std::string& bytes) {
  Source content(zip_source_buffer(archive, bytes.data(), bytes.size(), 0));
  if (!content) fail_writing(archive);
  const std::string path = key + std::string(kEnding);
  const zip_int64_t index = zip_file_add(archive, path.c_str(), content.get(), ZIP_FL_ENC_UTF_8);
  if (index < 0) fail_writing(archive);
  static_cast<void>(content.release());  // now the archive's
  const auto added = static_cast<zip_uint64_t>(index);
  // The first day of the format's calendar, so that the time of writing changes no byte.
  constexpr zip_uint16_t kFirstDay = 0x21;
  if (zip_set_file_compression(archive, added, ZIP_CM_STORE, 0) != 0 ||
      zip_file_set_dostime(archive, added, 0, kFirstDay, 0) != 0) {
    fail_writing(archive);
  }
}

std::string content_of(zip_source_t* source) {
  zip_stat_t facts;
  zip_stat_init(&facts);
  std::string bytes;
  if (zip_source_stat(source, &facts) != 0 || zip_source_open(source) != 0) {
    throw std::runtime_error("libzip: the archive cannot be read back");
  }
  bytes.resize(facts.size);
  const zip_int64_t got = zip_source_read(source, bytes.data(), bytes.size());
  zip_source_close(source);
  if (got < 0 || static_cast<std::size_t>(got) != bytes.size()) {
    throw std::runtime_error("libzip: the archive cannot be read back");
  }
  return bytes;
}

}  // namespace

std::vector<std::string> npz_names(std::string_view bytes, const std::string& name) {
  return keys_of(arrays_in(opened(bytes, name).get(), name));
}

Tensor npz_tensor(std::string_view bytes, const std::string& name, const std::string& key) {
  const Archive archive = opened(bytes, name);
  const std::vector<ArrayEntry> arrays = arrays_in(archive.get(), name);
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const ArrayEntry& array) { return array.key == key; });
  if (found == arrays.end()) refuse_missing_key(name, key, keys_of(arrays));
  const std::string place = key_place(name, key);
  auto entry = std::make_shared<const std::string>(unpacked(archive.get(), found->index, place));
  Tensor tensor = npy_tensor(*entry, place);
  tensor.storage = std::move(entry);
  return tensor;
}

arma::mat read_npz(std::string_view bytes, const std::string& name, const std::string& key) {
  return matrix_of(npz_tensor(bytes, name, key));
}

std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& entries) {
  const Source target(zip_source_buffer_create(nullptr, 0, 0, nullptr));
  if (!target) throw std::bad_alloc();
  zip_source_keep(target.get());  // one for the archive, one to read the result from
  Archive archive(zip_open_from_source(target.get(), ZIP_CREATE | ZIP_TRUNCATE, nullptr));
  if (!archive) {
    zip_source_free(target.get());
    throw std::bad_alloc();
  }
  for (const auto& [key, bytes] : entries) add_entry(archive.get(), key, bytes);
  if (zip_close(archive.get()) != 0) fail_writing(archive.get());
  static_cast<void>(archive.release());
  return content_of(target.get());
}

}  // namespace attn
