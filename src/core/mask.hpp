// Who may attend to whom, and why somebody may not.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"

namespace attn {

/// Who may attend: 1 where query i may attend to key j, 0 where it may not.
/// Shapes: (n_q × n_k)
using Mask = arma::Mat<unsigned char>;

/// Where a sequence of queries stands beside one of keys when their lengths differ: with its last
/// query at the last key, as in decoding with a cache, or with its first at the first.
enum class Align { end, start };
inline constexpr Named<Align> kAligns[] = {{Align::end, "end"}, {Align::start, "start"}};

/// How many places to the right of key i query i stands.
///
///     n_k − n_q  aligned at the ends,  0  at the starts
long query_offset(arma::uword n_q, arma::uword n_k, Align align);

/// Each query sees the keys up to its own place, and no later one.
///
///     mask(i, j) = 1  when  j ≤ i + offset
///
/// Shapes:  (n_q × n_k)
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.3.
Mask causal_mask(arma::uword n_q, arma::uword n_k, Align align = Align::end);

/// The first keys are open to everybody; after them each query sees up to its own place.
///
///     mask(i, j) = 1  when  j < n_prefix  or  j ≤ i + offset
///
/// Shapes:  (n_q × n_k)
/// Errors:  InputError if there are fewer keys than n_prefix.
/// Source:  Raffel et al. 2020, arXiv:1910.10683, §3.2.1 ("prefix LM").
Mask prefix_mask(arma::uword n_q, arma::uword n_k, arma::uword n_prefix, Align align = Align::end);

/// Each query sees the keys that are less than `size` places away, on both sides. Together with a
/// causal mask that is the query's own place and the size − 1 before it.
///
///     mask(i, j) = 1  when  |i + offset − j| < size
///
/// Shapes:  (n_q × n_k)
/// Errors:  InputError if size is 0.
/// Source:  Beltagy et al. 2020, arXiv:2004.05150, §3.1, whose window of w is size = w / 2 + 1
/// here.
Mask window_mask(arma::uword n_q, arma::uword n_k, arma::uword size, Align align = Align::end);

/// Refuses a window in which a query does not even see itself.
/// Errors:  InputError if size is 0.
void require_window(arma::uword size);

/// No query may attend to a padding key, and a padding query may attend to no key.
///
///     mask(i, j) = 0  when  i is in padded_queries  or  j is in padded_keys
///
/// Shapes:  (n_q × n_k); the lists hold places from 0
/// Errors:  InputError naming a place that does not exist.
Mask padding_mask(arma::uword n_q, arma::uword n_k, const arma::uvec& padded_keys,
                  const arma::uvec& padded_queries = {});

/// The places of the last n_padded of n_k keys, where padding usually stands.
/// Errors:  InputError if there are fewer keys.
arma::uvec last_keys(arma::uword n_padded, arma::uword n_k);

/// The places of the first n_padded of n_k keys, where padding stands before a text that goes on.
///
/// Errors:  as last_keys
arma::uvec first_keys(arma::uword n_padded, arma::uword n_k);

/// Several documents in one sequence: each query sees its own document only.
///
///     mask(i, j) = 1  when  query_documents(i) = key_documents(j)
///
/// Shapes:  lists of n_q and n_k numbers, result (n_q × n_k)
Mask segment_mask(const arma::uvec& query_documents, const arma::uvec& key_documents);

/// The second half of a sequence sees the first half only, not even itself; queries of the first
/// half see everything. The first half has ⌈n / 2⌉ places, so that no query is left without keys.
///
///     mask(i, j) = 1  when  i < ⌈n / 2⌉  or  j < ⌈n / 2⌉
///
/// Shapes:  (n × n)
Mask half_mask(arma::uword n);

/// A mask read from numbers that must all be 0 or 1.
///
/// Shapes:  (n_q × n_k) in and out
/// Errors:  InputError naming the first cell that is neither 0 nor 1.
Mask mask_from_numbers(const arma::mat& numbers);

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
