#include "network/models/models.hpp"

#include <cmath>

#include "network/layers/layers.hpp"

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

template <class Real>
RecurrentClassifier<Real>::RecurrentClassifier(const RecurrentSettings& settings,
                                               std::uint64_t seed)
    : Network<Real>(seed), settings_(settings) {
  const std::size_t d = settings.d_model;
  Parameters<Real>& all = this->parameters;
  embedding_.E = all.add("embedding.weight", settings.vocabulary, d, Start::normal(1.0));
  if (settings.kind == RecurrentKind::lstm) reader_.template emplace<1>();
  const Start even = Start::uniform(1.0 / std::sqrt(static_cast<double>(d)));
  std::visit(
      [&](auto& reader) {
        const std::size_t width = settings.kind == RecurrentKind::lstm ? 4 * d : d;
        reader.layer.W_x = all.add("rnn.weight_ih_l0", d, width, even);
        reader.layer.W_h = all.add("rnn.weight_hh_l0", d, width, even);
        reader.layer.b_x = all.add("rnn.bias_ih_l0", width, even);
        reader.layer.b_h = all.add("rnn.bias_hh_l0", width, even);
      },
      reader_);
  head_.W = all.add("fc.weight", d, settings.n_classes, even);
  head_.b = all.add("fc.bias", settings.n_classes, even);
}

template <class Real>
Rows<Real> RecurrentClassifier<Real>::forward(Workers& workers, const Batch<Real>& batch,
                                              const PassMode&) {
  const std::size_t n_rows = batch.n_sequences * batch.length, d = settings_.d_model;
  embedded_.resize(n_rows * d);
  last_.resize(batch.n_sequences * d);
  outputs_.resize(batch.n_sequences * settings_.n_classes);
  const Rows<Real> embedded{embedded_.data(), n_rows, d}, last{last_.data(), batch.n_sequences, d},
      outputs{outputs_.data(), batch.n_sequences, settings_.n_classes};
  embedding_.forward(batch.tokens, embedded);
  std::visit(
      [&](auto& reader) {
        reader.layer.forward(workers, batch.length, embedded, reader.kept);
        const Rows<const Real> states{reader.kept.H.data(), n_rows, d};
        Poolings<Real>::forward(PoolKind::last, states, batch.lengths, last);
      },
      reader_);
  head_.forward(workers, last, outputs);
  return outputs;
}

template <class Real>
void RecurrentClassifier<Real>::backward(Workers& workers, const Batch<Real>& batch,
                                         const PassMode&, Rows<Real> d_outputs) {
  const std::size_t n_rows = batch.n_sequences * batch.length, d = settings_.d_model;
  d_last_.resize(last_.size());
  d_states_.resize(n_rows * d);
  d_embedded_.resize(n_rows * d);
  const Rows<Real> last{last_.data(), batch.n_sequences, d},
      d_last{d_last_.data(), batch.n_sequences, d}, d_states{d_states_.data(), n_rows, d},
      embedded{embedded_.data(), n_rows, d}, d_embedded{d_embedded_.data(), n_rows, d};
  head_.backward(workers, last, d_outputs, d_last);
  Poolings<Real>::backward(PoolKind::last, d_last, batch.lengths, d_states);
  std::visit(
      [&](auto& reader) {
        reader.layer.backward(workers, batch.length, embedded, reader.kept, d_states, d_embedded);
      },
      reader_);
  embedding_.backward(batch.tokens, d_embedded);
}

template class RecurrentClassifier<float>;
template class RecurrentClassifier<double>;

}  // namespace attn
