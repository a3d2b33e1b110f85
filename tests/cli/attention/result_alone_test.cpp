#include "cli/attention/result_alone.hpp"

#include "base/message.hpp"
#include "data/matrix/text_formats.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

using namespace attn;

namespace {

std::string refusal(const ResultAloneFlags& flags, const ViewChoice& view,
                    const Flags& comparison = {}) {
  try {
    flags.read(view, comparison);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

ViewChoice quiet(const std::vector<std::string>& files = {}) {
  ViewChoice view;
  view.screen = Screen::quiet;
  view.files = files;
  return view;
}

// Everything that a command leaves behind when it prints and writes its result.
struct Left {
  CommandResult printed, written;
  arma::mat value;
};

Left left_by(const std::string& command) {
  const TemporaryFolder folder;
  Left left;
  left.printed = run_command(command + " --quiet", folder.path());
  left.written = run_command(command + " --quiet -o y.csv && cat y.csv", folder.path());
  // What is NaN stands on the screen too; a file with it is written, but refused when it is read.
  if (left.written.out.find("nan") == std::string::npos)
    left.value = read_csv(left.written.out, "y.csv");
  return left;
}

}  // namespace

TEST_CASE("ResultAloneFlags: the result alone is what --quiet asks for when nothing names a stage",
          "[cli][result_alone]") {
  const ResultAloneFlags flags;
  CHECK(flags.read(quiet()));
  CHECK(flags.read(quiet({"y.npy", "y.csv"})));
  CHECK_FALSE(flags.read(quiet({"y.npy", "all.npz"})));
  CHECK_FALSE(flags.read(quiet({"all.json"})));
  CHECK_FALSE(flags.read(quiet(), {typed("--expect", "E.npy")}));
  CHECK_FALSE(flags.read({}));

  ViewChoice view = quiet();
  view.stages = {"weights"};
  CHECK_FALSE(flags.read(view));
  view = quiet();
  view.to = "scores";
  CHECK_FALSE(flags.read(view));
  for (const Screen screen :
       {Screen::text, Screen::json, Screen::plain, Screen::shapes, Screen::summary, Screen::step}) {
    view = quiet();
    view.screen = screen;
    CHECK_FALSE(flags.read(view));
  }
}

TEST_CASE("ResultAloneFlags: reads the numbers and the threads", "[cli][result_alone]") {
  ResultAloneFlags flags;
  CHECK(flags.read(quiet())->precision == kernel_facts().usual);
  CHECK(flags.read(quiet())->n_threads == 0);
  type(flags.dtype, "fp32");
  type(flags.threads, "3");
  CHECK(flags.read(quiet())->precision == Precision::fp32);
  CHECK(flags.read(quiet())->n_threads == 3);
}

TEST_CASE("ResultAloneFlags: refuses what would do nothing, and what does not exist",
          "[cli][result_alone][error]") {
  ResultAloneFlags flags;
  type(flags.dtype, "fp32");
  const std::string nothing =
      " is for a result without stages: with --quiet, and with -o only .npy and .csv. Stages are "
      "always computed in fp64.";
  CHECK(refusal(flags, {}) == "--dtype" + nothing);
  CHECK(refusal(flags, quiet({"y.npz"})) == "--dtype" + nothing);
  CHECK(refusal(flags, quiet(), {typed("--expect", "E.npy")}) ==
        "--dtype and --expect cannot be used together.");
  flags = {};
  type(flags.threads, "2");
  CHECK(refusal(flags, {}) == "--threads" + nothing);
  type(flags.threads, "0");
  CHECK(refusal(flags, quiet()) == "--threads must be a whole number from 1 to 1024, but it is 0.");
  flags = {};
  type(flags.dtype, "float32");
  CHECK(refusal(flags, quiet()) == "--dtype must be one of fp64, fp32, tf32, but it is float32.");
  type(flags.dtype, "tf32");
  CHECK(refusal(flags, quiet()).starts_with("--dtype tf32 needs a CUDA device that has it") ==
        !kernel_facts().has_tf32);
}

TEST_CASE("result_alone: is the last stage, with its labels and warnings", "[cli][result_alone]") {
  std::mt19937 draws(31);
  MultiHeadProblem layer = random_problem(draws, {.n_q = 4, .bias = true});
  AttentionProblem head = problem_of(Projected{
      random_matrix(draws, 4, 2), random_matrix(draws, 4, 2), random_matrix(draws, 4, 3)});
  for (const bool empties : {false, true}) {
    layer.mask = head.mask = Mask(4, 4, arma::fill::ones);
    if (empties) layer.mask->rows(1, 2).zeros();
    head.mask = layer.mask;
    const auto check = [](const Trace& alone, const Trace& full) {
      REQUIRE(alone.stages.size() == 1);
      const Stage& stage = alone.stages.front();
      const Stage& last = full.result.empty() ? full.stages.back() : full.stage(full.result);
      CHECK(stage.id == last.id);
      CHECK(alone.result == last.id);
      CHECK(stage.rows.labels == last.rows.labels);
      CHECK(stage.cols.name == last.cols.name);
      CHECK(difference(stage.value, last.value) == "");
      CHECK(alone.warnings == full.warnings);
      CHECK(alone.command == full.command);
    };
    check(result_alone(layer, {}), multi_head(layer));
    check(result_alone(head, {}), scaled_dot_product(head));
    MultiHeadProblem open_end = layer;
    open_end.weights.W_O.reset();
    check(result_alone(open_end, {.precision = Precision::fp64, .n_threads = 2}),
          multi_head(open_end));
  }
}

TEST_CASE("result_alone: refuses labels that are not one a row, as the mechanisms do",
          "[cli][result_alone][error]") {
  std::mt19937 draws(32);
  MultiHeadProblem layer = random_problem(draws, {});
  layer.query_tokens.pop_back();
  CHECK_THROWS_MATCHES(result_alone(layer, {}), InputError,
                       Message("X needs one token a row: rows 3, tokens given 2. Check --tokens "
                               "and --key-tokens."));
}

TEST_CASE("keeps_stages: where they are asked for, or few, and fit", "[cli][result_alone]") {
  CHECK(keeps_stages({}, 10, 10));
  CHECK(keeps_stages(ResultAlone{}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{}, 10, 100));
  CHECK_FALSE(keeps_stages(ResultAlone{.is_chosen = true}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{.explains = true}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{}, 100000, 100000, 8));
  CHECK_THROWS_MATCHES(
      keeps_stages({}, 9000, 9000), InputError,
      Message("every stage is kept, and 9000 queries x 9000 keys make more score cells than fit: "
              "the limit is 16777216. Use shorter sequences. Or let the result be computed alone, "
              "without stages: --quiet -o FILE.npy."));
}

TEST_CASE("attn: --quiet prints and writes what the stages end with", "[cli][result_alone]") {
  const std::string command = GENERATE(
      as<std::string>{}, "attend 'The cat sat down' --causal",
      "attend 'a b c' --cross 'd e' --causal --seed 3", "attend 'a b c d' --window 2 --pad 1",
      "attend 'a b c' --scale 0.3 --d-k 3 --d-v 5", "attend 'a b c' --no-scale --rng numpy",
      "attend 'a b' --mask '0 0; 1 1'", "attend 'a b' --mask '0 0; 1 1' --empty-row uniform",
      "attend 'a b' --mask '0 0; 1 1' --empty-row nan", "attend 'a b c d e' --pad 5",
      "attend 'a b c' --view heat --explain 0", "attend 'a b c' --view both",
      "attend 'a b c' --view waves --glyphs ascii",
      "attend --q '1 0; 0 1' --k '1 0; 0 1' --v '1; 2' --tokens 'x|y'",
      "mha 'The cat sat down' --heads 2 --causal",
      "mha 'a b c' --heads 4 --kv-heads 2 --bias --d-model 8",
      "mha 'a b c' --rope --heads 2 --d-model 8", "mha 'a b c' --rope --layout half --base 100",
      "mha 'a b c' --head 1", "mha 'a b c' --average --precision 12",
      "mha 'a b' --cross 'c d e' --window 1 --empty-row uniform",
      "mha --x $WEIGHTS/pytorch.npz --weights $WEIGHTS/pytorch.npz --heads 3",
      "mha --x $WEIGHTS/llama.safetensors --weights $WEIGHTS/llama.safetensors "
      "--heads 4 --rope --causal");
  CAPTURE(command);
  // Numbers that are chosen are computed without stages; a stage that is named keeps all of them.
  const std::string last = command.starts_with("mha") ? "projected" : "output";
  const Left alone = left_by("attn " + command + " --dtype fp64");
  const Left named = left_by("attn " + command + " --stage " + last);
  CHECK(alone.printed.out == named.printed.out);
  CHECK(alone.printed.err == named.printed.err);
  CHECK(alone.printed.exit_code == named.printed.exit_code);
  CHECK(alone.written.err == named.written.err);
  CHECK(alone.written.exit_code == 0);
  CHECK(difference(alone.value, named.value) == "");
}

TEST_CASE("attn: --quiet has 0 where the stages have it", "[cli][result_alone]") {
  const arma::mat value = left_by("attn attend 'the dog'").value;
  CHECK(value(0, 0) == 0.0);
  CHECK(value(0, 1) != 0.0);
}

TEST_CASE("attn: --dtype fp32 and --threads change no more than rounding", "[cli][result_alone]") {
  const TemporaryFolder folder;
  const std::string command = "attn mha 'The cat sat on the mat' --heads 2 --causal --quiet";
  const std::string usual = run_command(command, folder.path()).out;
  CHECK(run_command(command + " --dtype fp32", folder.path()).out == usual);
  CHECK(run_command(command + " --dtype fp64 --threads 2", folder.path()).out == usual);
}
