#include "network/models/model.hpp"

#include "network/layers/loss.hpp"

namespace attn {
namespace {

template <class Real>
double loss_from(Workers& workers, const Batch<Real>& batch, Rows<const Real> outputs,
                 Rows<Real> d_outputs) {
  if (!batch.targets.empty())
    return Losses<Real>::cross_entropy(workers, outputs, batch.targets, d_outputs);
  const Rows<const Real> wanted{batch.wanted.data(), outputs.n_rows, outputs.n_cols};
  return Losses<Real>::mean_squared_error(outputs, wanted, d_outputs);
}

}  // namespace

template <class Real>
double loss_and_gradients(Network<Real>& model, Workers& workers, const Batch<Real>& batch,
                          const PassMode& pass) {
  model.parameters.clear_gradients();
  const Rows<Real> outputs = model.forward(workers, batch, pass);
  // The gradient takes the place of the outputs, which nobody asks for any more.
  const double loss = loss_from<Real>(workers, batch, outputs, outputs);
  model.backward(workers, batch, pass, outputs);
  return loss;
}

template <class Real>
double loss_of(Network<Real>& model, Workers& workers, const Batch<Real>& batch) {
  return loss_from<Real>(workers, batch, model.forward(workers, batch, {}), {});
}

template double loss_and_gradients(Network<float>&, Workers&, const Batch<float>&, const PassMode&);
template double loss_and_gradients(Network<double>&, Workers&, const Batch<double>&,
                                   const PassMode&);
template double loss_of(Network<float>&, Workers&, const Batch<float>&);
template double loss_of(Network<double>&, Workers&, const Batch<double>&);

}  // namespace attn
