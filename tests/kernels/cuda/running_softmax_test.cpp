#include "kernels/cuda/running_softmax.hpp"

#include <barrier>
#include <thread>

#include "support/catch.hpp"

using namespace attn::cuda;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// One query that sees every key, and what is known of it.
struct OneRow {
  double maximum = 0, sum = 0, factor = 0;
  KeySpan visible{.first = 0, .last = 100};

  OneRow() { begin_row(rows(), 0); }

  RunningRows<double> rows() { return {.maximum = &maximum, .sum = &sum, .factor = &factor}; }

  std::vector<double> weights(std::vector<double> scores, double scale = 1) {
    update_row(ScoreTile<double>{.tile = {.n_heads = 1,
                                          .n_queries = 1,
                                          .n_keys = static_cast<std::int64_t>(scores.size())},
                                 .n_q = 1,
                                 .scores = scores.data(),
                                 .scale = scale,
                                 .visible = &visible,
                                 .rows = rows()},
               0, 0, SingleLane());
    return scores;
  }
};

constexpr int kLanes = 32;

// A warp whose lanes are threads.
struct Meeting {
  std::array<double, kLanes> values{};
  std::barrier<> all{kLanes};
};

struct ThreadLane {
  Meeting& meeting;
  std::int64_t lane;

  std::int64_t first() const { return lane; }
  static std::int64_t step() { return kLanes; }
  double largest(double mine) const {
    return met(mine, [](double a, double b) { return b > a ? b : a; });
  }
  double sum(double mine) const { return met(mine, std::plus<>()); }

 private:
  template <class Join>
  double met(double mine, const Join& join) const {
    meeting.values[static_cast<std::size_t>(lane)] = mine;
    meeting.all.arrive_and_wait();
    double joined = meeting.values[0];
    for (std::size_t i = 1; i < kLanes; ++i) joined = join(joined, meeting.values[i]);
    meeting.all.arrive_and_wait();
    return joined;
  }
};

}  // namespace

TEST_CASE("update_row: two tiles by hand") {
  const double log2 = std::log(2.0);
  OneRow row;
  const std::vector<double> first = row.weights({log2, 0});  // weights 2 and 1, against 2
  CHECK(first[0] == 1);
  CHECK(first[1] == Approx(0.5));
  CHECK(row.factor == kNothingYet);
  CHECK(row.sum == Approx(1.5));
  const std::vector<double> second = row.weights({3 * log2});  // weight 8
  CHECK(second[0] == 1);
  CHECK(row.factor == Approx(0.25));
  CHECK(row.sum == Approx(11.0 / 8));
  finish_row(row.rows(), 0);
  CHECK(row.factor == Approx(8.0 / 11));
  CHECK(row.maximum == Approx(std::log(11.0)));
}

TEST_CASE("update_row: what is not visible weighs nothing") {
  OneRow row;
  row.visible = {.first = 1, .last = 2};
  CHECK(row.weights({5, 1, kNaN}) == std::vector<double>{0, 1, 0});
  row.visible = {};
  CHECK(row.weights({7, 8}) == std::vector<double>{0, 0});
  CHECK(row.factor == 1);
  CHECK(row.sum == 1);
}

TEST_CASE("update_row: a query without keys has the sum 0") {
  OneRow row;
  CHECK(row.weights({-kInfinity, -kInfinity}) == std::vector<double>{0, 0});
  finish_row(row.rows(), 0);
  CHECK(row.factor == kNothingYet);
  CHECK(row.maximum == -kInfinity);
}

TEST_CASE("update_row: NaN and overflow reach the sum and stay there") {
  for (const std::vector<double>& scores : {std::vector<double>{kNaN}, {1, kNaN}, {kInfinity}}) {
    OneRow row;
    row.weights(scores);
    CHECK(std::isnan(row.sum));
    row.weights({2, 3});
    CHECK(std::isnan(row.sum));
    finish_row(row.rows(), 0);
    CHECK(std::isnan(row.factor));
  }
  OneRow row;
  row.weights({1e300}, 1e300);  // finite until it is scaled
  CHECK(std::isnan(row.sum));
}

TEST_CASE("update_row: the lanes of a warp find together what one finds alone") {
  for (const int n_keys : {1, 31, 32, 33, 100}) {
    OneRow alone, together;
    std::vector<double> scores;
    for (int j = 0; j < n_keys; ++j) scores.push_back(std::sin(j * j));
    for (int tile = 0; tile < 2; ++tile) {
      std::vector<double> shared = scores;
      ScoreTile<double> at{.tile = {.n_heads = 1, .n_queries = 1, .n_keys = n_keys},
                           .n_q = 1,
                           .scores = shared.data(),
                           .visible = &together.visible,
                           .rows = together.rows()};
      Meeting meeting;
      {
        std::vector<std::jthread> lanes;
        for (int lane = 0; lane < kLanes; ++lane)
          lanes.emplace_back([&, lane] { update_row(at, 0, 0, ThreadLane{meeting, lane}); });
      }
      CHECK(shared == alone.weights(scores));
      CHECK(together.maximum == alone.maximum);
      CHECK(together.factor == alone.factor);
      CHECK(together.sum == Approx(alone.sum));
      for (double& score : scores) score += 0.5;
    }
  }
}

TEST_CASE("rescale_cell: nothing yet overwrites NaN, and other factors keep it") {
  std::vector<double> output{kNaN, kNaN, 3, 4};  // 2 queries × 2 columns
  const std::vector<double> factor{kNothingYet, 0.5};
  const OutputTile<double> at{.tile = {.n_heads = 1, .n_queries = 2},
                              .n_q = 2,
                              .d_v = 2,
                              .output = output.data(),
                              .factor = factor.data()};
  for (int column : {0, 1})
    for (int query : {0, 1}) rescale_cell(at, query, column);
  CHECK(output[0] == 0);
  CHECK(std::isnan(output[1]));
  CHECK(output[2] == 0);
  CHECK(output[3] == 2);
}
