#include "render/trace/mask_dialect.hpp"

namespace attn {
namespace {

const MaskDialect kTorch{
    "#",
    "&",
    "|",
    "torch",
    "import torch\n\nn_q, n_k = {0}, {1}\n",
    "{}, j = torch.meshgrid(torch.arange(n_q), torch.arange(n_k), indexing=\"ij\")\n",
    "print(mask.int())\n"
    "# F.scaled_dot_product_attention(q, k, v, attn_mask=mask)\n"
    "# nn.MultiheadAttention(...)(q, k, v, attn_mask=~mask)\n"};
const MaskDialect kNumpy{"#",
                         "&",
                         "|",
                         "np",
                         "import numpy as np\n\nn_q, n_k = {0}, {1}\n",
                         "{}, j = np.indices((n_q, n_k))\n",
                         "print(mask.astype(int))\n"
                         "# scores = np.where(mask, scores, -np.inf)\n"};
const MaskDialect kJax{"#",
                       "&",
                       "|",
                       "jnp",
                       "import jax.numpy as jnp\n\nn_q, n_k = {0}, {1}\n",
                       "{}, j = jnp.indices((n_q, n_k))\n",
                       "print(mask.astype(int))\n"
                       "# scores = jnp.where(mask, scores, -jnp.inf)\n"};
const MaskDialect kCpp{
    "//",
    "&&",
    "||",
    "",
    "#include <algorithm>\n#include <armadillo>\n#include <cstdlib>\n"
    "#include <vector>\n\nint main() {{\n  const int n_q = {0}, n_k = {1};\n",
    "  for (int {0} = 0; {0} < n_q; ++{0})\n    for (int j = 0; j < n_k; ++j) {{\n",
    "  mask.print();\n"
    "  // scores.elem(arma::find(mask == 0)).fill(-arma::datum::inf);\n}\n"};

}  // namespace

const MaskDialect& dialect_of(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::torch:
      return kTorch;
    case CodeLanguage::numpy:
      return kNumpy;
    case CodeLanguage::jax:
      return kJax;
    case CodeLanguage::cpp:
      break;
  }
  return kCpp;
}

}  // namespace attn
