#pragma once

#include "core/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The numbers of an embedding: they have no names.
inline Axis model_axis() { return {"d_model", {}}; }

// What each stage of attention is called and what it says about itself, in one place for every
// mechanism. These stages have no value yet: the mechanism computes it and records them.

Stage input_stage(const Axis& query);
Stage memory_stage(const Axis& key);
Stage value_memory_stage(const Axis& key);
Stage query_weight_stage();
Stage key_weight_stage();
Stage value_weight_stage();
Stage query_stage(const Axis& query);
Stage key_stage(const Axis& key);
Stage value_stage(const Axis& key);
Stage scores_stage(const Axis& query, const Axis& key);
Stage scaled_stage(const Axis& query, const Axis& key, arma::uword d_k, const Scale& scale);
Stage masked_stage(const Axis& query, const Axis& key, const BlockedCells& blocked);
Stage weights_stage(const Axis& query, const Axis& key, const BlockedCells& blocked);
Stage output_stage(const Axis& query);

}  // namespace attn
