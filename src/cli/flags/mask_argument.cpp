#include "cli/flags/mask_argument.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/preview.hpp"
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

bool says_true_or_false(const std::string& lower) {
  return lower.find("true") != std::string::npos || lower.find("false") != std::string::npos;
}

// Whether it is only True and False, as in "True False; True True".
bool is_truth_values(const std::string& lower) {
  std::string words = lower;
  std::replace_if(
      words.begin(), words.end(),
      [](char c) { return c == ',' || c == ';' || c == '[' || c == ']'; }, ' ');
  std::istringstream stream(words);
  for (std::string word; stream >> word;)
    if (word != "true" && word != "false" && word != "0" && word != "1") return false;
  return says_true_or_false(lower);
}

// Whether the file that could not be read as a matrix holds such words.
bool file_says_true_or_false(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string beginning(4096, '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(file.gcount()));
  return says_true_or_false(lower_case(beginning));
}

std::string polarity() {
  return translated(
      "1 means that a query may attend: True for F.scaled_dot_product_attention is 1, True for "
      "nn.MultiheadAttention (blocked) is 0.");
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
  if (is_truth_values(lower))
    throw InputError(
        message("--mask reads numbers, but it is {}. {}", preview(argument), polarity()));
  try {
    return mask_from_numbers(read_matrix(argument, flag.name(), {"mask"}));
  } catch (const InputError& error) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(argument, unknown) || !file_says_true_or_false(argument))
      throw;
    throw InputError(std::string(error.what()) + " " + polarity());
  }
}

}  // namespace attn
