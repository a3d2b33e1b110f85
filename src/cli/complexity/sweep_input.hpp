#pragma once

#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "costs/compare/compare.hpp"

namespace attn {

/// The name of the swept setting, its range, and how to compute the costs at one value.
struct SweepInput {
  SweepRange range;
  CostsAt costs_at;  ///< reads the other flags again, with the swept one replaced
};

/// Reads a sweep: "tokens=512:131072" doubles, "tokens=1024:8192:1024" goes in steps,
/// "tokens=10,50,100" takes these values.
///
/// Any number of the model or the run can be swept: tokens, keys, batch, window, d-model, heads,
/// kv-heads, d-head, layers, d-ff, vocab.
///
/// Errors: InputError for a text of another form, an unknown name (with the known ones), a number
///         out of range, and where the flag of that name was given as well.
SweepInput read_sweep(const Flag& sweep, const ModelFlags& model, const PassFlags& pass);

/// The name and the range alone.
/// Errors: InputError naming the flag.
SweepRange read_sweep_range(const Flag& sweep);

/// The same, where the flag of that name was not given as well.
/// Errors: InputError naming the flag, or both.
SweepRange read_sweep_range(const Flag& sweep, const ModelFlags& model, const PassFlags& pass);

/// Gives the swept flag a value, as if it were typed.
void give_swept(const Flag& sweep, std::uint64_t value, ModelFlags& model, PassFlags& pass);

}  // namespace attn
