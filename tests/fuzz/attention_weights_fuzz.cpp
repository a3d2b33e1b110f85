#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "data/model/model_files.hpp"
#include "fuzz_target.hpp"

namespace {

/// A file of this process, because weights are read from a path.
struct ProcessFile {
  std::string path = (std::filesystem::temp_directory_path() /
                      ("attn-fuzz-" + std::to_string(::getpid()) + ".safetensors"))
                         .string();
  ~ProcessFile() { std::filesystem::remove(path); }
};

/// What every caller may rely on.
bool fit_together(const attn::AttentionWeights& w) {
  const auto is_bias_of = [](const arma::rowvec& b, const arma::mat& W) {
    return b.is_empty() || (b.n_elem == W.n_cols && b.is_finite());
  };
  const bool is_output =
      w.W_O.is_empty() ||
      (w.W_O.n_cols == w.W_Q.n_rows && w.W_O.n_rows * w.W_K.n_cols == w.W_V.n_cols * w.W_Q.n_cols);
  return !w.W_Q.is_empty() && !w.W_K.is_empty() && w.W_K.n_rows == w.W_V.n_rows &&
         w.W_Q.n_cols % w.W_K.n_cols == 0 && is_output && is_bias_of(w.b_Q, w.W_Q) &&
         is_bias_of(w.b_K, w.W_K) && is_bias_of(w.b_V, w.W_V) && is_bias_of(w.b_O, w.W_O) &&
         w.W_Q.is_finite() && w.W_K.is_finite() && w.W_V.is_finite() && w.W_O.is_finite();
}

}  // namespace

ATTN_FUZZ_TARGET(attention_weights_fuzz) {
  static const ProcessFile file;
  std::ofstream(file.path, std::ios::binary) << bytes;
  for (const char* const prefix : {"", "h.0"})
    read_or_refuse([prefix] {
      if (!fit_together(read_attention_weights(file.path, "--weights", prefix))) __builtin_trap();
    });
}
