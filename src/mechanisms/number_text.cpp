#include "mechanisms/number_text.hpp"

#include <fmt/format.h>

#include "core/shape.hpp"

namespace attn {
namespace {

std::string with_minus_sign(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

}  // namespace

std::string fixed_text(double number, int decimals) {
  std::string text = fmt::format("{:.{}f}", number, decimals);
  if (text.find_first_of("123456789") == std::string::npos)
    text = fmt::format("{:.{}f}", 0.0, decimals);  // never −0.000
  return with_minus_sign(std::move(text));
}

std::string short_text(double number) {
  return with_minus_sign(fmt::format("{:.4g}", number == 0.0 ? 0.0 : number));
}

double largest_difference(const arma::mat& A, const arma::mat& B) {
  require_shape("B", B.n_rows, B.n_cols, A.n_rows, A.n_cols);
  return A.is_empty() ? 0.0 : arma::abs(A - B).max();
}

std::string difference_text(const arma::mat& A, const arma::mat& B) {
  const double difference = largest_difference(A, B);
  return difference < kRounding ? "< 1e-12" : short_text(difference);
}

}  // namespace attn
