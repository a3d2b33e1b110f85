#pragma once

#include <cstddef>
#include <vector>

#include "data/model/model_files.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/family/family.hpp"
#include "pretrained/forward/forward.hpp"

namespace attn {

/// Numbers of a tensor in the order of the file, as the type that is computed with.
///
/// Shapes:  result `count` numbers from number `first` on
/// Errors:  std::out_of_range if the tensor has fewer, which only our own code can cause
template <class Real>
void copy_numbers(const StoredTensor& tensor, std::size_t first, std::size_t count, Real* to);

/// All of them.
template <class Real>
std::vector<Real> all_numbers(const StoredTensor& tensor);

/// Where the numbers of a tensor lie, if they can be used as they are: of the same type, and at an
/// address that is a multiple of its size. Null otherwise.
template <class Real>
const Real* numbers_in_place(const StoredTensor& tensor);

/// Errors:  InputError unless the numbers are F64, F32, F16 or BF16.
void require_ordinary_numbers(const StoredTensor& tensor);

/// Whether a number is NaN or infinite.
bool has_wild_number(const StoredTensor& tensor);

extern template void copy_numbers(const StoredTensor&, std::size_t, std::size_t, float*);
extern template void copy_numbers(const StoredTensor&, std::size_t, std::size_t, double*);
extern template std::vector<float> all_numbers(const StoredTensor&);
extern template std::vector<double> all_numbers(const StoredTensor&);
extern template const float* numbers_in_place(const StoredTensor&);
extern template const double* numbers_in_place(const StoredTensor&);

/// Whether the fused kernel, which never holds a row of weights, is the faster way: there are many
/// tokens, padding is behind them, and the kernels are those of this processor.
template <class Real>
bool can_be_fused(const HeadsInput<Real>& input, const Sights& sights);

extern template bool can_be_fused(const HeadsInput<float>&, const Sights&);
extern template bool can_be_fused(const HeadsInput<double>&, const Sights&);
/// The place of each token, as a model counts them: behind padding from the beginning, and in
/// RoBERTa behind the place that padding has.
///
/// Shapes:  result n
std::vector<std::size_t> token_places(const ModelInput& input, const Architecture& architecture);

/// Adds the sinusoidal encoding of its place to each token.
///
/// Shapes:  places n, X (n × d_model)
/// Source:  see sinusoidal_encoding
template <class Real>
void add_waves(const std::vector<std::size_t>& places, Rows<Real> X);

extern template void add_waves(const std::vector<std::size_t>&, Rows<float>);
extern template void add_waves(const std::vector<std::size_t>&, Rows<double>);

}  // namespace attn
