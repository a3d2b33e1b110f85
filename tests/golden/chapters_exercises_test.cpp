#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"

// The exercises of the source chapters against numbers recomputed with other software, and what
// becomes of the answers that the chapters print: the wrong ones do not pass.

namespace {

FieldResult judged(const std::string& id, const std::string& field, const std::string& text) {
  for (const FieldResult& one : judged_sheet(id, field + " = " + text))
    if (one.field->name == field) return one;
  throw std::out_of_range(field);
}

FieldVerdict verdict(const std::string& id, const std::string& field, const std::string& text) {
  return judged(id, field, text).verdict;
}

// What the wrong answer shows; it must not be right.
std::string mistake(const std::string& id, const std::string& field, const std::string& text) {
  const FieldResult result = judged(id, field, text);
  CHECK(result.verdict == FieldVerdict::wrong);
  CHECK_FALSE(result.explanation.empty());
  return result.alternative;
}

// The reading in which the answer is right too.
std::string reading(const std::string& id, const std::string& field, const std::string& text) {
  const FieldResult result = judged(id, field, text);
  CHECK(result.verdict == FieldVerdict::accepted);
  CHECK_FALSE(result.explanation.empty());
  return result.alternative;
}

arma::mat truth(const std::string& id, const std::string& field) {
  Worksheet worksheet(course_exercise(id));
  return worksheet.numbers(field);
}

std::string typed_text_of(const nlohmann::json& rows) {
  std::string text;
  for (const nlohmann::json& row : rows) text += row.dump() + (row == rows.back() ? "" : ",");
  return "[" + text + "]";
}

constexpr auto kPass = FieldVerdict::pass;

TEST_CASE("chapters: exercise 1, every stage and every mistake that can be told from it") {
  const nlohmann::json all = read_golden("chapters_exercises.json");
  const nlohmann::json& golden = all["exercise1"];
  const std::string id = "attention-by-hand";
  CHECK(difference(truth(id, "scores"), matrix(golden["S"])) == "");
  CHECK(difference(truth(id, "scaled"), matrix(golden["S_scaled"])) == "");
  CHECK(difference(truth(id, "weights"), matrix(golden["A"])) == "");
  CHECK(difference(truth(id, "output"), matrix(golden["output"])) == "");
  CHECK(difference(truth(id, "causal_weights"), matrix(all["exercise1_causal"]["A"])) == "");
  CHECK(difference(truth(id, "causal_output"), matrix(all["exercise1_causal"]["output"])) == "");

  const nlohmann::json& variants = golden["diagnosable_variants"];
  const auto shown_by = [&](const char* name) {
    return mistake(id, "weights", typed_text_of(variants[name]["A"]));
  };
  CHECK(shown_by("no_scaling") == "no_scale");
  CHECK(shown_by("divide_by_d_k") == "divided_by_d_k");
  CHECK(shown_by("column_softmax") == "softmax_over_columns");
  CHECK(shown_by("linear_normalisation") == "softmax_skipped");
  CHECK(shown_by("hard_argmax_ties_split") == "hard_maximum");
  CHECK(verdict(id, "weights", typed_text_of(variants["rounded_intermediates"]["A"])) == kPass);
}

TEST_CASE("chapters: exercise 1, the printed third row is not right, the printed output is") {
  const std::string id = "attention-by-hand";
  CHECK(mistake(id, "weights", ".4 .2 .4; .2 .4 .4; .28 .28 .44") == "printed_key");
  CHECK(mistake(id, "weights", ".401 .198 .401; .198 .401 .401; .28 .28 .44") == "printed_key");
  CHECK(verdict(id, "weights", ".40 .20 .40; .20 .40 .40; .25 .25 .50") == kPass);
  CHECK(verdict(id, "output", "1.2 0.8; 0.8 1.2; 1 1") == kPass);
}

TEST_CASE("chapters: exercise 2, with and without biases") {
  const nlohmann::json all = read_golden("chapters_exercises.json");
  const nlohmann::json& golden = all["exercise2"]["answer"];
  const std::string id = "mha-parameters";
  CHECK(truth(id, "per_projection")(0) == golden["W_q"].get<double>());
  CHECK(truth(id, "without_biases")(0) == golden["total_without_bias"].get<double>());
  CHECK(truth(id, "with_biases")(0) == golden["total_with_bias"].get<double>());
  CHECK(mistake(id, "without_biases", "786432") == "w_o_forgotten");
  CHECK(mistake(id, "without_biases", "98304") == "one_head_only");
  CHECK(mistake(id, "without_biases", "8388608") == "counted_per_head_again");
  CHECK(mistake(id, "without_biases", "1050624") == "biases_counted");
  CHECK(mistake(id, "with_biases", "1048576") == "biases_left_out");
  CHECK(mistake(id, "with_biases", "1050112") == "biases_on_q_k_v_only");
}

TEST_CASE("chapters: exercise 3, pairs, dimensions and the bound that is not reached") {
  const nlohmann::json all = read_golden("chapters_exercises.json");
  const nlohmann::json& golden = all["exercise3"];
  const std::string id = "posenc-periods";
  const auto period = [&](const char* key) { return Approx(golden[key].get<double>()); };
  CHECK(truth(id, "period_0")(0) == period("answer_dim0"));
  CHECK(truth(id, "period_middle")(0) == period("answer_dim_256_literal"));
  CHECK(truth(id, "slowest_period")(0) == period("answer_lowest_frequency_dims_510_511"));

  for (const char* text : {"2*pi", "2π", "6.28", "6.283"})
    CHECK(verdict(id, "period_0", text) == kPass);
  CHECK(mistake(id, "period_0", "6") == "nearest_whole_shift");
  CHECK(mistake(id, "period_2", "6.752") == "pair_taken_for_dimension");
  CHECK(mistake(id, "period_middle", "62831.9") == "pair_taken_for_dimension");
  CHECK(mistake(id, "slowest_pair", "256") == "pairs_counted_from_one");
  CHECK(mistake(id, "slowest_period", "62832") == "supremum_taken");
  CHECK(verdict(id, "slowest_period", "60611.5") == kPass);
  CHECK(verdict(id, "slowest_period", "60616.4") == kPass);
  CHECK(mistake(id, "slowest_period", "628.319") == "middle_taken_for_slowest");
}

TEST_CASE("chapters: exercise 5, what the tally leaves out") {
  const std::string id = "attention-cost";
  CHECK(verdict(id, "total", "4nd² + 2n²d") == kPass);
  CHECK(mistake(id, "total", "3nd² + 2n²d") == "without_output_projection");
  CHECK(verdict(id, "order", "O(nd² + n²d)") == kPass);
  CHECK(mistake(id, "order", "O(n²d)") == "large_n_only");
  CHECK(verdict(id, "rnn", "2nd²") == kPass);
  CHECK(mistake(id, "rnn", "nd²") == "recurrent_product_only");
  CHECK(verdict(id, "rnn_memory", "nd") == kPass);
  CHECK(mistake(id, "rnn_memory", "d") == "streaming");
  CHECK(mistake(id, "rnn_memory", "n") == "printed_memory");
  CHECK(verdict(id, "crossover", "2d") == kPass);
  CHECK(mistake(id, "crossover", "d") == "orders_compared");
  CHECK(mistake(id, "crossover", "512") == "printed_512");

  const nlohmann::json costs = read_golden("chapters_costs.json");
  const nlohmann::json& table = costs["complexity"]["table"];
  const auto golden = std::find_if(table.begin(), table.end(), [](const nlohmann::json& row) {
    return row["n"] == 100 && row["d"] == 512;
  });
  REQUIRE(golden != table.end());
  CHECK(truth(id, "total_here")(0) == (*golden)["attention_total_macs_with_W_o"].get<double>());
}

TEST_CASE("chapters: the second half that sees the first, in both readings") {
  const nlohmann::json all = read_golden("chapters_exercises.json");
  const std::string id = "half-mask";
  const std::string block = typed_text_of(all["half_masks"]["examples"][1]["keep"]);
  CHECK(verdict(id, "mask", "1 0 0 0 0; 1 1 0 0 0; 1 1 1 0 0; 1 1 1 1 0; 1 1 1 1 1") == kPass);
  CHECK(reading(id, "mask", block) == "literal_reading");

  const auto checked = [&](const std::string& name) {
    return judged_sheet(id, "mask = " + block + "\nreading = " + name)[1].verdict;
  };
  CHECK(checked("literal") != FieldVerdict::wrong);  // the label belongs to the mask
  CHECK(checked("causal") == FieldVerdict::wrong);
}

TEST_CASE("chapters: open exercises fix their numbers, and a guess decides nothing") {
  CHECK(verdict("predict-pairs", "predicted", "The->cat, cat->sat, on->the") ==
        FieldVerdict::noted);
  CHECK(reading("keywords", "received", "0.2 0.183 0.133 0.15 0.133 0.2") == "means");
  const nlohmann::json all = read_golden("chapters_exercises.json");
  const nlohmann::json& golden = all["hand_made"];
  const arma::mat sums = matrix(nlohmann::json::array({golden["column_sums"]}));
  CHECK(difference(truth("keywords", "received"), sums) == "");
}

// The verdicts on a sheet with several answers, in the order of the questions, without the rest.
std::vector<std::string> verdicts(const std::string& id, const std::string& sheet) {
  std::vector<std::string> names;
  for (const FieldResult& one : judged_sheet(id, sheet))
    if (one.verdict != FieldVerdict::missing)
      names.emplace_back(name_in(kFieldVerdicts, one.verdict));
  return names;
}

using Verdicts = std::vector<std::string>;

TEST_CASE("chapters: exercise 5, numbers and crossing follow from the learner's own formulas") {
  const std::string parts =
      "qkv = nd²\nscores = n²d\nweighted_sum = n²d\noutput_projection = nd²\n";
  CHECK(verdicts("attention-cost", parts + "total = 2nd² + 2n²d\ntotal_here = 62668800\n") ==
        Verdicts{"wrong", "pass", "pass", "pass", "follows", "follows"});
  CHECK(verdicts("attention-cost",
                 "total = 3nd² + 2n²d\ntotal_here = 88883200\n"
                 "flop_here = 177766400\nlstm = 8nd²\ncrossover = 5/2 d\n"
                 "crossover_here = 1280") ==
        Verdicts{"wrong", "follows", "follows", "pass", "follows", "follows"});
  CHECK(verdicts("attention-cost", "lstm = 6nd²\ncrossover = d\ncrossover_here = 512") ==
        Verdicts{"wrong", "follows", "follows"});
  CHECK(verdicts("attention-cost", "crossover = 2d\ncrossover_here = 1280") ==
        Verdicts{"pass", "wrong"});
}

TEST_CASE("chapters: the name of a mask is judged by the reading that it is nearer to") {
  const std::string slip = "mask = 1 1 1 1 1; 1 1 1 0 1; 1 1 1 1 1; 1 1 1 0 0; 1 1 1 0 0\n";
  CHECK(verdicts("half-mask", slip + "reading = literal\nopen_cells = 20\nblind = 2") ==
        Verdicts{"wrong", "follows", "follows", "pass"});
  const std::string short_half = "mask = 1 1 1 1 1; 1 1 1 1 1; 1 1 0 0 0; 1 1 0 0 0; 1 1 0 0 0\n";
  CHECK(verdicts("half-mask", short_half + "reading = literal\nopen_cells = 16\nblind = 3") ==
        Verdicts{"wrong", "follows", "follows", "follows"});
  const std::string reversed = "mask = 0 0 0 0 0; 0 0 0 0 0; 0 0 0 0 0; 0 0 0 1 1; 0 0 0 1 1\n";
  CHECK(verdicts("half-mask", reversed + "reading = literal\nopen_cells = 4\nblind = 2") ==
        Verdicts{"wrong", "follows", "follows", "pass"});
}

TEST_CASE("chapters: received attention is added up in both questions, or averaged in both") {
  const std::string sums = "received = 1.2 1.1 .8 .9 .8 1.2\nreceived_from_others = ";
  const std::string means = "received = .2 .183 .133 .15 .133 .2\nreceived_from_others = ";
  const std::string sixths = ".067 .1 .067 .05 .017 .15", fifths = ".08 .12 .08 .06 .02 .18";
  CHECK(verdicts("keywords", sums + sixths) == Verdicts{"pass", "wrong"});
  CHECK(verdicts("keywords", sums + fifths) == Verdicts{"pass", "wrong"});
  CHECK(verdicts("keywords", means + "0.4 0.6 0.4 0.3 0.1 0.9") == Verdicts{"accepted", "wrong"});
  CHECK(verdicts("keywords", means + sixths) == Verdicts{"accepted", "pass"});
  CHECK(verdicts("keywords", means + fifths) == Verdicts{"accepted", "accepted"});
  CHECK(verdicts("keywords",
                 "received = 1.2 1.1 .8 .9 .7 1.2\n"
                 "received_from_others = .4 .6 .4 .3 0 .9") == Verdicts{"wrong", "follows"});
}

TEST_CASE("chapters: the divisor of the scores follows from the learner's own variance") {
  CHECK(verdicts("why-sqrt-dk",
                 "score_variance = d_k^2\nscore_deviation = d_k\ndivisor = d_k\n"
                 "variance_if_divided_by_d_k = 1\nweight_scaled = 0.5312") ==
        Verdicts{"wrong", "follows", "follows", "follows", "follows"});
  CHECK(verdicts("why-sqrt-dk",
                 "product_variance = 2\nscore_variance = 2 d_k\n"
                 "score_deviation = sqrt(2 d_k)\ndivisor = sqrt(2 d_k)") ==
        Verdicts{"wrong", "follows", "follows", "follows"});
}

TEST_CASE("chapters: how often a variance of the simulation is far off") {
  // Of n products of normal numbers, d_k of them summed: the excess kurtosis is 6 / d_k, so that
  // the variance of the variance is (2 + 6 / d_k) / n of its square.
  const auto percent_far_off = [](double d_k) {
    constexpr double kPairs = 1000, kFar = 0.1;
    const double deviation = std::sqrt((2.0 + 6.0 / d_k) / kPairs);
    return std::lround(100.0 * std::erfc(kFar / (deviation * std::sqrt(2.0))));
  };
  const Simulation& simulation = *course_exercise("why-sqrt-dk").simulation;
  CHECK(percent_far_off(simulation.values.front()) == 6);
  for (std::size_t i = 1; i < simulation.values.size(); ++i)
    CHECK(percent_far_off(simulation.values[i]) == 3);
  CHECK(contains(simulation.note.in("en"),
                 "at d_k = 8 about 6 % of them are more than 10 % off, at the "
                 "others about 3 %."));
}

// The exercises that look back on the chapters: their numbers against numbers recomputed with other
// software, what becomes of the answers that the chapters print, and their wrong options.

const std::vector<std::string> kRecaps{"recap-why-attention", "recap-one-head",
                                       "recap-filters-and-layers", "recap-uses"};

double true_number(const std::string& id, const std::string& field) {
  return arma::as_scalar(truth(id, field));
}

// The mistake that a wrong answer shows, or its verdict if it is not wrong.
std::string mistake_in(const std::string& id, const std::string& field, const std::string& text) {
  const FieldResult result = judged(id, field, text);
  return result.verdict == FieldVerdict::wrong
             ? result.alternative
             : std::string(name_in(kFieldVerdicts, result.verdict));
}

TEST_CASE("recaps: their numbers are those of other software") {
  // Distances, look-up and average as NumPy has them; the error of the mean is 5/6 for 6 vectors.
  CHECK(true_number("recap-uses", "to_animal") == 6);
  CHECK(true_number("recap-uses", "to_street") == 2);
  CHECK(true_number("recap-uses", "first_weight") == Approx(0.5266878172888664).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "average_weight") == Approx(0.1029).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "gradient_grown") ==
        Approx(117.3908528796953).epsilon(1e-12));
  CHECK(true_number("recap-filters-and-layers", "large_scores") ==
        Approx(0.8807970779778823).epsilon(1e-12));
  CHECK(true_number("recap-one-head", "uniform_error") == Approx(5.0 / 6.0).epsilon(1e-12));
  CHECK(true_number("recap-one-head", "dropped_sum") == Approx(8.0 / 9.0).epsilon(1e-12));
  CHECK(true_number("recap-why-attention", "gradient_left") ==
        Approx(0.005153775207320113).epsilon(1e-12));
  CHECK(true_number("recap-why-attention", "score_spread") == 8);
  // 4 d² with W_O, 3 d² without: 256 and 192 for d = 8.
  CHECK(true_number("recap-filters-and-layers", "heads_ratio") == Approx(256.0 / 192.0));
}

TEST_CASE("recaps: what the chapters print does not pass") {
  CHECK(mistake_in("recap-uses", "to_animal", "7") == "both_ends_counted");
  CHECK(mistake_in("recap-uses", "to_street", "4") == "printed_distance");
  CHECK(mistake_in("recap-uses", "attention_steps", "10000") == "work_for_steps");
  CHECK(mistake_in("recap-filters-and-layers", "heads_ratio", "1") == "both_the_same");
  CHECK(mistake_in("recap-filters-and-layers", "average_reach", "b") == "window_thought_sharp");
  CHECK(mistake_in("recap-filters-and-layers", "reordered", "a") == "invariance_for_equivariance");
  CHECK(mistake_in("recap-one-head", "copying", "a") == "order_thought_learned");
}

TEST_CASE("recaps: every wrong option has a sentence of its own") {
  for (const std::string& id : kRecaps) {
    const Exercise& exercise = course_exercise(id);
    std::set<std::string> places;  // of the right options: not always the same
    for (const Field& field : exercise.fields) {
      if (field.kind != FieldKind::choice) continue;
      std::set<std::string> sentences;
      std::size_t n_right = 0;
      const std::vector<std::string> letters = field.option_letters();
      for (const std::string& letter : letters) {
        INFO(id << ": " << field.name << " = " << letter);
        const FieldResult result = judged(id, field.name, letter);
        if (result.verdict == FieldVerdict::pass) {
          ++n_right;
          places.insert(letter);
          continue;
        }
        CHECK(result.verdict == FieldVerdict::wrong);
        CHECK(result.shown.size() == 1);
        CHECK(sentences.insert(result.explanation).second);
        CHECK_FALSE(result.explanation.empty());
      }
      CHECK(n_right == 1);
      CHECK(letters.size() >= 3);
    }
    CHECK(places.size() >= 3);
  }
}

TEST_CASE("recaps: every question has a hint of its own") {
  for (const std::string& id : kRecaps) {
    std::set<std::size_t> sections;
    for (const Field& field : course_exercise(id).fields) {
      INFO(id << ": " << field.name);
      REQUIRE(field.hints.size() == 1);
      CHECK(sections.insert(field.hints.front()).second);
    }
  }
}

TEST_CASE("recaps: a later answer follows from the learner's own weight") {
  for (const FieldResult& one : judged_sheet("recap-uses", "first_weight = 0.818\nsoft = 15.9")) {
    if (one.field->name == "first_weight") CHECK(one.alternative == "softmax_skipped");
    if (one.field->name == "soft") CHECK(one.verdict == FieldVerdict::follows);
  }
}

// Answers to the exercises of the source chapters in the spellings that people use.

struct Spelled {
  const char* exercise;
  const char* field;
  std::vector<std::string> texts;
};

void check_all(const std::vector<Spelled>& answers, FieldVerdict wanted) {
  for (const Spelled& answer : answers)
    for (const std::string& text : answer.texts) {
      INFO(answer.exercise << " " << answer.field << " = " << text);
      CHECK(verdict(answer.exercise, answer.field, text) == wanted);
    }
}

TEST_CASE("spellings: right is right however it is written") {
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

TEST_CASE("spellings: what only looks right is not") {
  check_all({{"gqa-shapes", "group_size", {"4%"}},
             {"softmax-by-hand", "weights", {"9 24.5 66.5"}},
             {"attention-cost",
              "order",
              {"n^2.01*d + n d^2", "n²d + n^0.99 d²", "(n²d + nd²) sqrt(ln n)"}},
             {"why-sqrt-dk", "slope_unscaled", {"0.00035", "0.00032"}}},
            FieldVerdict::wrong);
}

TEST_CASE("spellings: what cannot be read is no attempt") {
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

TEST_CASE("spellings: an answer that was given has its name afterwards") {
  const auto results =
      judged_sheet("mha-parameters", "per_projection = 262144\nwithout_biases = 4*per_projection");
  CHECK(results[1].verdict == FieldVerdict::pass);
}

}  // namespace
