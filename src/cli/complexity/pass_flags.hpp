#pragma once

#include <string>
#include <vector>

#include "cli/flags/attention_settings.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// One run of a model as typed: how many tokens, and who attends to whom.
struct PassFlags : VisibilityFlags {
  Flag tokens{"--tokens"}, keys{"--keys"}, batch{"--batch"}, mode{"--mode"}, dtype{"--dtype"},
      kv_dtype{"--kv-dtype"}, logits{"--logits"}, full{"--full"};

  void add_to(FlagTable& table);

  /// The same, read for one model.
  /// Errors: InputError naming the flag or file.
  Pass read_pass(const Model& model) const;
};

/// The type of stored numbers that a flag names.
/// Errors: InputError naming the flag.
Dtype dtype_value(const Flag& flag);

}  // namespace attn
