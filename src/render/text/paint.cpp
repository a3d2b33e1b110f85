#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

// cividis in ten steps of xterm's 256 colours: luminance strictly rises, and the text colour keeps
// a contrast of at least 4.9 to 1.
constexpr std::array<int, kShareLevels> kCividis{17, 18, 239, 241, 242, 244, 143, 179, 185, 221};
// On light ground the largest must be the darkest, or the smallest would be what one sees first.
constexpr std::array<int, kShareLevels> kBlues{231, 195, 189, 153, 117, 110, 67, 25, 18, 17};

// Blue for negative, red for positive, white for zero.
constexpr std::array<int, kSignedLevels> kBlueRed{25, 74, 153, 231, 224, 209, 124};

struct Rgb {
  double red, green, blue;
};

// The same in any colour, by a few points between which colours are mixed: cividis, and Blues and
// RdBu of ColorBrewer.
constexpr std::array<Rgb, 6> kTrueCividis{{{0, 32, 77},
                                           {49, 68, 107},
                                           {102, 105, 112},
                                           {149, 143, 120},
                                           {202, 185, 105},
                                           {255, 234, 70}}};
constexpr std::array<Rgb, 6> kTrueBlues{{{247, 251, 255},
                                         {222, 235, 247},
                                         {158, 202, 225},
                                         {66, 146, 198},
                                         {8, 81, 156},
                                         {8, 48, 107}}};
constexpr std::array<Rgb, 7> kTrueBlueRed{{{33, 102, 172},
                                           {103, 169, 207},
                                           {209, 229, 240},
                                           {247, 247, 247},
                                           {253, 219, 199},
                                           {239, 138, 98},
                                           {178, 24, 43}}};

// What the 256 colours are made of: a cube of six levels a side, and 24 greys.
Rgb rgb_of(int color) {
  constexpr int kFirstGrey = 232, kFirstOfCube = 16;
  if (color >= kFirstGrey) {
    const double level = 8 + 10 * (color - kFirstGrey);
    return {level, level, level};
  }
  const int place = color - kFirstOfCube;
  const auto level = [](int step) { return step == 0 ? 0.0 : 55.0 + 40.0 * step; };
  return {level(place / 36), level(place / 6 % 6), level(place % 6)};
}

double linear(double level) {
  const double share = level / 255.0;
  return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
}

// Whether white text is easier to read on it than black text: by the contrast of WCAG.
bool is_dark(Rgb color) {
  const double luminance =
      0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
  return luminance < 0.179;
}

template <std::size_t n>
Rgb mixed(const std::array<Rgb, n>& points, double share) {
  const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(n - 1);
  const auto first = std::min(static_cast<std::size_t>(place), n - 2);
  const double t = place - static_cast<double>(first);
  const Rgb a = points[first], b = points[first + 1];
  return {a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
          a.blue + t * (b.blue - a.blue)};
}

std::string on_256(int background, const std::string& text) {
  constexpr int kBlack = 16, kWhite = 231;
  return fmt::format("\033[48;5;{};38;5;{}m{}\033[0m", background,
                     is_dark(rgb_of(background)) ? kWhite : kBlack, text);
}

std::string on_rgb(Rgb color, const std::string& text) {
  const int level = is_dark(color) ? 255 : 0;
  return fmt::format("\033[48;2;{:.0f};{:.0f};{:.0f};38;2;{};{};{}m{}\033[0m", color.red,
                     color.green, color.blue, level, level, level, text);
}

}  // namespace

std::string Painter::heat(Style style, const std::string& text) const {
  if (!heat_ || !std::isfinite(style.level)) return text;
  if (style.kind == Style::Kind::signed_value) {
    if (true_color_) return on_rgb(mixed(kTrueBlueRed, (style.level + 1.0) / 2.0), text);
    return on_256(kBlueRed[signed_level(style.level)], text);
  }
  if (true_color_) return on_rgb(mixed(light_ ? kTrueBlues : kTrueCividis, style.level), text);
  return on_256((light_ ? kBlues : kCividis)[share_level(style.level)], text);
}

std::string Painter::operator()(Style style, const std::string& text) const {
  if (!color_ || text.empty()) return text;
  switch (style.kind) {
    case Style::Kind::plain:
      return text;
    case Style::Kind::heading:
      return (light_ ? "\033[1;34m" : "\033[1;36m") + text + "\033[0m";
    case Style::Kind::strong:
      return "\033[1m" + text + "\033[0m";
    case Style::Kind::quiet:
      return "\033[2m" + text + "\033[0m";
    case Style::Kind::option:
      return (light_ ? "\033[34m" : "\033[36m") + text + "\033[0m";
    case Style::Kind::selected:
      return "\033[7m" + text + "\033[0m";
    case Style::Kind::good:
      return "\033[32m" + text + "\033[0m";
    case Style::Kind::bad:
      return "\033[31m" + text + "\033[0m";
    case Style::Kind::share:
    case Style::Kind::signed_value:
      return heat(style, text);
  }
  return text;
}

std::string tone(double share, Glyphs glyphs) {
  for (auto step = kToneSteps.rbegin(); step != kToneSteps.rend(); ++step)
    if (share >= step->from) return glyphs == Glyphs::ascii ? step->ascii : step->braille;
  return " ";
}

std::string swatch(Style style, Glyphs glyphs) {
  const std::string mark = tone(std::abs(style.level), glyphs);
  return (style.level < 0 && mark != " " ? "-" : mark) + mark;
}

std::string swatch_legend(Glyphs glyphs) {
  std::string legend;
  for (const ToneStep& step : kToneSteps)
    legend += fmt::format("{}{} {}-", legend.empty() ? "" : "  ",
                          swatch({Style::Kind::share, step.from}, glyphs),
                          fmt::format("{:.2f}", step.from).substr(1));
  return legend;
}

}  // namespace attn
