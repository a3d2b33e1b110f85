#include "examples/weight_init.hpp"

#include <cmath>
#include <stdexcept>

namespace attn {

double init_bound(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const auto n_in = static_cast<double>(fan_in), n_out = static_cast<double>(fan_out);
  switch (init.kind) {
    case WeightInit::Kind::xavier:
      return std::sqrt(6.0 / (n_in + n_out));
    case WeightInit::Kind::torch:
      return 1.0 / std::sqrt(n_in);
    case WeightInit::Kind::factor:
      break;
  }
  throw std::invalid_argument("init_bound: normal numbers have no bound");
}

double projected_variance(const WeightInit& init, arma::uword fan_in, arma::uword fan_out) {
  const auto n_in = static_cast<double>(fan_in);
  if (init.kind == WeightInit::Kind::factor) return n_in * init.factor * init.factor;
  const double bound = init_bound(init, fan_in, fan_out);
  return n_in * bound * bound / 3.0;
}

arma::mat initial_weight(Random& random, const WeightInit& init, arma::uword fan_in,
                         arma::uword fan_out, arma::uword n_cols) {
  if (init.kind == WeightInit::Kind::factor)
    return normal_matrix(random, fan_in, n_cols, init.factor);
  return uniform_matrix(random, fan_in, n_cols, init_bound(init, fan_in, fan_out));
}

arma::mat initial_bias(Random& random, const WeightInit& init, arma::uword fan_in,
                       arma::uword fan_out) {
  switch (init.kind) {
    case WeightInit::Kind::xavier:
      return {1, fan_out, arma::fill::zeros};
    case WeightInit::Kind::torch:
      return uniform_matrix(random, 1, fan_out, init_bound(init, fan_in, fan_out));
    case WeightInit::Kind::factor:
      break;
  }
  return normal_matrix(random, 1, fan_out, init.factor);
}

}  // namespace attn
