#pragma once

#include <array>
#include <string>

#include "render/layout.hpp"

namespace attn {

/// What a piece of text means; only Painter knows which colour that is.
struct Style {
  enum class Kind {
    plain,
    heading,
    strong,
    quiet,
    option,
    selected,
    good,
    bad,
    share,
    signed_value
  } kind{};
  double level = 0.0;  ///< share: 0…1; signed_value: −1…1; selected: 1 in a heat map

  bool is_heat() const { return kind == Kind::share || kind == Kind::signed_value; }
};

/// Adds terminal colours to text, or leaves it alone where colour is off.
class Painter {
 public:
  explicit Painter(const Layout& layout)
      : color_(layout.color),
        heat_(layout.paints_heat()),
        true_color_(layout.true_color),
        light_(layout.light_ground) {}

  std::string operator()(Style style, const std::string& text) const;
  std::string operator()(Style::Kind kind, const std::string& text) const {
    return (*this)(Style{kind}, text);
  }
  bool color() const { return color_; }

 private:
  std::string heat(Style style, const std::string& text) const;

  bool color_, heat_, true_color_, light_;
};

/// A shade and the share from which on it stands; below the first of them it is blank.
struct ToneStep {
  double from;
  const char* braille;
  const char* ascii;
};
inline constexpr std::array<ToneStep, 5> kToneSteps{
    {{.05, "⡀", ":"}, {.2, "⡄", "="}, {.4, "⡇", "*"}, {.6, "⣷", "#"}, {.8, "⣿", "@"}}};

/// One column that is the darker the larger the share, for where there is no colour: Braille, or
/// ASCII. Blank below the first threshold, and for what is no number.
std::string tone(double share, Glyphs glyphs);

/// Two columns that are the darker the larger the value, for where there is no colour: Braille, or
/// ASCII. A negative value starts with a minus sign. Blank below the first threshold.
std::string swatch(Style style, Glyphs glyphs);

/// What the swatches of shares mean, as one line: "⡀⡀ .05-  ⡄⡄ .20-  …".
std::string swatch_legend(Glyphs glyphs);

}  // namespace attn
