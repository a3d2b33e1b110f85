#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/arrays.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/forward.hpp"
#include "pretrained/forward/forward_parts.hpp"

namespace attn {

namespace {

// Modules that training and sharing put around others: they add their own name to all inside.
constexpr std::string_view kWrappers[] = {"_orig_mod.", "_fsdp_wrapped_module.",
                                          "_checkpoint_wrapped_module.", "module.", "base_layer."};

bool begins_part(std::string_view name, std::size_t at) { return at == 0 || name[at - 1] == '.'; }

std::string without_wrappers(std::string name) {
  for (const std::string_view wrapper : kWrappers)
    for (std::size_t at = name.find(wrapper); at != name.npos; at = name.find(wrapper, at)) {
      if (begins_part(name, at))
        name.erase(at, wrapper.size());
      else
        ++at;
    }
  return name;
}

// A few names that every model of the family has, those of its first layer among them.
std::vector<std::string> usual_names(const ModelTensors& tensors) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& tensor : some) names.push_back(tensor.name);
  };
  add(embedding_tensors(tensors));
  if (!tensors.layers.empty()) add(layer_tensors(tensors.layers.front()));
  if (tensors.final_norm) names.push_back(tensors.final_norm->weight.name);
  return names;
}

// What stands before the usual names, and before how many of them; ties go to what the family has,
// then to the shortest.
std::string prefix_among(const std::map<std::string, std::string>& names,
                         const ModelTensors& tensors) {
  std::map<std::string, std::size_t> n_under;
  for (const std::string& usual : usual_names(tensors))
    for (const auto& [name, in_files] : names)
      if (name.ends_with(usual) && begins_part(name, name.size() - usual.size()))
        ++n_under[name.substr(0, name.size() - usual.size())];
  std::string best = tensors.prefixes.back();
  std::size_t most = n_under.contains(best) ? n_under.at(best) : 0;
  const auto rank = [&](const std::string& prefix) {
    const auto at = std::find(tensors.prefixes.begin(), tensors.prefixes.end(), prefix);
    return std::pair(at - tensors.prefixes.begin(), prefix.size());
  };
  for (const auto& [prefix, n] : n_under) {
    if (n < most || (n == most && rank(prefix) > rank(best))) continue;
    best = prefix;
    most = n;
  }
  return best;
}

// Of "_orig_mod.model." what stands before the head, too: "_orig_mod.".
std::string before_family(const std::string& prefix, const ModelTensors& tensors) {
  const std::string& of_family = tensors.prefixes.back();
  if (!prefix.ends_with(of_family)) return prefix;
  const std::size_t n_before = prefix.size() - of_family.size();
  return begins_part(prefix, n_before) ? prefix.substr(0, n_before) : prefix;
}

// A name as other programs write it: "LayerNorm.gamma" for "LayerNorm.weight", and the bias of a
// head by the matrix that it belongs to; where a file has both of these, the framework adds that.
std::vector<std::string> names_of_same(const std::string& name) {
  std::vector<std::string> names;
  const auto add_if = [&](const std::string& usual, const std::string& other) {
    if (name.ends_with(usual)) names.push_back(name.substr(0, name.size() - usual.size()) + other);
  };
  add_if(".bias", ".decoder.bias");
  names.push_back(name);
  add_if("LayerNorm.weight", "LayerNorm.gamma");
  add_if("LayerNorm.bias", "LayerNorm.beta");
  return names;
}

}  // namespace

WeightSource::WeightSource(const WeightFiles& files, const ModelTensors& tensors) : files_(files) {
  for (const std::string& name : files.names()) {
    const auto [place, is_new] = names_.emplace(without_wrappers(name), name);
    if (!is_new && name == place->first) place->second = name;
  }
  prefix_ = prefix_among(names_, tensors);
  head_prefix_ = before_family(prefix_, tensors);
}

std::string WeightSource::plain_name(const std::string& in_files) const {
  const std::string name = without_wrappers(in_files);
  return name.starts_with(head_prefix_) ? name.substr(head_prefix_.size()) : name;
}

std::vector<std::string> WeightSource::notes() const {
  for (const auto& [name, in_files] : names_)
    if (name.starts_with(prefix_) && (!head_prefix_.empty() || name != in_files))
      return {
          message("{} in the files is read as {}, and the others likewise: what training or "
                  "fine-tuning wraps around a model adds to their names.",
                  shown_key(in_files), shown_key(plain_name(in_files)))};
  return {};
}

std::optional<std::string> WeightSource::name_in_files(const NamedTensor& wanted) const {
  const std::vector<std::string> prefixes =
      wanted.is_in_head ? std::vector<std::string>{head_prefix_, ""} : std::vector{prefix_};
  for (const std::string& prefix : prefixes)
    for (const std::string& one : names_of_same(prefix + wanted.name))
      if (const auto found = names_.find(one); found != names_.end()) return found->second;
  return std::nullopt;
}

const StoredTensor* WeightSource::tensor_if_there(const NamedTensor& wanted) const {
  const auto name = name_in_files(wanted);
  if (!name) return nullptr;
  const StoredTensor& found = files_.tensor(*name);
  if (found.shape != wanted.shape)
    throw InputError(
        message("{}: its shape is {}, and by config.json it must be {}. Use a config.json and "
                "weights that were saved together.",
                found.place, shape_text(found.shape), shape_text(wanted.shape)));
  require_ordinary_numbers(found);
  return &found;
}

const StoredTensor& WeightSource::tensor(const NamedTensor& wanted) const {
  if (const StoredTensor* found = tensor_if_there(wanted)) return *found;
  const std::string name = expected_name(wanted);
  std::vector<std::string> hints;
  if (const std::string meant = nearest(name, files_.names()); !meant.empty())
    hints.push_back(message("There is {}.", shown_key(meant)));
  throw InputError(
      message("The weights lack the tensor {} {}, which config.json promises. Use a config.json "
              "and weights that were saved together, with all of their files.",
              shown_key(name), shape_text(wanted.shape)),
      hints);
}

namespace {

static_assert(std::endian::native == std::endian::little, "files hold numbers in this order");

// What a file holds, and the number that it stands for.
struct Float64 {
  using Bits = std::uint64_t;
  template <class Real>
  static Real number(Bits bits) {
    return static_cast<Real>(std::bit_cast<double>(bits));
  }
};

struct Float32 {
  using Bits = std::uint32_t;
  template <class Real>
  static Real number(Bits bits) {
    return static_cast<Real>(std::bit_cast<float>(bits));
  }
};

struct Bfloat16 {
  using Bits = std::uint16_t;
  template <class Real>
  static Real number(Bits bits) {
    return static_cast<Real>(std::bit_cast<float>(std::uint32_t{bits} << 16U));
  }
};

// 1 sign, 5 exponent and 10 fraction bits. Without branches, so that loops become vector code: the
// bits are moved to where a float has them, and a product puts the exponent right, that of numbers
// too small to be normal included.
struct Float16 {
  using Bits = std::uint16_t;
  template <class Real>
  static Real number(Bits bits) {
    const std::uint32_t sign = (std::uint32_t{bits} & 0x8000U) << 16U;
    const std::uint32_t rest = (std::uint32_t{bits} & 0x7FFFU) << 13U;
    const float scaled = std::bit_cast<float>(rest) * 0x1p112F;
    const std::uint32_t wild = rest >= 0x0F800000U ? 0x7F800000U : 0U;  // infinite, or NaN
    return static_cast<Real>(
        std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | wild | sign));
  }
};

template <class Stored, class Real>
void copy_as(const char* from, std::size_t count, Real* to) {
  in_vectors([&] {
    for (std::size_t i = 0; i < count; ++i) {
      typename Stored::Bits bits;
      std::memcpy(&bits, from + i * sizeof(bits), sizeof(bits));
      to[i] = Stored::template number<Real>(bits);
    }
  });
}

std::size_t size_of_number(const StoredTensor& tensor) {
  if (tensor.dtype == "F64") return 8;
  return tensor.dtype == "F32" ? 4 : 2;
}

}  // namespace

void require_ordinary_numbers(const StoredTensor& tensor) {
  for (const char* known : {"F64", "F32", "F16", "BF16"})
    if (tensor.dtype == known) return;
  throw InputError(
      message("{}: the dtype is {}, and F64, F32, F16 and BF16 are read. Fetch the model that was "
              "not quantized, or save it as float.",
              tensor.place, preview(tensor.dtype)));
}

template <class Real>
void copy_numbers(const StoredTensor& tensor, std::size_t first, std::size_t count, Real* to) {
  const std::size_t size = size_of_number(tensor), n = tensor.bytes.size() / size;
  if (first > n || count > n - first) throw std::out_of_range("copy_numbers");
  const char* const from = tensor.bytes.data() + first * size;
  if (tensor.dtype == "F64")
    copy_as<Float64>(from, count, to);
  else if (tensor.dtype == "F32")
    copy_as<Float32>(from, count, to);
  else if (tensor.dtype == "BF16")
    copy_as<Bfloat16>(from, count, to);
  else
    copy_as<Float16>(from, count, to);
}

template <class Real>
std::vector<Real> all_numbers(const StoredTensor& tensor) {
  std::vector<Real> numbers(tensor.bytes.size() / size_of_number(tensor));
  copy_numbers(tensor, 0, numbers.size(), numbers.data());
  return numbers;
}

template <class Real>
const Real* numbers_in_place(const StoredTensor& tensor) {
  constexpr const char* kSame = std::is_same_v<Real, float> ? "F32" : "F64";
  const auto address = reinterpret_cast<std::uintptr_t>(tensor.bytes.data());  // NOLINT
  if (tensor.dtype != kSame || address % alignof(Real) != 0) return nullptr;
  return reinterpret_cast<const Real*>(tensor.bytes.data());  // NOLINT
}

bool has_wild_number(const StoredTensor& tensor) {
  constexpr std::size_t kChunk = 4096;
  const std::size_t n = tensor.bytes.size() / size_of_number(tensor);
  std::vector<double> numbers(kChunk);
  for (std::size_t first = 0; first < n; first += kChunk) {
    const std::size_t count = std::min(kChunk, n - first);
    copy_numbers(tensor, first, count, numbers.data());
    for (std::size_t i = 0; i < count; ++i)
      if (!std::isfinite(numbers[i])) return true;
  }
  return false;
}

template void copy_numbers(const StoredTensor&, std::size_t, std::size_t, float*);
template void copy_numbers(const StoredTensor&, std::size_t, std::size_t, double*);
template std::vector<float> all_numbers(const StoredTensor&);
template std::vector<double> all_numbers(const StoredTensor&);
template const float* numbers_in_place(const StoredTensor&);
template const double* numbers_in_place(const StoredTensor&);

namespace {

// So many weights are copied at once where they cannot be used in place.
constexpr std::size_t kMostCopied = std::size_t{1} << 22U;

// Of many tokens so many are a piece, for which the whole matrix is packed; few tokens go through
// some outputs at a time instead.
constexpr std::size_t kTokensTogether = 256;

// Products are fastest with a multiple of that.
constexpr std::size_t kGrain = 16;

}  // namespace

template <class Real>
StoredLinear<Real>::StoredLinear(const WeightSource& source, const NamedPair& names, bool is_in_out)
    : stored_(&source.tensor(names.weight)),
      is_in_out_(is_in_out),
      n_in_(stored_->shape[is_in_out ? 0 : 1]),
      n_out_(stored_->shape[is_in_out ? 1 : 0]),
      n_stored_out_(n_out_) {
  if (names.bias) bias_ = all_numbers<Real>(source.tensor(*names.bias));
}

template <class Real>
StoredLinear<Real>::StoredLinear(const StoredTensor& weight, std::vector<Real> bias)
    : stored_(&weight),
      n_in_(weight.shape[1]),
      n_out_(weight.shape[0]),
      n_stored_out_(n_out_),
      bias_(std::move(bias)) {}

template <class Real>
StoredLinear<Real> StoredLinear<Real>::part(std::size_t first, std::size_t count) const {
  StoredLinear part = *this;
  part.first_out_ += first;
  part.n_out_ = count;
  if (!bias_.empty())
    part.bias_.assign(bias_.begin() + static_cast<std::ptrdiff_t>(first),
                      bias_.begin() + static_cast<std::ptrdiff_t>(first + count));
  return part;
}

// Some of the rows of outputs() as the file has them: of W, or of Wᵀ.
template <class Real>
void StoredLinear<Real>::copy_piece(std::size_t first, std::size_t count, const WorkPiece& piece,
                                    Real* to) const {
  if (!is_in_out_) {
    copy_numbers(*stored_, (first_out_ + first + piece.first) * n_in_, piece.count * n_in_,
                 to + piece.first * n_in_);
    return;
  }
  for (std::size_t i = piece.first; i < piece.first + piece.count; ++i)
    copy_numbers(*stored_, i * n_stored_out_ + first_out_ + first, count, to + i * count);
}

// The weights of some outputs: (in × count) where the file holds W, else (count × in).
template <class Real>
Rows<const Real> StoredLinear<Real>::outputs(Workers& workers, NumberRoom<Real>& scratch,
                                             std::size_t first, std::size_t count) const {
  if (const Real* numbers = numbers_in_place<Real>(*stored_)) {
    const std::size_t begin = first_out_ + first;
    return is_in_out_ ? Rows<const Real>(numbers + begin, n_in_, count, n_stored_out_)
                      : Rows<const Real>(numbers + begin * n_in_, count, n_in_);
  }
  Real* const room = scratch.room_for(count * n_in_);
  const std::size_t n_rows = is_in_out_ ? n_in_ : count;
  const std::size_t n_parts = n_pieces(10.0 * static_cast<double>(count * n_in_), n_rows);
  workers.share(n_parts, [&](std::size_t k, unsigned) {
    copy_piece(first, count, piece_of(n_rows, n_parts, k), room);
  });
  return is_in_out_ ? Rows<const Real>(room, n_in_, count) : Rows<const Real>(room, count, n_in_);
}

template <class Real>
void StoredLinear<Real>::apply(Workers& workers, NumberRoom<Real>& scratch, Rows<const Real> X,
                               Rows<Real> Y, Into into) const {
  const std::size_t n_together = std::max<std::size_t>(1, kMostCopied / n_in_);
  for (std::size_t first = 0; first < n_out_; first += n_together) {
    const std::size_t count = std::min(n_together, n_out_ - first);
    const Rows<const Real> W = outputs(workers, scratch, first, count);
    const Rows<Real> to = Y.columns(first, count);
    const auto multiply = [&](Rows<const Real> some, Rows<const Real> weights, Rows<Real> result) {
      if (is_in_out_)
        Products<Real>::ab(some, weights, result, into);
      else
        Products<Real>::abt(some, weights, result, into);
    };
    // Pieces hang on sizes alone: where a matrix is cut can change digits.
    const bool by_tokens = X.n_rows >= 2 * kTokensTogether;
    const double work = static_cast<double>(X.n_rows) * static_cast<double>(n_in_ * count);
    const std::size_t n_parts =
        by_tokens ? X.n_rows / kTokensTogether : n_pieces(work, (count + kGrain - 1) / kGrain);
    workers.share(n_parts, [&](std::size_t k, unsigned) {
      const WorkPiece piece = piece_of(by_tokens ? X.n_rows : count, n_parts, k, kGrain);
      if (by_tokens)
        multiply(X.rows(piece.first, piece.count), W, to.rows(piece.first, piece.count));
      else
        multiply(
            X, is_in_out_ ? W.columns(piece.first, piece.count) : W.rows(piece.first, piece.count),
            to.columns(piece.first, piece.count));
    });
  }
  if (bias_.empty()) return;
  for_each_row(workers, Y.n_rows, static_cast<double>(n_out_), [&](std::size_t i) {
    Real* y = Y.row(i);
    for (std::size_t j = 0; j < n_out_; ++j) y[j] += bias_[j];
  });
}

template <class Real>
arma::mat StoredLinear<Real>::weight() const {
  arma::mat W(n_in_, n_out_);
  std::vector<double> numbers(is_in_out_ ? n_out_ : n_in_);
  const std::size_t n_rows = is_in_out_ ? n_in_ : n_out_;
  for (std::size_t i = 0; i < n_rows; ++i) {
    const std::size_t first =
        is_in_out_ ? i * n_stored_out_ + first_out_ : (first_out_ + i) * n_in_;
    copy_numbers(*stored_, first, numbers.size(), numbers.data());
    for (std::size_t j = 0; j < numbers.size(); ++j) (is_in_out_ ? W(i, j) : W(j, i)) = numbers[j];
  }
  return W;
}

template <class Real>
arma::rowvec StoredLinear<Real>::bias() const {
  arma::rowvec b(bias_.size());
  for (std::size_t j = 0; j < bias_.size(); ++j) b(j) = static_cast<double>(bias_[j]);
  return b;
}

template class StoredLinear<float>;
template class StoredLinear<double>;

}  // namespace attn
