#include "cli/flags/mask_argument.hpp"

#include <array>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {
namespace {

struct MaskKind {
  const char* word;
  const char* flag;
};
constexpr std::array<MaskKind, 12> kMaskKinds{{{"causal", "--causal"},
                                               {"tril", "--causal"},
                                               {"triu", "--causal"},
                                               {"padding", "--pad N"},
                                               {"pad", "--pad N"},
                                               {"window", "--window N"},
                                               {"sliding", "--window N"},
                                               {"prefix", "--prefix N"},
                                               {"half", "--half literal"},
                                               {"block", "--half literal"},
                                               {"segments", "--segments LIST"},
                                               {"documents", "--segments LIST"}}};

}  // namespace

Mask read_mask(const Flag& flag) {
  const std::string& argument = flag.text();
  const std::string lower = lower_case(argument);
  for (const MaskKind& kind : kMaskKinds)
    if (lower == kind.word)
      throw InputError(
          message("--mask reads a matrix of 1 (may attend) and 0 (may not), but it "
                  "is {}. Did you mean {}?",
                  preview(argument), kind.flag));
  return mask_from_numbers(read_matrix(argument, flag.name(), {"mask"}));
}

}  // namespace attn
