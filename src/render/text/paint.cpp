#include "render/text/paint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace attn {
namespace {

// cividis in ten steps of xterm's 256 colours: luminance strictly rises, and the text colour keeps
// a contrast of at least 4.9 to 1.
constexpr std::array<int, 10> kCividis{17, 18, 239, 241, 242, 244, 143, 179, 185, 221};
constexpr int kFirstBlackOnCividis = 5;

// Blue for negative, red for positive, white for zero.
constexpr std::array<int, 7> kBlueRed{25, 74, 153, 231, 224, 209, 124};

constexpr int kBlack = 16, kWhite = 231;

struct SwatchStep {
  double from;
  const char* label;
  const char* braille;
  const char* ascii;
};
constexpr std::array<SwatchStep, 5> kSwatches{{{.8, ".80", "⣿", "@"},
                                               {.6, ".60", "⣷", "#"},
                                               {.4, ".40", "⡇", "*"},
                                               {.2, ".20", "⡄", "="},
                                               {.05, ".05", "⡀", ":"}}};

std::string on_background(int background, int foreground, const std::string& text) {
  return fmt::format("\033[48;5;{};38;5;{}m{}\033[0m", background, foreground, text);
}

std::string heat(Style style, const std::string& text) {
  if (!std::isfinite(style.level)) return text;
  if (style.kind == Style::Kind::share) {
    const int step = std::clamp(static_cast<int>(style.level * 10.0), 0, 9);
    return on_background(kCividis[step], step < kFirstBlackOnCividis ? kWhite : kBlack, text);
  }
  const int step = std::clamp(static_cast<int>(std::lround(style.level * 3.0)) + 3, 0, 6);
  return on_background(kBlueRed[step], step == 0 || step == 6 ? kWhite : kBlack, text);
}

}  // namespace

std::string Painter::operator()(Style style, const std::string& text) const {
  if (!color_ || text.empty()) return text;
  switch (style.kind) {
    case Style::Kind::plain:
      return text;
    case Style::Kind::heading:
      return "\033[1;36m" + text + "\033[0m";
    case Style::Kind::strong:
      return "\033[1m" + text + "\033[0m";
    case Style::Kind::quiet:
      return "\033[2m" + text + "\033[0m";
    case Style::Kind::option:
      return "\033[36m" + text + "\033[0m";
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

std::string swatch(Style style, Glyphs glyphs) {
  const double size = std::abs(style.level);
  for (const SwatchStep& step : kSwatches) {
    if (!(size >= step.from)) continue;
    const std::string mark = glyphs == Glyphs::ascii ? step.ascii : step.braille;
    return (style.level < 0 ? "-" : mark) + mark;
  }
  return "  ";
}

std::string swatch_legend(Glyphs glyphs) {
  std::string legend;
  for (auto step = kSwatches.rbegin(); step != kSwatches.rend(); ++step)
    legend += fmt::format("{}{} {}-", legend.empty() ? "" : "  ",
                          swatch({Style::Kind::share, step->from}, glyphs), step->label);
  return legend;
}

}  // namespace attn
