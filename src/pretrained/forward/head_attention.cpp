#include <algorithm>
#include <armadillo>
#include <limits>

#include "kernels/fused_attention.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/forward.hpp"
#include "pretrained/forward/forward_parts.hpp"

namespace attn {

namespace {

// So many queries at a time: their scores stay near the processor, and half of what a causal model
// does not see is never computed.
constexpr std::size_t kQueriesTogether = 128;

// The same for the kernels, but for padding, which they know behind all keys alone.
VisibleKeys visible_to(const Sights& sights) {
  VisibleKeys visible{.causal = sights.is_causal};
  if (sights.is_causal && sights.window) visible.window = *sights.window;
  return visible;
}

// Numbers that are −∞ stand for no key; all of them may.
template <class Real>
void softmax_row(Real* z, std::size_t n) {
  constexpr Real kNothing = -std::numeric_limits<Real>::infinity();
  Real most = largest_of<Real>(n, kNothing, [z](std::size_t j) { return z[j]; });
  if (most == kNothing) most = 0;
  for (std::size_t j = 0; j < n; ++j) z[j] = elementary::exp(z[j] - most);
  const Real sum = sum_of<Real>(n, [z](std::size_t j) { return z[j]; });
  const Real share = sum == 0 ? Real(0) : 1 / sum;
  for (std::size_t j = 0; j < n; ++j) z[j] *= share;
}

// One head, whose weights come about in rows of their own.
template <class Real>
class OneHead {
 public:
  OneHead(const HeadsInput<Real>& input, const Sights& sights, Rows<Real> O, std::size_t head)
      : sights_(sights), visible_(visible_to(sights)), scale_(input.scale), n_(input.Q.n_rows) {
    const std::size_t d = input.Q.n_cols / input.n_heads;
    const std::size_t kv_head = head * input.n_kv_heads / input.n_heads;
    Q_ = input.Q.columns(head * d, d);
    K_ = input.K.columns(kv_head * d, d);
    V_ = input.V.columns(kv_head * d, d);
    O_ = O.columns(head * d, d);
  }

  // `weights` has a row for each of these queries, and a column for each key.
  void attend(std::size_t first, std::size_t count, Rows<Real> weights) const {
    const auto [begin, end] = keys_of_any(first, first + count, n_, n_, visible_);
    const Rows<Real> met = weights.columns(begin, end - begin);
    Products<Real>::abt(Q_.rows(first, count), K_.rows(begin, end - begin), met, Into::replace,
                        scale_);
    in_vectors([&] {
      for (std::size_t i = 0; i < count; ++i) weigh(weights.row(i), first + i);
    });
    Products<Real>::ab(met, V_.rows(begin, end - begin), O_.rows(first, count));
  }

 private:
  void weigh(Real* row, std::size_t query) const {
    const KeyRange seen = keys_of(query, n_, n_, visible_);
    std::fill(row, row + seen.first, Real(0));
    std::fill(row + seen.last, row + n_, Real(0));
    if (!sights_.is_padding.empty())
      for (std::size_t j = seen.first; j < seen.last; ++j)
        if (sights_.is_padding[j]) row[j] = -std::numeric_limits<Real>::infinity();
    softmax_row(row + seen.first, seen.last - seen.first);
  }

  const Sights& sights_;
  VisibleKeys visible_;
  Real scale_;
  std::size_t n_;
  Rows<const Real> Q_, K_, V_;
  Rows<Real> O_;
};

template <class Real>
double work_of_head(const HeadsInput<Real>& input) {
  const auto n = static_cast<double>(input.Q.n_rows);
  const std::size_t d_k = input.Q.n_cols / input.n_heads;
  return n * n * (2.0 * static_cast<double>(d_k) + 20.0);
}

// With fewer tokens nothing is won.
constexpr std::size_t kWorthFusing = 128;

// So many queries of a head are one task: enough that packing keys and values for them pays, and
// few enough that no thread waits long for another's last.
constexpr std::size_t kQueriesInTask = 512;

std::size_t first_padding(const Sights& sights, std::size_t n) {
  const auto& is_padding = sights.is_padding;
  return is_padding.empty()
             ? n
             : static_cast<std::size_t>(std::find(is_padding.begin(), is_padding.end(), true) -
                                        is_padding.begin());
}

// The kernel has its matrices column by column. Some rows at a time, so that both sides stay near.
template <class Real>
arma::Mat<Real> by_columns(Rows<const Real> X) {
  constexpr std::size_t kTogether = 16;
  arma::Mat<Real> result(X.n_rows, X.n_cols, arma::fill::none);
  for (std::size_t first = 0; first < X.n_rows; first += kTogether) {
    const std::size_t count = std::min(kTogether, X.n_rows - first);
    for (std::size_t j = 0; j < X.n_cols; ++j) {
      Real* const to = result.colptr(j) + first;
      for (std::size_t i = 0; i < count; ++i) to[i] = X(first + i, j);
    }
  }
  return result;
}

template <class Real>
void attend_task(const HeadsInput<Real>& input, const Sights& sights, std::size_t head,
                 std::size_t first, std::size_t count, Rows<Real> O) {
  const std::size_t n = input.Q.n_rows, d = input.Q.n_cols / input.n_heads;
  const std::size_t kv_head = head * input.n_kv_heads / input.n_heads;
  const VisibleKeys visible = visible_to(sights);
  // Keys that one of these queries sees; the kernel aligns both sequences at their ends.
  const KeyRange keys = keys_of_any(first, first + count, n, n, visible);
  const auto columns_of = [&](Rows<const Real> X, std::size_t of_head) {
    return by_columns<Real>(X.columns(of_head * d, d).rows(keys.first, keys.last - keys.first));
  };
  FusedOptions options{
      .scale = static_cast<double>(input.scale), .visible = visible, .n_threads = 1};
  options.visible.n_padded =
      keys.last - std::clamp<std::size_t>(first_padding(sights, n), keys.first, keys.last);
  const arma::Mat<Real> output =
      fused_attention(by_columns<Real>(input.Q.columns(head * d, d).rows(first, count)),
                      columns_of(input.K, kv_head), columns_of(input.V, kv_head), options);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < d; ++j) O(first + i, head * d + j) = output(i, j);
}

template <class Real>
void attend_heads_fused(Workers& workers, const HeadsInput<Real>& input, const Sights& sights,
                        Rows<Real> O) {
  const std::size_t n = input.Q.n_rows;
  const std::size_t n_blocks = (n + kQueriesInTask - 1) / kQueriesInTask;
  // Causal queries see the more keys the later they are: the longest tasks come first.
  workers.share(input.n_heads * n_blocks, [&](std::size_t task, unsigned) {
    const std::size_t first = (n_blocks - 1 - task / input.n_heads) * kQueriesInTask;
    attend_task(input, sights, task % input.n_heads, first, std::min(kQueriesInTask, n - first), O);
  });
}

}  // namespace

template <class Real>
void attend_heads(Workers& workers, const HeadsInput<Real>& input, const Sights& sights,
                  Rows<Real> O, const WatchWeights<Real>& watch, const PlaceWeights<Real>& place) {
  const bool is_watched = watch || place;
  if (!is_watched && can_be_fused(input, sights))
    return attend_heads_fused(workers, input, sights, O);
  const std::size_t n = input.Q.n_rows;
  const std::size_t n_together = is_watched ? n : std::min(n, kQueriesTogether);
  const std::size_t n_blocks = is_watched ? 1 : (n + n_together - 1) / n_together;
  const std::size_t n_tasks = input.n_heads * n_blocks;
  std::vector<TokenRows<Real>> rooms;  // made here: a thread could not say that there is no memory
  if (!place)
    for (unsigned i = 0; i < workers.n_threads(); ++i) rooms.emplace_back(n_together, n);
  const auto attend_block = [&](std::size_t task, unsigned worker) {
    const std::size_t head = task / n_blocks;
    const Rows<Real> room = place ? place(head) : rooms[worker].rows();
    const OneHead<Real> one(input, sights, O, head);
    const std::size_t begin = task % n_blocks * n_together, end = std::min(begin + n_together, n);
    for (std::size_t first = begin; first < end; first += kQueriesTogether) {
      const std::size_t count = std::min(kQueriesTogether, end - first);
      one.attend(first, count, room.rows(first - begin, count));
    }
    if (watch) watch(head, room);
  };
  // Where there is little to do, waking a thread takes longer.
  if (n_pieces(work_of_head(input) * static_cast<double>(input.n_heads), n_tasks) == 1)
    for (std::size_t task = 0; task < n_tasks; ++task) attend_block(task, 0);
  else
    workers.share(n_tasks, attend_block);
}

template <class Real>
bool can_be_fused(const HeadsInput<Real>& input, const Sights& sights) {
  if (input.Q.n_rows < kWorthFusing) return false;
  const auto& is_padding = sights.is_padding;
  if (!std::is_sorted(is_padding.begin(), is_padding.end())) return false;
  static const bool is_here = !is_device(kernel_facts());
  return is_here;
}

template void attend_heads(Workers&, const HeadsInput<float>&, const Sights&, Rows<float>,
                           const WatchWeights<float>&, const PlaceWeights<float>&);
template void attend_heads(Workers&, const HeadsInput<double>&, const Sights&, Rows<double>,
                           const WatchWeights<double>&, const PlaceWeights<double>&);
template bool can_be_fused(const HeadsInput<float>&, const Sights&);
template bool can_be_fused(const HeadsInput<double>&, const Sights&);

}  // namespace attn
