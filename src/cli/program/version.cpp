#include <fmt/format.h>

#include "base/compiler.hpp"
#include "base/message.hpp"
#include "cli/program/help.hpp"
#include "kernels/blas_threads.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {

std::string version_text() {
  const KernelFacts facts = kernel_facts();
  std::string text = fmt::format("attn {}\n", ATTN_VERSION) +
                     message("BLAS      {}, {}", facts.blas, facts.runs_on) + "\n";
  if (!facts.vectors.empty()) text += message("vectors   {}", facts.vectors) + "\n";
  return text + message("threads   {}", usual_threads()) + "\n" +
         message("compiler  {}", kCompiler) + "\n";
}

}  // namespace attn
