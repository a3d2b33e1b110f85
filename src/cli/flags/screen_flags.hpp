#pragma once

#include <string>

#include "cli/flags/flag_group.hpp"
#include "render/layout.hpp"

namespace attn {

/// How a screen looks, as typed: what every subcommand understands.
struct ScreenFlags {
  Flag explain{"--explain"}, color{"--color"}, glyphs{"--glyphs"}, width{"--width"},
      background{"--background"};

  void add_screen_flags(const FlagGroup& group);

  /// Errors: InputError naming the flag.
  Layout read_layout() const;
};

}  // namespace attn
