#include "cli/flags/mask_argument.hpp"

#include "base/message.hpp"
#include "data/matrix/arrays.hpp"
#include "support/catch.hpp"
#include "support/flags.hpp"
#include "support/matrix.hpp"
#include "support/temporary_folder.hpp"
#include "support/told_readings.hpp"

using namespace attn;

namespace {

std::string refusal(const std::string& argument) {
  try {
    read_mask(typed("--mask", argument));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// What is told while a mask is read.
std::vector<std::string> told_of(const std::string& argument) {
  const ToldReadings told;
  read_mask(typed("--mask", argument));
  return told.sentences();
}

}  // namespace

TEST_CASE("read_mask: written out, and from a file", "[cli][mask_argument]") {
  const TemporaryFolder folder;
  const arma::mat expected{{1, 0}, {1, 1}};
  for (const std::string& argument : {std::string("1 0; 1 1"), folder.file("m.csv", "1,0\n1,1\n"),
                                      folder.file("m.json", "[[true, false], [1, 1]]")})
    CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", argument))),
                     expected) == "");
}

TEST_CASE("read_mask: a kind of mask is answered with its flag", "[cli][mask_argument][error]") {
  CHECK(refusal("causal") ==
        "--mask reads a matrix of 1 (may attend) and 0 (may not), but it is causal. Did you mean "
        "--causal?");
  CHECK(refusal("Padding").ends_with("Did you mean --pad N?"));
  CHECK(refusal("window").ends_with("Did you mean --window N?"));
  CHECK(refusal("prefix").ends_with("Did you mean --prefix N?"));
  CHECK(refusal("block").ends_with("Did you mean --half literal?"));
  CHECK(refusal("segments").ends_with("Did you mean --segments LIST?"));
}

TEST_CASE("read_mask: True may attend wherever it stands, which is told", "[cli][mask_argument]") {
  const TemporaryFolder folder;
  const std::string bits{1, 0, 1, 1};
  const std::string npy = npy_header("|b1", {2, 2}) + bits;
  const arma::mat expected{{1, 0}, {1, 1}};
  for (const std::string& argument :
       {std::string("True False; true TRUE"), folder.file("m.csv", "TRUE,FALSE\nTRUE,TRUE\n"),
        folder.file("m.tsv", "True\tFalse\nTrue\tTrue\n"),
        folder.file("m.json", "[[true, false], [true, true]]"), folder.file("m.npy", npy)}) {
    CAPTURE(argument);
    const ToldReadings told;
    CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", argument))),
                     expected) == "");
    REQUIRE(told.sentences().size() == 1);
    CHECK(told.sentences()[0].find(": True was read as 1, False as 0. In a mask") !=
          std::string::npos);
  }
  CHECK(difference(arma::conv_to<arma::mat>::from(read_mask(typed("--mask", "True, False; 1, 1"))),
                   expected) == "");
}

TEST_CASE("read_mask: of numbers there is nothing to tell", "[cli][mask_argument]") {
  const TemporaryFolder folder;
  CHECK(told_of("1 0; 1 1").empty());
  CHECK(told_of(folder.file("m.json", "[[1, 0], [1, 1]]")).empty());
}

TEST_CASE("read_mask: other mistakes keep their own words", "[cli][mask_argument][error]") {
  const TemporaryFolder folder;
  CHECK(refusal("true.csv") ==
        "--mask true.csv: there is no such file. Check the spelling and the folder.");
  CHECK(refusal(folder.file("m.csv", "1,2\n")).starts_with("a mask holds 1 where a query"));
}

TEST_CASE("read_mask: a path that cannot be looked at is an error with words",
          "[cli][mask_argument][error]") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("loop.csv", folder.path("loop.csv"));
  CHECK(refusal(folder.path("loop.csv")).find("loop.csv: the file cannot be read") !=
        std::string::npos);
  for (const std::size_t length : {300, 5000})
    CHECK(refusal(std::string(length, 'n') + ".csv").starts_with("--mask nnn"));
}
