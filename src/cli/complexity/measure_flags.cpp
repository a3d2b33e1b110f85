#include "cli/complexity/measure_flags.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/complexity/layer_flags.hpp"
#include "cli/complexity/sweep_input.hpp"
#include "kernels/blas_threads.hpp"

namespace attn {
namespace {

// What one layer of attention, an RNN and an LSTM do not have, or what would change no time.
void refuse_unused(const LayerFlags& layer, const ModelFlags& model, const PassFlags& pass,
                   const std::vector<GivenFlag>& others) {
  refuse_beside("--measure", others);
  refuse_beside("--measure", {{"--model", given(model.model)},
                              {"--config", given(model.config)},
                              {"--layers", given(model.layers)},
                              {"--d-ff", given(model.d_ff)},
                              {"--vocab", given(model.vocab)},
                              {"--gated", model.gated},
                              {"--tied", model.tied},
                              {"--untied", model.untied},
                              {"--bias", model.bias},
                              {"--no-bias", model.no_bias},
                              {"--norm", given(model.norm)},
                              {"--positions", given(model.positions)}});
  refuse_beside("--measure", {{"--keys", given(pass.keys)},
                              {"--mode", given(pass.mode)},
                              {"--logits", given(pass.logits)},
                              {"--full", pass.full},
                              {"--window", given(pass.window)},
                              {"--mask", given(pass.mask)},
                              {"--layer", given(layer.layers)},
                              {"--classes", given(layer.classes)},
                              {"--bias-vectors", given(layer.bias_vectors)}});
}

LayerSizes sizes_of(LayerFlags layer, const ModelFlags& model, PassFlags pass) {
  layer.layers = "sdpa,mha,rnn,lstm";
  pass.dtype.clear();  // here a type that is computed in, not one that is stored
  return read_layers(layer, model, pass, {}).sizes;
}

std::vector<std::uint64_t> tokens_of(const std::string& sweep, const PassFlags& pass) {
  if (given(pass.tokens) && given(sweep)) refuse_together("--sweep", "--tokens");
  if (given(pass.tokens)) return {setting_value("--tokens", pass.tokens)};
  const SweepRange range = given(sweep) ? read_sweep_range(sweep)
                                        : SweepRange{.parameter = "tokens", .from = 64, .to = 2048};
  if (range.parameter != "tokens")
    throw InputError(
        message("--measure goes through numbers of tokens alone, for instance "
                "--sweep tokens=64:2048, but --sweep names {}.",
                range.parameter));
  return values_of(range);
}

}  // namespace

void MeasureFlags::add_measure_flags(CLI::App& app) {
  const FlagGroup group(app, translated("On this machine"));
  group.flag("--measure", measure,
             translated("Measure attention, an RNN and an LSTM along --sweep tokens=FROM:TO, in "
                        "--dtype fp32 (default) or fp64, beside what the counts say"));
  group.value("--threads", threads, "N", translated("On so many threads (default: all)"));
}

MeasurePlan read_plan(const MeasureFlags& flags, const std::string& sweep, const LayerFlags& layer,
                      const ModelFlags& model, const PassFlags& pass,
                      const std::vector<GivenFlag>& others) {
  refuse_unused(layer, model, pass, others);
  MeasurePlan plan{.sizes = sizes_of(layer, model, pass),
                   .tokens = tokens_of(sweep, pass),
                   .causal = pass.causal,
                   .n_threads = usual_threads()};
  if (given(pass.dtype))
    plan.dtype = static_cast<RealType>(choice_value("--dtype", pass.dtype, {"fp32", "fp64"}));
  if (given(flags.threads)) plan.n_threads = threads_value(flags.threads);
  return plan;
}

}  // namespace attn
