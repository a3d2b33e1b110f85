#pragma once

#include <armadillo>
#include <vector>

#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/token_rows.hpp"
#include "pretrained/forward/weight_source.hpp"

namespace attn {

/// Room for numbers that are copied out of a file, used again and again.
template <class Real>
class NumberRoom {
 public:
  Real* room_for(std::size_t n) {
    if (numbers_.n_cols() < n) numbers_ = TokenRows<Real>(1, n);
    return numbers_.rows().data;
  }
  Rows<Real> room_for(std::size_t n_rows, std::size_t n_cols) {
    return {room_for(n_rows * n_cols), n_rows, n_cols};
  }

 private:
  TokenRows<Real> numbers_;
};

/// A linear map whose matrix stays in its file. Where the file has numbers of another type, or
/// begins at an odd address, some rows at a time are copied to where they can be used.
///
///     Y = X W + b
///
/// Shapes:  X (n × in), W (in × out), b out, Y (n × out)
template <class Real>
class StoredLinear {
 public:
  StoredLinear() = default;

  /// `is_in_out`: the file holds W, else Wᵀ.
  /// Errors:  as WeightSource::tensor
  StoredLinear(const WeightSource& source, const NamedPair& names, bool is_in_out);

  /// The same without its matrix, which another tensor (out × in) stands in for.
  StoredLinear(const StoredTensor& weight, std::vector<Real> bias);

  /// Those outputs alone; what is packed side by side comes apart like that.
  StoredLinear part(std::size_t first, std::size_t count) const;

  std::size_t n_in() const { return n_in_; }
  std::size_t n_out() const { return n_out_; }

  /// With Into::add, X W + b is added to Y.
  void apply(Workers& workers, NumberRoom<Real>& scratch, Rows<const Real> X, Rows<Real> Y,
             Into into = Into::replace) const;

  /// W and b themselves.
  arma::mat weight() const;
  arma::rowvec bias() const;

 private:
  Rows<const Real> outputs(Workers& workers, NumberRoom<Real>& scratch, std::size_t first,
                           std::size_t count) const;
  void copy_piece(std::size_t first, std::size_t count, const WorkPiece& piece, Real* to) const;

  const StoredTensor* stored_ = nullptr;
  bool is_in_out_ = false;
  std::size_t n_in_ = 0, n_out_ = 0;
  std::size_t first_out_ = 0, n_stored_out_ = 0;
  std::vector<Real> bias_;
};

extern template class StoredLinear<float>;
extern template class StoredLinear<double>;

}  // namespace attn
