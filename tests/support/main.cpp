// The tests' main function, compiled once: Catch2's own is slow to build. It also knows by what
// samples were drawn, and says so where tests fail.
#include <cstdio>

#include "rounds.hpp"

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
#else
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>
#endif

namespace {

bool is_drawn = false;

// The first digits of the commit's id, or 0 where there is none.
std::uint64_t commit_number() {
  char digits[16] = "";
  if (std::FILE* const git =
          popen("git -C '" ATTN_SOURCE_DIR "' rev-parse HEAD 2>/dev/null | cut -c1-8", "r")) {
    if (!std::fgets(digits, sizeof digits, git)) digits[0] = '\0';
    pclose(git);
  }
  return std::strtoull(digits, nullptr, 16);
}

}  // namespace

std::uint64_t attn::sample_seed() {
  static const std::uint64_t seed = [] {
    const char* const text = std::getenv("ATTN_SAMPLE");
    return text ? std::stoull(text) : commit_number();
  }();
  is_drawn = true;
  return seed;
}

int main(int argc, char* argv[]) {
  const int exit_code = Catch::Session().run(argc, argv);
  if (exit_code != 0 && is_drawn)
    std::printf("Samples were drawn with ATTN_SAMPLE=%llu\n",
                static_cast<unsigned long long>(attn::sample_seed()));
  return exit_code;
}
