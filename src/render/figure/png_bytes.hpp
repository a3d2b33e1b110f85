#pragma once

#include <string>

#include "render/figure/figure.hpp"

namespace attn {

/// The dots of a picture, row by row: red, green and blue of each.
struct Pixels {
  unsigned width = 0, height = 0;
  std::string rgb{};
  unsigned per_metre = 0;  ///< 0: the file does not say how large it is
};

/// A picture as a PNG file.
std::string png_bytes(const Pixels& pixels);

/// The cells of a raster as a PNG file in which each is one dot, and its colour one of a list.
std::string png_bytes(const Raster& raster);

}  // namespace attn
