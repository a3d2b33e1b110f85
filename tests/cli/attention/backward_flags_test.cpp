#include "cli/attention/backward_flags.hpp"

#include "base/message.hpp"
#include "mechanisms/attention/attention.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/multi_head_problem.hpp"

using namespace attn;

namespace {

// Two queries, one of them a word with a bracket and a comma in it.
Trace two_queries() {
  AttentionProblem problem = problem_of(
      Projected{.Q = arma::vec{0, 1}, .K = arma::vec{1, 2}, .V = {{2, 0, 1}, {4, 1, 1}}});
  problem.query_tokens = {"[a,", "b"};
  return scaled_dot_product(problem);
}

Trace walked_back(const std::string& loss, const std::string& target = "") {
  BackwardFlags flags{.loss = typed("--loss", loss), .target = typed("--target", target)};
  type(flags.backward);
  Trace trace = two_queries();
  flags.add_stages(trace);
  return trace;
}

std::string formula_of(const std::string& loss) { return walked_back(loss).stage("loss").formula; }

void check_loss_refused(const std::string& loss, const std::string& text) {
  CHECK_THROWS_MATCHES(walked_back(loss), InputError, Message(text));
}

}  // namespace

TEST_CASE("BackwardFlags: nothing is added unless it is asked for", "[cli][backward]") {
  Trace trace = two_queries();
  const std::size_t n_stages = trace.stages.size();
  BackwardFlags{}.add_stages(trace);
  CHECK(trace.stages.size() == n_stages);
}

TEST_CASE("BackwardFlags: the loss is the sum, a cell or a target", "[cli][backward]") {
  CHECK(formula_of("") == "L = Σ O");
  CHECK(formula_of("output[b, 2]") == "L = O[b, 2]");
  CHECK(formula_of(" output[ 0,1 ]") == "L = O[[a,, 1]");  // as one types it
  CHECK(formula_of("output[[a,, 1]") == "L = O[[a,, 1]");
  CHECK(formula_of("weights[b, k1]") == "L = A[b, k1]");
  CHECK(walked_back("", "1 2 3; 4 5 6").stage("loss").formula == "L = Σ (O − T)² / 6");
}

TEST_CASE("BackwardFlags: refuses a loss that is no cell", "[cli][backward][error]") {
  const std::string shape =
      "--loss names one cell by stage, row and column, such as \"output[[a,, 0]\", but it is ";
  for (const std::string text : {"output", "output[1]", "output[0, 1", "0, 1]", "output, [1]"})
    check_loss_refused(text, shape + text + ".");
  check_loss_refused("scores[0, 1]",
                     "--loss must be a cell of output, weights, but it is one of scores.");
  check_loss_refused("[0, 1]", "--loss must be a cell of output, weights, but it is one of ''.");
  check_loss_refused("output[c, 1]", "--loss c: output has no such row. It has [a,, b, or 0 to 1.");
  check_loss_refused("output[b, 3]", "--loss 3: output has columns 0 to 2.");
}

TEST_CASE("BackwardFlags: says where the output of a head lies", "[cli][backward][error]") {
  const auto refused = [](const std::string& loss, const std::string& text) {
    std::mt19937 draws(3);
    Trace trace = multi_head(random_problem(draws, {}));
    BackwardFlags flags{.loss = typed("--loss", loss)};
    type(flags.backward);
    CHECK_THROWS_MATCHES(flags.add_stages(trace), InputError, Message(text));
  };
  const std::string wrong = "--loss must be a cell of projected, concat, but it is one of ";
  const std::string side_by_side = "concat holds the outputs of all heads side by side: ";
  refused("output[0, 1]",
          wrong + "output. " + side_by_side + "its columns 0 to 1 are head 0 output.");
  refused("head 1 output[0, 1]",
          wrong + "head 1 output. " + side_by_side + "its columns 2 to 3 are head 1 output.");
  refused("scores[0, 1]", wrong + "scores.");
}

TEST_CASE("BackwardFlags: refuses a target of another shape", "[cli][backward][error]") {
  CHECK_THROWS_MATCHES(
      walked_back("", "1 2; 3 4"), InputError,
      Message("--target 1 2; 3 4 is 2 x 2, but the result to compare it with (output) is 2 x 3. "
              "Give one row for each token."));
}

TEST_CASE("BackwardFlags: refuses what has no effect", "[cli][backward][error]") {
  const auto refused = [](const BackwardFlags& flags, const ViewFlags& view, const Flag& batch,
                          const std::string& text) {
    CHECK_THROWS_MATCHES(flags.refuse_unused(view, batch, {}), InputError, Message(text));
  };
  const Flag no_batch("--batch");
  for (const char* name : {"--loss", "--target", "--jacobian"}) {
    BackwardFlags flags;
    for (Flag* flag : {&flags.loss, &flags.target, &flags.jacobian})
      if (flag->name() == name) type(*flag, "1");
    refused(flags, {}, no_batch, std::string(name) + " only works with --backward.");
  }
  BackwardFlags flags;
  type(flags.backward);
  CHECK_NOTHROW(flags.refuse_unused({}, no_batch, {}));
  refused(flags, {}, typed("--batch", "2"),
          "--backward shows the gradients of one sequence; those of weights that a batch shares "
          "would add up over all of it. Leave out --batch.");
  const std::string one =
      " takes one matrix, and there are many on the way back: name it, such as --stage d_input.";
  ViewFlags view;
  type(view.quiet);
  refused(flags, view, no_batch, "--quiet" + one);
  type(view.stages, "d_wq");
  CHECK_NOTHROW(flags.refuse_unused(view, no_batch, {}));
  ViewFlags saves;
  saves.files.give("a.npz");
  CHECK_NOTHROW(flags.refuse_unused(saves, no_batch, {}));
  saves.files.give("a.npy");
  refused(flags, saves, no_batch, "-o a.npy" + one);
  ViewFlags pictures;
  type(pictures.view, "bars");
  refused(flags, pictures, no_batch,
          "--view bars draws the weights where no stage is named. For the way back name one, such "
          "as --stage d_scaled.");
  type(pictures.view, "flow");
  refused(flags, pictures, no_batch,
          "--view flow draws the way forward alone: leave out --backward.");
  type(pictures.view, "heat");
  CHECK_NOTHROW(flags.refuse_unused(pictures, no_batch, {}));
}
