#include "network/optimizers/optimizers.hpp"

#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

// One parameter, a gradient for each step, and where that leads.
std::vector<double> path(const OptimizerSettings& settings, double begin, double learning_rate,
                         const std::vector<double>& gradients) {
  Workers workers(1);
  Parameters<double> all(1);
  all.add("p", 1, Start::zeros());
  all.values = {begin};
  Optimizer<double> optimizer(settings, 1);
  std::vector<double> way;
  for (const double g : gradients) {
    all.gradients = {g};
    optimizer.step(workers, all, learning_rate);
    way.push_back(all.values[0]);
  }
  CHECK(optimizer.n_steps == gradients.size());
  return way;
}

// Adam as the paper writes it: both means corrected, then one divided by the root of the other.
std::vector<double> adam_of_paper(double p, double learning_rate, const std::vector<double>& g,
                                  double decay_of_weights = 0.0, double decay_of_gradient = 0.0) {
  double m = 0, v = 0;
  std::vector<double> way;
  for (std::size_t t = 1; t <= g.size(); ++t) {
    const double gradient = g[t - 1] + decay_of_gradient * p;
    p -= learning_rate * decay_of_weights * p;
    m = 0.9 * m + 0.1 * gradient;
    v = 0.999 * v + 0.001 * gradient * gradient;
    const double m_hat = m / (1 - std::pow(0.9, t)), v_hat = v / (1 - std::pow(0.999, t));
    p -= learning_rate * m_hat / (std::sqrt(v_hat) + 1e-8);
    way.push_back(p);
  }
  return way;
}

const std::vector<double> kGradients{3, -1, 0.5, 1e-9, 0, 7, -2};

// A few hundred thousand parameters with their gradients.
void fill_large(Parameters<float>& all) {
  all.add("p", 700, 500, Start::uniform(1));
  fill_normal(Draws(1, 2, 3), all.gradients.data(), all.gradients.size());
}

}  // namespace

TEST_CASE("sgd: by hand") {
  const OptimizerSettings plain{.kind = OptimizerKind::sgd};
  CHECK(difference(arma::vec(path(plain, 1, 0.1, {1, 2, -3})), arma::vec{0.9, 0.7, 1.0}) == "");
  // v = 1, 0.5 + 2 = 2.5, 1.25 − 3 = −1.75
  const OptimizerSettings heavy{.kind = OptimizerKind::sgd, .momentum = 0.5};
  CHECK(difference(arma::vec(path(heavy, 1, 0.1, {1, 2, -3})), arma::vec{0.9, 0.65, 0.825}) == "");
  // g = 0 + 0.5 · 2, then 0.5 · 1.9
  const OptimizerSettings decaying{.kind = OptimizerKind::sgd, .weight_decay = 0.5};
  CHECK(difference(arma::vec(path(decaying, 2, 0.1, {0, 0})), arma::vec{1.9, 1.805}) == "");
}

TEST_CASE("adam: the first step is as long as the learning rate, whatever the gradient") {
  for (const double g : {1e-3, 5.0, 1e6}) CHECK(path({}, 0, 0.01, {g})[0] == Approx(-0.01));
  CHECK(path({}, 0, 0.01, {0})[0] == 0);
  // ε is added after root and correction: where it weighs as much as g, half a step is left.
  CHECK(path({}, 0, 0.01, {1e-8})[0] == Approx(-0.005).epsilon(1e-12));
}

TEST_CASE("adam: as the paper has it") {
  CHECK(difference(arma::vec(path({}, 0.5, 0.01, kGradients)),
                   arma::vec(adam_of_paper(0.5, 0.01, kGradients))) == "");
  CHECK(difference(arma::vec(path({.weight_decay = 0.3}, 0.5, 0.01, kGradients)),
                   arma::vec(adam_of_paper(0.5, 0.01, kGradients, 0.0, 0.3))) == "");
}

TEST_CASE("adamw: decay shrinks the parameter and leaves the gradient alone") {
  const OptimizerSettings settings{.kind = OptimizerKind::adamw, .weight_decay = 0.3};
  CHECK(difference(arma::vec(path(settings, 0.5, 0.01, kGradients)),
                   arma::vec(adam_of_paper(0.5, 0.01, kGradients, 0.3))) == "");
  CHECK(path(settings, 2, 0.1, {0})[0] == Approx(2 * (1 - 0.03)));
  const OptimizerSettings without{.kind = OptimizerKind::adamw};
  CHECK(path(without, 0.5, 0.01, kGradients) == path({}, 0.5, 0.01, kGradients));
}

TEST_CASE("adam: other settings are heard") {
  // β₁ = β₂ = 0 follows the sign of each gradient alone, but for ε.
  const OptimizerSettings forgetful{.beta1 = 0, .beta2 = 0, .epsilon = 1};
  CHECK(difference(arma::vec(path(forgetful, 0, 1, {1, -3})), arma::vec{-0.5, 0.25}) == "");
}

TEST_CASE("Optimizer: goes on from its running means") {
  for (const Named<OptimizerKind>& kind : kOptimizers) {
    const OptimizerSettings settings{.kind = kind.value, .momentum = 0.9, .weight_decay = 0.1};
    Workers workers(1);
    Parameters<double> all(1), resumed(1);
    for (Parameters<double>* parameters : {&all, &resumed})
      parameters->add("p", 5, Start::uniform(1));
    Optimizer<double> optimizer(settings, 5), next(settings, 5);
    all.gradients = {1, 2, 3, 4, 5};
    optimizer.step(workers, all, 0.1);
    resumed.values = all.values;
    next.n_steps = optimizer.n_steps;
    next.first_moment = optimizer.first_moment;
    next.second_moment = optimizer.second_moment;
    all.gradients = resumed.gradients = {-1, 0, 2, 0, 9};
    optimizer.step(workers, all, 0.1);
    next.step(workers, resumed, 0.1);
    CHECK(resumed.values == all.values);
    CHECK(all.gradients == resumed.gradients);  // they stay as they were
  }
}

TEST_CASE("Optimizer: running means never become denormal") {
  for (const Named<OptimizerKind>& kind : kOptimizers) {
    Workers workers(1);
    Parameters<float> all(1);
    all.add("p", 1, Start::zeros());
    Optimizer<float> optimizer({.kind = kind.value, .momentum = 0.5}, 1);
    all.gradients = {1e-15F};
    bool all_normal = true;
    for (int t = 0; t < 1000; ++t) {
      optimizer.step(workers, all, 0.1);
      all.gradients = {0};
      for (const auto& moments : {optimizer.first_moment, optimizer.second_moment})
        for (const float x : moments)
          all_normal &= x == 0 || std::abs(x) >= std::numeric_limits<float>::min();
    }
    CHECK(all_normal);
    CHECK(optimizer.first_moment[0] == 0);
    CHECK(std::abs(all.values[0]) > 0);
  }
}

TEST_CASE("Optimizer: the same digits for any number of threads") {
  for (const Named<OptimizerKind>& kind : kOptimizers) {
    std::vector<float> of_one;
    for (const unsigned n_threads : {1U, 2U, 3U}) {
      Workers workers(n_threads);
      Parameters<float> all(1);
      fill_large(all);
      REQUIRE(n_pieces(50.0 * static_cast<double>(all.size()), all.size()) >= 3);
      Optimizer<float> optimizer({.kind = kind.value, .weight_decay = 0.1}, all.size());
      optimizer.step(workers, all, 0.01);
      if (n_threads == 1) of_one = all.values;
      CHECK((all.values == of_one));
    }
    // The last number has its step, too.
    Parameters<float> before(1);
    fill_large(before);
    CHECK(of_one.back() != before.values.back());
  }
}

TEST_CASE("clip_gradients: by hand") {
  Parameters<double> all(1);
  all.add("p", 2, Start::zeros());
  all.gradients = {3, 4};
  CHECK(gradient_norm(all) == 5);
  clip_gradients(all, 5, 10);
  CHECK(all.gradients == std::vector<double>{3, 4});
  clip_gradients(all, 5, 1);
  CHECK(difference(arma::vec(all.gradients), arma::vec{3 / 5.000001, 4 / 5.000001}) == "");
  CHECK(gradient_norm(all) <= 1);
}

TEST_CASE("gradient_norm: of many numbers") {
  for (const std::size_t n : {1U, 15U, 16U, 17U, 4096U, 4097U, 10007U}) {
    CAPTURE(n);
    Parameters<double> all(1);
    Parameters<float> in_float(1);
    all.add("p", n, Start::zeros());
    in_float.add("p", n, Start::zeros());
    fill_normal(Draws(1, 2, 3), all.gradients.data(), n);
    fill_normal(Draws(1, 2, 3), in_float.gradients.data(), n);
    const double norm = arma::norm(arma::vec(all.gradients));
    CHECK(gradient_norm(all) == Approx(norm).epsilon(1e-13));
    CHECK(gradient_norm(in_float) == Approx(norm).epsilon(1e-6));
  }
}

TEST_CASE("gradient_norm: squares of more than a float holds are summed in double") {
  Parameters<float> parameters(1);
  parameters.gradients = {3e30F, 4e30F};
  CHECK(gradient_norm(parameters) == Approx(5e30));
}

TEST_CASE("Schedule: constant unless told otherwise") {
  const Schedule schedule{.learning_rate = 0.01};
  for (const std::uint64_t t : {0U, 1U, 1000000U}) CHECK(schedule.at(t) == 0.01);
}

TEST_CASE("Schedule: the first step of a warm-up of 4 is a quarter, the fourth is whole") {
  const Schedule schedule{.learning_rate = 2, .warm_up = 4};
  CHECK(schedule.at(0) == 0.5);
  CHECK(schedule.at(1) == 1.0);
  CHECK(schedule.at(3) == 2.0);
  CHECK(schedule.at(4) == 2.0);
  CHECK(schedule.at(100) == 2.0);
}

TEST_CASE("Schedule: a cosine falls to a tenth") {
  const Schedule schedule{.learning_rate = 1, .warm_up = 10, .n_steps = 110, .is_cosine = true};
  CHECK(schedule.at(4) == 0.5);
  CHECK(schedule.at(9) == 1.0);
  CHECK(schedule.at(10) == 1.0);
  CHECK(schedule.at(60) == Approx(0.55).epsilon(1e-15));
  CHECK(schedule.at(35) == Approx(0.1 + 0.45 * (1 + std::cos(std::numbers::pi / 4))));
  CHECK(schedule.at(110) == Approx(0.1).epsilon(1e-15));
  CHECK(schedule.at(500) == Approx(0.1).epsilon(1e-15));
  for (std::uint64_t t = 10; t < 110; ++t) CHECK(schedule.at(t + 1) < schedule.at(t));
}

TEST_CASE("Schedule: a warm-up as long as the run") {
  const Schedule schedule{.learning_rate = 1, .warm_up = 5, .n_steps = 5, .is_cosine = true};
  CHECK(schedule.at(0) == Approx(0.2));
  CHECK(schedule.at(4) == 1.0);
}
