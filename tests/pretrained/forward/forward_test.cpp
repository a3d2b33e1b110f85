#include "pretrained/forward/forward.hpp"

#include <mutex>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "network/row_matrix.hpp"
#include "pretrained/family/family.hpp"
#include "pretrained/forward/forward_parts.hpp"
#include "pretrained/forward/sample_heads.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/rounds.hpp"

namespace {

// Names with or without "bert." before them; "words" is the embedding of tokens.
const ModelTensors kNames{.tokens = {"words", {1}}, .prefixes = {"", "bert."}};

TensorBytes number(const std::string& key, double value) {
  return float64_tensor(key, "[1]", {value});
}

// What a name stands for in files with these tensors: its name there, or "none".
std::string found(const std::vector<TensorBytes>& tensors, const NamedTensor& wanted) {
  const StoredModel model(tensors);
  return WeightSource(model.files(), kNames).name_in_files(wanted).value_or("none");
}

std::string source_refusal(const StoredModel& model, const NamedTensor& wanted) {
  return refusal([&] { WeightSource(model.files(), kNames).tensor(wanted); });
}

TEST_CASE("WeightSource: names with what stands before all of them") {
  CHECK(found({number("words", 1), number("a", 2)}, {"a", {1}}) == "a");
  CHECK(found({number("bert.words", 1), number("bert.a", 2)}, {"a", {1}}) == "bert.a");
  CHECK(found({number("bert.words", 1), number("a", 2)}, {"a", {1}}) == "none");
  // A head is not part of the model that has the prefix.
  CHECK(found({number("bert.words", 1), number("a", 2)}, {"a", {1}, true}) == "a");
  CHECK(found({number("bert.words", 1), number("bert.a", 2)}, {"a", {1}, true}) == "none");
}

TEST_CASE("WeightSource: gamma, beta, and the bias of a decoder") {
  const TensorBytes words = number("bert.words", 1);
  CHECK(found({words, number("bert.x.LayerNorm.gamma", 2)}, {"x.LayerNorm.weight", {1}}) ==
        "bert.x.LayerNorm.gamma");
  CHECK(found({words, number("bert.x.LayerNorm.beta", 2)}, {"x.LayerNorm.bias", {1}}) ==
        "bert.x.LayerNorm.beta");
  CHECK(found({words, number("bert.x.LayerNorm.beta", 2), number("bert.x.LayerNorm.bias", 2)},
              {"x.LayerNorm.bias", {1}}) == "bert.x.LayerNorm.bias");
  CHECK(found({words, number("bert.ln_1.gamma", 2)}, {"ln_1.weight", {1}}) == "none");
  CHECK(found({words, number("cls.predictions.decoder.bias", 2)},
              {"cls.predictions.bias", {1}, true}) == "cls.predictions.decoder.bias");
  CHECK(found({words, number("cls.predictions.bias", 2), number("cls.predictions.decoder.bias", 3)},
              {"cls.predictions.bias", {1}, true}) == "cls.predictions.decoder.bias");
}

TEST_CASE("WeightSource: what is there, and what is not") {
  const StoredModel model(
      {number("words", 1), float64_tensor("a", "[2, 1]", {3, 4}), {"packed", "I8", "[1]", "x"}});
  const WeightSource source(model.files(), kNames);
  CHECK(source.tensor({"a", {2, 1}}).place == model.place("a"));
  CHECK(source.tensor_if_there({"b", {2, 1}}) == nullptr);
  CHECK(source_refusal(model, {"a", {1, 2}}) ==
        model.place("a") +
            ": its shape is (2, 1), and by config.json it must be (1, 2). Use a config.json "
            "and weights that were saved together.");
  CHECK_THAT(source_refusal(model, {"packed", {1}}),
             ContainsSubstring(model.place("packed") + ": the dtype is I8"));
  try {
    source.tensor({"word", {2, 1}});
    FAIL("accepted");
  } catch (const InputError& error) {
    CHECK(std::string(error.what()) ==
          "The weights lack the tensor word (2, 1), which config.json promises. Use a "
          "config.json and weights that were saved together, with all of their files.");
    CHECK(error.hints == std::vector<std::string>{"There is words."});
  }
}

TEST_CASE("WeightSource: what training and fine-tuning wrap around a model") {
  // Before the names of the family, with and without its own prefix; in front of the head, too.
  for (const std::string prefix :
       {"_orig_mod.", "module.", "module._orig_mod.", "base_model.model.", "transformer.",
        "0.auto_model.", "mybert.", "_orig_mod.base_model.model."})
    for (const std::string own : {"", "bert."}) {
      CAPTURE(prefix, own);
      const std::vector<TensorBytes> tensors{number(prefix + own + "words", 1),
                                             number(prefix + own + "a", 2),
                                             number(prefix + "head", 3)};
      CHECK(found(tensors, {"a", {1}}) == prefix + own + "a");
      CHECK(found(tensors, {"head", {1}, true}) == prefix + "head");
    }
  CHECK(found({number("bert._orig_mod.words", 1), number("head", 2)}, {"head", {1}, true}) ==
        "head");
  CHECK(found({number("words", 1), number("layer.0._orig_mod.a", 2)}, {"layer.0.a", {1}}) ==
        "layer.0._orig_mod.a");
  CHECK(found({number("words", 1), number("x.base_layer.a", 2)}, {"x.a", {1}}) == "x.base_layer.a");
  // A name that only ends alike is another one.
  CHECK(found({number("swords", 1), number("sa", 2)}, {"a", {1}}) == "none");
  CHECK(found({number("words", 1), number("submodule.a", 2)}, {"suba", {1}}) == "none");
}

TEST_CASE("WeightSource: of two models the one with the family's own names is read") {
  const std::vector<TensorBytes> both{number("bert.words", 1), number("bert.a", 2),
                                      number("ema.words", 3), number("ema.a", 4)};
  CHECK(found(both, {"a", {1}}) == "bert.a");
}

TEST_CASE("WeightSource: says which names are read otherwise") {
  const auto notes_of = [](const std::vector<TensorBytes>& tensors) {
    const StoredModel model(tensors);
    return WeightSource(model.files(), kNames).notes();
  };
  CHECK(notes_of({number("bert.words", 1), number("head", 2)}).empty());
  CHECK(notes_of({number("module.bert.a", 1), number("module.bert.words", 2)}) ==
        std::vector<std::string>{
            "module.bert.a in the files is read as bert.a, and the others likewise: what training "
            "or fine-tuning wraps around a model adds to their names."});
  CHECK(notes_of({number("words", 1), number("x._orig_mod.a", 2)}).size() == 1);
}

// Numbers that all types of files hold exactly.
double number_at(std::size_t i) { return (static_cast<double>(i * 7 % 31) - 15) / 16; }

std::vector<double> some_numbers(std::size_t n) {
  std::vector<double> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = number_at(i);
  return numbers;
}

// Y = X W + b by the definition; W as the file has it.
arma::mat by_definition(const arma::mat& X, const std::vector<double>& stored, std::size_t n_out,
                        bool is_in_out, bool has_bias) {
  const std::size_t n_in = X.n_cols;
  arma::mat Y(X.n_rows, n_out);
  for (std::size_t i = 0; i < X.n_rows; ++i)
    for (std::size_t j = 0; j < n_out; ++j) {
      double sum = has_bias ? number_at(j) : 0.0;
      for (std::size_t k = 0; k < n_in; ++k)
        sum += X(i, k) * stored[is_in_out ? k * n_out + j : j * n_in + k];
      Y(i, j) = sum;
    }
  return Y;
}

// A model with one linear map from n_in to n_out numbers, which begins at an odd address if wanted.
struct LinearInFile {
  std::size_t n_in, n_out;
  bool is_in_out, has_bias;
  std::vector<double> numbers;
  StoredModel model;
  WeightSource source;

  LinearInFile(std::size_t in, std::size_t out, bool in_out, const std::string& dtype, bool bias,
               bool is_odd)
      : n_in(in),
        n_out(out),
        is_in_out(in_out),
        has_bias(bias),
        numbers(some_numbers(in * out)),
        model({{"a", "U8", is_odd ? "[1]" : "[0]", is_odd ? "x" : ""},
               {"map.weight", dtype,
                in_out ? fmt::format("[{}, {}]", in, out) : fmt::format("[{}, {}]", out, in),
                bytes_as(dtype, numbers)},
               {"map.bias", dtype, fmt::format("[{}]", out), bytes_as(dtype, some_numbers(out))}}),
        source(model.files(), {.tokens = {"a", {}}, .prefixes = {""}}) {}

  template <class Real>
  StoredLinear<Real> linear() const {
    NamedPair names{
        {"map.weight", is_in_out ? TensorShape{n_in, n_out} : TensorShape{n_out, n_in}}};
    if (has_bias) names.bias = {"map.bias", {n_out}};
    return StoredLinear<Real>(source, names, is_in_out);
  }
};

template <class Real>
arma::mat applied(const StoredLinear<Real>& linear, const arma::mat& X, unsigned n_threads) {
  Workers workers(n_threads);
  NumberRoom<Real> scratch;
  RowMatrix<Real> input(X.n_rows, X.n_cols), output(X.n_rows, linear.n_out());
  for (std::size_t i = 0; i < X.n_rows; ++i)
    for (std::size_t j = 0; j < X.n_cols; ++j) input.rows()(i, j) = static_cast<Real>(X(i, j));
  linear.apply(workers, scratch, input, output);
  return matrix_of(output);
}

arma::mat tokens(std::size_t n, std::size_t width) { return matrix_of(random_rows(n, n, width)); }

template <class Real>
constexpr double kClose = sizeof(Real) == 4 ? 1e-5 : 1e-12;

template <class Real>
void require_linear(const LinearInFile& stored, std::size_t n_tokens) {
  const arma::mat X = tokens(n_tokens, stored.n_in);
  const arma::mat Y =
      by_definition(X, stored.numbers, stored.n_out, stored.is_in_out, stored.has_bias);
  const StoredLinear<Real> linear = stored.linear<Real>();
  CHECK(linear.n_in() == stored.n_in);
  CHECK(linear.n_out() == stored.n_out);
  const double scale = std::sqrt(static_cast<double>(stored.n_in));
  CHECK(difference(applied(linear, X, 1), Y, kClose<Real> * scale) == "");
  CHECK(same(applied(linear, X, 1), applied(linear, X, 3)));
}

TEST_CASE("StoredLinear: as the definition has it, from files of any type, in both orientations") {
  for (const char* dtype : {"F64", "F32", "F16", "BF16"})
    for (const bool is_in_out : {false, true})
      for (const bool is_odd : {false, true}) {
        CAPTURE(dtype, is_in_out, is_odd);
        const LinearInFile stored(19, 23, is_in_out, dtype, !is_odd, is_odd);
        for (const std::size_t n_tokens : {1, 5}) {
          require_linear<float>(stored, n_tokens);
          require_linear<double>(stored, n_tokens);
        }
      }
}

TEST_CASE("StoredLinear: large enough to be shared out, by outputs and by tokens") {
  for (const bool is_in_out : {false, true})
    for (const std::size_t n_tokens : {3, 200, 700}) {
      CAPTURE(is_in_out, n_tokens);
      const LinearInFile stored(160, 203, is_in_out, "F32", true, true);
      require_linear<float>(stored, n_tokens);
      require_linear<double>(stored, n_tokens);
    }
}

TEST_CASE("StoredLinear: more weights than are copied at once") {
  for (const bool is_in_out : {false, true}) {
    CAPTURE(is_in_out);
    const LinearInFile stored(4096, 1100, is_in_out, "BF16", true, false);
    require_linear<float>(stored, 2);
  }
}

TEST_CASE("StoredLinear: a part of the outputs") {
  for (const bool is_in_out : {false, true})
    for (const bool is_odd : {false, true}) {
      CAPTURE(is_in_out, is_odd);
      const LinearInFile stored(6, 12, is_in_out, "F64", true, is_odd);
      const StoredLinear<double> whole = stored.linear<double>(), part = whole.part(4, 6),
                                 part_of_part = part.part(2, 3);
      const arma::mat X = tokens(3, 6), Y = applied(whole, X, 1);
      CHECK(difference(applied(part, X, 1), Y.cols(4, 9)) == "");
      CHECK(difference(applied(part_of_part, X, 1), Y.cols(6, 8)) == "");
      CHECK(same(part_of_part.weight(), whole.weight().cols(6, 8)));
      CHECK(same(part_of_part.bias(), whole.bias().cols(6, 8)));
    }
}

TEST_CASE("StoredLinear: its matrix and bias as the maths has them") {
  const arma::mat X = tokens(4, 5);
  for (const bool is_in_out : {false, true}) {
    const LinearInFile stored(5, 7, is_in_out, "F16", true, true);
    const StoredLinear<float> linear = stored.linear<float>();
    const arma::mat W = linear.weight();
    CHECK(W.n_rows == 5);
    CHECK(W.n_cols == 7);
    CHECK(W(1, 2) == number_at(is_in_out ? 1 * 7 + 2 : 2 * 5 + 1));
    arma::mat Y = X * W;
    Y.each_row() += linear.bias();
    CHECK(difference(Y, by_definition(X, stored.numbers, 7, is_in_out, true)) == "");
  }
}

TEST_CASE("StoredLinear: another tensor in place of its matrix") {
  const PlacedTensor table("F32", {3, 2}, bytes_as("F32", {1, 2, 3, 4, 5, 6}));
  const arma::mat X{{1.0, 10.0}};
  CHECK(same(applied(StoredLinear<float>(table.tensor(), {}), X, 1), arma::mat{{21, 43, 65}}));
  CHECK(same(applied(StoredLinear<double>(table.tensor(), {0.5, 0, 1}), X, 1),
             arma::mat{{21.5, 43, 66}}));
}

TEST_CASE("NumberRoom: room that grows and stays") {
  NumberRoom<float> scratch;
  float* const first = scratch.room_for(10);
  CHECK(scratch.room_for(5) == first);
  CHECK(scratch.room_for(10) == first);
  scratch.room_for(1000)[999] = 1.0F;
}

TEST_CASE("attend_heads: like the functions of core, under every mask") {
  Sample sample(3);
  // Fewer tokens than are taken together, as many, and some more than two blocks of them.
  for (const std::size_t n : {1, 11, 128, 259})
    for (const std::size_t n_kv_heads : {4, 2, 1}) {
      if (!sample.takes_next()) continue;
      CAPTURE(n, n_kv_heads);
      const SampleHeads heads(n, 4, n_kv_heads, 6);
      std::vector<Sights> all{{},
                              {.is_causal = true},
                              {.is_causal = true, .window = 1},
                              {.is_causal = true, .window = 5},
                              {.is_causal = true, .window = 1000}};
      if (n > 5) {
        all.push_back({.is_padding = padding(n, n - 3, 3)});
        all.push_back({.is_causal = true, .is_padding = padding(n, 0, 4)});
        all.push_back({.is_causal = true, .window = 3, .is_padding = padding(n, 2, 4)});
      }
      for (const Sights& sights : all) {
        CAPTURE(sights.is_causal, sights.window.value_or(0), sights.is_padding.empty());
        heads.require_like_core<double>(sights, 1e-12);
        heads.require_like_core<float>(sights, 1e-5);
      }
    }
}

TEST_CASE("attend_heads: weights come to the place that is given for them") {
  constexpr std::size_t kTokens = 140;
  const SampleHeads heads(kTokens, 2, 2, 4);
  const Sights sights{.is_causal = true};
  RowMatrix<double> all(2 * kTokens, kTokens);
  heads.output<double>(sights, 2, {},
                       [&](std::size_t head) { return all.rows().rows(head * kTokens, kTokens); });
  for (std::size_t head = 0; head < 2; ++head)
    CHECK(difference(matrix_of(all.rows().rows(head * kTokens, kTokens)),
                     heads.weights_by_core(sights, head), 1e-12) == "");
}

TEST_CASE("attend_heads: what a watcher throws comes back, from whichever thread") {
  const SampleHeads heads(259, 4, 4, 6);
  for (const unsigned n_threads : {1U, 3U})
    CHECK_THROWS_WITH(heads.output<float>({}, n_threads,
                                          [](std::size_t head, Rows<const float>) {
                                            if (head == 2) throw std::runtime_error("seen");
                                          }),
                      "seen");
}

TEST_CASE("attend_heads: a query that sees nothing gets nothing") {
  const SampleHeads heads(5, 2, 2, 4);
  const arma::mat O = heads.output<double>({.is_causal = true, .is_padding = padding(5, 0, 2)}, 1);
  CHECK(arma::accu(arma::abs(O.rows(0, 1))) == 0.0);
  CHECK(arma::all(arma::any(O.rows(2, 4), 1)));
}

TEST_CASE("attend_heads: one score far above the others, and no scale at all") {
  Workers workers(1);
  const RowMatrix<float> Q(2, 1, {1e4F, 0}), K(2, 1, {1e4F, -1e4F}), V(2, 1, {3, 5});
  RowMatrix<float> O(2, 1);
  attend_heads<float>(workers, {.Q = Q, .K = K, .V = V}, {}, O);
  CHECK(O.numbers == std::vector<float>{3, 4});
}

const ModelTensors kNoNames{.tokens = {"norm.weight", {}}, .prefixes = {""}};

StoredModel stored_norm(std::size_t width) {
  std::vector<double> gain(width), shift(width);
  for (std::size_t i = 0; i < width; ++i) {
    gain[i] = 1.0 + static_cast<double>(i) / 8;
    shift[i] = static_cast<double>(i % 3) - 1.0;
  }
  const std::string shape = fmt::format("[{}]", width);
  return StoredModel({{"norm.weight", "F16", shape, bytes_as("F16", gain)},
                      {"norm.bias", "F32", shape, bytes_as("F32", shift)}});
}

template <class Real>
RowNorm<Real> norm_of(const StoredModel& model, std::size_t width, bool has_bias, double epsilon) {
  NamedPair names{{"norm.weight", {width}}};
  if (has_bias) names.bias = {"norm.bias", {width}};
  return RowNorm<Real>(WeightSource(model.files(), kNoNames), names, epsilon);
}

TEST_CASE("RowNorm: numbers worked by hand") {
  const StoredModel model({float64_tensor("norm.weight", "[4]", {1, 2, 1, 4}),
                           float64_tensor("norm.bias", "[4]", {0, 1, 0, -1})});
  Workers workers(1);
  RowMatrix<double> X(1, 4, {-1, 1, -1, 1}), Y(1, 4);
  // The mean is 0 and the variance 1; with ε = 3 all is halved.
  norm_of<double>(model, 4, true, 0.0).apply(workers, X, Y);
  CHECK(Y.numbers == std::vector<double>{-1, 3, -1, 3});
  norm_of<double>(model, 4, true, 3.0).apply(workers, X, Y);
  CHECK(Y.numbers == std::vector<double>{-0.5, 2, -0.5, 1});
  // RMSNorm does not centre: the mean of the squares of 1, 7, 5, 5 is 25.
  X.numbers = {1, 7, 5, 5};
  norm_of<double>(model, 4, false, 0.0).apply(workers, X, X);
  CHECK(difference(matrix_of(X), arma::mat{{0.2, 2.8, 1, 4}}) == "");
}

TEST_CASE("RowNorm: many rows, in place or not, in both types") {
  constexpr std::size_t kWidth = 37;
  const StoredModel model = stored_norm(kWidth);
  const RowNorm<double> norm = norm_of<double>(model, kWidth, true, 1e-5);
  const RowNorm<float> in_float = norm_of<float>(model, kWidth, true, 1e-5);
  CHECK(norm.width() == kWidth);
  Workers workers(3);
  const RowMatrix<double> X = random_rows(1, 900, kWidth);
  const RowMatrix<float> X_in_float = random_rows<float>(1, 900, kWidth);
  RowMatrix<double> Y(900, kWidth), in_place = X;
  RowMatrix<float> Y_in_float(900, kWidth);
  norm.apply(workers, X, Y);
  norm.apply(workers, in_place, in_place);
  in_float.apply(workers, X_in_float, Y_in_float);
  CHECK(Y.numbers == in_place.numbers);
  CHECK(difference(matrix_of(Y_in_float), matrix_of(Y), 2e-5) == "");
  arma::mat expected = matrix_of(X);
  for (arma::uword i = 0; i < expected.n_rows; ++i) {
    const double mean = arma::mean(expected.row(i)), variance = arma::var(expected.row(i), 1);
    for (arma::uword j = 0; j < kWidth; ++j)
      expected(i, j) = (1.0 + static_cast<double>(j) / 8) * (expected(i, j) - mean) /
                           std::sqrt(variance + 1e-5) +
                       static_cast<double>(j % 3) - 1.0;
  }
  CHECK(difference(matrix_of(Y), expected) == "");
}

using nlohmann::json;

// One sequence, and what the framework makes of it (tests/pretrained/make_models.py).
struct FrameworkCase {
  std::string name;
  ModelInput input;
  std::vector<double> hidden_states, attentions, logits;
};

std::vector<double> numbers(const WeightFiles& files, const std::string& name) {
  return files.has(name) ? all_numbers<double>(files.tensor(name)) : std::vector<double>{};
}

std::vector<std::uint32_t> as_ids(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::vector<FrameworkCase> framework_cases(const std::string& model) {
  const WeightFiles files((kModels / model / "expected").string());
  std::vector<FrameworkCase> cases;
  for (const std::string name : {"plain", "pair", "right", "left"}) {
    if (!files.has(name + ".ids")) continue;
    FrameworkCase one{.name = name};
    one.input.ids = as_ids(numbers(files, name + ".ids"));
    one.input.types = as_ids(numbers(files, name + ".types"));
    for (const double is_real : numbers(files, name + ".mask"))
      one.input.is_padding.push_back(is_real == 0.0);
    one.hidden_states = numbers(files, name + ".hidden_states");
    one.attentions = numbers(files, name + ".attentions");
    one.logits = numbers(files, name + ".logits");
    cases.push_back(std::move(one));
  }
  return cases;
}

// Compares the rows of real queries: what one of padding says is nobody's business.
template <class Real>
void require_rows(const ModelInput& input, Rows<const Real> got, const double* wanted,
                  double tolerance) {
  double most = 0.0;
  for (std::size_t i = 0; i < got.n_rows; ++i) {
    if (!input.is_padding.empty() && input.is_padding[i]) continue;
    for (std::size_t j = 0; j < got.n_cols; ++j) {
      const double expected = wanted[i * got.n_cols + j];
      most = std::max(most, std::abs(static_cast<double>(got(i, j)) - expected) /
                                std::max(1.0, std::abs(expected)));
    }
  }
  CHECK(most <= tolerance);
}

template <class Real>
void require_like_framework(const std::string& name, double tolerance) {
  const WeightFiles files((kModels / name).string());
  PretrainedModel<Real> model(architecture_with(config_of(name)), files);
  for (const FrameworkCase& one : framework_cases(name)) {
    CAPTURE(name, one.name);
    const std::size_t n = one.input.ids.size(), n_heads = model.n_heads();
    TokenRows<Real> X = model.embed(one.input);
    const double* hidden = one.hidden_states.data();
    for (std::size_t layer = 0; layer < model.n_layers(); ++layer) {
      CAPTURE(layer);
      require_rows<Real>(one.input, X.rows(), hidden + layer * n * X.n_cols(), tolerance);
      std::mutex lock;
      std::vector<TokenRows<Real>> maps(n_heads);
      LayerRun<Real> run{.watch = [&](std::size_t head, Rows<const Real> weights) {
        const std::lock_guard held(lock);
        maps[head] = TokenRows<Real>(n, n);
        for (std::size_t i = 0; i < n; ++i)
          std::copy_n(weights.row(i), n, maps[head].rows().row(i));
      }};
      TokenRows<Real> unwatched = X.copy();
      model.apply_layer(layer, one.input, unwatched);
      model.apply_layer(layer, one.input, X, run);
      for (std::size_t head = 0; head < n_heads; ++head)
        require_rows<Real>(one.input, maps[head].rows(),
                           one.attentions.data() + (layer * n_heads + head) * n * n, tolerance);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < X.n_cols(); ++j)
          REQUIRE(std::abs(X.rows()(i, j) - unwatched.rows()(i, j)) <= 1e-5);
    }
    require_rows<Real>(one.input, model.last_states(X.rows()).rows(),
                       hidden + model.n_layers() * n * X.n_cols(), tolerance);
    REQUIRE(model.has_head());
    const TokenRows<Real> logits = model.logits(X.rows());
    require_rows<Real>(one.input, logits.rows().columns(0, one.logits.size() / n),
                       one.logits.data(), tolerance);
  }
}

const ModelInput kSentence{.ids = {1, 17, 42, 5, 17, 42, 9, 88, 33, 17, 42, 60}};

// States behind all layers, and logits, of one sentence.
template <class Real>
struct Passed {
  arma::mat states, logits;
};

template <class Real>
Passed<Real> passed(const json& config, const std::string& folder, const LayerRun<Real>& run = {},
                    unsigned n_threads = 1) {
  const WeightFiles files(folder);
  PretrainedModel<Real> model(architecture_with(config), files, n_threads);
  TokenRows<Real> X = model.embed(kSentence);
  model.apply_layer(0, kSentence, X, run);
  for (std::size_t layer = 1; layer < model.n_layers(); ++layer)
    model.apply_layer(layer, kSentence, X);
  return {matrix_of(X.rows()), matrix_of(model.logits(X.rows()).rows())};
}

template <class Real>
std::string pass_refusal(const json& config, const std::string& folder) {
  return refusal([&] { passed<Real>(config, folder); });
}

template <class Real>
std::string embed_refusal(const std::string& name, const ModelInput& input) {
  const WeightFiles files(model_path(name));
  PretrainedModel<Real> model(architecture_with(config_of(name)), files);
  return refusal([&] { model.embed(input); });
}

TEST_CASE("PretrainedModel: states, weights and logits are the framework's") {
  for (const std::string name : {"gpt2", "gpt2-scaled", "bert", "distilbert", "roberta"}) {
    require_like_framework<double>(name, 1e-12);
    require_like_framework<float>(name, 1e-5);
  }
  for (const std::string name : {"llama", "llama-biased", "mistral", "qwen2", "qwen3"}) {
    require_like_framework<float>(name, 1e-5);
    require_like_framework<double>(name, 1e-5);
  }
}

TEST_CASE("PretrainedModel: the fixture of GPT-2 is as odd as its own file") {
  const WeightFiles files(model_path("gpt2"));
  CHECK(files.has("h.0.attn.bias"));
  CHECK(reinterpret_cast<std::uintptr_t>(files.tensor("wte.weight").bytes.data()) % 4 != 0);
}

TEST_CASE("PretrainedModel: how many threads there are changes no digit") {
  for (const char* name : kModelNames) {
    CAPTURE(name);
    const auto one = passed<float>(config_of(name), model_path(name), {}, 1),
               two = passed<float>(config_of(name), model_path(name), {}, 2);
    CHECK(same(one.states, two.states));
    CHECK(same(one.logits, two.logits));
  }
}

TEST_CASE("PretrainedModel: one row alone goes on, and is what it is among all") {
  for (const char* name : {"gpt2", "bert", "qwen3"}) {
    CAPTURE(name);
    const WeightFiles files(model_path(name));
    PretrainedModel<double> model(architecture_with(config_of(name)), files, 2);
    TokenRows<double> all = model.embed(kSentence), one = all.copy();
    model.apply_layer(0, kSentence, all);
    model.apply_layer(0, kSentence, one, {.only_row = 7});
    CHECK(difference(matrix_of(one.rows().rows(7, 1)), matrix_of(all.rows().rows(7, 1)), 1e-12) ==
          "");
  }
}

TEST_CASE("PretrainedModel: without a head is as if its rows of W_O were 0") {
  const json config = config_of("gpt2");
  const ModelCopy zeroed("gpt2");
  // 8 numbers of head 0 to 32 of the output.
  zeroed.overwrite("h.0.attn.c_proj.weight", std::string(8 * 32 * sizeof(float), '\0'));
  const auto without = passed<double>(config, model_path("gpt2"), {.without = {0}}),
             by_weights = passed<double>(config, zeroed.path()),
             whole = passed<double>(config, model_path("gpt2"));
  CHECK(difference(without.states, by_weights.states) == "");
  CHECK(difference(without.logits, by_weights.logits) == "");
  CHECK(difference(without.states, whole.states) != "");
  const auto none_left = passed<double>(config, model_path("gpt2"), {.without = {0, 1, 2, 3}});
  CHECK(difference(none_left.states, without.states) != "");
}

TEST_CASE("PretrainedModel: NaN in any tensor is named") {
  Sample sample(5);
  for (const char* name : kModelNames) {
    if (std::string(name) == "mistral") continue;  // in shards, and else as llama
    const std::vector<std::string> tensors = WeightFiles(model_path(name)).names();
    for (const std::string& tensor : tensors) {
      if (is_no_parameter(tensor) || !sample.takes_next()) continue;
      CAPTURE(name, tensor);
      const ModelCopy spoiled(name);
      const std::size_t n_bytes = WeightFiles(model_path(name)).tensor(tensor).bytes.size();
      spoiled.overwrite(tensor, std::string(n_bytes, '\xff'));
      const std::string expected = spoiled.path("model.safetensors") + ":" + tensor +
                                   ": it holds NaN or infinity. Fetch the file again, or ask "
                                   "whoever made it.";
      CHECK(pass_refusal<float>(config_of(name), spoiled.path()) == expected);
    }
  }
  const ModelCopy spoiled("gpt2");
  spoiled.overwrite("h.1.ln_2.weight", bytes_of<float>({INFINITY}));
  CHECK_THAT(pass_refusal<double>(config_of("gpt2"), spoiled.path()),
             ContainsSubstring("h.1.ln_2.weight: it holds NaN or infinity."));
}

TEST_CASE("PretrainedModel: what grows beyond its type is named with the type") {
  const ModelCopy loud("gpt2");
  loud.overwrite("h.1.mlp.c_fc.weight", bytes_of(std::vector<float>(32 * 128, 1e38F)));
  loud.overwrite("h.1.mlp.c_proj.weight", bytes_of(std::vector<float>(32 * 128, 1e38F)));
  CHECK(pass_refusal<float>(config_of("gpt2"), loud.path()) ==
        "Layer 1: the numbers grow beyond what fp32 can hold. Compute with --dtype fp64.");
  CHECK(pass_refusal<double>(config_of("gpt2"), loud.path()) == "accepted");

  json config = config_of("gpt2");
  for (const char* key : {"n_embd", "n_head", "n_layer"}) config[key] = 1;
  config["vocab_size"] = 89;
  config["n_positions"] = 20;
  const Architecture architecture = architecture_with(config);
  const ModelTensors names = model_tensors(architecture.family, architecture.sizes);
  std::vector<TensorBytes> tensors;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& one : some) {
      std::uint64_t n = 1;
      for (const std::uint64_t size : one.shape) n *= size;
      tensors.push_back(
          float64_tensor(one.name, json(one.shape).dump(), std::vector<double>(n, 1e300)));
    }
  };
  add(embedding_tensors(names));
  add(layer_tensors(names.layers[0]));
  add(last_tensors(names));
  const StoredModel louder(tensors);
  PretrainedModel<double> model(architecture, louder.files());
  TokenRows<double> X = model.embed(kSentence);
  CHECK_REFUSED(model.apply_layer(0, kSentence, X),
                "Layer 0: the numbers grow beyond what fp64 can hold. Use a config.json and "
                "weights that were saved together.");
}

TEST_CASE("PretrainedModel: a file that is cut off on the way ends in that error") {
  for (const char* name : {"gpt2", "bert", "llama"})
    for (const bool is_double : {false, true}) {
      CAPTURE(name, is_double);
      const ModelCopy cut(name);
      const WeightFiles files(cut.path());
      const std::string path = cut.path("model.safetensors");
      const auto run = [&](auto real) {
        using Real = decltype(real);
        PretrainedModel<Real> model(architecture_with(config_of(name)), files, 2);
        TokenRows<Real> X = model.embed(kSentence);
        model.apply_layer(0, kSentence, X);
        std::filesystem::resize_file(path, 5000);
        TokenRows<Real> Y = X.copy();
        CHECK_THAT(refusal([&] { model.apply_layer(1, kSentence, X); }),
                   ContainsSubstring(path + ": the file was cut off while it was read"));
        CHECK_THAT(refusal([&] { model.logits(Y.rows()); }), ContainsSubstring("cut off"));
        CHECK_THAT(refusal([&] { model.embed(kSentence); }), ContainsSubstring("cut off"));
      };
      is_double ? run(double()) : run(float());
    }
}

TEST_CASE("PretrainedModel: tokens that have no row, and more than there are places for") {
  CHECK(embed_refusal<float>("gpt2", {}) ==
        "The text has no tokens, and a model needs one at least.");
  CHECK(
      embed_refusal<float>("gpt2", {.ids = {3, 576}}) ==
      "The tokenizer makes a token with the id 576, and the model has 576 rows, 0 to 575. "
      "Use a tokenizer and weights that were saved together; for tokens that were added, the model "
      "needs rows: model.resize_token_embeddings(N).");
  CHECK(embed_refusal<float>("gpt2", {.ids = {4294967295}}).starts_with("The tokenizer makes"));
  const auto long_text = [](std::size_t n) {
    return ModelInput{.ids = std::vector<std::uint32_t>(n, 5)};
  };
  CHECK(embed_refusal<float>("gpt2", long_text(40)) == "accepted");
  CHECK(embed_refusal<float>("gpt2", long_text(41)) ==
        "The text has 41 tokens, and the model has places for 40. Give a shorter text, or cut it: "
        "--truncate 40.");
  CHECK(embed_refusal<float>("roberta", long_text(38)) == "accepted");
  CHECK_THAT(embed_refusal<float>("roberta", long_text(39)),
             ContainsSubstring("has places for 38."));
  CHECK(embed_refusal<double>("llama", long_text(500)) == "accepted");
}

TEST_CASE("PretrainedModel: settings and weights of different models") {
  const auto made = [](const std::string& name, const std::string& key, const json& value) {
    json config = config_of(name);
    config[key] = value;
    const WeightFiles files(model_path(name));
    return refusal([&] { PretrainedModel<float>(architecture_with(config), files); });
  };
  CHECK(made("gpt2", "vocab_size", 577) ==
        model_path("gpt2") +
            "/model.safetensors:wte.weight: its shape is (576, 32), and by config.json it must be "
            "(577, 32). Use a config.json and weights that were saved together.");
  CHECK(made("gpt2", "n_layer", 10'000) ==
        "The weights lack the tensor h.2.ln_1.weight (32,), which config.json promises. Use a "
        "config.json and weights that were saved together, with all of their files.");
  CHECK_THAT(made("llama", "attention_bias", true),
             ContainsSubstring("lack the tensor model.layers.0.self_attn.q_proj.bias (32,)"));
  CHECK_THAT(made("llama", "vocab_size", 1'000'000'000'000),
             ContainsSubstring("(1000000000000, 32)"));
}

TEST_CASE("PretrainedModel: a head is the file's, else tied, else none") {
  const auto has_head = [](const std::string& name, bool is_tied) {
    json config = config_of(name);
    config["tie_word_embeddings"] = is_tied;
    const WeightFiles files(model_path(name));
    PretrainedModel<float> model(architecture_with(config), files);
    if (!model.has_head()) {
      const TokenRows<float> X = model.embed(kSentence);
      CHECK_THROWS_AS(model.logits(X.rows()), std::logic_error);
    }
    return model.has_head();
  };
  for (const char* name : {"gpt2", "bert", "roberta", "distilbert", "qwen3"}) {
    CAPTURE(name);
    CHECK(has_head(name, true));
    CHECK_FALSE(has_head(name, false));
  }
  json tied = config_of("llama");
  tied["tie_word_embeddings"] = true;
  CHECK(same(passed<float>(tied, model_path("llama")).logits,
             passed<float>(config_of("llama"), model_path("llama")).logits));
}

TEST_CASE("PretrainedModel: padding stands where the text has it") {
  const WeightFiles files(model_path("gpt2"));
  const PretrainedModel<double> model(architecture_with(config_of("gpt2")), files);
  const auto options = [&](std::vector<bool> is_padding) {
    return model.attention_options(0, {.ids = {1, 2, 3}, .is_padding = std::move(is_padding)});
  };
  CHECK(options({}).n_padded == 0);
  CHECK(options({false, true, true}).n_padded == 2);
  CHECK_FALSE(options({false, true, true}).is_padded_before);
  CHECK(options({true, false, false}).n_padded == 1);
  CHECK(options({true, false, false}).is_padded_before);
}

TEST_CASE("PretrainedModel: a layer as its stages need it") {
  for (const char* name : {"gpt2", "bert"}) {
    CAPTURE(name);
    const WeightFiles files(model_path(name));
    PretrainedModel<double> model(architecture_with(config_of(name)), files);
    TokenRows<double> X = model.embed(kSentence);
    const MultiHeadLayer layer = model.attention_layer(0, X.rows());
    CHECK(layer.counts.n_heads == 4);
    const arma::mat Q = project(layer.X, layer.weights.W_Q, layer.weights.b_Q),
                    K = project(layer.X, layer.weights.W_K, layer.weights.b_K);
    std::mutex lock;
    const auto compare = [&](std::size_t head, Rows<const double> weights) {
      const std::lock_guard held(lock);
      const arma::mat scores =
          attention_scores(head_columns(Q, 4, head), head_columns(K, 4, head)) / std::sqrt(8.0);
      const bool is_causal = std::string(name) == "gpt2";
      CHECK(
          difference(matrix_of(weights),
                     softmax_rows(is_causal ? masked_scores(scores, causal_mask(12, 12)) : scores),
                     1e-12) == "");
    };
    model.apply_layer(0, kSentence, X, {.watch = compare});
  }
}

}  // namespace
