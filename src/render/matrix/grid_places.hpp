#pragma once

#include <armadillo>
#include <cstddef>
#include <optional>
#include <vector>

namespace attn {

/// The rows (or columns) that are shown, in order. No value: the gap where some are left out.
using Places = std::vector<std::optional<arma::uword>>;

/// All n places where there is room for them; else the first two thirds and the last third of the
/// room with a gap between. A place to focus on that would fall into the gap gets a window of its
/// own. The gap takes one place of the room.
Places places(arma::uword n, std::size_t room, std::optional<arma::uword> focus = {});

/// How many are left out of n.
arma::uword n_left_out(const Places& shown, arma::uword n);

}  // namespace attn
