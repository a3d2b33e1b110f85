#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "benchmark/modes.hpp"
#include "data/model/model_config.hpp"
#include "pretrained/study/model_study.hpp"

namespace attn {
namespace {

// One forward pass over a text of ids, with the weights of every head kept or not, and the logits
// of the last place: what tests/benchmark/model_peers.py does with the framework.
class ForwardPass {
 public:
  ForwardPass(const std::string& folder, std::size_t n_tokens, bool keeps_maps, unsigned n_threads)
      : files_(folder),
        model_(architecture_of(read_model_config(folder + "/config.json")), files_, n_threads),
        keeps_maps_(keeps_maps) {
    const std::uint64_t n_vocab = model_.architecture().sizes.n_vocab;
    for (std::size_t i = 0; i < n_tokens; ++i)
      input_.ids.push_back(static_cast<std::uint32_t>(i * 7919 % n_vocab));
  }

  double seconds() {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void run() {
    std::vector<TokenRows<float>> maps(keeps_maps_ ? model_.n_layers() * model_.n_heads() : 0);
    WatchHeads<float> watch;
    if (keeps_maps_)
      watch = [&](std::size_t layer, std::size_t head, Rows<const float> weights) {
        TokenRows<float>& map = maps[layer * model_.n_heads() + head];
        map = TokenRows<float>(weights.n_rows, weights.n_cols);
        for (std::size_t i = 0; i < weights.n_rows; ++i)
          std::copy_n(weights.row(i), weights.n_cols, map.rows().row(i));
      };
    const TokenRows<float> states = run_model(model_, input_, watch);
    said_at(model_, states, input_.ids.size() - 1);
  }

 private:
  WeightFiles files_;
  PretrainedModel<float> model_;
  bool keeps_maps_;
  ModelInput input_;
};

}  // namespace

int run_model_pass(int argc, char** argv) {
  CLI::App app("Forward passes of a model; each line on standard input asks for one: its seconds");
  std::string folder;
  std::size_t n_tokens = 1024;
  unsigned n_threads = 2;
  bool keeps_maps = false;
  app.add_option("FOLDER", folder)->required();
  app.add_option("--tokens", n_tokens);
  app.add_option("--threads", n_threads);
  app.add_flag("--maps", keeps_maps);
  CLI11_PARSE(app, argc, argv);
  ForwardPass pass(folder, n_tokens, keeps_maps, n_threads);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", pass.seconds());
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace attn
