#include "render/figure/sweep_figure.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"

using namespace attn;

// Through the command, which makes sweeps of models and of layers.
TEST_CASE("sweep_figure: curves with the place where they cross", "[render][figure]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "attn complexity --model gpt2 --sweep tokens=512:131072 -o a.svg > /dev/null && cat a.svg",
      folder.path());
  CHECK(result.exit_code == 0);
  for (const std::string words : {">tokens 13,404<", ">the rest<", ">128K<", ">100 T<",
                                  "stroke-dasharray", "From tokens = 13,404 on"})
    CHECK(result.out.find(words) != std::string::npos);
}

TEST_CASE("layer_sweep_figure: steps and work of each layer", "[render][figure]") {
  const TemporaryFolder folder;
  const CommandResult result = run_command(
      "attn complexity --layer attention,rnn --sweep tokens=16:4096 -o a.svg > /dev/null && "
      "cat a.svg",
      folder.path());
  CHECK(result.exit_code == 0);
  for (const std::string words : {">steps<", ">FLOP<", ">attention<", ">rnn<"})
    CHECK(result.out.find(words) != std::string::npos);
}
