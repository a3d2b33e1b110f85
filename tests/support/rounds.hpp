#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>

namespace attn {

/// Whether ATTN_ALL_ROUNDS=1 asks for all cases of a property that has many: ctest --preset all.
inline bool all_rounds() { return std::getenv("ATTN_ALL_ROUNDS") != nullptr; }

/// A number from the environment, such as ATTN_RANDOM_LINES=10000, or the usual one.
inline unsigned setting(const char* name, unsigned usual) {
  const char* const text = std::getenv(name);
  return text ? static_cast<unsigned>(std::stoul(text)) : usual;
}

/// How many random cases a property is tried on: a fifth of n, or all of them.
inline int rounds(int n) { return all_rounds() ? n : n / 5; }

/// What samples are drawn by: ATTN_SAMPLE, or else the commit, so that each commit tries others. A
/// test program that fails prints it.
std::uint64_t sample_seed();

/// Takes one of every `one_in` cases, wherever it stands among them; all of them with
/// ATTN_ALL_ROUNDS=1.
class Sample {
 public:
  explicit Sample(unsigned one_in) : one_in_(all_rounds() ? 1 : one_in) {}

  bool takes_next() {
    if (one_in_ == 1) return true;
    const std::uint64_t n = n_seen_++;
    return n % one_in_ == mixed(sample_seed() + n / one_in_) % one_in_;
  }

 private:
  // SplitMix64: neighbouring numbers to unrelated ones, so that no loop's length goes with a
  // sample.
  static std::uint64_t mixed(std::uint64_t n) {
    n *= 0x9e3779b97f4a7c15U;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9U;
    n = (n ^ (n >> 27)) * 0x94d049bb133111ebU;
    return n ^ (n >> 31);
  }

  unsigned one_in_;
  std::uint64_t n_seen_ = 0;
};

}  // namespace attn
