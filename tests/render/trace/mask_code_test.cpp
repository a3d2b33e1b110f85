#include "render/trace/mask_code.hpp"

#include <sstream>

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"

using namespace attn;

namespace {

// What a program of ours prints after it was compiled.
arma::mat run_cpp(const std::string& code) {
  const TemporaryFolder folder;
  folder.file("mask.cpp", code);
  const CommandResult result =
      run_command(ATTN_CXX " -std=c++17 -O0 -DARMA_DONT_USE_WRAPPER mask.cpp -o mask && ./mask",
                  folder.path(), 120);
  INFO(result.err);
  REQUIRE(result.exit_code == 0);
  arma::mat mask;
  std::istringstream printed(result.out);
  mask.load(printed, arma::raw_ascii);
  return mask;
}

arma::mat open_cells(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  const BlockedCells blocked = blocked_cells(pattern, n_q, n_k);
  return blocked.is_empty() ? arma::ones(n_q, n_k) : arma::conv_to<arma::mat>::from(blocked == 0);
}

// The lines between the sizes and the last blank line: what is said about this mask.
std::string heart_of(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k) {
  const std::string code = mask_code(pattern, n_q, n_k, CodeLanguage::numpy);
  const std::size_t start = code.find("n_q, n_k = ");
  return code.substr(start, code.find("\n\nprint") - start);
}

}  // namespace

TEST_CASE("mask_code: PyTorch", "[render][mask_code]") {
  const MaskPattern pattern{.causal = true, .padded_keys = {4, 5}, .window = 3};
  CHECK(mask_code(pattern, 6, 6, CodeLanguage::torch) ==
        "# mask[i, j] is true where query i may attend to key j: 12 of 36 pairs.\n"
        "import torch\n"
        "\n"
        "n_q, n_k = 6, 6\n"
        "i, j = torch.meshgrid(torch.arange(n_q), torch.arange(n_k), indexing=\"ij\")\n"
        "\n"
        "causal = j <= i          # itself and what came before\n"
        "padding = j < 4          # not padding\n"
        "window = abs(i - j) < 3  # less than 3 places away\n"
        "mask = causal & padding & window\n"
        "\n"
        "print(mask.int())\n"
        "# F.scaled_dot_product_attention(q, k, v, attn_mask=mask)\n"
        "# nn.MultiheadAttention(...)(q, k, v, attn_mask=~mask)\n");
}

TEST_CASE("mask_code: NumPy and JAX differ in their names only", "[render][mask_code]") {
  const MaskPattern pattern{.n_prefix = 1,
                            .padded_keys = {0, 2},
                            .documents = Documents{{0, 0}, {0, 0, 1}},
                            .given = Mask(2, 3, arma::fill::ones)};
  std::string numpy = mask_code(pattern, 2, 3, CodeLanguage::numpy);
  std::string jax = mask_code(pattern, 2, 3, CodeLanguage::jax);
  CHECK(numpy.find("import numpy as np\n") != std::string::npos);
  CHECK(jax.find("import jax.numpy as jnp\n") != std::string::npos);
  const auto replace_all = [](std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace_all(jax, "jax.numpy as jnp", "numpy as np");
  replace_all(jax, "jnp.", "np.");
  // The longer module name may have moved a remark.
  for (std::string* code : {&numpy, &jax}) replace_all(*code, "  ", " ");
  for (std::string* code : {&numpy, &jax}) replace_all(*code, "  ", " ");
  CHECK(jax == numpy);
}

TEST_CASE("mask_code: C++", "[render][mask_code]") {
  const MaskPattern pattern{.causal = true, .padded_keys = {1}, .align = Align::end};
  CHECK(mask_code(pattern, 2, 4, CodeLanguage::cpp) ==
        "// mask[i, j] is true where query i may attend to key j: 5 of 8 pairs.\n"
        "#include <algorithm>\n"
        "#include <armadillo>\n"
        "#include <cstdlib>\n"
        "#include <vector>\n"
        "\n"
        "int main() {\n"
        "  const int n_q = 2, n_k = 4;\n"
        "  const std::vector<int> padded_keys{1};\n"
        "\n"
        "  arma::umat mask(n_q, n_k);\n"
        "  for (int row = 0; row < n_q; ++row)\n"
        "    for (int j = 0; j < n_k; ++j) {\n"
        "      const int i = row + n_k - n_q;  // the last query stands beside the last key\n"
        "      // itself and what came before\n"
        "      const bool causal = j <= i;\n"
        "      // not padding\n"
        "      const bool padding = std::count(padded_keys.begin(), padded_keys.end(), j) == 0;\n"
        "      mask(row, j) = causal && padding;\n"
        "    }\n"
        "  mask.print();\n"
        "  // scores.elem(arma::find(mask == 0)).fill(-arma::datum::inf);\n"
        "}\n");
}

TEST_CASE("mask_code: only what a mask needs", "[render][mask_code]") {
  CHECK(heart_of({}, 2, 3) == "n_q, n_k = 2, 3\ni, j = np.indices((n_q, n_k))\n\nmask = j >= 0");
  // Places among the keys matter to causal and to windows, not to padding.
  CHECK(heart_of({.padded_keys = {2}}, 2, 3).find("row") == std::string::npos);
  CHECK(heart_of({.window = 1}, 2, 3).find("i = row + n_k - n_q") != std::string::npos);
  CHECK(heart_of({.window = 1, .align = Align::start}, 2, 3).find("row") == std::string::npos);
}

TEST_CASE("mask_code: a union, without what is padding", "[render][mask_code]") {
  const auto ends_with = [](const MaskPattern& pattern, const std::string& end) {
    return heart_of(pattern, 4, 4).ends_with("\nmask = " + end);
  };
  MaskPattern pattern{.causal = true, .window = 2, .join = Join::any};
  CHECK(ends_with(pattern, "causal | window"));
  pattern.padded_keys = {3};
  CHECK(ends_with(pattern, "(causal | window) & padding"));
  pattern.causal = false;
  CHECK(ends_with(pattern, "window & padding"));
  pattern.window.reset();
  CHECK(ends_with(pattern, "padding"));
}

TEST_CASE("mask_code: a mask that is given is written out, but not a large one",
          "[render][mask_code]") {
  const Mask given = segment_mask({0, 1}, {0, 1, 1});
  CHECK(heart_of({.given = given}, 2, 3) ==
        "n_q, n_k = 2, 3\n"
        "given = np.array([\n    [1, 0, 0],\n    [0, 1, 1]\n], dtype=bool)\n"
        "i, j = np.indices((n_q, n_k))\n\nmask = given");
  CHECK_THROWS_MATCHES(
      mask_code({.given = Mask(257, 256)}, 257, 256, CodeLanguage::torch), InputError,
      Message("the mask given has 65792 cells, too many to write out as code: the limit is 65536. "
              "Let your program read the file instead."));
}

TEST_CASE("mask_code: the C++ program builds the mask that is shown", "[render][mask_code]") {
  const Mask given = segment_mask({0, 1, 0, 1}, {0, 1, 1, 0, 1, 1, 0});
  const MaskPattern all{.n_prefix = 2,
                        .padded_keys = {0, 3},
                        .padded_queries = {1},
                        .documents = Documents{{0, 0, 1, 1}, {0, 0, 0, 1, 1, 1, 1}},
                        .window = 4,
                        .given = given,
                        .join = Join::any};
  CHECK(difference(run_cpp(mask_code(all, 4, 7, CodeLanguage::cpp)), open_cells(all, 4, 7)) == "");
  const MaskPattern square{.causal = true,
                           .padded_keys = {4},
                           .documents = Documents{{0, 0, 0, 1, 1}, {0, 0, 0, 1, 1}},
                           .half = HalfReading::literal};
  CHECK(difference(run_cpp(mask_code(square, 5, 5, CodeLanguage::cpp)), open_cells(square, 5, 5)) ==
        "");
}
