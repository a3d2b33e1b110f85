#include <algorithm>

#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/whole_answer.hpp"

// Sheets as people hand them in, with the book's numbers.
using namespace attn;

namespace {

// The questions that are charged in a whole sheet.
std::string charged_in(const std::string& id, const std::string& sheet) {
  const auto& all = course_worksheets();
  const auto worksheet = std::find_if(
      all.begin(), all.end(), [&](const Worksheet& one) { return one.exercise().id == id; });
  std::string names;
  for (const FieldResult& result :
       check(worksheet->exercise(), *worksheet, read_answer_sheet(sheet, "-")).fields)
    if (result.is_slip()) names += result.field->name + " ";
  return names;
}

// Zeros of the right shape; the first thing to choose. What is listed is right.
HandedIn zeros(const Field& field, Worksheet& right) {
  HandedIn answer = handed_in(field, right);
  if (field.kind != FieldKind::list) answer.given.zeros();
  if (answer.formula) answer.formula->at = [](const Expression::Values&) { return 0.0; };
  return answer;
}

}  // namespace

TEST_CASE("check: what a mistake leads to in another shape, sign or unit is not charged again",
          "[practice][check]") {
  // Q and K multiplied cell by cell: three rows of two weights, of which the mask hides one.
  CHECK(charged_in("attention-by-hand",
                   "scores = 1 0; 0 1; 1 1\nscaled = .71 0; 0 .71; .71 .71\n"
                   "weights = .67 .33; .33 .67; .5 .5\n"
                   "causal_weights = 1 0; .33 .67; .5 .5") == "scores ");
  // A mask of both readings may bear either name; that of one reading may not bear the other's.
  for (const char* reading : {"causal", "literal"})
    CHECK(charged_in("half-mask", std::string("mask = 10000; 11000; 11100; 11100; 11100\n"
                                              "open_cells = 12\nreading = ") +
                                      reading) == "mask ");
  CHECK(charged_in("half-mask", "mask = 10001; 11000; 11100; 11110; 11111\nreading = literal") ==
        "mask reading ");
  // A word paired with itself.
  CHECK(charged_in("predict-pairs", "pairs = mat->mat, cat->mat, the->The\nstrongest = 0.943") ==
        "pairs ");
  // Squares, one row, and what is given taken away; then all of them without the diagonal.
  CHECK(charged_in("keywords",
                   "received = .7 .39 .22 .41 .5 .3\n"
                   "received_from_others = -.1 -.11 -.18 -.19 -.2 0") == "received ");
  CHECK(charged_in("keywords",
                   "received = .8 .1 0 0 0 .1\n"
                   "received_from_others = 0 -.4 -.4 -.6 -.7 -.2") == "received ");
  for (const char* others : {"-.6 -.4 -.6 -.7 -.9 -.1", ".2 .1 -.2 -.1 -.2 .2"})
    CHECK(charged_in("keywords", std::string("received = .2 .1 -.2 -.1 -.2 .2\n"
                                             "received_from_others = ") +
                                     others) == "received ");
  // A group of a quarter of a head, and 13 divided by it.
  CHECK(charged_in("gqa-shapes", "group_size = 0.25\nkv_head = 52") == "group_size ");
}

TEST_CASE("check: what follows from one's own formulas, masks and powers is not charged",
          "[practice][check]") {
  // One head throughout: its biases are as narrow.
  CHECK(charged_in("mha-parameters",
                   "per_projection = 32768\nwithout_biases = 131072\n"
                   "with_biases = 131328") == "per_projection ");
  // Formulas that meet at 0, or before it.
  CHECK(charged_in("attention-cost", "lstm = 4*n*d^2\ncrossover = 0\ncrossover_here = 0") ==
        "lstm ");
  CHECK(charged_in("attention-cost", "lstm = 2*n*d^2\ncrossover = -d") == "lstm ");
  // What the literal reading hides is asked of the sentence, and not of the mask that was written.
  CHECK(charged_in("half-mask",
                   "mask = 00000; 00000; 00000; 11100; 11100\n"
                   "reading = literal\nblind = 5") == "mask blind ");
  CHECK(charged_in("half-mask",
                   "mask = 10000; 11000; 11100; 11110; 11110\n"
                   "reading = causal\nblind = 1") == "mask blind ");
  // The powers of a rounded e, squared.
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = 2.7 7.29 19.68\n"
                   "doubled_weights = 0.016 0.119 0.865") == "exponentials ");
}

TEST_CASE("check: zeros, ties and constants earn nothing", "[practice][check]") {
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = -1 0 1\nweights = 9 9 9\nshifted_weights = 4 4 4") ==
        "exponentials weights shifted_weights ");  // nothing is a share of a sum of 0
  CHECK(charged_in("keywords", "received = 5 1 1 1 1 1\nranking = the, mat, cat") ==
        "received ranking ");
  CHECK(charged_in("keywords", "received = 1 1 1 1 1 0\nranking = the, sat, on") ==
        "received ranking ");
  CHECK(charged_in("why-sqrt-dk",
                   "product_variance = 0\nscore_variance = 0\nscore_deviation = 0\n"
                   "divisor = 0\nvariance_if_divided_by_d_k = 0") ==
        "product_variance score_variance score_deviation divisor variance_if_divided_by_d_k ");
  CHECK(charged_in("attention-cost", "total = 1\norder = O(1)") == "total order ");
  CHECK(charged_in("without-a-head", "kl = 0 0\nmatters = A") == "kl matters ");
  CHECK(charged_in("without-a-head", "change = -0.765 -0.023\nmatters = A") == "change ");
  // A known mistake gives the zeros, and explains these alone.
  CHECK(charged_in("masked-attention",
                   "mask = 0000; 0000; 0000; 0000\nweights = 0 0 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 0\n"
                   "output = 0 0; 0 0; 0 0; 0 0") == "mask weights output ");
  CHECK(charged_in("measure-a-head",
                   "previous = 0\nprevious_times = 0\ninduction = 0\ninduction_times = 0") ==
        "previous previous_times induction induction_times ");
  for (const char* row : {"0 0 0 0", "0.2 0.2 0.2 0.2"})
    CHECK(charged_in("which-head", std::string("back = ") + row + "\nback_head = A") ==
          "back back_head ");
}

TEST_CASE("check: nothing follows in a sheet of zeros", "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    std::map<std::string, HandedIn> sheet;
    for (const Field& field : worksheet.exercise().fields) sheet[field.name] = zeros(field, right);
    for (const FieldResult& result : judged_whole(worksheet, Digits::all, sheet))
      if (result.verdict == FieldVerdict::follows)
        faults += named(worksheet) + result.field->name + " follows of " +
                  result.follows_of.front() + "\n";
  }
  CHECK(faults == "");
}

TEST_CASE("check: numbers follow from the same number everywhere", "[practice][check]") {
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = 1 1 1\ntotal = 3\nweights = 0.333 0.333 0.333") ==
        "exponentials ");
  CHECK(charged_in("rope-rotation", "rotated_query = 1 1\nrotated_key = 1 2\nscore = 3") ==
        "rotated_query rotated_key ");
  CHECK(charged_in("adam-step", "v = 1 1\nv_corrected = 7.011 7.011") == "v ");
}

TEST_CASE("check: a list of what leads, and of ties below it in any order, follows",
          "[practice][check]") {
  for (const char* list : {"The, cat, sat", "The, sat, cat", "The, on, the"})
    CHECK(charged_in("keywords", std::string("received = 2 1 1 1 1 0\nranking = ") + list) ==
          "received ");
  for (const char* list : {"cat, The, sat", "The, cat, mat"})
    CHECK(charged_in("keywords", std::string("received = 2 1 1 1 1 0\nranking = ") + list) ==
          "received ranking ");
}

TEST_CASE("check: a mask without ones, or without zeros, is of neither reading",
          "[practice][check]") {
  for (const char* mask :
       {"00000; 00000; 00000; 00000; 00000", "11111; 11111; 11111; 11111; 11111"})
    CHECK(charged_in("half-mask", std::string("mask = ") + mask + "\nreading = literal") ==
          "mask reading ");
}

TEST_CASE("check: which rows change follows from the learner's mask", "[practice][check]") {
  // Every word sees the last one, or nobody sees anything.
  CHECK(charged_in("masked-attention", "mask = 1111; 1111; 1111; 1111\nchanged = b") == "mask ");
  CHECK(charged_in("masked-attention", "mask = 0000; 0000; 0000; 0000\nchanged = c") == "mask ");
  CHECK(charged_in("masked-attention", "mask = 1000; 1100; 1110; 1111\nchanged = b") == "changed ");
  CHECK(charged_in("masked-attention", "mask = 0000; 1000; 1100; 1110\nchanged = b") ==
        "mask changed ");
}

TEST_CASE("check: an option follows from the answers that it compares", "[practice][check]") {
  // The head with the largest weight on one's own key, and the one that is left.
  for (const char* sheet :
       {"followed_key = 6\nfollowed_head = C\nfollowed_weight = 0.72",
        "followed_key = 4\nfollowed_head = B", "followed_key = 7\nfollowed_head = A"})
    CHECK(charged_in("which-head", sheet) == "followed_key ");
  CHECK(charged_in("which-head", "followed_key = 6\nfollowed_head = A") ==
        "followed_key followed_head ");
  CHECK(charged_in("which-head", "followed_key = 8\nfollowed_head = A") ==
        "followed_key followed_head ");  // which nobody sees
  CHECK(charged_in("which-head",
                   "back_head = C\nfollowed_head = D\nreferent_head = B\nuntrained_head = A") ==
        "referent_head ");
  CHECK(charged_in("which-head",
                   "back_head = C\nfollowed_head = C\nreferent_head = B\nuntrained_head = A") ==
        "followed_head referent_head untrained_head ");  // two are left
  // One's own costs, and one's own accuracy without a model.
  CHECK(charged_in("attention-cost", "scores = n^2*d^2\ndominant = b") == "scores ");
  CHECK(charged_in("attention-cost", "scores = n*d\ndominant = b") == "scores dominant ");
  CHECK(charged_in("chance-level", "majority_accuracy = 0.5\nbelow_majority = a") ==
        "majority_accuracy ");
  CHECK(charged_in("chance-level", "majority_accuracy = 0.9\nbelow_majority = a") ==
        "majority_accuracy below_majority ");
}

TEST_CASE("check: a first half of another length, and one's own weight, are gone on from",
          "[practice][check]") {
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11000; 11000; 11000\nreading = literal\n"
                   "open_cells = 16\nblind = 3") == "mask ");
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11111; 11111; 11110\nreading = literal\n"
                   "open_cells = 24\nblind = 1") == "mask ");
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11000; 11000; 11000\nreading = literal\n"
                   "open_cells = 16\nblind = 1") == "mask blind ");
  // What is left is shared out among the others, or they keep theirs.
  for (const char* sheet : {"first_weight = 0.6\nsoft = 23", "first_weight = 0.5\nsoft = 26.25",
                            "first_weight = 0.333\nsoft = 31.7",
                            "first_weight = 0.818\nsoft = 15.9", "first_weight = 0.6\nsoft = 26.1"})
    CHECK(charged_in("recap-uses", sheet) == "first_weight ");
  CHECK(charged_in("recap-uses", "first_weight = 0.6\nsoft = 40") == "first_weight soft ");
}

TEST_CASE("check: zeros that are meant are gone on from", "[practice][check]") {
  CHECK(charged_in("measure-a-head", "induction = 0.00\nhabit = c") == "induction ");
  CHECK(charged_in("measure-a-head", "induction = 0.00\nhabit = a") == "induction habit ");
  CHECK(charged_in("measure-a-head", "previous_even = 0.236\ninduction = 0\ninduction_times = 0") ==
        "previous_even induction ");
  CHECK(charged_in("fully-masked-row", "filled_weights = 0 0 0\nfilled_output = 0 0") ==
        "filled_weights ");
  CHECK(charged_in("fully-masked-row",
                   "weights = 0 0 0; 0 0 0; 0 0 0\nfilled_weights = 0 0 0\nfilled_output = 0 0") ==
        "weights filled_weights filled_output ");
}

TEST_CASE("check: an output of weights with two decimals is right without them",
          "[practice][check]") {
  CHECK(charged_in("masked-attention", "output = 1.0 0.0; 0.4 1.2; 1.3 0.8; 1.1 1.4").empty());
  CHECK(charged_in("masked-attention", "output = 1.0 0.0; 0.4 1.2; 1.3 0.8; 1.1 1.3") == "output ");
}

TEST_CASE("check: a slip that is copied is charged once", "[practice][check]") {
  // The same mean twice, and a row of weights in the masked ones.
  CHECK(charged_in("permutation-equivariance",
                   "pooled_before = 1.38 -0.04\npooled_after = 1.38 -0.04") == "pooled_before ");
  CHECK(charged_in("attention-by-hand",
                   "weights = 0.4 0.2 0.4; 0.2 0.4 0.4; 0.28 0.28 0.44\n"
                   "causal_weights = 1 0 0; 0.33 0.67 0; 0.28 0.28 0.44") == "weights ");
}

TEST_CASE("check: what follows with a rounded π, or without a turn, is not charged",
          "[practice][check]") {
  // The index of a pair counted from 1, and π = 3.14.
  CHECK(charged_in("posenc-periods", "slowest_pair = 256\nslowest_period = 62800") ==
        "slowest_pair ");
  // A key that is never turned.
  CHECK(charged_in("rope-rotation",
                   "rotated_key = 1 1\nscore = 2.14\nshifted_score = -2.82\n"
                   "depends_on = c") == "rotated_key ");
  // The angle clockwise, and the key as well.
  CHECK(charged_in("rope-rotation",
                   "query_angle = -1.5\nrotated_query = 0.141 -1.995\n"
                   "rotated_key = 1.357 0.398") == "query_angle ");
}
