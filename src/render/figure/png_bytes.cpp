#include "render/figure/png_bytes.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "render/figure/palette.hpp"

namespace attn {
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
