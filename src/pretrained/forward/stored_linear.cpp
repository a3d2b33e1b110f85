#include "pretrained/forward/stored_linear.hpp"

#include <algorithm>

#include "network/workers.hpp"
#include "pretrained/forward/stored_numbers.hpp"

namespace attn {
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
