#include "data/model/quantized.hpp"

#include <algorithm>

#include "base/message.hpp"

namespace attn {
namespace {

constexpr const char* kQuantizedEnds[] = {
    ".qweight",      ".qzeros",      ".absmax",           ".quant_map",         ".SCB",
    ".weight_scale", ".input_scale", ".weight_scale_inv", ".weight_zero_point", ".weight_packed",
    ".weight._data", ".W_q"};

bool is_quantized_name(const std::string& name) {
  return name.find(".quant_state.") != name.npos ||
         std::any_of(std::begin(kQuantizedEnds), std::end(kQuantizedEnds),
                     [&](const char* end) { return name.ends_with(end); });
}

}  // namespace

std::optional<std::string> quantized_name(const std::vector<std::string>& names) {
  const auto found = std::find_if(names.begin(), names.end(), is_quantized_name);
  return found == names.end() ? std::nullopt : std::optional(*found);
}

void refuse_quantized(const std::string& place, const std::string& evidence) {
  throw InputError(
      message("{}: the weights are quantized (see {}), and attn computes with ordinary numbers. "
              "Fetch the model that they were made from, or save it as float: "
              "model.dequantize().save_pretrained(FOLDER).",
              place, evidence));
}

}  // namespace attn
