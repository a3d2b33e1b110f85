#include "data/matrix/read_matrix.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

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

const std::string kStandardInput = "/dev/stdin";

// The formats that hold several matrices.
enum class Several { npz, safetensors, json };
constexpr std::pair<const char*, Several> kSeveral[] = {
    {".npz", Several::npz}, {".safetensors", Several::safetensors}, {".json", Several::json}};

// A pipe has no ending to go by, so what it holds says what it is.
bool is_known_by_content(const std::string& path) { return is_descriptor(path) || is_pipe(path); }

// JSON with several rows has commas; what prints as [1 2] or [[1 2] in lines is a table.
bool looks_like_json(std::string_view text) {
  text = trimmed(without_byte_order_mark(text));
  if (!text.starts_with('[')) return text.starts_with('{');
  return trimmed(text.substr(1)).starts_with('[') && text.find(',') != text.npos;
}

// The ASCII in a text of which each character takes two bytes: enough to know JSON by.
std::string ascii_of_utf16(std::string_view text) {
  if (has_utf16_mark(text)) text.remove_prefix(2);
  std::string ascii(text);
  std::erase(ascii, '\0');
  return ascii;
}

// The format of some bytes that begin as a file of several matrices does. JSON in UTF-16 is JSON:
// whoever reads it converts it.
std::optional<Several> several_in(std::string_view bytes) {
  using namespace std::string_view_literals;
  constexpr std::size_t kHeaderAt =
      8;  // behind its length, of which no header fills the last bytes
  if (bytes.starts_with("PK\x03\x04")) return Several::npz;
  const std::string_view length = bytes.substr(0, kHeaderAt);
  if (length.ends_with("\0\0\0"sv) && bytes.substr(length.size()).starts_with('{'))
    return Several::safetensors;
  const bool is_wide = has_utf16_mark(bytes) || bytes.substr(0, 2).find('\0') != bytes.npos;
  if (is_wide ? looks_like_json(ascii_of_utf16(bytes)) : looks_like_json(bytes))
    return Several::json;
  return {};
}

std::optional<Several> several_by_ending(const std::string& path) {
  for (const auto& [ending, kind] : kSeveral)
    if (has_ending(path, ending)) return kind;
  return {};
}

std::optional<Several> several_at(const std::string& path) {
  if (is_known_by_content(path)) return several_in(read_file(path, kBinaryLimit));
  return several_by_ending(path);
}

}  // namespace

ArrayLocation location_of(const std::string& argument) {
  if (argument == "-") return {kStandardInput, std::nullopt};
  if (argument.starts_with("-:")) return {kStandardInput, argument.substr(2)};
  const std::string lower = lower_case(argument);
  std::size_t colon = argument.npos;
  for (const auto& [ending, kind] : kSeveral) {
    const auto at = lower.find(std::string(ending) + ":");
    if (at != lower.npos) colon = std::min(colon, at + std::strlen(ending));
  }
  const auto last = argument.rfind(':');
  if (colon == argument.npos && last != argument.npos && is_descriptor(argument.substr(0, last)))
    colon = last;
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

// Whether an argument is the path of a file, be it there or not.
bool names_file(const std::string& argument) {
  const std::string path = location_of(argument).path;
  const auto ends_so = [&](const Format& format) { return has_ending(path, format.ending); };
  return exists(path) || is_descriptor(path) ||
         std::any_of(std::begin(kFormats), std::end(kFormats), ends_so) || several_by_ending(path);
}

arma::mat read_one_of_several(const ArrayLocation& location, const std::vector<std::string>& keys) {
  const MatrixFile file(location.path);
  return file.get(location.key ? *location.key : chosen_key(location.path, file.keys(), keys));
}

arma::mat read_by_content(const ArrayLocation& location, const std::vector<std::string>& keys) {
  const std::string& path = location.path;
  const std::string bytes = read_file(path, kBinaryLimit);
  if (several_in(bytes)) return read_one_of_several(location, keys);
  if (location.key)
    throw InputError(message("{}: there is one matrix, and it has no name. Leave out ':{}'.", path,
                             preview(*location.key)));
  if (bytes.starts_with("\x93NUMPY")) return read_npy(bytes, path);
  return read_csv(read_file(path, kTextLimit), path);
}

arma::mat read_located(const ArrayLocation& location, const std::vector<std::string>& keys) {
  if (is_known_by_content(location.path)) return read_by_content(location, keys);
  for (const Format& format : kFormats) {
    if (!has_ending(location.path, format.ending)) continue;
    return format.read(read_file(location.path, format.size_limit), location.path);
  }
  if (several_at(location.path)) return read_one_of_several(location, keys);
  throw InputError(
      message("{}: a file ending in .csv, .tsv, .npy, .npz, .safetensors or .json was expected, or "
              "a matrix written out, such as \"1 0; 0 1\".",
              preview(location.path, 200)));
}

[[noreturn]] void refuse_ending(const std::string& path) {
  if (is_known_by_content(path))
    throw InputError(message(
        "{}: several matrices were expected, as a .npz, .safetensors or .json has them.", path));
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

MatrixFile::MatrixFile(const std::string& given) : path_(given == "-" ? kStandardInput : given) {
  if (has_ending(path_, ".safetensors.index.json")) {
    throw InputError(
        message("{}: this is the index of a model in several files, and has no numbers. Give the "
                "file that it names for the layer.",
                path_));
  }
  const std::optional<Several> kind = several_at(path_);
  if (!kind) refuse_ending(path_);
  switch (*kind) {
    case Several::npz:
      archive_ = read_file(path_, kBinaryLimit);
      keys_ = npz_names(archive_, path_);
      break;
    case Several::safetensors:
      read_safetensors();
      break;
    case Several::json:
      json_.emplace(read_file(path_, kJsonLimit), path_);
      keys_ = json_->keys();
  }
}

void MatrixFile::read_safetensors() {
  std::uintmax_t size = 0;
  ReadBytes read;
  if (is_known_by_content(path_)) {
    const auto bytes = std::make_shared<const std::string>(read_file(path_, kBinaryLimit));
    size = bytes->size();
    read = [bytes](std::uintmax_t offset, std::size_t count) {
      return bytes->substr(offset, count);
    };
  } else {
    const auto file = std::make_shared<const File>(path_);
    size = file->size();
    read = [file](std::uintmax_t offset, std::size_t count) { return file->bytes(offset, count); };
  }
  keys_ = safetensors_.emplace(size, read, path_).keys();
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
  if (looks_inline(argument) || (!names_file(argument) && has_mostly_numbers(argument)))
    return read_inline(argument, flag);
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
