#include "cli/flags/attention_settings.hpp"

#include "base/message.hpp"
#include "cli/flags/mask_argument.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void VisibilityFlags::add_causal(const FlagGroup& group) {
  group.flag(causal, translated("No token may attend to a later one"));
}

void VisibilityFlags::add_window(const FlagGroup& group) {
  group.value(window, "N",
              translated("Only keys less than N places away; with --causal, itself and N - 1 "
                         "before"));
}

void VisibilityFlags::add_mask(const FlagGroup& group) {
  group.value(mask, "MATRIX", translated("1 where a query may attend to a key, 0 where not"));
}

void VisibilityFlags::add_empty_row(const FlagGroup& group) {
  group.value(empty_row, "KIND",
              translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
}

std::optional<arma::uword> VisibilityFlags::read_window() const {
  return window.count(0, kMaxTokens);
}

std::optional<arma::uword> VisibilityFlags::read_pad() const { return pad.count(0, kMaxTokens); }

std::optional<Mask> VisibilityFlags::read_given_mask() const {
  if (!mask) return {};
  return read_mask(mask);
}

EmptyRow VisibilityFlags::read_empty_row() const {
  return empty_row.choice(kEmptyRows).value_or(EmptyRow::zero);
}

void AttentionSettingFlags::add_setting_flags(const FlagGroup& group) {
  add_causal(group);
  add_window(group);
  group.value(
      pad, "N",
      translated(
          "The last N keys are padding; with --model, N more tokens where its tokenizer pads"));
  add_mask(group);
  add_empty_row(group);
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
  options.causal = bool(causal);
  options.empty_row = read_empty_row();
  refuse_two_of({no_scale, scale});
  if (no_scale || scale.text() == "off")
    options.scale.kind = Scale::Kind::off;
  else if (scale && scale.text() != "on")
    options.scale = {.kind = Scale::Kind::factor, .factor = *scale.number()};
  options.scale.temperature = temperature.number().value_or(1.0);
  options.window = read_window();
  options.n_padded = read_pad().value_or(options.n_padded);
  options.mask = read_given_mask();
  return options;
}

}  // namespace attn
