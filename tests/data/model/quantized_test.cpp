#include "data/model/quantized.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("quantized_name: the names that each method writes") {
  for (const std::string mark :
       {"h.qweight", "h.qzeros", "h.weight.absmax", "h.weight.quant_state.bitsandbytes__nf4",
        "h.SCB", "h.weight_scale", "h.weight_scale_inv", "h.weight_packed", "h.W_q"}) {
    CAPTURE(mark);
    CHECK(quantized_name({"h.weight", mark}) == mark);
  }
  CHECK_FALSE(quantized_name({"h.weight", "h.bias", "h.attn.masked_bias", "scale"}).has_value());
}
