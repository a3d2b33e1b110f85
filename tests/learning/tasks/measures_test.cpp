#include "learning/tasks/measures.hpp"

#include "network/layers/layers.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

// A model that does nothing but hold maps of attention: for each head one, the same everywhere.
class Maps : public Network<float> {
 public:
  Maps(std::size_t n, std::vector<std::vector<float>> of_head)
      : Network<float>(1), n_(n), of_head_(std::move(of_head)) {}
  Rows<float> forward(Workers&, const Batch<float>&, const PassMode&) override { return {}; }
  void backward(Workers&, const Batch<float>&, const PassMode&, Rows<float>) override {}
  std::size_t n_layers() const override { return 1; }
  std::size_t n_heads() const override { return of_head_.size(); }
  Rows<const float> weights(std::size_t, std::size_t, std::size_t head) const override {
    return {of_head_[head].data(), n_, n_};
  }

 private:
  std::size_t n_;
  std::vector<std::vector<float>> of_head_;
};

const std::vector<float> kEven{0.5F, 0.5F, 0.5F, 0.5F}, kItself{1, 0, 0, 1}, kOther{0, 1, 1, 0};

}  // namespace

TEST_CASE("best_head: the head that follows the rule, beside the best of the other model",
          "[learning]") {
  const Maps before(2, {kEven, kOther}), after(2, {kOther, kItself});
  const std::vector<RuledSequence> sequences(3, {2, copy_keys(2)});
  const MeasureRow row = best_head(before, after, sequences, Sight::all);
  CHECK(row.before == Approx(0.5));
  CHECK(row.after == Approx(1.0));
  CHECK(row.chance == Approx(0.5));
  CHECK(row.place == HeadPlace{0, 1});
}

TEST_CASE("weights_of: padding is left out", "[learning]") {
  const Maps model(2, {kItself});
  CHECK(weights_of(model, 0, 0, 0, 1).n_rows == 1);
  CHECK(weights_of(model, 0, 0, 0, 2)(1, 1) == 1.0);
}

TEST_CASE("rightness: places and whole sequences, without those that are not asked", "[learning]") {
  std::vector<float> logits{0, 1, 1, 0, 0, 1, 1, 0};  // says 1, 0, 1, 0
  const Rows<const float> Z{logits.data(), 4, 2};
  const Rightness both = rightness(Z, {1, 0, 0, 0}, 2);
  CHECK(both.accuracy() == 0.75);
  CHECK(both.whole() == 0.5);
  const Rightness asked = rightness(Z, {1, 0, kNoTarget, 0}, 2);
  CHECK(asked.accuracy() == 1.0);
  CHECK(asked.n_targets == 3);
}

TEST_CASE("accuracy_text: three decimals, and none only where there is none", "[learning]") {
  CHECK(accuracy_text(0.9826) == "0.983");
  CHECK(accuracy_text(1.0) == "1.000");
  CHECK(accuracy_text(0.0) == "0.000");
  CHECK(accuracy_text(1e-8) == "<0.001");
  CHECK(accuracy_cell(0.9826).value == 0.9826);
  CHECK(accuracy_cell(0.9826).places == 3);
}

TEST_CASE("measures_table: a row for each measure, and a dash where chance means nothing",
          "[learning]") {
  const Table table = measures_table({{.id = "a", .name = "A", .before = 0.25, .after = 1.0}}, "n");
  REQUIRE(table.rows.size() == 1);
  CHECK(std::get<cell::Text>(table.rows[0][0]).id == "a");
  CHECK(std::get<cell::Real>(table.rows[0][2]).value == 1.0);
  CHECK(std::get<cell::Missing>(table.rows[0][3]).text == "-");
  CHECK(table.note == "n");
}
