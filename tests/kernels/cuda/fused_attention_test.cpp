#include "kernels/fused_attention.hpp"

#include "kernels/cuda/attend_tiles.hpp"
#include "kernels/cuda/attention_cases.hpp"
#include "kernels/cuda/device.hpp"
#include "kernels/cuda/device_or_skip.hpp"
#include "kernels/cuda/host_machine.hpp"
#include "support/catch.hpp"

TEST_CASE("fused_attention: needs a device") {
  NO_DEVICE_OR_SKIP();
  const std::string why = kernel_facts().runs_on;
  const arma::mat X(3, 2, arma::fill::ones);
  CHECK_THROWS_MATCHES(fused_attention(X, X, X, {}), SurroundingsError, Message(why));
  const arma::fmat Y(3, 2, arma::fill::ones);
  CHECK_THROWS_MATCHES(fused_attention(Y, Y, Y, {.tf32 = true}), SurroundingsError, Message(why));
}

TEST_CASE("fused_attention: wrong shapes are refused before the device is asked") {
  const arma::mat X(3, 2, arma::fill::ones), wide(3, 4, arma::fill::ones);
  CHECK_THROWS_AS(fused_attention(X, wide, X, {}), InputError);
  CHECK_THROWS_AS(fused_attention(X, X, X, {.visible = {.n_padded = 4}}), InputError);
}

TEST_CASE("fused_attention: the device agrees with the reference") {
  DEVICE_OR_SKIP();
  cuda::check_agreement<double>(fused_attention<double>, 1e-13);
  cuda::check_agreement<float>(fused_attention<float>, 5e-6);
}

TEST_CASE("fused_attention: on the device empty queries give 0, and NaN and overflow show") {
  DEVICE_OR_SKIP();
  cuda::check_unusual_numbers<double>(fused_attention<double>);
  cuda::check_unusual_numbers<float>(fused_attention<float>);
}

TEST_CASE("fused_attention: TF32 agrees as far as its digits go") {
  DEVICE_OR_SKIP();
  const auto with_tf32 = [](const arma::fmat& Q, const arma::fmat& K, const arma::fmat& V,
                            FusedOptions options, arma::fmat* log_sum_exp) {
    options.tf32 = true;
    return fused_attention(Q, K, V, options, log_sum_exp);
  };
  // Factors cut to 11 bits, not rounded, make 1.1e-3 of difference in plain loops on the host.
  if (cuda::device_facts().has_tf32())
    cuda::check_agreement<float>(with_tf32, 2e-3);
  else
    CHECK_THROWS_AS(with_tf32(arma::fmat(1, 1), arma::fmat(1, 1), arma::fmat(1, 1), {}, nullptr),
                    InputError);
}

TEST_CASE("attend_tiles: plain loops on the host agree with the reference") {
  cuda::check_agreement<double>(cuda::attention_on_host<double>, 1e-13);
  cuda::check_agreement<float>(cuda::attention_on_host<float>, 5e-6);
}

TEST_CASE("attend_tiles: empty queries give 0, and NaN and overflow show") {
  cuda::check_unusual_numbers<double>(cuda::attention_on_host<double>);
  cuda::check_unusual_numbers<float>(cuda::attention_on_host<float>);
}
