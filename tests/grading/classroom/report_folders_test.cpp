#include "grading/classroom/report_folders.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "support/catch.hpp"

namespace attn {
namespace {

TEST_CASE("report_folders: a usual id is its own folder") {
  const std::vector<std::string> usual{"ana", "s20413", "a.b-c_d", "石橋", "José", "O2"};
  CHECK(report_folders(usual) == usual);
}

TEST_CASE("report_folders: any other is made safe, and stays apart") {
  const std::vector<std::string> ids{"../../x",
                                     "..",
                                     ".",
                                     "-rf",
                                     "a/b",
                                     "a_b",
                                     "a\\b",
                                     "a,b",
                                     "a\nb",
                                     "=cmd|'/c calc'!A0",
                                     "<b>",
                                     "CON",
                                     "con.txt",
                                     "ana.",
                                     "",
                                     " ",
                                     "\x1b[2J",
                                     "😀",
                                     "\xff",
                                     "\u202ecod",
                                     "nul",
                                     "a*b",
                                     "a?b",
                                     "a\"b",
                                     "a:b",
                                     std::string(255, 'x'),
                                     std::string(254, 'x')};
  const std::vector<std::string> folders = report_folders(ids);
  REQUIRE(folders.size() == ids.size());
  std::set<std::string> different;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    INFO(ids[i] << " as " << folders[i]);
    CHECK(different.insert(folded_form(folders[i])).second);
    CHECK(folders[i].find_first_of("/\\:*?\"<>|=', \n\x1b") == std::string::npos);
    CHECK(folders[i].size() < 120);
    CHECK(folders[i].find_first_of(".-") != 0);
    CHECK(folders[i].back() != '.');
    CHECK(readable_bytes(folders[i]) == folders[i]);
  }
  CHECK(folders[5] == "a_b-" + folders[5].substr(4));
  CHECK(folders[11].starts_with("_CON-"));
}

TEST_CASE("report_folders: ids that only look different have different folders") {
  const std::vector<std::string> folders =
      report_folders({"ana", "Ana", "ANA", "bob", "jos\u00e9", "jose\u0301", "\uff41\uff4e\uff41"});
  std::set<std::string> different;
  for (const std::string& folder : folders) CHECK(different.insert(folded_form(folder)).second);
  CHECK(folders[3] == "bob");
}

TEST_CASE("report_folders: a folder hangs on the id and on who looks alike, not on the others") {
  CHECK(report_folders({"../x", "zoe"}).front() == report_folders({"../x", "ana", "bob"}).front());
  CHECK(report_folders({"a b"}).front() == report_folders({"a b", "a_c"}).front());
}

TEST_CASE("report_folders: nobody gets the folder of somebody else by being called like it") {
  const std::string folder = report_folders({"a b"}).front();
  for (const std::vector<std::string>& ids :
       {std::vector<std::string>{"a b", folder, folder + "-2"}, {folder + "-2", folder, "a b"}}) {
    const std::vector<std::string> folders = report_folders(ids);
    CHECK(std::set<std::string>(folders.begin(), folders.end()).size() == 3);
  }
}

TEST_CASE("readable_bytes: what is no UTF-8 is written out") {
  CHECK(readable_bytes("ana") == "ana");
  CHECK(readable_bytes("石\xff\xc0\x80") == "石\\xff\\xc0\\x80");
  CHECK(readable_bytes("\xed\xa0\x80") == "\\xed\\xa0\\x80");
}

}  // namespace
}  // namespace attn
