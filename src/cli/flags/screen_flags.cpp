#include "cli/flags/screen_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/terminal/background.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

void ScreenFlags::add_screen_flags(const FlagGroup& group) {
  group.value(color, "WHEN", translated("auto, always or never"));
  group.value(background, "KIND", translated("What is behind the text: dark, light or auto"));
  group.value(glyphs, "KIND", translated("unicode or ascii"));
  group.value(width, "N", translated("Columns to fit into, 40 or more"));
}

Layout ScreenFlags::read_layout() const {
  Layout layout;
  layout.color = wants_color(color.choice(kColorChoices).value_or(ColorChoice::automatic));
  const auto ground = background.choice(kBackgroundChoices).value_or(BackgroundChoice::automatic);
  if (layout.color) {
    layout.heat_colors = shows_heat_colors();
    layout.true_color = layout.heat_colors && shows_true_color();
    layout.light_ground = background_is_light(ground);
  }
  layout.glyphs =
      glyphs.choice(kGlyphs).value_or(shows_unicode() ? Glyphs::unicode : Glyphs::ascii);
  layout.explain = static_cast<int>(explain.count(0, 2).value_or(1));
  layout.width = std::max(kMinWidth, terminal_width());
  if (width) layout.width = static_cast<unsigned>(*width.count(kMinWidth, kMaxWidth));
  return layout;
}

}  // namespace attn
