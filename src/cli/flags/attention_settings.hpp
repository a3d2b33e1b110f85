#pragma once

#include "cli/flags/visibility_flags.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

/// How attention is computed, as typed: mask, scale, and of how many sequences it shows the shapes.
struct AttentionSettingFlags : VisibilityFlags {
  Flag scale{"--scale"}, no_scale{"--no-scale"}, temperature{"--temperature"}, batch{"--batch"};

  void add_setting_flags(const FlagGroup& group);

  /// All but who may attend to whom, which depends on the tokens.
  /// Errors: InputError naming the flag.
  AttentionOptions read_settings() const;

  /// Adds to settings who may attend to whom; with `is_causal`, beside a causal mask that is there
  /// in any case.
  /// Errors: as read_pattern
  void read_visibility(AttentionOptions& options, const MaskedTokens& tokens,
                       std::vector<std::string>& notes, bool is_causal = false) const;
};

}  // namespace attn
