#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "base/text.hpp"
#include "render/figure/figure.hpp"
#include "render/html/html.hpp"

namespace attn {

namespace {

constexpr double kUnitsPerMm = 10.0;  // a font of a few units has room for its hints

// A length in tenths of a millimetre, with one decimal where it needs one.
std::string units(double mm) {
  const auto tenths = std::llround(mm * kUnitsPerMm * 10);
  const std::string sign = tenths < 0 ? "-" : "";
  const long long size = std::llabs(tenths);
  const std::string whole = sign + std::to_string(size / 10);
  return size % 10 == 0 ? whole : whole + "." + std::to_string(size % 10);
}

std::string millimetres(double mm) {
  std::string text = fmt::format("{:.2f}", mm);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text + "mm";
}

std::string hex(Color color) { return fmt::format("#{:06x}", rgb_of(color)); }

std::string point(Point place) { return units(place.x) + " " + units(place.y); }

// The data of a path; a line that is level or upright needs one number.
std::string path_data(const std::vector<Step>& path) {
  std::string data;
  Point at;
  for (const Step& step : path) {
    switch (step.kind) {
      case Step::Kind::move:
        data += "M" + point(step.to);
        break;
      case Step::Kind::line:
        if (units(step.to.y) == units(at.y))
          data += "H" + units(step.to.x);
        else if (units(step.to.x) == units(at.x))
          data += "V" + units(step.to.y);
        else
          data += "L" + point(step.to);
        break;
      case Step::Kind::curve:
        data += "C" + point(step.first) + " " + point(step.second) + " " + point(step.to);
        break;
      case Step::Kind::close:
        data += "Z";
        break;
    }
    if (step.kind != Step::Kind::close) at = step.to;
  }
  return data;
}

std::string fill_of(const Shape& shape) {
  switch (shape.fill) {
    case Shape::Fill::none:
      break;
    case Shape::Fill::color:
      return hex(shape.color);
    case Shape::Fill::hatching:
      return "url(#hatching)";
  }
  return "none";
}

std::string dashes_of(const Shape& shape) {
  std::string list;
  for (const double dash : shape.dashes) list += (list.empty() ? "" : " ") + units(dash);
  return list.empty() ? "" : fmt::format(R"( stroke-dasharray="{}")", list);
}

std::string anchor_word(Text::Anchor anchor) {
  return anchor == Text::Anchor::middle ? "middle" : anchor == Text::Anchor::end ? "end" : "start";
}

// Readers make one space of several, and none of those at the ends, unless they are told not to;
// some obey the attribute, and some the style.
constexpr const char* kAllSpaces = R"( xml:space="preserve" style="white-space:pre")";

bool needs_all_spaces(const std::string& text) {
  return text.starts_with(' ') || text.ends_with(' ') || text.find("  ") != std::string::npos ||
         text.find_first_of("\t\r\n") != std::string::npos;
}

// What texts that follow one another have in common.
std::string text_style(const Text& text) {
  return fmt::format(R"(<g font-size="{}" fill="{}" text-anchor="{}"{}>)", units(text.size),
                     hex(text.color), anchor_word(text.anchor),
                     text.is_bold ? R"( font-weight="bold")" : "");
}

class SvgWriter {
 public:
  std::string body(const Figure& figure) {
    for (const Item& item : figure.items) std::visit(*this, item);
    end_texts();
    return std::move(text_);
  }

  bool has_hatching() const { return has_hatching_; }

  void operator()(const Shape& shape) {
    end_texts();
    has_hatching_ = has_hatching_ || shape.fill == Shape::Fill::hatching;
    text_ += fmt::format(R"(<path fill="{}")", fill_of(shape));
    if (shape.stroke_width > 0)
      text_ += fmt::format(R"( stroke="{}" stroke-width="{}"{})", hex(shape.stroke),
                           units(shape.stroke_width), dashes_of(shape));
    text_ += fmt::format(R"( d="{}"/>)", path_data(shape.path)) + "\n";
  }

  void operator()(const Text& text) {
    const std::string style = text_style(text);
    if (style != style_) {
      end_texts();
      text_ += style + "\n";
      style_ = style;
    }
    const std::string turn =
        text.is_upright ? fmt::format(R"svg( transform="rotate(-90 {})")svg", point(text.at)) : "";
    text_ += fmt::format(R"(<text x="{}" y="{}"{}{}>)", units(text.at.x), units(text.at.y), turn,
                         needs_all_spaces(text.text) ? kAllSpaces : "") +
             xml_text(text.text) + "</text>\n";
  }

  void operator()(const Raster& raster) {
    end_texts();
    const Box& box = raster.box;
    text_ +=
        fmt::format(R"(<image x="{}" y="{}" width="{}" height="{}" preserveAspectRatio="none" )"
                    R"(image-rendering="pixelated" xlink:href="data:image/png;base64,{}"/>)",
                    units(box.x), units(box.y), units(box.width), units(box.height),
                    base64_of(png_bytes(raster)));
    text_ += "\n";
  }

 private:
  void end_texts() {
    if (!style_.empty()) text_ += "</g>\n";
    style_.clear();
  }

  std::string text_{}, style_{};
  bool has_hatching_ = false;
};

// Lines from the lower left to the upper right.
std::string hatching_pattern() {
  return fmt::format(
      R"svg(<defs><pattern id="hatching" width="{0}" height="{0}" patternUnits="userSpaceOnUse" )svg"
      R"svg(patternTransform="rotate(45)"><path stroke="{1}" stroke-width="{2}" d="M0 0V{0}"/>)svg"
      "</pattern></defs>\n",
      units(kHatchingGap), hex({Color::Kind::rule}), units(2 * kHatchingWidth));
}

}  // namespace

std::string svg_text(const Figure& figure) {
  SvgWriter writer;
  const std::string body = writer.body(figure);
  std::string text = fmt::format(
      R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" )"
      R"(width="{}" height="{}" viewBox="0 0 {} {}" role="img" xml:lang="{}" )"
      R"(font-family="{}">)",
      millimetres(figure.width), millimetres(figure.height), units(figure.width),
      units(figure.height), xml_text(figure.language), kFigureFonts);
  text += "\n<title>" + xml_text(figure.title) + "</title>\n";
  if (!figure.description.empty()) text += "<desc>" + xml_text(figure.description) + "</desc>\n";
  if (writer.has_hatching()) text += hatching_pattern();
  text += fmt::format("<path fill=\"{}\" d=\"M0 0H{}V{}H0Z\"/>\n", hex({Color::Kind::paper}),
                      units(figure.width), units(figure.height));
  return text + body + "</svg>\n";
}

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Source: XML 1.0, production 2.
bool is_xml_character(std::int32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n' || character == '\r';
  return character != 0xFFFE && character != 0xFFFF;
}

// Of markup, and of white space that a reader would make spaces of; empty for what may stay.
std::string_view escaped(char character) {
  if (const char* entity = markup_entity(character)) return entity;
  switch (character) {
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

}  // namespace

std::string harmless_characters(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    result += is_xml_character(point.value) ? text.substr(0, point.n_bytes) : kReplacement;
    text.remove_prefix(point.n_bytes);
  }
  return result;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char character : harmless_characters(text)) {
    const std::string_view escape = escaped(character);
    if (escape.empty())
      result += character;
    else
      result += escape;
  }
  return result;
}

namespace {

constexpr char kTrueColor = 2, kPalette = 3;
constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (const unsigned shift : {24U, 16U, 8U, 0U}) bytes += static_cast<char>(number >> shift);
  return bytes;
}

const Bytef* as_bytes(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

// Its length, name, contents and check sum.
std::string chunk(const std::string& name, const std::string& contents) {
  const std::string checked = name + contents;
  const auto sum = crc32(0, as_bytes(checked), static_cast<uInt>(checked.size()));
  return big_endian(static_cast<std::uint32_t>(contents.size())) + checked +
         big_endian(static_cast<std::uint32_t>(sum));
}

std::string header(unsigned width, unsigned height, char color_type) {
  constexpr char kBitsPerSample = 8;
  return chunk("IHDR", big_endian(width) + big_endian(height) + kBitsPerSample + color_type +
                           std::string(3, '\0'));
}

std::string packed(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size, as_bytes(bytes), bytes.size(),
                Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("png_bytes: zlib cannot pack");
  result.resize(size);
  return result;
}

// The rows, each after a byte that says that nothing was done to it.
std::string packed_rows(const std::string& samples, std::size_t bytes_per_row) {
  std::string rows;
  for (std::size_t at = 0; at < samples.size(); at += bytes_per_row)
    rows += '\0' + samples.substr(at, bytes_per_row);
  return chunk("IDAT", packed(rows));
}

std::string physical_size(unsigned per_metre) {
  constexpr char kMetre = 1;
  return chunk("pHYs", big_endian(per_metre) + big_endian(per_metre) + kMetre);
}

}  // namespace

std::string png_bytes(const Pixels& pixels) {
  std::string file(kSignature);
  file += header(pixels.width, pixels.height, kTrueColor);
  if (pixels.per_metre > 0) file += physical_size(pixels.per_metre);
  return file + packed_rows(pixels.rgb, std::size_t{3} * pixels.width) + chunk("IEND", "");
}

std::string png_bytes(const Raster& raster) {
  std::vector<Color> colors;
  std::string samples, palette;
  for (const Color& color : raster.cells) {
    const auto found = std::find(colors.begin(), colors.end(), color);
    samples += static_cast<char>(found - colors.begin());
    if (found != colors.end()) continue;
    colors.push_back(color);
    palette += big_endian(rgb_of(color)).substr(1);
  }
  return std::string(kSignature) + header(raster.n_cols, raster.n_rows, kPalette) +
         chunk("PLTE", palette) + packed_rows(samples, raster.n_cols) + chunk("IEND", "");
}

}  // namespace attn
