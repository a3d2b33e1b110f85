#include "cli/pretrained/all_weights_files.hpp"

#include <cmath>

#include "data/matrix/arrays.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

/// The weights of all heads of a small model, and what is said of others.
class WeightsAtHand {
 public:
  WeightsAtHand() {
    run("-o all.npy");
    const MappedArray all(folder_.path("all.npy"), "");
    shape_ = all.shape();
    weights_.set_size(all.n_numbers());
    all.copy(0, weights_.n_elem, weights_.memptr());
  }

  const arma::vec& weights() const { return weights_; }

  CommandResult compared(const arma::vec& others, const std::string& flags = "") const {
    folder_.file("others.npy", npy_header("<f8", shape_) + row_major_bytes(others.t()));
    CommandResult result = run("--expect others.npy " + flags);
    result.err = in_one_line(result.err);
    return result;
  }

 private:
  CommandResult run(const std::string& flags) const {
    return run_command("attn mha --model " + model_path("gpt2") + " 'The cat sat' --quiet " + flags,
                       folder_.path());
  }

  TemporaryFolder folder_;
  TensorShape shape_;
  arma::vec weights_;
};

double in_float16(double number) {
  int exponent = 0;
  const double digits = std::ldexp(std::frexp(number, &exponent), 11);
  return std::ldexp(std::round(digits), exponent - 11);
}

}  // namespace

TEST_CASE("AllWeightsFiles: the same weights, rounded, are told from others", "[cli][pretrained]") {
  const WeightsAtHand at_hand;
  const arma::vec decimals = arma::round(at_hand.weights() * 1e3) / 1e3;
  arma::vec halves = at_hand.weights();
  halves.transform(in_float16);
  for (const auto& [rounded, flag] :
       {std::pair{decimals, "--tolerance 0.001"}, {halves, "--tolerance 5e-04"}}) {
    const CommandResult result = at_hand.compared(rounded);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err,
               ContainsSubstring("The expected values are rounded, and up to their last "
                                 "digit they agree: " +
                                 std::string(flag) + " accepts that."));
    CHECK(at_hand.compared(rounded, flag).exit_code == 0);
  }
}

TEST_CASE("AllWeightsFiles: the cause of a difference is found among rounded weights, too",
          "[cli][pretrained]") {
  const WeightsAtHand at_hand;
  const arma::vec scores = arma::log(at_hand.weights() + 1e-30);
  const CommandResult cause = at_hand.compared(arma::round(scores * 1e4) / 1e4);
  CHECK(cause.exit_code == 1);
  CHECK_THAT(cause.err, ContainsSubstring("This change would make layer 0 agree: apply softmax "
                                          "there: the numbers are scores. The expected values are "
                                          "rounded; this was tried with --tolerance 1e-04."));
  arma::vec other = arma::round(at_hand.weights() * 1e3) / 1e3;
  other(other.n_elem - 1) += 0.1;
  const CommandResult none = at_hand.compared(other);
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err,
             ContainsSubstring("They differ from layer 1 on; the layers before it agree."));
  CHECK_THAT(none.err, ContainsSubstring("this was tried with --tolerance 0.001."));
}
