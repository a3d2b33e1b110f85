#include "grading/classroom/roster_rows.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

using Fields = std::vector<std::string>;

std::vector<RosterRow> rows(const std::string& text) { return roster_rows(text, "class.csv"); }

TEST_CASE("roster_rows: each with its line, and none of the blank ones") {
  const auto found = rows("student,name\n,\n　,\u00a0\na,\"b\nc\"\n---,:--\nd,e\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].fields == Fields{"student", "name"});
  CHECK(found[1].line == 4);
  CHECK(found[1].fields == Fields{"a", "b\nc"});
  CHECK(found[2].line == 7);
  CHECK(rows("").empty());
}

TEST_CASE("roster_rows: blanks of any width are no part of a field") {
  CHECK(rows("　0012　, \u00a0Ana　Ito \u3000\n").at(0).fields == Fields{"0012", "Ana　Ito"});
}

TEST_CASE("roster_rows: what spreadsheets write to keep zeros is no part of a field") {
  for (const char* text : {"=\"0012\",Ana\n", "\"=\"\"0012\"\"\",Ana\n",
                           "=\"0012\",\"=\"\"Ana\"\"\"\n", " =\"0012\" ,=\"Ana\""}) {
    CAPTURE(text);
    CHECK(rows(text).at(0).fields == Fields{"0012", "Ana"});
  }
  CHECK(rows("=\"Ito, Ana\",=\n").at(0).fields == Fields{"Ito, Ana", "="});
  CHECK(rows("a,=0012\n").at(0).fields == Fields{"a", "=0012"});
  CHECK_THROWS_MATCHES(rows("a\n=\"0012\n"), InputError,
                       Message("class.csv: line 2: a quote that opens here is never closed."));
}

}  // namespace
}  // namespace attn
