#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "core/mask.hpp"

namespace attn {

/// Why a query may not attend to a key. One letter each, as the screen shows it.
enum class Blocked : unsigned char {
  no = 0,
  causal = 'c',   ///< the key comes later
  padding = 'p',  ///< the key, or the query, only fills the sequence up
  segment = 's',  ///< the key belongs to another document
  window = 'w',   ///< the key is too far away
  half = 'h',     ///< both are in the second half
  mask = 'x',     ///< the mask given says so
};
inline constexpr Named<Blocked> kBlockedWords[] = {{Blocked::no, ""},
                                                   {Blocked::causal, "causal"},
                                                   {Blocked::padding, "padding"},
                                                   {Blocked::segment, "segment"},
                                                   {Blocked::window, "window"},
                                                   {Blocked::half, "half"},
                                                   {Blocked::mask, "mask"}};

/// The reason of each cell, 0 where it is open.
/// Shapes: (n_q × n_k), or empty where nothing at all is blocked
using BlockedCells = arma::Mat<unsigned char>;

/// The word for a reason in machine output: "causal", "mask", or "" for a cell that is open.
std::string blocked_word(unsigned char reason);

/// One restriction by itself: who may attend by it, and what it is called where it blocks.
struct Restriction {
  std::string name;  ///< "causal", "prefix", "padding", "segment", "window", "half", "given"
  Blocked reason = Blocked::no;
  Mask open;  ///< (n_q × n_k)
};

/// How restrictions are joined: a cell is open when all of them allow it, or when any does.
enum class Join { all, any };

/// How to read "the second half of the sequence sees only the first half": as it is written, or as
/// the causal mask that is probably meant.
enum class HalfReading { literal, causal };
inline constexpr Named<HalfReading> kHalfReadings[] = {{HalfReading::literal, "literal"},
                                                       {HalfReading::causal, "causal"}};

/// The document that each query and each key belongs to.
struct Documents {
  arma::uvec of_queries, of_keys;
};

/// A mask described by what restricts it. Nothing set: everything is open.
struct MaskPattern {
  bool causal = false;
  std::optional<arma::uword> n_prefix;     ///< causal, but this many first keys are open to all
  arma::uvec padded_keys, padded_queries;  ///< places, from 0
  std::optional<Documents> documents;
  std::optional<arma::uword> window;
  std::optional<HalfReading> half;
  std::optional<Mask> given;
  Align align = Align::end;
  Join join = Join::all;
};

/// What restricts a pattern, in the order in which it is named where several block a cell: causal
/// or prefix, padding, segment, window, half, given.
///
/// A prefix takes the place of `causal`, and the causal reading of `half` is the causal
/// restriction.
///
/// Errors:  InputError if a number does not fit n_q queries and n_k keys.
std::vector<Restriction> restrictions_of(const MaskPattern& pattern, arma::uword n_q,
                                         arma::uword n_k);

/// Which cells are blocked, and why.
///
///     all:  open = r1 and r2 and ...              any:  open = padding and (r1 or r2 or ...)
///
/// Padding is taken away from whatever is joined: no union makes a filler worth attending to.
/// Where several restrictions block a cell, the first in the list is its reason.
///
/// Shapes:  (n_q × n_k); empty where nothing is blocked
BlockedCells blocked_cells(const std::vector<Restriction>& restrictions, Join join = Join::all);

/// The same for a pattern.
/// Errors:  as restrictions_of
BlockedCells blocked_cells(const MaskPattern& pattern, arma::uword n_q, arma::uword n_k);

}  // namespace attn
