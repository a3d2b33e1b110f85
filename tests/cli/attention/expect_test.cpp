#include "cli/attention/expect.hpp"

#include <fmt/format.h>

#include "data/matrix/text_formats.hpp"
#include "mechanisms/attention/variants.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"
#include "support/temporary_folder.hpp"

namespace {

using TextRows = std::vector<std::vector<std::string>>;

MultiHeadProblem small_problem() {
  std::mt19937 draws(81);
  MultiHeadProblem problem = random_problem(draws, {.n_q = 2, .n_k = 2});
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  return problem;
}

std::string written(const arma::mat& matrix) {
  std::string text;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    for (arma::uword j = 0; j < matrix.n_cols; ++j)
      text += fmt::format("{}{}", j == 0 ? "" : " ", matrix(i, j));
    text += "; ";
  }
  return text.substr(0, text.size() - 2);
}

// What a comparison with `expected` adds to the trace.
struct Outcome {
  bool agrees;
  Trace trace;
  const Table& table() const { return trace.tables.back(); }
};

Outcome compared(const MultiHeadProblem& problem, const arma::mat& expected,
                 const std::string& tolerance = "", bool lists_tried = false) {
  Outcome result{.agrees = false, .trace = multi_head(problem)};
  result.agrees = compare(result.trace, problem,
                          {.expect = typed("--expect", written(expected)),
                           .tolerance = typed("--tolerance", tolerance)},
                          lists_tried);
  return result;
}

TEST_CASE("compare: the same numbers agree") {
  const MultiHeadProblem problem = small_problem();
  const Outcome result = compared(problem, multi_head(problem).stage("projected").value);
  CHECK(result.agrees);
  CHECK(result.table().id == "comparison");
  CHECK(result.table().after == "projected");
  CHECK(result.table().title.starts_with("The result agrees with "));
  CHECK(result.table().note == "");
  CHECK(texts_of(result.table().rows[0]) == TextRows::value_type{"largest difference", "0"});
  CHECK(result.trace.overview.back() == "comparison");
  CHECK(difference(result.trace.stage("difference").value, arma::zeros(2, 4), 0.0) == "");
}

TEST_CASE("compare: names the worst cell and how far it is off") {
  const MultiHeadProblem problem = small_problem();
  const arma::mat ours = multi_head(problem).stage("projected").value;
  arma::mat other = ours;
  other(0, 1) += 0.5;
  other(1, 2) -= 2.0;
  const Outcome result = compared(problem, other);
  CHECK_FALSE(result.agrees);
  CHECK(result.table().title.starts_with("The result differs from "));
  CHECK(texts_of(result.table().rows) ==
        TextRows{{"largest difference", "2"},
                 {"at", "Y[b, 2]"},
                 {"computed here", fmt::format("{:.10g}", ours(1, 2))},
                 {"expected", fmt::format("{:.10g}", other(1, 2))},
                 {"tolerance", "1e-05"}});
  CHECK(result.table().note.starts_with("None of the "));
  other(0, 3) += 4.0;
  CHECK(texts_of(compared(problem, other).table().rows[1]) ==
        TextRows::value_type{"at", "Y[a, 3]"});
  const arma::mat& apart = result.trace.stage("difference").value;
  CHECK(apart(0, 1) == Approx(-0.5));
  CHECK(apart(1, 2) == Approx(2.0));
  other(0, 3) -= 4.0;
  CHECK(difference(result.trace.stage("expected").value, other) == "");
}

TEST_CASE("compare: a difference as large as the tolerance is accepted") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.zeros();  // the result is 0 throughout
  const auto agrees = [&problem](double off, const std::string& tolerance) {
    arma::mat expected(2, 4, arma::fill::zeros);
    expected(1, 0) = off;
    return compared(problem, expected, tolerance).agrees;
  };
  CHECK(agrees(0.25, "0.25"));
  CHECK(agrees(-0.25, "0.25"));
  CHECK_FALSE(agrees(0.2501, "0.25"));
  CHECK(agrees(1e-5, ""));
  CHECK_FALSE(agrees(1.01e-5, ""));
  CHECK(agrees(0.0, "0"));
  CHECK_FALSE(agrees(1e-300, "0"));
}

TEST_CASE("compare: says which one change would make them agree") {
  const MultiHeadProblem problem = small_problem();
  MultiHeadProblem causal = problem;
  causal.causal = true;
  const arma::mat masked = multi_head(causal).stage("projected").value;
  CHECK(compared(problem, masked).table().note.starts_with("This change would make them agree: "));
  CHECK(contains(compared(problem, masked).table().note, "--causal"));
  MultiHeadProblem transposed = problem;
  transposed.weights.W_O = problem.weights.W_O.t().eval();
  CHECK(contains(compared(problem, multi_head(transposed).stage("projected").value).table().note,
                 "W_O"));
}

TEST_CASE("compare: tells values that are rounded from values that differ") {
  const MultiHeadProblem problem = small_problem();
  const auto rounded = [](const arma::mat& values) {
    return arma::mat(arma::round(values * 1e3) / 1e3);
  };
  const arma::mat ours = multi_head(problem).stage("projected").value;
  const std::string note = compared(problem, rounded(ours)).table().note;
  CHECK(note ==
        "The expected values are rounded, and up to their last digit they agree: --tolerance "
        "0.001 accepts that.");
  CHECK(compared(problem, rounded(ours), "0.001").agrees);

  MultiHeadProblem causal = problem;
  causal.causal = true;
  const arma::mat masked = rounded(multi_head(causal).stage("projected").value);
  CHECK(compared(problem, masked).table().note ==
        "This change would make them agree: add --causal. The expected values are rounded; this "
        "was tried with --tolerance 0.001.");
  const arma::mat cut = arma::trunc(ours * 1e3) / 1e3;
  CHECK(contains(compared(problem, cut).table().note, "--tolerance 0.001"));
  // One step more in one cell is no rounding, whatever the others are.
  arma::mat other = rounded(ours);
  other(0, 1) += ours(0, 1) < other(0, 1) ? 0.001 : -0.001;
  CHECK_FALSE(contains(compared(problem, other).table().note, "rounded"));
  // What has too few digits to compare is not called rounded.
  CHECK_FALSE(contains(compared(problem, arma::round(ours)).table().note, "rounded"));
}

TEST_CASE("tolerance_for_rounded: decimals, and floats of 16 bits") {
  const auto of_bits = [](int n_bits) {
    arma::mat numbers = arma::mat{{1.0, 0.0}, {1.0 / 3.0, 2.0 / 3.0}, {0.9, 0.1}, {1e-5, 0.7}};
    return numbers.transform([n_bits](double number) {
      int exponent = 0;
      const double digits = std::ldexp(std::frexp(number, &exponent), n_bits);
      return std::ldexp(std::round(digits), exponent - n_bits);
    });
  };
  CHECK(tolerance_for_rounded(arma::mat{{0.333, 0.667}}, 1e-5) == 0.001);
  CHECK(tolerance_for_rounded(of_bits(11), 1e-5) == 0.0005);  // float16
  CHECK(tolerance_for_rounded(of_bits(8), 1e-5) == 0.004);    // bfloat16
  CHECK(tolerance_for_rounded(1000.0 * of_bits(11), 1e-5) == std::nullopt);
  CHECK(tolerance_for_rounded(1024.0 * of_bits(11), 1e-5) == 0.5);
  CHECK(tolerance_for_rounded(of_bits(24), 1e-5) == std::nullopt);  // float32
  CHECK(tolerance_for_rounded(of_bits(11), 0.001) == std::nullopt);
}

TEST_CASE("compare: exact values that differ are not called rounded") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.zeros();
  problem.weights.b_O = arma::rowvec{500, 500, 500, 500};  // the result throughout
  const arma::mat expected{{501, 500, 500, 500}, {500, 500, 500, 500}};
  CHECK_FALSE(contains(compared(problem, expected).table().note, "rounded"));
  problem.weights.b_O += 0.6;
  CHECK_FALSE(contains(compared(problem, expected).table().note, "rounded"));
  CHECK(compared(problem, arma::mat(2, 4, arma::fill::value(501)))
            .table()
            .note.starts_with("The expected values are rounded"));
}

TEST_CASE("compare: names what was tried and nothing else") {
  const MultiHeadProblem problem = small_problem();
  arma::mat other = multi_head(problem).stage("projected").value;
  other(0, 1) += 0.5 / 3.0;
  std::vector<Variant> tried = variants_of(problem);
  CHECK(compared(problem, other).table().note ==
        fmt::format("None of the {} changes tried here makes them agree: {}. --explain 2 names "
                    "them.",
                    tried.size(), counted_topics(tried)));
  CHECK(compared(problem, other, "", true).table().note ==
        "None of the changes tried here makes them agree: " + listed_kinds(tried) + ".");
  CHECK(contains(listed_kinds(tried), "--half literal | causal;"));
  CHECK(contains(listed_kinds(tried), "--window 1;"));
}

TEST_CASE("compare: an undefined result agrees with nothing") {
  MultiHeadProblem problem = small_problem();
  problem.mask = Mask{{0, 0}, {1, 1}};
  problem.empty_row = EmptyRow::nan;
  arma::mat expected = multi_head(problem).stage("projected").value;
  CHECK(std::isnan(expected(0, 0)));
  expected.row(0).zeros();
  const Outcome result = compared(problem, expected, "1000");
  CHECK_FALSE(result.agrees);
  CHECK(texts_of(result.table().rows[0]) == TextRows::value_type{"largest difference", "nan"});
}

TEST_CASE("compare: without W_O the heads side by side are the result") {
  MultiHeadProblem problem = small_problem();
  problem.weights.W_O.reset();
  CHECK(compared(problem, multi_head(problem).stage("concat").value).table().after == "concat");
}

TEST_CASE("compare: finds the matrix in a file by one of its names") {
  const TemporaryFolder folder;
  const MultiHeadProblem problem = small_problem();
  const std::string path = folder.file("other.json", R"({"x": [[9]], "output": [[0, 0, 0, 0],
                                                       [0, 0, 0, 0]]})");
  Trace trace = multi_head(problem);
  CHECK(compare(trace, problem,
                {.expect = typed("--expect", path), .tolerance = typed("--tolerance", "1000")}));
}

TEST_CASE("compare: refuses another shape and a tolerance that is none") {
  const MultiHeadProblem problem = small_problem();
  const auto refused = [&problem](const CompareFlags& flags, const std::string& text) {
    Trace trace = multi_head(problem);
    CHECK_REFUSED(compare(trace, problem, flags), text);
  };
  refused({.expect = typed("--expect", "1 2; 3 4"), .tolerance = typed("--tolerance", "")},
          "--expect 1 2; 3 4 is 2 x 2, but the result to compare it with (projected) is 2 x 4. "
          "Give the output of the same tokens, one a row.");
  refused({.expect = typed("--expect", "1"), .tolerance = typed("--tolerance", "-0.1")},
          "--tolerance must not be negative, but it is -0.1.");
  refused({.expect = typed("--expect", "1"), .tolerance = typed("--tolerance", "1e-5x")},
          "--tolerance must be a number, but it is 1e-5x.");
}

std::string refusal(const ResultAloneFlags& flags, const ViewChoice& view,
                    const Flags& comparison = {}) {
  return attn::refusal([&] { flags.read(view, comparison); });
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

TEST_CASE(
    "ResultAloneFlags: the result alone is what --quiet asks for when nothing names a stage") {
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

TEST_CASE("ResultAloneFlags: reads the numbers and the threads") {
  ResultAloneFlags flags;
  CHECK(flags.read(quiet())->precision == kernel_facts().usual);
  CHECK(flags.read(quiet())->n_threads == 0);
  type(flags.dtype, "fp32");
  type(flags.threads, "3");
  CHECK(flags.read(quiet())->precision == Precision::fp32);
  CHECK(flags.read(quiet())->n_threads == 3);
}

TEST_CASE("ResultAloneFlags: refuses what would do nothing, and what does not exist") {
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

TEST_CASE("result_alone: is the last stage, with its labels and warnings") {
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

TEST_CASE("result_alone: refuses labels that are not one a row, as the mechanisms do") {
  std::mt19937 draws(32);
  MultiHeadProblem layer = random_problem(draws, {});
  layer.query_tokens.pop_back();
  CHECK_REFUSED(
      result_alone(layer, {}),
      "X needs one token a row: rows 3, tokens given 2. Check --tokens and --key-tokens.");
}

TEST_CASE("keeps_stages: where they are asked for, or few, and fit") {
  CHECK(keeps_stages({}, 10, 10));
  CHECK(keeps_stages(ResultAlone{}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{}, 10, 100));
  CHECK_FALSE(keeps_stages(ResultAlone{.is_chosen = true}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{.explains = true}, 10, 10));
  CHECK_FALSE(keeps_stages(ResultAlone{}, 100000, 100000, 8));
  CHECK_REFUSED(keeps_stages({}, 9000, 9000),
                "every stage is kept, and 9000 queries x 9000 keys make more score cells than fit: "
                "the limit is 16777216. Use shorter sequences. Or let the result be computed "
                "alone, without stages: --quiet -o FILE.npy.");
}

TEST_CASE("attn: --quiet prints and writes what the stages end with") {
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

TEST_CASE("attn: --quiet has 0 where the stages have it") {
  const arma::mat value = left_by("attn attend 'the dog'").value;
  CHECK(value(0, 0) == 0.0);
  CHECK(value(0, 1) != 0.0);
}

TEST_CASE("attn: --dtype fp32 and --threads change no more than rounding") {
  const TemporaryFolder folder;
  const std::string command = "attn mha 'The cat sat on the mat' --heads 2 --causal --quiet";
  const std::string usual = run_command(command, folder.path()).out;
  CHECK(run_command(command + " --dtype fp32", folder.path()).out == usual);
  CHECK(run_command(command + " --dtype fp64 --threads 2", folder.path()).out == usual);
}

}  // namespace
