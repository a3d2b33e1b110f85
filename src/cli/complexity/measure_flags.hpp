#pragma once

#include <string>

#include "cli/complexity/layer_flags.hpp"
#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "measure/measure.hpp"

namespace attn {

/// Whether to measure costs, as typed, and the flag that has a meaning only then.
struct MeasureFlags {
  Flag measure{"--measure"}, threads{"--threads"};

  void add_to(FlagTable& table);
};

/// What --measure is to measure. Flags of a model, a layer and a run give the sizes that attention
/// and recurrent layers have; one that would change nothing is refused, and so are all of `others`.
/// The numbers of tokens come from --sweep tokens=64:2048, or from --tokens.
/// Errors: InputError naming the flag.
MeasurePlan read_plan(const MeasureFlags& flags, const Flag& sweep, const LayerFlags& layer,
                      const ModelFlags& model, const PassFlags& pass, const Flags& others);

}  // namespace attn
