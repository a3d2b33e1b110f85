#pragma once

namespace attn {

// How large texts of a figure are, before all of it is made smaller to fit its width.
// Units:  mm of an em; 2.8 mm are 8 points

constexpr double kTitleSize = 2.9;
constexpr double kCaptionSize = 2.8;
constexpr double kLabelSize = 2.5;
constexpr double kNumberSize = 2.5;
constexpr double kNoteSize = 2.3;
constexpr double kLeastTextSize = 1.5;  // smaller cannot be read on paper

/// So much smaller all of a drawing may become.
constexpr double kLeastScale = kLeastTextSize / kNumberSize;

}  // namespace attn
