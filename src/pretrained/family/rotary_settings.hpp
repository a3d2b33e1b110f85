#pragma once

#include <armadillo>
#include <cstdint>

#include "base/named.hpp"
#include "costs/model/families.hpp"

namespace attn {

/// How rotary positions are stretched beyond the length that a model learned with.
enum class RopeScaling { none, linear, dynamic, llama3, yarn };
inline constexpr Named<RopeScaling> kRopeScalings[] = {{RopeScaling::none, "default"},
                                                       {RopeScaling::linear, "linear"},
                                                       {RopeScaling::dynamic, "dynamic"},
                                                       {RopeScaling::llama3, "llama3"},
                                                       {RopeScaling::yarn, "yarn"}};

/// The rotary positions of a published model.
struct RotarySettings {
  double base = 10000.0;
  RopeScaling scaling = RopeScaling::none;
  double factor = 1.0;
  double n_context = 0.0;                      ///< tokens that the model may be given
  double n_original = 0.0;                     ///< tokens that it learned with
  double low_factor = 1.0, high_factor = 4.0;  ///< of llama3
  double slow = 1.0, fast = 32.0;              ///< of yarn: turns within n_original
  bool whole_pairs = true;                     ///< of yarn: its ramp begins at a pair
  double length = 1.0;                         ///< cos and sin are multiplied by it
};

/// Reads rope_parameters, or rope_theta with rope_scaling, as versions 5 and 4 of the framework
/// write them; what stands inside beats what stands outside.
///
/// Errors:  InputError naming the key for a kind of scaling that is not known, a factor or base
///          that cannot be, or positions for a part of each head alone.
RotarySettings rotary_settings(const SettingReader& reader, std::uint64_t n_context);

/// How fast the angle of each pair of dimensions grows, in a sequence of n tokens.
///
///     none     ω_i = b^(−2i/d)
///     linear   ω_i / f
///     dynamic  b becomes b (f m/c − f + 1)^(d/(d−2)),  m = max(n, c)
///     llama3   ω_i where its wavelength λ < c₀/high, ω_i/f where λ > c₀/low, between them
///              (1 − s) ω_i/f + s ω_i with s = (c₀/λ − low) / (high − low)
///     yarn     ω_i (1 − g_i) + g_i ω_i/f, where g runs from 0 to 1 between the pairs that turn
///              `fast` and `slow` times within c₀ tokens
///
/// Shapes:  result d/2
/// Units:   radians per position
/// Source:  Su et al. 2021, arXiv:2104.09864; Chen et al. 2023, arXiv:2306.15595 (linear); Peng et
///          al. 2023, arXiv:2309.00071 (dynamic, yarn); Llama 3.1 (llama3).
arma::vec rotary_frequencies(const RotarySettings& settings, arma::uword d_head,
                             arma::uword n_tokens);

}  // namespace attn
