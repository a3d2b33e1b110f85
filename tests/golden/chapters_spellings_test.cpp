#include <algorithm>
#include <stdexcept>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"

// Answers to the exercises of the source chapters in the spellings that people use.
using namespace attn;

namespace {

struct Spelled {
  const char* exercise;
  const char* field;
  std::vector<std::string> texts;
};

std::vector<FieldResult> checked(const std::string& id, const std::string& sheet) {
  static const std::vector<Exercise> exercises = read_course(ATTN_SOURCE_DIR).exercises;
  const auto exercise = std::find_if(exercises.begin(), exercises.end(),
                                     [&id](const Exercise& one) { return one.id == id; });
  return check(*exercise, Worksheet(*exercise), read_answer_sheet(sheet, "answer.txt")).fields;
}

FieldVerdict verdict_of(const Spelled& answer, const std::string& text) {
  for (const FieldResult& one : checked(answer.exercise, std::string(answer.field) + " = " + text))
    if (one.field->name == answer.field) return one.verdict;
  throw std::out_of_range(answer.field);
}

void check_all(const std::vector<Spelled>& answers, FieldVerdict verdict) {
  for (const Spelled& answer : answers)
    for (const std::string& text : answer.texts) {
      INFO(answer.exercise << " " << answer.field << " = " << text);
      CHECK(verdict_of(answer, text) == verdict);
    }
}

}  // namespace

TEST_CASE("spellings: right is right however it is written", "[golden][spellings]") {
  check_all(
      {{"softmax-by-hand",
        "weights",
        {"9% 24.5% 66.5%", "9% .245 66.5 %", "tensor([[0.0900, 0.2447, 0.6652]])",
         "array([0.09003057, 0.24472847, 0.66524096])", "[np.float64(0.09), 0.245, 0.665]",
         "0.090\n0.245\n0.665", "tensor([[0.0900, 0.2447, 0.6652]],\n  dtype=torch.float64)"}},
       {"softmax-by-hand", "doubling_step", {"np.log(2)", "ln2", "math.log(2)", "ln 2 = 0.693"}},
       {"gqa-shapes",
        "query_shape",
        {"512×4096", "512 x 4096", "512x4096", "512*4096", "(512, 4096)", "[512, 4096]",
         "torch.Size([512, 4096])", "512 by 4096", "512 行 4096 列", "n_tokens × d_model",
         "512; 4096"}},
       {"gqa-shapes", "group_size", {"4 times", "4x", "4 倍", "n_heads/n_kv_heads", "32/8 = 4"}},
       {"mha-parameters",
        "without_biases",
        {"1,048,576", "1_048_576", "1 048 576", "1'048'576", "4*d_model^2", "4·512²"}},
       {"mha-parameters", "per_projection", {"262,144", "n_heads*d_k*d_model"}},
       {"posenc-periods", "slowest_pair", {"d_model/2 − 1"}},
       {"posenc-periods", "period_0", {"2*Pi", "2PI", "τ", "2π positions"}},
       {"rope-rotation", "query_angle", {"1.5 rad", "1½", "3θ", "85.9437°", "1.5 ラジアン"}},
       {"attention-cost",
        "total",
        {"4ND^2 + 2N^2D", "= 4nd²+2n²d", "4nd^{2}+2n^{2}d", "$\\frac{8}{2} n d^2 + 2n^2 d$",
         "4n d d + 2 n n d", "4 \\cdot n \\times d^2 + 2n^2d"}},
       {"attention-cost",
        "order",
        {"O(max(nd^2, n^2d))", "n^2 d + n d^2", "O(nd(n + d))", "n²d + nd² + n^1.5 d^1.5"}},
       {"attention-cost", "crossover", {"n = 2d", "2D"}},
       {"why-sqrt-dk",
        "score_deviation",
        {"√dk", "√(d_k)", "sqrt d_k", "d_k^{1/2}", "d_k^0.5", "np.sqrt(d_k)"}},
       {"why-sqrt-dk",
        "slope_unscaled",
        {"3.4x10^-4", "3.4×10^-4", "3.4*10^-4", "3.4e-4", "3.4·10⁻⁴"}},
       {"masked-attention",
        "mask",
        {"1000;1100;1110;1111", "T F F F;T T F F;T T T F;T T T T", "✓✗✗✗;✓✓✗✗;✓✓✓✗;✓✓✓✓"}},
       {"half-mask",
        "reading",
        {"a causal mask", "自己回帰マスク", "look-ahead mask", "因果である"}},
       {"permutation-equivariance",
        "property",
        {"It is permutation-equivariant.", "等変", "等変性", "順列同変性", "equivariant (同変)",
         "同変です"}},
       {"permutation-equivariance", "causal", {"b)", "option b", "答え b", "B.", "(b)"}},
       {"attention-by-hand", "causal_output", {"1.99 0; .66 1.34; 1 1", "2.01 0; .67 1.33; 1 1"}}},
      FieldVerdict::pass);
}

TEST_CASE("spellings: what only looks right is not", "[golden][spellings]") {
  check_all({{"gqa-shapes", "group_size", {"4%"}},
             {"softmax-by-hand", "weights", {"9 24.5 66.5"}},
             {"attention-cost",
              "order",
              {"n^2.01*d + n d^2", "n²d + n^0.99 d²", "(n²d + nd²) sqrt(ln n)"}},
             {"why-sqrt-dk", "slope_unscaled", {"0.00035", "0.00032"}}},
            FieldVerdict::wrong);
}

TEST_CASE("spellings: what cannot be read is no attempt", "[golden][spellings]") {
  check_all(
      {{"permutation-equivariance",
        "property",
        {"equivarient", "not invariant", "equivariant or invariant", "associative"}},
       {"half-mask", "reading", {"causl", "causal or literal", "not causal"}},
       {"gqa-shapes", "query_shape", {"512,", "4096 columns, 512 rows"}},
       {"attention-cost", "order", {"n^d", "exp(n)", "n*d*(n+d)*ln(ln(n))", "O(min(nd^2, n^2d))"}},
       {"attention-cost", "total", {"3nd2", "√q"}},
       {"posenc-periods", "period_0", {"6,28", "6 apples"}}},
      FieldVerdict::unreadable);
}

TEST_CASE("spellings: an answer that was given has its name afterwards", "[golden][spellings]") {
  const auto results =
      checked("mha-parameters", "per_projection = 262144\nwithout_biases = 4*per_projection");
  CHECK(results[1].verdict == FieldVerdict::pass);
}
