#include "pretrained/forward/stored_linear.hpp"

#include "network/row_matrix.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

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

}  // namespace

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
