#include <CLI/CLI.hpp>
#include <chrono>
#include <functional>
#include <iostream>
#include <string>

#include "benchmark/attention_input.hpp"
#include "benchmark/modes.hpp"
#include "benchmark/surroundings.hpp"
#include "data/files/file.hpp"
#include "data/files/write_file.hpp"
#include "data/matrix/arrays.hpp"

namespace attn {
namespace {

arma::fmat matrix_in(const std::string& path) {
  return arma::conv_to<arma::fmat>::from(read_npy(read_file(path, kBinaryLimit), path));
}

double seconds_of(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

// One answer line for each line: `run` and `product` give seconds, `save FILE` "saved", `facts`
// what the times depend on.
int run_serve(int argc, char** argv) {
  constexpr arma::uword kProduct = 2048;  // as everywhere else that asks for the ceiling
  std::string Q, K, V;
  unsigned n_threads = 0;
  VisibleKeys visible;
  AttentionInput<float> input;
  CLI::App app("Attention in float on matrices in .npy files, timed on demand", "serve");
  app.add_option("Q", Q)->required();
  app.add_option("K", K)->required();
  app.add_option("V", V)->required();
  app.add_option("--heads", input.heads.n_heads);
  app.add_option("--kv-heads", input.heads.n_kv_heads, "as many as --heads");
  app.add_option("--threads", n_threads, "as many as the BLAS would use");
  app.add_flag("--causal", visible.causal);
  CLI11_PARSE(app, argc, argv);
  if (app.count("--kv-heads") == 0) input.heads.n_kv_heads = input.heads.n_heads;

  input.Q = matrix_in(Q);
  input.K = matrix_in(K);
  input.V = matrix_in(V);
  FusedOptions options = options_for(input, visible);
  options.n_threads = n_threads;
  ProductInput<float> product(kProduct);
  arma::fmat output;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "run")
      std::cout << seconds_of(
          [&] { output = fused_attention(input.Q, input.K, input.V, options); });
    else if (line == "product")
      std::cout << seconds_of([&] { product.multiply(); });
    else if (line == "facts")
      for (const auto& [name, value] : surroundings()) std::cout << name << ": " << value << "; ";
    else if (line.starts_with("save ")) {
      write_files({{line.substr(5), npy_bytes(arma::conv_to<arma::mat>::from(output))}}, true);
      std::cout << "saved";
    } else
      std::cout << "not understood: " << line;
    std::cout << std::endl;
  }
  return 0;
}

}  // namespace attn
