#include "render/matrix/grid_places.hpp"

#include <algorithm>

namespace attn {
namespace {

void append_range(Places& shown, arma::uword from, arma::uword to) {
  for (arma::uword i = from; i < to; ++i) shown.emplace_back(i);
}

}  // namespace

Places places(arma::uword n, std::size_t room, std::optional<arma::uword> focus) {
  Places shown;
  if (n <= room) {
    append_range(shown, 0, n);
    return shown;
  }
  const arma::uword kept = room > 1 ? room - 1 : 1;  // one place is the gap itself
  // With room for two places, the first and the last say most.
  const arma::uword last = kept > 1 ? std::max<arma::uword>(kept / 3, 1) : 0, first = kept - last;
  if (!focus || *focus < first || *focus >= n - last) {
    append_range(shown, 0, first);
    shown.emplace_back(std::nullopt);
    append_range(shown, n - last, n);
    return shown;
  }
  const arma::uword window = std::max<arma::uword>(room > 2 ? room - 2 : 1, 1);
  const arma::uword start = std::min(*focus - std::min(*focus, window / 2), n - window);
  if (start > 0) shown.emplace_back(std::nullopt);
  append_range(shown, start, start + window);
  if (start + window < n) shown.emplace_back(std::nullopt);
  return shown;
}

arma::uword n_left_out(const Places& shown, arma::uword n) {
  const auto is_shown = [](const auto& place) { return place.has_value(); };
  return n - static_cast<arma::uword>(std::count_if(shown.begin(), shown.end(), is_shown));
}

}  // namespace attn
