#pragma once

// Loops over numbers, compiled twice: for any processor of its kind, whose vectors may hold but
// four floats, and for those with AVX2, which hold eight. No addition changes its place and
// nothing is fused, so the digits are the same.

namespace attn {

/// While it lives, loops run as they do where there is no AVX2. For tests.
class NarrowVectors {
 public:
  NarrowVectors();
  ~NarrowVectors();
  NarrowVectors(const NarrowVectors&) = delete;
  NarrowVectors& operator=(const NarrowVectors&) = delete;
};

/// Whether this processor has AVX2, and nobody holds it back.
bool has_wide_vectors();

#if defined(__x86_64__) && defined(__GNUC__)

/// Everything that `loops` calls becomes part of this function, and so is compiled for AVX2.
template <class Loops>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void in_wide_vectors(const Loops& loops) {
  loops();
}

/// Calls loops(), in the widest vectors that there are. What it calls must be inline.
template <class Loops>
void in_vectors(const Loops& loops) {
  if (has_wide_vectors())
    in_wide_vectors(loops);
  else
    loops();
}

#else

template <class Loops>
void in_vectors(const Loops& loops) {
  loops();
}

#endif

}  // namespace attn
