#include "cli/complexity/measure_flags.hpp"

#include "base/message.hpp"
#include "cli/complexity/layer_flags.hpp"
#include "cli/complexity/sweep_input.hpp"
#include "kernels/machine.hpp"

namespace attn {
namespace {

// Refuses flags for what attention, an RNN and an LSTM do not have, or that would change no time.
void refuse_unread(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                   const ModelFlags& model, const PassFlags& pass, const Flags& others) {
  const Flags all = joined({others, flags_of(model), flags_of(pass), flags_of(layer)});
  refuse_beside(flags.measure,
                unread(all, {sweep, model.d_model, model.heads, model.kv_heads, model.d_head,
                             layer.hidden, pass.tokens, pass.batch, pass.dtype, pass.causal}));
}

LayerSizes sizes_of(LayerFlags layer, const ModelFlags& model, PassFlags pass) {
  layer.layers.give("sdpa,mha,rnn,lstm");
  pass.dtype.take_back();  // here a type that is computed in, not one that is stored
  return read_layers(layer, model, pass, {}).sizes;
}

std::vector<std::uint64_t> tokens_of(const Flag& sweep, const PassFlags& pass) {
  refuse_two_of({sweep, pass.tokens});
  if (const auto n_tokens = pass.tokens.setting()) return {*n_tokens};
  const SweepRange range =
      sweep ? read_sweep_range(sweep) : SweepRange{.parameter = "tokens", .from = 64, .to = 2048};
  if (range.parameter != "tokens")
    throw InputError(
        message("--measure goes through numbers of tokens alone, for instance "
                "--sweep tokens=64:2048, but --sweep names {}.",
                range.parameter));
  return values_of(range);
}

}  // namespace

void MeasureFlags::add_to(FlagTable& table) {
  const FlagGroup group(table, translated("On this machine"));
  group.flag(measure,
             translated("Measure attention, an RNN and an LSTM along --sweep tokens=FROM:TO, in "
                        "--dtype fp32 (default) or fp64, beside what the counts say"));
  group.value(threads, "N", translated("Number of threads (default: all)"));
}

MeasurePlan read_plan(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                      const ModelFlags& model, const PassFlags& pass, const Flags& others) {
  refuse_unread(flags, sweep, layer, model, pass, others);
  MeasurePlan plan{.sizes = sizes_of(layer, model, pass),
                   .tokens = tokens_of(sweep, pass),
                   .causal = bool(pass.causal),
                   .n_threads = usual_threads()};
  plan.dtype = pass.dtype.choice(kRealTypes).value_or(plan.dtype);
  plan.n_threads = flags.threads.threads().value_or(plan.n_threads);
  return plan;
}

}  // namespace attn
