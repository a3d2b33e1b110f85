#include "cli/flags/screen_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

void ScreenFlags::add_screen_flags(const FlagGroup& group) {
  group.value("--color", color, "WHEN", translated("auto, always or never"));
  group.value("--glyphs", glyphs, "KIND", translated("unicode or ascii"));
  group.value("--width", width, "N", translated("Columns to fit into, 40 or more"));
}

Layout ScreenFlags::read_layout() const {
  Layout layout;
  choice_value("--color", color, {"auto", "always", "never"});
  layout.color = wants_color(color);
  layout.glyphs = static_cast<Glyphs>(choice_value("--glyphs", glyphs, {"unicode", "ascii"}));
  layout.explain = static_cast<int>(count_value("--explain", explain, 0, 2));
  layout.width = width.empty()
                     ? std::max(kMinWidth, terminal_width())
                     : static_cast<unsigned>(count_value("--width", width, kMinWidth, kMaxWidth));
  return layout;
}

}  // namespace attn
