#pragma once

#include <optional>

#include "cli/flags/flag_group.hpp"
#include "mechanisms/attention/record_attention.hpp"

namespace attn {

/// Who may attend to whom, as typed: what every command with a mask understands.
struct VisibilityFlags {
  Flag causal{"--causal"}, window{"--window"}, pad{"--pad"}, mask{"--mask"},
      empty_row{"--empty-row"};

  void add_causal(const FlagGroup& group);
  void add_window(const FlagGroup& group);
  void add_mask(const FlagGroup& group);
  void add_empty_row(const FlagGroup& group);

  // Errors: InputError naming the flag or file.
  std::optional<arma::uword> read_window() const;
  std::optional<arma::uword> read_pad() const;
  std::optional<Mask> read_given_mask() const;
  EmptyRow read_empty_row() const;
};

/// How attention is computed, as typed: mask, scale, and of how many sequences it shows the shapes.
struct AttentionSettingFlags : VisibilityFlags {
  Flag scale{"--scale"}, no_scale{"--no-scale"}, temperature{"--temperature"}, batch{"--batch"};

  void add_setting_flags(const FlagGroup& group);

  /// Errors: InputError naming the flag or file.
  AttentionOptions read_settings() const;
};

}  // namespace attn
