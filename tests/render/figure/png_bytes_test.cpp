#include "render/figure/png_bytes.hpp"

#include <zlib.h>

#include "support/catch.hpp"

using namespace attn;

namespace {

unsigned number_at(const std::string& bytes, std::size_t at) {
  unsigned number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
  return number;
}

// What a chunk of that name holds; its check sum has to be right.
std::string chunk_of(const std::string& png, const std::string& name) {
  for (std::size_t at = 8; at < png.size(); at += 12 + number_at(png, at)) {
    const unsigned size = number_at(png, at);
    const auto* checked = reinterpret_cast<const Bytef*>(png.data() + at + 4);
    CHECK(number_at(png, at + 8 + size) == crc32(0, checked, size + 4));
    if (png.substr(at + 4, 4) == name) return png.substr(at + 8, size);
  }
  return "none";
}

std::string unpacked(const std::string& packed, std::size_t size) {
  std::string bytes(size, '\0');
  uLongf n = size;
  CHECK(uncompress(reinterpret_cast<Bytef*>(bytes.data()), &n,
                   reinterpret_cast<const Bytef*>(packed.data()), packed.size()) == Z_OK);
  CHECK(n == size);
  return bytes;
}

}  // namespace

TEST_CASE("png_bytes: size, dots and how many of them a metre has", "[render][figure]") {
  const std::string png =
      png_bytes(Pixels{.width = 2, .height = 1, .rgb = "abcdef", .per_metre = 7559});
  CHECK(png.starts_with("\x89PNG\r\n\x1a\n"));
  const std::string header = chunk_of(png, "IHDR");
  CHECK(number_at(header, 0) == 2);
  CHECK(number_at(header, 4) == 1);
  CHECK(number_at(chunk_of(png, "pHYs"), 0) == 7559);
  CHECK(unpacked(chunk_of(png, "IDAT"), 7) == std::string("\0abcdef", 7));
  CHECK(chunk_of(png, "IEND") == "");
}

TEST_CASE("png_bytes: a size that nobody knows is not written", "[render][figure]") {
  CHECK(chunk_of(png_bytes(Pixels{.width = 1, .height = 1, .rgb = "abc"}), "pHYs") == "none");
}

TEST_CASE("png_bytes: a cell of a raster is a place in a list of colours", "[render][figure]") {
  const Color dark{Color::Kind::share, 9}, paper{Color::Kind::paper};
  const std::string png =
      png_bytes(Raster{.n_rows = 2, .n_cols = 2, .cells = {dark, paper, paper, dark}});
  CHECK(chunk_of(png, "PLTE") == "\x08\x30\x6b\xff\xff\xff");
  CHECK(unpacked(chunk_of(png, "IDAT"), 6) == std::string("\0\0\1\0\1\0", 6));
}
