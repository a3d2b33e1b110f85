#include "pretrained/forward/forward.hpp"

#include <algorithm>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "base/message.hpp"
#include "core/positions.hpp"
#include "network/layers/layers.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/forward_parts.hpp"

namespace attn {

template <class Real>
RowNorm<Real>::RowNorm(const WeightSource& source, const NamedPair& names, double epsilon)
    : gain_(all_numbers<Real>(source.tensor(names.weight))), epsilon_(static_cast<Real>(epsilon)) {
  if (names.bias) shift_ = all_numbers<Real>(source.tensor(*names.bias));
}

template <class Real>
void RowNorm<Real>::apply_to_row(const Real* x, Real* y) const {
  norm_row(x, width(), gain_.data(), shift_.empty() ? nullptr : shift_.data(), epsilon_, y);
}

template <class Real>
void RowNorm<Real>::apply(Workers& workers, Rows<const Real> X, Rows<Real> Y) const {
  for_each_row(workers, X.n_rows, norm_work(X.n_cols),
               [&](std::size_t i) { apply_to_row(X.row(i), Y.row(i)); });
}

template class RowNorm<float>;
template class RowNorm<double>;

std::vector<std::size_t> token_places(const ModelInput& input, const Architecture& architecture) {
  std::vector<std::size_t> places(input.ids.size());
  const bool counts_padding = input.is_padding.empty() ||
                              architecture.family == ModelFamily::bert ||
                              architecture.family == ModelFamily::distilbert;
  std::size_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    // RoBERTa knows padding by its id.
    const bool is_padding = architecture.family == ModelFamily::roberta
                                ? input.ids[i] == architecture.padding_id
                                : !counts_padding && input.is_padding[i];
    if (architecture.family == ModelFamily::roberta && is_padding)
      places[i] = *architecture.padding_id;
    else
      places[i] = architecture.first_position + (is_padding ? 0 : next++);
  }
  return places;
}

template <class Real>
void add_waves(const std::vector<std::size_t>& places, Rows<Real> X) {
  const arma::mat waves = sinusoidal_encoding(arma::conv_to<arma::vec>::from(places), X.n_cols);
  for (std::size_t i = 0; i < X.n_rows; ++i)
    for (std::size_t j = 0; j < X.n_cols; ++j) X(i, j) += static_cast<Real>(waves(i, j));
}

template void add_waves(const std::vector<std::size_t>&, Rows<float>);
template void add_waves(const std::vector<std::size_t>&, Rows<double>);

namespace {

// So many tokens at a time go through the MLP, whose inside is the widest of all.
constexpr std::size_t kTokensInMlp = 512;

// 0 · x is 0 for every number, and NaN for what is none.
template <class Real>
bool are_finite(Rows<const Real> X) {
  Real sum = 0;
  in_vectors([&] {
    for (std::size_t i = 0; i < X.n_rows; ++i) {
      const Real* const x = X.row(i);
      sum += sum_of<Real>(X.n_cols, [x](std::size_t j) { return x[j] * Real(0); });
    }
  });
  return sum == 0;
}

template <class Real>
[[noreturn]] void refuse_overflow(const std::string& place) {
  if constexpr (std::is_same_v<Real, float>)
    throw InputError(message(
        "{}: the numbers grow beyond what {} can hold. Compute with --dtype fp64.", place, "fp32"));
  throw InputError(
      message("{}: the numbers grow beyond what {} can hold. Use a config.json and weights that "
              "were saved together.",
              place, "fp64"));
}

}  // namespace

template <class Real>
PretrainedModel<Real>::PretrainedModel(Architecture architecture, const WeightFiles& files,
                                       unsigned n_threads)
    : architecture_(std::move(architecture)),
      files_(files),
      names_(model_tensors(architecture_.family, architecture_.sizes)),
      source_(files, names_),
      workers_(n_threads) {
  source_.tensor(names_.tokens);
  for (const auto& table : {names_.positions, names_.types})
    if (table) source_.tensor(*table);
  const double epsilon = architecture_.epsilon;
  if (names_.embedding_norm) embedding_norm_.emplace(source_, *names_.embedding_norm, epsilon);
  if (names_.final_norm) final_norm_.emplace(source_, *names_.final_norm, epsilon);
  for (const LayerTensors& names : names_.layers) layers_.push_back(read_layer(source_, names));
  head_ = read_head(source_);
}

template <class Real>
typename PretrainedModel<Real>::Layer PretrainedModel<Real>::read_layer(
    const WeightSource& source, const LayerTensors& names) const {
  const double epsilon = architecture_.epsilon;
  const Model& sizes = architecture_.sizes;
  const auto linear = [&](const NamedPair& pair) {
    return StoredLinear<Real>(source, pair, names_.is_in_out);
  };
  Layer layer;
  layer.attention_norm = {source, names.attention_norm, epsilon};
  layer.mlp_norm = {source, names.mlp_norm, epsilon};
  if (names.query_norm) layer.query_norm.emplace(source, *names.query_norm, epsilon);
  if (names.key_norm) layer.key_norm.emplace(source, *names.key_norm, epsilon);
  if (names.packed) {
    layer.packed = linear(*names.packed);
    const std::size_t n_q = sizes.n_heads * sizes.d_head, n_kv = sizes.n_kv_heads * sizes.d_head;
    layer.query = layer.packed->part(0, n_q);
    layer.key = layer.packed->part(n_q, n_kv);
    layer.value = layer.packed->part(n_q + n_kv, n_kv);
  } else {
    layer.query = linear(names.query);
    layer.key = linear(names.key);
    layer.value = linear(names.value);
  }
  layer.output = linear(names.output);
  if (names.gate) layer.gate = linear(*names.gate);
  layer.up = linear(names.up);
  layer.down = linear(names.down);
  return layer;
}

// A head of its own in the files comes before the embedding, even where the two should be tied.
template <class Real>
std::optional<typename PretrainedModel<Real>::Head> PretrainedModel<Real>::read_head(
    const WeightSource& source) const {
  const HeadTensors& names = names_.head;
  Head head;
  if (names.dense) {
    if (!source.tensor_if_there(names.dense->weight)) return std::nullopt;
    head.dense = StoredLinear<Real>(source, *names.dense, names_.is_in_out);
    head.norm = RowNorm<Real>(source, *names.norm, architecture_.epsilon);
  }
  const StoredTensor* weight = source.tensor_if_there(names.decoder.weight);
  if (!weight && !names.may_be_tied) return std::nullopt;
  std::vector<Real> bias;
  if (names.decoder.bias) bias = all_numbers<Real>(source.tensor(*names.decoder.bias));
  head.decoder =
      StoredLinear<Real>(weight ? *weight : source.tensor(names_.tokens), std::move(bias));
  return head;
}

template <class Real>
void PretrainedModel<Real>::multiply(const StoredLinear<Real>& linear, Rows<const Real> X,
                                     Rows<Real> Y, Into into) {
  linear.apply(workers_, scratch_, X, Y, into);
}

template <class Real>
void PretrainedModel<Real>::add_places(const ModelInput& input, Rows<Real> X) const {
  const std::size_t d = X.n_cols;
  std::vector<Real> row(d);
  const auto add = [&](const NamedTensor& table, std::size_t place, std::size_t i) {
    copy_numbers(source_.tensor(table), place * d, d, row.data());
    for (std::size_t j = 0; j < d; ++j) X(i, j) += row[j];
  };
  const std::vector<std::size_t> places = token_places(input, architecture_);
  for (std::size_t i = 0; i < X.n_rows; ++i) {
    if (names_.types) add(*names_.types, input.types.empty() ? 0 : input.types[i], i);
    if (names_.positions) add(*names_.positions, places[i], i);
  }
  if (architecture_.sizes.positions == Positions::sinusoidal) add_waves<Real>(places, X);
}

// Which text of a pair a token belongs to has a row of its own.
template <class Real>
void PretrainedModel<Real>::require_types(const ModelInput& input) const {
  if (!names_.types) return;
  const std::uint64_t n_types = names_.types->shape.front();
  for (const std::uint32_t type : input.types)
    if (type >= n_types)
      throw InputError(
          message("The tokenizer gives tokens the type {}, and the model has rows for types below "
                  "{}: it does not tell the texts of a pair apart. Give one text.",
                  type, n_types));
}

template <class Real>
TokenRows<Real> PretrainedModel<Real>::embed(const ModelInput& input) {
  const std::size_t n = input.ids.size(), d = architecture_.sizes.d_model;
  const std::uint64_t n_vocab = architecture_.sizes.n_vocab, longest = architecture_.n_longest();
  if (n == 0) throw InputError(message("The text has no tokens, and a model needs one at least."));
  if (longest > 0 && n > longest)
    throw InputError(
        message("The text has {} tokens, and the model has places for {}. Give a shorter text, or "
                "cut it: --truncate {}.",
                n, longest, longest));
  for (const std::uint32_t id : input.ids)
    if (id >= n_vocab)
      throw InputError(message(
          "The tokenizer makes a token with the id {}, and the model has {} rows, 0 to {}. "
          "Use a tokenizer and weights that were saved together; for tokens that were added, "
          "the model needs rows: model.resize_token_embeddings(N).",
          id, n_vocab, n_vocab - 1));
  require_types(input);
  TokenRows<Real> X(n, d);
  const StoredTensor& tokens = source_.tensor(names_.tokens);
  for (std::size_t i = 0; i < n; ++i) copy_numbers(tokens, input.ids[i] * d, d, X.rows().row(i));
  add_places(input, X.rows());
  if (embedding_norm_) embedding_norm_->apply(workers_, X.rows(), X.rows());
  require_finite(X.rows(), embedding_tensors(names_), message("The embeddings"));
  if (architecture_.rotary) set_angles(n);
  return X;
}

// In float, as all frameworks compute them: at far places other digits would be other angles.
template <class Real>
void PretrainedModel<Real>::set_angles(std::size_t n_tokens) {
  const arma::vec frequencies =
      rotary_frequencies(*architecture_.rotary, architecture_.sizes.d_head, n_tokens);
  turn_.emplace(n_tokens, frequencies.n_elem, architecture_.rotary->length,
                [&](std::size_t place, std::size_t pair) {
                  const float angle =
                      static_cast<float>(place) * static_cast<float>(frequencies(pair));
                  return static_cast<double>(angle);
                });
}

// `to` may be X itself: it is written when X has been read. Of one row alone where no other goes
// on.
template <class Real>
void PretrainedModel<Real>::add_attention(std::size_t layer, const ModelInput& input,
                                          Rows<const Real> X, const LayerRun<Real>& run,
                                          Rows<Real> to) {
  const Layer& weights = layers_[layer];
  const Model& sizes = architecture_.sizes;
  const std::size_t n = X.n_rows, n_q = weights.query.n_out(), n_kv = weights.key.n_out();
  const Rows<Real> projected = inside_.room_for(n, n_q + 2 * n_kv), heads = heads_.room_for(n, n_q);
  const Rows<Real> Q = projected.columns(0, n_q), K = projected.columns(n_q, n_kv),
                   V = projected.columns(n_q + n_kv, n_kv);
  if (weights.packed) {
    multiply(*weights.packed, X, projected);
  } else {
    multiply(weights.query, X, Q);
    multiply(weights.key, X, K);
    multiply(weights.value, X, V);
  }
  const auto norm_heads = [&](const std::optional<RowNorm<Real>>& norm, Rows<Real> of) {
    if (!norm) return;
    for_each_row(workers_, n, norm_work(of.n_cols), [&](std::size_t i) {
      for (Real* x = of.row(i); x < of.row(i) + of.n_cols; x += norm->width())
        norm->apply_to_row(x, x);
    });
  };
  norm_heads(weights.query_norm, Q);
  norm_heads(weights.key_norm, K);
  if (architecture_.rotary) {
    turn_->forward(workers_, n, Q);
    turn_->forward(workers_, n, K);
  }
  attend_heads<Real>(workers_,
                     {.Q = Q,
                      .K = K,
                      .V = V,
                      .n_heads = sizes.n_heads,
                      .n_kv_heads = sizes.n_kv_heads,
                      .scale = static_cast<Real>(architecture_.score_scale(layer))},
                     {.is_causal = architecture_.is_causal(),
                      .window = architecture_.windows[layer],
                      .is_padding = input.is_padding},
                     heads, run.watch, run.place);
  for (const std::size_t head : run.without)
    for (std::size_t i = 0; i < n; ++i)
      std::fill_n(heads.row(i) + head * sizes.d_head, sizes.d_head, Real(0));
  const auto going_on = [&](Rows<Real> rows) {
    return run.only_row ? rows.rows(*run.only_row, 1) : rows;
  };
  multiply(weights.output, going_on(heads), going_on(to), Into::add);
}

// Here, too.
template <class Real>
void PretrainedModel<Real>::add_mlp(const Layer& layer, Rows<const Real> X, Rows<Real> to) {
  const std::size_t n_together = std::min(X.n_rows, kTokensInMlp), d_ff = layer.up.n_out();
  for (std::size_t first = 0; first < X.n_rows; first += n_together) {
    const std::size_t count = std::min(n_together, X.n_rows - first);
    const Rows<Real> both = inside_.room_for(layer.gate ? 2 * count : count, d_ff);
    const Rows<Real> inside = both.rows(0, count);
    multiply(layer.up, X.rows(first, count), inside);
    if (layer.gate) {
      const Rows<Real> gates = both.rows(count, count);
      multiply(*layer.gate, X.rows(first, count), gates);
      Activations<Real>::apply(workers_, architecture_.activation, inside, gates);
    } else {
      Activations<Real>::apply(workers_, architecture_.activation, inside);
    }
    multiply(layer.down, inside, to.rows(first, count), Into::add);
  }
}

template <class Real>
void PretrainedModel<Real>::apply_layer(std::size_t layer, const ModelInput& input,
                                        TokenRows<Real>& X, const LayerRun<Real>& run) {
  const Layer& weights = layers_.at(layer);
  const Rows<Real> all = X.rows();
  const Rows<Real> going_on = run.only_row ? all.rows(*run.only_row, 1) : all;
  if (architecture_.norm_first) {
    const auto normed = [&](const RowNorm<Real>& norm, Rows<const Real> states) {
      const Rows<Real> result = normed_.room_for(states.n_rows, states.n_cols);
      norm.apply(workers_, states, result);
      return result;
    };
    add_attention(layer, input, normed(weights.attention_norm, all), run, all);
    add_mlp(weights, normed(weights.mlp_norm, going_on), going_on);
  } else {
    add_attention(layer, input, all, run, all);
    weights.attention_norm.apply(workers_, going_on, going_on);
    add_mlp(weights, going_on, going_on);
    weights.mlp_norm.apply(workers_, going_on, going_on);
  }
  require_finite(going_on, layer_tensors(names_.layers[layer]), message("Layer {}", layer));
}

// A weight that is no number shows in what it makes; which it was is looked for only then.
template <class Real>
void PretrainedModel<Real>::require_finite(Rows<const Real> X, const std::vector<NamedTensor>& used,
                                           const std::string& place) const {
  files_.require_whole();
  if (are_finite(X)) return;
  for (const NamedTensor& name : used)
    if (const StoredTensor* stored = source_.tensor_if_there(name);
        stored && has_wild_number(*stored))
      throw InputError(
          message("{}: it holds NaN or infinity. Fetch the file again, or ask whoever made it.",
                  stored->place));
  files_.require_whole();  // zeros may have taken the place of what was wild
  refuse_overflow<Real>(place);
}

template <class Real>
TokenRows<Real> PretrainedModel<Real>::last_states(Rows<const Real> X) {
  TokenRows<Real> states(X.n_rows, X.n_cols);
  if (final_norm_)
    final_norm_->apply(workers_, X, states.rows());
  else
    for (std::size_t i = 0; i < X.n_rows; ++i)
      std::copy_n(X.row(i), X.n_cols, states.rows().row(i));
  require_finite(states.rows(), last_tensors(names_), message("The last norm"));
  return states;
}

template <class Real>
TokenRows<Real> PretrainedModel<Real>::logits(Rows<const Real> X) {
  if (!head_) throw std::logic_error("PretrainedModel::logits: no head");
  TokenRows<Real> states = last_states(X);
  if (head_->dense) {
    TokenRows<Real> dense(X.n_rows, X.n_cols);
    multiply(*head_->dense, states.rows(), dense.rows());
    // The head of RoBERTa always has this one; the others' is that of the model.
    Activations<Real>::apply(workers_,
                             architecture_.family == ModelFamily::roberta
                                 ? ActivationKind::gelu
                                 : architecture_.activation,
                             dense.rows());
    head_->norm->apply(workers_, dense.rows(), states.rows());
  }
  TokenRows<Real> logits(X.n_rows, architecture_.sizes.n_vocab);
  multiply(head_->decoder, states.rows(), logits.rows());
  std::vector<NamedTensor> used = last_tensors(names_);
  used.push_back(names_.tokens);  // where the two are tied
  require_finite(logits.rows(), used, message("The head"));
  return logits;
}

template <class Real>
MultiHeadLayer PretrainedModel<Real>::attention_layer(std::size_t layer, Rows<const Real> X) {
  const Layer& weights = layers_.at(layer);
  TokenRows<Real> normed(X.n_rows, X.n_cols);
  if (architecture_.norm_first) {
    weights.attention_norm.apply(workers_, X, normed.rows());
    X = normed.rows();
  }
  MultiHeadLayer result;
  result.X.set_size(X.n_rows, X.n_cols);
  for (std::size_t i = 0; i < X.n_rows; ++i)
    for (std::size_t j = 0; j < X.n_cols; ++j) result.X(i, j) = static_cast<double>(X(i, j));
  result.weights = {.W_Q = weights.query.weight(),
                    .W_K = weights.key.weight(),
                    .W_V = weights.value.weight(),
                    .W_O = weights.output.weight(),
                    .b_Q = weights.query.bias(),
                    .b_K = weights.key.bias(),
                    .b_V = weights.value.bias(),
                    .b_O = weights.output.bias()};
  result.counts = {architecture_.sizes.n_heads, architecture_.sizes.n_kv_heads};
  if (weights.query_norm)
    result.norm = QueryKeyNorm{arma::conv_to<arma::rowvec>::from(weights.query_norm->gain()),
                               arma::conv_to<arma::rowvec>::from(weights.key_norm->gain()),
                               architecture_.epsilon};
  if (architecture_.rotary)
    result.rope = Rotary{.base = architecture_.rotary->base,
                         .pairing = Pairing::half_split,
                         .frequencies = rotary_frequencies(*architecture_.rotary,
                                                           architecture_.sizes.d_head, X.n_rows),
                         .length = architecture_.rotary->length};
  files_.require_whole();
  return result;
}

template <class Real>
AttentionOptions PretrainedModel<Real>::attention_options(std::size_t layer,
                                                          const ModelInput& input) const {
  AttentionOptions options;
  options.causal = architecture_.is_causal();
  if (const auto window = architecture_.windows.at(layer)) options.window = *window;
  const double factor = architecture_.score_scale(layer);
  if (!architecture_.is_scaled || (architecture_.is_scaled_by_layer && layer > 0))
    options.scale = {.kind = Scale::Kind::factor, .factor = factor};
  for (const bool is_padding : input.is_padding) options.n_padded += is_padding;
  options.is_padded_before = !input.is_padding.empty() && input.is_padding.front();
  return options;
}

template class PretrainedModel<float>;
template class PretrainedModel<double>;

}  // namespace attn
