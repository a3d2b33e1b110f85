#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/system.hpp"
#include "cli/program/help.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"
#include "render/text/text.hpp"

namespace attn {

std::string version_text(const Layout& layout) {
  const KernelFacts facts = kernel_facts();
  const std::vector<std::pair<std::string, std::string>> named{
      {"BLAS", message("{}, {}", facts.blas, facts.runs_on)},
      {translated("vectors"), facts.vectors},
      {translated("threads"), std::to_string(usual_threads())},
      {translated("compiler"), kCompiler}};
  unsigned column = 0;
  for (const auto& [name, value] : named) column = std::max(column, display_width(name) + 2);
  std::string text = fmt::format("attn {}\n", ATTN_VERSION);
  for (const auto& [name, value] : named)
    if (!value.empty()) text += wrap(pad_right(name, column) + value, layout.width, 0, column);
  return text;
}

}  // namespace attn
