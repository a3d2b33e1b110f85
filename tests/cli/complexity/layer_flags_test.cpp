#include "cli/complexity/layer_flags.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("LayerFlags: the first flag that was given", "[cli][layer_flags]") {
  LayerFlags flags;
  CHECK(flags.first_given() == "");
  flags.classes = "2";
  CHECK(flags.first_given() == "--classes");
  flags.bias_vectors = "1";
  CHECK(flags.first_given() == "--bias-vectors");
  flags.hidden = "8";
  CHECK(flags.first_given() == "--hidden");
  flags.layers = "mha";
  CHECK(flags.first_given() == "--layer");
}
