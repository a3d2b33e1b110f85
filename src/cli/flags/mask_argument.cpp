#include "cli/flags/mask_argument.hpp"

#include <array>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/text.hpp"
#include "data/files/text_bytes.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/matrix/truth_value.hpp"

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

// Two functions of one library take truth values in opposite senses.
void tell_what_true_means(const std::string& flag) {
  tell_reading(
      message("{}: True was taken for \"may attend\", as in F.scaled_dot_product_attention. In "
              "masks for nn.MultiheadAttention it means blocked: of such a mask, save ~mask.",
              flag));
}

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
  const std::size_t n_before = n_times_truth_values_were_read();
  Mask mask = mask_from_numbers(read_matrix(argument, flag.name(), {"mask"}));
  if (n_times_truth_values_were_read() > n_before) tell_what_true_means(flag.name());
  return mask;
}

}  // namespace attn
