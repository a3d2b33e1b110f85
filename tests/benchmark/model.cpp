#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "benchmark/modes.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/study/study.hpp"

namespace attn {
namespace {

// One forward pass over a text of ids, with the weights of every head kept or not, and the logits
// of the last place: what tests/benchmark/model_peers.py does with the framework.
class ForwardPass {
 public:
  ForwardPass(const std::string& folder, std::size_t n_tokens, unsigned n_threads)
      : files_(folder),
        model_(architecture_of(read_model_config(folder + "/config.json")), files_, n_threads) {
    const std::uint64_t n_vocab = model_.architecture().sizes.n_vocab;
    for (std::size_t i = 0; i < n_tokens; ++i)
      input_.ids.push_back(static_cast<std::uint32_t>(i * 7919 % n_vocab));
  }

  double seconds(bool keeps_maps, bool has_new_memory) {
    const auto start = std::chrono::steady_clock::now();
    if (has_new_memory) maps_.clear();
    if (keeps_maps) maps_.resize(model_.n_layers());
    run(keeps_maps);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

 private:
  void run(bool keeps_maps) {
    TokenRows<float> X = model_.embed(input_);
    const std::size_t n = input_.ids.size();
    for (std::size_t layer = 0; layer < model_.n_layers(); ++layer) {
      LayerRun<float> run;
      if (layer + 1 == model_.n_layers()) run.only_row = n - 1;
      if (keeps_maps) {
        TokenRows<float>& maps = maps_[layer];
        if (maps.n_rows() == 0) maps = TokenRows<float>(model_.n_heads() * n, n);
        run.place = [&maps, n](std::size_t head) { return maps.rows().rows(head * n, n); };
      }
      model_.apply_layer(layer, input_, X, run);
    }
    TextInModel<float>(model_, input_).said_at(n - 1, X);
  }

  WeightFiles files_;
  PretrainedModel<float> model_;
  ModelInput input_;
  std::vector<TokenRows<float>> maps_;  // of a layer each, its heads one below another
};

}  // namespace

int run_model_pass(int argc, char** argv) {
  CLI::App app("Forward passes of a model; each line on standard input asks for one: its seconds");
  std::string folder;
  std::size_t n_tokens = 1024;
  unsigned n_threads = 2;
  bool keeps_maps = false, has_new_memory = false;
  app.add_option("FOLDER", folder)->required();
  app.add_option("--tokens", n_tokens);
  app.add_option("--threads", n_threads);
  app.add_flag("--maps", keeps_maps);
  app.add_flag("--new-memory", has_new_memory, "for the maps of every pass");
  CLI11_PARSE(app, argc, argv);
  ForwardPass pass(folder, n_tokens, n_threads);
  for (std::string line; std::getline(std::cin, line);) {
    fmt::print("{}\n", pass.seconds(keeps_maps, has_new_memory));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace attn
