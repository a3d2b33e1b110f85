#include "cli/flags/attention_settings.hpp"

#include "base/error.hpp"
#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/mask_argument.hpp"
#include "data/words/tokens.hpp"

namespace attn {

void AttentionSettingFlags::add_setting_flags(const FlagGroup& group) {
  group.flag("--causal", causal, translated("No token may attend to a later one"));
  group.value("--window", window, "N",
              translated("Only keys less than N places away; with --causal, itself and N - 1 "
                         "before"));
  group.value("--pad", pad, "N", translated("The last N keys are padding"));
  group.value("--mask", mask, "MATRIX",
              translated("1 where a query may attend to a key, 0 where not"));
  group.value("--empty-row", empty_row, "KIND",
              translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
  group.value(
      "--scale", scale, "on|off|X",
      translated("Divide the scores by √d_k, leave them as they are, or multiply them by X"));
  group.flag("--no-scale", no_scale, translated("The same as --scale off"));
}

AttentionOptions AttentionSettingFlags::read_settings() const {
  AttentionOptions options;
  options.causal = causal;
  options.empty_row = empty_row_value(empty_row);
  if (no_scale && !scale.empty()) refuse_together("--no-scale", "--scale");
  if (no_scale || scale == "off")
    options.scale.kind = Scale::Kind::off;
  else if (!scale.empty() && scale != "on")
    options.scale = {Scale::Kind::factor, number_value("--scale", scale)};
  if (!window.empty()) options.window = count_value("--window", window, 0, kMaxTokens);
  if (!pad.empty()) options.n_padded = count_value("--pad", pad, 0, kMaxTokens);
  if (!mask.empty()) options.mask = read_mask(mask);
  return options;
}

EmptyRow empty_row_value(const std::string& text) {
  return static_cast<EmptyRow>(choice_value("--empty-row", text, {"zero", "nan", "uniform"}));
}

}  // namespace attn
