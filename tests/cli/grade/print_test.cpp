#include "data/files/file.hpp"
#include "support/catch.hpp"
#include "support/parsed_html.hpp"
#include "support/small_course.hpp"

using namespace attn;

namespace {

std::string page(const Learner& learner, const std::string& file = "h.html") {
  return file_bytes(learner.folder.path(file), 1 << 24);
}

// What is printed with these words and flags.
ParsedHtml printed(const std::string& arguments) {
  const Learner learner;
  const CommandResult result = learner.run("print " + arguments + " -o h.html");
  INFO(arguments << ": " << result.err);
  REQUIRE(result.exit_code == 0);
  return ParsedHtml(page(learner));
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("print: exercises by number, id, beginning and range, each once", "[cli][print]") {
  CHECK(printed("1:3").texts("//h2").size() == 3);
  CHECK(printed("2 1").texts("//h2").front().starts_with("2 "));
  CHECK(printed("two 2 2:2 two-words").count("//h2") == 1);
  CHECK(printed("3 1:9").texts("//h2").size() == 3);
}

TEST_CASE("print: a copy for each variant, in the order typed", "[cli][print]") {
  CHECK(printed("2 --variants 3,1:2").texts("//span[@class='variant']") ==
        Texts{"variant 3", "variant 1", "variant 2"});
  CHECK(printed("2 --variant 7").texts("//span[@class='variant']") == Texts{"variant 7"});
  CHECK(printed("2").count("//span[@class='variant']") == 0);
}

TEST_CASE("print: the command on paper is one that attn takes", "[cli][print]") {
  const Texts commands =
      printed("1 2 --variants 4 --course course").texts("//p[@class='check']/code");
  CHECK(commands == Texts{"attn exercise continue 1 --course course",
                          "attn exercise continue 2 --variant 4 --course course"});
  const Learner learner;
  for (const std::string& command : commands)
    CHECK(run_command(command, learner.folder.path()).exit_code == 0);
}

TEST_CASE("print: a copy for each student of a roster, in their languages", "[cli][print]") {
  const Learner learner;
  learner.folder.file("roster.csv",
                      "student,name,lang,variant\nana,Ana <b>,ja,3\nbob,,,\nchi,Chi,en,5\n");
  REQUIRE(learner.run("print 2 --roster roster.csv -o h.html --answers k.html").exit_code == 0);
  const ParsedHtml html(page(learner));
  CHECK(html.texts("//p[@class='student']//b") == Texts{"Ana <b>", "bob", "Chi"});
  CHECK(html.count("//article[@lang='ja']") == 1);
  CHECK(html.count("//article[@lang='en']") == 2);
  CHECK(html.text("//article[@lang='ja']//h2") == "2 2 つの単語");
  CHECK(html.text("//article[3]//span[@class='variant']") == "variant 5");
  CHECK(ParsedHtml(page(learner, "k.html")).count("//h2") == 3);
}

TEST_CASE("print: the answers are in a file of their own", "[cli][print]") {
  const Learner learner;
  REQUIRE(learner.run("print 2 --variants 1:2 -o h.html").exit_code == 0);
  const std::string alone = page(learner);
  REQUIRE(learner.run("print 2 --variants 1:2 -o h.html --answers k.html --force").exit_code == 0);
  CHECK(page(learner) == alone);
  CHECK(ParsedHtml(page(learner, "k.html")).count("//table[@class='key']") == 2);
  REQUIRE(learner.run("print 2 --answers only.html").exit_code == 0);
}

TEST_CASE("print: nothing is overwritten or half written", "[cli][print]") {
  const Learner learner;
  learner.folder.file("h.html", "mine");
  CHECK(learner.run("print 2 -o h.html").exit_code == 2);
  CHECK(page(learner) == "mine");
  CHECK(learner.run("print 2 -o new.html --answers h.html").exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(learner.folder.path("new.html")));
  CHECK(learner.run("print 2 -o h.html --force").exit_code == 0);
  CHECK(page(learner) != "mine");
}

TEST_CASE("print: programs are told what was written", "[cli][print]") {
  const Learner learner;
  const nlohmann::json document = learner.json("print 2 1 --variants 4,6 -o h.html");
  CHECK(document["schema"] == "attn.exercise-print/1");
  CHECK(document["exercises"] == Texts{"two-words", "dot-product"});
  CHECK(document["variants"] == std::vector<int>{4, 6});
  CHECK(document["handout"] == "h.html");
  CHECK_FALSE(document.contains("answers"));
}

TEST_CASE("print: a pipe takes the page as well", "[cli][print]") {
  const Learner learner;
  const CommandResult result = learner.run("print 2 -o /dev/stdout --json | head -c 15");
  CHECK(result.out == "<!DOCTYPE html>");
}
