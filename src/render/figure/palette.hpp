#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "render/figure/figure.hpp"
#include "render/number/heat_level.hpp"

namespace attn {

/// A colour as screens and printers want it: 0xRRGGBB.
using Rgb24 = std::uint32_t;

// Each step of weights is darker than the one before, in grey and to colour-blind eyes, too. Of
// signed values those of one size are alike in grey, since the minus sign tells them apart.
inline constexpr std::array<Rgb24, kShareLevels> kShareColors{
    0xf7fbff, 0xe3eef9, 0xcfe1f2, 0xb0d2e8, 0x89bfdd,
    0x60a6d2, 0x3e8ec4, 0x2171b5, 0x0c549f, 0x08306b};
inline constexpr std::array<Rgb24, kSignedLevels> kSignedColors{
    0x2166ac, 0x92c5de, 0xd1e5f0, 0xf7f7f7, 0xfddbc7, 0xf4a582, 0xb2182b};
// Curves differ in their dashes, too.
inline constexpr std::array<Rgb24, 3> kCurveColors{0x0c549f, 0xb35806, 0x1a1a1a};

/// Which colour that is, on white paper.
inline Rgb24 rgb_of(Color color) {
  const auto level = [&color](const auto& colors) {
    return colors[std::min<std::size_t>(static_cast<std::size_t>(std::max(color.level, 0)),
                                        colors.size() - 1)];
  };
  switch (color.kind) {
    case Color::Kind::ink:
      return 0x1a1a1a;
    case Color::Kind::quiet:
      return 0x595959;
    case Color::Kind::rule:
      return 0xa6a6a6;
    case Color::Kind::paper:
      return 0xffffff;
    case Color::Kind::share:
      return level(kShareColors);
    case Color::Kind::signed_value:
      return level(kSignedColors);
    case Color::Kind::curve:
      return level(kCurveColors);
    case Color::Kind::open:
      return kShareColors[4];
  }
  return 0;
}

/// How bright a colour is: its relative luminance, 0 of black and 1 of white.
/// Source: WCAG 2.2
inline double luminance_of(Rgb24 rgb) {
  const auto linear = [rgb](unsigned shift) {
    const double share = ((rgb >> shift) & 0xffU) / 255.0;
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}

/// The colour of text on that one: white where it is easier to read than black.
inline Color text_color_on(Color ground) {
  constexpr double kDark = 0.179;
  return {luminance_of(rgb_of(ground)) < kDark ? Color::Kind::paper : Color::Kind::ink};
}

}  // namespace attn
