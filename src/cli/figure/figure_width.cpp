#include "cli/figure/figure_width.hpp"

#include <optional>
#include <string_view>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_file.hpp"

namespace attn {
namespace {

struct LengthUnit {
  const char* name;
  double mm;
};
constexpr LengthUnit kUnits[] = {{"mm", 1.0}, {"cm", 10.0}, {"in", 25.4}, {"pt", 25.4 / 72.0}};

std::optional<double> millimetres_in(const std::string& typed) {
  const std::string text = plain_value(typed);
  for (const auto& [name, mm] : kUnits) {
    if (!text.ends_with(name)) continue;
    std::string_view digits = text;
    digits.remove_suffix(std::string_view(name).size());
    if (const auto number = parse_number(trimmed(digits))) return *number * mm;
  }
  return std::nullopt;
}

}  // namespace

void add_figure_width(const FlagGroup& group, Flag& width) {
  group.value(
      width, "LENGTH",
      translated("How wide a figure is: 84mm, 8.4cm, 3.3in or 240pt (default up to 160mm)"));
}

FigureWidth read_figure_width(const Flag& width, const std::vector<std::string>& files) {
  if (!width) return {};
  if (!has_figure(files))
    throw InputError(
        message("{} is for figures: it needs -o with a name that ends in .svg, .pdf or "
                ".png.",
                width.name()));
  const std::optional<double> mm = millimetres_in(width.text());
  if (!mm || !(*mm >= kLeastFigureWidth && *mm <= kMostFigureWidth))
    throw InputError(
        message("{} must be a length from {}mm to {}mm, such as 84mm, 8.4cm, 3.3in or "
                "240pt, but it is {}.",
                width.name(), kLeastFigureWidth, kMostFigureWidth,
                width.text().empty() ? "''" : preview(width.text())));
  return {*mm, true};
}

}  // namespace attn
