#include "cli/flags/padding_words.hpp"

#include "base/text.hpp"

namespace attn {
namespace {

bool is_padding(const std::string& token) {
  const std::string folded = folded_form(token);
  return folded == "<pad>" || folded == "[pad]";
}

}  // namespace

std::vector<arma::uword> padding_among(const std::vector<std::string>& tokens) {
  std::vector<arma::uword> places;
  for (arma::uword i = 0; i < tokens.size(); ++i)
    if (is_padding(tokens[i])) places.push_back(i);
  return places;
}

}  // namespace attn
