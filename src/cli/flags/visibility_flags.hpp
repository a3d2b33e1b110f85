#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/flag_group.hpp"
#include "core/heads.hpp"

namespace attn {

/// The tokens that a mask is for. In one sequence the queries are keys too: the last of them, or
/// the first.
struct MaskedTokens {
  const std::vector<std::string>&query, &key;
  bool are_two_sequences = false;
};

/// Who may attend to whom, as typed: the same flags in every command with a mask.
struct VisibilityFlags {
  Flag causal{"--causal"}, prefix{"--prefix"}, window{"--window"}, pad{"--pad"}, pad_at{"--pad-at"},
      pad_queries{"--pad-queries"}, segments{"--segments"}, key_segments{"--key-segments"},
      separator{"--separator"}, half{"--half"}, mask{"--mask"}, join_and{"--and"}, join_or{"--or"},
      align{"--align"}, empty_row{"--empty-row"};

  /// `of_pad` describes --pad, which a command may give more to do.
  void add_visibility(const FlagGroup& group, const char* of_pad);

  /// What blocks cells, padding aside: what --and and --or join.
  Flags restrictions() const;

  /// The flags that work beside a causal mask that is there in any case.
  Flags beside_causal() const;

  // Errors: InputError naming the flag or file.

  /// The mask that they describe. Tokens that are spelled as padding are padding, unless the flags
  /// say what is; the notes then tell.
  MaskPattern read_pattern(const MaskedTokens& tokens, std::vector<std::string>& notes) const;
  std::optional<Mask> read_given_mask() const;
  EmptyRow read_empty_row() const;
};

}  // namespace attn
