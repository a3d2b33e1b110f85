#include "network/five_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "network/draws.hpp"
#include "support/slopes.hpp"

namespace attn {
namespace {

constexpr double kMostError = 1e-7, kFloor = 1e-3;
constexpr std::size_t kTryAll = 2000, kTryOfEach = 200;

// The slope at 0 of a loss of one number, which move() sets.
double slope_at_0(const std::function<void(double)>& move, const std::function<double()>& loss,
                  double h) {
  const auto at = [&](double x) {
    move(x);
    return loss();
  };
  const double slope = slope_by_differences(at, h);
  move(0);
  return slope;
}

double largest(const std::vector<double>& gradient) {
  double most = 0.0;
  for (const double g : gradient) most = std::max(most, std::abs(g));
  return most;
}

double largest(const std::vector<ClaimedGradient>& claims) {
  double most = 0.0;
  for (const ClaimedGradient& claim : claims) most = std::max(most, largest(claim.gradient));
  return most;
}

std::vector<std::size_t> places_to_try(const ClaimedGradient& claim, bool all, std::size_t seed) {
  const std::size_t n = claim.gradient.size();
  std::vector<std::size_t> places(n);
  for (std::size_t i = 0; i < n; ++i) places[i] = i;
  if (all || n <= kTryOfEach) return places;
  const Draws draws(seed, 0, 0);
  places.resize(kTryOfEach);
  for (std::uint32_t i = 0; i < kTryOfEach; ++i)
    places[i] = draws.below(static_cast<std::uint32_t>(n), i);
  const auto size = [&](std::size_t i) { return std::abs(claim.gradient[i]); };
  std::size_t most = 0;
  for (std::size_t i = 1; i < n; ++i)
    if (size(i) > size(most)) most = i;
  places.push_back(most);
  return places;
}

// One direction of length 1 through all numbers of all claims.
std::vector<double> unit_direction(std::size_t n, std::size_t seed) {
  std::vector<double> u(n);
  fill_normal(Draws(seed, 0, 1), u.data(), n);
  double length = 0.0;
  for (const double x : u) length += x * x;
  for (double& x : u) x /= std::sqrt(length);
  return u;
}

}  // namespace

ClaimedGradient::ClaimedGradient(std::string of, Rows<double> numbers, Rows<const double> g)
    : name(std::move(of)), at(numbers) {
  for (std::size_t i = 0; i < g.n_rows; ++i)
    for (std::size_t j = 0; j < g.n_cols; ++j) gradient.push_back(g(i, j));
}

std::vector<ClaimedGradient> claims_of(Parameters<double>& parameters) {
  std::vector<ClaimedGradient> claims;
  for (const auto& tensor : parameters.tensors())
    claims.emplace_back(tensor.name, parameters.value_of(tensor), parameters.gradient_of(tensor));
  return claims;
}

std::string gradient_fault(const std::vector<ClaimedGradient>& claims,
                           const std::function<double()>& loss) {
  const double floor = kFloor * largest(claims);
  std::size_t n = 0;
  for (const ClaimedGradient& claim : claims) n += claim.gradient.size();
  double worst = 0.0;
  std::string fault;
  for (const ClaimedGradient& claim : claims)
    for (const std::size_t place : places_to_try(claim, n <= kTryAll, n)) {
      const std::size_t i = place / claim.at.n_cols, j = place % claim.at.n_cols;
      double& x = claim.at(i, j);
      const double before = x, claimed = claim.gradient[place];
      const double measured = slope_at_0([&](double by) { x = by == 0 ? before : before + by; },
                                         loss, step_of_differences(before));
      const double error = relative_error(claimed, measured, floor);
      if (error <= worst) continue;
      worst = error;
      fault = fmt::format("d{}[{}, {}] is {}, differences give {}: {} off", claim.name, i, j,
                          claimed, measured, error);
    }
  return worst < kMostError ? "" : fault;
}

std::string slope_fault(const std::vector<ClaimedGradient>& claims,
                        const std::function<double()>& loss) {
  std::vector<double*> numbers;
  std::vector<double> before, gradient;
  for (const ClaimedGradient& claim : claims)
    for (std::size_t k = 0; k < claim.gradient.size(); ++k) {
      numbers.push_back(&claim.at(k / claim.at.n_cols, k % claim.at.n_cols));
      before.push_back(*numbers.back());
      gradient.push_back(claim.gradient[k]);
    }
  for (std::size_t direction = 0; direction < 3; ++direction) {
    const std::vector<double> u = unit_direction(numbers.size(), direction);
    double claimed = 0.0;
    for (std::size_t k = 0; k < u.size(); ++k) claimed += gradient[k] * u[k];
    const auto move = [&](double by) {
      for (std::size_t k = 0; k < u.size(); ++k) *numbers[k] = before[k] + by * u[k];
    };
    const double measured = slope_at_0(move, loss, step_of_differences(0));
    const double error = relative_error(claimed, measured, kFloor * largest(claims));
    if (error >= kMostError)
      return fmt::format("along direction {} the slope is {}, differences give {}: {} off",
                         direction, claimed, measured, error);
  }
  return "";
}

double weighted_sum(Rows<const double> R, Rows<const double> Y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < Y.n_rows; ++i)
    for (std::size_t j = 0; j < Y.n_cols; ++j) sum += R(i, j) * Y(i, j);
  return sum;
}

}  // namespace attn
