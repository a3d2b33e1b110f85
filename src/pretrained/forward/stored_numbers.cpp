#include "pretrained/forward/stored_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "network/workers.hpp"

namespace attn {
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

}  // namespace attn
