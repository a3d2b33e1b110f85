#include "data/matrix/npz.hpp"

#include <algorithm>
#include <memory>
#include <set>

#include "base/message.hpp"
#include "data/files/limits.hpp"
#include "data/files/zip_archive.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/npy.hpp"

namespace attn {
namespace {

constexpr std::string_view kEnding = ".npy";

struct ArrayEntry {
  std::string key;
  ZipEntry entry;
};

std::vector<ArrayEntry> arrays_in(std::string_view bytes, const std::string& name) {
  auto entries = zip_entries(bytes);
  if (!entries) {
    throw InputError(message(
        "{}: this is not a .npz archive, or it is damaged or cut off. Save it again with np.savez.",
        name));
  }
  std::vector<ArrayEntry> arrays;
  std::set<std::string> seen;
  for (ZipEntry& entry : *entries) {
    if (!entry.path.ends_with(kEnding)) continue;
    std::string key = entry.path.substr(0, entry.path.size() - kEnding.size());
    if (!seen.insert(key).second) refuse_twice(name, key);
    arrays.push_back({std::move(key), std::move(entry)});
  }
  return arrays;
}

std::vector<std::string> keys_of(const std::vector<ArrayEntry>& arrays) {
  std::vector<std::string> keys;
  keys.reserve(arrays.size());
  for (const ArrayEntry& array : arrays) keys.push_back(array.key);
  return keys;
}

/// Refuses what is never read, by what the archive says about it.
void require_readable(const ZipEntry& entry, const std::string& name) {
  if (entry.is_encrypted) {
    throw InputError(
        message("{}: the array is encrypted, and only plain archives are read. Save it again with "
                "np.savez.",
                name));
  }
  if (entry.method != ZipMethod::stored && entry.method != ZipMethod::deflated) {
    throw InputError(
        message("{}: the array is packed with method {}, and 0 (stored) and 8 (deflated) are read. "
                "Save it again with np.savez.",
                name, static_cast<unsigned>(entry.method)));
  }
  if (entry.method == ZipMethod::deflated && entry.size > kBinaryLimit) {
    throw InputError(message(
        "{}: the array unpacks to {} bytes, and at most {} bytes are read. Save a part of it.",
        name, entry.size, kBinaryLimit));
  }
}

// A stored array is looked at where it lies.
Tensor tensor_of(std::string_view bytes, const ZipEntry& entry, const std::string& name) {
  require_readable(entry, name);
  if (const auto stored = stored_bytes(bytes, entry)) return npy_tensor(*stored, name);
  auto content = unpacked(bytes, entry);
  if (!content)
    throw InputError(
        message("{}: the .npz archive is damaged or cut off. Save it again with np.savez.", name));
  const auto storage = std::make_shared<const std::string>(*std::move(content));
  Tensor tensor = npy_tensor(*storage, name);
  tensor.storage = storage;
  return tensor;
}

}  // namespace

std::vector<std::string> npz_names(std::string_view bytes, const std::string& name) {
  return keys_of(arrays_in(bytes, name));
}

Tensor npz_tensor(std::string_view bytes, const std::string& name, const std::string& key) {
  const std::vector<ArrayEntry> arrays = arrays_in(bytes, name);
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const ArrayEntry& array) { return array.key == key; });
  if (found == arrays.end()) refuse_missing_key(name, key, keys_of(arrays));
  return tensor_of(bytes, found->entry, key_place(name, key));
}

arma::mat read_npz(std::string_view bytes, const std::string& name, const std::string& key) {
  return matrix_of(npz_tensor(bytes, name, key));
}

std::string npz_bytes(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::vector<std::pair<std::string, std::string_view>> files;
  for (const auto& [key, bytes] : entries) files.emplace_back(key + std::string(kEnding), bytes);
  return zip_archive(files);
}

}  // namespace attn
