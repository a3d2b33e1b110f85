#include "grading/report/junit.hpp"

#include <pugixml.hpp>
#include <string_view>

#include "base/text.hpp"
#include "grading/report/harmless_text.hpp"
#include "support/catch.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

namespace {

// Whether XML 1.0 allows every character, as it is or by its number.
bool has_only_xml_characters(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const bool is_allowed = point.value == '\t' || point.value == '\n' || point.value == '\r' ||
                            (point.value >= 0x20 && point.value <= 0xFFFD) ||
                            point.value >= 0x10000;
    if (!is_allowed) return false;
    rest.remove_prefix(point.n_bytes);
  }
  return text.find("&#") == std::string_view::npos;
}

void read_junit(pugi::xml_document& document, const std::string& xml) {
  REQUIRE(document.load_string(xml.c_str(), pugi::parse_full));
  REQUIRE(has_only_xml_characters(xml));
}

unsigned children_of(pugi::xml_node node, const char* path) {
  return static_cast<unsigned>(node.select_nodes(path).size());
}

void require_true_counts(pugi::xml_node node) {
  REQUIRE(node.attribute("tests").as_uint(99) == children_of(node, ".//testcase"));
  REQUIRE(node.attribute("failures").as_uint(99) == children_of(node, ".//failure"));
  REQUIRE(node.attribute("errors").as_uint(99) == children_of(node, ".//error"));
  REQUIRE(node.attribute("skipped").as_uint(99) == children_of(node, ".//skipped"));
}

}  // namespace

TEST_CASE("junit_xml: a suite for each student, and counts that are true", "[grading][junit]") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const pugi::xml_node all = document.child("testsuites");
  CHECK(std::string(all.attribute("name").value()) == "Attention");
  require_true_counts(all);
  CHECK(all.attribute("tests").as_uint() == 16);
  CHECK(all.attribute("failures").as_uint() == 8);
  CHECK(all.attribute("errors").as_uint() == 4);
  CHECK(all.attribute("skipped").as_uint() == 1);
  CHECK(children_of(all, "testsuite") == 4);
  for (const pugi::xml_node suite : all.children("testsuite")) require_true_counts(suite);
}

TEST_CASE("junit_xml: what nobody judged is an error, and has no points", "[grading][junit]") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const std::string points = "//testcase[properties/property[@name='points']]";
  CHECK(children_of(document, points.c_str()) == 12);
  CHECK(children_of(document, (points + "/error").c_str()) == 0);
  CHECK(children_of(document, "//testcase/error") == 4);
}

TEST_CASE("junit_xml: a test says what became of it", "[grading][junit]") {
  CHECK_THAT(
      junit_xml(small_gradebook()),
      ContainsSubstring(
          " <testsuite name=\"s02\" tests=\"4\" failures=\"4\" errors=\"0\" skipped=\"0\">\n"
          "  <properties>\n"
          "   <property name=\"course\" value=\"Attention\" />\n"
          "   <property name=\"isolation\" value=\"no program was run\" />\n"
          "   <property name=\"student_name\" value=\"山田\" />\n"
          "  </properties>\n"
          "  <testcase name=\"scores\" classname=\"softmax\">\n"
          "   <properties>\n"
          "    <property name=\"points\" value=\"0\" />\n"
          "    <property name=\"max_points\" value=\"2\" />\n"
          "    <property name=\"verdict\" value=\"wrong\" />\n"
          "    <property name=\"misconceptions\" value=\"no_scale\" />\n"
          "   </properties>\n"
          "   <failure message=\"wrong answer\" type=\"wrong\">no_scale: The scores were not "
          "divided by √d_k.</failure>\n"
          "  </testcase>\n"));
}

TEST_CASE("junit_xml: failures, errors and what was skipped", "[grading][junit]") {
  pugi::xml_document document;
  read_junit(document, junit_xml(small_gradebook()));
  const auto one = [&](const char* path) { return document.select_node(path).node(); };
  CHECK(one("//testsuite[@name='s01']//testcase[@name='secret']/skipped"));
  CHECK(std::string(one("//testsuite[@name='s02']//testcase[@name='shape']/failure")
                        .attribute("message")
                        .value()) == "could not be read: It is larger than 1 MiB.");
  CHECK(std::string(one("//testsuite[@name='s03']//failure").attribute("type").value()) ==
        "missing");
  CHECK(std::string(one("//testsuite[@name='guest']//error").attribute("type").value()) ==
        "other_variant");
  CHECK(std::string(one("//testsuite[@name='s01']/system-out").text().get()) ==
        "softmax\n\nscores   correct\nweights  correct\n\nmasks\n\nshape  passed\n\n");
}

TEST_CASE("junit_xml: hostile texts are text", "[grading][junit]") {
  for (const std::string& text : hostile_texts()) {
    INFO(text);
    const std::string xml = junit_xml(gradebook_with(text));
    pugi::xml_document document;
    read_junit(document, xml);
    require_true_counts(document.child("testsuites"));
    const auto suites = document.select_nodes("/testsuites/testsuite");
    REQUIRE(suites.size() == 4);
    CHECK(suites[3].node().attribute("name").value() == harmless_line(text));
    CHECK(obeyed_in(xml) == "");
  }
}
