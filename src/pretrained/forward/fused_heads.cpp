#include "pretrained/forward/fused_heads.hpp"

#include <algorithm>
#include <armadillo>

#include "base/system.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {
namespace {

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
  // Keys that one of these queries sees; the kernel aligns both sequences at their ends.
  const std::size_t end = sights.is_causal ? first + count : n;
  const std::size_t back = sights.is_causal ? sights.window.value_or(end) : end;
  const std::size_t begin = first + 1 > back ? first + 1 - back : 0;
  const auto columns_of = [&](Rows<const Real> X, std::size_t of_head) {
    return by_columns<Real>(X.columns(of_head * d, d).rows(begin, end - begin));
  };
  FusedOptions options{.scale = static_cast<double>(input.scale), .n_threads = 1};
  options.visible.causal = sights.is_causal;
  if (sights.is_causal && sights.window) options.visible.window = *sights.window;
  options.visible.n_padded = std::min(end - begin, end - std::min(end, first_padding(sights, n)));
  const arma::Mat<Real> output =
      fused_attention(by_columns<Real>(input.Q.columns(head * d, d).rows(first, count)),
                      columns_of(input.K, kv_head), columns_of(input.V, kv_head), options);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < d; ++j) O(first + i, head * d + j) = output(i, j);
}

}  // namespace

template <class Real>
bool can_be_fused(const HeadsInput<Real>& input, const Sights& sights) {
  if (input.Q.n_rows < kWorthFusing) return false;
  const auto& is_padding = sights.is_padding;
  if (!std::is_sorted(is_padding.begin(), is_padding.end())) return false;
  static const bool is_here = !is_device(kernel_facts());
  return is_here;
}

template <class Real>
void attend_heads_fused(unsigned n_threads, const HeadsInput<Real>& input, const Sights& sights,
                        Rows<Real> O) {
  const std::size_t n = input.Q.n_rows;
  const std::size_t n_blocks = (n + kQueriesInTask - 1) / kQueriesInTask;
  // Causal queries see the more keys the later they are: the longest tasks come first.
  share_work(input.n_heads * n_blocks, n_threads, [&](std::size_t task, unsigned) {
    const std::size_t first = (n_blocks - 1 - task / input.n_heads) * kQueriesInTask;
    attend_task(input, sights, task % input.n_heads, first, std::min(kQueriesInTask, n - first), O);
  });
}

template bool can_be_fused(const HeadsInput<float>&, const Sights&);
template bool can_be_fused(const HeadsInput<double>&, const Sights&);
template void attend_heads_fused(unsigned, const HeadsInput<float>&, const Sights&, Rows<float>);
template void attend_heads_fused(unsigned, const HeadsInput<double>&, const Sights&, Rows<double>);

}  // namespace attn
