#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <memory>
#include <optional>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/zip_archive.hpp"

namespace attn {

namespace {

constexpr bool kNativeLittle = std::endian::native == std::endian::little;

struct Dtype {
  std::string_view code;
  const NumberType* type;
};

constexpr std::array kDtypes = {
    Dtype{"f2", &kFloat16}, Dtype{"f4", &kFloat32}, Dtype{"f8", &kFloat64}, Dtype{"i1", &kInt8},
    Dtype{"i2", &kInt16},   Dtype{"i4", &kInt32},   Dtype{"i8", &kInt64},   Dtype{"u1", &kUint8},
    Dtype{"u2", &kUint16},  Dtype{"u4", &kUint32},  Dtype{"u8", &kUint64},  Dtype{"b1", &kBool}};

/// Gives the tensor the kind of number and the byte order that its dtype says.
void set_type(Tensor& tensor) {
  if (tensor.dtype == "|O") {
    throw InputError(
        message("{}: the array holds Python objects (dtype object), which are never unpickled "
                "because that can run code. Save x.astype('f8') instead.",
                tensor.name));
  }
  std::string_view code = tensor.dtype;
  char order = '=';
  if (!code.empty() && std::string_view("<>=|").find(code.front()) != code.npos) {
    order = code.front();
    code.remove_prefix(1);
  }
  for (const Dtype& known : kDtypes) {
    if (code != known.code || (order == '|' && known.type->size > 1)) continue;
    tensor.type = *known.type;
    tensor.swap = order == (kNativeLittle ? '>' : '<');
    return;
  }
  throw InputError(
      message("{}: the dtype is {}, and f2, f4, f8, whole numbers (i1 to i8, u1 to u8) and b1 are "
              "read. Convert the array before saving it: x.astype('f8').",
              tensor.name, tensor.dtype.empty() ? "structured" : preview(tensor.dtype)));
}

std::u32string code_points(std::string_view text) {
  std::u32string points;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    points.push_back(point.value >= 0 ? static_cast<char32_t>(point.value) : U'\uFFFD');
    text.remove_prefix(point.n_bytes);
  }
  return points;
}

void append_little_endian(std::string& bytes, auto value) {
  auto raw = std::bit_cast<std::array<char, sizeof(value)>>(value);
  if (!kNativeLittle) std::reverse(raw.begin(), raw.end());
  bytes.append(raw.data(), raw.size());
}

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderLimit = 65536;  // version 1 cannot have more, and none needs it
constexpr std::size_t kDimensionLimit = 64;  // the most that NumPy has

[[noreturn]] void refuse_cut_off(const std::string& name) {
  throw InputError(
      message("{}: the .npy file ends inside its header. It is cut off or damaged: save it again "
              "with np.save.",
              name));
}

/// A strict reader of the one dictionary that a header may be. Each take_ function removes what it
/// recognises from the front, or returns nothing.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : rest_(text) {}

  bool take(char mark) {
    skip_spaces();
    if (!rest_.starts_with(mark)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<std::string> take_string() {
    skip_spaces();
    if (!rest_.starts_with('\'') && !rest_.starts_with('"')) return std::nullopt;
    const auto end = rest_.find(rest_.front(), 1);
    if (end == rest_.npos) return std::nullopt;
    std::string taken(rest_.substr(1, end - 1));
    rest_.remove_prefix(end + 1);
    return taken;
  }

  /// A list of fields, as a structured dtype has. What is in it does not matter: it is refused.
  bool take_list() {
    if (!take('[')) return false;
    int depth = 1;
    while (depth > 0 && !rest_.empty()) {
      depth += rest_.front() == '[' ? 1 : rest_.front() == ']' ? -1 : 0;
      rest_.remove_prefix(1);
    }
    return depth == 0;
  }

  std::optional<bool> take_bool() {
    skip_spaces();
    for (const bool value : {false, true}) {
      const std::string_view word = value ? "True" : "False";
      if (!rest_.starts_with(word)) continue;
      rest_.remove_prefix(word.size());
      return value;
    }
    return std::nullopt;
  }

  /// A tuple of sizes. Python 2 wrote long ones as 5L.
  std::optional<TensorShape> take_shape() {
    if (!take('(')) return std::nullopt;
    TensorShape shape;
    while (!take(')')) {
      if (!shape.empty() && !take(',')) return std::nullopt;
      if (!shape.empty() && take(')')) break;
      const std::optional<std::uint64_t> size = take_size();
      if (!size || shape.size() == kDimensionLimit) return std::nullopt;
      shape.push_back(*size);
    }
    return shape;
  }

  bool at_end() {
    skip_spaces();
    return rest_.empty();
  }

 private:
  void skip_spaces() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\n\r"), rest_.size()));
  }

  std::optional<std::uint64_t> take_size() {
    skip_spaces();
    std::uint64_t size = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    if (error != std::errc{}) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (rest_.starts_with('L')) rest_.remove_prefix(1);
    return size;
  }

  std::string_view rest_;
};

struct Fields {
  std::optional<std::string> dtype;
  std::optional<bool> fortran_order;
  std::optional<TensorShape> shape;
};

bool take_field(HeaderText& text, Fields& fields) {
  const std::optional<std::string> key = text.take_string();
  if (!key || !text.take(':')) return false;
  if (key == "descr" && !fields.dtype) {
    fields.dtype = text.take_string();
    if (!fields.dtype && text.take_list()) fields.dtype = "";
    return fields.dtype.has_value();
  }
  if (key == "fortran_order" && !fields.fortran_order) {
    fields.fortran_order = text.take_bool();
    return fields.fortran_order.has_value();
  }
  if (key == "shape" && !fields.shape) {
    fields.shape = text.take_shape();
    return fields.shape.has_value();
  }
  return false;
}

/// All three fields, in any order, and nothing else.
bool take_dictionary(HeaderText& text, Fields& fields) {
  if (!text.take('{')) return false;
  for (int i = 0; i < 3; ++i) {
    if (i > 0 && !text.take(',')) return false;
    if (!take_field(text, fields)) return false;
  }
  text.take(',');
  return text.take('}') && text.at_end();
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

/// The header's text; `offset` becomes the place behind it.
std::string_view header_text(std::string_view bytes, const std::string& name, std::size_t& offset) {
  if (!bytes.starts_with(kMagic)) {
    throw InputError(
        message("{}: this is not a .npy file: it does not start as one. Write it with np.save, or "
                "give the file the ending of its real format.",
                name));
  }
  if (bytes.size() < kMagic.size() + 2) refuse_cut_off(name);
  const int version = static_cast<unsigned char>(bytes[kMagic.size()]);
  if (version < 1 || version > 3) {
    throw InputError(message(
        "{}: the .npy format version is {}, and 1, 2 and 3 are read. Save it again with np.save.",
        name, version));
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  offset = kMagic.size() + 2 + length_bytes;
  if (bytes.size() < offset) refuse_cut_off(name);
  const std::size_t length = little_endian(bytes.substr(offset - length_bytes, length_bytes));
  if (length > kHeaderLimit) {
    throw InputError(
        message("{}: the .npy header claims {} bytes, and at most {} are read. The file is "
                "damaged: save it again with np.save.",
                name, length, kHeaderLimit));
  }
  if (bytes.size() - offset < length) refuse_cut_off(name);
  const std::string_view text = bytes.substr(offset, length);
  offset += length;
  return text;
}

}  // namespace

Tensor npy_tensor(std::string_view bytes, const std::string& name) {
  const NpyHeader header = read_npy_header(bytes, name);
  Tensor tensor;
  tensor.name = name;
  tensor.dtype = header.dtype;
  tensor.shape = header.shape;
  tensor.column_major = header.fortran_order;
  tensor.data = bytes.substr(header.data_offset);
  set_type(tensor);
  return tensor;
}

arma::mat read_npy(std::string_view bytes, const std::string& name) {
  return matrix_of(npy_tensor(bytes, name));
}

std::string row_major_bytes(const arma::mat& value) {
  std::string bytes;
  bytes.reserve(value.n_elem * sizeof(double));
  for (arma::uword row = 0; row < value.n_rows; ++row) {
    for (arma::uword col = 0; col < value.n_cols; ++col) {
      append_little_endian(bytes, value(row, col));
    }
  }
  return bytes;
}

std::string npy_bytes(const arma::mat& value) {
  return npy_header("<f8", {value.n_rows, value.n_cols}) + row_major_bytes(value);
}

std::string npy_bytes(const std::vector<std::string>& strings) {
  std::vector<std::u32string> decoded_strings;
  std::size_t width = 1;  // NumPy has no <U0
  for (const std::string& text : strings) {
    decoded_strings.push_back(code_points(text));
    width = std::max(width, decoded_strings.back().size());
  }
  std::string bytes = npy_header(fmt::format("<U{}", width), {strings.size()});
  for (std::u32string& text : decoded_strings) {
    text.resize(width);
    for (const char32_t character : text) append_little_endian(bytes, character);
  }
  return bytes;
}

std::string npy_bytes(const std::vector<std::int64_t>& numbers) {
  std::string bytes = npy_header("<i8", {numbers.size()});
  for (const std::int64_t number : numbers) append_little_endian(bytes, number);
  return bytes;
}

NpyHeader read_npy_header(std::string_view bytes, const std::string& name) {
  std::size_t offset = 0;
  const std::string_view text = header_text(bytes, name, offset);
  HeaderText rest(text);
  Fields fields;
  if (!take_dictionary(rest, fields)) {
    throw InputError(
        message("{}: the .npy header must give 'descr', 'fortran_order' and 'shape', and it reads "
                "'{}'. Save the file again with np.save.",
                name, preview(text, 80)));
  }
  return {*fields.dtype, *fields.fortran_order, *fields.shape, offset};
}

std::string npy_header(const std::string& dtype, const TensorShape& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", dtype,
                                 shape_text(shape));
  const std::size_t before = kMagic.size() + 4;  // with version and length
  const std::size_t end = (before + text.size() + 1 + 63) / 64 * 64;
  text.resize(end - before - 1, ' ');
  text.push_back('\n');
  const std::string length = {static_cast<char>(text.size() & 0xff),
                              static_cast<char>(text.size() >> 8)};
  return std::string(kMagic) + std::string("\x01\x00", 2) + length + text;
}

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
