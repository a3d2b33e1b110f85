#include "cli/flags/attention_settings.hpp"

#include "base/message.hpp"

namespace attn {

void AttentionSettingFlags::add_setting_flags(const FlagGroup& group) {
  add_visibility(
      group, translated("The last N keys are padding, with 0 none is; with --model, N more tokens "
                        "where its tokenizer pads"));
  group.value(
      scale, "on|off|X",
      translated("Divide the scores by √d_k, leave them as they are, or multiply them by X"));
  group.flag(no_scale, translated("The same as --scale off"));
  group.value(temperature, "X",
              translated("Divide the scores by X, too: above 1 the weights even out (default 1)"));
  group.value(batch, "N",
              translated("Shapes of N sequences at once; the numbers stay those of one"));
}

AttentionOptions AttentionSettingFlags::read_settings() const {
  AttentionOptions options;
  options.empty_row = read_empty_row();
  refuse_two_of({no_scale, scale});
  const std::string typed = plain_value(scale.text());
  if (no_scale || typed == "off")
    options.scale.kind = Scale::Kind::off;
  else if (scale && typed != "on")
    options.scale = {.kind = Scale::Kind::factor, .factor = *scale.number()};
  options.scale.temperature = temperature.number().value_or(1.0);
  return options;
}

namespace {

bool are_last(const arma::uvec& places, arma::uword n_k) {
  return places.is_empty() || places.front() + places.n_elem == n_k;  // they are sorted
}

// Whether the settings that need no pattern, and that kernels know, say all of it.
bool is_plain(const MaskPattern& pattern, arma::uword n_k) {
  return !pattern.n_prefix && !pattern.documents && !pattern.half &&
         pattern.padded_queries.is_empty() && are_last(pattern.padded_keys, n_k) &&
         pattern.align == Align::end && pattern.join == Join::all;
}

}  // namespace

void AttentionSettingFlags::read_visibility(AttentionOptions& options, const MaskedTokens& tokens,
                                            std::vector<std::string>& notes, bool is_causal) const {
  MaskPattern pattern = read_pattern(tokens, notes);
  if (is_causal) pattern.causal = true;
  options.causal = pattern.causal;
  if (!is_plain(pattern, tokens.key.size())) {
    options.pattern = std::move(pattern);
    return;
  }
  options.window = pattern.window;
  options.n_padded = pattern.padded_keys.n_elem;
  options.mask = std::move(pattern.given);
}

}  // namespace attn
