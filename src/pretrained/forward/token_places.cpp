#include "pretrained/forward/token_places.hpp"

#include "core/positions.hpp"

namespace attn {

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

}  // namespace attn
