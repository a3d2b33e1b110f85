#include "kernels/fused_attention.hpp"

#include "base/message.hpp"
#include "kernels/cuda/attend_tiles.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/device_texts.hpp"
#include "kernels/cuda/multiply.hpp"
#include "kernels/cuda/softmax_kernels.hpp"

namespace attn {
namespace {

// What attend_tiles asks for, done by the device.
struct DeviceMachine {
  const cuda::Device& device;
  cuda::ProductPrecision precision;

  template <class Real>
  void multiply(const cuda::BatchedProduct& product, const Real* A, const Real* B, Real* C) const {
    cuda::multiply(device, product, precision, A, B, C);
  }
  template <class Real>
  void begin_rows(const cuda::RunningRows<Real>& rows, std::int64_t n_rows) const {
    cuda::require_success(cuda::begin_rows(rows, n_rows, device.stream()), "begin_rows");
  }
  template <class Real>
  void update_rows(const cuda::ScoreTile<Real>& at) const {
    cuda::require_success(cuda::update_rows(at, device.stream()), "update_rows");
  }
  template <class Real>
  void rescale_cells(const cuda::OutputTile<Real>& at) const {
    cuda::require_success(cuda::rescale_cells(at, device.stream()), "rescale_cells");
  }
  template <class Real>
  void finish_rows(const cuda::RunningRows<Real>& rows, std::int64_t n_rows) const {
    cuda::require_success(cuda::finish_rows(rows, n_rows, device.stream()), "finish_rows");
  }
};

template <class Real>
cuda::ProductPrecision precision_of(const FusedOptions& options, const cuda::Device& device) {
  if (!options.tf32 || std::is_same_v<Real, double>) return cuda::ProductPrecision::full;
  if (!device.facts().has_tf32()) throw InputError(cuda::no_tf32_text(device.facts().name));
  return cuda::ProductPrecision::tf32;
}

}  // namespace

template <class Real>
arma::Mat<Real> fused_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                const arma::Mat<Real>& V, const FusedOptions& options,
                                arma::Mat<Real>* log_sum_exp) {
  using cuda::DeviceArray;
  const HeadShapes shapes = head_shapes(arma::size(Q), arma::size(K), arma::size(V), options);
  const arma::uword n_heads = options.heads.n_heads;
  const cuda::Device device;
  DeviceMachine machine{.device = device, .precision = precision_of<Real>(options, device)};
  const cuda::TilePlan plan = cuda::tile_plan(shapes, n_heads, options.tiles, sizeof(Real));
  const std::vector<cuda::KeySpan> spans = cuda::key_spans(shapes, options.visible);
  const Mask* const mask = options.visible.mask;

  const DeviceArray<Real> queries = device.uploaded(Q.memptr(), Q.n_elem);
  const DeviceArray<Real> keys = device.uploaded(K.memptr(), K.n_elem);
  const DeviceArray<Real> values = device.uploaded(V.memptr(), V.n_elem);
  const DeviceArray<cuda::KeySpan> visible = device.uploaded(spans.data(), spans.size());
  const DeviceArray<unsigned char> open =
      device.uploaded(mask ? mask->memptr() : nullptr, mask ? mask->n_elem : 0);
  const DeviceArray<Real> output(shapes.n_q * n_heads * shapes.d_v);
  const DeviceArray<Real> scores(static_cast<std::size_t>(plan.n_scores()));
  const DeviceArray<Real> maximum(shapes.n_q * n_heads), sum(shapes.n_q * n_heads),
      factor(shapes.n_q * n_heads);

  attend_tiles(shapes, options, plan, spans,
               cuda::AttentionArrays<Real>{
                   .Q = queries.data(),
                   .K = keys.data(),
                   .V = values.data(),
                   .output = output.data(),
                   .scores = scores.data(),
                   .visible = visible.data(),
                   .mask = open.data(),
                   .rows = {.maximum = maximum.data(), .sum = sum.data(), .factor = factor.data()}},
               machine);

  arma::Mat<Real> O(shapes.n_q, n_heads * shapes.d_v, arma::fill::none);
  device.download(output, O.memptr());
  if (log_sum_exp) {
    log_sum_exp->set_size(shapes.n_q, n_heads);
    device.download(maximum, log_sum_exp->memptr());
  }
  return O;
}

template arma::mat fused_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                   const FusedOptions&, arma::mat*);
template arma::fmat fused_attention(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                    const FusedOptions&, arma::fmat*);

}  // namespace attn
