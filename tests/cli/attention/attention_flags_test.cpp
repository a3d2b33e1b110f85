#include "cli/attention/attention_flags.hpp"

#include "mechanisms/attention/attention.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/temporary_folder.hpp"
#include "support/worked_examples.hpp"

namespace {

using Which = Flag AttentionFlags::*;
using Typed = std::vector<std::pair<Which, std::string>>;
using Tokens = std::vector<std::string>;

AttentionFlags with(const Typed& given, const std::vector<std::string>& text = {}) {
  AttentionFlags flags;
  flags.text = text;
  for (const auto& [flag, value] : given) type(flags.*flag, value);
  return flags;
}

AttentionInput read_input(const AttentionFlags& flags) {
  AttentionInput input = read_attention_input(flags);
  refuse_conflicts_of(flags);
  return input;
}

AttentionInput read(const Typed& given, const std::vector<std::string>& text = {}) {
  return read_input(with(given, text));
}

const AttentionProblem& problem_in(const AttentionInput& input) {
  return std::get<AttentionProblem>(input.problem);
}

const Embedded& embedded(const AttentionInput& input) {
  return std::get<Embedded>(problem_in(input).tensors);
}

void check_refused(const Typed& given, const std::string& why,
                   const std::vector<std::string>& text = {}) {
  CHECK_REFUSED(read(given, text), why);
}

constexpr Which kQ = &AttentionFlags::q, kK = &AttentionFlags::k, kV = &AttentionFlags::v,
                kX = &AttentionFlags::x, kWq = &AttentionFlags::wq, kWk = &AttentionFlags::wk,
                kWv = &AttentionFlags::wv, kTokens = &AttentionFlags::tokens,
                kKeyTokens = &AttentionFlags::key_tokens, kCross = &AttentionFlags::cross,
                kMemory = &AttentionFlags::memory, kWeights = &AttentionFlags::weights,
                kSeed = &AttentionFlags::seed, kRng = &AttentionFlags::rng,
                kInit = &AttentionFlags::init, kDModel = &AttentionFlags::d_model,
                kDK = &AttentionFlags::d_k, kDV = &AttentionFlags::d_v,
                kMask = &AttentionFlags::mask, kEmptyRow = &AttentionFlags::empty_row,
                kScores = &AttentionFlags::scores, kAttention = &AttentionFlags::attention,
                kAlignment = &AttentionFlags::alignment;

TEST_CASE("read_attention_input: no input is the by-hand example") {
  const AttentionInput input = read({});
  CHECK(input.title == "\"The cat sat down\"");
  CHECK(input.source == "by-hand");
  CHECK(problem_in(input).query_tokens == Tokens{"The", "cat", "sat", "down"});
  CHECK(difference(embedded(input).X, whole_numbers::X) == "");
  CHECK(difference(embedded(input).W_Q, whole_numbers::W_Q) == "");
  CHECK(difference(embedded(input).W_K, whole_numbers::W_K) == "");
  CHECK(difference(embedded(input).W_V, whole_numbers::W_V) == "");
  CHECK_FALSE(embedded(input).memory.has_value());
}

TEST_CASE("read_attention_input: words in one text, in several, or as tokens") {
  const Tokens words{"The", "cat"};
  CHECK(problem_in(read({}, {"The cat"})).query_tokens == words);
  CHECK(problem_in(read({}, {"The", "cat"})).query_tokens == words);
  CHECK(problem_in(read({{kTokens, "The|cat"}})).query_tokens == words);
  CHECK(problem_in(read({{kTokens, "New York|is"}})).query_tokens == Tokens{"New York", "is"});
}

TEST_CASE("read_attention_input: a text without spaces is split by character and says so") {
  const AttentionInput input = read({}, {"猫が魚"});
  CHECK(problem_in(input).query_tokens == Tokens{"猫", "が", "魚"});
  CHECK(input.title == "\"猫が魚\"");
  CHECK(input.notes.size() == 2);
  CHECK(read({}, {"猫 が 魚"}).notes.size() == 1);
}

TEST_CASE("read_attention_input: the same word has the same numbers in every sentence") {
  const arma::mat X = embedded(read({}, {"cat dog cat"})).X;
  CHECK(difference(X.row(0), X.row(2)) == "");
  CHECK(difference(X.row(1), embedded(read({}, {"dog"})).X) == "");
  CHECK(difference(X.row(1), embedded(read({{kSeed, "1"}}, {"dog"})).X) != "");
}

TEST_CASE("read_attention_input: other words give keys and values") {
  const AttentionInput cross = read({{kCross, "b c"}}, {"a"});
  CHECK(problem_in(cross).query_tokens == Tokens{"a"});
  CHECK(problem_in(cross).key_tokens == Tokens{"b", "c"});
  CHECK(embedded(cross).memory->n_rows == 2);
  CHECK(cross.title == "\"a\" with \"b c\"");
  const AttentionInput tokens = read({{kKeyTokens, "b c|d"}}, {"a"});
  CHECK(problem_in(tokens).key_tokens == Tokens{"b c", "d"});
  const AttentionInput memory = read({{kMemory, "1 2 3 4; 5 6 7 8"}}, {"a"});
  CHECK(problem_in(memory).key_tokens == Tokens{"k0", "k1"});
  const AttentionInput named = read({{kMemory, "1 2 3 4"}, {kKeyTokens, "m"}}, {"a"});
  CHECK(problem_in(named).key_tokens == Tokens{"m"});
  CHECK(difference(*embedded(memory).memory, {{1, 2, 3, 4}, {5, 6, 7, 8}}) == "");
}

TEST_CASE("read_attention_input: widths and seed of the words") {
  const AttentionInput input =
      read({{kDModel, "3"}, {kDK, "2"}, {kDV, "5"}, {kSeed, "7"}}, {"a b"});
  CHECK(input.source == "seed 7");
  CHECK(embedded(input).X.n_cols == 3);
  CHECK(arma::size(embedded(input).W_Q) == arma::SizeMat(3, 2));
  CHECK(arma::size(embedded(input).W_K) == arma::SizeMat(3, 2));
  CHECK(arma::size(embedded(input).W_V) == arma::SizeMat(3, 5));
}

TEST_CASE("read_attention_input: the numbers of NumPy in the order of its programs") {
  const AttentionInput input =
      read({{kRng, "numpy"}, {kSeed, "42"}, {kDModel, "2"}, {kInit, "0.5"}}, {"a"});
  CHECK(input.source == "numpy seed 42");
  // np.random.RandomState(42).randn(6)
  CHECK(difference(embedded(input).X, {{0.4967141530112327, -0.13826430117118466}}) == "");
  CHECK(difference(embedded(input).W_Q,
                   0.5 * arma::mat{{0.6476885381006925, 1.5230298564080254},
                                   {-0.23415337472333597, -0.23413695694918055}}) == "");
  CHECK(read({{kRng, "numpy"}}, {"a"}).source == "numpy seed 0");
}

TEST_CASE("read_attention_input: matrices with names for their rows") {
  const Typed matrices{{kQ, "1 0; 0 1"}, {kK, "1 0; 0 1"}, {kV, "1; 2"}};
  AttentionInput input = read(matrices);
  CHECK(input.title == "Q, K, V");
  CHECK(problem_in(input).query_tokens == Tokens{"q0", "q1"});
  CHECK(problem_in(input).key_tokens == Tokens{"k0", "k1"});
  CHECK(input.notes.empty());
  Typed named = matrices;
  named.emplace_back(kTokens, "a|b");
  input = read(named);
  CHECK(problem_in(input).key_tokens == Tokens{"a", "b"});  // as many keys: the same tokens
  named.emplace_back(kKeyTokens, "c|d");
  CHECK(problem_in(read(named)).key_tokens == Tokens{"c", "d"});
}

TEST_CASE("read_attention_input: embeddings with weights, and a memory") {
  const Typed given{{kX, "1 0; 0 1"}, {kWq, "1; 2"}, {kWk, "3; 4"}, {kWv, "5; 6"}};
  AttentionInput input = read(given);
  CHECK(problem_in(input).query_tokens == Tokens{"t0", "t1"});
  CHECK(problem_in(input).key_tokens == Tokens{"t0", "t1"});
  CHECK(difference(embedded(input).W_V, arma::mat(arma::vec{5, 6})) == "");
  Typed named = given;
  named.emplace_back(kKeyTokens, "a|b");
  CHECK(problem_in(read(named)).key_tokens == Tokens{"a", "b"});
  Typed crossing = given;
  crossing.emplace_back(kMemory, "1 1");
  input = read(crossing);
  CHECK(problem_in(input).query_tokens == Tokens{"q0", "q1"});
  CHECK(problem_in(input).key_tokens == Tokens{"k0"});
}

TEST_CASE("read_attention_input: mask, scale and empty row") {
  AttentionFlags flags = with({{kMask, "1 0; 1 1"}, {kEmptyRow, "nan"}}, {"a b"});
  type_score(flags, "--scale", "0.25");
  type(flags.causal);
  const AttentionProblem problem = problem_in(read_attention_input(flags));
  CHECK(problem.causal);
  CHECK(problem.empty_row == EmptyRow::nan);
  CHECK(problem.scale.kind == Scale::Kind::factor);
  CHECK(problem.mask.has_value());
  AttentionFlags off = with({}, {"a b"});
  type_score(off, "--no-scale");
  CHECK(problem_in(read_attention_input(off)).scale.kind == Scale::Kind::off);
}

TEST_CASE("read_attention_input: refuses flags that do not go together") {
  const Typed qkv{{kQ, "1"}, {kK, "1"}, {kV, "1"}};
  check_refused({{kQ, "1"}, {kV, "1"}}, "--q, --k and --v belong together, but --k is missing.");
  check_refused({{kK, "1"}}, "--q, --k and --v belong together, but --q is missing.");
  for (const auto& [flag, name] : {std::pair{kX, "--x"},
                                   {kCross, "--cross"},
                                   {kMemory, "--memory"},
                                   {kWeights, "--weights"},
                                   {kWq, "--wq"},
                                   {kWk, "--wk"},
                                   {kWv, "--wv"}}) {
    Typed both = qkv;
    both.emplace_back(flag, "1");
    check_refused(both, std::string("--q and ") + name + " cannot be used together.");
  }
  for (const auto& [flag, name] :
       {std::pair{kSeed, "--seed"}, {kDModel, "--d-model"}, {kDK, "--d-k"}, {kDV, "--d-v"}}) {
    Typed both = qkv;
    both.emplace_back(flag, "1");
    check_refused(both, std::string(name) + " and --q cannot be used together.");
  }
  Typed numpy = qkv;
  numpy.emplace_back(kRng, "numpy");
  check_refused(numpy, "--rng and --q cannot be used together.");
  check_refused(qkv, "a sentence and --q cannot be used together.", {"a b"});
}

TEST_CASE("read_attention_input: refuses half of the weights, and what they leave no use for") {
  check_refused({{kX, "1"}, {kWq, "1"}, {kWv, "1"}},
                "--wq, --wk and --wv belong together, but --wk is missing.");
  check_refused({{kX, "1"}, {kWeights, "w.npz"}, {kWk, "1"}},
                "--weights and --wk cannot be used together.");
  check_refused({{kX, "1"}, {kWq, "1"}, {kWk, "1"}, {kWv, "1"}, {kCross, "a"}},
                "--cross needs words; with --x, give --memory.");
  check_refused({{kX, "1"}}, "a sentence and --x cannot be used together.", {"a"});
  const Typed given{{kX, "1"}, {kWq, "1"}, {kWk, "1"}, {kWv, "1"}};
  for (const auto& [flag, name] :
       {std::pair{kSeed, "--seed"}, {kInit, "--init"}, {kDK, "--d-k"}, {kDV, "--d-v"}}) {
    Typed both = given;
    both.emplace_back(flag, "1");
    check_refused(both, std::string(name) + " and --x cannot be used together.");
  }
}

TEST_CASE("read_attention_input: refuses words given twice and settings without a use") {
  check_refused({{kTokens, "a"}}, "the words are given twice: as text and with --tokens.", {"b"});
  check_refused({{kCross, "a"}, {kKeyTokens, "b"}},
                "--cross and --key-tokens cannot be used together.");
  check_refused({{kCross, "a"}, {kMemory, "1 2 3 4"}},
                "--cross and --memory cannot be used together.");
  check_refused({{kInit, "0.1"}}, "--init only works with --rng numpy.");
  check_refused({{kWq, "1"}, {kWk, "1"}, {kWv, "1"}, {kDModel, "1"}},
                "--d-model follows from the weights that are given; leave it out.");
  check_refused({{kWq, "1"}, {kWk, "1"}, {kWv, "1"}, {kRng, "numpy"}, {kInit, "1"}},
                "--init follows from the weights that are given; leave it out.");
  AttentionFlags scales = with({});
  type_score(scales, "--scale", "2");
  type_score(scales, "--no-scale");
  CHECK_REFUSED(read_input(scales), "--no-scale and --scale cannot be used together.");
}

TEST_CASE("read_attention_input: pairs of phrases") {
  const AttentionInput input = read(
      {{kKeyTokens, "The|weather|today"}, {kAlignment, "天気=The weather|雨=rain"}}, {"天気今"});
  const auto& aligned = std::get<GivenAttention>(input.problem);
  CHECK(difference(aligned.given, {{.5, .5, 0}, {.5, .5, 0}, {0, 0, 0}}) == "");
  CHECK(aligned.query_tokens == Tokens{"天", "気", "今"});
  CHECK(input.warnings == Tokens{"of the alignment, not among the queries: \"雨\"",
                                 "of the alignment, not among the keys: \"rain\""});

  const AttentionInput within = read({{kAlignment, "it=animal"}}, {"animal was it"});
  CHECK(difference(std::get<GivenAttention>(within.problem).given,
                   {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}) == "");

  CHECK(std::get<GivenAttention>(within.problem).links_a_few);
  CHECK_FALSE(aligned.links_a_few);

  const TemporaryFolder folder;
  const std::string file = (folder.path() / "pairs.txt").string();
  std::ofstream(file) << "it=animal\nwas=it\n";
  CHECK(difference(
            std::get<GivenAttention>(read({{kAlignment, file}}, {"animal was it"}).problem).given,
            {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}) == "");
}

TEST_CASE("read_attention_input: refuses pairs of phrases without words, or beside numbers") {
  check_refused({{kAlignment, "a=b"}},
                "--alignment needs words: those of the queries as TEXT or --tokens, and those of "
                "the keys, where they are others, as --key-tokens \"A|B\".");
  check_refused({{kAlignment, "a=b"}, {kScores, "1"}},
                "--alignment and --scores cannot be used together.", {"a b"});
  check_refused({{kAlignment, "a=b"}, {kAttention, "1"}},
                "--alignment and --attention cannot be used together.", {"a b"});
}

TEST_CASE("read_attention_input: scores and patterns, with words for names") {
  const AttentionInput input = read({{kScores, "1 2; 3 4"}, {kDK, "4"}}, {"a", "b"});
  const auto& scores = std::get<GivenAttention>(input.problem);
  CHECK(difference(scores.given, {{1, 2}, {3, 4}}) == "");
  CHECK(scores.kind == GivenAttention::Kind::scores);
  CHECK(scores.scale.kind == Scale::Kind::sqrt_d_k);
  CHECK(scores.key_tokens == Tokens{"a", "b"});

  const AttentionInput pattern = read({{kAttention, "1 0 0"}, {kV, "1; 2; 3"}});
  const auto& given = std::get<GivenAttention>(pattern.problem);
  CHECK(given.scale.kind == Scale::Kind::off);
  CHECK(given.query_tokens == Tokens{"q0"});
  CHECK(given.key_tokens == Tokens{"k0", "k1", "k2"});
  CHECK(given.V->n_rows == 3);

  check_refused({{kScores, "1 2"}, {kAttention, "1 0"}},
                "--scores and --attention cannot be used together.");
  AttentionFlags scaled = with({{kAttention, "1 0"}});
  type_score(scaled, "--scale", "2");
  CHECK_REFUSED(read_input(scaled), "--attention and --scale cannot be used together.");
  check_refused({{kAttention, "1 0"}, {kDK, "2"}},
                "--attention and --d-k cannot be used together.");
}

TEST_CASE("read_attention_input: a file of weights is named with its flag") {
  check_refused({{kWeights, "missing.npz"}},
                "--weights missing.npz: there is no such file. Check the spelling and the folder.");
}

TEST_CASE("read_attention_input: more rows than any sequence has are refused") {
  std::string rows = "0";
  for (int i = 0; i < 100'000; ++i) rows += ";0";
  for (const auto& [flag, name] :
       {std::pair{kQ, "--q"}, {kK, "--k"}, {kV, "--v"}, {kX, "--x"}, {kMemory, "--memory"}}) {
    Typed given{{flag, rows}};
    for (const Which other : {kQ, kK, kV})
      if (flag != kX && flag != kMemory && flag != other) given.emplace_back(other, "1");
    check_refused(given, std::string(name) +
                             " has 100001 rows, one a token: expected at most 100000. Give a part "
                             "of it.");
  }
}

TEST_CASE("read_attention_input: more words than memory are refused before they are held") {
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "a ";
  check_refused({{kDModel, "4096"}},
                "too many words for embeddings of width 4096: the limit is 16384.", {many});
}

TEST_CASE("read_attention_input: weights are made up for given embeddings") {
  const AttentionInput plain = read({{kX, "1 0 2 1; 0 1 1 0"}});
  CHECK(difference(embedded(plain).X, {{1, 0, 2, 1}, {0, 1, 1, 0}}) == "");
  CHECK(difference(embedded(plain).W_Q, whole_numbers::W_Q) == "");
  CHECK(plain.source == "by-hand");
  CHECK(plain.notes == Tokens{"the weights are made up, not learned: they show how attention "
                              "works, not what the rows mean. --weights FILE reads others."});

  const AttentionInput narrow = read({{kX, "1 0 2; 0 1 1"}, {kSeed, "7"}, {kDK, "2"}, {kDV, "5"}});
  CHECK(embedded(narrow).W_Q.n_rows == 3);
  CHECK(embedded(narrow).W_Q.n_cols == 2);
  CHECK(embedded(narrow).W_V.n_cols == 5);
  CHECK(narrow.source == "seed 7");
  check_refused({{kX, "1 0"}, {kDModel, "2"}}, "--d-model and --x cannot be used together.");
}

TEST_CASE("read_attention_input: NumPy's weights for given embeddings are its first numbers") {
  // RandomState(42).randn(2, 2) begins with 0.49671415, −0.1382643, 0.64768854, 1.52302986, and
  // W_K with −0.23415337.
  const AttentionInput input = read({{kX, "1 0; 0 1"}, {kRng, "numpy"}, {kSeed, "42"}});
  CHECK(difference(embedded(input).W_Q, {{0.049671415, -0.01382643}, {0.064768854, 0.152302986}},
                   1e-9) == "");
  CHECK(embedded(input).W_K(0, 0) == Approx(-0.023415337).margin(1e-9));
  CHECK(input.source == "numpy seed 42");
  const AttentionInput larger =
      read({{kX, "1 0; 0 1"}, {kRng, "numpy"}, {kSeed, "42"}, {kInit, "1"}});
  CHECK(embedded(larger).W_Q(0, 0) == Approx(0.49671415).margin(1e-8));
}

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
  CHECK_REFUSED(walked_back(loss), text);
}

TEST_CASE("BackwardFlags: nothing is added unless it is asked for") {
  Trace trace = two_queries();
  const std::size_t n_stages = trace.stages.size();
  BackwardFlags{}.add_stages(trace);
  CHECK(trace.stages.size() == n_stages);
}

TEST_CASE("BackwardFlags: the loss is the sum, a cell or a target") {
  CHECK(formula_of("") == "L = Σ O");
  CHECK(formula_of("output[b, 2]") == "L = O[b, 2]");
  CHECK(formula_of(" output[ 0,1 ]") == "L = O[[a,, 1]");  // as one types it
  CHECK(formula_of("output[[a,, 1]") == "L = O[[a,, 1]");
  CHECK(formula_of("weights[b, k1]") == "L = A[b, k1]");
  CHECK(walked_back("", "1 2 3; 4 5 6").stage("loss").formula == "L = Σ (O − T)² / 6");
}

TEST_CASE("BackwardFlags: refuses a loss that is no cell") {
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

TEST_CASE("BackwardFlags: says where the output of a head lies") {
  const auto refused = [](const std::string& loss, const std::string& text) {
    std::mt19937 draws(3);
    Trace trace = multi_head(random_problem(draws, {}));
    BackwardFlags flags{.loss = typed("--loss", loss)};
    type(flags.backward);
    CHECK_REFUSED(flags.add_stages(trace), text);
  };
  const std::string wrong = "--loss must be a cell of projected, concat, but it is one of ";
  const std::string side_by_side = "concat holds the outputs of all heads side by side: ";
  refused("output[0, 1]",
          wrong + "output. " + side_by_side + "its columns 0 to 1 are head 0 output.");
  refused("head 1 output[0, 1]",
          wrong + "head 1 output. " + side_by_side + "its columns 2 to 3 are head 1 output.");
  refused("scores[0, 1]", wrong + "scores.");
}

TEST_CASE("BackwardFlags: refuses a target of another shape") {
  CHECK_REFUSED(walked_back("", "1 2; 3 4"),
                "--target 1 2; 3 4 is 2 x 2, but the result to compare it with (output) is 2 x 3. "
                "Give one row for each token.");
}

TEST_CASE("BackwardFlags: refuses what has no effect") {
  const auto refused = [](const BackwardFlags& flags, const ViewFlags& view, const Flag& batch,
                          const std::string& text) {
    CHECK_REFUSED(flags.refuse_unused(view, batch), text);
  };
  const Flag no_batch("--batch");
  for (const char* name : {"--loss", "--target", "--jacobian"}) {
    BackwardFlags flags;
    for (Flag* flag : {&flags.loss, &flags.target, &flags.jacobian})
      if (flag->name() == name) type(*flag, "1");
    CHECK_REFUSED(refuse_conflicts_of(flags), std::string(name) + " only works with --backward.");
  }
  BackwardFlags flags;
  type(flags.backward);
  CHECK_NOTHROW(flags.refuse_unused({}, no_batch));
  refused(flags, {}, typed("--batch", "2"),
          "--backward shows the gradients of one sequence; those of weights that a batch shares "
          "would add up over all of it. Leave out --batch.");
  const std::string one =
      " takes one matrix, and there are many on the way back: name it, such as --stage d_input.";
  ViewFlags view;
  type(view.quiet);
  refused(flags, view, no_batch, "--quiet" + one);
  type(view.stages, "d_wq");
  CHECK_NOTHROW(flags.refuse_unused(view, no_batch));
  ViewFlags saves;
  saves.files.give("a.npz");
  CHECK_NOTHROW(flags.refuse_unused(saves, no_batch));
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
  CHECK_NOTHROW(flags.refuse_unused(pictures, no_batch));
}

Trace one_row_of_scores() {
  GivenAttention problem;
  problem.scale.kind = Scale::Kind::off;
  problem.given = {{1, 2}};
  problem.query_tokens = {"q"};
  problem.key_tokens = {"a", "b"};
  return given_attention(problem);
}

std::string ids_of_tables(const LookupFlags& flags) {
  Trace trace = one_row_of_scores();
  flags.add_tables(trace);
  std::string ids;
  for (const Table& table : trace.tables) ids += table.id + " ";
  return ids;
}

TEST_CASE("LookupFlags: each asks for its table") {
  CHECK(ids_of_tables({}) == "");
  CHECK(ids_of_tables({.entries = typed("--entries", "x|y")}) == "lookup ");
  CHECK(ids_of_tables({.threshold = typed("--threshold", "1.5")}) == "lookup ");
  CHECK(ids_of_tables({.received = typed("--received")}) == "received ");
}

TEST_CASE("LookupFlags: refuses screens without tables") {
  ViewFlags view;
  LookupFlags flags{.received = typed("--received")};
  FlagTable table;
  view.add_to(table);
  flags.add_to(table);
  type(view.plain);
  CHECK_NOTHROW(table.refuse_conflicts());
  type(view.summary);
  CHECK_REFUSED(table.refuse_conflicts(), "--received and --summary cannot be used together.");
}

Trace study_named(const std::string& name, const AttentionFlags& attention = {}) {
  StudyFlags flags;
  type(flags.study, name);
  return study_trace(flags, attention);
}

AttentionFlags words() {
  AttentionFlags flags;
  flags.text = {"The cat sat down"};
  return flags;
}

std::string refusal_of(const std::string& name, const AttentionFlags& attention) {
  return attn::refusal([&] { study_named(name, attention); });
}

TEST_CASE("study_trace: each study by its name") {
  CHECK(study_named("scaling").result == "variance");
  CHECK(study_named("temperature", words()).result == "tempered");
  CHECK(study_named("dropout", words()).result == "mean");
  CHECK(study_named("filter", words()).tables.front().id == "change");
  CHECK(contains(refusal_of("scalling", {}), "Did you mean scaling?"));
}

TEST_CASE("study_trace: the seed draws other numbers") {
  AttentionFlags seeded;
  type(seeded.seed, "5");
  CHECK(difference(study_named("scaling").stage("variance").value,
                   study_named("scaling", seeded).stage("variance").value) != "");
  AttentionFlags pattern;
  type(pattern.attention, "0.5 0.5; 0.25 0.75");
  AttentionFlags other = pattern;
  type(other.seed, "5");
  CHECK(difference(study_named("dropout", pattern).stage("mean").value,
                   study_named("dropout", other).stage("mean").value) != "");
}

TEST_CASE("study_trace: the seed of made-up weights is theirs in a study, too") {
  AttentionFlags rows;
  type(rows.x, "1 0 2; 0 1 1");
  AttentionFlags seeded = rows;
  type(seeded.seed, "5");
  const AttentionInput plain = read_attention_input(seeded);
  const auto& embedded = std::get<Embedded>(std::get<AttentionProblem>(plain.problem).tensors);
  const arma::mat W_Q = study_named("dropout", seeded).stage("wq").value;
  CHECK(difference(W_Q, embedded.W_Q) == "");
  CHECK(difference(W_Q, study_named("dropout", rows).stage("wq").value) != "");
}

TEST_CASE("study_trace: beside weights that are given the seed is that of the draws") {
  AttentionFlags rows;
  type(rows.x, "1 0; 0 1");
  for (Flag* weights : {&rows.wq, &rows.wk, &rows.wv}) type(*weights, "1 2; 3 4");
  AttentionFlags seeded = rows;
  type(seeded.seed, "5");
  CHECK(difference(study_named("dropout", rows).stage("mean").value,
                   study_named("dropout", seeded).stage("mean").value) != "");
}

TEST_CASE("study_trace: dropout by its flag") {
  StudyFlags flags;
  type(flags.study, "dropout");
  type(flags.dropout, "0.5");
  const Trace trace = study_trace(flags, words());
  const double kept = arma::max(arma::vectorise(trace.stage("dropped", "draw 1").value));
  CHECK(kept <= 2.0);
  CHECK(kept > 0.0);
  type(flags.study, "filter");
  CHECK_REFUSED(refuse_conflicts_of(flags), "--dropout only works with --study dropout.");
}

TEST_CASE("study_trace: refuses what a study does not read") {
  AttentionFlags causal = words();
  type(causal.causal);
  CHECK(refusal_of("temperature", causal) ==
        "--study temperature does not read --causal: it looks at the last query, which sees every "
        "key in any case.");
  CHECK(refusal_of("scaling", words()) ==
        "--study scaling does not read words: it draws queries and keys of its own. --seed N draws "
        "others.");
  AttentionFlags wide;
  type(wide.d_model, "8");
  CHECK(refusal_of("scaling", wide).starts_with("--study scaling does not read --d-model"));
  AttentionFlags scores;
  type(scores.scores, "1 2; 3 4");
  CHECK(refusal_of("filter", scores).starts_with("--study filter does not read --scores"));
  AttentionFlags batch = words();
  type(batch.batch, "2");
  CHECK(refusal_of("dropout", batch).starts_with("--study dropout does not read --batch"));
}

TEST_CASE("StudyFlags: dropout by itself") {
  StudyFlags flags;
  type(flags.dropout, "0.5");
  CHECK_THROWS_AS(refuse_conflicts_of(flags), InputError);
}

}  // namespace
