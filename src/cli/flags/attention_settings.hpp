#pragma once

#include <string>

#include "cli/flags/flag_group.hpp"
#include "mechanisms/attention/record_attention.hpp"

namespace attn {

/// How attention is computed, as typed: mask and scale.
struct AttentionSettingFlags {
  std::string window, pad, mask, scale, empty_row = "zero";
  bool no_scale = false, causal = false;

  void add_setting_flags(const FlagGroup& group);

  /// Errors: InputError naming the flag or file.
  AttentionOptions read_settings() const;
};

/// What --empty-row asks for.
/// Errors: InputError naming the choices.
EmptyRow empty_row_value(const std::string& text);

}  // namespace attn
