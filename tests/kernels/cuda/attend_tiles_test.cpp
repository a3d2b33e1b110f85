#include "kernels/cuda/attend_tiles.hpp"

#include "kernels/cuda/attention_cases.hpp"
#include "kernels/cuda/host_machine.hpp"
#include "support/catch.hpp"

TEST_CASE("attend_tiles: plain loops on the host agree with the reference") {
  cuda::check_agreement<double>(cuda::attention_on_host<double>, 1e-13);
  cuda::check_agreement<float>(cuda::attention_on_host<float>, 5e-6);
}

TEST_CASE("attend_tiles: empty queries give 0, and NaN and overflow show") {
  cuda::check_unusual_numbers<double>(cuda::attention_on_host<double>);
  cuda::check_unusual_numbers<float>(cuda::attention_on_host<float>);
}
