#include "data/matrix/read_matrix.hpp"

#include <sys/stat.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/files/limits.hpp"
#include "data/matrix/array_names.hpp"
#include "data/matrix/csv.hpp"
#include "data/matrix/inline_matrix.hpp"
#include "data/matrix/npy.hpp"
#include "data/matrix/npz.hpp"
#include "data/matrix/refuse.hpp"

namespace attn {
namespace {

bool has_ending(const std::string& path, const char* ending) {
  return lower_case(path).ends_with(ending);
}

bool exists(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0;
}

// What a file of several matrices ends in.
constexpr const char* kSeveral[] = {".npz", ".safetensors", ".json"};

bool holds_several(const std::string& path) {
  return std::any_of(std::begin(kSeveral), std::end(kSeveral),
                     [&](const char* ending) { return has_ending(path, ending); });
}

}  // namespace

ArrayLocation location_of(const std::string& argument) {
  const std::string lower = lower_case(argument);
  std::size_t colon = argument.npos;
  for (const std::string ending : kSeveral) {
    const auto at = lower.find(ending + ":");
    if (at != lower.npos) colon = std::min(colon, at + ending.size());
  }
  if (colon == argument.npos || exists(argument)) return {argument, std::nullopt};
  return {argument.substr(0, colon), argument.substr(colon + 1)};
}

namespace {

using Reader = arma::mat (*)(std::string_view, const std::string&);

struct Format {
  const char* ending;
  std::uintmax_t size_limit;
  Reader read;
};

constexpr Format kFormats[] = {{".csv", kTextLimit, read_csv},
                               {".tsv", kTextLimit, read_tsv},
                               {".npy", kBinaryLimit, read_npy}};

// JSON with several rows has commas; what prints as [1 2] or [[1 2] in lines is a table.
bool looks_like_json(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with('[')) return text.starts_with('{');
  return trimmed(text.substr(1)).starts_with('[') && text.find(',') != text.npos;
}

// A pipe has no ending to go by, so what it holds says what it is.
arma::mat read_piped(const std::string& path, const std::vector<std::string>& keys) {
  const std::string bytes = read_file(path, kJsonLimit);
  if (bytes.starts_with("\x93NUMPY")) return read_npy(bytes, path);
  if (looks_like_json(bytes)) return read_json_matrix(bytes, path, keys);
  return read_csv(bytes, path);
}

arma::mat read_located(const ArrayLocation& location, const std::vector<std::string>& keys) {
  for (const Format& format : kFormats) {
    if (!has_ending(location.path, format.ending)) continue;
    return format.read(read_file(location.path, format.size_limit), location.path);
  }
  if (holds_several(location.path)) {
    const MatrixFile file(location.path);
    return file.get(location.key ? *location.key : chosen_key(location.path, file.keys(), keys));
  }
  if (is_pipe(location.path)) return read_piped(location.path, keys);
  throw InputError(
      message("{}: a file ending in .csv, .tsv, .npy, .npz, .safetensors or .json was expected, or "
              "a matrix written out, such as \"1 0; 0 1\".",
              location.path));
}

[[noreturn]] void refuse_ending(const std::string& path) {
  constexpr const char* kPickles[] = {".pt", ".pth", ".bin", ".ckpt", ".pkl"};
  for (const char* const ending : kPickles) {
    if (!has_ending(path, ending)) continue;
    throw InputError(
        message("{}: a file ending in {} is a pickle, which is never opened because that can run "
                "code. Save the tensors with safetensors.torch.save_file(state_dict, "
                "'w.safetensors').",
                path, ending));
  }
  throw InputError(message(
      "{}: a file of several matrices, ending in .npz, .safetensors or .json, was expected.",
      path));
}

}  // namespace

MatrixFile::MatrixFile(const std::string& path) : path_(path) {
  if (has_ending(path, ".safetensors.index.json")) {
    throw InputError(
        message("{}: this is the index of a model in several files, and has no numbers. Give the "
                "file that it names for the layer.",
                path));
  }
  if (has_ending(path, ".npz")) {
    archive_ = read_file(path, kBinaryLimit);
    keys_ = npz_names(archive_, path_);
  } else if (has_ending(path, ".safetensors")) {
    const auto file = std::make_shared<const File>(path);
    const auto read = [file](std::uintmax_t offset, std::size_t count) {
      return file->bytes(offset, count);
    };
    keys_ = safetensors_.emplace(file->size(), read, path_).keys();
  } else if (has_ending(path, ".json")) {
    json_.emplace(read_file(path, kJsonLimit), path_);
    keys_ = json_->keys();
  } else {
    refuse_ending(path);
  }
}

bool MatrixFile::has(const std::string& key) const {
  return std::find(keys_.begin(), keys_.end(), key) != keys_.end();
}

Tensor MatrixFile::tensor(const std::string& key) const {
  return safetensors_ ? safetensors_->tensor(key) : npz_tensor(archive_, path_, key);
}

arma::mat MatrixFile::get(const std::string& key) const {
  return json_ ? json_->get(key) : matrix_of(tensor(key));
}

arma::rowvec MatrixFile::get_row(const std::string& key) const {
  return json_ ? json_->get_row(key) : row_of(tensor(key));
}

arma::mat MatrixFile::get_joined(const std::string& key) const {
  return json_ ? json_->get(key) : joined_matrix_of(tensor(key));
}

arma::mat read_matrix(const std::string& argument, const std::string& flag,
                      const std::vector<std::string>& keys) {
  if (looks_inline(argument)) return read_inline(argument, flag);
  return with_flag(flag, [&] { return read_located(location_of(argument), keys); });
}

std::vector<arma::mat> read_matrices(const std::string& path, const std::string& flag,
                                     const std::vector<std::string>& names) {
  return with_flag(flag, [&] {
    const MatrixFile file(path);
    std::vector<arma::mat> matrices;
    matrices.reserve(names.size());
    for (const std::string& name : names) matrices.push_back(file.get(name));
    return matrices;
  });
}

}  // namespace attn
