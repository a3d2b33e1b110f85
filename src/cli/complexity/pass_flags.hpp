#pragma once

#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "costs/model/model.hpp"
#include "costs/pass.hpp"

namespace attn {

/// One run of a model as typed: how many tokens, and who attends to whom.
struct PassFlags {
  std::string tokens, keys, batch, dtype, window, mask, mode, logits;  ///< "" where not given
  bool causal = false, full = false;

  void add_pass_flags(CLI::App& app);

  /// The first flag of these that was given; "" for none.
  std::string first_given() const;

  /// The same, read for one model.
  /// Errors: InputError naming the flag or file.
  Pass read_pass(const Model& model) const;
};

/// The type that --dtype names.
/// Errors: InputError naming --dtype.
Dtype dtype_value(const std::string& text);

}  // namespace attn
